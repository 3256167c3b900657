// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <utility>

#include "engine/study/transient.h"
#include "ui/studies/seed_study_dialog.h"

namespace hopscope {

/// How a network goes over from what it was before a phase to what it is after: latency and kinds
/// of path by when packets were generated, as means over seeds.
class TransientDialog : public SeedStudyDialog {
  Q_OBJECT

 public:
  explicit TransientDialog(QWidget* parent = nullptr);
  ~TransientDialog() override;

  const Transient& transient() const { return *shown_; }

 protected:
  void fill() override;
  QString asked(bool& wrong) const override;
  BackgroundWork::Work work(const Design& design) override;
  void take() override { shown_ = std::move(pending_); }
  const Issues& issues() const override { return shown_->issues; }
  void showResult() override;
  void clear() override;
  bool any() const override { return !shown_->bins.empty(); }
  QString summary() const override;
  std::string csv() const override { return csvOf(*shown_); }

 private:
  std::shared_ptr<Transient> shown_;    ///< never null
  std::shared_ptr<Transient> pending_;  ///< the work writes into it
  QString change_;                      ///< what comes into force at time 0 of what is shown
  QSpinBox* zero_;
  QSpinBox* bin_;
  QSpinBox* before_;
  QSpinBox* after_;
  PlotWidget* latency_;
  PlotWidget* paths_;
};

}  // namespace hopscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <utility>

#include "engine/study/group_shares.h"
#include "ui/studies/seed_study_dialog.h"

class QCheckBox;
class QTableWidget;

namespace hopscope {

/// How evenly the routers, or terminals, of one group get their packets through, as means over
/// seeds.
class SharesDialog : public SeedStudyDialog {
  Q_OBJECT

 public:
  explicit SharesDialog(QWidget* parent = nullptr);
  ~SharesDialog() override;

  const GroupShares& shares() const { return *shown_; }

 protected:
  void fill() override;
  QString asked(bool& wrong) const override;
  BackgroundWork::Work work(const Design& design) override;
  void take() override { shown_ = std::move(pending_); }
  const Issues& issues() const override { return shown_->issues; }
  void showResult() override;
  void clear() override;
  bool any() const override { return !shown_->members.empty(); }
  QString summary() const override;
  std::string csv() const override { return csvOf(*shown_); }

 private:
  std::shared_ptr<GroupShares> shown_;    ///< never null
  std::shared_ptr<GroupShares> pending_;  ///< the work writes into it
  bool shownTerminals_ = false;
  QSpinBox* group_;
  QCheckBox* terminals_;
  PlotWidget* plot_;
  QTableWidget* table_;
};

}  // namespace hopscope

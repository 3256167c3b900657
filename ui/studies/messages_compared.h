// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>
#include <memory>
#include <vector>

#include "engine/design/design.h"
#include "engine/workload/planned_matrix.h"
#include "engine/workload/rank_observation.h"
#include "ui/drawing/theme.h"
#include "ui/studies/background_work.h"

class QHBoxLayout;
class QLabel;
class QProgressBar;
class QScrollArea;

namespace hopscope {

class RanksMatrix;

/// Who sends whom how much in one application of several designs: their matrices side by side, and
/// behind each but the first by how much it differs from that. They are counted from the programs,
/// beside the window, once this is looked at.
class MessagesCompared : public QWidget {
  Q_OBJECT

 public:
  explicit MessagesCompared(QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  /// `names`, and which application of each design.
  void show(std::vector<Design> designs, const QStringList& names,
            const std::vector<std::uint32_t>& jobs);
  /// Those of the designs, then the differences.
  const std::vector<RanksMatrix*>& matrices() const { return matrices_; }
  bool counting() const { return work_.running(); }

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  /// What one design sends.
  struct Counted {
    Design design;
    std::shared_ptr<const ApplicationPlan> plan;  ///< null: something is wrong
    PlannedMatrix matrix;
    QString problem;
  };
  /// One application of that.
  struct OfJob {
    std::shared_ptr<const RankObservation> ranks;
    std::shared_ptr<const std::vector<MatrixEntry>> pairs;
  };
  static Counted countOf(const Design& design, const std::stop_token& stop,
                         const std::function<void(double)>& progress);
  static OfJob ofJob(const Counted& counted, std::uint32_t job);

  bool isCounted() const;
  void count();
  void take(bool cancelled, const QString& failure);
  void fill();
  RanksMatrix& add(const QString& title);

  const Theme* theme_;
  std::vector<Design> designs_;
  QStringList names_;
  std::vector<std::uint32_t> jobs_;
  std::vector<Counted> counted_;
  std::shared_ptr<std::vector<Counted>> pending_;
  bool again_ = false;  ///< what is being counted is not what is wanted any more
  std::vector<RanksMatrix*> matrices_;
  QString about_;  ///< what is said while nothing is pointed at
  QLabel* status_;
  QProgressBar* progress_;
  QScrollArea* scroll_;
  QHBoxLayout* row_ = nullptr;
  BackgroundWork work_;  // the last, so that it has ended before the rest is gone
};

}  // namespace hopscope

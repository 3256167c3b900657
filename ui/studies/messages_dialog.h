// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QTimer>
#include <memory>
#include <vector>

#include "engine/design/design.h"
#include "engine/topology/topology.h"
#include "engine/workload/planned_matrix.h"
#include "engine/workload/rank_observation.h"
#include "ui/drawing/theme.h"
#include "ui/studies/background_work.h"

class QLabel;
class QProgressBar;
class QPushButton;

namespace hopscope {

class RanksMatrix;

/// Who is going to send whom how much: the messages of a design's applications, counted beside the
/// window before anything runs. While it is open it follows the design.
class MessagesDialog : public QDialog {
  Q_OBJECT

 public:
  explicit MessagesDialog(QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  void setDesign(const Design& design, std::shared_ptr<const Topology> topology);
  /// Counts nothing any more, and shows nothing.
  void forget();
  bool counting() const { return work_.running() || wait_.isActive(); }
  RanksMatrix& matrix() const { return *matrix_; }
  /// The table as a file; a sentence where that fails.
  QString writeTo(const QString& file) const;

 protected:
  void showEvent(QShowEvent* event) override;
  void done(int result) override;

 private:
  /// What is counted, off the window's thread.
  struct Count {
    std::shared_ptr<const Topology> topology;  ///< what it is counted on
    std::shared_ptr<const RankObservation>
        ranks;  ///< of no moment; null: there are no applications
    PlannedMatrix matrix;
    std::uint32_t ranksEach = 1;
    QString problem;
    bool whole = false;  ///< nothing is missing; known once it is taken

    bool isTable() const { return whole && ranksEach == 1; }
  };
  static QString write(const Count& table, const QString& file);

  void count();
  void take(bool cancelled, const QString& failure);
  void askFile();

  Design design_;
  std::shared_ptr<const Topology> topology_;
  std::shared_ptr<Count> pending_, shown_;
  bool again_ = false;  ///< the design has changed since the count began
  QTimer wait_;
  RanksMatrix* matrix_;
  QLabel* status_;
  QProgressBar* progress_;
  QPushButton* export_;
  // The last, so that it has ended before what it writes into is gone.
  BackgroundWork work_;
};

}  // namespace hopscope

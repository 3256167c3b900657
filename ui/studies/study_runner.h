// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <memory>
#include <vector>

#include "engine/study/study_run.h"
#include "ui/studies/background_work.h"

namespace hopscope {

/// A run of a study, whole.
struct StudyOutcome {
  Design design;  ///< as it was run
  Results results;
};

/// Runs what is missing of a study off the window's thread, on all cores. Destroying it stops that
/// and waits.
class StudyRunner : public QObject {
  Q_OBJECT

 public:
  explicit StudyRunner(QObject* parent = nullptr);
  ~StudyRunner() override;

  /// `rows`: what there is of it. `jobs`: runs at once; 0: one per core.
  /// `whole`: the runs are wanted, too, not their rows alone.
  void start(const Study& study, const StudyRows& rows, unsigned jobs = 0, bool whole = false);
  /// Keeps what is finished; `finished` follows.
  void stop() { work_.cancel(); }
  bool running() const { return work_.running(); }

 signals:
  void arrived(const std::vector<hopscope::StudyRow>& rows);
  void wholeArrived(const std::vector<hopscope::StudyOutcome>& runs);
  void progressed(const hopscope::StudyProgress& progress);
  void finished(bool stopped, const QString& failure);

 private:
  struct Slot;
  void pull();

  std::shared_ptr<Slot> slot_;
  BackgroundWork work_;
};

}  // namespace hopscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>
#include <atomic>
#include <memory>
#include <utility>

#include "engine/design/design.h"
#include "engine/simulation/path_trace.h"
#include "engine/workload/rank_observation.h"
#include "ui/widgets/latest_job.h"

namespace hopscope {

/// What a PathTracer does beside the window.
struct TraceJob : AsideJob {
  TraceJob(Design wanted, std::shared_ptr<const RankObservation> of, CriticalChain found)
      : design(std::move(wanted)), seen(std::move(of)), chain(std::move(found)) {}
  void work();

  const Design design;
  const std::shared_ptr<const RankObservation> seen;
  CriticalChain chain;
  std::atomic<double> progress = 0;
  std::shared_ptr<const PathTrace> trace;  ///< null where the design is refused, and
  QString problem;                         ///< why
};

/// Repeats a run away from the window's thread and follows the messages of its critical path. One
/// at a time; destroying it cancels.
class PathTracer : public QObject {
  Q_OBJECT

 public:
  explicit PathTracer(QObject* parent = nullptr);

  /// `chain` was found in `seen`, which the run of `design` has come to.
  void start(const Design& design, std::shared_ptr<const RankObservation> seen,
             const CriticalChain& chain);
  void cancel();
  bool running() const { return latest_.job() != nullptr; }

 signals:
  void progressed(double share);
  /// Not after cancel().
  void finished(const std::shared_ptr<const hopscope::PathTrace>& trace, const QString& problem);

 private:
  QTimer timer_;
  LatestJob<TraceJob> latest_{1};
};

}  // namespace hopscope

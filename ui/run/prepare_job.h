// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "engine/design/design.h"
#include "engine/simulation/runner.h"
#include "ui/run/change_job.h"
#include "ui/widgets/latest_job.h"

namespace hopscope {

enum class PrepareStage {
  checking,  ///< of the design: settings, routing, channels
  building,  ///< of buffers, tables and caches
};

/// How a run that is watched uses the machine.
Execution watchedExecution();

/// Makes all that a run needs, on any thread.
struct PrepareJob : AsideJob {
  explicit PrepareJob(Design wanted) : design(std::move(wanted)) {}
  /// Once. Where the design is refused there is no runner, and `issues` say why.
  void work();

  const Design design;
  std::atomic<PrepareStage> stage = PrepareStage::checking;

  Issues issues;
  bool fits = true;  ///< into the memory
  std::unique_ptr<SimulationRunner> runner;
  std::vector<Design> otherDesigns;  ///< the other replications
  std::shared_ptr<const Topology> topology;
  std::vector<TrafficPhase> phases;
  std::shared_ptr<const RoutingAlgorithm> routing;  ///< before any phase
  MadeFor madeFor;
};

/// Prepares one run at a time, the one asked for last (LatestJob).
class Preparer {
 public:
  bool begin(const Design& design, QObject* context, std::function<void(PrepareJob&)> done) {
    return latest_.begin(std::make_shared<PrepareJob>(design), context, std::move(done));
  }
  /// False where there was none.
  bool cancel() { return latest_.cancel(); }
  std::optional<PrepareStage> stage() const {
    const PrepareJob* const job = latest_.job();
    return job == nullptr ? std::nullopt : std::optional(job->stage.load());
  }

 private:
  LatestJob<PrepareJob> latest_;
};

}  // namespace hopscope

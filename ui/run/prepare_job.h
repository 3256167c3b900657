// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QSemaphore>
#include <QThreadPool>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "engine/design/design.h"
#include "engine/simulation/runner.h"

namespace hopscope {

enum class PrepareStage {
  checking,  ///< of the design: settings, routing, channels
  building,  ///< of buffers, tables and caches
};

/// How a run that is watched uses the machine.
Execution watchedExecution();

/// Makes all that a run needs, on any thread.
struct PrepareJob {
  explicit PrepareJob(Design wanted) : design(std::move(wanted)) {}
  /// Once. Where the design is refused there is no runner, and `issues` say why.
  void work();

  const Design design;
  std::atomic<bool> cancelled = false;
  std::atomic<PrepareStage> stage = PrepareStage::checking;
  QSemaphore over;  ///< released once after work()

  Issues issues;
  bool fits = true;  ///< into the memory
  std::unique_ptr<SimulationRunner> runner;
  std::vector<Design> otherDesigns;  ///< the other replications
  std::shared_ptr<const Topology> topology;
  std::vector<TrafficPhase> phases;
  std::vector<std::uint32_t> lengths;               ///< packetLengths()
  std::shared_ptr<const RoutingAlgorithm> routing;  ///< before any phase
  bool reroutes = false;
  VcCounts channels;
};

/// Has one job at a time done on a thread of its own; waits for it in the destructor.
class Preparer {
 public:
  ~Preparer();

  /// Starts a job and drops the one before. `done` is called on the thread of `context`: before
  /// this returns where the job is short, true then.
  bool begin(const Design& design, QObject* context, std::function<void(PrepareJob&)> done);
  /// False where there was none.
  bool cancel();
  std::optional<PrepareStage> stage() const;

 private:
  std::shared_ptr<PrepareJob> job_;
  QThreadPool pool_;
};

}  // namespace hopscope

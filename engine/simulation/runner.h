// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "engine/simulation/goal_watch.h"
#include "engine/simulation/run_goal.h"
#include "engine/simulation/simulation.h"

namespace hopscope {

enum class RunnerState { paused, running, finished, failed };

/// Owns a Simulation in a thread of its own behind start, pause, step and stop. The newest Snapshot
/// waits in a one-slot mailbox; older ones are dropped. A finished simulation can still be watched.
/// Every member may be called from any thread
/// and returns at once, but for the destructor, which waits for the current slice (some ms).
class SimulationRunner {
 public:
  /// Starts paused at cycle 0.
  explicit SimulationRunner(Setup setup);
  ~SimulationRunner();
  SimulationRunner(const SimulationRunner&) = delete;
  SimulationRunner& operator=(const SimulationRunner&) = delete;

  void run();                          ///< until paused or done
  void runUntil(const RunGoal& goal);  ///< pauses there
  void runUntil(Cycle cycle) { runUntil(RunGoal{cycle, 0, {}, false}); }
  void step(Cycle cycles);  ///< that many more cycles, then pauses
  void pause();             ///< within some ms; the last snapshot is there before the state changes
  void stop();              ///< ends the run for good; results say complete = false

  /// Cycles per second of a run; 0 is flat out. Steps are always taken flat out.
  void setSpeed(double cyclesPerSecond);
  void watch(const WatchList& list);
  /// Simulation::follow, before anything more is simulated.
  void follow(TerminalId source) { follow(source, -1); }
  void follow(TerminalId source, Cycle birth);  ///< birth < 0: the next one
  /// Simulation::setPhases, before anything more is simulated. Only while paused.
  void setPhases(std::vector<TrafficPhase> phases, Cycle from);

  RunnerState state() const;
  Cycle now() const;
  /// The text of the exception that ended a failed run.
  std::string failure() const;

  /// Swaps the newest snapshot into `out`; false when there is none since the last call. The
  /// windows that `out` has of the call before stay, and those that came since are added.
  bool takeSnapshot(Snapshot& out);
  /// What the windows were like so far; null where the Setup asks for no record.
  std::shared_ptr<const Recorder> recorder() const { return recorder_; }
  /// The results, once finished.
  std::optional<Results> results() const;

 private:
  struct Followed {
    TerminalId source = kNone;
    Cycle birth = -1;
  };
  struct PhaseChange {
    std::vector<TrafficPhase> phases;
    Cycle from = 0;
  };

  void loop(const std::stop_token& stop);
  /// Cycles the commands ask for now, at most `slice`. The mutex is held.
  Cycle cyclesDue(Cycle slice);
  /// Simulates and returns the length of the next slice, so that one takes some milliseconds.
  Cycle advance(Cycle cycles, Cycle slice);
  /// The cycle that the commands asked for is reached. The mutex is held.
  bool hasArrived() const;
  /// `last`: the simulation rests, and this is how.
  void publish(bool last);
  void finish();
  /// Nothing more will be simulated. The mutex is held.
  bool ended() const { return state_ == RunnerState::finished || state_ == RunnerState::failed; }

  std::stop_source abandon_;  ///< also amid a cycle
  Simulation simulation_;     ///< touched by the thread only
  std::shared_ptr<const Recorder> recorder_;
  mutable std::mutex mutex_;
  std::condition_variable_any wake_;
  RunnerState state_ = RunnerState::paused;
  Cycle target_ = 0;  ///< run while now < target
  RunGoal goal_;      ///< beside the target
  bool goalIsNew_ = false, goalMet_ = false;
  std::optional<PhaseChange> phaseChange_;
  std::optional<Followed> followAsked_;
  Cycle stepsAsked_ = 0;   ///< not yet added to the target
  bool stepping_ = false;  ///< the target came from steps
  bool pauseAsked_ = false;
  Cycle now_ = 0;
  double speed_ = 0;
  bool paceChanged_ = false;
  bool stopRequested_ = false;
  bool snapshotWanted_ = true;
  WatchList watch_;
  Snapshot mailbox_;                   ///< without windows
  std::vector<WindowSample> windows_;  ///< those that there were when it was filled
  bool mailboxFull_ = false;
  std::optional<Results> results_;
  std::string failure_;
  Snapshot scratch_;                                           ///< touched by the thread only
  GoalWatch goalWatch_;                                        ///< touched by the thread only
  std::shared_ptr<const Results> soFar_;                       ///< touched by the thread only
  std::shared_ptr<const std::vector<MatrixEntry>> rankPairs_;  ///< likewise
  std::chrono::steady_clock::time_point soFarTaken_;           ///< touched by the thread only
  std::jthread thread_;
};

}  // namespace hopscope

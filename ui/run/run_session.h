// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/design/design.h"
#include "engine/simulation/runner.h"
#include "ui/drawing/network_painter.h"
#include "ui/run/prepare_job.h"

namespace hopscope {

/// One run of one design as the window sees it: pulls the newest snapshot 30 times a second and
/// turns counters into rates. Of several replications the first is watched; the others are
/// simulated behind it, and the results are those of all. Never blocks.
class RunSession : public QObject {
  Q_OBJECT

 public:
  explicit RunSession(QObject* parent = nullptr);
  ~RunSession() override;

  /// Compiles `design` and starts it paused. Errors come back and nothing starts.
  Issues prepare(const Design& design);
  /// The same away from the window's thread. A run that is there stays until the new one takes its
  /// place; then, or where errors keep it from that, `done` is called. Small networks are there
  /// before this returns. Another call, or cancelPreparing(), drops what is being prepared.
  void prepareLater(const Design& design, std::function<void(const Issues&)> done);
  void cancelPreparing();
  /// What is being done to prepare a run; nothing where none is being prepared.
  std::optional<PrepareStage> preparing() const;
  /// Drops the simulation, if any, and what is being prepared.
  void discard();
  bool active() const;

  void run();
  void pause();
  void stop();
  void step(Cycle cycles);
  void runUntil(const RunGoal& goal);
  void runUntil(Cycle cycle) { runUntil(RunGoal{cycle, 0, {}, false}); }
  /// `change` comes at the next cycle, whatever its own time is, as a phase that design() has from
  /// then on too; the run does not stop for it. Where it needs what the network was made without
  /// (as the first part that fails does, and the first other routing), the run is repeated up to
  /// now with it (catchingUp()); so it is where circuits are planned ahead, and others than before
  /// have one. Changes that come meanwhile wait, and come into force one after the other. Errors
  /// come back and nothing changes.
  Issues whatIf(const Phase& change);
  /// What a change needs is being worked out, away from the window's thread, as where circuits are
  /// to be planned anew; the run rests meanwhile. cancelChange() calls it off, and those that wait
  /// behind it.
  bool changing() const;
  void cancelChange();
  /// What whatIf() would say to `change` now.
  Issues refusals(const Phase& change) const;
  /// Goes back so many cycles: the run, which rests or is over, is repeated exactly up to there
  /// (catchingUp()), and rests; at its first cycle at the earliest. False where that cannot be.
  /// What it takes is worked out as a change's is (changing()), and called off likewise: then the
  /// run is what it was.
  bool stepBack(Cycle cycles);
  /// The cycle that the run goes back to, while that is being worked out.
  std::optional<Cycle> goingBack() const;
  bool mayStepBack() const;
  /// The cycle up to which the run is being repeated. stop() waits for that.
  std::optional<Cycle> catchingUp() const;
  /// The run goes, or will once it has been repeated: run() and pause() decide then, too.
  bool goesOn() const;
  bool stopping() const;  ///< stop() was called
  /// What has failed at a cycle of the run, by the design's ids.
  PartIds failedAt(Cycle cycle) const;
  /// What will have failed before a change that is made now: where a run is repeated, it counts as
  /// having been, and changes that wait as having come.
  PartIds failedNow() const;
  void setSpeed(double cyclesPerSecond);  ///< 0: flat out
  /// One router in detail, and another one; kNone: none.
  void watchRouter(RouterId router, RouterId neighbour = kNone);
  /// The routers that are shown near enough to look into: heat().inside.
  void watchNear(std::vector<RouterId> routers);
  void watchLatencies(bool wanted);  ///< Snapshot::latencies
  /// What colours are to show: of queues, heat() has that alone.
  void showQuantity(HeatQuantity quantity);
  /// Packets, and requests and grants, also while the run is fast: then they are there as soon as
  /// it pauses.
  void watchAll();
  /// The packet that `source` sent at `birth`, or (-1) its next one: Snapshot::journey, and lit in
  /// the heat. kNone: none.
  void follow(TerminalId source, Cycle birth = -1);
  /// What was asked for; its source is kNone where nothing is followed.
  const FollowedPacket& followed() const;

  const Design& design() const;  ///< the design as compiled, and changed by whatIf()
  /// The design that a change made now meets: the phases up to now stand in its settings.
  Design inForce() const;
  const RunGoal& goal() const;  ///< what the run was asked to pause at
  std::shared_ptr<const Topology> topology() const;
  /// The routing that the run began with; null where there is no run.
  std::shared_ptr<const RoutingAlgorithm> routing() const;
  const Snapshot& snapshot() const;  ///< the newest
  const NetworkHeat& heat() const;   ///< rates over the last stretch of simulated time
  RunnerState state() const;
  double cyclesPerSecond() const;    ///< achieved
  double flitHopsPerSecond() const;  ///< achieved
  double speed() const;              ///< as asked for; 0: flat out
  Cycle heatCycles() const;          ///< simulated cycles the heat is taken over
  std::string failure() const;       ///< why a failed run ended
  std::optional<Results> results() const;
  std::size_t replications() const;          ///< of the design
  std::size_t finishedReplications() const;  ///< the watched one included
  /// The watched run is over, others are not.
  bool replicating() const;
  /// What the watched run's windows were like so far; null where there is no run.
  std::shared_ptr<const Recorder> recorder() const;

 signals:
  void updated();       ///< a new snapshot arrived
  void stateChanged();  ///< also when preparing() begins or ends
  void finished();      ///< results() is there
  /// whatIf() has come into force; design() has a phase from that cycle on.
  void phasesChanged(hopscope::Cycle at);
  /// stepBack() has come into force; the run was over and whole before, or not.
  void wentBack(bool wasWhole);
  /// whatIf() or stepBack() could not come into force after all; the run goes on as it was.
  void refused(const hopscope::Issues& issues);
  /// What to know of a design that whatIf() changed, and was not known before.
  void warned(const hopscope::Issues& issues);

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace hopscope

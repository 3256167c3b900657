// SPDX-License-Identifier: GPL-3.0-or-later
// What a session's run is like.
#include "engine/design/faults.h"
#include "ui/run/run_session_core.h"

namespace hopscope {

const Design& RunSession::design() const {
  return implementation_->plan.design;
}
Design RunSession::inForce() const {
  return implementation_->planned().inForce(implementation_->present());
}
std::optional<Cycle> RunSession::catchingUp() const {
  return implementation_->catchUp;
}
std::optional<Cycle> RunSession::goingBack() const {
  return implementation_->backTo;
}
PartIds RunSession::failedAt(Cycle cycle) const {
  const Implementation& p = *implementation_;
  return failedIn(p.plan.design, phasesInForce(p.plan.design, p.snapshot, cycle));
}
PartIds RunSession::failedNow() const {
  const Implementation& p = *implementation_;
  const RunPlan plan = p.planned();
  return failedIn(plan.design, plan.begunBefore(p.present()));
}
const RunGoal& RunSession::goal() const {
  return implementation_->goal;
}
std::shared_ptr<const RoutingAlgorithm> RunSession::routing() const {
  return active() ? implementation_->routing : nullptr;
}

std::shared_ptr<const Topology> RunSession::topology() const {
  return implementation_->topology;
}
const Snapshot& RunSession::snapshot() const {
  return implementation_->snapshot;
}
const NetworkHeat& RunSession::heat() const {
  return implementation_->heat;
}
RunnerState RunSession::state() const {
  return implementation_->state;
}
double RunSession::cyclesPerSecond() const {
  return implementation_->pace.cyclesPerSecond();
}
double RunSession::flitHopsPerSecond() const {
  return implementation_->pace.flitHopsPerSecond();
}
double RunSession::speed() const {
  return implementation_->speed;
}
Cycle RunSession::heatCycles() const {
  return implementation_->meter.covered();
}
std::optional<Results> RunSession::results() const {
  return implementation_->results;
}

std::size_t RunSession::replications() const {
  return implementation_->otherDesigns.size() + 1;
}
std::size_t RunSession::finishedReplications() const {
  const Implementation& p = *implementation_;
  return (p.first ? 1 : 0) + (p.others ? p.others->finished() : 0);
}
bool RunSession::replicating() const {
  return implementation_->first && !implementation_->results && implementation_->others;
}

std::string RunSession::failure() const {
  return implementation_->runner ? implementation_->runner->failure() : std::string();
}

std::shared_ptr<const Recorder> RunSession::recorder() const {
  return implementation_->runner ? implementation_->runner->recorder() : nullptr;
}

}  // namespace hopscope

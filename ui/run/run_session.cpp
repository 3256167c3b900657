// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/run_session.h"

#include <algorithm>
#include <utility>

#include "engine/design/compile.h"
#include "ui/run/run_session_core.h"

namespace hopscope {

namespace {
constexpr int kPullMilliseconds = 33;
}  // namespace

RunSession::RunSession(QObject* parent)
    : QObject(parent), implementation_(std::make_unique<Implementation>(this)) {
  implementation_->timer.setInterval(kPullMilliseconds);
  implementation_->timer.setTimerType(Qt::PreciseTimer);
  connect(&implementation_->timer, &QTimer::timeout, this, [this] { implementation_->pull(); });
}

RunSession::~RunSession() = default;

Issues RunSession::prepare(const Design& design) {
  cancelPreparing();
  PrepareJob job(design);
  job.work();
  return implementation_->take(job);
}

void RunSession::prepareLater(const Design& design, std::function<void(const Issues&)> done) {
  const auto take = [this, done = std::move(done)](PrepareJob& job) {
    const Issues issues = implementation_->take(job);
    if (hasErrors(issues)) emit stateChanged();
    done(issues);
  };
  if (!implementation_->preparer.begin(design, this, take)) emit stateChanged();
}

void RunSession::cancelPreparing() {
  if (implementation_->preparer.cancel()) emit stateChanged();
}

std::optional<PrepareStage> RunSession::preparing() const {
  return implementation_->preparer.stage();
}

void RunSession::discard() {
  Implementation& p = *implementation_;
  p.timer.stop();
  const bool waited = p.preparer.cancel();
  const bool had = p.runner != nullptr || waited;
  p.forget();
  p.snapshot = {};
  p.heat = {};
  p.topology.reset();
  p.state = RunnerState::paused;
  p.pace.clear();
  if (had) emit stateChanged();
}

bool RunSession::active() const {
  return implementation_->runner != nullptr;
}

void RunSession::run() {
  if (implementation_->runner) implementation_->startOthers();
  runUntil(RunGoal{});
}

void RunSession::pause() {
  Implementation& p = *implementation_;
  if (!p.runner) return;
  p.goOn = false;
  if (!p.catchUp) p.runner->pause();
  if (p.busy()) emit stateChanged();
}

void RunSession::stop() {
  Implementation& p = *implementation_;
  if (!p.runner) return;
  if (replicating()) {
    p.others->cancel();
    return;
  }
  p.stopAsked = true;
  if (p.catchUp)
    emit stateChanged();
  else
    p.runner->stop();
}

void RunSession::step(Cycle cycles) {
  Implementation& p = *implementation_;
  if (!p.runner) return;
  if (p.catchUp || p.changer.job()) {
    const bool stepping = p.goOn && p.goal.cycle != RunGoal::kNever;
    runUntil(RunGoal{(stepping ? p.goal.cycle : p.present()) + cycles, 0, {}, false});
    return;
  }
  // A run that has to be repeated meanwhile shall pause there, too.
  const bool stepping =
      p.runner->state() == RunnerState::running && p.goal.cycle != RunGoal::kNever;
  p.goal = RunGoal{(stepping ? p.goal.cycle : p.runner->now()) + cycles, 0, {}, false};
  p.runner->step(cycles);
  p.timer.start();
}

void RunSession::runUntil(const RunGoal& goal) {
  Implementation& p = *implementation_;
  if (!p.runner) return;
  p.goal = goal;
  p.goOn = true;
  if (p.busy()) {
    p.stopAsked = false;
    emit stateChanged();
    return;
  }
  p.runner->runUntil(goal);
  p.noteState(p.runner->state());
}

bool RunSession::goesOn() const {
  const Implementation& p = *implementation_;
  return p.runner && (p.busy() ? p.goOn && !p.stopAsked : p.state == RunnerState::running);
}

bool RunSession::stopping() const {
  return implementation_->stopAsked;
}

bool RunSession::changing() const {
  return implementation_->changer.job() != nullptr;
}

void RunSession::cancelChange() {
  Implementation& p = *implementation_;
  if (!p.changer.cancel()) return;
  if (p.backTo) p.goOn = false;  // what it should do after that is not to be done without
  p.backTo.reset();
  p.waiting.clear();
  p.timer.start();
  p.goOnAfterAll();
  emit stateChanged();
}

Issues RunSession::refusals(const Phase& change) const {
  const Implementation& p = *implementation_;
  if (!p.runner) return {};
  RunPlan plan = p.planned();
  plan.add(change, p.present());
  return validate(plan.design, p.topology);
}

bool RunSession::mayStepBack() const {
  const Implementation& p = *implementation_;
  return p.runner && !p.busy() && p.state != RunnerState::running &&
         p.state != RunnerState::failed && !replicating() && p.runner->now() > 1;
}

bool RunSession::stepBack(Cycle cycles) {
  if (!mayStepBack()) return false;
  implementation_->goBack(std::max<Cycle>(1, implementation_->runner->now() - cycles));
  return true;
}

Issues RunSession::whatIf(const Phase& change) {
  Implementation& p = *implementation_;
  Issues issues;
  const RunnerState now = p.backTo   ? RunnerState::paused
                          : p.runner ? p.runner->state()
                                     : RunnerState::failed;
  if (p.stopAsked || (now != RunnerState::running && now != RunnerState::paused)) {
    issues.push_back(
        {Severity::error, "phases", sentence("The run is over."),
         sentence("Start it over; the change can be planned as a phase of the design.")});
    return issues;
  }
  issues = refusals(change);
  if (hasErrors(issues)) return issues;
  if (!p.busy()) p.goOn = now == RunnerState::running;
  p.waiting.push_back(change);
  if (!p.catchUp) p.runner->pause();
  p.timer.start();
  return {};
}

void RunSession::setSpeed(double cyclesPerSecond) {
  Implementation& p = *implementation_;
  p.speed = std::max(0.0, cyclesPerSecond);
  if (!p.runner) return;
  if (!p.catchUp) p.runner->setSpeed(p.speed);
  p.updateWatch();
}

void RunSession::watchRouter(RouterId router, RouterId neighbour) {
  implementation_->watched = router;
  implementation_->neighbour = neighbour;
  implementation_->updateWatch();
}

void RunSession::watchAll() {
  implementation_->allWatched = true;
  implementation_->updateWatch();
}

void RunSession::watchNear(std::vector<RouterId> routers) {
  if (routers == implementation_->near) return;
  implementation_->near = std::move(routers);
  implementation_->updateWatch();
}

void RunSession::showQuantity(HeatQuantity quantity) {
  Implementation& p = *implementation_;
  p.meter.show(quantity);
  p.updateWatch();
  if (!active()) return;
  p.takeRanks();
  if (p.snapshot.queues.empty()) return;
  p.refreshHeat();  // of another quantity of queues no new picture comes while the run rests
  p.showResults();
}

void RunSession::watchLatencies(bool wanted) {
  implementation_->latenciesWatched = wanted;
  implementation_->updateWatch();
}

void RunSession::follow(TerminalId source, Cycle birth) {
  Implementation& p = *implementation_;
  if (!active()) return;
  p.followed = {source, birth, {}, kNone, kNone, false};
  p.heat.followed = p.followed;
  // In a run that is repeated it is looked for once that is there.
  if (!p.catchUp) p.runner->follow(source, birth);
  p.timer.start();
}

const FollowedPacket& RunSession::followed() const {
  return implementation_->followed;
}

}  // namespace hopscope

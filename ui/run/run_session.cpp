// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/run_session.h"

#include <algorithm>
#include <deque>
#include <exception>
#include <utility>

#include "engine/core/thread_team.h"
#include "engine/design/compile.h"
#include "engine/design/faults.h"
#include "engine/simulation/packet_lengths.h"
#include "engine/study/replications.h"
#include "ui/run/followed_journey.h"
#include "ui/run/heat_meter.h"
#include "ui/run/prepare_job.h"
#include "ui/run/replication_worker.h"
#include "ui/run/run_pace.h"
#include "ui/run/run_plan.h"

namespace hopscope {

namespace {
constexpr int kPullMilliseconds = 33;
/// Up to this speed packets are worth drawing one by one.
constexpr double kPacketSpeed = 200;

}  // namespace

struct RunSession::Implementation {
  explicit Implementation(RunSession* session) : owner(session) {}

  RunSession* owner;
  QTimer timer;
  Preparer preparer;
  std::unique_ptr<SimulationRunner> runner;
  RunPlan plan;
  Issues known;  ///< that the design had when it was compiled last
  std::shared_ptr<const Topology> topology;
  Snapshot snapshot;
  NetworkHeat heat;
  HeatMeter meter;
  RunnerState state = RunnerState::paused;
  std::optional<Results> results;
  std::optional<Results> first;      ///< of the watched run, while others go on
  std::vector<Design> otherDesigns;  ///< the other replications
  std::unique_ptr<ReplicationWorker> others;
  double speed = 0;
  RouterId watched = kNone, neighbour = kNone;
  std::vector<RouterId> near;
  bool latenciesWatched = false, allWatched = false;
  FollowedPacket followed;
  bool announced = false;             ///< the results
  std::size_t knownReplications = 0;  ///< of the others, finished
  RunGoal goal;                       ///< asked for last
  std::deque<Phase> waiting;          ///< changes, for the run to be between two cycles
  std::optional<Cycle> catchUp;       ///< the run is repeated flat out up to there
  /// The run goes on once nothing waits and nothing is repeated any more.
  bool goOn = false;
  bool stopAsked = false;
  // What the network was made for.
  bool reroutes = false;
  VcCounts channels;
  std::vector<std::uint32_t> lengths;  ///< of packets

  RunPace pace;

  void forget() {
    runner.reset();
    others.reset();
    otherDesigns.clear();
    first.reset();
    results.reset();
    waiting.clear();
    known.clear();
    followed = {};
    catchUp.reset();
    stopAsked = false;
    goal = {};
    announced = false;
    knownReplications = 0;
  }

  void updateWatch() {
    if (!runner) return;
    WatchList list;
    list.router = watched;
    list.neighbour = neighbour;
    list.latencies = latenciesWatched;
    list.packets =
        allWatched || state != RunnerState::running || (speed > 0 && speed <= kPacketSpeed);
    list.allocations = list.packets;
    list.results = list.circuits = list.ranks = true;
    list.queues = meter.wantsQueues();
    list.near = near;
    runner->watch(list);
    timer.start();
  }

  void refreshHeat() {
    meter.add(snapshot, state != RunnerState::running);
    meter.fill(heat);
    takeMoving(snapshot, heat);
    takeJourney(snapshot.journey, followed);
    heat.followed = followed;
  }

  /// A finished run is shown by its measured interval; its last moments are the idle drain.
  void showResults() {
    if (!results) return;
    if (results->channelUtilization.size() == heat.channelUtilization.size() && results->complete)
      std::transform(results->channelUtilization.begin(), results->channelUtilization.end(),
                     heat.channelUtilization.begin(),
                     [](double value) { return static_cast<float>(value); });
    if (results->complete) heat.routerPower = measuredPower(*results, plan.design);
    if (results->verdict != Verdict::deadlocked && heat.queuesSeen == QueuesSeen::yes)
      heat.queuesSeen = QueuesSeen::ranEmpty;
    heat.powerRange = around(heat.routerPower, heat.powerRange);
    heat.packets.clear();
    heat.paused.clear();
    heat.pauses = false;
  }

  void startOthers() {
    if (!others && !otherDesigns.empty())
      others = std::make_unique<ReplicationWorker>(otherDesigns);
  }

  /// The results, once all replications have them; those of the watched run where it was stopped.
  std::optional<Results> collect() {
    if (!first) first = runner->results();
    if (!first || otherDesigns.empty()) return first;
    if (!first->complete) {
      if (others) others->cancel();
      return first;
    }
    startOthers();
    if (!others->done()) return {};
    std::vector<Results> runs = others->results();
    const bool all = runs.size() == otherDesigns.size();
    runs.insert(runs.begin(), *first);
    Results pooled = pool(std::move(runs));
    pooled.complete = all;
    if (const std::string why = others->failure(); !why.empty())
      pooled.warnings.push_back(sentence("{}", why));
    return pooled;
  }

  /// Where the run is, or is being brought to.
  Cycle present() const { return catchUp ? *catchUp : runner ? runner->now() : 0; }

  /// Something comes before the run goes on.
  bool busy() const { return catchUp || !waiting.empty(); }

  /// What the run follows, with the changes that wait.
  RunPlan planned() const {
    RunPlan all = plan;
    for (const Phase& change : waiting) all.add(change, present());
    return all;
  }

  /// Whether the network that runs can be told the phases of `setup`.
  bool fitsNetwork(const Setup& setup) const {
    return setup.reroutes == reroutes && setup.virtualChannels == channels &&
           carries(lengths, setup);
  }

  /// Makes another simulation take the run's place, and brings it to where that was. False, with
  /// nothing changed, where it does not fit into the memory.
  bool repeat(Setup setup) {
    setup.execution = watchedExecution();
    const Cycle until = runner->now();
    const bool reroutesThen = setup.reroutes;
    const VcCounts channelsThen = setup.virtualChannels;
    std::vector<std::uint32_t> lengthsThen = packetLengths(setup);
    try {
      runner = std::make_unique<SimulationRunner>(std::move(setup));
    } catch (const std::exception&) {
      return false;
    }
    reroutes = reroutesThen;
    channels = channelsThen;
    heat.packetSizes = lengths = std::move(lengthsThen);
    snapshot.windows.clear();
    meter.reset(*topology, plan.design);
    catchUp = until;
    updateWatch();
    runner->runUntil(until);
    return true;
  }

  void endCatchUp() {
    catchUp.reset();
    runner->setSpeed(speed);
    if (followed.source != kNone) runner->follow(followed.source, followed.birth);
    if (stopAsked) runner->stop();
    goOnAfterAll();
  }

  void goOnAfterAll() {
    if (goOn && !stopAsked && !busy()) runner->runUntil(goal);
  }

  /// The first change that waits comes into force. Between two cycles.
  void applyNext() {
    RunPlan changed = plan;
    const Cycle at = changed.add(waiting.front(), runner->now());
    waiting.pop_front();
    Compiled compiled = compile(changed.design, topology);
    if (!compiled.setup) {
      emit owner->refused(compiled.issues);
      goOnAfterAll();
      return;
    }
    std::vector<TrafficPhase> phases = compiled.setup->phases;
    changed.setBegins(phases);
    if (fitsNetwork(*compiled.setup)) {
      runner->setPhases(std::move(phases), at);
    } else if (!repeat(std::move(*compiled.setup))) {
      emit owner->refused(
          {{Severity::error, "phases",
            sentence("This change needs the network a second time, which does not fit "
                     "into the memory of this machine."),
            sentence("Stop the run, and plan the change as a phase of the design.")}});
      goOnAfterAll();
      return;
    }
    plan = std::move(changed);
    // The others follow the same plan from their beginning.
    if (!otherDesigns.empty()) {
      const bool going = others != nullptr;
      others.reset();
      otherDesigns = replicationsOf(plan.design);
      otherDesigns.erase(otherDesigns.begin());
      if (going) startOthers();
    }
    goOnAfterAll();
    emit owner->phasesChanged(at);
    warn(std::move(compiled.issues));
  }

  /// Puts what was prepared in the place of the run that was.
  Issues take(PrepareJob& job) {
    if (!job.runner) {
      if (!job.fits) owner->discard();
      return job.issues;
    }
    forget();
    plan.design = job.design;
    plan.setBegins(job.phases);
    known = job.issues;
    otherDesigns = std::move(job.otherDesigns);
    topology = job.topology;
    reroutes = job.reroutes;
    channels = job.channels;
    runner = std::move(job.runner);
    snapshot = {};
    heat = {};
    heat.packetSizes = lengths = std::move(job.lengths);
    meter.reset(*topology, plan.design);
    meter.fill(heat);
    state = RunnerState::paused;
    pace.clear();
    runner->setSpeed(speed);
    updateWatch();
    timer.start();
    emit owner->stateChanged();
    return job.issues;
  }

  /// Hands on what a change brought along.
  void warn(Issues issues) {
    Issues news;
    for (const Issue& issue : issues)
      if (issue.severity == Severity::warning &&
          std::none_of(known.begin(), known.end(), [&](const Issue& each) {
            return each.text == issue.text && each.remedy == issue.remedy;
          }))
        news.push_back(issue);
    known = std::move(issues);
    if (!news.empty()) emit owner->warned(news);
  }

  void noteState(RunnerState now) {
    // It rests between two cycles only.
    if (now == RunnerState::paused && busy() && goOn) now = RunnerState::running;
    if (now == state) return;
    state = now;
    if (state == RunnerState::running) pace.restart(snapshot);
    updateWatch();
    emit owner->stateChanged();
  }

  void pull() {
    if (!runner) return;
    // The state first: whatever it says, the snapshot taken afterwards is at least as new.
    RunnerState now = runner->state();
    if (catchUp && now == RunnerState::paused && runner->now() >= *catchUp) {
      endCatchUp();
      now = runner->state();
    }
    if (!waiting.empty() && !catchUp && !stopAsked && now == RunnerState::paused) {
      applyNext();
      now = runner->state();
    }
    const bool ended = now == RunnerState::finished || now == RunnerState::failed;
    const bool fresh = runner->takeSnapshot(snapshot);
    if (fresh) refreshHeat();
    if (ended) {
      catchUp.reset();
      if (!std::exchange(waiting, {}).empty())
        emit owner->refused({{Severity::error, "phases",
                              sentence("The run was over before this change came into force."),
                              sentence("Start it over; the change can be planned as a phase of the "
                                       "design.")}});
    }
    if (ended && !results) results = collect();
    const bool newResults = results && !announced;
    announced = results.has_value();
    const std::size_t replicated = others ? others->finished() : 0;
    const bool progress = std::exchange(knownReplications, replicated) != replicated;
    if (ended) showResults();
    if (state == RunnerState::running)
      pace.measure(snapshot);
    else
      pace.clear();
    noteState(now);
    if (fresh || newResults || progress) emit owner->updated();
    if (newResults) emit owner->finished();
    if (ended && !fresh && (results || now == RunnerState::failed) &&
        (now == RunnerState::failed || watchedIsShown()))
      timer.stop();
  }

  /// A finished simulation still answers: another router may be looked into at any time.
  bool watchedIsShown() const {
    const auto shown = [](RouterId wanted, const std::optional<RouterDetail>& detail) {
      return wanted == kNone || (detail && detail->router == wanted);
    };
    return shown(watched, snapshot.router) && shown(neighbour, snapshot.neighbour);
  }
};

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
  if (!p.runner || p.catchUp) return;
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

Issues RunSession::whatIf(const Phase& change) {
  Implementation& p = *implementation_;
  Issues issues;
  const RunnerState now = p.runner ? p.runner->state() : RunnerState::failed;
  if (p.stopAsked || (now != RunnerState::running && now != RunnerState::paused)) {
    issues.push_back(
        {Severity::error, "phases", sentence("The run is over."),
         sentence("Start it over; the change can be planned as a phase of the design.")});
    return issues;
  }
  RunPlan plan = p.planned();
  plan.add(change, p.present());
  issues = validate(plan.design, p.topology);
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
  if (!active() || p.snapshot.queues.empty()) return;
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

const Design& RunSession::design() const {
  return implementation_->plan.design;
}
Design RunSession::inForce() const {
  return implementation_->planned().inForce(implementation_->present());
}
std::optional<Cycle> RunSession::catchingUp() const {
  return implementation_->catchUp;
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

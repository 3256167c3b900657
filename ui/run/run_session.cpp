// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/run_session.h"

#include <QElapsedTimer>
#include <algorithm>
#include <exception>
#include <limits>
#include <utility>

#include "engine/core/crew.h"
#include "engine/design/compile.h"
#include "engine/design/faults.h"
#include "engine/design/phases.h"
#include "engine/study/replications.h"
#include "ui/run/rate_meter.h"
#include "ui/run/replication_worker.h"

namespace hopscope {

namespace {
constexpr int kPullMilliseconds = 33;
/// Up to this speed packets are worth drawing one by one.
constexpr double kPacketSpeed = 200;
/// For the recorded past of a live run.
constexpr std::size_t kRecordBytes = std::size_t{64} << 20U;
/// Achieved speed is taken over at least this much real time.
constexpr double kPaceSeconds = 0.4;
/// Of the packets of a run, in flits.
std::vector<std::uint32_t> sizesOf(const Setup& setup) {
  std::vector<std::uint32_t> sizes;
  for (const PacketSize& size : setup.packetSizes) sizes.push_back(size.flits);
  if (sizes.empty()) sizes.push_back(setup.packetFlits);
  std::sort(sizes.begin(), sizes.end());
  sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
  return sizes;
}

}  // namespace

struct RunSession::Implementation {
  explicit Implementation(RunSession* session) : owner(session) {}

  RunSession* owner;
  QTimer timer;
  std::unique_ptr<SimulationRunner> runner;
  Design design;
  std::shared_ptr<const Topology> topology;
  Snapshot snapshot;
  NetworkHeat heat;
  RateMeter rates;
  RunnerState state = RunnerState::paused;
  std::optional<Results> results;
  std::optional<Results> first;      ///< of the watched run, while others go on
  std::vector<Design> otherDesigns;  ///< the other replications
  std::unique_ptr<ReplicationWorker> others;
  double speed = 0;
  RouterId watched = kNone, neighbour = kNone;
  bool latenciesWatched = false;
  FollowedPacket followed;
  bool announced = false;             ///< the results
  std::size_t knownReplications = 0;  ///< of the others, finished
  std::vector<Cycle> phaseBegins;     ///< of the design's phases
  RunGoal goal;                       ///< asked for last
  struct WhatIf {
    Phase change;
    bool goOn = false;  ///< the run was going
  };
  std::optional<WhatIf> whatIf;  ///< waits for the run to be between two cycles
  /// The run is repeated flat out up to a cycle, and goes on as it was.
  struct CatchUp {
    Cycle until = 0;
    bool goOn = false;
  };
  std::optional<CatchUp> catchUp;
  // What the network was made for.
  bool reroutes = false;
  VcCounts channels;

  QElapsedTimer clock;
  double paceTime = 0;
  Cycle paceCycle = 0;
  std::uint64_t paceHops = 0;
  double cyclesPerSecond = 0;
  double hopsPerSecond = 0;

  void forget() {
    runner.reset();
    others.reset();
    otherDesigns.clear();
    first.reset();
    results.reset();
    whatIf.reset();
    followed = {};
    catchUp.reset();
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
    list.packets = state != RunnerState::running || (speed > 0 && speed <= kPacketSpeed);
    list.allocations = list.packets;
    runner->watch(list);
  }

  void restartPace() {
    clock.restart();
    paceTime = 0;
    paceCycle = snapshot.cycle;
    paceHops = snapshot.flitHops;
  }

  void measurePace() {
    if (state != RunnerState::running) {
      cyclesPerSecond = 0;
      hopsPerSecond = 0;
      return;
    }
    // A run that is repeated has begun anew.
    if (snapshot.cycle < paceCycle) restartPace();
    const double now = static_cast<double>(clock.nsecsElapsed()) * 1e-9;
    const double seconds = now - paceTime;
    if (seconds < kPaceSeconds) return;
    cyclesPerSecond = static_cast<double>(snapshot.cycle - paceCycle) / seconds;
    hopsPerSecond = static_cast<double>(snapshot.flitHops - paceHops) / seconds;
    paceTime = now;
    paceCycle = snapshot.cycle;
    paceHops = snapshot.flitHops;
  }

  void refreshHeat() {
    rates.add(snapshot);
    rates.utilization(heat.channelUtilization);
    rates.hitRate(heat.routerHitRate);
    heat.packets = snapshot.packets;
    lightWay();
  }

  /// The way of the packet that is followed, as far as it is known.
  void lightWay() {
    followed.way.clear();
    const std::optional<Journey>& journey = snapshot.journey;
    if (journey && journey->source == followed.source && journey->birth >= 0) {
      followed.birth = journey->birth;
      if (journey->foundOn != kNone) followed.way.push_back(journey->foundOn);
      if (journey->foundOn == kNone && !journey->hops.empty())
        followed.way.push_back(journey->hops.front().in);
      for (const JourneyHop& hop : journey->hops) followed.way.push_back(hop.out);
    }
    heat.followed = followed;
  }

  /// A finished run is shown by its measured interval; its last moments are the idle drain.
  void showResults() {
    if (!results) return;
    if (results->channelUtilization.size() == heat.channelUtilization.size() && results->complete)
      std::transform(results->channelUtilization.begin(), results->channelUtilization.end(),
                     heat.channelUtilization.begin(),
                     [](double value) { return static_cast<float>(value); });
    heat.packets.clear();
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
    if (const std::string why = others->failure(); !why.empty()) pooled.warnings.push_back(why);
    return pooled;
  }

  /// The design with another phase from cycle `at` on.
  Design withPhase(Cycle at, const Phase& change) const {
    Design changed = design;
    const auto place = std::upper_bound(phaseBegins.begin(), phaseBegins.end(), at);
    Phase phase = change;
    phase.at = at;
    changed.phases.insert(changed.phases.begin() + (place - phaseBegins.begin()), phase);
    return changed;
  }

  /// Where the run is, or is being brought to.
  Cycle present() const { return catchUp ? catchUp->until : runner->now(); }

  /// Whether the network that runs can be told the phases of `setup`.
  bool fitsNetwork(const Setup& setup) const {
    return setup.reroutes == reroutes && setup.virtualChannels == channels;
  }

  /// Makes another simulation take the run's place, and brings it to where that was. False, with
  /// nothing changed, where it does not fit into the memory.
  bool repeat(Setup setup, bool goOn) {
    setup.execution.threads = coresHere();
    setup.execution.recordBytes = kRecordBytes;
    const Cycle until = runner->now();
    const bool reroutesThen = setup.reroutes;
    const VcCounts channelsThen = setup.virtualChannels;
    try {
      runner = std::make_unique<SimulationRunner>(std::move(setup));
    } catch (const std::exception&) {
      return false;
    }
    reroutes = reroutesThen;
    channels = channelsThen;
    rates.reset(topology->channelCount(), topology->routerCount());
    catchUp = CatchUp{until, goOn};
    updateWatch();
    runner->runUntil(until);
    return true;
  }

  void endCatchUp() {
    const CatchUp done = *std::exchange(catchUp, {});
    runner->setSpeed(speed);
    if (whatIf)
      whatIf->goOn = whatIf->goOn || done.goOn;
    else if (done.goOn)
      runner->runUntil(goal);
  }

  /// The first cycle at which another phase may begin.
  Cycle nextBegin(Cycle now) const {
    Cycle at = std::max<Cycle>(1, now);
    while (std::binary_search(phaseBegins.begin(), phaseBegins.end(), at)) ++at;
    return at;
  }

  /// Between two cycles.
  void applyWhatIf() {
    const WhatIf change = *std::exchange(whatIf, {});
    const Cycle at = nextBegin(runner->now());
    Design changed = withPhase(at, change.change);
    Compiled compiled = compile(changed, topology);
    const bool refused = !compiled.setup;
    bool repeated = false;
    if (!refused) {
      const std::vector<TrafficPhase> phases = compiled.setup->phases;
      repeated = !fitsNetwork(*compiled.setup);
      if (repeated && !repeat(std::move(*compiled.setup), change.goOn)) {
        emit owner->refused({{Severity::error, "phases",
                              "This change needs the network a second time, which does not fit "
                              "into the memory of this machine.",
                              "Stop the run, and plan the change as a phase of the design."}});
        if (change.goOn) runner->runUntil(goal);
        return;
      }
      if (!repeated) runner->setPhases(phases, at);
      design = std::move(changed);
      setPhaseBegins(phases);
      // The others follow the same plan from their beginning.
      if (!otherDesigns.empty()) {
        const bool going = others != nullptr;
        others.reset();
        otherDesigns = replicationsOf(design);
        otherDesigns.erase(otherDesigns.begin());
        if (going) startOthers();
      }
    }
    if (change.goOn && !repeated) runner->runUntil(goal);
    if (!refused) emit owner->phasesChanged(at);
  }

  void setPhaseBegins(const std::vector<TrafficPhase>& phases) {
    phaseBegins.clear();
    for (const TrafficPhase& phase : phases) phaseBegins.push_back(phase.at);
  }

  void noteState(RunnerState now) {
    if (now == state) return;
    state = now;
    if (state == RunnerState::running) restartPace();
    updateWatch();
    emit owner->stateChanged();
  }

  void pull() {
    if (!runner) return;
    // The state first: whatever it says, the snapshot taken afterwards is at least as new.
    RunnerState now = runner->state();
    if (catchUp && now == RunnerState::paused && runner->now() >= catchUp->until) {
      endCatchUp();
      now = runner->state();
    }
    if (whatIf && !catchUp && now == RunnerState::paused) {
      applyWhatIf();
      now = runner->state();
    }
    const bool ended = now == RunnerState::finished || now == RunnerState::failed;
    const bool fresh = runner->takeSnapshot(snapshot);
    if (fresh) refreshHeat();
    if (ended) {
      whatIf.reset();
      catchUp.reset();
    }
    if (ended && !results) results = collect();
    const bool newResults = results && !announced;
    announced = results.has_value();
    const std::size_t replicated = others ? others->finished() : 0;
    const bool progress = std::exchange(knownReplications, replicated) != replicated;
    if (ended) showResults();
    measurePace();
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
  Compiled compiled = compile(design);
  if (!compiled.setup || hasErrors(compiled.issues)) return compiled.issues;
  Implementation& p = *implementation_;
  p.forget();
  p.design = design;
  p.otherDesigns = replicationsOf(design);
  p.otherDesigns.erase(p.otherDesigns.begin());
  p.topology = compiled.setup->topology;
  p.setPhaseBegins(compiled.setup->phases);
  std::vector<std::uint32_t> sizes = sizesOf(*compiled.setup);
  p.reroutes = compiled.setup->reroutes;
  p.channels = compiled.setup->virtualChannels;
  compiled.setup->execution.threads = coresHere();
  compiled.setup->execution.recordBytes = kRecordBytes;
  try {
    p.runner = std::make_unique<SimulationRunner>(std::move(*compiled.setup));
  } catch (const std::exception&) {
    discard();
    compiled.issues.push_back({Severity::error, "topology",
                               "This network does not fit into the memory of this machine.",
                               "Choose smaller buffers or a smaller network."});
    return compiled.issues;
  }
  p.snapshot = {};
  p.heat = {};
  p.heat.channelUtilization.assign(p.topology->channelCount(),
                                   std::numeric_limits<float>::quiet_NaN());
  p.heat.packetSizes = std::move(sizes);
  p.heat.routerHitRate.assign(p.topology->routerCount(), std::numeric_limits<float>::quiet_NaN());
  p.rates.reset(p.topology->channelCount(), p.topology->routerCount());
  p.state = RunnerState::paused;
  p.cyclesPerSecond = 0;
  p.hopsPerSecond = 0;
  p.runner->setSpeed(p.speed);
  p.updateWatch();
  p.timer.start();
  emit stateChanged();
  return compiled.issues;
}

void RunSession::discard() {
  Implementation& p = *implementation_;
  p.timer.stop();
  const bool had = p.runner != nullptr;
  p.forget();
  p.snapshot = {};
  p.heat = {};
  p.topology.reset();
  p.state = RunnerState::paused;
  p.cyclesPerSecond = 0;
  p.hopsPerSecond = 0;
  if (had) emit stateChanged();
}

bool RunSession::active() const {
  return implementation_->runner != nullptr;
}

void RunSession::run() {
  Implementation& p = *implementation_;
  if (!p.runner) return;
  p.startOthers();
  p.goal = {};
  if (p.catchUp) {
    p.catchUp->goOn = true;
    return;
  }
  p.runner->run();
  p.noteState(p.runner->state());
}

void RunSession::pause() {
  Implementation& p = *implementation_;
  if (p.whatIf) p.whatIf->goOn = false;
  if (p.catchUp) {
    p.catchUp->goOn = false;
    return;
  }
  if (p.runner) p.runner->pause();
}

void RunSession::stop() {
  Implementation& p = *implementation_;
  if (!p.runner) return;
  if (replicating())
    p.others->cancel();
  else
    p.runner->stop();
}

void RunSession::step(Cycle cycles) {
  Implementation& p = *implementation_;
  if (!p.runner || p.catchUp) return;
  p.runner->step(cycles);
  p.timer.start();
}

void RunSession::runUntil(const RunGoal& goal) {
  Implementation& p = *implementation_;
  if (!p.runner) return;
  p.goal = goal;
  if (p.catchUp) {
    p.catchUp->goOn = true;
    return;
  }
  p.runner->runUntil(goal);
  p.noteState(p.runner->state());
}

Issues RunSession::whatIf(const Phase& change) {
  Implementation& p = *implementation_;
  Issues issues;
  const RunnerState now = p.runner ? p.runner->state() : RunnerState::failed;
  if (now != RunnerState::running && now != RunnerState::paused) {
    issues.push_back({Severity::error, "phases", "The run is over.",
                      "Start it over; the change can be planned as a phase of the design."});
    return issues;
  }
  if (!compilePhases(p.withPhase(p.nextBegin(p.present()), change), p.topology, issues))
    return issues;
  const bool goes = p.catchUp ? p.catchUp->goOn : now == RunnerState::running;
  p.whatIf = Implementation::WhatIf{change, goes};
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
  if (active()) implementation_->timer.start();
}

void RunSession::watchLatencies(bool wanted) {
  implementation_->latenciesWatched = wanted;
  implementation_->updateWatch();
  if (active()) implementation_->timer.start();
}

void RunSession::follow(TerminalId source, Cycle birth) {
  Implementation& p = *implementation_;
  if (!active()) return;
  p.followed = {source, birth, {}};
  p.heat.followed = p.followed;
  p.runner->follow(source, birth);
  p.timer.start();
}

const FollowedPacket& RunSession::followed() const {
  return implementation_->followed;
}

const Design& RunSession::design() const {
  return implementation_->design;
}
Design RunSession::inForce() const {
  const Implementation& p = *implementation_;
  const auto begun =
      std::upper_bound(p.phaseBegins.begin(), p.phaseBegins.end(), p.snapshot.cycle) -
      p.phaseBegins.begin();
  return begun == 0 ? p.design : designInPhase(p.design, static_cast<std::size_t>(begun - 1));
}
std::optional<Cycle> RunSession::catchingUp() const {
  const Implementation& p = *implementation_;
  return p.catchUp ? std::optional(p.catchUp->until) : std::nullopt;
}
PartIds RunSession::failedAt(Cycle cycle) const {
  const Implementation& p = *implementation_;
  const auto begun = std::upper_bound(p.phaseBegins.begin(), p.phaseBegins.end(), cycle);
  return failedIn(p.design, static_cast<std::size_t>(begun - p.phaseBegins.begin()));
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
  return implementation_->cyclesPerSecond;
}
double RunSession::flitHopsPerSecond() const {
  return implementation_->hopsPerSecond;
}
double RunSession::speed() const {
  return implementation_->speed;
}
Cycle RunSession::heatCycles() const {
  return implementation_->rates.covered();
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

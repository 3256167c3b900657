// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/simulation/simulation.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <optional>
#include <utility>

#include "engine/core/version.h"
#include "engine/simulation/application_results.h"
#include "engine/simulation/conservation_watch.h"
#include "engine/simulation/end_watch.h"
#include "engine/simulation/make_network.h"
#include "engine/simulation/measurement.h"
#include "engine/simulation/path_follower.h"
#include "engine/simulation/run_workload.h"
#include "engine/simulation/traffic_class_names.h"
#include "engine/workload/application_workload.h"
#include "engine/workload/ideal_replay.h"

namespace hopscope {
namespace {

using Clock = std::chrono::steady_clock;

/// The drain ends, and a deadlock is seen, at a multiple of this many cycles: the same cycle
/// however the run is stepped.
constexpr Cycle kCheckEvery = 64;
/// The same before the drain, where only a deadlock is looked for.
constexpr Cycle kGlanceEvery = 1024;

std::shared_ptr<ApplicationWorkload> makeApplications(const Setup& setup) {
  if (!setup.applications) return nullptr;
  auto applications = std::make_shared<ApplicationWorkload>(setup.applications);
  applications->record(setup.execution.timelineItems);
  applications->stopWith(setup.execution.stop);
  return applications;
}

/// More than 1 % of the measured packets wait still, after a drain no shorter than the measured
/// interval. Where nearly all of them are on wires that are long beside both, they just need
/// longer.
bool waitInVain(const ObservedNetwork& network, const Results& results) {
  constexpr Cycle kChannels = 8;            // of a path: a drain so long brings most packets home
  constexpr std::uint64_t kMostMoving = 3;  // for each that waits
  const Cycle drained = results.cycles - results.warmupUsed - results.measuredCycles;
  if (shareLost(results) <= 0.01 || drained < results.measuredCycles) return false;
  if (drained >= kChannels * network.longestPause()) return true;
  std::uint64_t waiting = 0;
  network.forEachUnderWay([&](const PacketUnderWay& packet) {
    waiting +=
        static_cast<std::uint64_t>(packet.measured && (packet.waited > 0 || packet.granted > 0));
  });
  return (kMostMoving + 1) * waiting >= results.packetsLost;
}

}  // namespace

struct Simulation::Implementation {
  explicit Implementation(Setup given)
      : setup(std::move(given)),
        applications(makeApplications(setup)),
        workload(applications     ? applications
                 : setup.workload ? setup.workload(setup)
                                  : nullptr),
        network(makeNetwork(setup, workload)),
        measurement(setup),
        conservation(setup.topology->ports.size()),
        besides(setup.load > 0) {
    nameClasses(setup, classNames);
    arrive();
  }

  Setup setup;
  std::shared_ptr<ApplicationWorkload> applications;  ///< null: none
  std::shared_ptr<Workload> workload;                 ///< may be null
  std::unique_ptr<Switching> network;
  Measurement measurement;
  ConservationWatch conservation;
  bool besides;                         ///< terminals send, or have sent, beside the workload
  std::size_t nextPhase = 0;            ///< of the traffic
  std::optional<std::size_t> draining;  ///< the phase that waits until the network is empty
  std::vector<RunEvent> events;
  ClassNames classNames;
  Cycle lookAt = 0;          ///< when it is asked next whether the workload has finished
  Cycle cachesOffUntil = 0;  ///< while tables are reprogrammed; 0: they are on
  RunPhase phase = RunPhase::warmup;
  std::unique_ptr<JourneyLog> journeys;  ///< where a packet is followed
  std::unique_ptr<PathFollower> path;    ///< where messages are; it has that packet chosen
  EndWatch ends;
  std::optional<Cycle> reroutedAt;  ///< when heads were routed anew last
  double wallSeconds = 0;
  mutable std::optional<std::vector<ApplicationOutcome>> ideal;

  /// Simulates until `target`, or until something is to be done between two cycles.
  void advance(Cycle target) {
    const Cycle now = network->now();
    target = std::min(target, measurement.nextMark());
    // A network that rests cannot be stuck.
    const Cycle wakes = workload ? std::min(network->restsUntil(), target) : now;
    target = std::min(target, (std::max(now, wakes) / checkEvery() + 1) * checkEvery());
    if (measurement.ended()) target = std::min(target, setup.run.maxCycles);
    if (draining)
      target = std::min(target, (now / kCheckEvery + 1) * kCheckEvery);
    else if (nextPhase < setup.phases.size())
      target = std::min(target, setup.phases[nextPhase].at);
    if (cachesOffUntil > now) target = std::min(target, cachesOffUntil);
    if (workload) target = std::min(target, lookAt);
    target = std::min(target, std::max(conservation.due(), now + 1));
    network->advance(target);
    arrive();
  }

  /// What is due between two cycles.
  void arrive() {
    const Cycle now = network->now();
    if (now == measurement.nextMark()) measurement.mark(*network);
    if (draining && now % kCheckEvery == 0 && network->idle()) {
      const std::size_t waited = *std::exchange(draining, {});
      measurement.sendAgain(*network);
      begin(setup.phases[waited]);
    }
    beginPhases();
    if (cachesOffUntil != 0 && now >= cachesOffUntil) {
      cachesOffUntil = 0;
      network->routes().setCaches(true);
    }
    if (!measurement.begun())
      phase = RunPhase::warmup;
    else if (!measurement.ended())
      phase = RunPhase::measure;
    else if (phase != RunPhase::done && now < setup.run.maxCycles &&
             (now % kCheckEvery != 0 || measuredUnderWay() || (workload && !workloadIsOver())))
      phase = RunPhase::drain;
    else
      phase = RunPhase::done;
    const bool settled = !reroutedAt || now - *reroutedAt > network->longestPause();
    if (now % checkEvery() == 0) ends.look(*network, settled && !mayReroute());
    if (ends.overflowed() || ends.stuck()) phase = RunPhase::done;
    if (workload && now >= lookAt) {
      if (workloadIsOver()) phase = RunPhase::done;
      if (applications && applications->stalled()) phase = RunPhase::done;
      lookAt = nextLook(*network);
    }
    if (phase == RunPhase::done && settled) ends.walk(*network);
  }

  /// All has been sent, has arrived, and is known to the ranks. Beside other traffic, also of a
  /// phase, the network may never be idle; then messages of programs count alone.
  bool workloadIsOver() const {
    if (!workload->finished()) return false;
    return (!applications || applications->settled()) && (network->idle() || besides);
  }

  /// A phase to come has heads routed anew, and does not wait until the network is empty.
  bool mayReroute() const {
    if (draining) return false;
    for (std::size_t i = nextPhase; i < setup.phases.size() && !setup.phases[i].drains; ++i)
      if (setup.phases[i].routing) return true;
    return false;
  }

  void beginPhases() {
    for (; !draining && nextPhase < setup.phases.size() &&
           setup.phases[nextPhase].at <= network->now();
         ++nextPhase) {
      const TrafficPhase& next = setup.phases[nextPhase];
      if (next.drains) {
        offer(next, 0);
        measurement.fallSilent(*network);
        draining = nextPhase;
      } else {
        begin(next);
      }
    }
  }

  void offer(const TrafficPhase& next, double load) {
    TrafficPlan plan = trafficOf(setup);
    plan.pattern = next.traffic;
    plan.load = load;
    plan.classIds = classIdsOf(*plan.pattern, classNames);
    network->setTraffic(plan);
    measurement.changeTraffic(plan.pattern, load, *network);
    besides = besides || load > 0;
  }

  void begin(const TrafficPhase& next) {
    events.push_back({next.at, network->now(), next.what});
    offer(next, next.load);
    if (next.routing) {
      network->setRouting(next.routing);
      reroutedAt = network->now();
    }
    if (next.lookups) changeLookups(*next.lookups);
    if (!next.reprogram) return;
    network->routes().setCaches(false);
    cachesOffUntil = network->now() + setup.reprogram;
  }

  void changeLookups(const LookupChange& change) {
    setup.lookups = change.lookups;
    setup.lookupOf = change.lookupOf;
    setup.reductions = change.reductions;
    LookupPlan plan = lookupsOf(setup);
    plan.routing = nullptr;  // they begin empty
    network->routes().rebuild(plan);
    if (cachesOffUntil > network->now()) network->routes().setCaches(false);
  }

  /// The mean of what is configured, from a cycle on; what is in force there where `length` is 0.
  /// While the network runs empty for a phase, the load before it counts.
  double meanLoad(Cycle from, Cycle length) const {
    const Cycle end = from + std::max<Cycle>(1, length);
    const auto loadAfter = [this](std::size_t phases) {
      return phases == 0 ? setup.load : setup.phases[phases - 1].load;
    };
    const std::size_t begun = phasesInForce(events, end - 1);
    const double last = loadAfter(begun);
    // Taken as a difference, so that one load all the time stays what it is to the last bit.
    double missing = 0;
    Cycle since = from;
    for (std::size_t phases = 0; phases < begun; ++phases) {
      const Cycle until = std::max(since, events[phases].inForce);
      missing += (last - loadAfter(phases)) * static_cast<double>(until - since);
      since = until;
    }
    return last - missing / static_cast<double>(end - from);
  }

  Cycle checkEvery() const { return measurement.ended() ? kCheckEvery : kGlanceEvery; }

  /// The ideal run is played once, when the run is over.
  std::vector<ApplicationResult> applicationsSoFar() const {
    if (phase == RunPhase::done && !ideal) {
      applications->forgetMessages();  // the ideal run needs as much memory
      ideal = playIdeal(setup.applications, setup.run.maxCycles, setup.execution.stop).applications;
    }
    return applicationResults(*applications, ideal ? *ideal : std::vector<ApplicationOutcome>(),
                              ends.stuck());
  }

  bool measuredUnderWay() const {
    return network->measuredDelivered() < network->injected().measured;
  }
};

Simulation::Simulation(Setup setup)
    : implementation_(std::make_unique<Implementation>(std::move(setup))) {}
Simulation::~Simulation() = default;
Simulation::Simulation(Simulation&&) noexcept = default;
Simulation& Simulation::operator=(Simulation&&) noexcept = default;

const Setup& Simulation::setup() const {
  return implementation_->setup;
}
Cycle Simulation::now() const {
  return implementation_->network->now();
}
Cycle Simulation::planned() const {
  return implementation_->measurement.measureEnd();
}
RunPhase Simulation::phase() const {
  return implementation_->phase;
}

const std::vector<WindowSample>& Simulation::windows() const {
  return implementation_->measurement.windows();
}
Cycle Simulation::windowEnd() const {
  return implementation_->measurement.windowEnd();
}
Cycle Simulation::restsUntil() const {
  return implementation_->network->restsUntil();
}

const ApplicationWorkload* Simulation::applications() const {
  return implementation_->applications.get();
}

std::uint64_t Simulation::packetsDelivered() const {
  const ObservedNetwork& network = *implementation_->network;
  return network.injected().generated - network.alive();
}

void Simulation::follow(TerminalId source) {
  Implementation& i = *implementation_;
  if (source >= i.setup.topology->terminalCount()) {
    i.network->setJourneyLog(nullptr);
    i.journeys.reset();
    return;
  }
  if (!i.journeys) i.journeys = std::make_unique<JourneyLog>();
  i.journeys->follow(source);
  i.network->setJourneyLog(i.journeys.get());
}

bool Simulation::follow(TerminalId source, Cycle birth) {
  Implementation& i = *implementation_;
  const Topology& t = *i.setup.topology;
  const auto packet = source < t.terminalCount() && birth < now()
                          ? i.network->find(source, stampOf(birth))
                          : std::nullopt;
  follow(packet ? source : kNone);
  if (!packet) return false;
  // What has not passed a router yet has all of its path before it.
  const bool fresh = packet->channel == 2 * t.terminals[source].link;
  i.journeys->follow(source, packet->destination, birth, fresh ? kNone : packet->channel,
                     packet->intermediate);
  return true;
}

void Simulation::followMessages(std::vector<ChainStep> steps) {
  Implementation& i = *implementation_;
  if (!i.applications) return;
  i.journeys = std::make_unique<JourneyLog>();
  i.path = std::make_unique<PathFollower>(std::move(steps), *i.journeys);
  i.network->setJourneyLog(i.journeys.get());
  i.applications->watch(i.path.get());
}

const PathFollower* Simulation::followedMessages() const {
  return implementation_->path.get();
}

void Simulation::watchLookups(RouterId router) {
  implementation_->network->watchLookups(router);
}

void Simulation::watchAllocations(RouterId router) {
  implementation_->network->watchAllocations(router);
}

void Simulation::watchCircuits(bool wanted) {
  implementation_->network->watchCircuits(wanted);
}

void Simulation::recordLookups(RouterId router, PortIndex port, std::size_t most) {
  const Topology& t = *implementation_->setup.topology;
  RouteStage& routes = implementation_->network->routes();
  PortId first = 0, ports = 0;
  if (router == kNone) {
    ports = static_cast<PortId>(t.ports.size());
  } else if (router < t.routerCount()) {
    const bool all = port == kNoPort;
    first = t.firstPort[router] + (all ? 0 : port);
    ports = all ? t.radix(router) : PortId{port < t.radix(router)};
  }
  routes.record(first, ports, ports == 0 ? 0 : most, now() == 0);
}

const std::vector<RecordedLookup>& Simulation::recordedLookups() const {
  return std::as_const(*implementation_->network).routes().recorded();
}

void Simulation::groupDeliveries(const DeliveryGroups& groups) {
  implementation_->network->groupDeliveries(groups);
}

DeliveryGroups Simulation::deliveryGroups() const {
  return implementation_->network->deliveryGroups();
}

void Simulation::setPhases(std::vector<TrafficPhase> phases, Cycle from) {
  Implementation& i = *implementation_;
  i.setup.phases = std::move(phases);
  nameClasses(i.setup, i.classNames);
  // One that waits until the network is empty has others wait behind it.
  i.nextPhase = i.draining
                    ? *i.draining + 1
                    : static_cast<std::size_t>(
                          std::find_if(i.setup.phases.begin(), i.setup.phases.end(),
                                       [from](const TrafficPhase& p) { return p.at >= from; }) -
                          i.setup.phases.begin());
  i.beginPhases();
}

void Simulation::advance(Cycle cycles) {
  Implementation& i = *implementation_;
  const auto start = Clock::now();
  const Cycle target = now() + cycles;
  while (now() < target && i.phase != RunPhase::done) {
    i.advance(target);
    if (now() >= i.conservation.due()) i.conservation.counted(now(), violations());
  }
  i.wallSeconds += std::chrono::duration<double>(Clock::now() - start).count();
}

void Simulation::snapshot(Snapshot& out, const WatchList& watch) const {
  const Implementation& i = *implementation_;
  const Topology& t = *i.setup.topology;
  out.cycle = now();
  out.planned = planned();
  out.warmup = i.measurement.warmupEnd();
  out.phase = i.phase;
  out.channelFlits = i.network->channelFlits();
  if (i.network->routes().tables()) {
    out.routerLookups.resize(t.routerCount());
    out.routerHits.resize(t.routerCount());
    for (RouterId r = 0; r < t.routerCount(); ++r) {
      const LookupCounts counts = i.network->routes().counts(r).caches;
      out.routerLookups[r] = counts.lookups;
      out.routerHits[r] = counts.hits;
    }
  } else {
    out.routerLookups.clear();
    out.routerHits.clear();
  }
  i.measurement.energySoFar(*i.network, out.routerEnergy, out.energy);
  const InjectionCounts injected = i.network->injected();
  out.flitHops = i.network->flitHops();
  out.packetsGenerated = injected.generated;
  out.packetsRefused = injected.refused;
  out.packetsDelivered = injected.generated - i.network->alive();
  if (watch.windows)
    out.windows = i.measurement.windows();
  else
    out.windows.clear();
  out.packets.clear();
  if (watch.packets) i.network->observePackets(watch.maxPackets, out.packets);
  out.hasQueues = i.network->hasQueues();
  out.countsCredits = i.network->countsCredits();
  out.queues.clear();
  if (watch.queues) i.network->observeQueues(out.queues);
  out.near.resize(watch.near.size());
  for (std::size_t n = 0; n < watch.near.size(); ++n)
    if (watch.near[n] < t.routerCount())
      i.network->observeBuffers(watch.near[n], out.near[n]);
    else
      out.near[n] = {};
  i.network->observePaused(out.paused);
  out.pauses = i.network->pauses().pauses;
  out.trafficClasses = i.classNames;
  out.latencies.clear();
  if (watch.latencies) {
    DeliveryTally tally(t.terminalCount());
    i.network->tally(tally);
    const Histogram& histogram = tally.measured > 0 ? tally.latency : tally.windowLatency;
    for (const Histogram::Bar& bar : histogram.bars())
      out.latencies.push_back({bar.lower, bar.upper, bar.count});
  }
  out.journey.reset();
  if (const Journey* journey = this->journey()) out.journey = *journey;
  out.router.reset();
  out.neighbour.reset();
  if (watch.neighbour < t.routerCount())
    i.network->observeRouter(watch.neighbour, out.neighbour.emplace());
  if (watch.router < t.routerCount()) i.network->observeRouter(watch.router, out.router.emplace());
  if (out.router && i.network->routes().watched() == watch.router)
    out.router->lookups = std::as_const(*i.network).routes().tallies();
  out.learns = watch.learnt ? learns() : Learnt::nothing;
  out.learnt.clear();
  if (watch.learnt) learnt(out.learnt);
  out.circuits = watch.circuits ? i.network->observeCircuits() : nullptr;
  const bool ranks = watch.ranks && i.applications;
  out.ranks = ranks ? i.applications->observe(now()) : nullptr;
  out.rankPairs.reset();
  if (ranks && watch.rankPairs)
    out.rankPairs = std::make_shared<const std::vector<MatrixEntry>>(i.applications->matrix());
  out.events = i.events;
  out.soFar.reset();
  if (watch.results && i.phase != RunPhase::warmup)
    out.soFar = std::make_shared<const Results>(results());
  out.wallSeconds = i.wallSeconds;
}

const Journey* Simulation::journey() const {
  const Implementation& i = *implementation_;
  return i.journeys ? &i.journeys->journey() : nullptr;
}

Learnt Simulation::learns() const {
  return implementation_->network->learns();
}

void Simulation::learnt(std::vector<float>& out) const {
  implementation_->network->learnt(out);
}

std::optional<std::uint64_t> Simulation::outputConflicts() const {
  return implementation_->network->outputConflicts();
}

std::shared_ptr<const RankObservation> Simulation::ranks() const {
  const Implementation& i = *implementation_;
  return i.applications ? i.applications->observe(now()) : nullptr;
}

std::vector<MessagePair> Simulation::messagePairs() const {
  const ApplicationWorkload* applications = implementation_->applications.get();
  if (applications == nullptr) return {};
  return hopscope::messagePairs(applications->plan(), applications->matrix());
}

std::vector<MessageArrival> Simulation::messageArrivals() const {
  std::vector<MessageArrival> arrivals;
  const ApplicationWorkload* applications = implementation_->applications.get();
  if (applications == nullptr) return arrivals;
  const RankTable& ranks = applications->ranks();
  for (const MessageFlight& each : applications->timeline().flights)
    arrivals.push_back({applications->plan().jobs[ranks.job(each.source)].name,
                        ranks.inJob(each.source), ranks.inJob(each.destination), each.bytes,
                        each.posted, each.arrived});
  return arrivals;
}

Results Simulation::results() const {
  const Implementation& i = *implementation_;
  Results results;
  if (i.applications) {
    results.applications = i.applicationsSoFar();
    results.collectives = collectiveResults(*i.applications, i.setup.picosecondsPerCycle);
    summariseMessages(*i.applications, i.setup, results);
  }
  results.seed = i.setup.run.seed;
  results.engineVersion = kEngineVersion;
  results.cycles = now();
  results.wallSeconds = i.wallSeconds;
  results.flitHops = i.network->flitHops();
  i.measurement.summarise(*i.network, i.classNames, results);
  results.offeredLoad = i.meanLoad(results.warmupUsed, results.measuredCycles);
  // Programs lose nothing and offer no load that could be too much.
  const bool programsAlone = i.applications && results.offeredLoad == 0;
  if (programsAlone)
    results.verdict = Verdict::stable;
  else if (results.measuredCycles == 0)
    results.verdict = Verdict::unknown;
  results.cache.camQueueMean /= i.setup.picosecondsPerCycle;
  results.complete = done();
  results.events = i.events;
  if (i.ends.stuck()) {
    i.ends.tell(*i.network, results);
  } else if (i.ends.overflowed()) {
    results.verdict = Verdict::saturated;
    results.warnings.push_back(
        sentence("Stopped at cycle {}: {} packets wait at their terminals, and memory is set aside "
                 "for no more. What was measured is of the cycles before.",
                 now(), i.network->alive()));
  } else if (results.complete && results.packetsLost > 0 && (!i.applications || i.besides)) {
    if (waitInVain(*i.network, results)) results.verdict = Verdict::saturated;
    if (results.packetsMeasured == 0 && results.verdict == Verdict::stable && !i.applications)
      results.verdict = Verdict::unknown;
    else
      results.warnings.push_back(sentence(
          "{} of {} measured packets had not arrived when the run ended at cycle {}; latencies are "
          "of those that had, and are known by cause only where all have.",
          results.packetsLost, results.packetsLost + results.packetsMeasured, now()));
  } else if (results.complete && results.measuredCycles == 0 && results.offeredLoad > 0) {
    results.warnings.push_back(
        sentence("The run ended at cycle {}, within its warm-up: of the traffic nothing was "
                 "measured, and loads and verdict tell nothing of it.",
                 now()));
  }
  if (results.verdict == Verdict::stable && results.complete &&
      i.measurement.someStarve(*i.network))
    results.verdict = Verdict::saturated;
  i.measurement.doubt(results);
  tellOfApplications(i.setup, now(), results);
  if (const auto misfit = i.applications ? i.applications->misfit() : std::nullopt) {
    const RankTable& ranks = i.applications->ranks();
    results.warnings.push_back(
        sentence("In {} rank {} sent {} bytes to rank {}, whose receive had room for {} alone: in "
                 "MPI that is an error, here all of them arrive.",
                 results.applications[ranks.job(misfit->source)].name, ranks.inJob(misfit->source),
                 misfit->bytes, ranks.inJob(misfit->destination), misfit->room));
  }
  return results;
}

std::shared_ptr<const Recorder> Simulation::recorder() const {
  return implementation_->measurement.recorder();
}

std::vector<std::string> Simulation::violations() const {
  return implementation_->network->violations();
}

}  // namespace hopscope

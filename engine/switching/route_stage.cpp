// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/switching/route_stage.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/routing/routing_algorithm.h"
#include "engine/switching/cache_warm_up.h"

namespace hopscope {
namespace {

/// Classifying misses needs 8 bytes per port and key; above this many it is left out.
constexpr std::uint64_t kMostClassifiedKeys = 32'000'000;
/// Counters of a watched router's lookups: those of 5,256 terminals at 31 ports, 2 MB at the most.
constexpr std::size_t kMostTallies = std::size_t{1} << 18;
/// Steps of an exchange of all with all before it counts as one.
constexpr std::uint32_t kRecognised = 2;

std::size_t bytesOfLines(const Topology& topology, const LookupPlan& plan) {
  std::size_t bytes = 0;
  for (RouterId r = 0; r < topology.routerCount() && r < plan.lookupOf.size(); ++r) {
    const LookupSettings& settings = plan.lookups[plan.lookupOf[r]];
    if (settings.kind == LookupKind::cache)
      bytes += topology.radix(r) * settings.cache.lanes * ForwardingCache::bytes(settings.cache);
  }
  return bytes;
}

}  // namespace

RouterLookups& RouterLookups::operator+=(const RouterLookups& other) {
  caches += other.caches;
  sharedLookups += other.sharedLookups;
  sharedHits += other.sharedHits;
  camLookups += other.camLookups;
  camWaited += other.camWaited;
  dynamicEnergy += other.dynamicEnergy;
  return *this;
}

RouterLookups& RouterLookups::operator-=(const RouterLookups& other) {
  caches -= other.caches;
  sharedLookups -= other.sharedLookups;
  sharedHits -= other.sharedHits;
  camLookups -= other.camLookups;
  camWaited -= other.camWaited;
  dynamicEnergy -= other.dynamicEnergy;
  return *this;
}

RouteStage::RouteStage(const Topology& topology, const LookupPlan& plan)
    : topology_(&topology),
      picosecondsPerCycle_(plan.picosecondsPerCycle),
      wholePicoseconds_(std::llround(plan.picosecondsPerCycle)),
      settings_(plan.lookups),
      reductions_(plan.reductions),
      settingsOf_(plan.lookupOf),
      routing_(plan.routing),
      lines_(std::in_place, bytesOfLines(topology, plan)) {
  if (static_cast<double>(wholePicoseconds_) != picosecondsPerCycle_) wholePicoseconds_ = 0;
  build(plan);
}

void RouteStage::rebuild(const LookupPlan& plan) {
  std::vector<RouterLookups> counted;
  for (RouterId r = 0; r < topology_->routerCount(); ++r) counted.push_back(counts(r));
  std::vector<LookupCounts> countedPorts;
  for (PortId id = 0; id < places_.size(); ++id) countedPorts.push_back(portCounts(id));
  retired_ = std::move(counted);
  retiredPorts_ = std::move(countedPorts);
  units_.clear();
  sharedCaches_.clear();
  cams_.clear();
  places_.clear();
  lines_.emplace(bytesOfLines(*topology_, plan));
  settings_ = plan.lookups;
  reductions_ = plan.reductions;
  settingsOf_ = plan.lookupOf;
  build(plan);
  // What was seen in the caches there were says nothing of these.
  watch(std::exchange(watched_, kNone));
  noteEmptied();
}

void RouteStage::setRouting(std::shared_ptr<const RoutingAlgorithm> routing) {
  // A failure changes neither, and the pointers to links go on where they are.
  const bool alike = routing_ && routing_->parallelLinks() == routing->parallelLinks() &&
                     routing_->decides() == routing->decides();
  routing_ = std::move(routing);
  if (!alike) makeRoom();
  noteReached();
}

void RouteStage::build(const LookupPlan& plan) {
  const Topology& t = *topology_;
  const auto ports = static_cast<PortId>(t.ports.size());
  places_.resize(ports);
  const bool classifies = std::uint64_t{ports} * t.terminalCount() <= kMostClassifiedKeys;
  bool warms = false, refills = false;
  for (RouterId r = 0; r < t.routerCount(); ++r) {
    const LookupSettings& settings = plan.lookups[plan.lookupOf[r]];
    if (settings.kind == LookupKind::algorithm) continue;
    const bool cached = settings.kind == LookupKind::cache;
    const NodeReduction* const reduction =
        reductions_.empty() ? nullptr : reductions_[plan.lookupOf[r]].get();
    std::uint32_t keys = classifies ? t.terminalCount() : 0;
    if (reduction != nullptr) keys = reduction->tags(r);
    warms = warms || (cached && settings.warmUp);
    refills = refills || (cached && settings.cache.refill);
    if (cached && settings.shared.entries > 0)
      sharedCaches_.emplace_back(settings, plan.seed, ports + r, keys);
    for (PortId id = t.firstPort[r]; id < t.firstPort[r + 1]; ++id) {
      if (settings.camPerPort || id == t.firstPort[r]) {
        cams_.emplace_back();
        cams_.back().banks = settings.kind == LookupKind::dram ? 1 : settings.camBanks;
      }
      Place& place = places_[id];
      place.router = r;
      place.cam = static_cast<std::uint32_t>(cams_.size() - 1);
      place.unit = static_cast<std::uint32_t>(units_.size());
      place.lanes = static_cast<std::uint16_t>(cached ? settings.cache.lanes : 1);
      if (cached && settings.shared.entries > 0)
        place.shared = static_cast<std::uint32_t>(sharedCaches_.size() - 1);
      place.cacheAlone = cached && place.lanes == 1 && place.shared == kNone &&
                         reduction == nullptr && !settings.cache.refill && wholePicoseconds_ != 0;
      for (std::uint32_t lane = 0; lane < place.lanes; ++lane)
        units_.emplace_back(settings, plan.seed + lane, id, keys, &*lines_);
    }
  }
  alone_ = std::all_of(places_.begin(), places_.end(),
                       [](const Place& place) { return place.cacheAlone; });
  makeRoom();
  exchanges_.clear();
  if (refills && routing_) exchanges_.resize(ports);
  noteReached();
  if (!warms || !plan.routing) return;
  warmedBy_ = plan.routing;
  walkWarmUp([this](RouterId router, PortIndex input, const RouteState& state) {
    warm(topology_->firstPort[router] + input, state.destination, bound(router, input, state));
  });
}

void RouteStage::makeRoom() {
  const Topology& t = *topology_;
  candidates_.clear();
  nextLinks_.clear();
  if (!routing_) return;
  if (tables() && routing_->decides() != Decides::never)
    for (RouterId r = 0; r < t.routerCount(); ++r)
      candidates_.push_back({PortSets(t.radix(r)), {}, {}});
  if (routing_->parallelLinks() > 1) nextLinks_.assign(t.ports.size(), 0);
}

void RouteStage::noteReached() {
  reached_.clear();
  if (exchanges_.empty()) return;
  std::vector<RouteState> starts;
  for (TerminalId t = 0; t < topology_->terminalCount(); ++t) {
    starts.clear();
    routing_->starts(t, t, starts);
    reached_.push_back(!starts.empty());
  }
}

RouteStage::~RouteStage() = default;

template <typename Visit>
void RouteStage::walkWarmUp(const Visit& visit) const {
  CacheWarmUp(*topology_, *warmedBy_)
      .walk([&](RouterId router, PortIndex input, const RouteState& state) {
        if (settings_[settingsOf_[router]].warmUp) visit(router, input, state);
      });
}

void RouteStage::warm(PortId input, TerminalId destination, PortIndex port) {
  const Place& place = places_[input];
  if (place.unit == kNone) return;
  const std::uint32_t key = keyOf(place.router, destination);
  for (std::uint32_t lane = 0; lane < place.lanes; ++lane)
    if (ForwardingCache* cache = units_[place.unit + lane].cache()) cache->warm(key, port);
  if (place.shared != kNone) sharedCaches_[place.shared].cache().warm(key, port);
}

Picoseconds RouteStage::timeOf(Cycle now) const {
  if (wholePicoseconds_ != 0) return now * wholePicoseconds_;
  return static_cast<Picoseconds>(std::llround(static_cast<double>(now) * picosecondsPerCycle_));
}

Cycle RouteStage::manyCyclesOf(Picoseconds time) const {
  if (wholePicoseconds_ == 0)
    return static_cast<Cycle>(std::ceil(static_cast<double>(time) / picosecondsPerCycle_ - 1e-6));
  return (time + wholePicoseconds_ - 1) / wholePicoseconds_;
}

Cycle RouteStage::lookUp(PortId input, TerminalId destination, const PortQuery& port, Cycle now,
                         bool probe) {
  Place& place = places_[input];
  if (place.unit == kNone) return now;
  std::uint32_t unit = place.unit;
  if (place.lanes > 1) {
    unit += place.turn;
    if (++place.turn == place.lanes) place.turn = 0;
  }
  // Of several lanes the first is shown.
  LookupLog* log = nullptr;
  if (const PortId watched = input - firstLog_; watched < portsLogged_) {
    if (unit == place.unit && units_[unit].cache() != nullptr) log = &logs_[watched];
    if (!asked_.empty()) ++asked_[std::size_t{watched} * topology_->terminalCount() + destination];
  }
  const std::uint32_t key = keyOf(place.router, destination);
  if (PortId{input - firstRecorded_} < portsRecorded_ && recorded_.size() < recorded_.capacity() &&
      units_[unit].enabled())
    recorded_.push_back({unit, key});
  if (log != nullptr) log->before(*units_[unit].cache(), key);
  const Picoseconds arrival = timeOf(now);
  const Picoseconds known =
      units_[unit].lookup(arrival, key, destination, port, cams_[place.cam],
                          place.shared == kNone ? nullptr : &sharedCaches_[place.shared]);
  if (!exchanges_.empty() && !probe) followExchange(input, destination, known);
  const Cycle ready = now + cyclesOf(known - arrival);
  if (log != nullptr)
    log->after(*units_[unit].cache(), destination, key, firstPort(place.router, port()), now,
               ready);
  return ready;
}

TerminalId RouteStage::nextInExchange(TerminalId self, TerminalId destination) const {
  const TerminalId terminals = topology_->terminalCount();
  for (TerminalId step = 1; step < terminals; ++step)
    if (const TerminalId next = (destination + step) % terminals; next != self && reached_[next])
      return next;
  return kNone;
}

void RouteStage::followExchange(PortId input, TerminalId destination, Picoseconds known) {
  const Place& place = places_[input];
  const LinkEnd& peer = topology_->ports[input].peer;
  if (!peer.isTerminal || units_[place.unit].cache() == nullptr || tagged(place.router) ||
      !settings_[settingsOf_[place.router]].cache.refill)
    return;
  const TerminalId self = peer.node;
  Exchange& exchange = exchanges_[input];
  const std::uint32_t lanes = place.lanes;
  const auto lane = static_cast<std::uint16_t>((place.turn + lanes - 1) % lanes);
  const std::uint32_t laneBefore = std::exchange(exchange.lane, lane);
  const TerminalId last = exchange.last;
  if (destination == last) return;
  exchange.steps =
      last != kNone && destination == nextInExchange(self, last) ? exchange.steps + 1 : 0;
  exchange.last = destination;
  if (exchange.steps < kRecognised) return;
  units_[place.unit + laneBefore].cache()->evict(last);
  const TerminalId next = nextInExchange(self, destination);
  if (next == kNone) return;
  Rng unused;
  const PortIndex index = static_cast<PortIndex>(input - topology_->firstPort[place.router]);
  const PortIndex port = bound(place.router, index, routing_->start(self, next, unused));
  // Probes take their turns too: the next packet comes as many lanes on as this one did.
  units_[place.unit + (2u * lane + lanes - laneBefore) % lanes].refill(
      known, next, port, cams_[place.cam],
      place.shared == kNone ? nullptr : &sharedCaches_[place.shared]);
}

PortIndex RouteStage::bound(RouterId router, PortIndex input, const RouteState& state) {
  const PortIndex idle = routing_->route(router, input, state).port;
  const bool chooses = !candidates_.empty() && (routing_->decides() == Decides::everyHop ||
                                                topology_->port(router, input).peer.isTerminal);
  if (!chooses) return idle;
  Candidates& found = candidates_[router];
  found.choices.clear();
  routing_->candidates(router, input, state, found.choices);
  found.ports.assign(1, idle);
  for (const RouteChoice& choice : found.choices) found.ports.push_back(choice.port);
  std::sort(found.ports.begin() + 1, found.ports.end());
  found.ports.erase(std::unique(found.ports.begin() + 1, found.ports.end()), found.ports.end());
  const auto again = std::find(found.ports.begin() + 1, found.ports.end(), idle);
  if (again != found.ports.end()) found.ports.erase(again);
  return found.sets.name(found.ports);
}

PortIndex RouteStage::firstPort(RouterId router, PortIndex output) const {
  return candidates_.empty() ? output : candidates_[router].sets.first(output);
}

std::vector<PortIndex> RouteStage::otherPorts(RouterId router, PortIndex output) const {
  if (candidates_.empty()) return {};
  return candidates_[router].sets.others(output);
}

std::uint32_t RouteStage::nextLink(RouterId router, PortIndex input, const RouteState& state) {
  const Topology& t = *topology_;
  const PortIndex output = routing_->route(router, input, state).port;
  if (t.port(router, output).peer.isTerminal) return state.detail;
  std::uint32_t& next = nextLinks_[t.firstPort[router] + output];
  const std::uint32_t taken = next;
  next = taken + 1 == routing_->parallelLinks() ? 0 : taken + 1;
  return routing_->onLink(state, taken).detail;
}

void RouteStage::watch(RouterId router) {
  if (router >= topology_->routerCount()) router = kNone;
  if (router == watched_) return;
  watched_ = router;
  logs_.clear();
  portsLogged_ = 0;
  asked_.clear();
  if (router == kNone || !tables()) return;
  firstLog_ = topology_->firstPort[router];
  portsLogged_ = topology_->radix(router);
  logs_.resize(portsLogged_);
  const std::size_t counters = logs_.size() * topology_->terminalCount();
  if (counters <= kMostTallies) asked_.resize(counters);
}

std::optional<std::vector<LookupTally>> RouteStage::tallies() const {
  if (asked_.empty() || places_[firstLog_].unit == kNone) return {};
  std::vector<LookupTally> tallies;
  const std::size_t terminals = topology_->terminalCount();
  for (std::size_t i = 0; i < asked_.size(); ++i)
    if (asked_[i] > 0)
      tallies.push_back({static_cast<PortIndex>(i / terminals),
                         static_cast<TerminalId>(i % terminals), asked_[i]});
  return tallies;
}

const LookupLog* RouteStage::log(PortId input) const {
  return PortId{input - firstLog_} < portsLogged_ ? &logs_[input - firstLog_] : nullptr;
}

void RouteStage::setCaches(bool enabled) {
  for (LookupUnit& unit : units_) {
    if (!enabled) unit.flush();
    unit.setEnabled(enabled);
  }
  if (enabled) return;
  for (SharedCache& shared : sharedCaches_) shared.flush();
  noteEmptied();
}

void RouteStage::noteEmptied() {
  if (recorded_.size() < recorded_.capacity()) recorded_.push_back({});
}

void RouteStage::record(PortId first, PortId ports, std::size_t most, bool warmUp) {
  recorded_ = {};
  recorded_.reserve(most);
  firstRecorded_ = first;
  portsRecorded_ = ports;
  if (!warmUp || warmedBy_ == nullptr) return;
  walkWarmUp([this](RouterId router, PortIndex index, const RouteState& state) {
    const PortId input = topology_->firstPort[router] + index;
    const Place& place = places_[input];
    if (place.unit == kNone || PortId{input - firstRecorded_} >= portsRecorded_) return;
    for (std::uint32_t lane = 0; lane < place.lanes; ++lane)
      if (recorded_.size() < recorded_.capacity())
        recorded_.push_back({place.unit + lane, keyOf(place.router, state.destination)});
  });
}

void RouteStage::beginWindow() {
  for (LookupUnit& unit : units_)
    if (ForwardingCache* cache = unit.cache()) cache->beginWindow();
  for (SharedCache& shared : sharedCaches_) shared.cache().beginWindow();
}

const LookupUnit* RouteStage::unit(PortId input) const {
  const Place& place = places_[input];
  return place.unit == kNone ? nullptr : &units_[place.unit];
}

const SharedCache* RouteStage::shared(RouterId router) const {
  const Place& place = places_[topology_->firstPort[router]];
  return place.shared == kNone ? nullptr : &sharedCaches_[place.shared];
}

LookupCounts RouteStage::portCounts(PortId input) const {
  LookupCounts sum = countsSinceBuilt(input);
  if (!retiredPorts_.empty()) sum += retiredPorts_[input];
  return sum;
}

LookupCounts RouteStage::countsSinceBuilt(PortId input) const {
  LookupCounts sum;
  const Place& place = places_[input];
  if (place.unit == kNone) return sum;
  for (std::uint32_t lane = 0; lane < place.lanes; ++lane)
    if (const ForwardingCache* cache = units_[place.unit + lane].cache()) sum += cache->counts();
  return sum;
}

RouterLookups RouteStage::counts(RouterId router) const {
  RouterLookups sum;
  const Topology& t = *topology_;
  const LookupSettings& settings = settings_[settingsOf_[router]];
  std::uint64_t rows = 0, mapped = 0;
  std::uint32_t cam = kNone;
  for (PortId id = t.firstPort[router]; id < t.firstPort[router + 1]; ++id) {
    if (places_[id].unit == kNone) continue;
    sum.caches += countsSinceBuilt(id);
    mapped += units_[places_[id].unit].mapped();
    if (places_[id].cam == cam) continue;
    cam = places_[id].cam;
    sum.camLookups += cams_[cam].lookups;
    sum.camWaited += cams_[cam].waited;
    rows += cams_[cam].rows;
  }
  if (const SharedCache* cache = shared(router)) {
    sum.sharedLookups = cache->cache().counts().lookups;
    sum.sharedHits = cache->cache().counts().hits;
  }
  const LookupEnergy& energy = settings.energy;
  const auto times = [](std::uint64_t count, double each) {
    return static_cast<double>(count) * each;
  };
  sum.dynamicEnergy = times(sum.caches.lookups, energy.cache) +
                      times(sum.sharedLookups, energy.shared) +
                      (settings.kind == LookupKind::dram ? times(rows, energy.dramRow)
                                                         : times(sum.camLookups, energy.cam));
  if (!reductions_.empty() && reductions_[settingsOf_[router]])
    sum.dynamicEnergy += times(sum.caches.lookups + mapped, energy.reduction);
  if (!retired_.empty()) sum += retired_[router];
  return sum;
}

RouterLookups RouteStage::counts() const {
  RouterLookups sum;
  for (RouterId r = 0; r < topology_->routerCount(); ++r) sum += counts(r);
  return sum;
}

double RouteStage::staticPower(RouterId router) const {
  const LookupSettings& settings = settings_[settingsOf_[router]];
  const double ports = topology_->radix(router);
  const double cams = (settings.camPerPort ? ports : 1) * settings.camBanks;
  switch (settings.kind) {
    case LookupKind::algorithm:
    case LookupKind::dram:
    case LookupKind::nrfMap:
      return 0;
    case LookupKind::cam:
      return cams * settings.energy.camStatic;
    case LookupKind::cache:
      break;
  }
  return cams * settings.energy.camStatic +
         ports * settings.cache.lanes * settings.energy.cacheStatic +
         (settings.shared.entries > 0 ? settings.energy.sharedStatic : 0);
}

}  // namespace hopscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/findings/remedies.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "engine/design/application_sections.h"
#include "engine/design/buffer_warnings.h"
#include "engine/design/catalogue.h"
#include "engine/design/compile.h"
#include "engine/design/link_bandwidths.h"
#include "engine/design/phases.h"
#include "engine/design/senders.h"
#include "engine/design/setting_issues.h"
#include "engine/findings/application_judge.h"
#include "engine/findings/chosen_ways.h"
#include "engine/routing/dependency_walk.h"
#include "engine/simulation/fairness.h"
#include "engine/simulation/saturation_bound.h"
#include "engine/workload/mapping.h"

namespace hopscope {

namespace {

const char* const kRouting = "routing.algorithm";
const char* const kLoadPath = "traffic.load";
const char* const kReallocateVcs = "switch.reallocate";
const char* const kFlitBuffers = "switch.buffer_flits";
const char* const kWormSlot = "switch.worm_slot";
const std::string kVcPrefix = "switch.virtual_channels", kBufferPrefix = "switch.buffer";
/// Where packets for circuits wait.
const std::vector<std::string> kCircuitBuffers{"switch.nic_flits", "switch.relay_flits"};

/// Mappings that differ in kind from each other and from the first one.
const std::vector<std::string> kMappings{"random", "linear", "round_robin"};
/// They leave the shortest paths, or share out among several.
const std::vector<std::string> kSpreading{"ugal", "valiant", "o1turn"};

/// Paths are those of circuits, which no routing spreads.
bool hasSlots(const Design& design) {
  return findParameter(design, "switch.slots").has_value();
}

/// A memory that packets wait in.
bool isBuffer(const Design& design, const std::string& path) {
  if (std::find(kCircuitBuffers.begin(), kCircuitBuffers.end(), path) != kCircuitBuffers.end())
    return true;
  const bool withoutWorms =
      findParameter(design, kWormSlot) && effectiveValue(design, kWormSlot) == Value(false);
  return path.rfind(kBufferPrefix, 0) == 0 && !withoutWorms;
}

bool phaseSets(const Design& design, const std::string& path) {
  return std::any_of(design.phases.begin(), design.phases.end(),
                     [&path](const Phase& phase) { return phase.set.count(path) != 0; });
}

std::optional<double> roundedLoad(const Design& design, double bound) {
  // Two figures that count, down to thousandths: half of a small load is not thrown away.
  const double steps = bound < 0.1 ? 1000 : 100;
  const double load = std::floor(bound * steps + 1e-9) / steps;
  if (!(load > 0) || load >= offeredLoad(design)) return {};
  return load;
}

/// Choices of a setting, in the order of `names`, but the present one.
void addChoices(const Design& design, const std::string& path,
                const std::vector<std::string>& names, std::vector<Remedy>& to) {
  const std::optional<Parameter> parameter = findParameter(design, path);
  if (!parameter) return;
  const Value present = effectiveValue(design, path);
  for (const std::string& name : names)
    for (const ParameterChoice& choice : parameter->choices)
      if (choice.name == name && Value(name) != present)
        to.push_back({registryWords(choice.label), {{path, name}}, {}});
}

/// Every setting that has an effect, `counts` it, and may have `more` of it.
template <typename Counts, typename More>
void addEach(const Design& design, const Counts& counts, const More& more, Remedy& to) {
  const Values settings = effectiveSettings(design);
  const std::vector<Section> all = sections(design);
  for (const Section& section : all)
    for (const Parameter& parameter : section.parameters) {
      if (!hasEffect(settings, parameter) || !counts(parameter.name) ||
          isOfAbsentLinks(all, parameter.name) || isOfUndrawnLinks(design, parameter.name))
        continue;
      const Value value = effectiveValue(design, parameter.name);
      const auto* count = std::get_if<std::int64_t>(&value);
      if (count == nullptr || *count <= 0) continue;
      const Value larger = more(*count);
      if (!check(parameter, larger, parameter.name))
        to.settings.emplace_back(parameter.name, larger);
    }
}

Remedy oneMoreChannel(const Design& design) {
  Remedy remedy;
  remedy.verb = sentence("one more virtual channel");
  remedy.reason = sentence("no channel is full, and packets can pass others that wait");
  addEach(
      design, [](const std::string& path) { return path.rfind(kVcPrefix, 0) == 0; },
      [](std::int64_t count) { return count + 1; }, remedy);
  return remedy;
}

Remedy largerBuffers(const Design& design) {
  Remedy remedy;
  remedy.verb = sentence("buffers twice as large");
  remedy.reason = sentence("no channel is full, and packets that wait hold fewer others up");
  addEach(
      design, [&](const std::string& path) { return isBuffer(design, path); },
      [](std::int64_t count) { return 2 * count; }, remedy);
  return remedy;
}

/// A virtual channel is given to a packet only once it has run empty, and holds any of them whole:
/// more room for flits would stay empty.
bool holdsWholePackets(const Design& design, const Setup& setup) {
  if (!findParameter(design, kReallocateVcs) ||
      effectiveValue(design, kReallocateVcs) != Value(std::string("empty")))
    return false;
  const Value buffer = effectiveValue(design, kFlitBuffers);
  const auto* flits = std::get_if<std::int64_t>(&buffer);
  return flits != nullptr && setup.packetFlits <= *flits;
}

/// One switch whose inputs send no faster than what is in front of their queues leaves: whatever
/// waits behind that, in however large a buffer, is held up by it (head-of-line blocking).
bool isOneSlowSwitch(const Setup& setup) {
  if (setup.topology->routerCount() > 1) return false;
  if (const auto* vct = std::get_if<VctSwitches>(&setup.switches))
    return vct->kinds.front().speedupNumerator == vct->kinds.front().speedupDenominator;
  const auto* wormhole = std::get_if<WormholeSwitches>(&setup.switches);
  return wormhole != nullptr && wormhole->settings.inputSpeedup == 1 &&
         wormhole->settings.outputSpeedup == 1;
}

/// What a design cannot accept more than, where all that its packets do is known in advance.
std::optional<double> knownBound(const Setup& setup) {
  constexpr std::uint64_t kMostDecisions = 4'000'000;
  if (!hasSaturationBound(setup)) return {};
  const SaturationBound bound = saturationBound(setup, kMostDecisions);
  if (bound.counted != Counted::everything) return {};
  return bound.load;
}

std::optional<double> knownBound(const Design& design, const std::stop_token& stop) {
  const Compiled compiled = compile(design, stop);
  return compiled.setup ? knownBound(*compiled.setup) : std::nullopt;
}

/// Injection buffers, and all other ones, that are too small: nothing where they are large enough.
void addLeastBuffers(const Design& design, const std::stop_token& stop, std::vector<Remedy>& to) {
  const Compiled compiled = compile(design, stop);
  if (!compiled.setup) return;
  Remedy others;
  others.verb = sentence("buffers that last until credits are back");
  others.reason = sentence("channels stand still for want of them");
  for (const ShortBuffer& buffer : shortBuffers(*compiled.setup)) {
    const std::int64_t flits = buffer.leastFlits;
    Remedy remedy = settingRemedy(design, buffer.path, flits);
    if (remedy.empty()) continue;
    if (buffer.path != kInjectionBuffer) {
      others.settings.push_back(remedy.settings.front());
      continue;
    }
    remedy.verb = sentence("injection buffers of {} flits", flits);
    remedy.reason = sentence("packets find room while others of their terminal are on the way");
    to.push_back(std::move(remedy));
  }
  if (others.settings.empty()) return;
  // Where something else is full first, channels do not stand still for buffers.
  const auto now = knownBound(*compiled.setup), with = knownBound(remedied(design, others), stop);
  if (!now || !with || *with > *now) to.push_back(std::move(others));
}

/// Whether packets that set out at some terminals may take a virtual channel that is new in
/// `changed`: one for each hop is all that some routings use.
bool takesMoreChannels(const Setup& present, const Setup& changed, const std::stop_token& stop) {
  constexpr TerminalId kAsked = 24;  // sources, and destinations
  const Topology& t = *changed.topology;
  const TerminalId step = std::max<TerminalId>(1, t.terminalCount() / kAsked);
  DependencyWalk walk(t, *changed.routing);
  for (TerminalId to = 0; to < t.terminalCount() && !stop.stop_requested(); to += step) {
    walk.restart(to);
    // Beside one of another's neighbours each has the same place in its group, row or subtree.
    for (TerminalId from = (to / step) % 2; from < t.terminalCount(); from += step)
      if (from != to) walk.follow(from);
    for (std::size_t node = 0; node < walk.nodes().size(); ++node)
      for (std::uint32_t each = walk.nodes()[node].firstStep; each < walk.stepsEnd(node); ++each) {
        const DependencyWalk::Step& taken = walk.steps()[each];
        const LinkId link = t.port(walk.nodes()[node].router, taken.output).link;
        if ((taken.vcs >> present.virtualChannels.of(t.kindOf(link))) != 0) return true;
      }
  }
  return false;
}

void addRoom(const Design& design, const std::stop_token& stop, std::vector<Remedy>& to) {
  const Compiled present = compile(design, stop);
  if (!present.setup) return;
  if (Remedy more = oneMoreChannel(design); !more.settings.empty()) {
    const Compiled changed = compile(remedied(design, more), stop);
    if (changed.setup && takesMoreChannels(*present.setup, *changed.setup, stop))
      to.push_back(std::move(more));
  }
  if (holdsWholePackets(design, *present.setup) || isOneSlowSwitch(*present.setup)) return;
  if (Remedy more = largerBuffers(design); !more.settings.empty()) to.push_back(std::move(more));
}

/// Whether it runs, or does with a few more virtual channels, which the remedy has then, too: other
/// routings need more of them.
bool canBeMadeToRun(const Design& design, Remedy& remedy, const std::stop_token& stop) {
  constexpr int kMostMore = 2;
  Design tried = remedied(design, remedy);
  if (mayRun(tried, stop)) return true;
  if (remedy.settings.front().first != kRouting) return false;
  for (int more = 0; more < kMostMore && !stop.stop_requested(); ++more) {
    const Remedy room = oneMoreChannel(tried);
    if (room.settings.empty()) return false;
    tried = remedied(tried, room);
    if (!mayRun(tried, stop)) continue;
    for (const auto& [path, value] : room.settings) remedy.settings.emplace_back(path, value);
    return true;
  }
  return false;
}

/// What a routing that a remedy brings cannot accept more than. One that decides by what it sees
/// has the better of the ways it chooses among: the shortest ones, and two legs through anywhere.
std::optional<double> boundWith(const Design& design, const Remedy& remedy,
                                const std::stop_token& stop) {
  const Design changed = remedied(design, remedy);
  if (const auto known = knownBound(changed, stop)) return known;
  const std::vector<Design> ways = chosenWays(changed);
  if (ways.size() < 2) return {};
  std::optional<double> best;
  for (const Design& way : ways) {
    const auto bound = knownBound(way, stop);
    if (!bound) return {};
    best = std::max(best.value_or(0), *bound);
  }
  return best;
}

/// Whether a routing lets a network accept more, which is said with it then: two legs through
/// anywhere take twice the channels where the traffic is spread already. What the network has
/// accepted it can, whatever was known of it. Of phases with other traffic, and of what programs
/// send, nothing is known that easily, nor of large networks: one that spreads it already is left
/// as it is then.
class RoutingJudge {
 public:
  RoutingJudge(const Design& design, const KnownLoad& known, std::stop_token stop)
      : design_(design), known_(known), stop_(std::move(stop)) {
    const bool changes =
        std::any_of(design.phases.begin(), design.phases.end(),
                    [](const Phase& phase) { return setsAnyOf(phase, "traffic."); });
    judges_ = !changes && applicationCount(design) == 0 && offeredLoad(design) > 0;
  }

  bool acceptsNoMore(Remedy& remedy) {
    if (remedy.settings.front().first != kRouting) return false;
    if (!judges_) return spreadsAlready();
    const std::optional<double> with = boundWith(design_, remedy, stop_);
    if (!with) return spreadsAlready();
    if (!known_.isBound)
      known_ = {std::max(known_.bearable, knownBound(design_, stop_).value_or(0)), true};
    if (*with < kWorthIt * known_.bearable) return true;
    remedy.reason =
        *with < offeredLoad(design_)
            ? sentence("its channels bear up to {:.3g} of this traffic, if less than is offered",
                       *with)
            : sentence("its channels bear up to {:.3g} of this traffic", std::min(1.0, *with));
    return false;
  }

 private:
  /// The present routing does: of itself, or by what it sees.
  bool spreadsAlready() const {
    for (const std::string& name : kSpreading)
      if (effectiveValue(design_, kRouting) == Value(name)) return true;
    const Compiled present = compile(design_, stop_);
    return present.setup && present.setup->routing->decides() != Decides::never;
  }

  const Design& design_;
  KnownLoad known_;
  std::stop_token stop_;
  bool judges_;
};

/// Each for all applications that have another one.
void addMappings(const Design& design, std::vector<Remedy>& to) {
  for (const std::string& name : kMappings) {
    const MappingEntry* mapping = mappings().find(name);
    if (mapping == nullptr) continue;
    Remedy remedy;
    remedy.verb = sentence("mapping \"{}\"", registryWords(mapping->label));
    for (std::size_t index = 0; index < applicationCount(design); ++index) {
      const std::string path = applicationPath(index, "mapping");
      if (findParameter(design, path) && effectiveValue(design, path) != Value(name))
        remedy.settings.emplace_back(path, name);
    }
    if (!remedy.settings.empty()) to.push_back(std::move(remedy));
  }
}

}  // namespace

std::vector<Remedy> remediesToTry(const Design& design, const std::vector<RemedyKind>& wanted,
                                  const KnownLoad& known, const std::stop_token& stop) {
  std::vector<Remedy> tries;
  for (const RemedyKind each : wanted) {
    if (each == RemedyKind::spread && !hasSlots(design))
      addChoices(design, kRouting, kSpreading, tries);
    if (each == RemedyKind::shortBuffers) addLeastBuffers(design, stop, tries);
    if (each == RemedyKind::room) addRoom(design, stop, tries);
    if (each == RemedyKind::mappings) addMappings(design, tries);
  }
  std::vector<Remedy> usable;
  RoutingJudge routings(design, known, stop);
  ApplicationJudge applications(design, stop);
  for (Remedy& each : tries) {
    const bool left = std::any_of(each.settings.begin(), each.settings.end(),
                                  [&](const auto& set) { return phaseSets(design, set.first); });
    if (!left && !stop.stop_requested() && canBeMadeToRun(design, each, stop) &&
        !routings.acceptsNoMore(each) && !applications.bringsNothing(each))
      usable.push_back(std::move(each));
  }
  return usable;
}

Remedy fasterLinksToTry(const Design& design, const Topology& topology,
                        const std::set<LinkId>& links, const KnownLoad& known,
                        const std::stop_token& stop) {
  const std::vector<LinkRate> rates = bandwidthsOf(design, topology);
  if (links.empty() || rates.empty()) return {};
  const LinkClass& slow = topology.classOf(*links.begin());
  const std::string path = fmt::format("channels.{}.bandwidth", slow.name);
  Remedy remedy = settingRemedy(design, path, 1.0);
  const LinkRate present = rateOf(rates, *links.begin());
  if (remedy.empty() || present.full()) return {};
  const Design changed = remedied(design, remedy);
  // What a link has of its own no class changes.
  if (!rateOf(bandwidthsOf(changed, topology), *links.begin()).full()) return {};
  if (!mayRun(changed, stop)) return {};
  const std::optional<double> with = knownBound(changed, stop);
  if (with && *with < kWorthIt * known.bearable) return {};
  remedy.verb = sentence("full bandwidth ({})", registryWords(slow.label));
  remedy.reason =
      sentence("these links are full, and carry {:.3g} flits a cycle", present.perCycle());
  return remedy;
}

KnownLoad gotThrough(const Results& results) {
  constexpr double kUnequal = 0.8, kUnfair = 0.5;  // smallest share to the mean
  KnownLoad known;
  if (!std::isfinite(results.acceptedLoad)) return known;
  const Fairness fairness = fairnessOf(results);
  // In terms of the setting, which is the load of those that send.
  known.bearable = results.acceptedLoad * results.offeredLoad / offeredByAll(results);
  const double least = fairness.mean > 0 ? fairness.minimum / fairness.mean : 1;
  if (least < kUnequal) known.atMost = AtMost::unequal;
  const double unfair = std::clamp((1 - least) / (1 - kUnfair), 0.0, 1.0);
  known.lower = std::lerp(kAdvisedShare, kAdvisedIfUnfair, unfair) * known.bearable;
  return known;
}

Remedy remedyForLoad(const Design& design, const KnownLoad& known) {
  const std::optional<double> load = roundedLoad(design, known.lower);
  if (!load) return {};
  Remedy remedy = settingRemedy(design, kLoadPath, *load);
  if (!remedy.empty())
    remedy.verb = known.atMost == AtMost::unequal || known.atMost == AtMost::decides
                      ? sentence("Lower the load to {:.3g} at most", *load)
                      : sentence("Lower the load to {:.3g}", *load);
  return remedy;
}

Remedy lowerLoadToTry(const Design& design, const KnownLoad& known) {
  const std::optional<double> load = roundedLoad(design, known.lower);
  // What is accepted on the mean of several patterns tells of none of them.
  const bool changes = std::any_of(design.phases.begin(), design.phases.end(),
                                   [](const Phase& each) { return setsAnyOf(each, "traffic."); });
  if (!load || changes) return {};
  Remedy remedy = settingRemedy(design, kLoadPath, *load);
  if (!remedy.empty()) remedy.verb = sentence("load {:.3g}", *load);
  if (!remedy.empty() && known.atMost == AtMost::unequal)
    remedy.reason =
        sentence("at most: terminals get unequal shares, and the least of them may bear less");
  if (!remedy.empty() && known.atMost == AtMost::decides)
    remedy.reason =
        sentence("at most: the routing decides by what it sees, and may spread less of less load");
  if (!remedy.empty() && known.atMost == AtMost::notRun)
    remedy.reason = sentence("at most: what buffers and bursts take away, a run shows");
  return remedy;
}

}  // namespace hopscope

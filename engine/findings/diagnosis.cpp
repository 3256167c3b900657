// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/findings/diagnosis.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/core/load_words.h"
#include "engine/design/application_sections.h"
#include "engine/design/catalogue.h"
#include "engine/design/compile.h"
#include "engine/design/faults.h"
#include "engine/design/phases.h"
#include "engine/design/senders.h"
#include "engine/design/switch_models.h"
#include "engine/findings/full_channels.h"
#include "engine/findings/issue_remedies.h"
#include "engine/findings/load_diagnosis.h"
#include "engine/findings/remedies.h"
#include "engine/findings/starving_terminals.h"
#include "engine/topology/part_words.h"

namespace hopscope {

namespace {

/// Misses of one cause, as a share of all lookups, that are called thrashing.
constexpr double kThrashing = 0.1;
/// Completion of an application, against an ideal network, that is worth a word.
constexpr double kSlow = 1.25;

const char* const kLoad = "traffic.load";
const char* const kSourceQueue = "traffic.source_queue";
const char* const kDrop = "drop";
const char* const kVcSetting = "switch.virtual_channels";
const char* const kMostCycles = "run.max_cycles";
const char* const kEager = "endpoints.eager";
const std::string kCaches = "forwarding.cache.";

void addDeadlock(const Results& results, std::vector<Diagnosis>& found) {
  if (results.verdict != Verdict::deadlocked || results.deadlock.empty()) return;
  Diagnosis diagnosis;
  diagnosis.severity = Severity::error;
  diagnosis.path = kVcSetting;
  diagnosis.text = sentence("At cycle {}, {} buffers hold packets that wait for each other.",
                            endOf(results), results.deadlock.size());
  diagnosis.reason =
      sentence("More virtual channels or another routing algorithm break the cycle.");
  for (const WaitingVc& waiting : results.deadlock) diagnosis.links.insert(waiting.channel / 2);
  found.push_back(std::move(diagnosis));
}

/// A run that gave up before any of its packets arrived tells nothing of the network. One that
/// ended within its warm-up, or in which nobody sent, waited for none.
void addNothingArrived(const Design& design, const Results& results,
                       std::vector<Diagnosis>& found) {
  constexpr Cycle kLonger = 10;  // times: how long a packet takes is not known
  if (results.verdict != Verdict::unknown || !results.complete || results.packetsLost == 0) return;
  Diagnosis diagnosis;
  diagnosis.path = kMostCycles;
  diagnosis.text =
      sentence("No measured packet had arrived when the run gave up at cycle {}.", endOf(results));
  diagnosis.reason = sentence("Packets are under way longer than that.");
  const std::int64_t longer{kLonger * endOf(results)};
  diagnosis.remedy =
      settingTo(design, kMostCycles, longer, sentence("Let it run up to cycle {}", longer));
  found.push_back(std::move(diagnosis));
}

void addSaturation(const Design& design, const Topology& topology, const Results& results,
                   std::vector<Diagnosis>& found) {
  if (results.verdict != Verdict::saturated) return;
  Diagnosis diagnosis;
  diagnosis.path = kLoad;
  const Sentence accepted = loadInFigures(results.acceptedLoad),
                 offered = loadInFigures(offeredByAll(results));
  if (!std::isfinite(results.acceptedLoad))
    diagnosis.text = sentence("In its last run the network was full before anything was measured.");
  else if (!results.complete)
    diagnosis.text =
        sentence("So far the network has accepted {} of the offered {}.", accepted, offered);
  else if (isStarved(results))
    diagnosis.text = sentence(
        "In its last run {:.1f} % of the measured packets had not arrived at the end: others were "
        "served in their place.",
        100 * shareLost(results));
  // What programs send is no part of what is offered, and is accepted all the same.
  else if (!results.applications.empty())
    diagnosis.text = results.packetsRefused > 0
                         ? sentence(
                               "In its last run {} packets found full source queues, and were "
                               "refused, beside what programs sent.",
                               results.packetsRefused)
                         : sentence(
                               "In its last run queues grew without end beside what programs "
                               "sent.");
  else if (acceptsOnTheWhole(results))
    diagnosis.text = sentence(
        "In its last run more was sent at times than arrived, though the network accepted {} "
        "of the offered {}.",
        accepted, offered);
  // Full source queues grow no further, and latencies stay flat.
  else if (results.packetsRefused > 0)
    diagnosis.text = sentence(
        "In its last run the network accepted {} of the offered {}; the rest found full "
        "source queues and was refused.",
        accepted, offered);
  else
    diagnosis.text = sentence(
        "In its last run the network accepted {} of the offered {}; queues grow without "
        "end.",
        accepted, offered);
  const std::vector<double>& use = results.channelUtilization;
  const auto most = std::max_element(use.begin(), use.end());
  // What is full while the load is highest may rest for the other time.
  const double highest = someWereFull(results) ? highestLoadOf(design, results).share : 1;
  // A channel that rests most of the time is not what holds the others up.
  if (use.size() == topology.channelCount() && !use.empty() && *most >= kBusy * highest) {
    const auto busiest = static_cast<ChannelId>(most - use.begin());
    diagnosis.reason =
        highest < 1 && use[busiest] < kFull
            ? sentence("{} carries {:.0f} % of its rate, and more where the load is highest.",
                       channelInWords(topology, busiest), 100 * use[busiest])
            : sentence("{} carries {:.0f} % of its rate.", channelInWords(topology, busiest),
                       100 * use[busiest]);
    diagnosis.links.insert(busiest / 2);
    diagnosis.wire = use[busiest] >= kFull * highest;
  }
  // Where phases change the load, it is not one number to lower; in a run that goes on, it is.
  const bool changes = results.complete &&
                       std::any_of(design.phases.begin(), design.phases.end(),
                                   [](const Phase& phase) { return setsAnyOf(phase, "traffic."); });
  diagnosis.known = gotThrough(results);
  if (!changes) diagnosis.remedy = remedyForLoad(design, diagnosis.known);
  found.push_back(std::move(diagnosis));
}

void addThrashing(const Design& design, const Topology& topology, const Results& results,
                  std::vector<Diagnosis>& found) {
  const CacheTotals& cache = results.cache;
  if (cache.lookups == 0) return;
  const auto share = [&cache](std::uint64_t part) {
    return static_cast<double>(part) / static_cast<double>(cache.lookups);
  };
  const bool tooSmall = cache.capacity >= cache.conflict;
  if (share(std::max(cache.capacity, cache.conflict)) < kThrashing) return;
  Diagnosis diagnosis;
  diagnosis.text =
      sentence("Forwarding caches thrash: {:.0f} % of the lookups miss what was there before.",
               100 * share(cache.capacity + cache.conflict));
  diagnosis.path = kCaches + (tooSmall ? "entries" : "ways");
  if (findParameter(design, diagnosis.path)) {
    const auto present = std::get<std::int64_t>(effectiveValue(design, diagnosis.path));
    if (tooSmall) {
      diagnosis.reason = sentence("More destinations are used in turn than fit.");
      std::int64_t entries = present;
      while (entries < 4 * present && entries < topology.terminalCount()) entries *= 2;
      diagnosis.remedy =
          settingTo(design, diagnosis.path, entries, sentence("Enlarge to {} entries", entries));
    } else {
      diagnosis.reason = sentence("Destinations that share a set push each other out.");
      diagnosis.remedy =
          settingTo(design, diagnosis.path, 2 * present, sentence("Use {} ways", 2 * present));
    }
  }
  RouterId worst = kNone;
  double lowest = 1;
  for (RouterId r = 0; r < results.routers.size() && r < topology.routerCount(); ++r) {
    const RouterResult& router = results.routers[r];
    if (router.cacheLookups == 0) continue;
    const double rate =
        static_cast<double>(router.cacheHits) / static_cast<double>(router.cacheLookups);
    if (rate >= lowest) continue;
    lowest = rate;
    worst = r;
  }
  if (worst != kNone) diagnosis.routers.insert(worst);
  found.push_back(std::move(diagnosis));
}

/// Applications whose ranks all send before they receive, messages that wait to be asked for.
void addRendezvous(const Design& design, const Results& results, std::vector<Diagnosis>& found) {
  for (const ApplicationResult& each : results.applications) {
    if (each.end != ApplicationEnd::stalled || each.eagerEnough == 0) continue;
    Diagnosis diagnosis;
    diagnosis.severity = Severity::error;
    diagnosis.path = kEager;
    constexpr std::size_t kMostTold = 4;
    const std::size_t told = std::min(kMostTold, each.stalled.size());
    const auto from = each.stalled.begin();
    diagnosis.text = sentence("Ranks of \"{}\" wait for each other for ever: {}{}", each.name,
                              fmt::join(from, from + static_cast<std::ptrdiff_t>(told), " "),
                              told == each.stalled.size() ? "" : " …");
    diagnosis.reason = sentence(
        "Messages of more than {} bytes wait until they are asked for, and who sends first and "
        "receives then does not ask.",
        toText(effectiveValue(design, kEager)));
    diagnosis.eager = each.eagerEnough;
    found.push_back(std::move(diagnosis));
    return;  // the next one shows when this one is mended
  }
}

/// Whether anything had failed, and was not yet restored, while application `index` ran.
bool metFailures(const Design& design, const Results& results, std::size_t index) {
  if (index >= applicationCount(design)) return false;
  std::vector<Cycle> begins = phaseBegins(design);
  // Those that waited for a network that never ran empty did not come into force. A run kept by an
  // older version tells of none, and counts as one that had them all in time.
  if (!results.events.empty()) begins.resize(std::min(begins.size(), results.events.size()));
  for (std::size_t i = 0; i < std::min(begins.size(), results.events.size()); ++i)
    begins[i] = results.events[i].inForce;
  const auto start = static_cast<double>(
      cyclesOf(design, {effectiveValue(design, applicationPath(index, "start"))}).front());
  const double end = start + results.applications[index].completion;
  for (std::size_t i = 0; i < begins.size() && static_cast<double>(begins[i]) < end; ++i) {
    const bool over = i + 1 < begins.size() && static_cast<double>(begins[i + 1]) <= start;
    if (!over && !failedIn(design, i + 1).empty()) return true;
  }
  return false;
}

/// Applications that others, or their own messages, are in the way of.
void addContention(const Design& design, const Results& results, std::vector<Diagnosis>& found) {
  const bool full =
      std::any_of(results.channelUtilization.begin(), results.channelUtilization.end(),
                  [](double use) { return use >= kFull; });
  const bool lone = switchModelOf(design).timesLoneMessages;
  for (std::size_t i = 0; i < results.applications.size(); ++i) {
    const ApplicationResult& each = results.applications[i];
    if (each.end != ApplicationEnd::finished || !(each.slowdown >= kSlow)) continue;
    Diagnosis diagnosis;
    if (!lone) {
      diagnosis.text = sentence(
          "\"{}\" takes {:.2f} times as long as it would if its packets found their slots "
          "as they come.",
          each.name, each.slowdown);
      diagnosis.reason = sentence(
          "{:.0f} of its {:.0f} cycles would do; the others are waits for slots, also of messages "
          "that nobody else is in the way of.",
          each.ideal, each.completion);
    } else if (metFailures(design, results, i)) {
      // The ideal knows no detours, and what they cost is not known apart.
      diagnosis.text = sentence(
          "\"{}\" takes {:.2f} times as long as it would in the whole network, if each of its "
          "messages were alone there.",
          each.name, each.slowdown);
      diagnosis.reason = sentence(
          "{:.0f} of its {:.0f} cycles would do; the others are waits for other messages, and "
          "detours around what had failed.",
          each.ideal, each.completion);
    } else {
      diagnosis.text = sentence(
          "\"{}\" takes {:.2f} times as long as it would if each of its messages were alone in the "
          "network.",
          each.name, each.slowdown);
      diagnosis.reason =
          sentence("{:.0f} of its {:.0f} cycles would do.", each.ideal, each.completion);
    }
    // No mapping and no path gives a circuit more slots, and what others cost is not known apart.
    if (lone && i < applicationCount(design)) diagnosis.path = applicationPath(i, "mapping");
    diagnosis.wire = lone && full;
    found.push_back(std::move(diagnosis));
  }
}

/// Of terminals alone: no other way leads past them.
bool areCables(const std::set<LinkId>& links, const Topology& topology) {
  return !links.empty() && std::all_of(links.begin(), links.end(), [&topology](LinkId link) {
    return topology.from(2 * link).isTerminal || topology.to(2 * link).isTerminal;
  });
}

std::vector<Remedy> triesFor(const Design& design, const Topology& topology,
                             const Diagnosis& diagnosis, const std::stop_token& stop) {
  std::vector<Remedy> tries;
  const auto add = [&](std::vector<Remedy> more) {
    for (Remedy& each : more)
      if (!each.empty()) tries.push_back(std::move(each));
  };
  if (diagnosis.ownLink) {
    add({fasterLinksToTry(design, topology, diagnosis.links, diagnosis.known, stop),
         lowerLoadToTry(design, diagnosis.known)});
  } else if (diagnosis.path == kLoad) {
    if (diagnosis.wire)
      add({fasterLinksToTry(design, topology, diagnosis.links, diagnosis.known, stop)});
    // No virtual channel makes room for who is not yet in the network.
    if (diagnosis.routers.empty() && !diagnosis.wire)
      add(remediesToTry(design, {RemedyKind::shortBuffers}, diagnosis.known, stop));
    const bool shortBuffers = !tries.empty();
    // No virtual channel and no routing makes a table faster, and no routing a cable.
    if (diagnosis.routers.empty() && !areCables(diagnosis.links, topology))
      add(remediesToTry(design, {RemedyKind::spread}, diagnosis.known, stop));
    if (diagnosis.routers.empty() && !diagnosis.wire && !shortBuffers)
      add(remediesToTry(design, {RemedyKind::room}, diagnosis.known, stop));
    add({lowerLoadToTry(design, diagnosis.known)});
  } else if (diagnosis.path == kEager) {
    // Whether programs come to their end then, the run shows: so it is one to try.
    Remedy remedy = asOneToTry(
        design,
        settingTo(design, kEager, static_cast<std::int64_t>(diagnosis.eager), sentence("eager")));
    remedy.reason = sentence("none of these ranks waits to send then");
    if (!remedy.settings.empty() && mayRun(remedied(design, remedy), stop)) add({remedy});
  } else if (diagnosis.path == kMostCycles) {
    Remedy longer = diagnosis.remedy;
    if (longer.empty()) return tries;
    longer.verb = sentence("up to cycle {}", toText(longer.settings.front().second));
    add({longer});
  } else if (diagnosis.path == kVcSetting) {
    Remedy remedy = remedyForDeadlock(design, stop);
    if (!remedy.empty()) add({asOneToTry(design, std::move(remedy))});
  } else {
    const Remedy& own = diagnosis.remedy;
    if (!own.empty() && mayRun(remedied(design, own), stop)) add({asOneToTry(design, own)});
    if (diagnosis.path == kArbiter) {
      add(remediesToTry(design, {RemedyKind::spread}, diagnosis.known, stop));
      add({lowerLoadToTry(design, diagnosis.known)});
    }
    if (isApplicationChoice(diagnosis.path)) {
      add(remediesToTry(design, {RemedyKind::mappings, RemedyKind::spread}, diagnosis.known, stop));
      const std::size_t before = tries.size();
      if (!diagnosis.wire)
        add(remediesToTry(design, {RemedyKind::shortBuffers}, diagnosis.known, stop));
      if (!diagnosis.wire && tries.size() == before)
        add(remediesToTry(design, {RemedyKind::room}, diagnosis.known, stop));
    }
  }
  return tries;
}

}  // namespace

std::optional<Diagnosis> diagnoseLoad(const Design& design, const Topology& topology,
                                      const SaturationBound& bound, double load) {
  if (!findParameter(design, kLoad) || !(load > bound.load)) return {};
  Diagnosis diagnosis;
  diagnosis.path = kLoad;
  diagnosis.text = sentence(
      "At load {:.3g} this network saturates: above {:.3g} not all that is offered can be "
      "accepted.",
      load, bound.load);
  const double excess = 100 * load / bound.load;
  if (isBuffer(bound.at)) {
    diagnosis.reason = sentence("{} would have to hold {:.0f} % of what it has room for.",
                                bottleneckInWords(topology, bound), excess);
  } else if (bound.router == kNone && bound.at != Bottleneck::virtualChannels) {
    if (bound.channel != kNone)
      diagnosis.reason = sentence("{} would have to carry {:.0f} % of its rate.",
                                  channelInWords(topology, bound.channel), excess);
  } else {
    diagnosis.reason = sentence("{} would have to be busy for {:.0f} % of the time.",
                                bottleneckInWords(topology, bound), excess);
  }
  if (bound.channel != kNone) diagnosis.links.insert(bound.channel / 2);
  if (bound.router != kNone) diagnosis.routers.insert(bound.router);
  diagnosis.wire = bound.at == Bottleneck::source || bound.at == Bottleneck::channel;
  diagnosis.known = {bound.load, true, kAdvisedShare * bound.load, AtMost::notRun};
  diagnosis.remedy = remedyForLoad(design, diagnosis.known);
  return diagnosis;
}

namespace {

constexpr std::uint64_t kMostCounted = 1'000'000;

/// Nothing where there is none, or it takes too long to count.
std::optional<SaturationBound> boundOf(const Design& design,
                                       const std::shared_ptr<const Topology>& topology) {
  const Compiled compiled = compile(design, topology);
  if (!compiled.setup || !hasSaturationBound(*compiled.setup)) return {};
  return saturationBound(*compiled.setup, kMostCounted);
}

/// The least of those that hold one after the other where links or routers fail; nothing also where
/// phases change the traffic itself.
std::optional<SaturationBound> leastBoundOf(const Design& design,
                                            const std::shared_ptr<const Topology>& topology) {
  if (std::any_of(design.phases.begin(), design.phases.end(),
                  [](const Phase& phase) { return setsAnyOf(phase, "traffic."); }))
    return {};
  const Compiled compiled = compile(design, topology);
  if (!compiled.setup) return {};
  const std::vector<BoundFrom> bounds =
      boundsOf(*compiled.setup, kMostCounted / (1 + design.phases.size()));
  const auto least = std::min_element(
      bounds.begin(), bounds.end(),
      [](const BoundFrom& a, const BoundFrom& b) { return a.bound.load < b.bound.load; });
  if (least == bounds.end()) return {};
  return least->bound;
}

}  // namespace

std::vector<Diagnosis> diagnoseRun(const Design& design, const Topology& topology,
                                   const Results& results) {
  std::vector<Diagnosis> found;
  addDeadlock(results, found);
  addRendezvous(design, results, found);
  addNothingArrived(design, results, found);
  addSaturation(design, topology, results, found);
  addStarving(design, topology, results, found);
  addThrashing(design, topology, results, found);
  addContention(design, results, found);
  return found;
}

void tellByBound(const Design& design, const std::shared_ptr<const Topology>& topology,
                 std::vector<Diagnosis>& diagnoses) {
  const auto about = std::find_if(diagnoses.begin(), diagnoses.end(),
                                  [](const Diagnosis& each) { return each.path == kLoad; });
  if (std::none_of(diagnoses.begin(), diagnoses.end(),
                   [](const Diagnosis& each) { return each.known.lower > 0; }))
    return;
  const auto bound = leastBoundOf(design, topology);
  const auto found =
      bound ? diagnoseLoad(design, *topology, *bound, offeredLoad(design)) : std::nullopt;
  // Where routing decides by what it sees, not all channels are counted.
  const bool isBound = found && bound->counted == Counted::everything;
  // One load for all of them, the least that is known. A bound knows what each link bears, also
  // where what gets through beyond it is shared unequally: if links are what was full.
  const bool linksDecide = isBound && about != diagnoses.end() && about->wire;
  KnownLoad known{0, isBound, std::numeric_limits<double>::infinity(), AtMost::no};
  if (found) {
    known.bearable = found->known.bearable;
    known.lower = found->known.lower;
  }
  for (const Diagnosis& each : diagnoses) {
    if (each.known.lower <= 0 || (isBound && each.ownLink)) continue;
    if (!linksDecide && each.known.atMost != AtMost::no) known.atMost = each.known.atMost;
    known.lower =
        std::min(known.lower, isBound ? kAdvisedShare * each.known.bearable : each.known.lower);
  }
  if (known.atMost == AtMost::no && bound && bound->counted == Counted::decides)
    known.atMost = AtMost::decides;
  for (Diagnosis& each : diagnoses) {
    if (each.known.lower <= 0) continue;
    const double bearable = isBound ? known.bearable : each.known.bearable;
    each.known = {bearable, isBound, known.lower, known.atMost};
  }
  if (about == diagnoses.end()) return;
  if (isBound || !about->remedy.empty()) about->remedy = remedyForLoad(design, known);
  if (!found || (!isTable(bound->at) && !isBuffer(bound->at))) return;
  about->reason = found->reason;
  about->routers = found->routers;
  about->links = found->links;
}

void addHiddenSaturation(const Design& design, const std::shared_ptr<const Topology>& topology,
                         const Results& results, std::vector<Diagnosis>& diagnoses) {
  // A phase may bring another load or routing, and where packets are dropped no queue grows.
  const bool refused = results.packetsRefused > 0;
  if (!results.complete || results.verdict != Verdict::stable || !design.phases.empty() ||
      !results.applications.empty() ||
      (refused && findParameter(design, kSourceQueue) &&
       std::get<std::string>(effectiveValue(design, kSourceQueue)) == kDrop))
    return;
  const auto bound = boundOf(design, topology);
  auto found = bound ? diagnoseLoad(design, *topology, *bound, offeredLoad(design)) : std::nullopt;
  if (!found) return;
  found->text =
      refused ? sentence(
                    "It reads as stable, but no more than {} can be accepted in the long run: "
                    "some terminals find their source queues full, for less than 1 % of all "
                    "packets.",
                    loadInFigures(bound->load))
              : sentence(
                    "It reads as stable, but no more than {} can be accepted in the long run: "
                    "queues grow, with less than 1 % of all packets or more slowly than it could "
                    "notice. A longer run shows which.",
                    loadInFigures(bound->load));
  found->path = "run.measure";
  found->remedy = {};
  diagnoses.push_back(std::move(*found));
}

void addTries(const Design& design, const Topology& topology, std::vector<Diagnosis>& diagnoses,
              const std::stop_token& stop) {
  if (topology.routerCount() > kMostTriedRouters) return;
  for (Diagnosis& each : diagnoses) each.tries = triesFor(design, topology, each, stop);
}

std::string triesText(const std::vector<Remedy>& tries) {
  std::string text;
  for (const Remedy& each : tries)
    text +=
        fmt::format("{}  try {}{}: {}", text.empty() ? "" : "\n", each.verb.english(),
                    each.reason.empty() ? "" : " (" + each.reason.english() + ")", asOptions(each));
  return text;
}

std::string describe(const Diagnosis& diagnosis) {
  const auto first = [](std::string words) {
    if (!words.empty() && words[0] >= 'a' && words[0] <= 'z')
      words[0] = static_cast<char>(words[0] - 'a' + 'A');
    return words;
  };
  std::string text = first(diagnosis.text.english());
  if (!diagnosis.reason.empty()) text += ' ' + first(diagnosis.reason.english());
  if (!diagnosis.tries.empty()) text += '\n' + triesText(diagnosis.tries);
  return text;
}

}  // namespace hopscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/study/verdict_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "engine/core/load_words.h"
#include "engine/core/not_a_number.h"
#include "engine/routing/dependency_graph.h"
#include "engine/topology/part_words.h"

namespace hopscope {
namespace {

Sentence loadSentence(const Results& results) {
  if (isStarved(results))
    return sentence(
        "Some packets are starved: {:.1f} % of the measured ones had not arrived when the run "
        "ended, though as much is accepted as is offered.",
        100 * shareLost(results));
  if (!std::isfinite(results.acceptedLoad))
    return sentence(
        "Saturated: the network was full before anything was measured, and how much it accepts is "
        "not known.");
  const double offered = offeredByAll(results);
  const double missing = 1 - results.acceptedLoad / offered;
  if (acceptsOnTheWhole(results))
    return sentence(
        "Saturated: at times more was sent than arrived, though {} flits per terminal and "
        "cycle were accepted, of {} offered.",
        loadInFigures(results.acceptedLoad), loadInFigures(offered));
  if (missing > 0)
    return sentence(
        "Saturated: {} of the offered {} flits per terminal and cycle are accepted, "
        "{:.1f} % less.",
        loadInFigures(results.acceptedLoad), loadInFigures(offered), 100 * missing);
  // Where programs send as well, what arrives is theirs, too; else it had waited from before.
  if (results.applications.empty())
    return sentence(
        "Saturated: not all of the {} flits offered per terminal and cycle are accepted; some "
        "of the {} that arrived had waited from before.",
        loadInFigures(offered), loadInFigures(results.acceptedLoad));
  return sentence(
      "Saturated: {} flits per terminal and cycle are accepted in all, but not all of the "
      "{} offered.",
      loadInFigures(results.acceptedLoad), loadInFigures(offered));
}

void addQueues(const Results& results, std::vector<Sentence>& text) {
  constexpr double kNoteworthy = 0.001;  // of the packets: fewer read as "0.0 %"
  const auto refused = static_cast<double>(results.packetsRefused);
  const double tried = refused + static_cast<double>(results.packetsMeasured + results.packetsLost);
  // Queues that are full have grown, and grow no longer: the latency beside these words is flat.
  if (refused < kNoteworthy * tried || refused == 0) {
    if (results.queueGrowth > 0.1)
      text.push_back(sentence("Queues grow by {:.1f} packets per terminal in 1,000 cycles.",
                              results.queueGrowth));
    return;
  }
  // Packets of programs are never refused, and are no share of what is sent at a rate.
  if (!results.applications.empty())
    text.push_back(
        sentence("Source queues are full: {} packets found no room.", results.packetsRefused));
  else
    text.push_back(sentence("Source queues are full: {:.1f} % of the packets find no room.",
                            100 * refused / tried));
}

void addBusiest(const Topology& topology, const Results& results, std::vector<Sentence>& text) {
  const std::vector<double>& use = results.channelUtilization;
  if (use.empty()) return;
  const auto busiest = std::max_element(use.begin(), use.end());
  const auto channel = static_cast<ChannelId>(busiest - use.begin());
  constexpr double kNoteworthy = 0.005;  // less reads as "0 %"
  if (channel >= topology.channelCount() || !(*busiest >= kNoteworthy)) return;
  text.push_back(sentence("The busiest channel, {} to {}, carries {:.0f} % of its rate.",
                          partInWords(topology, topology.from(channel)),
                          partInWords(topology, topology.to(channel)), 100 * *busiest));
}

void addUnfairness(const Topology& topology, const Results& results, std::vector<Sentence>& text) {
  constexpr double kNoteworthy = 0.9;  // smallest to largest
  const Fairness fairness = fairnessOf(results);
  if (fairness.least >= topology.routerCount() || fairness.most >= topology.routerCount() ||
      fairness.minimum > kNoteworthy * fairness.maximum || !(fairness.maximum > 0))
    return;
  text.push_back(sentence("{} takes in least of what its terminals send, {}; {} most, {}.",
                          routerFirst(topology, fairness.least), loadInFigures(fairness.minimum),
                          routerInWords(topology, fairness.most), loadInFigures(fairness.maximum)));
}

/// The cycle buffer by buffer, as far as one can read it.
Sentence deadlockSentence(const Topology& topology, const Results& results) {
  constexpr std::size_t kNamed = 8;
  // A file of a project may name channels that there are not.
  const bool known = std::all_of(
      results.deadlock.begin(), results.deadlock.end(),
      [&](const WaitingVc& waiting) { return waiting.channel < topology.channelCount(); });
  if (results.deadlock.empty())
    return sentence("Stalled at cycle {}: what is waited for will never come.", endOf(results));
  if (!known)
    return sentence("Deadlocked at cycle {}: packets wait for each other in a cycle.",
                    endOf(results));
  const std::size_t named = std::min(kNamed, results.deadlock.size());
  std::vector<Sentence> cycle;
  for (std::size_t i = 0; i < named; ++i)
    cycle.push_back(bufferInWords(topology, {results.deadlock[i].channel, results.deadlock[i].vc}));
  if (results.deadlock.size() > named)
    cycle.push_back(sentence("{} more", results.deadlock.size() - named));
  const Sentence told = sentence(
      "Deadlocked at cycle {}: {} buffers hold packets that wait for each other in a cycle: {}; "
      "and again the first. More virtual channels, ones that run empty first, or another routing "
      "algorithm break it.",
      endOf(results), results.deadlock.size(), joined(cycle, "; "));
  if (results.deadlockedBuffers <= results.deadlock.size()) return told;
  const auto ofOneRun =
      results.replications.empty()
          ? sentence("In all, the packets in {} buffers can never go on.",
                     results.deadlockedBuffers)
          : sentence(
                "Of {} runs, in the one with most of them the packets in {} buffers can never "
                "go on.",
                results.replications.size(), results.deadlockedBuffers);
  return joined({told, ofOneRun}, " ");
}

}  // namespace

Sentence explain(const Topology& topology, const Results& results) {
  if (results.verdict == Verdict::stable) return {};
  if (results.verdict == Verdict::unknown && results.measuredCycles == 0)
    return sentence(
        "Whether the network bears this load is not known: nothing was measured, as the run ended "
        "within its warm-up.");
  if (results.verdict == Verdict::unknown && !results.replications.empty())
    return sentence(
        "Whether the network bears this load is not known: of {} measured packets none had arrived "
        "when the {} runs ended.",
        results.packetsLost, results.replications.size());
  if (results.verdict == Verdict::unknown)
    return sentence(
        "Whether the network bears this load is not known: of {} measured packets none had arrived "
        "when the run ended at cycle {}.",
        results.packetsLost, results.cycles);
  if (isStuck(results.verdict)) return deadlockSentence(topology, results);
  std::vector<Sentence> text{loadSentence(results)};
  addQueues(results, text);
  addBusiest(topology, results, text);
  addUnfairness(topology, results, text);
  return joined(text, " ");
}

std::string nameOf(const Topology& topology, const LinkEnd& end) {
  return end.isTerminal ? fmt::format("terminal {}", topology.terminalIds[end.node])
                        : fmt::format("router {}", topology.routerIds[end.node]);
}

}  // namespace hopscope

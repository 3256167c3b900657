// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/study/verdict_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/core/text.h"
#include "engine/topology/part_words.h"

namespace hopscope {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

std::string loadSentence(const Results& results) {
  const double missing = 1 - results.acceptedLoad / results.offeredLoad;
  std::string text = fmt::format(
      "Saturated: {:.3f} of the offered {:.3f} flits per terminal and cycle are accepted",
      results.acceptedLoad, results.offeredLoad);
  if (missing > 0) text += fmt::format(", {:.1f} % less", 100 * missing);
  return text + '.';
}

std::string queueSentence(const Results& results) {
  std::string text;
  if (results.queueGrowth > 0.1)
    text += fmt::format(" Queues grow by {:.1f} packets per terminal in 1,000 cycles.",
                        results.queueGrowth);
  if (results.packetsRefused > 0) {
    const auto refused = static_cast<double>(results.packetsRefused);
    const double tried =
        refused + static_cast<double>(results.packetsMeasured + results.packetsLost);
    text += fmt::format(" Source queues are full: {:.1f} % of the packets find no room.",
                        100 * refused / tried);
  }
  return text;
}

std::string channelSentence(const Topology& topology, const Results& results) {
  const std::vector<double>& use = results.channelUtilization;
  if (use.empty()) return {};
  const auto busiest = std::max_element(use.begin(), use.end());
  const auto channel = static_cast<ChannelId>(busiest - use.begin());
  if (channel >= topology.channelCount()) return {};
  return fmt::format(" The busiest channel, {} to {}, carries {:.0f} % of its rate.",
                     partInWords(topology, topology.from(channel)),
                     partInWords(topology, topology.to(channel)), 100 * *busiest);
}

std::string routerSentence(const Topology& topology, const Results& results) {
  constexpr double kNoteworthy = 0.9;  // smallest to largest
  const Fairness fairness = fairnessOf(results);
  if (fairness.least >= topology.routerCount() || fairness.most >= topology.routerCount() ||
      fairness.minimum > kNoteworthy * fairness.maximum)
    return {};
  return fmt::format(" {} accepts least, {:.3f}; {} most, {:.3f}.",
                     capitalised(routerInWords(topology, fairness.least)), fairness.minimum,
                     routerInWords(topology, fairness.most), fairness.maximum);
}

/// The circle buffer by buffer, as far as one can read it.
std::string deadlockSentence(const Topology& topology, const Results& results) {
  constexpr std::size_t kNamed = 8;
  // A file of a project may name channels that there are not.
  const bool known = std::all_of(
      results.deadlock.begin(), results.deadlock.end(),
      [&](const WaitingVc& waiting) { return waiting.channel < topology.channelCount(); });
  if (results.deadlock.empty() || !known)
    return fmt::format("Deadlocked at cycle {}: packets wait for each other in a circle.",
                       results.cycles);
  std::string text = fmt::format(
      "Deadlocked at cycle {}: {} buffers hold packets that wait for each other in a circle: ",
      results.cycles, results.deadlock.size());
  for (std::size_t i = 0; i < std::min(kNamed, results.deadlock.size()); ++i)
    text += fmt::format(
        "{} → {}, VC {}; ", partInWords(topology, topology.from(results.deadlock[i].channel)),
        partInWords(topology, topology.to(results.deadlock[i].channel)), results.deadlock[i].vc);
  if (results.deadlock.size() > kNamed)
    text += fmt::format("{} more; ", results.deadlock.size() - kNamed);
  return text + "and again the first. More virtual channels or another routing algorithm break it.";
}

}  // namespace

Fairness fairnessOf(const Results& results) {
  Fairness fairness{kNan, kNan, kNan, kNone, kNone};
  double sum = 0, squares = 0, routers = 0;
  for (RouterId r = 0; r < results.routers.size(); ++r) {
    const double load = results.routers[r].acceptedLoad;
    if (!std::isfinite(load)) continue;
    sum += load;
    squares += load * load;
    ++routers;
    if (fairness.least == kNone || load < fairness.minimum) {
      fairness.minimum = load;
      fairness.least = r;
    }
    if (fairness.most == kNone || load > fairness.maximum) {
      fairness.maximum = load;
      fairness.most = r;
    }
  }
  if (squares > 0) fairness.jain = sum * sum / (routers * squares);
  return fairness;
}

std::string explain(const Topology& topology, const Results& results) {
  switch (results.verdict) {
    case Verdict::stable:
      return {};
    case Verdict::saturated:
      return loadSentence(results) + queueSentence(results) + channelSentence(topology, results) +
             routerSentence(topology, results);
    case Verdict::deadlocked:
      break;
  }
  return deadlockSentence(topology, results);
}

std::string nameOf(const Topology& topology, const LinkEnd& end) {
  return end.isTerminal ? fmt::format("terminal {}", topology.terminalIds[end.node])
                        : fmt::format("router {}", topology.routerIds[end.node]);
}

}  // namespace hopscope

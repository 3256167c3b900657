// SPDX-License-Identifier: GPL-3.0-or-later
// Experiments with schedulers of circuits that need no network around them.
#include <algorithm>
#include <cmath>
#include <vector>

#include "engine/core/declare.h"
#include "engine/core/rng.h"
#include "engine/figures/entries.h"
#include "engine/scheduling/circuit_registers.h"
#include "engine/scheduling/k_step_matching.h"
#include "engine/scheduling/slot_order.h"
#include "engine/scheduling/tree_scheduler.h"

namespace hopscope::figures {
namespace {

using declare::boolean;
using declare::choice;
using declare::number;

constexpr const char* kDing = "Ding, PhD thesis, University of Pittsburgh 2006";

Parameter trialsParameter(std::int64_t fallback) {
  return number(ParameterType::integer, "trials", "Trials", fallback, 1, 1e7, "", "");
}
Parameter seedParameter() {
  return number(ParameterType::integer, "seed", "Seed", std::int64_t{1}, 0, 1e9, "", "");
}

std::vector<TerminalId> drawnPermutation(Rng& rng, std::uint32_t count) {
  std::vector<TerminalId> order(count);
  for (std::uint32_t i = 0; i < count; ++i) order[i] = i;
  for (std::uint32_t i = count; i > 1; --i) std::swap(order[i - 1], order[rng.below(i)]);
  return order;
}

Measured meanWithError(double sum, double squares, double count) {
  const double mean = sum / count;
  const double variance = count > 1 ? (squares - sum * mean) / (count - 1) : 0;
  return {mean, std::sqrt(std::max(variance, 0.0) / count)};
}

/// Chunks for circuits, one a slot, and packets for the slot of worms, slot by slot until all are
/// gone.
class SlotPlay {
 public:
  explicit SlotPlay(const Values& values)
      : policy_(policyOf(textAt(values, "policy"))),
        worms_(static_cast<std::uint32_t>(integerAt(values, "slots"))),
        circuits_(worms_, 0),
        configured_(static_cast<std::uint32_t>(integerAt(values, "configured"))),
        packets_(static_cast<double>(integerAt(values, "packets"))),
        packetsPerUnit_(realAt(values, "packets_per_unit")) {
    for (std::int64_t i = 0; i < integerAt(values, "chunks"); ++i)
      ++circuits_[static_cast<std::size_t>(i) % configured_];
    hasWorms_ = packets_ > 0;
    // In thousandths of a slot, so that lengths may be any; expected is just what there is.
    if (policy_ == SlotPolicy::adjustLength) {
      const double chunks = static_cast<double>(integerAt(values, "chunks"));
      const double share = chunks / (chunks + packets_ / packetsPerUnit_);
      lengths_ = adjustedLengths(share, 1, configured_, kUnit);
    }
  }

  /// The time, and the slots one after the other.
  double play() {
    std::uint32_t slot = worms_;  // the first slot follows
    while (true) {
      const std::uint32_t next = slotAfter(
          slot, worms_ + 1, [this](std::uint32_t each) { return fate(each); },
          [](std::uint32_t, SlotFate) {});
      if (next == kNone || (next <= slot && done())) break;  // cycles are ended
      slot = next;
      order_.push_back(slot);
      const Cycle length = slot == worms_ ? lengths_.worms : lengths_.circuits;
      time_ += length;
      if (slot == worms_)
        packets_ -= std::floor(packetsPerUnit_ * static_cast<double>(length) / kUnit + 1e-9);
      else if (circuits_[slot] > 0)
        --circuits_[slot];
      else
        idle_ += length;
    }
    return static_cast<double>(time_) / kUnit;
  }
  const std::vector<std::uint32_t>& order() const { return order_; }
  double idleShare() const {
    return time_ == 0 ? 0 : static_cast<double>(idle_) / static_cast<double>(time_);
  }

 private:
  static constexpr Cycle kUnit = 1000;

  static SlotPolicy policyOf(const std::string& name) {
    if (name == "ses") return SlotPolicy::skipEmpty;
    if (name == "sla") return SlotPolicy::adjustLength;
    return name == "preempt" ? SlotPolicy::preempt : SlotPolicy::fixed;
  }
  bool done() const {
    return packets_ <= 0 && std::all_of(circuits_.begin(), circuits_.end(),
                                        [](std::int64_t chunks) { return chunks <= 0; });
  }
  SlotFate fate(std::uint32_t slot) const {
    if (slot == worms_)
      return hasWorms_ ? fateOf(policy_, PreemptScope::global, true, {packets_ > 0, false, false})
                       : SlotFate::skipped;
    const bool any = std::any_of(circuits_.begin(), circuits_.end(),
                                 [](std::int64_t chunks) { return chunks > 0; });
    return fateOf(policy_, PreemptScope::global, false,
                  {slot<configured_, circuits_[slot]> 0, any});
  }

  SlotPolicy policy_;
  std::uint32_t worms_;  ///< the slot of worms: the last
  std::vector<std::int64_t> circuits_;
  std::uint32_t configured_;  ///< slots that have circuits: the first ones
  double packets_, packetsPerUnit_;
  bool hasWorms_ = false;
  SlotLengths lengths_{kUnit, kUnit};
  Cycle time_ = 0, idle_ = 0;
  std::vector<std::uint32_t> order_;
};

/// Requests at random, maybe besides a permutation.
BitMatrix drawnRequests(Rng& rng, std::uint32_t ports, double load, bool permutation) {
  BitMatrix requests(ports, ports);
  if (permutation) {
    const std::vector<TerminalId> order = drawnPermutation(rng, ports);
    for (std::uint32_t input = 0; input < ports; ++input) requests.set(input, order[input]);
  }
  BitMatrix drawn(ports, ports);
  for (auto left = std::llround(load * ports); left > 0;) {
    const std::uint32_t input = rng.below(ports), output = rng.below(ports);
    if (drawn.at(input, output)) continue;
    drawn.set(input, output);
    requests.set(input, output);
    --left;
  }
  return requests;
}

double pairsOf(const std::vector<std::uint32_t>& outputOf) {
  return static_cast<double>(
      std::count_if(outputOf.begin(), outputOf.end(), [](std::uint32_t v) { return v != kNone; }));
}

Numbers matchRequests(const Values& values, const std::stop_token& stop) {
  const auto ports = static_cast<std::uint32_t>(integerAt(values, "ports"));
  const auto steps = static_cast<std::uint32_t>(integerAt(values, "steps"));
  const std::int64_t trials = integerAt(values, "trials");
  Rng rng(static_cast<std::uint64_t>(integerAt(values, "seed")), ports, RandomPurpose::pattern);
  KStepMatching matching(ports);
  std::vector<std::uint32_t> outputOf;
  double found = 0, best = 0, sum = 0, squares = 0;
  for (std::int64_t trial = 0; trial < trials && !stop.stop_requested(); ++trial) {
    const BitMatrix requests = drawnRequests(rng, ports, realAt(values, "load"),
                                             textAt(values, "requests") == "permutation");
    greedyMatching(requests, outputOf);
    matching.improve(requests, steps, outputOf);
    const double ours = pairsOf(outputOf);
    matching.improve(requests, 2 * ports - 1, outputOf);
    const double degree = 100 * ours / pairsOf(outputOf);
    found += ours, best += pairsOf(outputOf);
    sum += degree, squares += degree * degree;
  }
  return {{100 * found / best, meanWithError(sum, squares, static_cast<double>(trials)).error}};
}

TreeSchedulerSettings readTreeSettings(const Values& values) {
  TreeSchedulerSettings settings;
  if (textAt(values, "scheduler") == "local") settings.view = TreeSchedulerSettings::View::local;
  if (textAt(values, "ports") == "random") settings.ports = TreeSchedulerSettings::Ports::random;
  if (textAt(values, "turn") == "top") settings.turn = TreeSchedulerSettings::Turn::top;
  settings.releaseOnFailure = std::get<bool>(values.at("release"));
  settings.seed = static_cast<std::uint64_t>(integerAt(values, "seed"));
  return settings;
}

double terminalsOf(const Values& values) {
  return std::pow(realAt(values, "width"), realAt(values, "levels"));
}

struct GrantedShares {
  double mean = 0, error = 0, least = 1, most = 0;  ///< in percent
};

GrantedShares schedulePermutations(const Values& values, const TreeSchedulerSettings& settings,
                                   const std::stop_token& stop) {
  const auto width = static_cast<std::uint32_t>(integerAt(values, "width"));
  const std::int64_t trials = integerAt(values, "trials");
  TreeStructure tree;
  tree.m.assign(static_cast<std::size_t>(integerAt(values, "levels")), width);
  tree.w = tree.m;
  tree.w[0] = 1;
  TreeScheduler scheduler(tree, 1, settings);
  Rng rng(settings.seed, width, RandomPurpose::pattern);
  GrantedShares shares{0, 0, 100, 0};
  double sum = 0, squares = 0;
  for (std::int64_t trial = 0; trial < trials && !stop.stop_requested(); ++trial) {
    scheduler.clear();
    const std::vector<TerminalId> order = drawnPermutation(rng, scheduler.terminals());
    std::uint32_t granted = 0;
    for (TerminalId source = 0; source < scheduler.terminals(); ++source)
      granted += scheduler.schedule(0, source, order[source]).granted ? 1 : 0;
    const double share = 100.0 * granted / scheduler.terminals();
    sum += share, squares += share * share;
    shares.least = std::min(shares.least, share);
    shares.most = std::max(shares.most, share);
  }
  const Measured mean = meanWithError(sum, squares, static_cast<double>(trials));
  shares.mean = mean.value, shares.error = mean.error;
  return shares;
}

Issues treeTooLarge(const Values& values) {
  if (terminalsOf(values) <= 100'000) return {};
  return {{Severity::error, "width", sentence("The tree has more than 100,000 terminals."),
           sentence("Choose fewer levels or ports.")}};
}

std::vector<Parameter> treeSizeParameters() {
  return {number(ParameterType::integer, "levels", "Levels", std::int64_t{3}, 1, 16, "", ""),
          number(ParameterType::integer, "width", "Ports up", std::int64_t{8}, 2, 512, "", "")};
}

/// Messages that come at any time and wait for their pair's configuration, which come in turn.
Numbers waitForConfigurations(const Values& values, const std::stop_token& stop) {
  const auto ports = static_cast<std::uint32_t>(integerAt(values, "ports"));
  const Cycle length = integerAt(values, "slot");
  const std::int64_t trials = integerAt(values, "trials");
  CircuitRegisters registers(ports, ports);
  std::vector<PortPair> pairs(ports);
  for (std::uint32_t slot = 0; slot < ports; ++slot) {
    for (std::uint32_t input = 0; input < ports; ++input)
      pairs[input] = {input, (input + slot) % ports};
    registers.preload(slot, pairs);
  }
  Rng rng(static_cast<std::uint64_t>(integerAt(values, "seed")), ports, RandomPurpose::pattern);
  double sum = 0, squares = 0, gaps = 0;
  for (std::int64_t trial = 0; trial < trials && !stop.stop_requested(); ++trial) {
    const std::uint32_t input = rng.below(ports), output = rng.below(ports);
    // It comes somewhere within the slot that runs now.
    std::uint32_t slot = rng.below(ports);
    Cycle waited = length - static_cast<Cycle>(rng.below(static_cast<std::uint32_t>(length)));
    const auto next = [&registers](std::uint32_t now) {
      return slotAfter(
          now, registers.slotCount(),
          [&registers](std::uint32_t each) {
            return fateOf(SlotPolicy::skipEmpty, PreemptScope::global, false,
                          {!registers.isEmpty(each), false, false});
          },
          [](std::uint32_t, SlotFate) {});
    };
    for (slot = next(slot); registers.outputOf(slot, input) != output; slot = next(slot))
      waited += length;
    // Its second chunk waits for the next round.
    for (slot = next(slot); registers.outputOf(slot, input) != output; slot = next(slot)) ++gaps;
    const double slotsWaited = static_cast<double>(waited) / static_cast<double>(length);
    sum += slotsWaited, squares += slotsWaited * slotsWaited;
  }
  const auto count = static_cast<double>(trials);
  return {meanWithError(sum, squares, count), exact(gaps / count)};
}

}  // namespace

Computation slotPolicies() {
  Entry entry;
  entry.name = "slots.policy";
  entry.label = "Slots one after the other";
  entry.help =
      "Chunks on circuits, one a slot, and packets in the slot of worms, until all are gone.";
  entry.source = std::string(kDing) + ", chapter 4";
  entry.parameters = {
      choice("policy", "Policy", "ses",
             {{"fixed", "fixed"}, {"ses", "SES"}, {"sla", "SLA"}, {"preempt", "PREEMPT"}}, ""),
      number(ParameterType::integer, "slots", "Slots of circuits", std::int64_t{2}, 1, 64, "", ""),
      number(ParameterType::integer, "configured", "Slots with circuits", std::int64_t{2}, 1, 64,
             "", "The first ones."),
      number(ParameterType::integer, "chunks", "Chunks", std::int64_t{4}, 0, 1e6, "",
             "Shared out over the slots with circuits."),
      number(ParameterType::integer, "packets", "Packets", std::int64_t{6}, 0, 1e6, "", ""),
      number(ParameterType::real, "packets_per_unit", "Packets in a slot as long as usual", 2.0, 1,
             1e6, "", ""),
      number(ParameterType::integer, "step", "Step", std::int64_t{0}, 0, 1e6, "",
             "The slot that is told.")};
  return overParameters(
      std::move(entry),
      {{"time", "Time", "slots"}, {"idle", "Time without data", "%"}, {"slot", "Slot", ""}},
      [](const Values& values, const std::stop_token&) -> Numbers {
        SlotPlay play(values);
        const double time = play.play();
        const auto step = static_cast<std::size_t>(integerAt(values, "step"));
        const double slot = step < play.order().size() ? play.order()[step] : std::nan("");
        return {exact(time), exact(100 * play.idleShare()), exact(slot)};
      },
      [](const Values& values) -> Issues {
        if (integerAt(values, "configured") <= integerAt(values, "slots")) return {};
        return {{Severity::error, "configured",
                 sentence("More slots have circuits than there are."),
                 sentence("At most {}.", integerAt(values, "slots"))}};
      });
}

Computation matchingDegree() {
  Entry entry;
  entry.name = "matching.degree";
  entry.label = "K-step matching";
  entry.help =
      "Pairs of a greedy matching improved by paths of at most K stages, of the most there "
      "can be.";
  entry.source = std::string(kDing) + ", chapter 6";
  entry.parameters = {
      number(ParameterType::integer, "ports", "Ports", std::int64_t{64}, 1, 1024, "", ""),
      number(ParameterType::real, "load", "Requests per port", 1.0, 0.01, 1024, "", ""),
      number(ParameterType::integer, "steps", "K", std::int64_t{9}, 1, 2047, "", "Odd; 1: greedy."),
      choice("requests", "Requests", "random",
             {{"random", "random"}, {"permutation", "a permutation and random ones"}}, ""),
      trialsParameter(100),
      seedParameter()};
  return overParameters(
      std::move(entry), {{"degree", "Of the largest matching", "%"}}, matchRequests,
      [](const Values& values) -> Issues {
        if (realAt(values, "load") > realAt(values, "ports"))
          return {{Severity::error, "load", sentence("There are fewer pairs than requests."),
                   sentence("At most as many as ports.")}};
        if (realAt(values, "load") * realAt(values, "ports") < 1)
          return {{Severity::error, "load", sentence("There is no request."),
                   sentence("Choose a higher load.")}};
        if (integerAt(values, "steps") % 2 == 1) return {};
        return {{Severity::error, "steps", sentence("Paths have odd lengths."),
                 sentence("Choose an odd number.")}};
      });
}

Computation treePermutations() {
  Entry entry;
  entry.name = "tree.permutations";
  entry.label = "Circuits of a fat tree";
  entry.help = "Of random permutations, the share of requests that find a way.";
  entry.source = std::string(kDing) + ", chapter 7";
  entry.parameters = treeSizeParameters();
  const std::vector<Parameter> more = {
      choice("scheduler", "Scheduler", "level_wise",
             {{"level_wise", "level-wise"}, {"local", "local"}}, ""),
      choice("ports", "Port up", "first", {{"first", "the first"}, {"random", "any"}}, ""),
      choice("turn", "Turn", "nearest",
             {{"nearest", "at the nearest common ancestor"}, {"top", "at the top"}}, ""),
      boolean("release", "Failed requests give back what they took", false, ""),
      trialsParameter(100),
      seedParameter()};
  entry.parameters.insert(entry.parameters.end(), more.begin(), more.end());
  return overParameters(
      std::move(entry),
      {{"granted", "Granted", "%"},
       {"least", "Fewest granted", "%"},
       {"most", "Most granted", "%"}},
      [](const Values& values, const std::stop_token& stop) -> Numbers {
        const GrantedShares shares = schedulePermutations(values, readTreeSettings(values), stop);
        return {{shares.mean, shares.error}, exact(shares.least), exact(shares.most)};
      },
      treeTooLarge);
}

Computation treeGain() {
  Entry entry;
  entry.name = "tree.gain";
  entry.label = "Level-wise against local circuits of a fat tree";
  entry.help =
      "The same permutations with both schedulers; level-wise takes the first port, local "
      "any.";
  entry.source = std::string(kDing) + ", chapter 7";
  entry.parameters = treeSizeParameters();
  const std::vector<Parameter> more = {
      choice("turn", "Turn", "nearest",
             {{"nearest", "at the nearest common ancestor"}, {"top", "at the top"}}, ""),
      trialsParameter(100), seedParameter()};
  entry.parameters.insert(entry.parameters.end(), more.begin(), more.end());
  return overParameters(
      std::move(entry),
      {{"terminals", "Terminals", ""},
       {"gain", "More granted level-wise", "points"},
       {"distance", "Worst level-wise less best local", "points"}},
      [](const Values& values, const std::stop_token& stop) -> Numbers {
        TreeSchedulerSettings settings;
        settings.seed = static_cast<std::uint64_t>(integerAt(values, "seed"));
        if (textAt(values, "turn") == "top") settings.turn = TreeSchedulerSettings::Turn::top;
        const GrantedShares ahead = schedulePermutations(values, settings, stop);
        settings.view = TreeSchedulerSettings::View::local;
        settings.ports = TreeSchedulerSettings::Ports::random;
        const GrantedShares behind = schedulePermutations(values, settings, stop);
        return {exact(terminalsOf(values)),
                {ahead.mean - behind.mean, std::hypot(ahead.error, behind.error)},
                exact(ahead.least - behind.most)};
      },
      treeTooLarge);
}

Computation rotationWaits() {
  Entry entry;
  entry.name = "slots.rotation";
  entry.label = "Waits for configurations in turn";
  entry.help = "Messages at any time, for any port; their pair has one of as many slots as ports.";
  entry.source = std::string(kDing) + ", section 8.4.3";
  entry.parameters = {
      number(ParameterType::integer, "ports", "Ports", std::int64_t{32}, 1, 1024, "", ""),
      number(ParameterType::integer, "slot", "Slot", std::int64_t{10}, 1, 1e6, "cycles", ""),
      trialsParameter(10'000), seedParameter()};
  return overParameters(
      std::move(entry),
      {{"wait", "Mean wait for a slot", "slots"}, {"gap", "Between two slots of a pair", "slots"}},
      waitForConfigurations);
}

}  // namespace hopscope::figures

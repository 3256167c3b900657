// SPDX-License-Identifier: GPL-3.0-or-later
// Node reduction: tags that switches see, the printed threshold, and the detour round a fault.
#include <algorithm>
#include <cmath>
#include <set>

#include "engine/core/declare.h"
#include "engine/figures/design_inputs.h"
#include "engine/figures/entries.h"
#include "engine/forwarding/node_reduction.h"
#include "engine/forwarding/ring_detour.h"

namespace hopscope::figures {
namespace {

using declare::choice;
using declare::number;

Parameter ringSize() {
  return number(ParameterType::integer, "k", "Routers in a ring", std::int64_t{5}, 3, 1000, "", "");
}

/// Hops from one place to another of a ring, with the direction chosen anew at each; `k` where that
/// goes in circles.
int ringHops(RingThreshold threshold, int k, int from, int to) {
  int hops = 0;
  for (; from != to && hops < k; ++hops)
    from = (from + ringDirection(threshold, k, from, to) + k) % k;
  return hops;
}

Numbers compareThreshold(const Values& values, const std::stop_token&) {
  const int k = static_cast<int>(integerAt(values, "k"));
  const auto n = static_cast<double>(integerAt(values, "n"));
  const RingThreshold threshold =
      textAt(values, "threshold") == "ceil" ? RingThreshold::ceil : RingThreshold::floor;
  double minimal = 0;
  double hops = 0;
  for (int from = 0; from < k; ++from)
    for (int to = 0; to < k; ++to) {
      const int taken = ringHops(threshold, k, from, to);
      const int apart = std::abs(to - from);
      minimal += taken == std::min(apart, k - apart) ? 1 : 0;
      hops += taken;
    }
  // Dimensions are independent: a path is minimal where it is in each of them.
  const double pairs = std::pow(k, 2 * n);
  return {{pairs - std::pow(minimal, n), 0}, {n * hops / (k * k), 0}};
}

Numbers countDetours(const Values& values, const std::stop_token&) {
  const std::string& rewritten = textAt(values, "rewritten");
  const Detour detour = rewritten == "both"  ? Detour::ownAndBelow
                        : rewritten == "one" ? Detour::ownLines
                                             : Detour::none;
  const DetourOutcome outcome = replayDetour(static_cast<int>(integerAt(values, "k")), 1, detour);
  return {{static_cast<double>(outcome.delivered), 0},
          {static_cast<double>(outcome.lost), 0},
          {static_cast<double>(outcome.livelocked.size()), 0}};
}

}  // namespace

Computation reductionTags() {
  Computation computation;
  computation.name = "reduction.tags";
  computation.label = "Tags a switch sees";
  computation.help =
      "The node reduction function of the network, asked for every destination. Inputs are a "
      "design's settings, and the number of the router.";
  computation.source = "Hirasawa 2022, section 5.2";
  computation.outputs = {{"destinations", "Destinations", ""}, {"tags", "Tags", ""}};
  computation.prepare = [](const Inputs& inputs) -> std::variant<Work, Issues> {
    Issues issues;
    const std::vector<Parameter> own = {
        number(ParameterType::integer, "router", "Router", std::int64_t{0}, 0, 1e6, "", "")};
    const Values values = readTyped(own, ownInputs(inputs), "", issues);
    const Design design = readDesign(inputs, issues);
    if (hasErrors(issues)) return issues;
    const auto topology = buildTopology(design, issues);
    if (!topology || hasErrors(issues)) return issues;
    const auto router = static_cast<RouterId>(integerAt(values, "router"));
    ReductionSettings settings;
    settings.kind = reductionFor(*topology);
    if (settings.kind == ReductionKind::none || router >= topology->routerCount())
      return Issues{{Severity::error, "router",
                     sentence("The network has no node reduction or no such "
                              "router.")}};
    return Work([topology, settings, router](const std::stop_token&) -> Numbers {
      const auto reduction = makeReduction(settings, *topology);
      std::set<std::uint32_t> tags;
      for (TerminalId terminal = 0; terminal < topology->terminalCount(); ++terminal)
        tags.insert(reduction->tag(router, terminal));
      return {{static_cast<double>(topology->terminalCount()), 0},
              {static_cast<double>(tags.size()), 0}};
    });
  };
  return computation;
}

Computation reductionThreshold() {
  Entry entry;
  entry.name = "reduction.threshold";
  entry.label = "Ways of node reduction in a torus";
  entry.help = "Followed for all pairs of places, those to itself included.";
  entry.source = "Hirasawa 2022, Algorithm 3";
  entry.parameters = {
      ringSize(), number(ParameterType::integer, "n", "Dimensions", std::int64_t{2}, 1, 6, "", ""),
      choice("threshold", "Threshold", "floor",
             {{"floor", "k / 2 rounded down"}, {"ceil", "k / 2 rounded up"}}, "")};
  return overParameters(
      std::move(entry),
      {{"nonminimal", "Pairs on longer than shortest paths", ""}, {"hops", "Mean hops", ""}},
      compareThreshold);
}

Computation ringDetour() {
  Entry entry;
  entry.name = "reduction.detour";
  entry.label = "Detour round a dead channel of a ring";
  entry.help =
      "The channel from router 1 up to router 2 is dead; lines of the caches that say \"up\" are "
      "rewritten to \"down\".";
  entry.source = "Hirasawa 2022, Figure 5.22";
  entry.parameters = {ringSize(),
                      choice("rewritten", "Rewritten", "one",
                             {{"none", "nothing"},
                              {"one", "router 1, at all inputs"},
                              {"both", "and the routers below, at the input that faces the fault"}},
                             "")};
  return overParameters(std::move(entry),
                        {{"delivered", "Pairs delivered", ""},
                         {"lost", "Pairs that meet the dead channel", ""},
                         {"circling", "Pairs that go in circles", ""}},
                        countDetours);
}

}  // namespace hopscope::figures

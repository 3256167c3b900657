// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/rule_calculation.h"

#include <algorithm>
#include <cmath>

#include "engine/design/addressing.h"
#include "engine/design/compile.h"
#include "engine/forwarding/rule_formats.h"

namespace hopscope {

namespace {

constexpr const char* kScheme = "forwarding.addressing.scheme";
constexpr const char* kCompact = "forwarding.addressing.compact";
/// Above so many routers only a sample of them is asked for the largest table.
constexpr RouterId kAsked = 128;

int dimensionsOf(RuleFamily family) {
  return family == RuleFamily::butterfly2 ? 2 : family == RuleFamily::butterfly3 ? 3 : 4;
}

std::optional<RuleGenerator> generatorOf(Design design, const Topology& topology,
                                         const std::string& scheme, bool compact) {
  design.settings[kScheme] = scheme;
  design.settings[kCompact] = compact;
  Issues known;  // the same for every scheme
  auto made = ruleGenerator(design, topology, known);
  if (auto* generator = std::get_if<RuleGenerator>(&made)) return std::move(*generator);
  return std::nullopt;
}

std::uint64_t mostEntries(const RuleGenerator& generator) {
  const RouterId routers = generator.topology().routerCount();
  const RouterId step = std::max<RouterId>(1, routers / kAsked);
  std::uint64_t most = 0;
  for (RouterId router = 0; router < routers; router += step)
    most = std::max(most, generator.entries(router));
  return most;
}

}  // namespace

Design balancedDesign(RuleFamily family, int radix) {
  Design design;
  Values& settings = design.settings;
  if (family == RuleFamily::foldedClos) {
    settings["topology.kind"] = std::string("folded_clos");
    settings["topology.k"] = std::int64_t{radix};
  } else if (family == RuleFamily::dragonfly) {
    const std::int64_t h = (radix + 1) / 4;
    settings["topology.kind"] = std::string("dragonfly");
    settings["topology.p"] = h;
    settings["topology.a"] = 2 * h;
    settings["topology.h"] = h;
  } else {
    const int n = dimensionsOf(family);
    const std::int64_t k = (radix + n) / (n + 1);
    settings["topology.kind"] = std::string("hyperx");
    settings["topology.dimensions"] = std::vector<std::int64_t>(static_cast<std::size_t>(n), k);
    settings["topology.terminals_per_router"] = k;
  }
  return design;
}

std::uint64_t balancedHosts(RuleFamily family, int radix) {
  const auto power = [](std::uint64_t base, int exponent) {
    std::uint64_t result = 1;
    for (int i = 0; i < exponent; ++i) result *= base;
    return result;
  };
  if (family == RuleFamily::foldedClos) return power(static_cast<std::uint64_t>(radix), 3) / 4;
  if (family == RuleFamily::dragonfly) {
    const auto h = static_cast<std::uint64_t>(radix + 1) / 4;
    return (2 * h * h + 1) * 2 * h * h;
  }
  const int n = dimensionsOf(family);
  return power(static_cast<std::uint64_t>((radix + n) / (n + 1)), n + 1);
}

RuleAnswer calculateRules(const RuleRequest& request) {
  RuleAnswer answer;
  answer.topology = buildTopology(request.design, answer.issues);
  if (!answer.topology || hasErrors(answer.issues)) return answer;
  const Topology& topology = *answer.topology;
  answer.router = std::min(request.router, topology.routerCount() - 1);
  auto made = ruleGenerator(request.design, topology, answer.issues);
  if (auto* refused = std::get_if<Issues>(&made)) {
    answer.issues = std::move(*refused);
    return answer;
  }
  const RuleGenerator& generator = std::get<RuleGenerator>(made);
  answer.rules = generator.rules(answer.router);
  answer.entries = generator.entries(answer.router);
  answer.verification = verifyRules(generator);
  answer.ovs = openFlowRules(answer.rules, topology.radix(answer.router));
  answer.json = jsonRules(generator.plan(), answer.router, answer.rules);
  answer.csv = csvRules(answer.rules);
  for (const char* scheme : {"flat", "overlay", "switch", "group"}) {
    const auto plain = generatorOf(request.design, topology, scheme, false);
    if (!plain) continue;
    SchemeCount count{scheme, plain->entries(answer.router), mostEntries(*plain), {}, {}};
    if (const auto compact = generatorOf(request.design, topology, scheme, true)) {
      count.compact = compact->entries(answer.router);
      count.mostCompact = mostEntries(*compact);
    }
    answer.counts.push_back(count);
  }
  return answer;
}

}  // namespace hopscope

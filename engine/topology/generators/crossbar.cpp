// SPDX-License-Identifier: GPL-3.0-or-later
// One router with all terminals: port t is terminal t.
#include <algorithm>

#include "engine/topology/generators/fitting.h"

namespace hopscope::families {
namespace {

Issues checkCrossbar(const Values& values) {
  const std::uint64_t count = countAt(values, "terminals");
  return sizeIssues({1, count, count}, "terminals", sentence("Choose fewer terminals."));
}

TopologyFacts crossbarFacts(const Values& values) {
  TopologyFacts result;
  result.routers = 1;
  result.terminals = countAt(values, "terminals");
  result.links = result.terminals;
  result.channels = 2 * result.links;
  result.radix = result.terminals;
  setDistances(result, 1, result.terminals, 0, 0);
  return result;
}

Topology buildCrossbar(const Values& values) {
  TopologyBuilder builder("crossbar", values, {{"terminal", "terminal", LinkKind::terminal}});
  const RouterId router = builder.addRouter();
  const std::uint64_t terminals = countAt(values, "terminals");
  for (std::uint64_t t = 0; t < terminals; ++t) builder.addTerminal(router);
  return builder.build();
}

std::vector<Values> fittingCrossbar(const Generator& family, const SizeRequest& request) {
  std::vector<Values> all;
  const std::uint64_t terminals = std::max<std::uint64_t>(request.least, 2);
  if (terminals <= request.radix && terminals <= request.most)
    addFitting(all, family, {{"terminals", static_cast<std::int64_t>(terminals)}});
  return all;
}

Prospect crossbarProspect(const Values& values) {
  Prospect prospect;
  prospect.facts = crossbarFacts(values);
  prospect.worstLoad = 0;
  return prospect;
}

}  // namespace

Generator crossbar() {
  Generator generator;
  generator.name = "crossbar";
  generator.label = "Crossbar";
  generator.help = "A single router with every terminal plugged into it.";
  generator.source = "Star of one switch";
  generator.parameters = {countParameter("terminals", "Terminals", 16, 2,
                                         static_cast<double>(kMaxRadix), "Ports of the router.")};
  generator.check = checkCrossbar;
  generator.facts = crossbarFacts;
  generator.build = buildCrossbar;
  generator.fitting = fittingCrossbar;
  generator.prospect = crossbarProspect;
  generator.layout = layouts::star;
  generator.icon = "crossbar";
  generator.firstRoutings = {"shortest_path"};
  return generator;
}

}  // namespace hopscope::families

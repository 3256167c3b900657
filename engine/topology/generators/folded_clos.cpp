// SPDX-License-Identifier: GPL-3.0-or-later
// Folded Clos network of three levels, built from routers of k ports: k pods of k/2 access and k/2
// aggregation routers, k²/4 core routers, k³/4 terminals; XGFT(3; k/2, k/2, k; 1, k/2, k/2).
// Routers: access = pod * k/2 + i, then aggregation = pod * k/2 + j, then core = j + k/2 * x.
// Terminal = access * k/2 + port. Ports: access 0 … k/2-1 terminals, then up to aggregation 0 …
// k/2-1 of its pod; aggregation k/2 down to the access routers in order, then up to the cores x =
// 0 … k/2-1 of its number j; core: down to pod 0 … k-1. With `lag` m parallel links each router
// link takes m neighbouring ports.
#include "engine/topology/generators/fitting.h"
#include "engine/topology/generators/tree_prospect.h"

namespace hopscope::families {
namespace {

ExtendedTree readFoldedClos(const Values& values) {
  const std::uint64_t ports = countAt(values, "k");
  const std::uint64_t half = ports / 2;
  return {{half, half, ports}, {1, half, half}, countAt(values, "lag")};
}

Issues checkFoldedClos(const Values& values) {
  const std::uint64_t ports = countAt(values, "k");
  if (ports < 2 || ports % 2 != 0)
    return {{Severity::error, "k",
             sentence("Half of a router's ports lead up and half of them down."),
             sentence("Choose an even number of ports, at least 2.")}};
  return extendedTreeIssues(readFoldedClos(values), "k",
                            sentence("Choose routers with fewer ports."));
}

TopologyFacts foldedClosFacts(const Values& values) {
  return extendedTreeFacts(readFoldedClos(values));
}

Topology buildFoldedClos(const Values& values) {
  const ExtendedTree tree = readFoldedClos(values);
  const auto half = static_cast<RouterId>(tree.m[0]);
  const RouterId pods = 2 * half;
  TopologyBuilder builder("folded_clos", values,
                          {{"terminal", "terminal", LinkKind::terminal},
                           {"pod", "within pods", LinkKind::local},
                           {"core", "pods to core", LinkKind::local}});
  // Position within the pod: access routers, then aggregation; the core stands behind the pods.
  for (const RouterId offset : {RouterId{0}, half})
    for (RouterId i = 0; i < pods * half; ++i)
      builder.addRouter(static_cast<std::int32_t>(i / half),
                        static_cast<std::int32_t>(offset + i % half));
  for (RouterId i = 0; i < half * half; ++i)
    builder.addRouter(static_cast<std::int32_t>(pods), static_cast<std::int32_t>(i));
  addTerminals(builder, tree);
  connectLevel(builder, tree, 1, 0, pods * half, 1);
  connectLevel(builder, tree, 2, pods * half, 2 * pods * half, 2);
  return builder.build();
}

Structure foldedClosStructure(const Values& values) {
  return extendedTreeStructure(readFoldedClos(values));
}

/// The core stands behind the pods.
std::string podOfFoldedClos(const Topology& topology, std::int32_t pod) {
  return pod < integerAt(topology.parameters, "k") ? "pod " + std::to_string(pod) : "core";
}

std::vector<Values> fittingFoldedClos(const Generator& family, const SizeRequest& request) {
  std::vector<Values> all;
  for (std::uint64_t k = 2; k <= request.radix; k += 2)
    if (fits(request, k * k * k / 4))
      addFitting(all, family, {{"k", static_cast<std::int64_t>(k)}});
  return all;
}

Prospect foldedClosProspect(const Values& values) {
  return extendedTreeProspect(readFoldedClos(values), {"pod", "core"});
}

}  // namespace

Generator foldedClos() {
  Generator generator;
  generator.name = "folded_clos";
  generator.label = "Folded Clos";
  generator.help =
      "Three levels of routers with k ports: access and aggregation in pods, and a core.";
  generator.source =
      "Al-Fares, Loukissas & Vahdat, SIGCOMM 2008; as compared by Benito 2020, section 4";
  generator.parameters = {
      countParameter("k", "Ports per router", 8, 2, 512,
                     "Even. Gives k pods of k/2 access routers with k/2 terminals each."),
      lagParameter()};
  generator.check = checkFoldedClos;
  generator.facts = foldedClosFacts;
  generator.build = buildFoldedClos;
  generator.fitting = fittingFoldedClos;
  generator.prospect = foldedClosProspect;
  generator.structure = foldedClosStructure;
  generator.layout = layouts::pods;
  generator.icon = "clos";
  generator.groups.label = podOfFoldedClos;
  generator.firstRoutings = {"nearest_common_ancestor"};
  return generator;
}

}  // namespace hopscope::families

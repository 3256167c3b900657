// SPDX-License-Identifier: GPL-3.0-or-later
// Complete graph. Terminal = router * terminals_per_router + t. Ports: terminals first, then the
// links in the order of the peer (itself skipped), `lag` neighbouring ports for each.
#include "engine/topology/generators/fitting.h"

namespace hopscope::families {
namespace {

struct CompleteShape {
  std::uint64_t routers = 0, perRouter = 0, lag = 1;
};

CompleteShape readComplete(const Values& values) {
  return {countAt(values, "routers"), countAt(values, "terminals_per_router"),
          countAt(values, "lag")};
}

Issues checkComplete(const Values& values) {
  const CompleteShape shape = readComplete(values);
  if (shape.routers < 2)
    return {{Severity::error, "routers", sentence("One router has no other to connect to."),
             sentence("At least 2 routers are needed.")}};
  return sizeIssues({shape.routers, times(shape.routers, shape.perRouter),
                     plus(shape.perRouter, times(shape.routers - 1, shape.lag))},
                    "routers", sentence("Choose fewer routers or fewer terminals per router."));
}

TopologyFacts completeFacts(const Values& values) {
  const CompleteShape shape = readComplete(values);
  TopologyFacts result = regularFacts(shape.routers, shape.perRouter, shape.routers - 1, shape.lag);
  setDistances(result, shape.routers, shape.perRouter, shape.routers * (shape.routers - 1), 1);
  result.bisection = shape.routers * shape.routers / 4 * shape.lag;
  return result;
}

Topology buildComplete(const Values& values) {
  const CompleteShape shape = readComplete(values);
  TopologyBuilder builder("complete", values,
                          {{"terminal", "terminal", LinkKind::terminal},
                           {"local", "between routers", LinkKind::local}});
  const auto routers = static_cast<RouterId>(shape.routers);
  for (RouterId r = 0; r < routers; ++r) builder.addRouter(0, static_cast<std::int32_t>(r));
  addTerminals(builder, shape.perRouter);
  for (RouterId i = 0; i < routers; ++i)
    for (RouterId j = i + 1; j < routers; ++j)
      for (std::uint64_t m = 0; m < shape.lag; ++m) builder.connect(i, j, 1);
  return builder.build();
}

Structure completeStructure(const Values& values) {
  Structure structure;
  structure.alike = true;
  structure.lag = static_cast<std::uint32_t>(readComplete(values).lag);
  return structure;
}

std::vector<Values> fittingComplete(const Generator& family, const SizeRequest& request) {
  std::vector<Values> all;
  for (std::uint64_t perRouter = 1; perRouter < request.radix; ++perRouter) {
    const std::uint64_t routers = fewestEach(request, perRouter);
    if (routers >= 2 && perRouter + routers - 1 <= request.radix)
      addFitting(all, family,
                 {{"routers", static_cast<std::int64_t>(routers)},
                  {"terminals_per_router", static_cast<std::int64_t>(perRouter)}});
  }
  return all;
}

Prospect completeProspect(const Values& values) {
  const CompleteShape shape = readComplete(values);
  Prospect prospect;
  prospect.facts = completeFacts(values);
  CableRun run;
  run.count = shape.routers * (shape.routers - 1) / 2 * shape.lag;
  run.from = run.to = {0, shape.routers, shape.routers};
  run.pairing = Pairing::otherUnits;
  prospect.cables.push_back(run);
  const auto each = static_cast<double>(shape.perRouter);
  const auto terminals = static_cast<double>(prospect.facts.terminals);
  prospect.uniformLoad = each * each / (terminals - 1) / static_cast<double>(shape.lag);
  prospect.worstLoad = each / static_cast<double>(shape.lag);
  return prospect;
}

}  // namespace

Generator complete() {
  Generator generator;
  generator.name = "complete";
  generator.label = "Fully connected";
  generator.help = "Every router is connected to every other.";
  generator.source = "Complete graph";
  generator.parameters = {
      countParameter("routers", "Routers", 8, 2, 2048, "Each has a link to every other."),
      terminalsPerRouterParameter(2), lagParameter()};
  generator.check = checkComplete;
  generator.facts = completeFacts;
  generator.build = buildComplete;
  generator.fitting = fittingComplete;
  generator.prospect = completeProspect;
  generator.structure = completeStructure;
  generator.layout = layouts::ring;
  generator.icon = "complete";
  generator.firstRoutings = {"shortest_path"};
  return generator;
}

}  // namespace hopscope::families

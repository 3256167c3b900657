// SPDX-License-Identifier: GPL-3.0-or-later
// Slim Fly: the MMS graphs of diameter 2 over the field of q = 4w + δ elements, δ one of -1, 0, 1.
// Router = s * q² + x * q + y stands for (s, x, y), s being the half. Two routers (0, x, y) and
// (0, x, y') are connected where y - y' is in X, (1, m, c) and (1, m, c') where c - c' is in X',
// and (0, x, y) and (1, m, c) where y = m x + c. Terminal = router * terminals_per_router + t.
// Ports: terminals first, then the links within the column (s, x) by the peer's y, then those to
// the other half by the peer's column, `lag` neighbouring ports for each.
#include <algorithm>

#include "engine/topology/generators/fitting.h"
#include "engine/topology/generators/galois_field.h"

namespace hopscope::families {
namespace {

struct SlimflyShape {
  std::uint64_t q = 0, perRouter = 0, lag = 1;

  std::uint64_t routers() const { return times(2, times(q, q)); }
  /// Links of a router within its column: (q - δ) / 2.
  std::uint64_t inside() const { return q % 4 == 3 ? (q + 1) / 2 : q / 2; }
  std::uint64_t degree() const { return plus(q, inside()); }
};

/// The next one, 223, has over kMaxLinks links between routers alone.
constexpr double kLargestField = 211;

SlimflyShape readSlimfly(const Values& values) {
  return {countAt(values, "q"), countAt(values, "terminals_per_router"), countAt(values, "lag")};
}

Issues checkSlimfly(const Values& values) {
  const SlimflyShape shape = readSlimfly(values);
  const std::uint64_t terminals = times(shape.routers(), shape.perRouter);
  const std::uint64_t ports = times(shape.degree(), shape.lag);
  Issues issues = sizeIssues({shape.routers(), terminals, plus(shape.perRouter, ports),
                              plus(terminals, times(shape.routers(), ports) / 2)},
                             "q", sentence("Choose a smaller q or fewer terminals per router."));
  if (!issues.empty()) return issues;
  const auto q = static_cast<std::uint32_t>(shape.q);
  if (q >= 3 && primeOfPower(q)) return {};
  const Sentence text = sentence("There is no field of {} elements for a Slim Fly.", q);
  if (q < 3)
    return {{Severity::error, "q", text, sentence("q is a prime power from 3 on, such as 5.")}};
  std::uint32_t below = q, above = q;
  while (!primeOfPower(below)) --below;
  while (!primeOfPower(above)) ++above;
  return {{Severity::error, "q", text,
           sentence("q is a prime power from 3 on, such as {} or {}.", below, above)}};
}

TopologyFacts slimflyFacts(const Values& values) {
  const SlimflyShape shape = readSlimfly(values);
  TopologyFacts result = regularFacts(shape.routers(), shape.perRouter, shape.degree(), shape.lag);
  // All routers that are not neighbours are two links apart.
  const std::uint64_t fromOne = 2 * (result.routers - 1) - shape.degree();
  setDistances(result, result.routers, shape.perRouter, result.routers * fromOne, 2);
  return result;
}

/// The differences that connect routers of a column: X in the first half, X' in the second. Each
/// holds -d with every d.
std::vector<std::uint32_t> differences(const GaloisField& field, bool second) {
  const std::uint32_t q = field.size();
  const std::uint32_t first = second ? 1 : 0;
  std::vector<std::uint32_t> result;
  if (q % 4 == 3) {
    // Even powers up to 2w - 2 and odd ones from 2w - 1 on; one more for the second half.
    const std::uint32_t half = (q + 1) / 2;
    for (std::uint32_t e = 0; e < half; e += 2) result.push_back(field.power(first + e));
    for (std::uint32_t e = half - 1; e < q - 1; e += 2) result.push_back(field.power(first + e));
  } else {
    for (std::uint32_t e = 0; e + 1 < q; e += 2) result.push_back(field.power(first + e));
  }
  return result;
}

Topology buildSlimfly(const Values& values) {
  const SlimflyShape shape = readSlimfly(values);
  const auto q = static_cast<RouterId>(shape.q);
  const GaloisField field(q);
  TopologyBuilder builder("slimfly", values,
                          {{"terminal", "terminal", LinkKind::terminal},
                           {"local", "within columns", LinkKind::local},
                           {"global", "between halves", LinkKind::global}});
  for (RouterId column = 0; column < 2 * q; ++column)
    for (RouterId y = 0; y < q; ++y)
      builder.addRouter(static_cast<std::int32_t>(column), static_cast<std::int32_t>(y));
  const RouterId routers = 2 * q * q;
  for (RouterId r = 0; r < routers; ++r)
    for (std::uint64_t t = 0; t < shape.perRouter; ++t) builder.addTerminal(r);
  const auto connect = [&](RouterId a, RouterId b, std::uint8_t linkClass) {
    for (std::uint64_t link = 0; link < shape.lag; ++link) builder.connect(a, b, linkClass);
  };
  for (const RouterId half : {RouterId{0}, RouterId{1}}) {
    std::vector<bool> connects(q, false);
    for (const std::uint32_t difference : differences(field, half == 1))
      connects[difference] = true;
    for (RouterId x = 0; x < q; ++x) {
      const RouterId first = (half * q + x) * q;
      for (RouterId y = 0; y < q; ++y)
        for (RouterId other = y + 1; other < q; ++other)
          if (connects[field.subtract(y, other)]) connect(first + y, first + other, 1);
    }
  }
  for (RouterId x = 0; x < q; ++x)
    for (RouterId y = 0; y < q; ++y)
      for (RouterId m = 0; m < q; ++m)
        connect(x * q + y, (q + m) * q + field.subtract(y, field.multiply(m, x)), 2);
  return builder.build();
}

Structure slimflyStructure(const Values& values) {
  Structure structure;
  structure.alike = true;
  structure.lag = static_cast<std::uint32_t>(readSlimfly(values).lag);
  return structure;
}

/// A column by its half: "0,3".
std::string columnOfSlimfly(const Topology& topology, std::int32_t column) {
  const std::int64_t q = integerAt(topology.parameters, "q");
  return std::to_string(column / q) + "," + std::to_string(column % q);
}

std::vector<Values> fittingSlimfly(const Generator& family, const SizeRequest& request) {
  std::vector<Values> all;
  for (std::uint64_t q = 3; q < request.radix; ++q) {
    if (!primeOfPower(static_cast<std::uint32_t>(q))) continue;
    const std::uint64_t degree = SlimflyShape{q, 1, 1}.degree();
    for (std::uint64_t perRouter = 1; perRouter + degree <= request.radix; ++perRouter)
      if (fits(request, 2 * q * q * perRouter))
        addFitting(all, family,
                   {{"q", static_cast<std::int64_t>(q)},
                    {"terminals_per_router", static_cast<std::int64_t>(perRouter)}});
  }
  return all;
}

/// A channel carries what its router sends to all behind the other, and what all before it send to
/// the other: at worst all terminals of one and those of the other (Besta & Hoefler 2014).
Prospect slimflyProspect(const Values& values) {
  const SlimflyShape shape = readSlimfly(values);
  Prospect prospect;
  prospect.facts = slimflyFacts(values);
  const std::uint64_t half = shape.q * shape.q;
  CableRun columns;
  columns.count = half * shape.inside() * shape.lag;
  columns.blocks = 2 * shape.q;
  columns.from = columns.to = {0, shape.q, shape.q};
  columns.pairing = Pairing::otherUnits;
  CableRun halves;
  halves.linkClass = "global";
  halves.count = half * shape.q * shape.lag;
  halves.from = {0, half, half};
  halves.to = {half, half, half};
  prospect.cables = {columns, halves};
  prospect.rackUnit = shape.q;
  const auto each = static_cast<double>(shape.perRouter);
  const auto routers = static_cast<double>(prospect.facts.routers);
  const auto degree = static_cast<double>(shape.degree() * shape.lag);
  const double hops = 2 * (routers - 1) - static_cast<double>(shape.degree());
  prospect.uniformLoad = each * each * hops / (routers * each - 1) / degree;
  prospect.evenly = true;
  prospect.worstLoad = 2 * each / static_cast<double>(shape.lag);
  return prospect;
}

}  // namespace

Generator slimfly() {
  Generator generator;
  generator.name = "slimfly";
  generator.label = "Slim Fly";
  generator.help = "Nearly the most routers that any network of diameter 2 can have.";
  generator.source = "McKay, Miller & Širáň, JCTB 74 (1998); Besta & Hoefler, SC 2014";
  generator.parameters = {
      countParameter("q", "Field size", 5, 3, kLargestField,
                     "A prime power from 3 on; gives twice its square of routers."),
      terminalsPerRouterParameter(4), lagParameter()};
  generator.check = checkSlimfly;
  generator.facts = slimflyFacts;
  generator.build = buildSlimfly;
  generator.fitting = fittingSlimfly;
  generator.prospect = slimflyProspect;
  generator.structure = slimflyStructure;
  generator.layout = layouts::groupRing;
  generator.icon = "slimfly";
  generator.groups.label = columnOfSlimfly;
  generator.firstRoutings = {"shortest_path"};
  return generator;
}

}  // namespace hopscope::families

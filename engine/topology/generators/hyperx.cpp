// SPDX-License-Identifier: GPL-3.0-or-later
// HyperX: routers on a grid, each connected to all others of its row in every dimension. Router =
// x0 + x1 * S0 + x2 * S0 * S1 + …, terminal = router * terminals_per_router + t. Ports: terminals
// first; then per dimension the links in the order of the peer's coordinate (its own skipped),
// `lag` neighbouring ports for each.
#include <algorithm>

#include "engine/topology/generators/grid_prospect.h"

namespace hopscope::families {
namespace {

constexpr std::size_t kMaxHyperxDimensions = 8;

struct HyperxShape {
  std::vector<std::uint64_t> sizes;  ///< routers per dimension
  std::uint64_t perRouter = 1, lag = 1;

  std::uint64_t routers() const {
    std::uint64_t count = 1;
    for (const std::uint64_t size : sizes) count = times(count, size);
    return count;
  }
  /// Links of a router to others, without `lag`.
  std::uint64_t degree() const {
    std::uint64_t count = 0;
    for (const std::uint64_t size : sizes) count = plus(count, size - 1);
    return count;
  }
};

HyperxShape readHyperx(const Values& values) {
  return {countsAt(values, "dimensions"), countAt(values, "terminals_per_router"),
          countAt(values, "lag")};
}

Issues checkHyperx(const Values& values) {
  const HyperxShape shape = readHyperx(values);
  if (shape.sizes.empty() || shape.sizes.size() > kMaxHyperxDimensions)
    return {{Severity::error, "dimensions",
             sentence("The network has {} dimensions.", shape.sizes.size()),
             sentence("One to eight are possible.")}};
  for (const std::uint64_t size : shape.sizes)
    if (size < 2)
      return {{Severity::error, "dimensions",
               sentence("A dimension of {} has nothing to connect.", size),
               sentence("Each dimension needs at least 2 routers.")}};
  const std::uint64_t terminals = times(shape.routers(), shape.perRouter);
  const std::uint64_t perRouter = times(shape.degree(), shape.lag);
  return sizeIssues({shape.routers(), terminals, plus(shape.perRouter, perRouter),
                     plus(terminals, times(shape.routers(), perRouter) / 2)},
                    "dimensions",
                    sentence("Choose smaller dimensions or fewer terminals per router."));
}

/// Links out of the first `count` routers when the smallest dimension is the slowest: the least
/// for any set of that many (Lindsey, American Mathematical Monthly 71, 1964). `sizes` fall
/// towards the end, the last one is the slowest.
std::uint64_t leastCut(std::vector<std::uint64_t> sizes, std::uint64_t count) {
  std::uint64_t layer = 1;
  for (const std::uint64_t size : sizes) layer *= size;
  std::uint64_t cut = 0;
  while (!sizes.empty() && count > 0) {
    const std::uint64_t size = sizes.back();
    sizes.pop_back();
    layer /= size;
    const std::uint64_t full = count / layer;
    count %= layer;
    // Columns of `size` routers, of which full + 1 or full are in the set.
    cut += count * (full + 1) * (size - full - 1) + (layer - count) * full * (size - full);
  }
  return cut;
}

TopologyFacts hyperxFacts(const Values& values) {
  const HyperxShape shape = readHyperx(values);
  TopologyFacts result = regularFacts(shape.routers(), shape.perRouter, shape.degree(), shape.lag);
  std::uint64_t distances = 0;
  for (const std::uint64_t size : shape.sizes)
    distances += result.routers / size * (size - 1) * result.routers;
  setDistances(result, result.routers, shape.perRouter, distances, shape.sizes.size());
  std::vector<std::uint64_t> falling = shape.sizes;
  std::sort(falling.rbegin(), falling.rend());
  result.bisection = leastCut(falling, result.routers / 2) * shape.lag;
  return result;
}

Topology buildHyperx(const Values& values) {
  const HyperxShape shape = readHyperx(values);
  TopologyBuilder builder("hyperx", values, dimensionClasses(shape.sizes.size()));
  const auto routers = static_cast<RouterId>(shape.routers());
  const auto width = static_cast<RouterId>(shape.sizes[0]);
  for (RouterId r = 0; r < routers; ++r)
    builder.addRouter(static_cast<std::int32_t>(r / width), static_cast<std::int32_t>(r % width));
  addTerminals(builder, shape.perRouter);
  // A router's links to lower coordinates have been added when its own to higher ones are.
  RouterId stride = 1;
  for (std::size_t d = 0; d < shape.sizes.size(); ++d) {
    const auto size = static_cast<RouterId>(shape.sizes[d]);
    for (RouterId r = 0; r < routers; ++r) {
      const RouterId coordinate = r / stride % size;
      for (RouterId other = coordinate + 1; other < size; ++other)
        for (std::uint64_t m = 0; m < shape.lag; ++m)
          builder.connect(r, r + (other - coordinate) * stride, static_cast<std::uint8_t>(d + 1));
    }
    stride *= size;
  }
  return builder.build();
}

Structure hyperxStructure(const Values& values) {
  Structure structure =
      gridStructure(readGrid(values, false), sentence("a HyperX"), RowLinks::complete);
  structure.grid->anySizes = true;
  return structure;
}

std::vector<Values> fittingHyperx(const Generator& family, const SizeRequest& request) {
  return fittingGrids(family, request, RowLinks::complete);
}

Prospect hyperxProspect(const Values& values) {
  const Grid grid = readGrid(values, false);
  return gridProspect(hyperxFacts(values), grid, RowLinks::complete, true);
}

}  // namespace

Generator hyperx() {
  Generator generator;
  generator.name = "hyperx";
  generator.label = "HyperX";
  generator.help =
      "Routers on a grid, every row of every dimension fully connected; also known as flattened "
      "butterfly.";
  generator.source =
      "Ahn, Binkert, Davis, McLaren & Schreiber, SC 2009; Kim, Dally & Abts, ISCA 2007";
  Parameter dimensions = dimensionsParameter();
  dimensions.fallback = std::vector<std::int64_t>{4, 4};
  dimensions.maximum = 2048;
  dimensions.help = "One number a dimension, one to eight dimensions; they may differ.";
  generator.parameters = {dimensions, terminalsPerRouterParameter(4), lagParameter()};
  generator.check = checkHyperx;
  generator.facts = hyperxFacts;
  generator.build = buildHyperx;
  generator.structure = hyperxStructure;
  generator.fitting = fittingHyperx;
  generator.prospect = hyperxProspect;
  generator.layout = layouts::grid;
  generator.icon = "hyperx";
  generator.groups = rowsOfGrid();
  generator.firstRoutings = {"dimension_order"};
  return generator;
}

}  // namespace hopscope::families

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/topology/generators/grid.h"

#include <algorithm>
#include <string>
#include <utility>

namespace hopscope::families {
namespace {

constexpr std::size_t kMaxGridDimensions = 8;

/// Sum of the distances of all ordered pairs along one dimension.
std::uint64_t lineDistances(std::uint64_t size, bool wraps) {
  return wraps ? size * (size * size / 4) : size * (size * size - 1) / 3;
}

}  // namespace

std::uint64_t Grid::routers() const {
  std::uint64_t count = 1;
  for (const std::uint64_t size : sizes) count = times(count, size);
  return count;
}

Grid readGrid(const Values& values, bool wraps) {
  Grid grid;
  for (const std::int64_t size : integersAt(values, "dimensions"))
    grid.sizes.push_back(static_cast<std::uint64_t>(std::max<std::int64_t>(size, 0)));
  grid.perRouter = countAt(values, "terminals_per_router");
  grid.lag = countAt(values, "lag");
  grid.wraps = wraps;
  return grid;
}

Parameter dimensionsParameter() {
  Parameter parameter;
  parameter.name = "dimensions";
  parameter.label = "Routers per dimension";
  parameter.type = ParameterType::integers;
  parameter.fallback = std::vector<std::int64_t>{8, 8};
  parameter.minimum = 2;
  parameter.maximum = 10'000;
  parameter.help =
      "One number a dimension, one to eight dimensions; 8, 8 is a square of 64 routers.";
  return parameter;
}

Issues checkGrid(const Values& values, bool wraps) {
  const Grid grid = readGrid(values, wraps);
  if (grid.sizes.empty() || grid.sizes.size() > kMaxGridDimensions)
    return {{Severity::error, "dimensions",
             sentence("The network has {} dimensions.", grid.sizes.size()),
             sentence("One to eight are possible.")}};
  for (const std::uint64_t size : grid.sizes)
    if (size < 2)
      return {{Severity::error, "dimensions",
               sentence("A dimension of {} has nothing to connect.", size),
               sentence("Each dimension needs at least 2 routers.")}};
  std::uint64_t radix = grid.perRouter;
  for (const std::uint64_t size : grid.sizes)
    radix = plus(radix, times(grid.lag, grid.directions(size)));
  return sizeIssues({grid.routers(), times(grid.routers(), grid.perRouter), radix}, "dimensions",
                    sentence("Choose smaller dimensions or fewer terminals per router."));
}

TopologyFacts gridFacts(const Grid& grid) {
  TopologyFacts facts;
  facts.routers = grid.routers();
  facts.terminals = facts.routers * grid.perRouter;
  facts.links = facts.terminals;
  facts.radix = grid.perRouter;
  std::uint64_t diameter = 0;
  std::uint64_t distances = 0;
  for (const std::uint64_t size : grid.sizes) {
    const std::uint64_t lines = facts.routers / size;
    const std::uint64_t linksOfLine = grid.wraps && size > 2 ? size : size - 1;
    facts.links += lines * linksOfLine * grid.lag;
    facts.radix += grid.directions(size) * grid.lag;
    diameter += grid.wraps ? size / 2 : size - 1;
    distances += lineDistances(size, grid.wraps) * lines * lines;
  }
  facts.channels = 2 * facts.links;
  setDistances(facts, facts.routers, grid.perRouter, distances, diameter);
  return facts;
}

Structure gridStructure(const Grid& grid, Sentence inWords, RowLinks rows) {
  Structure structure;
  structure.grid.emplace();
  structure.grid->inWords = std::move(inWords);
  structure.grid->sizes.assign(grid.sizes.begin(), grid.sizes.end());
  structure.grid->rows = rows;
  structure.grid->perRouter = static_cast<std::uint32_t>(grid.perRouter);
  structure.lag = static_cast<std::uint32_t>(grid.lag);
  return structure;
}

Grouping rowsOfGrid() {
  Grouping grouping;
  grouping.name = [](std::int32_t row) { return sentence("Row {}", row); };
  grouping.place = [](std::int32_t row, std::int32_t column) {
    return sentence("Row {}, column {}", row, column);
  };
  return grouping;
}

std::vector<LinkClass> dimensionClasses(std::size_t dimensions) {
  std::vector<LinkClass> classes{{"terminal", "terminal", LinkKind::terminal}};
  for (std::size_t d = 0; d < dimensions; ++d)
    classes.push_back(
        {"dimension_" + std::to_string(d), "dimension " + std::to_string(d), LinkKind::local});
  return classes;
}

Topology buildGrid(const Grid& grid, const char* kind, const Values& values,
                   std::vector<LinkClass> classes) {
  if (classes.empty()) classes = dimensionClasses(grid.sizes.size());
  const std::size_t lastClass = classes.size() - 1;
  TopologyBuilder builder(kind, values, std::move(classes));
  const auto routers = static_cast<RouterId>(grid.routers());
  const auto width = static_cast<RouterId>(grid.sizes[0]);
  for (RouterId r = 0; r < routers; ++r)
    builder.addRouter(static_cast<std::int32_t>(r / width), static_cast<std::int32_t>(r % width));
  addTerminals(builder, grid.perRouter);

  // The next free port of each router: dimension after dimension, the link towards 0 first.
  std::vector<std::uint64_t> firstPort(routers, grid.perRouter);
  RouterId stride = 1;
  for (std::size_t d = 0; d < grid.sizes.size(); ++d) {
    const auto size = static_cast<RouterId>(grid.sizes[d]);
    const bool ring = grid.wraps && size > 2;
    for (RouterId r = 0; r < routers; ++r) {
      const RouterId coordinate = r / stride % size;
      if (coordinate + 1 == size && !ring) continue;
      const RouterId next = coordinate + 1 == size ? r - coordinate * stride : r + stride;
      const bool hasLower = ring || coordinate > 0;
      for (std::uint64_t m = 0; m < grid.lag; ++m)
        builder.connectAt(r, static_cast<PortIndex>(firstPort[r] + (hasLower ? grid.lag : 0) + m),
                          next, static_cast<PortIndex>(firstPort[next] + m),
                          static_cast<std::uint8_t>(std::min(d + 1, lastClass)));
    }
    for (RouterId r = 0; r < routers; ++r) {
      const RouterId coordinate = r / stride % size;
      const bool inner = ring || (coordinate > 0 && coordinate + 1 < size);
      firstPort[r] += grid.lag * (inner ? 2 : 1);
    }
    stride *= size;
  }
  return builder.build();
}

}  // namespace hopscope::families

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/topology/generators/grid_prospect.h"

#include <algorithm>
#include <string>
#include <utility>

#include "engine/topology/generators/fitting.h"

namespace hopscope::families {
namespace {

std::uint64_t portsOfSide(RowLinks rows, std::uint64_t size) {
  if (rows == RowLinks::complete) return size - 1;
  return size > 2 ? 2 : 1;
}

/// One dimension of a grid.
struct Side {
  std::uint64_t size = 0, stride = 0, routers = 0;
  double before = 1, after = 1;  ///< routers that differ in earlier, or later, dimensions only
};

/// Routers whose packets pass the busiest channel of a row, and what share of all they send over
/// it, as their product; packets go to a router of the row as likely as to any other.
double uniformRow(RowLinks rows, std::uint64_t size) {
  const auto k = static_cast<double>(size);
  if (rows == RowLinks::complete) return 1 / k;
  const std::uint64_t halfway = size / 2;
  const auto half = static_cast<double>(halfway);
  // A tie is broken towards higher coordinates, so that these channels are the busier ones.
  if (rows == RowLinks::ring) return half * (half + 1) / 2 / k;
  return half * (k - half) / k;
}

/// Routers whose packets may pass one channel at once, each to another router.
double worstRow(RowLinks rows, const Side& side) {
  const double least = std::min(side.before, side.after);
  if (rows == RowLinks::complete) return least;
  const std::uint64_t halfway = side.size / 2;
  if (rows == RowLinks::ring) return least * static_cast<double>(halfway);
  double worst = 0;
  for (std::uint64_t cut = 1; cut < side.size; ++cut)
    for (const bool up : {true, false}) {
      const auto behind = static_cast<double>(up ? cut : side.size - cut);
      const auto ahead = static_cast<double>(side.size) - behind;
      worst = std::max(worst, std::min(side.before * behind, side.after * ahead));
    }
  return worst;
}

void addCables(Prospect& prospect, const Grid& grid, RowLinks rows, const Side& side,
               std::string linkClass) {
  const std::uint64_t row = side.size * side.stride;
  const std::uint64_t lines = side.routers / side.size;
  CableRun run;
  run.linkClass = std::move(linkClass);
  run.blocks = side.routers / row;
  run.from = run.to = {0, row, row};
  if (rows == RowLinks::complete) {
    run.count = lines * (side.size * (side.size - 1) / 2) * grid.lag;
    run.pairing = Pairing::otherUnits;
    run.unit = side.stride;
    prospect.cables.push_back(run);
    return;
  }
  run.pairing = Pairing::alike;
  run.count = lines * (side.size - 1) * grid.lag;
  run.from.size = run.to.size = row - side.stride;
  run.to.first = side.stride;
  prospect.cables.push_back(run);
  if (rows != RowLinks::ring || side.size == 2) return;
  run.count = lines * grid.lag;
  run.from.size = run.to.size = side.stride;
  run.to.first = row - side.stride;
  prospect.cables.push_back(run);
}

}  // namespace

std::vector<Values> fittingGrids(const Generator& family, const SizeRequest& request,
                                 RowLinks rows) {
  std::vector<Values> all;
  for (std::uint64_t perRouter = 1; perRouter < request.radix; ++perRouter)
    eachGrid(kMostFittingDimensions, (request.least + perRouter - 1) / perRouter,
             request.most / perRouter, [&](const std::vector<std::int64_t>& sides) {
               std::uint64_t ports = perRouter;
               for (const std::int64_t side : sides)
                 ports += portsOfSide(rows, static_cast<std::uint64_t>(side));
               if (ports > request.radix) return;
               addFitting(all, family,
                          {{"dimensions", sides},
                           {"terminals_per_router", static_cast<std::int64_t>(perRouter)}});
             });
  return all;
}

Prospect gridProspect(const TopologyFacts& facts, const Grid& grid, RowLinks rows,
                      bool ownClasses) {
  Prospect prospect;
  prospect.facts = facts;
  prospect.rackUnit = grid.sizes[0];
  const auto perRouter = static_cast<double>(grid.perRouter);
  const auto lag = static_cast<double>(grid.lag);
  const auto terminals = static_cast<double>(prospect.facts.terminals);
  const double others = terminals > 1 ? terminals / (terminals - 1) : 1;
  double worst = 0;
  std::uint64_t stride = 1;
  for (std::size_t d = 0; d < grid.sizes.size(); ++d) {
    Side side{grid.sizes[d], stride, prospect.facts.routers};
    side.before = static_cast<double>(stride);
    stride *= side.size;
    const std::uint64_t after = side.routers / stride;
    side.after = static_cast<double>(after);
    prospect.uniformLoad =
        std::max(prospect.uniformLoad, perRouter * uniformRow(rows, side.size) * others / lag);
    worst = std::max(worst, perRouter * worstRow(rows, side) / lag);
    addCables(prospect, grid, rows, side, ownClasses ? "dimension_" + std::to_string(d) : "local");
  }
  prospect.worstLoad = worst;
  return prospect;
}

}  // namespace hopscope::families

// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <iterator>

#include "engine/workload/applications/entries.h"

namespace hopscope::application {

ApplicationEntry matrixProduct() {
  ApplicationEntry entry;
  entry.name = "mm";
  entry.label = "Matrix product (SUMMA)";
  entry.help =
      "Blocks of columns of A go along the rows of a grid of ranks, blocks of rows of B "
      "along its columns, and are multiplied.";
  entry.source = "van de Geijn & Watts 1997; SimGrid's example";
  entry.parameters = {
      ranksParameter(256),
      countParameter("size", "Size", 1024, 1, 1e6, "Rows and columns of the matrices."),
      countParameter("block", "Block", 64, 1, 1e6, "Columns or rows that are sent at a time."),
      countParameter("rows", "Rows of the grid", 2, 1, kMostRanks, "The ranks are a multiple.")};
  entry.check = [](const Values& values) -> Issues {
    if (ranksOf(values) % countOf(values, "rows") == 0) return {};
    return {{Severity::error, "rows",
             sentence("{} ranks are no grid of {} rows.", ranksOf(values), countOf(values, "rows")),
             sentence("Take a number of rows that divides the ranks.")}};
  };
  entry.make = [](const Values& values) {
    const std::uint32_t ranks = ranksOf(values);
    const auto rows = static_cast<std::uint32_t>(countOf(values, "rows"));
    const std::uint32_t columns = ranks / rows;
    const std::uint64_t size = countOf(values, "size"), wide = countOf(values, "block");
    const std::uint64_t steps = (size + wide - 1) / wide;
    return programOf(ranks, [=](std::uint32_t rank, std::uint64_t step, Operations& out) {
      if (step == steps) return false;
      out.push_back(Operation::mark(static_cast<std::uint32_t>(step)));
      const std::uint64_t height = (size + rows - 1) / rows, width = (size + columns - 1) / columns;
      const std::uint64_t depth = std::min(wide, size - step * wide);
      const auto ofA = static_cast<std::uint32_t>(step * wide * columns / size);
      const auto ofB = static_cast<std::uint32_t>(step * wide * rows / size);
      const Collective& broadcast = collectiveNamed("bcast_binomial");
      const std::uint32_t row = rank / columns, column = rank % columns;
      out.push_back(
          Operation::all(broadcast, {row * columns, columns, 1}, height * depth * 8, ofA));
      out.push_back(Operation::all(broadcast, {column, rows, columns}, width * depth * 8, ofB));
      out.push_back(Operation::work(2.0 * static_cast<double>(height * width * depth)));
      return true;
    });
  };
  return entry;
}

ApplicationEntry graph500() {
  ApplicationEntry entry;
  entry.name = "graph500";
  entry.label = "Graph500";
  entry.help =
      "Breadth-first search, level by level: edges go to the owners of their ends, in an "
      "all-to-all of all ranks, and the frontier is counted.";
  entry.source =
      "Graph 500 2.1.4, mpi simple; shares of the levels as of a Kronecker graph of "
      "scale 20 (Beamer, Asanović & Patterson 2012)";
  entry.parameters = {
      ranksParameter(256), countParameter("scale", "Scale", 20, 4, 40, "2^scale vertices."),
      countParameter("edge_factor", "Edge factor", 16, 1, 1024, "Edges for each vertex."),
      countParameter("iterations", "Searches", 4, 1, 1e6, "Each from another root.")};
  entry.make = [](const Values& values) {
    // Shares of all edges that are looked at in each level.
    static constexpr double kLevels[] = {0.00001, 0.002, 0.55, 0.44, 0.0079, 0.00009};
    constexpr std::uint64_t kLevelCount = std::size(kLevels);
    const std::uint32_t ranks = ranksOf(values);
    const double edges = 2.0 * static_cast<double>(countOf(values, "edge_factor")) *
                         static_cast<double>(std::uint64_t{1} << countOf(values, "scale"));
    const std::uint64_t rounds = countOf(values, "iterations");
    return programOf(ranks, [=](std::uint32_t /*rank*/, std::uint64_t block, Operations& out) {
      if (block == rounds * kLevelCount) return false;
      if (block % kLevelCount == 0)
        out.push_back(Operation::mark(static_cast<std::uint32_t>(block / kLevelCount)));
      const double own = edges * kLevels[block % kLevelCount] / ranks;
      // A vertex and its parent, 8 bytes each.
      const auto pair = static_cast<std::uint64_t>(16 * own / ranks);
      out.push_back(Operation::work(own));
      out.push_back(Operation::all(collectiveNamed("alltoall_direct"), {0, ranks, 1}, pair));
      out.push_back(
          Operation::all(collectiveNamed("allreduce_recursive_doubling"), {0, ranks, 1}, 8));
      return true;
    });
  };
  return entry;
}

}  // namespace hopscope::application

// SPDX-License-Identifier: GPL-3.0-or-later
// The simulated applications and the data traffic of the NAS Parallel Benchmarks 3.3 (Bailey et al.
// 1995; Frumkin & Shabanov 2004; the MPI sources of NPB 3.3.1).
#include <algorithm>
#include <cmath>

#include "engine/workload/applications/entries.h"

namespace hopscope::application {
namespace {

constexpr const char* kSolvers = "Bailey et al. 1995; NPB 3.3.1, MPI sources";
constexpr std::uint64_t kReal = 8;

struct Cube {
  std::uint64_t edge, iterations;
};

std::vector<Parameter> solverParameters() {
  return {ranksParameter(256), classParameter("B"),
          countParameter("iterations", "Iterations", 0, 0, 1e6, "0: as many as the class has.")};
}

std::uint64_t roundsOr(const Values& values, std::uint64_t usual) {
  const std::uint64_t given = countOf(values, "iterations");
  return given == 0 ? usual : given;
}

std::uint32_t sideOf(std::uint32_t ranks) {
  return static_cast<std::uint32_t>(std::lround(std::sqrt(static_cast<double>(ranks))));
}

/// What BT and SP have in common: ranks are a square of side q, each with q cells along a diagonal
/// of the cube, so that all have work in every stage of a sweep.
struct MultiPartition {
  std::uint64_t forward, back;  ///< reals of a point of a face, in a line solve
  double operations;            ///< of a point in an iteration
};

ApplicationEntry multiPartition(const char* name, const char* label, const char* help,
                                std::vector<std::pair<std::string, Cube>> cubes,
                                const MultiPartition& code) {
  ApplicationEntry entry;
  entry.name = name;
  entry.label = label;
  entry.help = help;
  entry.source = kSolvers;
  entry.parameters = solverParameters();
  entry.check = checkSquare;
  entry.make = [cubes = std::move(cubes), code](const Values& values) {
    const std::uint32_t ranks = ranksOf(values), q = sideOf(ranks);
    const Cube cube = sizeOf<Cube>(values, cubes);
    const std::uint64_t rounds = roundsOr(values, cube.iterations);
    const std::uint64_t cell = cube.edge / q + 1;
    const std::uint64_t face = cell * cell;
    const double operations = code.operations * std::pow(static_cast<double>(cube.edge), 3) / ranks;
    return programOf(ranks, [=](std::uint32_t rank, std::uint64_t block, Operations& out) {
      if (block == rounds) return false;
      out.push_back(Operation::mark(static_cast<std::uint32_t>(block)));
      const std::uint32_t column = rank % q, row = rank / q;
      const auto at = [q](std::uint32_t c, std::uint32_t r) { return r % q * q + c % q; };
      // Neighbours in x, y and z; a step in z moves along the diagonal.
      const std::uint32_t next[3] = {at(column + 1, row), at(column, row + 1),
                                     at(column + q - 1, row + q - 1)};
      const std::uint32_t before[3] = {at(column + q - 1, row), at(column, row + q - 1),
                                       at(column + 1, row + 1)};
      if (q > 1) {
        // Two layers of five reals of all q cells but the outer ones, to six neighbours at once.
        const std::uint64_t faces = (q - 1) * 2 * 5 * face * kReal;
        for (std::int32_t axis = 0; axis < 3; ++axis) {
          out.push_back(Operation::receiveLater(next[axis], faces, 2 * axis));
          out.push_back(Operation::receiveLater(before[axis], faces, 2 * axis + 1));
        }
        for (std::int32_t axis = 0; axis < 3; ++axis) {
          out.push_back(Operation::sendLater(before[axis], faces, 2 * axis));
          out.push_back(Operation::sendLater(next[axis], faces, 2 * axis + 1));
        }
        out.push_back(Operation::waitAll());
      }
      for (std::int32_t axis = 0; axis < 3; ++axis) {
        for (const bool back : {false, true}) {
          for (std::uint32_t stage = 0; stage < q; ++stage) {
            const std::uint32_t to = back ? before[axis] : next[axis];
            const std::uint32_t from = back ? next[axis] : before[axis];
            const std::uint64_t bytes = (back ? code.back : code.forward) * face * kReal;
            const std::int32_t tag = 6 + 2 * axis + (back ? 1 : 0);
            if (stage > 0) out.push_back(Operation::receive(from, bytes, tag));
            out.push_back(Operation::work(operations / (6.0 * q)));
            if (stage + 1 < q) out.push_back(Operation::sendLater(to, bytes, tag));
          }
          out.push_back(Operation::waitAll());
        }
      }
      return true;
    });
  };
  return entry;
}

}  // namespace

ApplicationEntry blockTridiagonal() {
  // Forward a block of 5 × 5 and a vector of 5, back a vector.
  return multiPartition("npb_bt", "NPB BT",
                        "Block-tridiagonal systems: faces to six neighbours, then line solves that "
                        "go from cell to cell and back in each dimension.",
                        {{"S", {12, 60}}, {"W", {24, 200}}, {"A", {64, 200}}, {"B", {102, 200}}},
                        {30, 5, 3'000});
}

ApplicationEntry scalarPentadiagonal() {
  return multiPartition("npb_sp", "NPB SP",
                        "Scalar pentadiagonal systems: as BT, with smaller messages and more "
                        "iterations.",
                        {{"S", {12, 100}}, {"W", {36, 400}}, {"A", {64, 400}}, {"B", {102, 400}}},
                        {22, 10, 900});
}

ApplicationEntry lowerUpper() {
  ApplicationEntry entry;
  entry.name = "npb_lu";
  entry.label = "NPB LU";
  entry.help =
      "Two sweeps over the planes of a cube, from one corner of a grid of ranks to the "
      "other and back: very many small messages.";
  entry.source = kSolvers;
  entry.parameters = solverParameters();
  entry.check = checkPower;
  entry.make = [](const Values& values) {
    const std::uint32_t ranks = ranksOf(values);
    const Cube cube = sizeOf<Cube>(
        values, {{"S", {12, 50}}, {"W", {33, 300}}, {"A", {64, 250}}, {"B", {102, 250}}});
    const std::uint64_t rounds = roundsOr(values, cube.iterations);
    const auto factors = twoFactors(ranks);
    const std::uint32_t width = factors.first, height = factors.second;
    const std::uint64_t planes = cube.edge - 2;
    const auto part = [edge = cube.edge](std::uint32_t at, std::uint32_t parts) {
      return edge / parts + (at < edge % parts ? 1 : 0);
    };
    const double operations = 1'500 * std::pow(static_cast<double>(cube.edge), 3) / ranks;
    return programOf(ranks, [=, edge = cube.edge](std::uint32_t rank, std::uint64_t block,
                                                  Operations& out) {
      const std::uint64_t steps = 2 * planes + 1;
      if (block == rounds * steps) return false;
      const std::uint64_t step = block % steps;
      const std::uint32_t x = rank % width, y = rank / width;
      // Five reals of each point of the edge that two ranks share.
      const std::uint64_t across = 5 * kReal * part(y, height), along = 5 * kReal * part(x, width);
      if (step == 0) {
        out.push_back(Operation::mark(static_cast<std::uint32_t>(block / steps)));
        // Two layers of the right-hand side, in both directions.
        const auto swap = [&](bool exists, std::uint32_t peer, std::uint64_t bytes) {
          if (!exists) return;
          out.push_back(Operation::receiveLater(peer, bytes, 2));
          out.push_back(Operation::sendLater(peer, bytes, 2));
        };
        swap(x > 0, rank - 1, 2 * across * edge);
        swap(x + 1 < width, rank + 1, 2 * across * edge);
        swap(y > 0, rank - width, 2 * along * edge);
        swap(y + 1 < height, rank + width, 2 * along * edge);
        out.push_back(Operation::waitAll());
        return true;
      }
      const bool back = step > planes;
      const auto neighbours = [&](bool lower, const auto& add) {
        if (lower ? y > 0 : y + 1 < height) add(lower ? rank - width : rank + width, along);
        if (lower ? x > 0 : x + 1 < width) add(lower ? rank - 1 : rank + 1, across);
      };
      const std::int32_t tag = back ? 1 : 0;
      neighbours(!back, [&](std::uint32_t from, std::uint64_t bytes) {
        out.push_back(Operation::receive(from, bytes, tag));
      });
      out.push_back(Operation::work(operations / static_cast<double>(2 * planes)));
      neighbours(back, [&](std::uint32_t to, std::uint64_t bytes) {
        out.push_back(Operation::send(to, bytes, tag));
      });
      return true;
    });
  };
  return entry;
}

namespace {

/// The graphs of DT: layers of nodes, from the sources to the sinks. Node by node, who it sends to.
struct TrafficGraph {
  std::vector<std::vector<std::uint32_t>> successors, predecessors;
  std::vector<std::uint32_t> sinks;

  explicit TrafficGraph(std::uint32_t nodes) : successors(nodes), predecessors(nodes) {}
  void connect(std::uint32_t from, std::uint32_t to) {
    successors[from].push_back(to);
    predecessors[to].push_back(from);
  }
};

/// Four nodes come together in one, layer by layer, until there is one; the other way round from a
/// single source (white hole).
TrafficGraph treeGraph(std::uint32_t leaves, bool white) {
  std::vector<std::uint32_t> sizes{leaves};
  while (sizes.back() > 1) sizes.push_back((sizes.back() + 3) / 4);
  std::uint32_t nodes = 0;
  for (const std::uint32_t size : sizes) nodes += size;
  TrafficGraph graph(nodes);
  const auto name = [&](std::uint32_t node) { return white ? nodes - 1 - node : node; };
  std::uint32_t first = 0;
  for (std::size_t layer = 0; layer + 1 < sizes.size(); ++layer) {
    for (std::uint32_t i = 0; i < sizes[layer]; ++i) {
      const std::uint32_t low = name(first + i), high = name(first + sizes[layer] + i / 4);
      white ? graph.connect(high, low) : graph.connect(low, high);
    }
    first += sizes[layer];
  }
  for (std::uint32_t node = 0; node < nodes; ++node)
    if (graph.successors[node].empty()) graph.sinks.push_back(node);
  return graph;
}

/// As many nodes in each layer; each sends to two of the next, as a butterfly does.
TrafficGraph shuffleGraph(std::uint32_t width) {
  std::uint32_t layers = 1;
  for (std::uint32_t size = width; size > 1; size /= 2) ++layers;
  TrafficGraph graph(width * layers);
  for (std::uint32_t layer = 0; layer + 1 < layers; ++layer)
    for (std::uint32_t i = 0; i < width; ++i) {
      const std::uint32_t twice = i * 2 % width;
      graph.connect(layer * width + i, (layer + 1) * width + twice);
      graph.connect(layer * width + i, (layer + 1) * width + twice + 1);
    }
  for (std::uint32_t i = 0; i < width; ++i) graph.sinks.push_back((layers - 1) * width + i);
  return graph;
}

struct TrafficSize {
  std::uint32_t sources;
  std::uint64_t samples;
};

TrafficSize trafficSize(const Values& values) {
  return sizeOf<TrafficSize>(
      values, {{"S", {4, 1'728}}, {"W", {8, 13'824}}, {"A", {16, 110'592}}, {"B", {32, 884'736}}});
}

TrafficGraph trafficGraph(const Values& values) {
  const std::uint32_t sources = trafficSize(values).sources;
  const std::string& name = textAt(values, "graph");
  return name == "SH" ? shuffleGraph(sources) : treeGraph(sources, name == "WH");
}

}  // namespace

ApplicationEntry dataTraffic() {
  ApplicationEntry entry;
  entry.name = "npb_dt";
  entry.label = "NPB DT";
  entry.help =
      "Large arrays flow through a graph of ranks: from many to one (BH), from one to many "
      "(WH), or shuffled (SH). It has as many ranks as the graph has nodes.";
  entry.source = "Frumkin & Shabanov 2004; NPB 3.3.1";
  entry.parameters = {
      classParameter("B"),
      declare::choice("graph", "Graph", "BH",
                      {{"BH", "Black hole"}, {"WH", "White hole"}, {"SH", "Shuffle"}},
                      "Who sends to whom.")};
  entry.make = [](const Values& values) {
    const TrafficGraph graph = trafficGraph(values);
    const std::uint64_t samples = trafficSize(values).samples;
    // A message for each edge: how many there are, then the samples of four reals.
    const std::uint64_t bytes = samples * 4 * kReal;
    return programOf(static_cast<std::uint32_t>(graph.successors.size()),
                     [=](std::uint32_t rank, std::uint64_t block, Operations& out) {
                       if (block > 0) return false;
                       for (const std::uint32_t from : graph.predecessors[rank]) {
                         out.push_back(Operation::receive(from, 4, 1));
                         out.push_back(Operation::receive(from, bytes, 2));
                       }
                       out.push_back(Operation::work(static_cast<double>(4 * samples)));
                       for (const std::uint32_t to : graph.successors[rank]) {
                         out.push_back(Operation::send(to, 4, 1));
                         out.push_back(Operation::send(to, bytes, 2));
                       }
                       if (graph.successors[rank].empty() && rank != 0)
                         out.push_back(Operation::send(0, kReal, 3));
                       if (rank == 0)
                         for (const std::uint32_t sink : graph.sinks)
                           if (sink != 0) out.push_back(Operation::receive(sink, kReal, 3));
                       return true;
                     });
  };
  return entry;
}

}  // namespace hopscope::application

// SPDX-License-Identifier: GPL-3.0-or-later
// The kernels of the NAS Parallel Benchmarks 3.3 (Bailey et al. 1995; the MPI sources of
// NPB 3.3.1): the messages that they exchange, with their sizes, and about the operations in
// between.
#include <algorithm>
#include <bit>
#include <cmath>

#include "engine/workload/applications/entries.h"

namespace hopscope::application {
namespace {

constexpr const char* kNpb = "Bailey et al. 1995; NPB 3.3.1, MPI sources";
constexpr std::uint64_t kWord = 8;

const Collective& reduction() {
  return collectiveNamed("allreduce_recursive_doubling");
}

Group everyone(std::uint32_t ranks) {
  return {0, ranks, 1};
}

/// What is common to the kernels: a class and the iterations, where they are not the class's.
std::vector<Parameter> kernelParameters(std::int64_t ranks, const char* fallback) {
  return {ranksParameter(ranks), classParameter(fallback),
          countParameter("iterations", "Iterations", 0, 0, 1e6, "0: as many as the class has.")};
}

std::uint64_t iterationsOr(const Values& values, std::uint64_t usual) {
  const std::uint64_t given = countOf(values, "iterations");
  return given == 0 ? usual : given;
}

void mark(std::uint64_t iteration, Operations& out) {
  out.push_back(Operation::mark(static_cast<std::uint32_t>(iteration)));
}

}  // namespace

ApplicationEntry embarrassinglyParallel() {
  ApplicationEntry entry;
  entry.name = "npb_ep";
  entry.label = "NPB EP";
  entry.help = "Random numbers, each rank for itself; three small sums at the end.";
  entry.source = kNpb;
  entry.parameters = {ranksParameter(256), classParameter("B")};
  entry.make = [](const Values& values) {
    const std::uint32_t ranks = ranksOf(values);
    const int exponent = sizeOf<int>(values, {{"S", 24}, {"W", 25}, {"A", 28}, {"B", 30}});
    const double operations = std::ldexp(100.0, exponent) / ranks;
    return programOf(ranks, [=](std::uint32_t /*rank*/, std::uint64_t block, Operations& out) {
      if (block > 0) return false;
      out.push_back(Operation::work(operations));
      for (const std::uint64_t words : {1, 1, 10})
        out.push_back(Operation::all(reduction(), everyone(ranks), words * kWord));
      return true;
    });
  };
  return entry;
}

ApplicationEntry integerSort() {
  ApplicationEntry entry;
  entry.name = "npb_is";
  entry.label = "NPB IS";
  entry.help =
      "A bucket sort: in each iteration the sizes of buckets are added up, and all keys "
      "go to the rank they belong to.";
  entry.source = kNpb;
  entry.parameters = kernelParameters(256, "A");
  entry.check = checkPower;
  entry.make = [](const Values& values) {
    const std::uint32_t ranks = ranksOf(values);
    const int keys = sizeOf<int>(values, {{"S", 16}, {"W", 20}, {"A", 23}, {"B", 25}});
    const std::uint64_t pair = (std::uint64_t{4} << keys) / ranks / ranks;
    const std::uint64_t rounds = iterationsOr(values, 10);
    const double operations = std::ldexp(10.0, keys) / ranks;
    return programOf(ranks, [=](std::uint32_t /*rank*/, std::uint64_t block, Operations& out) {
      if (block == rounds) return false;
      mark(block, out);
      out.push_back(Operation::work(operations));
      // 1,024 buckets and five more values of 4 bytes.
      out.push_back(Operation::all(reduction(), everyone(ranks), (1024 + 5) * 4));
      // As MPI libraries do it: the sizes by Bruck's, the keys (MPI_Alltoallv) all at once.
      out.push_back(Operation::all(collectiveNamed("alltoall_bruck"), everyone(ranks), 4));
      out.push_back(Operation::all(collectiveNamed("alltoall_direct"), everyone(ranks), pair));
      return true;
    });
  };
  return entry;
}

ApplicationEntry fourierTransform() {
  ApplicationEntry entry;
  entry.name = "npb_ft";
  entry.label = "NPB FT";
  entry.help =
      "Three-dimensional Fourier transforms: an all-to-all each, among all ranks or, where "
      "there are more than planes, along the rows and columns of a grid of ranks.";
  entry.source = kNpb;
  entry.parameters = kernelParameters(256, "A");
  entry.check = checkPower;
  struct Size {
    std::uint64_t x, y, z, iterations;
  };
  entry.make = [](const Values& values) {
    const std::uint32_t ranks = ranksOf(values);
    const Size size = sizeOf<Size>(values, {{"S", {64, 64, 64, 6}},
                                            {"W", {128, 128, 32, 6}},
                                            {"A", {256, 256, 128, 6}},
                                            {"B", {512, 256, 256, 20}}});
    const std::uint64_t points = size.x * size.y * size.z;
    // One transform forward, then one back in each iteration.
    const std::uint64_t rounds = iterationsOr(values, size.iterations) + 1;
    // Beyond the planes of z, a grid: as many columns as there are planes.
    const auto columns = static_cast<std::uint32_t>(std::min<std::uint64_t>(ranks, size.z));
    const std::uint32_t rows = ranks / columns;
    const std::uint64_t own = 16 * points / ranks;
    const double operations =
        5.0 * static_cast<double>(points) * std::log2(static_cast<double>(points)) / ranks;
    return programOf(ranks, [=](std::uint32_t rank, std::uint64_t block, Operations& out) {
      if (block == rounds) return false;
      mark(block, out);
      const Collective& exchange = collectiveNamed("alltoall_pairwise");
      out.push_back(Operation::work(operations));
      if (rows > 1)
        out.push_back(Operation::all(exchange, {rank / rows * rows, rows, 1}, own / rows));
      out.push_back(Operation::all(exchange, {rank % rows, columns, rows}, own / columns));
      if (block > 0)
        out.push_back(
            Operation::all(collectiveNamed("reduce_binomial"), everyone(ranks), 2 * kWord));
      return true;
    });
  };
  return entry;
}

ApplicationEntry conjugateGradient() {
  ApplicationEntry entry;
  entry.name = "npb_cg";
  entry.label = "NPB CG";
  entry.help =
      "Sparse matrix times vector: sums along the rows of a grid of ranks, the exchange "
      "with the transposed place, and sums of single values.";
  entry.source = kNpb;
  entry.parameters = kernelParameters(256, "B");
  entry.check = checkPower;
  struct Size {
    std::uint64_t n, outer, nonzero;
  };
  entry.make = [](const Values& values) {
    const std::uint32_t ranks = ranksOf(values);
    const Size size = sizeOf<Size>(values, {{"S", {1'400, 15, 7}},
                                            {"W", {7'000, 15, 8}},
                                            {"A", {14'000, 15, 11}},
                                            {"B", {75'000, 75, 13}}});
    const auto [columns, rows] = twoFactors(ranks);
    const std::uint64_t piece = (size.n + columns - 1) / columns * kWord;
    const std::uint64_t rounds = iterationsOr(values, size.outer);
    const double operations =
        2.0 * static_cast<double>(size.n * size.nonzero * (size.nonzero + 1)) / ranks;
    const std::uint32_t width = columns, height = rows;
    return programOf(ranks, [=](std::uint32_t rank, std::uint64_t block, Operations& out) {
      constexpr std::uint64_t kInner = 26;  // 25 and the residual
      if (block == rounds * kInner) return false;
      if (block % kInner == 0) mark(block / kInner, out);
      const std::uint32_t column = rank % width, row = rank / width;
      const auto exchange = [&](std::uint32_t peer, std::uint64_t bytes) {
        out.push_back(Operation::receiveLater(peer, bytes, 1));
        out.push_back(Operation::send(peer, bytes, 1));
        out.push_back(Operation::waitAll());
      };
      const auto sum = [&](std::uint64_t bytes) {
        for (std::uint32_t bit = 1; bit < width; bit <<= 1)
          exchange(row * width + (column ^ bit), bytes);
      };
      out.push_back(Operation::work(operations));
      sum(piece);
      // The transposed place; where the grid is twice as wide as high, of a pair of columns.
      const std::uint32_t transposed =
          width == height ? column * width + row : (column / 2) * width + 2 * row + column % 2;
      if (transposed != rank) exchange(transposed, piece);
      sum(kWord);
      if (block % kInner + 1 < kInner) sum(kWord);
      return true;
    });
  };
  return entry;
}

ApplicationEntry multigrid() {
  ApplicationEntry entry;
  entry.name = "npb_mg";
  entry.label = "NPB MG";
  entry.help =
      "V-cycles on a cube that is halved from level to level: six faces at each, with the "
      "neighbours that still have a part of it.";
  entry.source = kNpb;
  entry.parameters = kernelParameters(256, "B");
  entry.check = checkPower;
  struct Size {
    std::uint32_t levels, iterations;
  };
  entry.make = [](const Values& values) {
    const std::uint32_t ranks = ranksOf(values);
    const Size size =
        sizeOf<Size>(values, {{"S", {5, 4}}, {"W", {7, 4}}, {"A", {8, 4}}, {"B", {8, 20}}});
    const std::uint64_t rounds = iterationsOr(values, size.iterations);
    const auto bits = static_cast<std::uint32_t>(std::bit_width(ranks) - 1);
    const std::uint32_t sides[3] = {1U << (bits + 2) / 3, 1U << (bits + 1) / 3, 1U << bits / 3};
    const std::uint32_t levels = size.levels;
    const std::uint32_t width = sides[0], height = sides[1], depth = sides[2];
    return programOf(ranks, [=](std::uint32_t rank, std::uint64_t block, Operations& out) {
      // Down: a restriction and a residual a level; up: an interpolation, a residual, a smoothing.
      const std::uint64_t steps = 2 * (std::uint64_t{levels} - 1) + 1;
      if (block == rounds * steps) return false;
      const auto step = static_cast<std::uint32_t>(block % steps);
      if (step == 0) mark(block / steps, out);
      const std::uint32_t level = step < levels ? levels - step : step - levels + 2;
      const std::uint32_t edge = 1U << level;
      const std::uint32_t grid[3] = {width, height, depth};
      const std::uint32_t strides[3] = {1, width, width * height};
      const double cells = std::pow(static_cast<double>(edge), 3) / ranks;
      const int exchanges = step < levels ? 1 : 2;
      out.push_back(Operation::work(30 * cells));
      for (int round = 0; round < exchanges; ++round)
        for (int axis = 0; axis < 3; ++axis) {
          // Below as many planes as ranks, only some of them have one.
          const std::uint32_t apart = grid[axis] > edge ? grid[axis] / edge : 1;
          const std::uint32_t at = rank / strides[axis] % grid[axis];
          if (grid[axis] / apart < 2 || at % apart != 0) continue;
          std::uint64_t face = kWord;
          for (int other = 0; other < 3; ++other)
            if (other != axis) face *= std::max(1U, edge / grid[other]) + 2;
          const std::uint32_t up = (at + apart) % grid[axis];
          const std::uint32_t down = (at + grid[axis] - apart) % grid[axis];
          const auto to = [&](std::uint32_t place) { return rank + (place - at) * strides[axis]; };
          out.push_back(Operation::receiveLater(to(down), face, 2 * axis));
          out.push_back(Operation::receiveLater(to(up), face, 2 * axis + 1));
          out.push_back(Operation::send(to(up), face, 2 * axis));
          out.push_back(Operation::send(to(down), face, 2 * axis + 1));
          out.push_back(Operation::waitAll());
        }
      return true;
    });
  };
  return entry;
}

}  // namespace hopscope::application

// SPDX-License-Identifier: GPL-3.0-or-later
// What applications are made of, by itself.
#include <algorithm>

#include "engine/workload/applications/entries.h"

namespace hopscope::application {
namespace {

constexpr double kMostIterations = 1e9;

Parameter iterationsParameter(std::int64_t fallback = 1) {
  return countParameter("iterations", "Iterations", fallback, 1, kMostIterations,
                        "How often it is done.");
}

/// As even a grid of ranks as their factors allow, the largest side first.
std::vector<std::uint32_t> gridOf(std::uint32_t ranks, std::uint32_t dimensions) {
  std::vector<std::uint32_t> sides(dimensions, 1);
  std::vector<std::uint32_t> factors;
  for (std::uint32_t f = 2, rest = ranks; rest > 1; ++f)
    for (; rest % f == 0; rest /= f) factors.push_back(f);
  for (auto factor = factors.rbegin(); factor != factors.rend(); ++factor)
    *std::min_element(sides.begin(), sides.end()) *= *factor;
  std::sort(sides.rbegin(), sides.rend());
  return sides;
}

}  // namespace

ApplicationEntry pingPong() {
  ApplicationEntry entry;
  entry.name = "ping_pong";
  entry.label = "Ping-pong";
  entry.help = "The first half of the ranks each send to one of the second half, and back.";
  entry.source = "Hockney 1994";
  entry.parameters = {ranksParameter(2, 2),
                      bytesParameter("Message", 8, "Of a message in either direction."),
                      iterationsParameter()};
  entry.check = [](const Values& values) -> Issues {
    if (ranksOf(values) % 2 == 0) return {};
    return {wrongRanks(
        sentence("Ping-pong is played in pairs; {} ranks leave one over.", ranksOf(values)),
        sentence("Take an even number."))};
  };
  entry.make = [](const Values& values) {
    const std::uint32_t ranks = ranksOf(values), half = ranks / 2;
    const std::uint64_t bytes = countOf(values, "bytes"), rounds = countOf(values, "iterations");
    return programOf(ranks, [=](std::uint32_t rank, std::uint64_t block, Operations& out) {
      if (block == rounds) return false;
      out.push_back(Operation::mark(static_cast<std::uint32_t>(block)));
      if (rank < half) {
        out.push_back(Operation::send(rank + half, bytes));
        out.push_back(Operation::receive(rank + half));
      } else {
        out.push_back(Operation::receive(rank - half));
        out.push_back(Operation::send(rank - half, bytes));
      }
      return true;
    });
  };
  return entry;
}

ApplicationEntry collectiveLoop() {
  ApplicationEntry entry;
  entry.name = "collective";
  entry.label = "Collective";
  entry.help =
      "All ranks do one collective operation, again and again; also beside computation, begun and "
      "waited for.";
  entry.source = "Intel MPI Benchmarks (IMB-MPI1, IMB-NBC)";
  std::vector<ParameterChoice> names;
  for (const CollectiveEntry& each : collectives()) names.push_back({each.name, each.label});
  entry.parameters = {
      ranksParameter(16),
      declare::choice("operation", "Operation", "allreduce_ring", std::move(names),
                      "What they do, and by which algorithm."),
      bytesParameter("Bytes", 1024,
                     "The vector of a broadcast or reduction; else the part of each rank."),
      iterationsParameter(),
      countParameter("root", "Root", 0, 0, kMostRanks, "Where a collective with a root has it."),
      declare::boolean("overlap", "Overlap", false,
                       "Ranks begin it, compute, and then wait for it (as MPI_Iallreduce); else "
                       "they do it, and compute then."),
      declare::number(ParameterType::integer, "beside", "Computation", std::int64_t{0}, 0,
                      1'000'000'000, "cycles", "What each rank computes in an iteration.")};
  entry.check = [](const Values& values) -> Issues {
    if (countOf(values, "root") < ranksOf(values)) return {};
    return {{Severity::error, "root",
             sentence("The root is rank {}, and there are {} ranks.", countOf(values, "root"),
                      ranksOf(values)),
             sentence("Ranks are numbered from 0.")}};
  };
  entry.make = [](const Values& values) {
    const std::uint32_t ranks = ranksOf(values);
    const Operation operation = Operation::all(collectiveNamed(textAt(values, "operation")),
                                               {0, ranks, 1}, countOf(values, "bytes"),
                                               static_cast<std::uint32_t>(countOf(values, "root")));
    const Operation begun = Operation::allLater(*operation.collective, operation.group,
                                                operation.bytes, 1, 0, operation.peer);
    const bool overlaps = std::get<bool>(values.at("overlap"));
    const auto beside = static_cast<double>(countOf(values, "beside"));
    const std::uint64_t rounds = countOf(values, "iterations");
    return programOf(ranks, [=](std::uint32_t /*rank*/, std::uint64_t block, Operations& out) {
      if (block == rounds) return false;
      out.push_back(Operation::mark(static_cast<std::uint32_t>(block)));
      out.push_back(overlaps ? begun : operation);
      if (beside > 0) out.push_back(Operation::compute(beside));
      if (overlaps) out.push_back(Operation::waitAll());
      return true;
    });
  };
  return entry;
}

ApplicationEntry halo() {
  ApplicationEntry entry;
  entry.name = "halo";
  entry.label = "Halo exchange";
  entry.help =
      "Ranks form a periodic grid; in each iteration all neighbours exchange a message, "
      "then all compute.";
  entry.source = "Dubois, Dursi & Malony 2005";
  entry.parameters = {ranksParameter(16),
                      countParameter("dimensions", "Dimensions", 2, 1, 4, "Of the grid of ranks."),
                      bytesParameter("Face", 4096, "What a neighbour gets."),
                      iterationsParameter(10),
                      countParameter("operations", "Operations", 0, 0, 1e15,
                                     "Computed by each rank in an iteration.")};
  entry.make = [](const Values& values) {
    const std::uint32_t ranks = ranksOf(values);
    const auto sides = gridOf(ranks, static_cast<std::uint32_t>(countOf(values, "dimensions")));
    const std::uint64_t bytes = countOf(values, "bytes"), rounds = countOf(values, "iterations");
    const auto operations = static_cast<double>(countOf(values, "operations"));
    return programOf(ranks, [=](std::uint32_t rank, std::uint64_t block, Operations& out) {
      if (block == rounds) return false;
      out.push_back(Operation::mark(static_cast<std::uint32_t>(block)));
      std::uint32_t stride = 1;
      std::int32_t tag = 0;
      for (const std::uint32_t side : sides) {
        const std::uint32_t at = rank / stride % side;
        if (side > 1) {
          const std::uint32_t up = rank + ((at + 1) % side - at) * stride;
          const std::uint32_t down = rank + ((at + side - 1) % side - at) * stride;
          out.push_back(Operation::receiveLater(down, bytes, tag));
          out.push_back(Operation::receiveLater(up, bytes, tag + 1));
          out.push_back(Operation::sendLater(up, bytes, tag));
          out.push_back(Operation::sendLater(down, bytes, tag + 1));
        }
        stride *= side;
        tag += 2;
      }
      out.push_back(Operation::waitAll());
      if (operations > 0) out.push_back(Operation::work(operations));
      return true;
    });
  };
  return entry;
}

ApplicationEntry sweep() {
  ApplicationEntry entry;
  entry.name = "sweep";
  entry.label = "Sweep";
  entry.help =
      "Waves of small messages go from one corner of a grid of ranks to the other, and "
      "back: what comes from two neighbours is needed for the other two.";
  entry.source = "Koch, Baker & Alcouffe 1992 (Sweep3D)";
  entry.parameters = {
      ranksParameter(16), bytesParameter("Message", 240, "Of a plane, to each neighbour."),
      countParameter("planes", "Planes", 10, 1, 1e6, "One after the other."), iterationsParameter(),
      countParameter("operations", "Operations", 0, 0, 1e15, "Computed by each rank for a plane.")};
  entry.make = [](const Values& values) {
    const std::uint32_t ranks = ranksOf(values);
    const auto sides = gridOf(ranks, 2);
    const std::uint64_t bytes = countOf(values, "bytes"), planes = countOf(values, "planes");
    const std::uint64_t blocks = 2 * planes * countOf(values, "iterations");
    const auto operations = static_cast<double>(countOf(values, "operations"));
    return programOf(ranks, [=](std::uint32_t rank, std::uint64_t block, Operations& out) {
      if (block == blocks) return false;
      const bool back = block / planes % 2 == 1;
      const std::uint32_t width = sides[0], height = sides[1];
      const std::uint32_t x = rank % width, y = rank / width;
      if (block % (2 * planes) == 0)
        out.push_back(Operation::mark(static_cast<std::uint32_t>(block / (2 * planes))));
      const auto each = [&](bool behind, const auto& add) {
        const bool lower = behind != back;
        if (lower ? x > 0 : x + 1 < width) add(lower ? rank - 1 : rank + 1);
        if (lower ? y > 0 : y + 1 < height) add(lower ? rank - width : rank + width);
      };
      each(true, [&](std::uint32_t from) { out.push_back(Operation::receive(from, bytes)); });
      if (operations > 0) out.push_back(Operation::work(operations));
      each(false, [&](std::uint32_t to) { out.push_back(Operation::send(to, bytes)); });
      return true;
    });
  };
  return entry;
}

}  // namespace hopscope::application

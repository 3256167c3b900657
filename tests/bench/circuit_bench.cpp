// SPDX-License-Identifier: GPL-3.0-or-later
#include <benchmark/benchmark.h>

#include <vector>

#include "engine/core/rng.h"
#include "engine/scheduling/greedy_scheduler.h"
#include "engine/scheduling/k_step_matching.h"
#include "engine/scheduling/tree_scheduler.h"

/// How fast circuits are scheduled. Goals on one core: a greedy pass 1 µs at 128 ports and 40 µs at
/// 1,024; greedy with K = 9 at 128 ports 60 µs; level-wise 40 ns a request.
namespace hopscope {
namespace {

std::vector<BitMatrix> someRequests(std::uint32_t ports, std::uint32_t each) {
  Rng rng(1, ports, RandomPurpose::pattern);
  std::vector<BitMatrix> all;
  for (int i = 0; i < 16; ++i) {
    BitMatrix requests(ports, ports);
    for (std::uint32_t n = 0; n < each * ports; ++n)
      requests.set(rng.below(ports), rng.below(ports));
    all.push_back(std::move(requests));
  }
  return all;
}

/// Passes over four slots in turn, while what is requested changes.
void greedyPass(benchmark::State& state) {
  const auto ports = static_cast<std::uint32_t>(state.range(0));
  const std::vector<BitMatrix> requests = someRequests(ports, 4);
  CircuitRegisters registers(ports, 4);
  GreedyScheduler scheduler(registers, SlotChoice::roundRobin, CellRotation::roundRobin, 1);
  std::size_t at = 0;
  for (auto _ : state) benchmark::DoNotOptimize(scheduler.step(requests[at++ / 8 % 16]).data());
}

void greedyAndNineSteps(benchmark::State& state) {
  const auto ports = static_cast<std::uint32_t>(state.range(0));
  const std::vector<BitMatrix> requests = someRequests(ports, 4);
  KStepMatching matching(ports);
  std::vector<std::uint32_t> outputOf;
  std::size_t at = 0;
  for (auto _ : state) {
    const BitMatrix& each = requests[at++ % 16];
    greedyMatching(each, outputOf);
    benchmark::DoNotOptimize(matching.improve(each, 9, outputOf).steps);
  }
}

void levelWise(benchmark::State& state) {
  const auto width = static_cast<std::uint32_t>(state.range(0));
  TreeStructure tree;
  tree.m = {width, width, width};
  tree.w = {1, width, width};
  TreeScheduler scheduler(tree, 1, {});
  std::vector<TerminalId> order(scheduler.terminals());
  Rng rng(1, width, RandomPurpose::pattern);
  for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  for (auto i = static_cast<std::uint32_t>(order.size()); i > 1; --i)
    std::swap(order[i - 1], order[rng.below(i)]);
  for (auto _ : state) {
    scheduler.clear();
    for (TerminalId source = 0; source < order.size(); ++source)
      benchmark::DoNotOptimize(scheduler.schedule(0, source, order[source]).granted);
  }
  state.counters["requests/s"] = benchmark::Counter(
      static_cast<double>(state.iterations()) * static_cast<double>(order.size()),
      benchmark::Counter::kIsRate);
}

BENCHMARK(greedyPass)->Arg(64)->Arg(128)->Arg(1024);
BENCHMARK(greedyAndNineSteps)->Arg(64)->Arg(128)->Arg(512);
BENCHMARK(levelWise)->Arg(4)->Arg(8)->Arg(16);

}  // namespace
}  // namespace hopscope

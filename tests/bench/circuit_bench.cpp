// SPDX-License-Identifier: GPL-3.0-or-later
#include <benchmark/benchmark.h>

#include <memory>
#include <string>
#include <vector>

#include "engine/core/rng.h"
#include "engine/figures/hybrid_jobs.h"
#include "engine/scheduling/greedy_scheduler.h"
#include "engine/scheduling/k_step_matching.h"
#include "engine/scheduling/tree_scheduler.h"
#include "engine/simulation/make_network.h"
#include "tests/support/setups.h"

/// How fast circuits are scheduled and hybrid crossbars run. Goals on one core: a greedy pass 1 µs
/// at 128 ports and 40 µs at 1,024; greedy with K = 9 at 128 ports 60 µs; level-wise 40 ns a
/// request; 64 ports with PREEMPT and half of the messages on circuits 50 million words a second.
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

/// Ding 2006, chapter 4: messages of 128 bytes, a share of them (in percent) to the neighbours on a
/// torus, for which circuits are loaded. Flits are words of 8 bytes.
void mixedTraffic(benchmark::State& state) {
  constexpr std::uint32_t kPorts = 64, kHandedOver = 5;
  constexpr Cycle kWire = 8;
  Rng rng(1, 0, RandomPurpose::pattern);
  const figures::HybridJob job =
      figures::hybridJob({{"workload", std::string("mixed")},
                          {"ports", std::int64_t{kPorts}},
                          {"bytes", std::int64_t{128}},
                          {"messages", std::int64_t{1024}},
                          {"predictable", 0.01 * static_cast<double>(state.range(0))}},
                         rng);
  HybridSettings settings;
  settings.policy = SlotPolicy::preempt;
  settings.schedulerLatency = 4;
  settings.schedulerInterval = 2;
  settings.loaded = job.configurations;
  std::uint64_t words = 0;
  for (auto _ : state) {
    state.PauseTiming();
    auto set = std::make_shared<MessageSet>(kPorts, kHandedOver);
    for (const auto& phase : job.phases) set->addPhase(phase);
    Setup setup = test::makeSetup("crossbar", {{"terminals", std::int64_t{kPorts}}});
    test::setLatency(setup, LinkKind::terminal, kWire);
    setup.switches = HybridSwitches{settings, kHandedOver, kWire};
    setup.load = 0;
    const auto network = makeNetwork(setup, set);
    state.ResumeTiming();
    while (!set->finished()) network->advance(network->now() + 1024);
    words += set->flits();
  }
  state.counters["words/s"] =
      benchmark::Counter(static_cast<double>(words), benchmark::Counter::kIsRate);
}

BENCHMARK(mixedTraffic)->Arg(0)->Arg(50)->Arg(100)->Unit(benchmark::kMillisecond);
BENCHMARK(greedyPass)->Arg(64)->Arg(128)->Arg(1024);
BENCHMARK(greedyAndNineSteps)->Arg(64)->Arg(128)->Arg(512);
BENCHMARK(levelWise)->Arg(4)->Arg(8)->Arg(16);

}  // namespace
}  // namespace hopscope

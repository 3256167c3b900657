// SPDX-License-Identifier: GPL-3.0-or-later
#include <benchmark/benchmark.h>

#include <memory>

#include "engine/simulation/simulation.h"
#include "tests/bench/heap_counter.h"
#include "tests/support/setups.h"

/// How fast the cycle loop is, what it weighs and whether it allocates: uniform traffic at load 0.3
/// after warm-up. (MiKANT accepts 0.25 at most by Algorithm 1, so its source queues are full.)
/// Compare two builds side by side in one session, never by absolute times.
namespace hopscope {
namespace {

constexpr Cycle kWarmup = 3000;
constexpr Cycle kSlice = 600;

Setup mesh() {
  return test::makeSetup("mesh", {{"dimensions", std::vector<std::int64_t>{8, 8}}});
}

Setup mikant() {
  return test::makeSetup("mikant", {{"n", std::int64_t{5}}, {"k", std::int64_t{4}}});
}

void run(benchmark::State& state, Setup setup, double load) {
  setup.load = load;
  setup.run = {kWarmup, Cycle{1} << 40, Cycle{1} << 41, Cycle{1} << 38, 1};
  const double flits = setup.packetFlits;
  const double terminals = setup.topology->terminalCount();
  const std::int64_t before = bench::bytesAlive();
  Simulation simulation(std::move(setup));
  simulation.advance(kWarmup);
  const double bytes = static_cast<double>(bench::bytesAlive() - before);
  Snapshot snapshot;
  simulation.snapshot(snapshot);
  const std::uint64_t hopsBefore = snapshot.flitHops;
  const Cycle cycleBefore = simulation.now();
  const std::uint64_t allocationsBefore = bench::allocations();
  while (state.KeepRunning()) simulation.advance(kSlice);
  const auto allocations = static_cast<double>(bench::allocations() - allocationsBefore);
  simulation.snapshot(snapshot);
  const auto hops = static_cast<double>(snapshot.flitHops - hopsBefore);
  const auto cycles = static_cast<double>(simulation.now() - cycleBefore);
  using benchmark::Counter;
  state.counters["cycles/s"] = Counter(cycles, Counter::kIsRate);
  state.counters["packet-hops/s"] = Counter(hops / flits, Counter::kIsRate);
  state.counters["flit-hops/s"] = Counter(hops, Counter::kIsRate);
  state.counters["bytes/terminal"] = bytes / terminals;
  state.counters["allocations/cycle"] = allocations / cycles;
}

void mesh8x8(benchmark::State& state) {
  run(state, mesh(), 0.3);
}
void mikant5x4(benchmark::State& state) {
  run(state, mikant(), 0.3);
}
void dragonfly4(benchmark::State& state) {
  run(state, test::thesisDragonfly(4), 0.5);
}
void dragonfly6(benchmark::State& state) {
  run(state, test::thesisDragonfly(6), 0.5);
}

BENCHMARK(mesh8x8)->Unit(benchmark::kMillisecond);
BENCHMARK(mikant5x4)->Unit(benchmark::kMillisecond);
BENCHMARK(dragonfly4)->Unit(benchmark::kMillisecond);
BENCHMARK(dragonfly6)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace hopscope

BENCHMARK_MAIN();

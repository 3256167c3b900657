// SPDX-License-Identifier: GPL-3.0-or-later
#include <benchmark/benchmark.h>

#include <chrono>

#include "engine/simulation/simulation.h"
#include "tests/bench/heap_counter.h"
#include "tests/support/setups.h"

/// How fast the virtual cut-through cycle loop is, what it weighs and whether it allocates, under
/// uniform traffic after warm-up. Compare two builds, or two rows, side by side in one session,
/// never by absolute times.
namespace hopscope {
namespace {

constexpr Cycle kWarmup = 2400;
constexpr Cycle kSlice = 600;
constexpr Cycle kForever = Cycle{1} << 40;

Setup mesh() {
  return test::makeSetup("mesh", {{"dimensions", std::vector<std::int64_t>{8, 8}}});
}

/// Saturated: Algorithm 1 accepts 0.25 at most, so the source queues are full.
Setup mikant() {
  return test::makeSetup("mikant", {{"n", std::int64_t{5}}, {"k", std::int64_t{4}}});
}

Setup piggyback(std::int64_t h) {
  Setup setup = test::thesisDragonfly(h);
  setup.virtualChannels = {4, 2};
  const RoutingEntry& entry = *routingAlgorithms().find("piggyback");
  setup.routing = entry.make(*setup.topology, setup.virtualChannels, defaultsOf(entry.parameters));
  return setup;
}

/// What is switched on besides the counters that always run.
enum class Watched { no, windowsAndSnapshots };

void run(benchmark::State& state, Setup setup, double load, Watched watched = Watched::no) {
  const bool watches = watched == Watched::windowsAndSnapshots;
  setup.load = load;
  setup.run = {};
  setup.run.warmup = kWarmup;
  setup.run.measure = kForever;
  setup.run.maxCycles = 2 * kForever;
  setup.run.window = watches ? kForever / 10'000 : kForever / 2;
  const double flits = setup.packetFlits;
  const double terminals = setup.topology->terminalCount();
  const std::int64_t before = bench::bytesAlive();
  Simulation simulation(std::move(setup));
  simulation.advance(kWarmup + kSlice);
  const double bytes = static_cast<double>(bench::bytesAlive() - before);
  Snapshot snapshot;
  simulation.snapshot(snapshot);
  const std::uint64_t hopsBefore = snapshot.flitHops;
  const Cycle cycleBefore = simulation.now();
  const std::uint64_t allocationsBefore = bench::allocations();
  auto nextSnapshot = std::chrono::steady_clock::now();
  while (state.KeepRunning()) {
    simulation.advance(kSlice);
    if (watches && std::chrono::steady_clock::now() >= nextSnapshot) {
      simulation.snapshot(snapshot);
      nextSnapshot += std::chrono::milliseconds(33);
    }
  }
  const auto allocations = static_cast<double>(bench::allocations() - allocationsBefore);
  simulation.snapshot(snapshot);
  const auto hops = static_cast<double>(snapshot.flitHops - hopsBefore);
  const auto cycles = static_cast<double>(simulation.now() - cycleBefore);
  using benchmark::Counter;
  state.counters["cycles/s"] = Counter(cycles, Counter::kIsRate);
  state.counters["packet-hops/s"] = Counter(hops / flits, Counter::kIsRate);
  state.counters["flit-hops/s"] = Counter(hops, Counter::kIsRate);
  state.counters["bytes/terminal"] = bytes / terminals;
  state.counters["MB"] = bytes / 1e6;
  state.counters["allocations/cycle"] = allocations / cycles;
}

void mesh8x8(benchmark::State& state) {
  run(state, mesh(), 0.3);
}
void mikant5x4(benchmark::State& state) {
  run(state, mikant(), 0.3);
}
void dragonfly(benchmark::State& state) {
  run(state, test::thesisDragonfly(state.range(0)), 0.5);
}
void dragonflyWatched(benchmark::State& state) {
  run(state, test::thesisDragonfly(state.range(0)), 0.5, Watched::windowsAndSnapshots);
}
void dragonflyPiggyback(benchmark::State& state) {
  run(state, piggyback(state.range(0)), 0.5);
}
void dragonflyThreads(benchmark::State& state) {
  Setup setup = test::thesisDragonfly(8);
  setup.execution.threads = static_cast<unsigned>(state.range(0));
  run(state, std::move(setup), 0.5);
}

BENCHMARK(mesh8x8)->Unit(benchmark::kMillisecond);
BENCHMARK(mikant5x4)->Unit(benchmark::kMillisecond);
BENCHMARK(dragonfly)->ArgName("h")->Arg(4)->Arg(6)->Arg(8)->Arg(12)->Unit(benchmark::kMillisecond);
BENCHMARK(dragonflyWatched)->ArgName("h")->Arg(4)->Unit(benchmark::kMillisecond);
BENCHMARK(dragonflyPiggyback)->ArgName("h")->Arg(4)->Arg(6)->Unit(benchmark::kMillisecond);
BENCHMARK(dragonflyThreads)
    ->ArgName("threads")
    ->Arg(1)
    ->Arg(2)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace hopscope

BENCHMARK_MAIN();

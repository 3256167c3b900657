// SPDX-License-Identifier: GPL-3.0-or-later
#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <utility>
#include <vector>

#include "engine/core/rng.h"
#include "engine/forwarding/cache_map.h"
#include "engine/simulation/simulation.h"
#include "tests/support/exchange.h"
#include "tests/support/heap_counter.h"
#include "tests/support/setups.h"
#include "tests/support/wormhole.h"

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

void run(benchmark::State& state, Setup setup, double load, Watched watched = Watched::no,
         Cycle warmup = kWarmup) {
  const bool watches = watched == Watched::windowsAndSnapshots;
  setup.load = load;
  setup.run = {};
  setup.run.warmup = warmup;
  setup.run.measure = kForever;
  setup.run.maxCycles = 2 * kForever;
  setup.run.window = watches ? kForever / 10'000 : kForever / 2;
  const double flits = setup.packetFlits;
  const double terminals = setup.topology->terminalCount();
  const std::int64_t before = test::bytesAlive();
  Simulation simulation(std::move(setup));
  simulation.advance(warmup + kSlice);
  const double bytes = static_cast<double>(test::bytesAlive() - before);
  Snapshot snapshot;
  simulation.snapshot(snapshot);
  const std::uint64_t hopsBefore = snapshot.flitHops;
  const Cycle cycleBefore = simulation.now();
  const std::uint64_t allocationsBefore = test::allocations();
  auto nextSnapshot = std::chrono::steady_clock::now();
  while (state.KeepRunning()) {
    simulation.advance(kSlice);
    if (watches && std::chrono::steady_clock::now() >= nextSnapshot) {
      simulation.snapshot(snapshot);
      nextSnapshot += std::chrono::milliseconds(33);
    }
  }
  const auto allocations = static_cast<double>(test::allocations() - allocationsBefore);
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

/// The same network at the same load with packets of the same length, once with terminals that send
/// at a rate (0 packets a message), once with ranks that exchange messages of so many packets:
/// packet-hops a second of ranks are to be nine tenths of the others'.
void closedLoop(benchmark::State& state) {
  Setup setup;
  switch (state.range(0)) {
    case 0:
      state.SetLabel("mesh");
      setup = mesh();
      break;
    case 1:
      state.SetLabel("dragonfly");
      setup = test::thesisDragonfly(4);
      break;
    case 2:
      state.SetLabel("crossbar");
      setup = test::makeSetup("crossbar", {{"terminals", std::int64_t{64}}});
      break;
    default:
      state.SetLabel("wormhole mesh");
      setup = test::wormholeSetup("mesh", {{"dimensions", std::vector<std::int64_t>{8, 8}}},
                                  "dimension_order", 4);
      setup.packetFlits = 4;
  }
  constexpr double kLoad = 0.3;
  const auto packets = static_cast<std::uint32_t>(state.range(1));
  if (packets == 0) return run(state, std::move(setup), kLoad);
  const std::uint32_t flits = packets * setup.packetFlits;
  setup.applications = test::exchangePlan(setup, packets, kLoad);
  // Twice to all others: messages and pairs have as much room then as they will need.
  constexpr double kRounds = 2.0 * test::Exchange::kAhead;
  run(state, std::move(setup), 0, Watched::no,
      std::max(kWarmup, static_cast<Cycle>(kRounds * flits / kLoad)));
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
/// With a forwarding cache at every port, warm: what a lookup adds to a hop.
void dragonflyCached(benchmark::State& state) {
  Setup setup = test::thesisDragonfly(state.range(0));
  setup.lookups.front().kind = LookupKind::cache;
  setup.lookups.front().warmUp = true;
  run(state, std::move(setup), 0.5);
}
/// Routings in the order of the rows of dragonflyLearning, h = 6, ADV+1: time per packet-hop
/// against Piggyback's, which is the first. At a load of 0.4 recomputation, ACOR, TPR and LIAN are
/// to stay below 1.3, the others below 1.5; at 1 all below 2.5.
struct Learning {
  const char* routing;
  VcCounts vcs = {4, 2};
  Values values = {};
};
const std::vector<Learning>& learning() {
  static const std::vector<Learning> all{
      {"piggyback"},
      {"valiant", {4, 2}, {{"recompute", true}}},
      {"piggyback", {4, 2}, {{"recompute", true}}},
      {"acor"},
      {"pb_acor"},
      {"tpr"},
      {"lian"},
      {"par", {6, 3}},
      {"olm"},
      {"ugal_g"},
      {"conditional"},
      {"qcn_switch", {5, 3}},
  };
  return all;
}
void dragonflyLearning(benchmark::State& state) {
  const Learning& row = learning()[static_cast<std::size_t>(state.range(0))];
  Setup setup = test::thesisDragonfly(6);
  setup.virtualChannels = row.vcs;
  test::setRouting(setup, row.routing, row.values);
  test::setPattern(setup, "adversarial", {{"offset", std::int64_t{1}}});
  state.SetLabel(row.routing);
  run(state, std::move(setup), static_cast<double>(state.range(1)) / 10);
}
/// Piggyback and QCN-Switch where notices are at home: h = 6, 0.4, packets of 200 flits (Benito
/// 2020, section 4.7), uniform traffic or ADV+1. Four million cycles of the latter are to take two
/// minutes of one core, and 1.25 times Piggyback's memory. Under ADV+1 switches learn for a million
/// cycles, and what waits in source queues meanwhile is measured, too.
void dragonflyNotices(benchmark::State& state) {
  Setup setup = test::thesisDragonfly(6);
  test::setLatency(setup, LinkKind::local, 40);
  test::setLatency(setup, LinkKind::global, 400);
  SwitchSettings& settings = test::vct(setup).kinds.front();
  settings.latency = 200;
  settings.injectionBuffer = 40'000;
  settings.localBuffer = settings.globalBuffer = settings.outputBuffer = 20'000;
  setup.packetFlits = 200;
  setup.virtualChannels = {5, 3};
  const char* const routing = state.range(0) == 0 ? "piggyback" : "qcn_switch";
  test::setRouting(setup, routing);
  if (state.range(1) != 0) test::setPattern(setup, "adversarial", {{"offset", std::int64_t{1}}});
  state.SetLabel(routing);
  run(state, std::move(setup), 0.4, Watched::no, 100'000);
}
void dragonflyPiggyback(benchmark::State& state) {
  run(state, piggyback(state.range(0)), 0.5);
}
void dragonflyThreads(benchmark::State& state) {
  Setup setup = test::thesisDragonfly(8);
  setup.execution.threads = static_cast<unsigned>(state.range(0));
  run(state, std::move(setup), 0.5);
}

/// Four virtual channels of eight flits, packets of one flit: the work that `compare_booksim`
/// times.
Setup wormhole(const char* kind, const Values& parameters, const char* routing,
               unsigned virtualChannels = 4) {
  Setup setup = test::wormholeSetup(kind, parameters, routing, virtualChannels);
  setup.run = {};
  return setup;
}
void wormholeMesh(benchmark::State& state) {
  run(state, wormhole("mesh", {{"dimensions", std::vector<std::int64_t>{8, 8}}}, "dimension_order"),
      static_cast<double>(state.range(0)) / 10);
}
void wormholeTorus(benchmark::State& state) {
  run(state,
      wormhole("torus", {{"dimensions", std::vector<std::int64_t>{8, 8}}}, "dimension_order"), 0.3);
}
/// Larger than the caches next to the processor.
void wormholeLargeMesh(benchmark::State& state) {
  run(state,
      wormhole("mesh", {{"dimensions", std::vector<std::int64_t>{64, 64}}}, "dimension_order"),
      0.02);
}
void wormholeButterfly(benchmark::State& state) {
  run(state,
      wormhole("hyperx",
               {{"dimensions", std::vector<std::int64_t>{8, 8}},
                {"terminals_per_router", std::int64_t{4}}},
               "dimension_order"),
      0.3);
}
void wormholeTree(benchmark::State& state) {
  run(state,
      wormhole("k_ary_n_tree", {{"n", std::int64_t{3}}, {"k", std::int64_t{4}}},
               "nearest_common_ancestor"),
      0.5);
}
Setup largeTree() {
  return wormhole("k_ary_n_tree", {{"n", std::int64_t{3}}, {"k", std::int64_t{16}}},
                  "nearest_common_ancestor");
}
Setup largeDragonfly() {
  return wormhole("dragonfly",
                  {{"p", std::int64_t{4}}, {"a", std::int64_t{8}}, {"h", std::int64_t{4}}},
                  "minimal", 2);
}
void wormholeLargeTree(benchmark::State& state) {
  run(state, largeTree(), 0.3);
}
void wormholeDragonfly(benchmark::State& state) {
  run(state, largeDragonfly(), 0.3);
}

/// One network on so many cores, in so many parts: time by the clock of one thread over that of two
/// is to be 1.7 at least. Needs cores that have nothing else to do.
void onThreads(benchmark::State& state, Setup setup, double load) {
  setup.execution.threads = static_cast<unsigned>(state.range(0));
  setup.execution.portsAPart = static_cast<std::uint32_t>(setup.topology->ports.size()) /
                               static_cast<std::uint32_t>(state.range(1));
  run(state, std::move(setup), load);
}
/// Far beyond saturation: every router has all to do that it can.
void wormholeMeshThreads(benchmark::State& state) {
  onThreads(
      state,
      wormhole("mesh", {{"dimensions", std::vector<std::int64_t>{64, 64}}}, "dimension_order"),
      0.3);
}
void wormholeDragonflyThreads(benchmark::State& state) {
  onThreads(state, largeDragonfly(), 0.3);
}
void wormholeTreeThreads(benchmark::State& state) {
  onThreads(state, largeTree(), 0.3);
}

/// Hit rates of every LRU cache of 128 to 16,384 entries and 1 to 32 ways over one stream, a tenth
/// of what has to be done in 20 s: 10^8 accesses times numbers of sets.
void stackDistance(benchmark::State& state) {
  constexpr std::uint32_t kDestinations = 10'000, kKeys = 10'000'000;
  const std::vector<std::uint32_t> entries{128, 256, 512, 1024, 2048, 4096, 8192, 16'384};
  const std::vector<std::uint32_t> ways{1, 2, 4, 8, 16, 32};
  constexpr std::size_t kSetCounts = 13;  // 4 to 16,384
  Rng rng(1, 0, RandomPurpose::destination);
  std::vector<RecordedLookup> lookups(kKeys / kSetCounts);
  for (RecordedLookup& lookup : lookups) lookup = {0, rng.below(kDestinations)};
  double passes = 0;
  while (state.KeepRunning()) {
    benchmark::DoNotOptimize(mapCaches(lookups, 0, HashKind::crc16, entries, ways));
    ++passes;
  }
  state.counters["accesses x sets/s"] = benchmark::Counter(
      passes * static_cast<double>(lookups.size() * kSetCounts), benchmark::Counter::kIsRate);
}

BENCHMARK(stackDistance)->Unit(benchmark::kMillisecond);
BENCHMARK(wormholeMesh)->Arg(1)->Arg(3)->Unit(benchmark::kMillisecond);
BENCHMARK(wormholeTorus)->Unit(benchmark::kMillisecond);
BENCHMARK(wormholeButterfly)->Unit(benchmark::kMillisecond);
BENCHMARK(wormholeTree)->Unit(benchmark::kMillisecond);
BENCHMARK(wormholeLargeMesh)->Unit(benchmark::kMillisecond);
BENCHMARK(wormholeLargeTree)->Unit(benchmark::kMillisecond);
BENCHMARK(wormholeDragonfly)->Unit(benchmark::kMillisecond);
BENCHMARK(closedLoop)
    ->ArgNames({"network", "packets"})
    ->ArgsProduct({{0, 1, 2, 3}, {0, 1, 16}})
    ->Unit(benchmark::kMillisecond);
BENCHMARK(mesh8x8)->Unit(benchmark::kMillisecond);
BENCHMARK(mikant5x4)->Unit(benchmark::kMillisecond);
BENCHMARK(dragonfly)->ArgName("h")->Arg(4)->Arg(6)->Arg(8)->Arg(12)->Unit(benchmark::kMillisecond);
BENCHMARK(dragonflyWatched)->ArgName("h")->Arg(4)->Unit(benchmark::kMillisecond);
BENCHMARK(dragonflyCached)->ArgName("h")->Arg(4)->Unit(benchmark::kMillisecond);
BENCHMARK(dragonflyPiggyback)->ArgName("h")->Arg(4)->Arg(6)->Unit(benchmark::kMillisecond);
BENCHMARK(dragonflyLearning)
    ->ArgNames({"row", "load"})
    ->ArgsProduct({benchmark::CreateDenseRange(0, 11, 1), {4, 10}})
    ->Unit(benchmark::kMillisecond);
BENCHMARK(dragonflyNotices)
    ->ArgNames({"notices", "adversarial"})
    ->ArgsProduct({{0, 1}, {0, 1}})
    ->Unit(benchmark::kMillisecond);
BENCHMARK(dragonflyThreads)
    ->ArgName("threads")
    ->Arg(1)
    ->Arg(2)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);
void inParts(benchmark::internal::Benchmark* row) {
  row->ArgNames({"threads", "parts"})
      ->Args({1, 1})
      ->Args({1, 8})
      ->Args({2, 2})
      ->Args({2, 8})
      ->UseRealTime()
      ->Unit(benchmark::kMillisecond);
}
BENCHMARK(wormholeMeshThreads)->Apply(inParts);
BENCHMARK(wormholeDragonflyThreads)->Apply(inParts);
BENCHMARK(wormholeTreeThreads)->Apply(inParts);

}  // namespace
}  // namespace hopscope

BENCHMARK_MAIN();

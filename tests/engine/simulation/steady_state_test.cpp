// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <functional>

#include "engine/simulation/simulation.h"
#include "tests/support/exchange.h"
#include "tests/support/heap_counter.h"
#include "tests/support/setups.h"
#include "tests/support/test_main.h"
#include "tests/support/wormhole.h"

namespace hopscope {

/// Once measuring has begun, a run below saturation asks for no memory any more.
class SteadyStateTest : public QObject {
  Q_OBJECT

 private slots:
  void theCounterSeesEveryKindOfMemory();
  void nothingIsAllocatedOnceMeasuringHasBegun_data();
  void nothingIsAllocatedOnceMeasuringHasBegun();
};

namespace {

Setup loaded(Setup setup, double load) {
  setup.load = load;
  return setup;
}

Setup piggyback(std::int64_t h) {
  Setup setup = test::thesisDragonfly(h);
  setup.virtualChannels = {4, 2};
  test::setRouting(setup, "piggyback");
  return loaded(std::move(setup), 0.5);
}

Setup inTwoThreads() {
  Setup setup = test::thesisDragonfly(4);
  setup.execution.threads = 2;
  return loaded(std::move(setup), 0.5);
}

Values dragonfly() {
  return {{"p", std::int64_t{4}}, {"a", std::int64_t{8}}, {"h", std::int64_t{4}}};
}

}  // namespace

void SteadyStateTest::theCounterSeesEveryKindOfMemory() {
  struct alignas(64) Line {
    char bytes[64];
  };
  const std::uint64_t before = test::allocations();
  const auto word = std::make_unique<int>(1);
  QCOMPARE(test::allocations(), before + 1);
  const std::vector<int> words(10);
  QCOMPARE(test::allocations(), before + 2);
  const std::vector<Line> lines(10);
  QCOMPARE(test::allocations(), before + 3);
}

void SteadyStateTest::nothingIsAllocatedOnceMeasuringHasBegun_data() {
  QTest::addColumn<std::function<Setup()>>("make");
  QTest::addColumn<Cycle>("warmup");
  const auto row = [](const char* name, Cycle warmup, const std::function<Setup()>& make) {
    QTest::newRow(name) << make << warmup;
  };
  row("mesh", 2000, [] {
    return test::makeSetup("mesh", {{"dimensions", std::vector<std::int64_t>{8, 8}}});
  });
  row("MiKANT beyond saturation", 8000, [] {
    return test::makeSetup("mikant", {{"n", std::int64_t{3}}, {"k", std::int64_t{4}}});
  });
  row("Dragonfly, h = 4", 2400, [] { return loaded(test::thesisDragonfly(4), 0.5); });
  row("Dragonfly, h = 6", 2400, [] { return loaded(test::thesisDragonfly(6), 0.5); });
  row("Dragonfly, h = 12", 1500, [] { return loaded(test::thesisDragonfly(12), 0.1); });
  row("Dragonfly, h = 4, Piggyback", 2400, [] { return piggyback(4); });
  row("Dragonfly, h = 4, two threads", 2400, inTwoThreads);
  row("Dragonfly, h = 4, pauses", 2400, [] {
    Setup setup = loaded(test::thesisDragonfly(4), 0.5);
    test::vct(setup).kinds.front().flowControl = FlowControl::pause;
    test::vct(setup).kinds.front().localBuffer = 900;
    return setup;
  });
  row("Dragonfly, h = 4, notices", 8000, [] {
    Setup setup = test::thesisDragonfly(4);
    setup.virtualChannels = {4, 3};
    test::setRouting(setup, "qcn_switch", {{"sampled_every", std::int64_t{10}}});
    return loaded(std::move(setup), 0.5);
  });
  row("wormhole mesh", 1000, [] {
    return loaded(test::wormholeSetup("mesh", {{"dimensions", std::vector<std::int64_t>{8, 8}}}),
                  0.3);
  });
  row("wormhole tree", 1000, [] {
    return loaded(
        test::wormholeSetup("k_ary_n_tree", {{"n", std::int64_t{3}}, {"k", std::int64_t{4}}}), 0.5);
  });
  row("wormhole tree, two threads", 2000, [] {
    Setup setup =
        test::wormholeSetup("k_ary_n_tree", {{"n", std::int64_t{3}}, {"k", std::int64_t{4}}});
    setup.execution = {2, 60};
    return loaded(std::move(setup), 0.5);
  });
  row("wormhole mesh that sends to one half, two threads", 2000, [] {
    Setup setup = test::wormholeSetup("mesh", {{"dimensions", std::vector<std::int64_t>{8, 8}}});
    std::vector<std::int64_t> targets;
    for (std::int64_t terminal = 0; terminal < 32; ++terminal) targets.push_back(terminal);
    test::setPattern(setup, "hot_spot", {{"share", 1.0}, {"targets", targets}});
    setup.execution = {2, 80};
    return loaded(std::move(setup), 0.1);
  });
  row("hybrid crossbar", 3000, [] {
    Setup setup = test::makeSetup("crossbar", {{"terminals", std::int64_t{64}}});
    test::setLatency(setup, LinkKind::terminal, 8);
    setup.switches = HybridSwitches{HybridSettings{}, 5, 8};
    return loaded(std::move(setup), 0.1);
  });
  row("rotor over relays", 6000, [] {
    Setup setup = test::makeSetup("crossbar", {{"terminals", std::int64_t{16}}});
    test::setLatency(setup, LinkKind::terminal, 8);
    HybridSettings settings;
    settings.circuitSlots = 15;
    settings.worms = false;
    settings.policy = SlotPolicy::fixed;
    settings.relay = CircuitRelay::valiant;
    for (std::uint32_t slot = 0; slot < 15; ++slot) {
      LoadedConfiguration& next = settings.loaded.emplace_back();
      for (std::uint32_t input = 0; input < 16; ++input)
        next.pairs.push_back({input, (input + slot + 1) % 16});
    }
    setup.switches = HybridSwitches{settings, 5, 8};
    return loaded(std::move(setup), 0.3);
  });
  row("ranks on a mesh", 900, [] {
    Setup setup = test::makeSetup("mesh", {{"dimensions", std::vector<std::int64_t>{8, 8}}});
    setup.applications = test::exchangePlan(setup, 1, 0.3);
    return loaded(std::move(setup), 0);
  });
  row("wormhole Dragonfly, adaptive", 1000,
      [] { return loaded(test::wormholeSetup("dragonfly", dragonfly(), "piggyback"), 0.3); });
}

void SteadyStateTest::nothingIsAllocatedOnceMeasuringHasBegun() {
  QFETCH(std::function<Setup()>, make);
  QFETCH(Cycle, warmup);
  Setup setup = make();
  setup.run = {};
  setup.run.warmup = warmup;
  setup.run.measure = 1'000'000;
  setup.run.maxCycles = 2'000'000;
  setup.run.window = 500;
  const bool large = setup.topology->terminalCount() > 10'000;
  Simulation simulation(std::move(setup));
  simulation.advance(warmup);
  QCOMPARE(simulation.phase(), RunPhase::measure);
  const std::uint64_t before = test::allocations();
  simulation.advance(large ? 300 : 3000);
  QCOMPARE(test::allocations(), before);
}

}  // namespace hopscope

using hopscope::SteadyStateTest;
HOPSCOPE_TEST(SteadyStateTest)
#include "steady_state_test.moc"

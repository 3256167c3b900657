// SPDX-License-Identifier: GPL-3.0-or-later
// By way of which router a packet goes that is followed (RoutingAlgorithm::intermediate).
#include <QTest>
#include <string>
#include <utility>
#include <vector>

#include "engine/simulation/simulation.h"
#include "tests/support/setups.h"
#include "tests/support/test_main.h"

namespace hopscope {
namespace {

struct Case {
  std::string name;
  Setup setup;
  bool always;  ///< nearly every packet goes by way of another router
};

Setup dragonfly(const std::string& routing, const Values& values = {}) {
  Setup setup = test::makeSetup("dragonfly");
  setup.virtualChannels = {5, 3};
  test::setRouting(setup, routing, values);
  test::setPattern(setup, "adversarial");
  return setup;
}

std::vector<Case> cases() {
  std::vector<Case> all;
  for (const char* phase : {"-g-", "-gl", "lg-", "lgl"})
    all.push_back({std::string("Valiant ") + phase,
                   dragonfly("valiant", {{"phase_a", std::string(phase)}}), true});
  all.push_back({"ACOR", dragonfly("acor"), true});
  all.push_back({"Piggyback", dragonfly("piggyback"), false});
  all.push_back({"PAR", dragonfly("par"), false});
  all.push_back({"conditional", dragonfly("conditional"), false});
  all.push_back({"minimal", dragonfly("minimal"), false});
  const Values grid{{"dimensions", std::vector<std::int64_t>{4, 4}}};
  Setup mesh = test::makeSetup("mesh", grid, "valiant");
  all.push_back({"mesh", mesh, true});
  test::makeWormhole(mesh);
  test::setRouting(mesh, "valiant");
  all.push_back({"wormhole mesh", std::move(mesh), true});
  all.push_back({"HyperX", test::makeSetup("hyperx", grid, "valiant"), true});
  all.push_back({"HyperX, UGAL", test::makeSetup("hyperx", grid, "ugal"), false});
  all.push_back({"Slim Fly", test::makeSetup("slimfly", {}, "valiant"), true});
  for (Case& each : all) {
    // Minimal paths alone carry an eighth of it.
    each.setup.load = each.name == "minimal" ? 0.05 : 0.3;
    each.setup.run.warmup = 500;
    each.setup.run.measure = 60'000;
    each.setup.run.maxCycles = 100'000;
  }
  return all;
}

/// The journey of the next packet of a terminal, once it is over.
Journey journeyOf(Simulation& simulation, TerminalId terminal) {
  simulation.follow(terminal);
  Snapshot snapshot;
  do {
    simulation.advance(5);
    simulation.snapshot(snapshot);
  } while (!simulation.done() && snapshot.journey->delivered < 0);
  return *snapshot.journey;
}

bool passes(const Journey& journey, const Topology& topology, RouterId router) {
  for (const JourneyHop& hop : journey.hops)
    if (topology.from(hop.out).node == router) return true;
  return false;
}

}  // namespace

class IntermediateTest : public QObject {
  Q_OBJECT

 private slots:
  /// A packet passes the router by way of which it is said to go.
  void packetsGoThere() {
    for (const Case& each : cases()) {
      Simulation simulation(each.setup);
      simulation.advance(600);
      const Topology& topology = *each.setup.topology;
      int by = 0, between = 0;
      constexpr int kPackets = 60;
      for (int i = 0; i < kPackets; ++i) {
        const auto terminal =
            static_cast<TerminalId>(7 * static_cast<unsigned>(i) % topology.terminalCount());
        const Journey journey = journeyOf(simulation, terminal);
        QVERIFY2(journey.delivered >= 0, each.name.c_str());
        if (journey.intermediate == kNone) continue;
        ++by;
        const RouterId from = topology.terminals[journey.source].router;
        const RouterId to = topology.terminals[journey.destination].router;
        between += journey.intermediate != from && journey.intermediate != to;
        QVERIFY2(passes(journey, topology, journey.intermediate), each.name.c_str());
      }
      if (each.always) QVERIFY2(between > kPackets / 2, each.name.c_str());
      if (each.name == "minimal") QCOMPARE(by, 0);
      if (each.name == "Piggyback" || each.name == "conditional")
        QVERIFY2(by > 0, each.name.c_str());
    }
  }

  /// It is known of a packet that is found on its way there, too.
  void itIsKnownOfPacketsUnderWay() {
    Setup setup = dragonfly("valiant");
    setup.load = 0.2;
    setup.run = {500, 20'000, 40'000, 500, 3};
    Simulation simulation(setup);
    Snapshot snapshot;
    WatchList watch;
    watch.packets = true;
    int found = 0;
    for (int round = 0; round < 30; ++round) {
      simulation.advance(311);
      simulation.snapshot(snapshot, watch);
      for (const MovingPacket& packet : snapshot.packets) {
        if (packet.intermediate == kNone || packet.path == PathKind::minimal) continue;
        QVERIFY(simulation.follow(packet.source, packet.birth));
        Snapshot seen;
        simulation.snapshot(seen);
        QCOMPARE(seen.journey->intermediate, packet.intermediate);
        do {
          simulation.advance(5);
          simulation.snapshot(seen);
        } while (seen.journey->delivered < 0);
        QCOMPARE(seen.journey->intermediate, packet.intermediate);
        QVERIFY(passes(*seen.journey, *setup.topology, packet.intermediate));
        ++found;
        break;
      }
    }
    QVERIFY(found > 20);
  }
};

HOPSCOPE_TEST(IntermediateTest)

}  // namespace hopscope

#include "intermediate_test.moc"

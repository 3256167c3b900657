// SPDX-License-Identifier: GPL-3.0-or-later
// Where one change of a run meets another: failures and announced packets, exchanges and new loads,
// links in turn and another routing, caches made anew and what was counted before.
#include <QTest>
#include <algorithm>
#include <cmath>

#include "engine/simulation/learning_scenario.h"
#include "engine/simulation/traffic_class_names.h"
#include "tests/support/setups.h"
#include "tests/support/test_main.h"
#include "tests/support/written_designs.h"

namespace hopscope {
namespace {

using test::resultsText, test::setupOf, test::writtenDesign;

void finish(Simulation& simulation) {
  while (!simulation.done()) {
    simulation.advance(97);
    const auto found = simulation.violations();
    for (const std::string& each : found) qWarning("%s", each.c_str());
    QVERIFY(found.empty());
  }
}

Snapshot seen(const Simulation& simulation, const WatchList& watch = {}) {
  Snapshot snapshot;
  simulation.snapshot(snapshot, watch);
  return snapshot;
}

bool isTold(const Results& results, const char* words) {
  return std::any_of(results.warnings.begin(), results.warnings.end(), [&](const Sentence& each) {
    return each.english().find(words) != std::string::npos;
  });
}

void switchModels() {
  QTest::addColumn<QString>("model");
  QTest::addRow("vct") << R"("switch": {"model": "vct"})";
  QTest::addRow("wormhole") << R"("switch": {"model": "wormhole"})";
}

/// Networks of 16 terminals whose source queues are of all kinds.
void overloadedModels() {
  QTest::addColumn<QString>("network");
  const QString mesh = R"("topology": {"kind": "mesh", "dimensions": [4, 4]}, )";
  const QString crossbar = R"("topology": {"kind": "crossbar", "terminals": 16}, )";
  QTest::addRow("vct") << mesh + R"("switch": {"model": "vct"})";
  QTest::addRow("wormhole") << mesh + R"("switch": {"model": "wormhole"})";
  QTest::addRow("hybrid")
      << crossbar + R"("switch": {"model": "hybrid", "nic_flits": 16, "buffer_flits": 32})";
  QTest::addRow("slotted")
      << mesh + R"("switch": {"model": "slotted", "best_effort": "free", "circuits": "self+1"})";
}

}  // namespace

class PhaseInterplayTest : public QObject {
  Q_OBJECT

 private slots:
  void announcedPacketsAreWaitedFor_data() { switchModels(); }
  void announcedPacketsAreWaitedFor();
  void emptyPacketsAreNotFollowed_data() { switchModels(); }
  void emptyPacketsAreNotFollowed();
  void exchangesPassSilentTerminalsOver_data() { switchModels(); }
  void exchangesPassSilentTerminalsOver();
  void phasesBehindADrainStayThere();
  void linksInTurnWithAnotherRouting_data() { switchModels(); }
  void linksInTurnWithAnotherRouting();
  void portsKeepWhatTheyCounted();
  void learningHasNoCachesToTell();
  void programsEndBesideALoadOfAPhase_data() { switchModels(); }
  void programsEndBesideALoadOfAPhase();
  void contentionIsCountedBesideDetours_data();
  void contentionIsCountedBesideDetours();
  void silenceHidesNoSaturation();
  void whatIsLostBesideProgramsIsTold();
  void programsAreAClassOfTheirOwn_data() { switchModels(); }
  void programsAreAClassOfTheirOwn();
  void programsGoOnBesideAnOverload_data() { overloadedModels(); }
  void programsGoOnBesideAnOverload();
  void streamsLeaveTheRateItsTurn_data() {
    overloadedModels();
    // Room comes so slowly that both wait for each place.
    QTest::addRow("vct, ring") << R"("topology": {"kind": "ring", "routers": 16})";
  }
  void streamsLeaveTheRateItsTurn();
  void theLastMessageMayComeAtAnyTime();
};

/// A run that ends with its programs leaves what goes beside them on its way.
void PhaseInterplayTest::whatIsLostBesideProgramsIsTold() {
  Simulation simulation(setupOf(writtenDesign(
      R"("topology": {"kind": "mesh", "dimensions": [4, 4]}, "switch": {"model": "vct"},
         "traffic": {"pattern": "hot_spot", "load": 0.3}, "run": {"warmup": 50, "measure": 1000000},
         "applications": [{"kind": "halo", "ranks": 16}])")));
  finish(simulation);
  const Results results = simulation.results();
  QCOMPARE(results.applications.at(0).end, ApplicationEnd::finished);
  QVERIFY(results.packetsLost > 0);
  QVERIFY(isTold(results, "measured packets had not arrived when the run ended"));
}

/// Messages are none of what terminals send at a rate.
void PhaseInterplayTest::programsAreAClassOfTheirOwn() {
  QFETCH(QString, model);
  const auto classesWith = [&](const std::string& applications) {
    Simulation simulation(setupOf(writtenDesign(
        R"("topology": {"kind": "mesh", "dimensions": [4, 4]},
           "traffic": {"pattern": "mix", "load": 0.1,
                       "parts": "quiet = 0.5 neighbour; rest = 0.5 uniform"},
           "run": {"warmup": 500, "measure": 4000, "window": 500}, )" +
        applications + model.toStdString())));
    finish(simulation);
    return simulation.results().trafficClasses;
  };
  const auto alone = classesWith("");
  const auto beside = classesWith(
      R"("applications": [{"kind": "collective", "ranks": 16, "operation": "alltoall_pairwise",
                           "bytes": 100000}], )");
  QCOMPARE(alone.size(), std::size_t{2});
  QCOMPARE(beside.size(), std::size_t{3});
  for (std::size_t i = 0; i < alone.size(); ++i) {
    QCOMPARE(beside[i].name, alone[i].name);
    QVERIFY(std::abs(beside[i].offeredLoad - alone[i].offeredLoad) < 0.01);
  }
  QCOMPARE(beside[2].name, std::string(kApplicationsClass));
  QVERIFY(beside[2].offeredLoad > 0.1 && beside[2].packets > 1000);
}

void PhaseInterplayTest::contentionIsCountedBesideDetours_data() {
  QTest::addColumn<QString>("routing");
  QTest::addColumn<QString>("phases");
  const QString fails = QStringLiteral(R"({"at": %1, "fail": {"channels": [100]}})");
  const QString turns =
      QStringLiteral(R"({"at": %1, "set": {"routing": {"algorithm": "olm", "trigger": "%2"}}})");
  for (const char* const trigger : {"base", "ectn", "credits"}) {
    const QString olm = QStringLiteral(R"({"algorithm": "olm", "trigger": "%1"})").arg(trigger);
    const QString minimal = QStringLiteral(R"({"algorithm": "minimal"})");
    const QString turn = turns.arg(2000).arg(QLatin1String(trigger));
    QTest::addRow("%s from the beginning", trigger) << olm << fails.arg(2000);
    QTest::addRow("%s, then a failure", trigger) << minimal << turn + ", " + fails.arg(3000);
    QTest::addRow("%s after a failure", trigger) << minimal << fails.arg(1000) + ", " + turn;
  }
}

/// What goes round a failure carries nothing that the counters of OLM could read.
void PhaseInterplayTest::contentionIsCountedBesideDetours() {
  QFETCH(QString, routing);
  QFETCH(QString, phases);
  Simulation simulation(
      setupOf(writtenDesign(QStringLiteral(
                                R"("topology": {"kind": "dragonfly", "p": 2, "a": 4, "h": 2},
             "channels": {"local": {"latency": 10}, "global": {"latency": 100}},
             "switch": {"model": "vct", "virtual_channels": {"local": 6, "global": 4},
                        "buffers": {"local": 256, "global": 512}},
             "traffic": {"pattern": "uniform", "load": 0.3, "packet_flits": 8},
             "run": {"warmup": 500, "measure": 5000, "window": 500, "seed": 845},
             "routing": %1, "phases": [%2])")
                                .arg(routing, phases)
                                .toStdString())));
  finish(simulation);
  const Results results = simulation.results();
  QVERIFY(results.complete && results.packetsLost == 0 && results.packetsMeasured > 1000);
}

/// A network that runs empty for another routing takes in nothing meanwhile: what had gathered
/// before is no less.
void PhaseInterplayTest::silenceHidesNoSaturation() {
  const auto resultsOf = [](const std::string& load, const std::string& at) {
    Simulation simulation(setupOf(writtenDesign(
        R"("topology": {"kind": "dragonfly", "p": 2, "a": 4, "h": 2},
           "channels": {"local": {"latency": 10}, "global": {"latency": 100}},
           "switch": {"model": "vct", "virtual_channels": {"local": 4, "global": 2},
                      "buffers": {"local": 256, "global": 512}},
           "routing": {"algorithm": "valiant"},
           "run": {"warmup": 1000, "measure": 4000, "window": 500},
           "traffic": {"pattern": "adversarial", "packet_flits": 8, "load": )" +
        load + R"(}, "phases": [{"at": )" + at +
        R"(, "set": {"routing": {"algorithm": "minimal"}}}])")));
    finish(simulation);
    return simulation.results();
  };
  const Results above = resultsOf("0.6", "3500");
  QVERIFY(above.events.front().inForce > above.warmupUsed + above.measuredCycles);
  QCOMPARE(above.verdict, Verdict::saturated);
  QVERIFY(isTold(above, "silent for 1500 of 4000"));
  QVERIFY(isTold(above, "came into force after what was measured"));
  const Results below = resultsOf("0.1", "3500");
  QCOMPARE(below.verdict, Verdict::stable);
  QVERIFY(isTold(below, "had to be silent for"));
  QVERIFY(!isTold(below, "came into force after what was measured"));
  // And minimal routing after the change gathers what it cannot carry.
  QCOMPARE(resultsOf("0.3", "2000").verdict, Verdict::saturated);
}

/// Packets for a failed router were announced before it failed; the routing that knew the way there
/// must not go before they have come.
void PhaseInterplayTest::announcedPacketsAreWaitedFor() {
  QFETCH(QString, model);
  Simulation simulation(setupOf(writtenDesign(
      R"("topology": {"kind": "mesh", "dimensions": [4, 4]}, "traffic": {"load": 0.02},
         "routing": {"algorithm": "valiant"}, "forwarding": {"lookup": "cache", "prefetch": 3000},
         "phases": [{"at": 6000, "fail": {"routers": [5]}},
                    {"at": 6200, "set": {"routing": {"algorithm": "dimension_order"}}}],
         "run": {"warmup": 500, "measure": 12000, "window": 500}, )" +
      model.toStdString())));
  finish(simulation);
  const Results results = simulation.results();
  QVERIFY(results.complete && results.packetsLost == 0);
  QVERIFY(results.cache.prefetches > 100);
  QVERIFY(results.events[1].inForce > 9000);
}

/// As long as nothing but probes is under way there is nothing to see or to click.
void PhaseInterplayTest::emptyPacketsAreNotFollowed() {
  QFETCH(QString, model);
  Simulation simulation(setupOf(writtenDesign(
      R"("topology": {"kind": "mesh", "dimensions": [4, 4]}, "traffic": {"load": 0.2},
         "forwarding": {"lookup": "cache", "prefetch": 400},
         "run": {"warmup": 500, "measure": 1000, "window": 500}, )" +
      model.toStdString())));
  simulation.advance(300);
  WatchList watch;
  watch.packets = true;
  watch.maxPackets = 1000;
  const Snapshot early = seen(simulation, watch);
  QVERIFY(std::count(early.channelFlits.begin(), early.channelFlits.end(), 0u) <
          static_cast<std::ptrdiff_t>(early.channelFlits.size()));
  QVERIFY(early.packets.empty());
  for (TerminalId source = 0; source < 16; ++source)
    for (Cycle birth = 200; birth < 300; ++birth) QVERIFY(!simulation.follow(source, birth));
  simulation.advance(300);
  const Snapshot later = seen(simulation, watch);
  QVERIFY(!later.packets.empty());
  QVERIFY(simulation.follow(later.packets.front().source, later.packets.front().birth));
}

/// Terminals of a failed router leave an exchange: it goes on without a break, and nobody fetches
/// them.
void PhaseInterplayTest::exchangesPassSilentTerminalsOver() {
  QFETCH(QString, model);
  Simulation simulation(setupOf(writtenDesign(
      R"("topology": {"kind": "mesh", "dimensions": [4, 4]},
         "traffic": {"pattern": "all_to_all", "load": 0.02},
         "forwarding": {"lookup": "cache", "cache": {"entries": 8}, "collective_refill": true,
                        "reprogram": 500},
         "phases": [{"at": 1000, "fail": {"routers": [5]}}],
         "run": {"warmup": 3000, "measure": 20000, "window": 500}, )" +
      model.toStdString())));
  const Topology& t = *simulation.setup().topology;
  const TerminalId silent =
      t.ports[t.firstPort[5]].peer.isTerminal ? t.ports[t.firstPort[5]].peer.node : TerminalId{5};
  QCOMPARE(t.terminals[silent].router, RouterId{5});
  while (!simulation.done()) {
    simulation.advance(997);
    if (simulation.now() < 3000) continue;
    WatchList watch;
    for (watch.router = 0; watch.router < t.routerCount(); ++watch.router) {
      const Snapshot now = seen(simulation, watch);
      for (const auto& port : now.router->ports)
        for (const CacheLineDetail& line : port.cache->lines)
          QVERIFY(!line.valid || line.key != silent);
    }
  }
  const Results results = simulation.results();
  QVERIFY(results.packetsMeasured > 1000);
  QVERIFY2(static_cast<double>(results.cache.refills) >
               0.95 * static_cast<double>(results.packetsMeasured),
           qPrintable(QString("%1 of %2").arg(results.cache.refills).arg(results.packetsMeasured)));
}

/// A run that is told of a change while another one drains comes to the same as its repetition.
void PhaseInterplayTest::phasesBehindADrainStayThere() {
  const auto planned = [](const std::string& phases) {
    return writtenDesign(
        R"("topology": {"kind": "mesh", "dimensions": [4, 4]}, "traffic": {"load": 0.8},
           "routing": {"algorithm": "valiant"},
           "phases": [{"at": 1000, "set": {"routing": {"algorithm": "dimension_order"}}},
                      {"at": 1020, "fail": {"channels": [20]}})" +
        phases + R"(], "run": {"warmup": 500, "measure": 3000, "window": 250})");
  };
  const Design before = planned(""),
               after = planned(R"(, {"at": 1040, "set": {"traffic": {"load": 0.1}}})");
  Simulation told(setupOf(before));
  told.advance(1040);
  QVERIFY(told.results().events.empty());  // it drains
  told.setPhases(setupOf(after).phases, 1040);
  finish(told);
  Simulation repeated(setupOf(after));
  finish(repeated);
  QCOMPARE(told.results().events.size(), std::size_t{3});
  QCOMPARE(resultsText(told, after), resultsText(repeated, after));
}

void PhaseInterplayTest::linksInTurnWithAnotherRouting() {
  QFETCH(QString, model);
  Setup setup = setupOf(writtenDesign(
      R"("topology": {"kind": "torus", "dimensions": [4, 4], "lag": 3}, "traffic": {"load": 0.2},
         "routing": {"algorithm": "minimal_adaptive"},
         "forwarding": {"lookup": "cache", "node_reduction": {"kind": "auto",
                        "lag_select": "round_robin"}},
         "phases": [{"at": 1000, "set": {"routing": {"algorithm": "dimension_order"}}},
                    {"at": 4000, "set": {"routing": {"algorithm": "minimal_adaptive"}}},
                    {"at": 5000, "set": {"routing": {"algorithm": "dimension_order"}}}],
         "run": {"warmup": 500, "measure": 8000, "window": 500}, )" +
      model.toStdString()));
  const auto topology = setup.topology;
  Simulation simulation(std::move(setup));
  const auto evenFrom = [&](Cycle from, Cycle until) {
    simulation.advance(from - simulation.now());
    const Snapshot before = seen(simulation);
    simulation.advance(until - simulation.now());
    const Snapshot after = seen(simulation);
    std::uint64_t least = ~std::uint64_t{0}, most = 0;
    for (PortIndex p = 0; p < topology->radix(0); ++p)
      if (const Port& port = topology->port(0, p); !port.peer.isTerminal && port.peer.node == 1) {
        const std::uint64_t flits = after.channelFlits[port.out] - before.channelFlits[port.out];
        least = std::min(least, flits);
        most = std::max(most, flits);
      }
    QVERIFY(most > 0);
    QVERIFY2(most - least <= 16, qPrintable(QString("%1 to %2").arg(least).arg(most)));
  };
  evenFrom(1500, 3800);
  evenFrom(5500, 8000);
  finish(simulation);
}

void PhaseInterplayTest::portsKeepWhatTheyCounted() {
  Simulation simulation(setupOf(writtenDesign(
      R"("topology": {"kind": "torus", "dimensions": [4, 4]}, "traffic": {"load": 0.2},
         "forwarding": {"lookup": "cache", "cache": {"entries": 8, "ways": 2}},
         "phases": [{"at": 1000, "set": {"forwarding": {"cache": {"entries": 16}}}}],
         "run": {"warmup": 500, "measure": 1000, "window": 500})")));
  simulation.advance(1400);
  WatchList watch;
  watch.router = 5;
  const Snapshot now = seen(simulation, watch);
  std::uint64_t lookups = 0, hits = 0;
  for (const auto& port : now.router->ports) {
    lookups += port.cache->totals.lookups;
    hits += port.cache->totals.hits;
  }
  QCOMPARE(lookups, now.routerLookups[5]);
  QCOMPARE(hits, now.routerHits[5]);
  QVERIFY(hits > 0);
}

void PhaseInterplayTest::learningHasNoCachesToTell() {
  Setup setup = test::makeSetup(
      "complete", {{"routers", std::int64_t{3}}, {"terminals_per_router", std::int64_t{2}}});
  setup.load = 0.02;
  const LearningOutcome plain = playLearning(setup, {});
  setup.prefetch = 100;
  const LearningOutcome announced = playLearning(setup, {});
  QVERIFY(plain.frames > 20);
  QCOMPARE(announced.frames, plain.frames);
  QCOMPARE(announced.hops, plain.hops);
  QCOMPARE(announced.latencyMean, plain.latencyMean);
}

HOPSCOPE_TEST(PhaseInterplayTest)

/// Terminals that begin to send while ranks compute keep the network busy for ever; the run is over
/// when the ranks are.
void PhaseInterplayTest::programsEndBesideALoadOfAPhase() {
  QFETCH(QString, model);
  constexpr Cycle kFarBeyond = 200'000;
  Simulation simulation(setupOf(writtenDesign(
      R"("topology": {"kind": "mesh", "dimensions": [3, 3]}, "traffic": {"load": 0},
         "applications": [{"kind": "halo", "ranks": 9}],
         "phases": [{"at": 500, "set": {"traffic.load": 0.2}}], )" +
      model.toStdString())));
  while (!simulation.done() && simulation.now() < kFarBeyond) simulation.advance(997);
  QVERIFY(simulation.done());
  const Results results = simulation.results();
  QCOMPARE(results.applications.at(0).end, ApplicationEnd::finished);
  QCOMPARE(results.events.size(), std::size_t{1});
}

/// A source queue that is never free, or ever longer, takes turns with the packets of programs,
/// however the network is cut into parts.
void PhaseInterplayTest::programsGoOnBesideAnOverload() {
  QFETCH(QString, network);
  constexpr Cycle kFarBeyond = 40'000;
  const Design design = writtenDesign(
      R"("traffic": {"load": 1.0, "packet_flits": 1}, "run": {"warmup": 100, "measure": 1000},
         "applications": [{"kind": "collective", "ranks": 8, "bytes": 256,
                           "operation": "alltoall_pairwise"}], )" +
      network.toStdString());
  const auto played = [&](Cycle step, unsigned threads) {
    Setup setup = setupOf(design);
    setup.execution.threads = threads;
    if (threads > 1) setup.execution.portsAPart = 20;
    Simulation simulation(setup);
    while (!simulation.done() && simulation.now() < kFarBeyond) {
      simulation.advance(step);
      if (!simulation.violations().empty()) return std::string("violations");
    }
    return simulation.results().applications.at(0).end == ApplicationEnd::finished
               ? resultsText(simulation, design)
               : std::string("unfinished");
  };
  const std::string once = played(499, 1);
  QVERIFY2(once.size() > 100, once.c_str());
  QCOMPARE(played(61, 2), once);
}

/// A program that always has something to send takes no more than its turns.
void PhaseInterplayTest::streamsLeaveTheRateItsTurn() {
  QFETCH(QString, network);
  Simulation simulation(setupOf(writtenDesign(
      R"("traffic": {"pattern": "mix", "load": 1.0, "packet_flits": 1,
                     "parts": "most = 0.8 uniform; rest = 0.2 uniform"},
         "run": {"warmup": 2000, "measure": 4000, "max_cycles": 6000, "window": 500},
         "applications": [{"kind": "commands", "ranks": 16, "text":
           "# hopscope commands 1\npe *\nsend 4000000 self+5\nsend 4000000 self+5\n"}], )" +
      network.toStdString())));
  finish(simulation);
  const auto classes = simulation.results().trafficClasses;
  QCOMPARE(classes.size(), std::size_t{3});
  const double rate = classes[0].acceptedLoad + classes[1].acceptedLoad,
               program = classes[2].acceptedLoad;
  QVERIFY2(rate > 0.6 * program && program > 0.6 * rate && rate + program > 0.05,
           qPrintable(QString("%1 and %2").arg(rate).arg(program)));
}

/// Also in the cycle before it is asked whether all have finished.
void PhaseInterplayTest::theLastMessageMayComeAtAnyTime() {
  for (int bytes = 800; bytes < 800 + 64 * 8; bytes += 8) {
    Simulation simulation(setupOf(writtenDesign(
        R"("topology": {"kind": "ring", "routers": 4}, "traffic": {"load": 0},
           "applications": [{"kind": "commands", "ranks": 4,
                             "text": "# hopscope commands 1\npe 0\nsend )" +
        std::to_string(bytes) + R"( self+2\n"}])")));
    finish(simulation);
    QVERIFY2(simulation.results().makespan > 0, qPrintable(QString::number(bytes)));
  }
}

}  // namespace hopscope

#include "phase_interplay_test.moc"

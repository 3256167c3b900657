// SPDX-License-Identifier: GPL-3.0-or-later
// What phases change beside the traffic: parts that fail, the routing, the caches.
#include <QTest>
#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/routing/dependency_graph.h"
#include "tests/support/test_main.h"
#include "tests/support/written_designs.h"

namespace hopscope {
namespace {

using test::resultsText, test::setupOf, test::writtenDesign;

/// The same in one go, in steps, and in steps with the changes told only when their time has come.
void runsAlike(const Design& whole) {
  Simulation free(setupOf(whole));
  while (!free.done()) free.advance(1'000'000);
  QVERIFY(free.results().complete && free.results().packetsLost == 0);
  Simulation stepped(setupOf(whole));
  for (Cycle step = 1; !stepped.done(); step = step % 97 + 1) stepped.advance(step);
  QVERIFY(stepped.violations().empty());
  QCOMPARE(resultsText(stepped, whole), resultsText(free, whole));

  Setup early = setupOf(whole);
  const std::vector<TrafficPhase> all = std::exchange(early.phases, {});
  Simulation told(std::move(early));
  for (std::size_t known = 0; known < all.size(); ++known) {
    told.advance(all[known].at - told.now());
    const auto last = all.begin() + static_cast<std::ptrdiff_t>(known) + 1;
    told.setPhases({all.begin(), last}, all[known].at);
  }
  while (!told.done()) told.advance(1000);
  QCOMPARE(resultsText(told, whole), resultsText(free, whole));
}

const std::string kRun = R"("run": {"warmup": 500, "measure": 3000, "window": 250})";

void models() {
  QTest::addColumn<QString>("model");
  QTest::addRow("vct") << R"("switch": {"model": "vct"})";
  QTest::addRow("wormhole") << R"("switch": {"model": "wormhole"})";
  QTest::addRow("wormhole, slow stages")
      << R"("switch": {"model": "wormhole", "delays": {"route": 2, "vc_allocation": 3}})";
}

}  // namespace

class PhaseChangesTest : public QObject {
  Q_OBJECT

 private slots:
  void failedChannelsFallSilent_data() { models(); }
  void failedChannelsFallSilent();
  void failedRoutersFallSilent_data() { models(); }
  void failedRoutersFallSilent();
  void theRoutingChangesInAnEmptyNetwork_data() { models(); }
  void theRoutingChangesInAnEmptyNetwork();
  void cachesAreMadeAnew_data() { models(); }
  void cachesAreMadeAnew();
  void tooFewChannelsForTheRouting();
  void whatIsOfferedIsTheMeanOfThePhases();
  void eventsSayThatTheCachesAreOff();
};

void PhaseChangesTest::failedChannelsFallSilent() {
  QFETCH(QString, model);
  const Design of = writtenDesign(
      R"("topology": {"kind": "torus", "dimensions": [4, 4]}, "traffic": {"load": 0.3},
         "phases": [{"at": 1000, "fail": {"channels": [20, 33]}},
                    {"at": 1500, "fail": {"channels": [40]}},
                    {"at": 2500, "restore": {"channels": [20, 40, 33]}}], )" +
      kRun + ", " + model.toStdString());
  Simulation simulation(setupOf(of));
  const auto sent = [&](LinkId link) {
    Snapshot snapshot;
    simulation.snapshot(snapshot);
    return snapshot.channelFlits[2 * link] + snapshot.channelFlits[2 * link + 1];
  };
  simulation.advance(1000);
  const std::uint64_t before = sent(20);
  QVERIFY(before > 0);
  simulation.advance(400);  // what was given to it crosses
  const std::uint64_t after = sent(20);
  QVERIFY(after < before + 100);
  simulation.advance(1100);
  QCOMPARE(sent(20), after);
  simulation.advance(1000);
  QVERIFY(sent(20) > after + 50);
  while (!simulation.done()) simulation.advance(1000);
  const Results results = simulation.results();
  QVERIFY(results.nonminimalFraction > 0 && results.nonminimalFraction < 0.5);
  QCOMPARE(results.events.size(), std::size_t{3});
  QCOMPARE(results.events[0].what, std::string("Channels 20 and 33 fail."));
  QCOMPARE(results.events[2].inForce, Cycle{2500});
  runsAlike(of);
}

void PhaseChangesTest::failedRoutersFallSilent() {
  QFETCH(QString, model);
  const Design of = writtenDesign(
      R"("topology": {"kind": "mesh", "dimensions": [4, 4]}, "traffic": {"load": 0.2},
         "phases": [{"at": 1000, "fail": {"routers": [5]}},
                    {"at": 2500, "restore": {"routers": [5]}}], )" +
      kRun + ", " + model.toStdString());
  Simulation simulation(setupOf(of));
  const auto through = [&] {
    Snapshot snapshot;
    simulation.snapshot(snapshot);
    const Topology& t = *simulation.setup().topology;
    std::uint64_t flits = 0;
    for (PortIndex p = 0; p < t.radix(5); ++p)
      flits += snapshot.channelFlits[t.port(5, p).in] + snapshot.channelFlits[t.port(5, p).out];
    return flits;
  };
  simulation.advance(1500);
  const std::uint64_t drained = through();
  simulation.advance(1000);
  QCOMPARE(through(), drained);
  simulation.advance(500);
  QVERIFY(through() > drained + 100);
  runsAlike(of);
}

void PhaseChangesTest::theRoutingChangesInAnEmptyNetwork() {
  QFETCH(QString, model);
  const std::string channels = model.contains(QLatin1String("wormhole"))
                                   ? R"("virtual_channels": 4})"
                                   : R"("virtual_channels": {"local": 4}})";
  const Design of = writtenDesign(
      R"("topology": {"kind": "torus", "dimensions": [4, 4]}, "traffic": {"load": 0.2},
         "phases": [{"at": 1000, "set": {"routing.algorithm": "valiant"}},
                    {"at": 1010, "set": {"traffic.load": 0.1}},
                    {"at": 2500, "set": {"routing.algorithm": "minimal_adaptive"}}], )" +
      kRun + ", " + model.toStdString().substr(0, model.size() - 1) + ", " + channels);
  Simulation simulation(setupOf(of));
  while (!simulation.done()) simulation.advance(100);
  const Results results = simulation.results();
  QCOMPARE(results.events.size(), std::size_t{3});
  QVERIFY(results.events[0].inForce > 1000 && results.events[0].inForce < 1400);
  QCOMPARE(results.events[0].inForce % 64, Cycle{0});
  // A phase that comes meanwhile waits.
  QCOMPARE(results.events[1].inForce, results.events[0].inForce);
  for (const WindowSample& window : results.windows) {
    if (window.end <= 1000) QCOMPARE(window.nonminimal, 0.0);
    if (window.end == 2500) QVERIFY(window.nonminimal > 0.5);
    if (window.end == 3500) QCOMPARE(window.nonminimal, 0.0);
  }
  runsAlike(of);
}

void PhaseChangesTest::cachesAreMadeAnew() {
  QFETCH(QString, model);
  const Design of = writtenDesign(
      R"("topology": {"kind": "mesh", "dimensions": [4, 4]}, "traffic": {"load": 0.2},
         "forwarding": {"lookup": "cache", "cache": {"entries": 64, "ways": 4}},
         "phases": [{"at": 2000, "set": {"forwarding.cache.entries": 2,
                                          "forwarding.cache.ways": 1}}], )" +
      kRun + ", " + model.toStdString());
  Simulation simulation(setupOf(of));
  while (!simulation.done()) simulation.advance(100);
  const Results results = simulation.results();
  for (const WindowSample& window : results.windows) {
    if (window.end == 2000) QVERIFY(window.hitRate > 0.95);
    if (window.end == 3000) QVERIFY(window.hitRate < 0.6);
    QVERIFY(!(window.hitRate > 1));
  }
  QVERIFY(results.cache.hits <= results.cache.lookups);
  runsAlike(of);
}

void PhaseChangesTest::tooFewChannelsForTheRouting() {
  const Compiled compiled = compile(writtenDesign(
      R"("topology": {"kind": "dragonfly", "h": 2}, "routing": {"algorithm": "minimal"},
         "phases": [{"at": 1000, "set": {"routing.algorithm": "valiant"}}])"));
  QVERIFY(!compiled.setup);
  QCOMPARE(compiled.issues.front().path, std::string("phases[0].set"));
  QVERIFY2(compiled.issues.front().text.english().find("virtual channel") != std::string::npos,
           compiled.issues.front().text.english().c_str());
}

void PhaseChangesTest::whatIsOfferedIsTheMeanOfThePhases() {
  const auto offered = [](const std::string& phases, Cycle upTo) {
    Simulation simulation(setupOf(writtenDesign(
        R"("topology": {"kind": "mesh", "dimensions": [2, 2]}, "traffic": {"load": 0.1},
           "phases": [)" +
        phases + "], " + kRun)));
    simulation.advance(upTo);
    return simulation.results().offeredLoad;
  };
  constexpr Cycle kAll = 1'000'000;
  // Measured from 500 to 3,500: a third at 0.1, two thirds at 0.4.
  const std::string more = R"({"at": 1500, "set": {"traffic.load": 0.4}})";
  QVERIFY(std::abs(offered(more, kAll) - 0.3) < 1e-12);
  QVERIFY(std::abs(offered(more, 2500) - 0.25) < 1e-12);
  QCOMPARE(offered(more, 1000), 0.1);
  // In force before anything is measured, after all is, and the same as before.
  QCOMPARE(offered(R"({"at": 400, "set": {"traffic.load": 0.4}})", kAll), 0.4);
  QCOMPARE(offered(R"({"at": 3500, "set": {"traffic.load": 0.4}})", kAll), 0.1);
  QCOMPARE(offered(R"({"at": 1234, "set": {"traffic.load": 0.1}})", kAll), 0.1);
}

void PhaseChangesTest::eventsSayThatTheCachesAreOff() {
  const auto said = [](const std::string& lookup) {
    Simulation simulation(setupOf(writtenDesign(
        R"("topology": {"kind": "torus", "dimensions": [4, 4]}, "traffic": {"load": 0.1},
           "forwarding": {"lookup": ")" +
        lookup + R"(", "reprogram": 400}, "phases": [{"at": 1000, "fail": {"channels": [20]}}], )" +
        kRun)));
    simulation.advance(1'000'000);
    return simulation.results().events.at(0).what;
  };
  QCOMPARE(said("cache"), std::string("Channel 20 fails. Tables are written anew, and the caches "
                                      "are off for 400 cycles."));
  QCOMPARE(said("algorithm"), std::string("Channel 20 fails."));
}

HOPSCOPE_TEST(PhaseChangesTest)

}  // namespace hopscope

#include "phase_changes_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// What routers learn, over time: levels, probabilities, and what a router knows.
#include <QTest>
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "engine/simulation/simulation.h"
#include "tests/support/setups.h"
#include "tests/support/test_main.h"

namespace hopscope {
namespace {

Setup learning(const char* routing, const Values& values = {}) {
  Setup setup = test::thesisDragonfly(2);
  setup.virtualChannels = {5, 3};
  test::setRouting(setup, routing, values);
  test::setPattern(setup, "adversarial", {{"offset", std::int64_t{2}}});
  setup.load = 0.4;
  setup.run = {2'000, 4'000, 20'000, 500, 3};
  return setup;
}

const Values kOften{{"sampled_every", std::int64_t{10}}, {"recovery_packets", std::int64_t{10}}};

bool knows(const RouterDetail& detail, LearntFact::What what) {
  return std::any_of(detail.learnt.begin(), detail.learnt.end(),
                     [what](const LearntFact& fact) { return fact.what == what; });
}

}  // namespace

class LearntTest : public QObject {
  Q_OBJECT

 private slots:
  void levelsOfRouters() {
    Simulation simulation(learning("acor"));
    QCOMPARE(simulation.learns(), Learnt::level);
    std::vector<float> levels;
    simulation.advance(4'000);
    simulation.learnt(levels);
    QCOMPARE(levels.size(), std::size_t{36});
    double sum = 0;
    for (const float level : levels) sum += level;
    const WindowSample& window = simulation.windows().back();
    QCOMPARE(window.end, Cycle{4'000});
    QCOMPARE(window.level, sum / 36);
    QCOMPARE(window.highestLevel, double{*std::max_element(levels.begin(), levels.end())});
    QVERIFY(window.level > 0 && window.highestLevel <= 2);
    QVERIFY(std::isnan(window.probability));
    Snapshot snapshot;
    WatchList watch;
    watch.learnt = true;
    watch.router = 3;
    simulation.snapshot(snapshot, watch);
    QCOMPARE(snapshot.learnt, levels);
    QVERIFY(snapshot.router && knows(*snapshot.router, LearntFact::What::level));
    QVERIFY(knows(*snapshot.router, LearntFact::What::intervalEnd));
  }

  void probabilitiesOfPorts() {
    Setup setup = learning("qcn_switch", kOften);
    const auto topology = setup.topology;
    Simulation simulation(std::move(setup));
    QCOMPARE(simulation.learns(), Learnt::probability);
    simulation.advance(6'000);
    std::vector<float> ports;
    simulation.learnt(ports);
    QCOMPARE(ports.size(), topology->ports.size());
    double least = 1;
    for (std::size_t p = 0; p < ports.size(); ++p) {
      const bool toTerminal = topology->kindOf(topology->ports[p].link) == LinkKind::terminal;
      QCOMPARE(std::isnan(ports[p]), toTerminal);
      if (toTerminal) continue;
      QVERIFY(ports[p] >= 0 && ports[p] <= 1);
      least = std::min(least, double{ports[p]});
    }
    const WindowSample& window = simulation.windows().back();
    QCOMPARE(window.leastProbability, least);
    QVERIFY(least < 0.5 && window.probability > least && window.probability < 1);
    QVERIFY(std::isnan(window.level));
  }

  void countersOfGroups() {
    Simulation simulation(learning("lian"));
    QCOMPARE(simulation.learns(), Learnt::nothing);
    simulation.advance(3'000);
    std::vector<float> none{1};
    simulation.learnt(none);
    QVERIFY(none.empty());
    Snapshot snapshot;
    WatchList watch;
    watch.router = 0;
    simulation.snapshot(snapshot, watch);
    const auto& facts = snapshot.router->learnt;
    const auto busiest = std::max_element(
        facts.begin(), facts.end(),
        [](const LearntFact& a, const LearntFact& b) { return a.value < b.value; });
    QCOMPARE(facts.size(), std::size_t{8});
    QCOMPARE(busiest->of, 2u);  // ADV+2
  }

  /// h = 6: in 200 cycles the six terminals of a router send 120 x packets to the one group of
  /// ADV+i, 20 x to each of the six of ADVC (Benito 2020, sections 6.1 and 6.2).
  void countersFollowTheLoad() {
    constexpr double kLoad = 0.2;
    for (const auto& [pattern, groups] :
         {std::pair("adversarial", 1u), {"adversarial_consecutive", 6u}}) {
      Setup setup = test::thesisDragonfly(6);
      setup.virtualChannels = {4, 2};
      test::setRouting(setup, "tpr");
      test::setPattern(setup, pattern);
      setup.load = kLoad;
      setup.run = {500, 4'000, 20'000, 500, 3};
      Simulation simulation(std::move(setup));
      Snapshot snapshot;
      WatchList watch;
      watch.windows = false;
      std::vector<double> mean(7);
      constexpr RouterId kRouters = 876;
      for (const Cycle at : {500, 700, 900}) {
        simulation.advance(at - simulation.now());
        for (RouterId router = 0; router < kRouters; ++router) {
          watch.router = router;
          simulation.snapshot(snapshot, watch);
          for (const LearntFact& fact : snapshot.router->learnt)
            if (fact.of < mean.size()) mean[fact.of] += fact.value / (3 * kRouters);
        }
      }
      // One router's counter of one group holds 4 packets under ADVC: all six together tell more.
      double all = 0;
      for (std::uint32_t offset = 1; offset < mean.size(); ++offset) {
        all += mean[offset];
        QVERIFY2(offset <= groups ? std::abs(mean[offset] * groups / (120 * kLoad) - 1) < 0.05
                                  : mean[offset] == 0,
                 qPrintable(QString("%1, ADV+%2: %3").arg(pattern).arg(offset).arg(mean[offset])));
      }
      QVERIFY2(std::abs(all / (120 * kLoad) - 1) < 0.02, qPrintable(QString::number(all)));
    }
  }

  /// Looking changes nothing.
  void isOnlyLookedAt() {
    for (const char* routing : {"acor", "pb_acor", "qcn_switch"}) {
      const Setup setup = learning(routing);
      Simulation alone(setup), watched(setup);
      alone.advance(100'000);
      std::vector<float> out;
      Snapshot snapshot;
      WatchList watch;
      watch.learnt = true;
      watch.router = 1;
      while (!watched.done()) {
        watched.advance(7);
        watched.learnt(out);
        watched.snapshot(snapshot, watch);
      }
      QCOMPARE(watched.results().latency, alone.results().latency);
      QCOMPARE(watched.results().windows.size(), alone.results().windows.size());
      QCOMPARE(watched.results().recomputations, alone.results().recomputations);
    }
  }

  void recomputationsAreCounted() {
    const auto of = [](const char* routing, const Values& values, double load) {
      Setup setup = learning(routing, values);
      setup.load = load;
      Simulation simulation(std::move(setup));
      simulation.advance(100'000);
      return simulation.results().recomputations;
    };
    QVERIFY(!of("valiant", {}, 0.4).has_value());
    const Values drawn{{"recompute", true}};
    QVERIFY(of("valiant", drawn, 0.4).value_or(0) > of("valiant", drawn, 0.1).value_or(0));
    QVERIFY(of("piggyback", drawn, 0.4).value_or(0) > 0);
  }

  /// Also where the routing is another one by the end.
  void recomputationsOfAnEarlierRoutingCount() {
    Setup setup = learning("acor");
    setup.reroutes = true;
    TrafficPhase plain{4'000, setup.traffic, setup.load};
    plain.routing = learning("valiant").routing;
    plain.drains = true;
    setup.phases.push_back(plain);
    Simulation simulation(setup);
    simulation.advance(4'000);
    const std::uint64_t before = simulation.results().recomputations.value_or(0);
    QVERIFY(before > 0);
    simulation.advance(100'000);
    QVERIFY(simulation.results().recomputations.value_or(0) >= before);
  }
};

HOPSCOPE_TEST(LearntTest)

}  // namespace hopscope

#include "learnt_test.moc"

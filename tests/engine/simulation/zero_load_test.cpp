// SPDX-License-Identifier: GPL-3.0-or-later
#include <QObject>
#include <QTest>
#include <cmath>

#include "engine/simulation/simulation.h"
#include "tests/support/setups.h"
#include "tests/support/test_main.h"

namespace hopscope {
namespace {

/// The channels and routers on the way of a packet, by walking the routing algorithm.
struct Way {
  Cycle channels = 0;  ///< sum of their latencies, both terminal channels included
  int routers = 0;
};

Way walk(const Setup& s, TerminalId source, TerminalId destination) {
  const Topology& t = *s.topology;
  Way way;
  Rng rng(1, source, RandomPurpose::routing);
  RouteState state = s.routing->start(source, destination, rng);
  RouterId router = t.terminals[source].router;
  PortIndex input = t.terminals[source].port;
  way.channels += s.linkLatency[t.terminals[source].link];
  for (;;) {
    ++way.routers;
    const RouteChoice choice = s.routing->route(router, input, state);
    const Port& port = t.port(router, choice.port);
    way.channels += s.linkLatency[port.link];
    if (port.peer.isTerminal) return way;
    router = port.peer.node;
    input = port.peer.port;
    state.detail = choice.nextDetail;
  }
}

/// Mean latency over all packets of a nearly idle network.
double idleLatency(Setup s, double load) {
  s.load = load;
  s.run.warmup = 0;
  Simulation simulation(std::move(s));
  simulation.advance(1'000'000);
  return simulation.results().latency.mean;
}

/// The thesis' Dragonfly with terminal channels of latency 0, as its table of zero loads has it.
Setup thesisDragonfly(std::int64_t h) {
  Setup s = test::thesisDragonfly(h);
  test::setLatency(s, LinkKind::terminal, 0);
  s.run.measure = 6000;
  return s;
}

}  // namespace

class ZeroLoadTest : public QObject {
  Q_OBJECT

 private slots:
  void everyPair_data() {
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("routing");
    for (const char* kind :
         {"mesh", "torus", "k_ary_n_tree", "clos", "mikant", "complete", "crossbar"})
      QTest::newRow(kind) << kind << "";
    QTest::newRow("mesh, up*/down*") << "mesh"
                                     << "up_down";
  }

  /// (H + 1) switches + every channel on the way + serialisation, exactly, for every pair.
  void everyPair() {
    QFETCH(QString, kind);
    QFETCH(QString, routing);
    Values parameters;
    if (kind == "mesh" || kind == "torus")
      parameters["dimensions"] = std::vector<std::int64_t>{3, 4};
    if (kind == "k_ary_n_tree" || kind == "clos" || kind == "mikant")
      parameters = {{"n", std::int64_t{3}}, {"k", std::int64_t{2}}};
    if (kind == "complete")
      parameters = {{"routers", std::int64_t{5}}, {"terminals_per_router", std::int64_t{2}}};
    if (kind == "crossbar") parameters = {{"terminals", std::int64_t{6}}};
    Setup base = test::makeSetup(kind.toStdString(), parameters, routing.toStdString());
    // Every link its own latency, so that a wrong sum can't hide.
    for (LinkId l = 0; l < base.topology->linkCount(); ++l) base.linkLatency[l] = 1 + (l * 7) % 23;
    base.run = {0, 1200, 20'000, 500, 5};
    base.load = 0.02;
    const std::uint32_t n = base.topology->terminalCount();
    for (TerminalId source = 0; source < n; ++source)
      for (TerminalId destination = 0; destination < n; ++destination) {
        if (source == destination) continue;
        Setup s = base;
        s.traffic = test::onePair(source, destination);
        const Way way = walk(s, source, destination);
        const Cycle expected =
            way.routers * test::vct(s).kinds.front().latency + way.channels + Cycle{s.packetFlits};
        Simulation simulation(std::move(s));
        simulation.advance(1'000'000);
        const Results results = simulation.results();
        QVERIFY(results.packetsMeasured > 0);
        QCOMPARE(results.packetsLost, 0u);
        QCOMPARE(results.latency.minimum, static_cast<double>(expected));
        QCOMPARE(results.hopsMean, static_cast<double>(way.routers - 1));
      }
  }

  void dragonfly_data() {
    QTest::addColumn<QString>("pattern");
    QTest::addColumn<double>("expected");
    // Spec 001, section 8.0, column MIN: 90 (H + 1) + channels + 10.
    QTest::newRow("UN") << "uniform" << 528.0;
    QTest::newRow("ADV+1") << "adversarial 1" << 532.0;
    QTest::newRow("ADV+h") << "adversarial 6" << 533.0;
    QTest::newRow("ADVC") << "adversarial_consecutive" << 532.0;
    QTest::newRow("ADVL") << "adversarial_local" << 205.0;
  }

  void dragonfly() {
    QFETCH(QString, pattern);
    QFETCH(double, expected);
    Setup s = thesisDragonfly(6);
    const QStringList words = pattern.split(' ');
    Values parameters;
    if (words.size() > 1) parameters["offset"] = std::int64_t{words[1].toInt()};
    test::setPattern(s, words[0].toStdString(), parameters);
    const double measured = idleLatency(std::move(s), 0.0005);
    QVERIFY2(std::abs(measured / expected - 1) < 0.01, qPrintable(QString::number(measured)));
  }

  void adversarialSaturation_data() {
    QTest::addColumn<int>("h");
    QTest::addColumn<QString>("pattern");
    QTest::addColumn<double>("bound");
    for (const int h : {2, 4}) {
      QTest::addRow("ADV+1, h = %d", h) << h << "adversarial" << 1.0 / (2 * h * h);
      QTest::addRow("ADVC, h = %d", h) << h << "adversarial_consecutive" << 1.0 / (2 * h);
    }
  }

  /// Minimal routing: one link carries a group's traffic, or one router's h links do.
  void adversarialSaturation() {
    QFETCH(int, h);
    QFETCH(QString, pattern);
    QFETCH(double, bound);
    Setup s = thesisDragonfly(h);
    Values parameters;
    if (pattern == "adversarial") parameters["offset"] = std::int64_t{1};
    test::setPattern(s, pattern.toStdString(), parameters);
    s.load = 1.5 * bound;
    s.run = {20'000, 20'000, 40'000, 1000, 3};
    Simulation simulation(std::move(s));
    simulation.advance(1'000'000);
    const Results results = simulation.results();
    QVERIFY2(std::abs(results.acceptedLoad / bound - 1) < 0.03,
             qPrintable(QString::number(results.acceptedLoad)));
    QCOMPARE(results.verdict, Verdict::saturated);
  }

  /// And just below the bound it is stable.
  void belowTheBoundItIsStable() {
    Setup s = thesisDragonfly(2);
    test::setPattern(s, "adversarial", {{"offset", std::int64_t{1}}});
    s.load = 0.1;
    s.run = {10'000, 40'000, 100'000, 1000, 3};
    Simulation simulation(std::move(s));
    simulation.advance(1'000'000);
    const Results results = simulation.results();
    QCOMPARE(results.verdict, Verdict::stable);
    QVERIFY(std::abs(results.acceptedLoad - 0.1) < 0.003);
  }
};

HOPSCOPE_TEST(ZeroLoadTest)

}  // namespace hopscope

#include "zero_load_test.moc"

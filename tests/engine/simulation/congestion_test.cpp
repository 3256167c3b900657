// SPDX-License-Identifier: GPL-3.0-or-later
#include <QObject>
#include <QTest>
#include <map>

#include "engine/routing/congestion_board.h"
#include "tests/support/test_main.h"
#include "tests/support/wormhole.h"

namespace hopscope {
namespace {

using test::wormholeSetup;

/// All traffic of a group goes to the next one, over one global channel if it goes the short way.
Setup adversarial(const char* routing) {
  Setup s = wormholeSetup("dragonfly", {{"h", std::int64_t{2}}}, routing);
  test::setPattern(s, "adversarial", {{"offset", std::int64_t{1}}});
  test::wormhole(s).bufferFlits = 32;
  return s;
}

}  // namespace

/// What routers tell each other of their global channels.
class CongestionTest : public QObject {
  Q_OBJECT

 private slots:
  /// Above coefficient * mean + threshold a port counts as congested: for its own router at once,
  /// for others when the news has reached them. A router is judged when something changed.
  void newsTakesItsTime() {
    const Setup s = wormholeSetup("dragonfly", {{"h", std::int64_t{2}}});
    const Topology& t = *s.topology;
    PortId global = kNone;
    for (PortId id = t.firstPort[1]; id < t.firstPort[2] && global == kNone; ++id)
      if (t.kindOf(t.ports[id].link) == LinkKind::global) global = id;
    const auto port = static_cast<PortIndex>(global - t.firstPort[1]);
    std::map<PortId, double> flits;
    const auto occupancy = [&](RouterId router, const PortIndex* ports, std::size_t count,
                               double* out) {
      for (std::size_t i = 0; i < count; ++i) out[i] = flits[t.firstPort[router] + ports[i]];
    };
    routings::CongestionBroadcast rule;
    rule.coefficient = 1.5;
    rule.thresholdPackets = 2;
    // Of two global ports one is used: f > 1.5 * f / 2 + 2 * 4 where f > 32.
    for (const Cycle delay : {0, 7}) {
      rule.delay = delay;
      const Cycle takes = delay == 0 ? 5 : delay;
      routings::CongestionBoard board({t, 0, t.routerCount(), 4, 5}, rule);
      flits[global] = 32;
      board.queueChanged(1);
      board.settle(10, occupancy);
      QVERIFY(!board.congested(1, 1, port));
      flits[global] = 33;
      board.settle(11, occupancy);
      QVERIFY(!board.congested(1, 1, port));
      board.queueChanged(1);
      board.settle(12, occupancy);
      QVERIFY(board.congested(1, 1, port));
      QVERIFY(!board.congested(0, 1, port));
      for (Cycle now = 13; now < 12 + takes; ++now) board.settle(now, occupancy);
      QVERIFY(!board.congested(0, 1, port));
      board.settle(12 + takes, occupancy);
      QVERIFY(board.congested(0, 1, port));
    }
  }

  /// Terminals of the group's other routers have empty queues of their own: only by being told can
  /// they go round the hot channel.
  void wormholeRoutersListen() {
    Setup told = adversarial("piggyback");
    Setup deaf = adversarial("piggyback");
    test::setRouting(told, "piggyback", {{"global_threshold", 1.0}});
    test::setRouting(deaf, "piggyback", {{"global_threshold", 10'000.0}});
    told.load = deaf.load = 0.2;
    const Results with = test::finished(told), without = test::finished(deaf);
    QVERIFY(with.nonminimalFraction > without.nonminimalFraction + 0.03);
    QVERIFY(with.latency.mean < 0.8 * without.latency.mean);
  }

  /// The share of packets that went a long way is known before measuring begins, and in both
  /// models of a switch.
  void windowsKnowNonminimalWays() {
    for (const bool wormhole : {false, true}) {
      Setup s = wormhole ? wormholeSetup("dragonfly", {{"h", std::int64_t{2}}}, "valiant")
                         : test::makeSetup("dragonfly", {{"h", std::int64_t{2}}}, "valiant");
      s.load = 0.1;
      s.run = {4000, 4000, 50'000, 1000, 1};
      const Results results = test::finished(s);
      QVERIFY(results.nonminimalFraction > 0.5);
      QVERIFY(results.windows.size() >= 8);
      for (const WindowSample& window : results.windows)
        QVERIFY2(window.end < 1000 || window.end > 8000 ||
                     std::abs(window.nonminimal - results.nonminimalFraction) < 0.1,
                 qPrintable(QString("%1 in the window to %2, %3 measured")
                                .arg(window.nonminimal)
                                .arg(window.end)
                                .arg(results.nonminimalFraction)));
    }
  }
};

HOPSCOPE_TEST(CongestionTest)

}  // namespace hopscope

#include "congestion_test.moc"

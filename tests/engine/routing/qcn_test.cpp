// SPDX-License-Identifier: GPL-3.0-or-later
// QCN-Switch: what queues say, what a switch makes of it, and where packets go then.
#include <QTest>
#include <algorithm>
#include <array>
#include <cmath>

#include "engine/routing/congestion_points.h"
#include "engine/routing/dependency_graph.h"
#include "engine/routing/qcn_memory.h"
#include "engine/routing/router_view.h"
#include "tests/engine/routing/networks.h"
#include "tests/support/test_main.h"

namespace hopscope {
namespace {

using routings::QcnMemory;
using routings::QcnReaction;

/// Of the Dragonfly of figure 4-10: ports 0 and 1 of router 0 lead to hosts, 2 to 4 to other
/// routers, 5 and 6 to other groups. In the figure they count from 1.
Topology figure() {
  return test::network("dragonfly", {{"p", std::int64_t{2}},
                                     {"a", std::int64_t{4}},
                                     {"h", std::int64_t{2}},
                                     {"arrangement", std::string("consecutive")}});
}

MemoryPlan planOf(const Topology& topology) {
  return {topology, 0, topology.routerCount(), 4.0, 1};
}

constexpr PortIndex kFirst = 2, kLast = 6;  // ports to other routers

class MemoryView final : public RouterView {
 public:
  explicit MemoryView(RouterMemory& memory) : memory_(memory) {}
  RouterMemory* memory() const override { return &memory_; }
  std::uint32_t occupancy(RouterId, PortIndex, VcIndex) const override { return 0; }
  VcMask free(RouterId, PortIndex) const override { return ~VcMask{0}; }

 private:
  RouterMemory& memory_;
};

}  // namespace

class QcnTest : public QObject {
  Q_OBJECT

 private slots:
  /// qFb = floor(63 (Q - Qeq) / Qeq), saturating at twice the set point.
  void feedbackHasSixBits() {
    CongestionPoints points;
    constexpr double kRoom = 20'000, kSetpoint = 4'000;
    for (int flits = 0; flits <= 20'000; flits += 40) {
      const int feedback = points.feedback(flits, 0, kRoom);
      if (flits <= kSetpoint)
        QCOMPARE(feedback, -1);
      else
        QCOMPARE(feedback, std::min(63, (flits - 4'000) * 63 / 4'000));
    }
    points.weight = 2;
    QCOMPARE(points.feedback(4'000, 4'000, kRoom), -1);
    QCOMPARE(points.feedback(4'000, 3'000, kRoom), 2'000 * 63 / 20'000);
    QCOMPARE(points.feedback(3'000, 1'000, kRoom), 3'000 * 63 / 20'000);
    QCOMPARE(points.feedback(20'000, 0, kRoom), 63);
  }

  /// Probability 95 and feedback 60 among five ports.
  void aNoticeLowersTheProbability() {
    const Topology t = figure();
    QcnReaction base;
    base.compares = false;
    QcnMemory plain(planOf(t), base);
    plain.hear(0, kFirst, 60);
    QCOMPARE(plain.probability(0, kFirst), 100 * (1 - 60.0 / 64));
    QCOMPARE(plain.probability(0, kFirst) * 0.95, 5.9375);

    // Compared: the others at 0, and at 50.
    QcnMemory alone(planOf(t), QcnReaction{});
    alone.hear(0, kFirst, 60);
    QCOMPARE(alone.probability(0, kFirst) * 0.95, 23.75);
    QcnMemory among(planOf(t), QcnReaction{});
    for (PortIndex p = kFirst; p <= kLast; ++p) among.hear(0, p, 50);
    const double before = among.probability(0, kFirst);
    among.hear(0, kFirst, 60);
    QCOMPARE(among.probability(0, kFirst), before);
    // Below the mean it rises, to 100 at most.
    among.hear(0, kLast, 10);
    QCOMPARE(among.probability(0, kLast), 100.0);
  }

  void packetsRaiseTheProbability() {
    const Topology t = figure();
    QcnReaction reaction;
    reaction.compares = false;
    QcnMemory memory(planOf(t), reaction);
    memory.hear(3, kFirst, 32);
    QCOMPARE(memory.probability(3, kFirst), 50.0);
    for (int i = 0; i < 99; ++i) memory.sent(0, 3, kFirst);
    QCOMPARE(memory.probability(3, kFirst), 50.0);
    memory.sent(0, 3, kFirst);
    QCOMPARE(memory.probability(3, kFirst), 51.0);
    // A notice begins the count anew.
    for (int i = 0; i < 60; ++i) memory.sent(0, 3, kFirst);
    memory.hear(3, kFirst, 0);
    for (int i = 0; i < 60; ++i) memory.sent(0, 3, kFirst);
    QCOMPARE(memory.probability(3, kFirst), 51.0);
    for (int i = 0; i < 100'000; ++i) memory.sent(0, 3, kFirst);
    QCOMPARE(memory.probability(3, kFirst), 100.0);
  }

  /// Figure 4-10: with N = 77, of the ports with 95, 92, 10, 90 and 75 the third and the last don't
  /// hold; hosts 1 and 2 leave by ports 6 and 7.
  void theDrawDecidesByPort() {
    const Topology t = figure();
    QcnReaction reaction;
    reaction.compares = false;
    reaction.reduction = 0.01;
    QcnMemory memory(planOf(t), reaction);
    const std::array<std::uint32_t, 5> lost{5, 8, 0, 10, 25};
    for (PortIndex p = kFirst; p <= kLast; ++p) memory.hear(0, p, lost[p - kFirst]);
    memory.hear(0, 4, 60);
    memory.hear(0, 4, 63);
    memory.hear(0, 4, 33);
    const std::array<bool, 5> holds{true, true, false, true, false};
    for (PortIndex p = kFirst; p <= kLast; ++p) QCOMPARE(memory.holds(0, p, 77), holds[p - kFirst]);
    QVERIFY(memory.probability(0, 4) < 10.1);

    // Where no minimal rule holds, all hosts take their global port.
    for (PortIndex p = kFirst; p <= kLast; ++p)
      for (int i = 0; i < 200; ++i) memory.hear(0, p, 63);
    const auto routing = test::routingOf("qcn_switch", t, {4, 3});
    const MemoryView view(memory);
    Rng rng(1, 0, RandomPurpose::choice);
    for (PortIndex host = 0; host < 2; ++host)
      for (TerminalId to = 8; to < t.terminalCount(); ++to) {
        const RouteState state = routing->start(host, to, rng);
        QCOMPARE(routing->choose(view, 0, host, state, rng).port, static_cast<PortIndex>(5 + host));
      }
  }

  /// As often as its probability says.
  void theShareIsThatOfTheProbability() {
    const Topology t = figure();
    QcnReaction reaction;
    reaction.compares = false;
    QcnMemory memory(planOf(t), reaction);
    for (PortIndex p = kFirst; p <= kLast; ++p) memory.hear(0, p, 48);
    const auto routing = test::routingOf("qcn_switch", t, {4, 3});
    const MemoryView view(memory);
    Rng rng(1, 0, RandomPurpose::choice);
    const RouteState state = routing->start(0, 40, rng);
    int minimal = 0;
    for (int i = 0; i < 40'000; ++i)
      minimal += routing->choose(view, 0, 0, state, rng) == routing->route(0, 0, state);
    QVERIFY(std::abs(minimal - 10'000) < 4 * 87);
  }

  /// Data and notices, on two local and one global channel more.
  void cannotDeadlock() {
    const Topology t = figure();
    for (const VcCounts& vcs : {VcCounts{4, 3}, VcCounts{5, 3}, VcCounts{6, 3}}) {
      const auto routing = test::routingOf("qcn_switch", t, vcs);
      const DependencyReport report = examineDependencies(t, *routing, VcReuse::whole);
      QVERIFY2(report.deadlockFree(), describe(t, report).english().c_str());
      QCOMPARE(report.undeliveredPairs, std::uint64_t{0});
    }
  }
};

HOPSCOPE_TEST(QcnTest)

}  // namespace hopscope

#include "qcn_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// What CONTRIBUTING says of adding a routing algorithm, done: one that learns.
#include <QTest>
#include <algorithm>
#include <vector>

#include "engine/core/declare.h"
#include "engine/routing/dependency_graph.h"
#include "engine/routing/entries.h"
#include "engine/routing/router_view.h"
#include "engine/simulation/simulation.h"
#include "engine/topology/structure.h"
#include "tests/support/setups.h"
#include "tests/support/test_main.h"

namespace hopscope {
namespace {

/// What the routers of a part have sent by each output, halved every so many cycles.
class SentCounts final : public RouterMemory {
 public:
  SentCounts(const MemoryPlan& plan, Cycle interval)
      : topology_(plan.topology),
        firstPort_(plan.topology.firstPort[plan.firstRouter]),
        interval_(interval),
        counts_(plan.topology.firstPort[plan.lastRouter] - firstPort_) {}

  Hears hears() const override {
    Hears hears;
    hears.sends = true;
    return hears;
  }
  void sent(Cycle now, RouterId router, PortIndex output) override { ++at(now, router, output); }

  /// Packets, as they count in cycle `now`.
  std::uint32_t packets(Cycle now, RouterId router, PortIndex output) {
    return at(now, router, output);
  }

 private:
  struct Count {
    std::uint32_t packets = 0;
    Cycle halved = 0;  ///< intervals until now
  };

  std::uint32_t& at(Cycle now, RouterId router, PortIndex output) {
    Count& count = counts_[topology_.firstPort[router] + output - firstPort_];
    const Cycle intervals = now / interval_;
    count.packets >>= std::min<Cycle>(31, intervals - count.halved);
    count.halved = intervals;
    return count.packets;
  }

  const Topology& topology_;
  PortId firstPort_;
  Cycle interval_;
  std::vector<Count> counts_;
};

/// On a fully connected network: directly, or by another router where the direct output has sent
/// much more than the one that has sent the least. The first of two hops takes virtual channel 0,
/// the last hop 1.
class BesideTheBusy final : public RoutingAlgorithm {
 public:
  BesideTheBusy(const Topology& topology, Cycle interval)
      : topology_(topology), interval_(interval) {
    for (RouterId r = 0; r < topology.routerCount(); ++r)
      for (PortIndex p = 0; p < topology.radix(r); ++p)
        if (const LinkEnd& peer = topology.port(r, p).peer; !peer.isTerminal)
          ports_.push_back({r, peer.node, p});
  }

  RouteState start(TerminalId, TerminalId destination, Rng&) const override {
    return {destination, kAtSource};
  }
  RouteChoice route(RouterId router, PortIndex, RouteState state) const override {
    const TerminalPlace& home = topology_.terminals[state.destination];
    if (router == home.router) return {home.port, 1, state.detail};
    for (const Lead& lead : ports_)
      if (lead.from == router && lead.to == home.router) return {lead.port, 2, direct(state)};
    return {};
  }
  void candidates(RouterId router, PortIndex input, RouteState state,
                  std::vector<RouteChoice>& out) const override {
    out.push_back(route(router, input, state));
    const RouterId target = topology_.terminals[state.destination].router;
    if (router == target || state.detail != kAtSource) return;
    for (const Lead& lead : ports_)
      if (lead.from == router && lead.to != target) out.push_back({lead.port, 1, kByAnother});
  }

  Decides decides() const override { return Decides::atSource; }
  RouteChoice choose(const RouterView& view, RouterId router, PortIndex input, RouteState state,
                     Rng&) const override {
    const RouteChoice first = route(router, input, state);
    const RouterId target = topology_.terminals[state.destination].router;
    auto* const counts = static_cast<SentCounts*>(view.memory());
    if (router == target || counts == nullptr) return first;
    const std::uint32_t much = counts->packets(view.now(), router, first.port) / 2;
    RouteChoice best = first;
    std::uint32_t least = much;
    for (const Lead& lead : ports_) {
      if (lead.from != router || lead.to == target) continue;
      const std::uint32_t packets = counts->packets(view.now(), router, lead.port);
      if (packets >= least) continue;
      least = packets;
      best = {lead.port, 1, kByAnother};
    }
    return best;
  }

  std::unique_ptr<RouterMemory> makeMemory(const MemoryPlan& plan) const override {
    return std::make_unique<SentCounts>(plan, interval_);
  }
  PathKind pathKind(RouteState state) const override {
    return state.detail == kByAnother ? PathKind::other : PathKind::minimal;
  }

 private:
  static constexpr std::uint32_t kAtSource = 0, kDirect = 1, kByAnother = 2;
  struct Lead {
    RouterId from, to;
    PortIndex port;
  };

  static std::uint32_t direct(RouteState state) {
    return state.detail == kAtSource ? kDirect : state.detail;
  }

  const Topology& topology_;
  Cycle interval_;
  std::vector<Lead> ports_;
};

RoutingEntry besideTheBusy() {
  RoutingEntry entry;
  entry.name = "beside_the_busy";
  entry.label = "Beside the busy";
  entry.help = "Directly, or by the output that has sent the least.";
  entry.parameters = {declare::number(ParameterType::integer, "interval", "Interval",
                                      std::int64_t{200}, 1, 1e6, "cycles",
                                      "After it, what was sent counts half.")};
  entry.check = [](const Topology& topology, const VcCounts& vcs, const Values&) -> Issues {
    if (topology.kind != "complete")
      return {routings::wrongNetwork(sentence("Beside the busy"), sentence("a complete network"),
                                     topology)};
    return routings::tooFewVirtualChannels(sentence("Beside the busy"), {2, 1}, vcs);
  };
  entry.make = [](const Topology& topology, const VcCounts&, const Values& values) {
    return std::make_unique<BesideTheBusy>(topology, integerAt(values, "interval"));
  };
  entry.virtualChannels = [](const Topology&, const Values&) { return VcCounts{2, 1}; };
  return entry;
}

/// All terminals of a router send to one other router.
Setup crowded(const char* routing) {
  Setup setup = test::makeSetup(
      "complete", {{"routers", std::int64_t{8}}, {"terminals_per_router", std::int64_t{4}}});
  setup.virtualChannels = {2, 1};
  test::setRouting(setup, routing);
  test::setPattern(setup, "bit_complement");
  setup.load = 0.4;
  setup.run = {1'000, 4'000, 20'000, 500, 5};
  return setup;
}

}  // namespace

class AddedRoutingTest : public QObject {
  Q_OBJECT

 private slots:
  void isKnownWhileItIsThere() {
    QVERIFY(routingAlgorithms().find("beside_the_busy") == nullptr);
    {
      const AddedRouting added(besideTheBusy());
      QVERIFY(routingAlgorithms().find("beside_the_busy") != nullptr);
      const Setup mesh = test::makeSetup("mesh");
      QVERIFY(hasErrors(besideTheBusy().check(*mesh.topology, {2, 1}, {})));
    }
    QVERIFY(routingAlgorithms().find("beside_the_busy") == nullptr);
  }

  void cannotDeadlock() {
    const AddedRouting added(besideTheBusy());
    const Setup setup = crowded("beside_the_busy");
    const DependencyReport report =
        examineDependencies(*setup.topology, *setup.routing, VcReuse::whole);
    QVERIFY(report.deadlockFree());
    QCOMPARE(report.undeliveredPairs, std::uint64_t{0});
  }

  /// A router's only channel to the other carries a quarter of what its terminals may send.
  void whatIsLearntHelps() {
    const AddedRouting added(besideTheBusy());
    const Results direct = test::runOf(crowded("shortest_path"));
    const Results learning = test::runOf(crowded("beside_the_busy"));
    QCOMPARE(direct.verdict, Verdict::saturated);
    QVERIFY(direct.acceptedLoad < 0.26);
    QCOMPARE(learning.verdict, Verdict::stable);
    QVERIFY(learning.nonminimalFraction > 0.3);
  }

  void isTheSameInParts() {
    const AddedRouting added(besideTheBusy());
    Setup setup = crowded("beside_the_busy");
    setup.execution = {1, 1'000'000};
    const Results whole = test::runOf(setup);
    for (const Execution& execution : {Execution{1, 12}, Execution{2, 24}}) {
      setup.execution = execution;
      const Results parts = test::runOf(setup);
      QCOMPARE(parts.latency, whole.latency);
      QCOMPARE(parts.paths, whole.paths);
      QCOMPARE(parts.channelUtilization, whole.channelUtilization);
    }
  }
};

HOPSCOPE_TEST(AddedRoutingTest)

}  // namespace hopscope

#include "added_routing_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include <rapidcheck.h>
#include <QTest>
#include <algorithm>
#include <deque>

#include "engine/routing/dependency_graph.h"
#include "engine/routing/up_down_order.h"
#include "engine/topology/graph_algorithms.h"
#include "tests/engine/routing/networks.h"
#include "tests/support/test_main.h"

namespace hopscope {
namespace {

/// A connected network as somebody might draw it: parallel links, links of both kinds, routers
/// without terminals.
Topology drawnNetwork() {
  TopologyBuilder builder("custom", {},
                          {{"terminal", "terminal", LinkKind::terminal},
                           {"local", "local", LinkKind::local},
                           {"global", "global", LinkKind::global}});
  const auto routers = *rc::gen::inRange<RouterId>(1, 14);
  for (RouterId r = 0; r < routers; ++r) builder.addRouter();
  const auto linkClass = [] { return static_cast<std::uint8_t>(*rc::gen::inRange(1, 3)); };
  for (RouterId r = 1; r < routers; ++r)
    builder.connect(r, *rc::gen::inRange<RouterId>(0, r), linkClass());
  const auto extra = *rc::gen::inRange(0, 20);
  for (int i = 0; i < extra; ++i)
    builder.connect(*rc::gen::inRange<RouterId>(0, routers),
                    *rc::gen::inRange<RouterId>(0, routers), linkClass());
  const auto terminals = *rc::gen::inRange(1, 12);
  for (int i = 0; i < terminals; ++i) builder.addTerminal(*rc::gen::inRange<RouterId>(0, routers));
  return builder.build();
}

/// Fewest hops from a router to each other that go up first and then down.
std::vector<std::uint32_t> legalDistances(const Topology& topology, RouterId from) {
  const routings::UpDownOrder order(topology);
  std::vector<std::uint32_t> rising(topology.routerCount(), kNone), best;
  std::deque<RouterId> queue{from};
  rising[from] = 0;
  const auto expand = [&](std::vector<std::uint32_t>& distance, bool up) {
    while (!queue.empty()) {
      const RouterId router = queue.front();
      queue.pop_front();
      for (PortIndex p = 0; p < topology.radix(router); ++p) {
        const LinkEnd& peer = topology.port(router, p).peer;
        if (peer.isTerminal || peer.node == router || order.goesUp(router, peer.node) != up)
          continue;
        if (distance[peer.node] <= distance[router] + 1) continue;
        distance[peer.node] = distance[router] + 1;
        queue.push_back(peer.node);
      }
    }
  };
  expand(rising, true);
  best = rising;
  for (RouterId r = 0; r < topology.routerCount(); ++r)
    if (best[r] != kNone) queue.push_back(r);
  expand(best, false);
  return best;
}

}  // namespace

class ShortestPathTest : public QObject {
  Q_OBJECT

 private slots:
  void drawnNetworks();
  void orderRisesToTheRoot();
  void everyHopGoesUpOneWay();
  void completeGraphIsDirect();
  void spreadsOverEqualWays();
  void unreachableTerminals();
};

void ShortestPathTest::drawnNetworks() {
  QVERIFY(rc::check("delivers along a shortest legal path, free of deadlock", [] {
    const Topology topology = drawnNetwork();
    VcCounts vcs{*rc::gen::inRange(1u, 4u), *rc::gen::inRange(1u, 4u)};
    const bool upDown = *rc::gen::arbitrary<bool>();
    const std::string name = upDown ? "up_down" : "shortest_path";
    const RoutingEntry& entry = *routingAlgorithms().find(name);
    if (!upDown) vcs = entry.fewestVirtualChannels(topology);
    RC_ASSERT(!hasErrors(entry.check(topology, vcs, {})));
    const auto routing = test::routingOf(name, topology, vcs);
    for (TerminalId source = 0; source < topology.terminalCount(); ++source) {
      const RouterId from = topology.terminals[source].router;
      const auto legal = upDown ? legalDistances(topology, from) : routerDistances(topology, from);
      for (TerminalId destination = 0; destination < topology.terminalCount(); ++destination) {
        const test::Path path = test::follow(topology, *routing, source, destination);
        RC_ASSERT(path.delivered);
        RC_ASSERT(path.channels.size() == legal[topology.terminals[destination].router]);
      }
    }
    const DependencyReport report = examineDependencies(topology, *routing, VcReuse::empty);
    RC_ASSERT(report.deadlockFree());
    RC_ASSERT(report.undeliveredPairs == 0u);
  }));
}

void ShortestPathTest::orderRisesToTheRoot() {
  for (const auto& item : test::smallNetworks()) {
    const Topology& topology = item.topology;
    const routings::UpDownOrder order(topology);
    for (RouterId r = 0; r < topology.routerCount(); ++r) {
      QVERIFY(order.reached(r));
      bool climbs = r == order.root();
      for (PortIndex p = 0; p < topology.radix(r); ++p) {
        const LinkEnd& peer = topology.port(r, p).peer;
        if (peer.isTerminal) continue;
        QVERIFY(order.goesUp(r, peer.node) != order.goesUp(peer.node, r));
        climbs |= order.goesUp(r, peer.node);
      }
      QVERIFY(climbs);
    }
  }
}

void ShortestPathTest::completeGraphIsDirect() {
  const Topology topology = test::network("complete", {{"routers", std::int64_t{9}}});
  const auto routing = test::routingOf("shortest_path", topology);
  for (TerminalId source = 0; source < topology.terminalCount(); ++source)
    for (TerminalId destination = 0; destination < topology.terminalCount(); ++destination)
      QVERIFY(test::follow(topology, *routing, source, destination).channels.size() <= 1);
}

/// In an 8-ary 2-tree every other leaf can be reached over eight roots; a terminal has 56
/// destinations there. No up link of its leaf stays idle, none carries most of them.
void ShortestPathTest::spreadsOverEqualWays() {
  const Topology topology =
      test::network("k_ary_n_tree", {{"n", std::int64_t{2}}, {"k", std::int64_t{8}}});
  const auto routing = test::routingOf("shortest_path", topology);
  std::vector<int> load(topology.channelCount(), 0);
  for (TerminalId destination = 8; destination < topology.terminalCount(); ++destination)
    ++load[test::follow(topology, *routing, 0, destination).channels.front()];
  int used = 0;
  for (const int packets : load) {
    used += packets > 0;
    QVERIFY(packets <= 20);  // 7 each on average
  }
  QCOMPARE(used, 8);
}

void ShortestPathTest::unreachableTerminals() {
  TopologyBuilder builder(
      "custom", {},
      {{"terminal", "terminal", LinkKind::terminal}, {"local", "local", LinkKind::local}});
  for (int r = 0; r < 4; ++r) builder.addRouter();
  builder.connect(0, 1, 1);
  builder.connect(2, 3, 1);
  builder.addTerminal(0);
  builder.addTerminal(1);
  const auto check = [](const Topology& topology) {
    return routingAlgorithms().find("shortest_path")->check(topology, {}, {});
  };
  builder.setIds({10, 11, 12, 13}, {5, 6, 8}, {1, 2, 3, 4, 7});
  builder.addTerminal(3);
  const Issues issues = check(builder.build());
  QCOMPARE(issues.size(), std::size_t{1});
  QCOMPARE(issues[0].text, std::string("Terminal 8 cannot be reached from terminal 5."));
}

/// Routers that could not be reached when the order was made may be restored later.
void ShortestPathTest::everyHopGoesUpOneWay() {
  const Topology topology =
      test::network("torus", {{"dimensions", std::vector<std::int64_t>{4, 4}}});
  std::vector<bool> absent(topology.linkCount());
  for (LinkId l = 0; l < topology.linkCount(); ++l)
    for (const LinkEnd& end : {topology.links[l].a, topology.links[l].b})
      for (const RouterId failed : {0u, 1u, 4u, 5u})
        if (!end.isTerminal && end.node == failed) absent[l] = true;
  const routings::UpDownOrder order(topology, routings::Neighbours(topology, absent));
  QVERIFY(!order.reached(0) && !order.reached(1));
  for (RouterId a = 0; a < topology.routerCount(); ++a)
    for (RouterId b = 0; b < a; ++b) QVERIFY(order.goesUp(a, b) != order.goesUp(b, a));
  QVERIFY(order.carries(routings::Neighbours(topology)));
}

}  // namespace hopscope

using hopscope::ShortestPathTest;
HOPSCOPE_TEST(ShortestPathTest)
#include "shortest_path_test.moc"

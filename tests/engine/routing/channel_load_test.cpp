// SPDX-License-Identifier: GPL-3.0-or-later
// Channel loads against counts by hand and bounds that others have derived.
#include "engine/routing/channel_load.h"

#include <QTest>
#include <nlohmann/json.hpp>

#include "engine/traffic/traffic_pattern.h"
#include "tests/engine/routing/networks.h"
#include "tests/support/oracle.h"
#include "tests/support/test_main.h"

namespace hopscope {
namespace {

using nlohmann::json;
using test::Expected;

Destinations pattern(const std::string& name, const Topology& topology) {
  const TrafficEntry& entry = *trafficPatterns().find(name);
  const std::shared_ptr<TrafficPattern> made =
      entry.make(topology, defaultsOf(entry.parameters), 1);
  return [made](TerminalId source, std::vector<DestinationShare>& out) {
    made->destinations(source, out);
  };
}

/// Everyone to its mirror image.
Destinations inversion(const Topology& topology) {
  return
      [last = topology.terminalCount() - 1](TerminalId source, std::vector<DestinationShare>& out) {
        out.push_back({last - source, 1});
      };
}

}  // namespace

class ChannelLoadTest : public QObject {
  Q_OBJECT

 private slots:
  void ringByHand();
  void everyPacketIsCounted_data();
  void everyPacketIsCounted();
  void boundsOfTrees_data();
  void boundsOfTrees();
  void loadsOfTreesAreEvenWherePortsAre();
  void givesUpInTime();
  void lostPacketsAreTold();
};

/// Four routers in a ring, one terminal each, to the next but one: two hops, all in one direction.
void ChannelLoadTest::ringByHand() {
  const Topology ring = test::network("torus", {{"dimensions", std::vector<std::int64_t>{4}}});
  const auto routing = test::routingOf("dimension_order", ring);
  const auto loads =
      channelLoads(ring, *routing, [](TerminalId source, std::vector<DestinationShare>& out) {
        out.push_back({(source + 2) % 4, 1});
      });
  QVERIFY(loads);
  QCOMPARE(loads->sent, 4.0);
  QCOMPARE(loads->lost, 0.0);
  QCOMPARE(loads->hopsMean, 2.0);
  int twos = 0;
  for (ChannelId c = 0; c < ring.channelCount(); ++c)
    if (ring.kindOf(c / 2) == LinkKind::terminal)
      QCOMPARE(loads->perChannel[c], 1.0);
    else
      twos += loads->perChannel[c] == 2.0;
  QCOMPARE(twos, 4);
  QCOMPARE(loads->saturationBound(), 0.5);
}

void ChannelLoadTest::everyPacketIsCounted_data() {
  QTest::addColumn<int>("network");
  const auto networks = test::smallNetworks();
  for (std::size_t i = 0; i < networks.size(); ++i)
    QTest::newRow(networks[i].name.c_str()) << static_cast<int>(i);
}

/// Terminal channels carry one flit each way under uniform traffic, and the loads of all others add
/// up to the mean way of all pairs, followed one by one for algorithms that always go the same way.
void ChannelLoadTest::everyPacketIsCounted() {
  static const auto networks = test::smallNetworks();
  QFETCH(int, network);
  const Topology& topology = networks[network].topology;
  if (topology.terminalCount() > 100) return;
  for (const char* name :
       {"dimension_order", "nearest_common_ancestor", "mikant", "shortest_path"}) {
    const RoutingEntry& entry = *routingAlgorithms().find(name);
    if (hasErrors(entry.check(topology, {8, 8}, defaultsOf(entry.parameters)))) continue;
    const auto routing = test::routingOf(name, topology);
    const auto loads = channelLoads(topology, *routing, pattern("uniform", topology));
    QVERIFY(loads);
    double hops = 0;
    const double terminals = topology.terminalCount();
    for (TerminalId source = 0; source < topology.terminalCount(); ++source)
      for (TerminalId destination = 0; destination < topology.terminalCount(); ++destination)
        if (source != destination)
          hops += static_cast<double>(
              test::follow(topology, *routing, source, destination).channels.size());
    if (std::string(name) != "shortest_path")
      QVERIFY(std::abs(loads->hopsMean - hops / terminals / (terminals - 1)) < 1e-9);
    QVERIFY(std::abs(loads->sent - terminals) < 1e-9);
    QCOMPARE(loads->lost, 0.0);
    for (const TerminalPlace& place : topology.terminals) {
      QVERIFY(std::abs(loads->perChannel[2 * place.link] - 1) < 1e-9);
      QVERIFY(std::abs(loads->perChannel[2 * place.link + 1] - 1) < 1e-9);
    }
  }
}

void ChannelLoadTest::boundsOfTrees_data() {
  QTest::addColumn<int>("row");
  const json rows = test::oracle("tree_bounds").at("rows");
  for (std::size_t i = 0; i < rows.size(); ++i)
    QTest::addRow("%s", rows[i].dump().c_str()) << static_cast<int>(i);
}

void ChannelLoadTest::boundsOfTrees() {
  QFETCH(int, row);
  static const json all = test::oracle("tree_bounds");
  const json& stated = all.at("rows")[row];
  const std::string name = stated.at("routing");
  const Topology topology = test::network(
      stated.at("kind"),
      {{"n", stated.at("n").get<std::int64_t>()}, {"k", stated.at("k").get<std::int64_t>()}});
  const auto routing = test::routingOf(name, topology);
  const auto loads = channelLoads(
      topology, *routing,
      stated.at("traffic") == "uniform" ? pattern("uniform", topology) : inversion(topology));
  QVERIFY(loads);
  const Expected bound{stated.at("bound"), all.at("tolerance")};
  const double ours = loads->saturationBound();
  QVERIFY2(!bound.differs(ours), std::to_string(ours).c_str());
  QVERIFY(bound.noticesShift(ours));
}

/// By destination, links of a level carry the same on trees with as many ports up as down, and on
/// an XGFT with other numbers they need not: its help says so.
void ChannelLoadTest::loadsOfTreesAreEvenWherePortsAre() {
  const auto unevenness = [](const Topology& tree) {
    const auto routing = test::routingOf("nearest_common_ancestor", tree);
    const auto loads = channelLoads(tree, *routing, pattern("uniform", tree));
    double least = 1e9, most = 0;
    for (ChannelId channel = 0; channel < tree.channelCount(); ++channel) {
      const LinkId link = channel / 2;
      if (tree.kindOf(link) == LinkKind::terminal) continue;
      least = std::min(least, loads->perChannel[channel]);
      most = std::max(most, loads->perChannel[channel]);
    }
    return most / least;
  };
  using List = std::vector<std::int64_t>;
  const auto xgft = [&](const List& m, const List& w) {
    return unevenness(test::network("xgft", {{"m", m}, {"w", w}}));
  };
  // All of these have one level of links.
  QVERIFY(std::abs(unevenness(test::network("k_ary_n_tree",
                                            {{"n", std::int64_t{2}}, {"k", std::int64_t{4}}})) -
                   1) < 1e-9);
  QVERIFY(std::abs(xgft({4, 4}, {1, 4}) - 1) < 1e-9);
  QVERIFY(xgft({4, 4}, {1, 3}) > 1.05);
  const std::string help = routingAlgorithms().find("nearest_common_ancestor")->help;
  QVERIFY(help.find("as many ports up as down") != std::string::npos);
}

void ChannelLoadTest::givesUpInTime() {
  const Topology topology = test::network("complete", {{"routers", std::int64_t{7}}});
  const auto routing = test::routingOf("shortest_path", topology);
  for (const std::uint64_t decisions : {1, 10, 100, 200, 400})
    QVERIFY(!channelLoads(topology, *routing, pattern("uniform", topology), decisions));
  QVERIFY(channelLoads(topology, *routing, pattern("uniform", topology), 10'000));
}

/// An algorithm that sends everything the wrong way.
void ChannelLoadTest::lostPacketsAreTold() {
  class Astray final : public RoutingAlgorithm {
   public:
    RouteChoice route(RouterId, PortIndex, RouteState) const override { return {0, 1, 0}; }
  };
  const Topology topology = test::network("crossbar", {{"terminals", std::int64_t{4}}});
  const auto loads = channelLoads(topology, Astray(), pattern("uniform", topology));
  QVERIFY(loads);
  QCOMPARE(loads->sent, 4.0);
  QCOMPARE(loads->lost, 3.0);
}

}  // namespace hopscope

using hopscope::ChannelLoadTest;
HOPSCOPE_TEST(ChannelLoadTest)
#include "channel_load_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// The exact means and bounds that others have derived for the balanced Dragonfly, from the engine's
// own routing algorithms by counting what every channel carries.
#include <QTest>
#include <nlohmann/json.hpp>

#include "engine/routing/channel_load.h"
#include "engine/traffic/traffic_pattern.h"
#include "tests/engine/routing/networks.h"
#include "tests/support/oracle.h"
#include "tests/support/test_main.h"

namespace hopscope {
namespace {

using nlohmann::json;
using test::Expected;

Topology balanced(std::int64_t h) {
  return test::network("dragonfly", {{"p", h}, {"a", 2 * h}, {"h", h}});
}

/// "minimal", or Valiant with that phase A.
std::unique_ptr<RoutingAlgorithm> routing(const Topology& topology, const json& row) {
  const std::string policy = row.at("routing");
  const RoutingEntry& entry =
      *routingAlgorithms().find(policy == "minimal" ? "minimal" : "valiant");
  Values values = defaultsOf(entry.parameters);
  if (policy != "minimal") values["phase_a"] = policy;
  for (const char* name : {"intra_group", "roots"})
    if (row.contains(name)) values[name] = row.at(name).get<std::string>();
  return entry.make(topology, entry.virtualChannels(topology, values), values);
}

std::shared_ptr<TrafficPattern> traffic(const Topology& topology, const json& row) {
  const TrafficEntry& entry = *trafficPatterns().find(row.at("traffic").get<std::string>());
  Values values = defaultsOf(entry.parameters);
  if (row.contains("offset")) values["offset"] = row.at("offset").get<std::int64_t>();
  return entry.make(topology, values, 1);
}

/// All groups are alike in a palmtree, and all terminals of a router: one of each router of the
/// first group stands for them.
ChannelLoads fromFirstGroup(const Topology& topology, const RoutingAlgorithm& routing,
                            const TrafficPattern& pattern) {
  const auto sends = [&](TerminalId source, std::vector<DestinationShare>& out) {
    const TerminalPlace& place = topology.terminals[source];
    if (topology.group[place.router] == 0 && place.port == 0) pattern.destinations(source, out);
  };
  return channelLoads(topology, routing, sends, 1'000'000'000).value();
}

/// Channels of one kind that a packet takes in the mean.
double meanHops(const Topology& topology, const ChannelLoads& loads, LinkKind kind) {
  double sum = 0;
  for (ChannelId c = 0; c < topology.channelCount(); ++c)
    if (topology.kindOf(c / 2) == kind) sum += loads.perChannel[c];
  return sum / loads.sent;
}

void compare(const Expected& stated, double ours) {
  QVERIFY2(!stated.differs(ours), QByteArray::number(ours, 'g', 12));
  QVERIFY(stated.noticesShift(ours));
}

void rowsOf(const std::string& name) {
  QTest::addColumn<int>("row");
  const json rows = test::oracle(name).at("rows");
  for (std::size_t i = 0; i < rows.size(); ++i)
    QTest::addRow("%s", rows[i].dump().c_str()) << static_cast<int>(i);
}

void compareZeroLoad(const json& all, int row) {
  const json& stated = all.at("rows")[static_cast<std::size_t>(row)];
  static const Topology topology = balanced(all.at("h"));
  const auto algorithm = routing(topology, stated);
  const ChannelLoads loads = fromFirstGroup(topology, *algorithm, *traffic(topology, stated));
  QCOMPARE(loads.lost, 0.0);
  const double locals = meanHops(topology, loads, LinkKind::local);
  const double globals = meanHops(topology, loads, LinkKind::global);
  const double latency = (loads.hopsMean + 1) * all.at("switch").get<double>() +
                         locals * all.at("local").get<double>() +
                         globals * all.at("global").get<double>() + all.at("packet").get<double>();
  compare({stated.at("latency"),
           stated.value("latency_tolerance", all.at("latency_tolerance").get<double>())},
          latency);
  if (stated.contains("hops"))
    compare({stated.at("hops"), all.at("hops_tolerance")}, loads.hopsMean);
}

}  // namespace

class DragonflyOracleTest : public QObject {
  Q_OBJECT

 private slots:
  void zeroLoad_data() { rowsOf("dragonfly_zero_load"); }
  void zeroLoad();
  void zeroLoadEthernet_data() { rowsOf("dragonfly_zero_load_ethernet"); }
  void zeroLoadEthernet();
  void localBounds_data() { rowsOf("dragonfly_local_bounds"); }
  void localBounds();
  void fogsimHops_data() { rowsOf("fogsim_hops"); }
  void fogsimHops();
};

void DragonflyOracleTest::zeroLoad() {
  QFETCH(int, row);
  compareZeroLoad(test::oracle("dragonfly_zero_load"), row);
}

void DragonflyOracleTest::zeroLoadEthernet() {
  QFETCH(int, row);
  compareZeroLoad(test::oracle("dragonfly_zero_load_ethernet"), row);
}

void DragonflyOracleTest::localBounds() {
  QFETCH(int, row);
  const json all = test::oracle("dragonfly_local_bounds");
  json stated = all.at("rows")[static_cast<std::size_t>(row)];
  stated["traffic"] = "adversarial";
  stated["routing"] = "-g-";
  const Topology topology = balanced(stated.at("h"));
  const auto algorithm = routing(topology, stated);
  const auto pattern = traffic(topology, stated);
  const auto loads = channelLoads(
      topology, *algorithm,
      [&](TerminalId source, std::vector<DestinationShare>& out) {
        pattern->destinations(source, out);
      },
      1'000'000'000);
  QVERIFY(loads);
  compare({stated.at("bound"), all.at("tolerance")}, loads->saturationBound());
}

void DragonflyOracleTest::fogsimHops() {
  QFETCH(int, row);
  const json all = test::oracle("fogsim_hops");
  json stated = all.at("rows")[static_cast<std::size_t>(row)];
  stated["routing"] = "lg-";
  stated["intra_group"] = "minimal";
  const Topology topology = balanced(all.at("h"));
  const auto algorithm = routing(topology, stated);
  const ChannelLoads loads = fromFirstGroup(topology, *algorithm, *traffic(topology, stated));
  compare({stated.at("hops"), all.at("tolerance")}, loads.hopsMean);
}

}  // namespace hopscope

using hopscope::DragonflyOracleTest;
HOPSCOPE_TEST(DragonflyOracleTest)
#include "dragonfly_oracle_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Loads by formula against the packets that are followed one by one.
#include <QTest>

#include "engine/routing/channel_load.h"
#include "engine/traffic/traffic_pattern.h"
#include "tests/engine/explore/sizes.h"
#include "tests/engine/routing/networks.h"
#include "tests/support/test_main.h"

namespace hopscope {
namespace {

/// Small enough for all pairs, and for a matching per channel.
constexpr std::uint32_t kFew = 160;
constexpr std::uint32_t kVeryFew = 70;

double busiestOf(const Topology& topology, const ChannelLoads& loads) {
  double most = 0;
  for (ChannelId c = 0; c < topology.channelCount(); ++c)
    if (topology.kindOf(c / 2) != LinkKind::terminal) most = std::max(most, loads.perChannel[c]);
  return most;
}

/// Most packets of any permutation over one channel: a matching of the sources with destinations
/// whose path takes it (Towles & Dally, SPAA 2002).
class Matching {
 public:
  explicit Matching(std::uint32_t terminals) : to_(terminals), from_(terminals, kNone) {}

  void allow(TerminalId source, TerminalId destination) { to_[source].push_back(destination); }

  std::uint32_t size() {
    std::uint32_t matched = 0;
    for (TerminalId source = 0; source < to_.size(); ++source) {
      seen_.assign(to_.size(), false);
      if (augment(source)) ++matched;
    }
    return matched;
  }

 private:
  bool augment(TerminalId source) {
    for (const TerminalId destination : to_[source]) {
      if (seen_[destination]) continue;
      seen_[destination] = true;
      if (from_[destination] != kNone && !augment(from_[destination])) continue;
      from_[destination] = source;
      return true;
    }
    return false;
  }

  std::vector<std::vector<TerminalId>> to_;
  std::vector<TerminalId> from_;
  std::vector<bool> seen_;
};

double worstOf(const Topology& topology, const RoutingAlgorithm& routing) {
  const std::uint32_t terminals = topology.terminalCount();
  std::vector<Matching> channels(topology.channelCount(), Matching(terminals));
  for (TerminalId source = 0; source < terminals; ++source)
    for (TerminalId destination = 0; destination < terminals; ++destination)
      if (source != destination)
        for (const ChannelId channel :
             test::follow(topology, routing, source, destination).channels)
          channels[channel].allow(source, destination);
  std::uint32_t worst = 0;
  for (Matching& channel : channels) worst = std::max(worst, channel.size());
  return worst;
}

void loadRows() {
  QTest::addColumn<QString>("kind");
  for (const Generator& family : generators())
    QTest::newRow(family.name.c_str()) << QString::fromStdString(family.name);
}

}  // namespace

class LoadsTest : public QObject {
  Q_OBJECT

 private slots:
  void uniform_data() { loadRows(); }
  void uniform();
  void worstPermutation_data() { loadRows(); }
  void worstPermutation();
};

void LoadsTest::uniform() {
  QFETCH(QString, kind);
  const Generator& family = *generators().find(kind.toStdString());
  const TrafficEntry& entry = *trafficPatterns().find("uniform");
  for (const Values& size : test::randomSizes(family, 20, kFew)) {
    const Topology topology = family.build(size);
    const auto routing = test::routingOf(family.firstRoutings.front(), topology);
    Values values = defaultsOf(entry.parameters);
    values.emplace("include_self", false);
    const std::shared_ptr<TrafficPattern> pattern = entry.make(topology, values, 1);
    const auto loads = channelLoads(topology, *routing,
                                    [&](TerminalId source, std::vector<DestinationShare>& out) {
                                      pattern->destinations(source, out);
                                    });
    QVERIFY(loads);
    const Prospect prospect = family.prospect(size);
    const double busiest = busiestOf(topology, *loads);
    std::string name = family.name;
    for (const auto& [parameter, value] : size) name += " " + parameter + "=" + toText(value);
    name += ": " + std::to_string(prospect.uniformLoad) + " for " + std::to_string(busiest);
    if (prospect.evenly)
      QVERIFY2(prospect.uniformLoad <= busiest + 1e-9, name.c_str());
    else
      QVERIFY2(std::abs(prospect.uniformLoad - busiest) < 1e-9 * std::max(1.0, busiest),
               name.c_str());
  }
}

/// Where packets have one path, and the formula says how bad it may get.
void LoadsTest::worstPermutation() {
  QFETCH(QString, kind);
  const Generator& family = *generators().find(kind.toStdString());
  for (const Values& size : test::randomSizes(family, 12, kVeryFew)) {
    const Prospect prospect = family.prospect(size);
    if (!prospect.worstLoad) continue;
    const Topology topology = family.build(size);
    const auto routing = test::routingOf(family.firstRoutings.front(), topology);
    std::vector<RouteState> states;
    routing->starts(0, topology.terminalCount() - 1, states);
    if (states.size() > 1) continue;
    const double worst = worstOf(topology, *routing);
    std::string name = family.name;
    for (const auto& [parameter, value] : size) name += " " + parameter + "=" + toText(value);
    // A channel carries what its own terminals send, if nothing else: at least one packet.
    name += ": " + std::to_string(*prospect.worstLoad) + " for " + std::to_string(worst);
    if (prospect.evenly)
      QVERIFY2(worst <= *prospect.worstLoad + 1e-9, name.c_str());
    else
      QVERIFY2(std::abs(std::max(1.0, *prospect.worstLoad) - std::max(1.0, worst)) < 1,
               name.c_str());
  }
}

}  // namespace hopscope

using hopscope::LoadsTest;
HOPSCOPE_TEST(LoadsTest)
#include "loads_test.moc"

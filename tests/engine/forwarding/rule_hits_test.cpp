// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/forwarding/rule_hits.h"

#include <QTest>
#include <map>
#include <stdexcept>

#include "engine/routing/next_port.h"
#include "tests/support/networks.h"
#include "tests/support/test_main.h"

namespace hopscope {

namespace {

RuleGenerator compactingGenerator(const Topology& topology, AddressScheme scheme, bool compact) {
  auto plan = AddressPlan::make(topology, scheme, "");
  if (const auto* issue = std::get_if<Issue>(&plan)) throw std::runtime_error(describe(*issue));
  auto routing = fixedRouting(topology, "");
  return {topology,
          std::get<AddressPlan>(std::move(plan)),
          nextPortOf(topology, std::get<FixedRouting>(routing).algorithm),
          {compact, true, true}};
}

/// What each rule of each switch applied to, by sending a frame from every terminal to every other
/// through the rules of all switches.
struct AllPairs {
  std::vector<std::vector<std::uint64_t>> hits;   ///< switch, rule
  std::vector<std::vector<LookupTally>> lookups;  ///< switch
};

AllPairs sendAll(const RuleGenerator& generator) {
  const Topology& t = generator.topology();
  const AddressPlan& plan = generator.plan();
  AllPairs all;
  std::vector<RuleTable> tables;
  std::vector<std::map<std::pair<PortIndex, TerminalId>, std::uint64_t>> seen(t.routerCount());
  for (RouterId r = 0; r < t.routerCount(); ++r) {
    tables.emplace_back(generator.rules(r));
    all.hits.emplace_back(tables.back().rules().size(), 0);
  }
  for (TerminalId source = 0; source < t.terminalCount(); ++source)
    for (TerminalId destination = 0; destination < t.terminalCount(); ++destination) {
      if (source == destination) continue;
      FrameHeader frame;
      frame.destination = plan.destinationOf(destination);
      frame.source = plan.sourceOf(source);
      RouterId router = t.terminals[source].router;
      frame.inPort = t.terminals[source].port;
      for (int hops = 0;; ++hops) {
        if (hops > 20) throw std::runtime_error("the frame goes round in circles");
        ++seen[router][{frame.inPort, destination}];
        std::vector<std::uint32_t> found;
        const SwitchOutcome outcome = applyRules(tables[router], frame, &found);
        for (const std::uint32_t rule : found) ++all.hits[router][rule];
        const LinkEnd& peer = t.port(router, outcome.ports.at(0)).peer;
        if (peer.isTerminal) break;
        frame = outcome.frame;
        frame.inPort = peer.port;
        router = peer.node;
      }
    }
  for (const auto& each : seen) {
    all.lookups.emplace_back();
    for (const auto& [place, count] : each)
      all.lookups.back().push_back({place.first, place.second, count});
  }
  return all;
}

}  // namespace

class RuleHitsTest : public QObject {
  Q_OBJECT

 private slots:
  void asFramesMeetThem_data();
  void asFramesMeetThem();
};

void RuleHitsTest::asFramesMeetThem_data() {
  QTest::addColumn<QString>("family");
  QTest::addColumn<QString>("scheme");
  QTest::addColumn<bool>("compact");
  for (const char* family : {"dragonfly", "folded_clos", "hyperx"})
    for (const AddressScheme scheme :
         {AddressScheme::flat, AddressScheme::overlay, AddressScheme::vxlan,
          AddressScheme::perSwitch, AddressScheme::perGroup, AddressScheme::rewrite})
      for (const bool compact : {false, true})
        if (!compact || scheme >= AddressScheme::perSwitch)
          QTest::addRow("%s %s%s", family, nameOf(scheme), compact ? " compact" : "")
              << family << QString::fromLatin1(nameOf(scheme)) << compact;
}

/// From the lookups alone, the counts are those of frames that really go through the tables.
/// Compact tables of the tree tell sources apart on their way up: above the lowest switches these
/// rules have no count, and all others still have theirs.
void RuleHitsTest::asFramesMeetThem() {
  QFETCH(QString, family);
  QFETCH(QString, scheme);
  QFETCH(bool, compact);
  const Topology topology =
      family == "dragonfly" ? test::network("dragonfly", test::dragonflyOf(2, 4, 2))
      : family == "hyperx"
          ? test::network("hyperx", {{"dimensions", std::vector<std::int64_t>{3, 4}},
                                     {"terminals_per_router", std::int64_t{2}}})
          : test::network("folded_clos", {{"k", std::int64_t{4}}});
  AddressScheme chosen = AddressScheme::flat;
  for (const AddressScheme each :
       {AddressScheme::overlay, AddressScheme::vxlan, AddressScheme::perSwitch,
        AddressScheme::perGroup, AddressScheme::rewrite})
    if (scheme == nameOf(each)) chosen = each;
  const RuleGenerator generator = compactingGenerator(topology, chosen, compact);
  const AllPairs all = sendAll(generator);
  std::uint64_t counted = 0, bySource = 0;
  for (RouterId r = 0; r < topology.routerCount(); ++r) {
    const RuleHits hits(generator, r);
    const RuleHits::Counts counts = hits.count(all.lookups[r]);
    QCOMPARE(counts.hits.size(), all.hits[r].size());
    bySource += counts.bySource;
    for (std::size_t rule = 0; rule < counts.hits.size(); ++rule) {
      if (!counts.hits[rule]) {
        QVERIFY(hits.rules()[rule].match.source.mask != 0);
        continue;
      }
      counted += *counts.hits[rule];
      QCOMPARE(*counts.hits[rule], all.hits[r][rule]);
    }
  }
  QVERIFY(counted > topology.terminalCount() * (topology.terminalCount() - 1));
  QCOMPARE(bySource > 0, compact && family == "folded_clos" && scheme != "switch");
}

}  // namespace hopscope

using hopscope::RuleHitsTest;
HOPSCOPE_TEST(RuleHitsTest)
#include "rule_hits_test.moc"

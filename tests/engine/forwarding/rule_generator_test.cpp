// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/forwarding/rule_generator.h"

#include <QTest>
#include <algorithm>
#include <set>

#include "engine/core/rng.h"
#include "engine/forwarding/dragonfly_tables.h"
#include "engine/forwarding/rule_formats.h"
#include "engine/forwarding/rule_table.h"
#include "engine/forwarding/rule_verification.h"
#include "engine/routing/next_port.h"
#include "tests/support/networks.h"
#include "tests/support/test_main.h"

namespace hopscope {
namespace {

using Numbers = std::vector<std::int64_t>;

constexpr AddressScheme kSchemes[] = {AddressScheme::flat,     AddressScheme::overlay,
                                      AddressScheme::vxlan,    AddressScheme::perSwitch,
                                      AddressScheme::perGroup, AddressScheme::rewrite};

AddressPlan planOf(const Topology& topology, AddressScheme scheme) {
  auto plan = AddressPlan::make(topology, scheme, "forwarding.addressing.scheme");
  if (const auto* issue = std::get_if<Issue>(&plan)) throw std::runtime_error(describe(*issue));
  return std::get<AddressPlan>(std::move(plan));
}

NextPort nextOf(const Topology& topology) {
  auto routing = fixedRouting(topology, "");
  return nextPortOf(topology, std::get<FixedRouting>(routing).algorithm);
}

RuleGenerator generatorOf(const Topology& topology, AddressScheme scheme, bool compact) {
  return {topology, planOf(topology, scheme), nextOf(topology), {compact, true, true}};
}

/// Entries of the largest and the smallest switch, forwarding rules alone.
std::pair<std::uint64_t, std::uint64_t> extremes(const Topology& topology, AddressScheme scheme,
                                                 bool compact) {
  const RuleGenerator generator(topology, planOf(topology, scheme), nextOf(topology),
                                {compact, false, false});
  std::uint64_t least = ~0ull, most = 0;
  for (const RouterId router : generator.plan().accessRouters()) {
    const auto count = generator.rules(router).size();
    if (count != generator.entries(router)) throw std::runtime_error("entries() differs");
    least = std::min<std::uint64_t>(least, count);
    most = std::max<std::uint64_t>(most, count);
  }
  return {least, most};
}

bool hasGroupsFor(const Topology& topology) {
  return std::holds_alternative<AddressPlan>(
      AddressPlan::make(topology, AddressScheme::perGroup, ""));
}

}  // namespace

class RuleGeneratorTest : public QObject {
  Q_OBJECT

 private slots:
  void everyPairArrives_data();
  void everyPairArrives();
  void largeNetworksBySample();
  void tableSizes_data();
  void tableSizes();
  void compactDragonfly_data();
  void compactDragonfly();
  void millionHosts();
  void compactTablesAgree_data();
  void compactTablesAgree();
  void flattenedButterflyHasRulesAsPorts();
  void groupsOneAndTwoDoNotMerge();
  void dynamicMacAddsARulePerHost();
  void openFlowText();
  void aBrokenTableIsFound();
  void refusals();
};

void RuleGeneratorTest::everyPairArrives_data() {
  QTest::addColumn<QString>("kind");
  QTest::addColumn<int>("which");
  const char* names[] = {"dragonfly",      "dragonfly, consecutive, trunks",
                         "2-D butterfly",  "3-D butterfly, lag",
                         "folded Clos",    "4-ary 3-tree",
                         "2-ary 4-tree",   "fat tree of four levels",
                         "mesh",           "3-D torus",
                         "hypercube",      "ring",
                         "complete",       "crossbar",
                         "random regular", "slimfly",
                         "clos",           "mikant"};
  for (int i = 0; i < 18; ++i) QTest::newRow(names[i]) << QString(names[i]) << i;
}

Topology exampleNetwork(int which) {
  using test::network;
  switch (which) {
    case 0:
      return network("dragonfly", test::dragonflyOf(2, 4, 2));
    case 1: {
      Values values = test::dragonflyOf(2, 4, 4, 6);
      values["arrangement"] = std::string("consecutive");
      return network("dragonfly", values);
    }
    case 2:
      return network("hyperx",
                     {{"dimensions", Numbers{4, 3}}, {"terminals_per_router", std::int64_t{3}}});
    case 3:
      return network("hyperx", {{"dimensions", Numbers{3, 4, 2}},
                                {"terminals_per_router", std::int64_t{2}},
                                {"lag", std::int64_t{2}}});
    case 4:
      return network("folded_clos", {{"k", std::int64_t{8}}});
    case 5:
      return network("k_ary_n_tree", test::treeOf(3, 4));
    case 6:
      return network("k_ary_n_tree", test::treeOf(4, 2));
    case 7:
      return network("xgft", {{"m", Numbers{3, 2, 4, 2}}, {"w", Numbers{1, 2, 3, 2}}});
    case 8:
      return network("mesh",
                     {{"dimensions", Numbers{5, 4}}, {"terminals_per_router", std::int64_t{2}}});
    case 9:
      return network("torus", {{"dimensions", Numbers{4, 3, 5}}});
    case 10:
      return network("hypercube", {{"n", std::int64_t{5}}});
    case 11:
      return network("ring", {{"routers", std::int64_t{9}}});
    case 12:
      return network("complete");
    case 13:
      return network("crossbar");
    case 14:
      return network("random_regular");
    case 15:
      return network("slimfly");
    case 16:
      return network("clos");
    default:
      return network("mikant");
  }
}

void RuleGeneratorTest::everyPairArrives() {
  QFETCH(int, which);
  const Topology topology = exampleNetwork(which);
  for (const AddressScheme scheme : kSchemes)
    for (const bool compact : {false, true}) {
      const bool grouped = scheme == AddressScheme::perGroup;
      if (grouped && !hasGroupsFor(topology)) continue;
      if (compact && scheme < AddressScheme::perSwitch) continue;
      const Verification result = verifyRules(generatorOf(topology, scheme, compact));
      for (const Issue& issue : result.issues)
        qWarning("%s %d: %s", nameOf(scheme), compact, describe(issue).c_str());
      const std::uint64_t terminals = topology.terminalCount();
      QCOMPARE(result.pairs, terminals * (terminals - 1));
      QVERIFY(result.good());
      QVERIFY(!result.sampled);
    }
}

void RuleGeneratorTest::largeNetworksBySample() {
  const Topology topology = test::network("dragonfly", test::dragonflyOf(6, 12, 6));
  for (const AddressScheme scheme : {AddressScheme::flat, AddressScheme::perGroup})
    for (const bool compact : {false, true}) {
      if (compact && scheme == AddressScheme::flat) continue;
      const Verification result = verifyRules(generatorOf(topology, scheme, compact));
      QVERIFY(result.sampled);
      QVERIFY(result.good());
      QVERIFY(result.pairs > 3900);
      QVERIFY(result.mostHops <= 4);  // local, global, local
    }
}

/// Benito 2020, section 8.0 of the extract: per switch, per group, compact.
void RuleGeneratorTest::tableSizes_data() {
  QTest::addColumn<QString>("kind");
  QTest::addColumn<int>("k");
  QTest::addColumn<int>("perSwitch");
  QTest::addColumn<int>("perGroup");
  QTest::addColumn<int>("compact");
  QTest::newRow("clos 8") << "clos" << 8 << 35 << 14 << 8;
  QTest::newRow("clos 16") << "clos" << 16 << 135 << 30 << 16;
  QTest::newRow("2-D 8") << "2" << 3 << 11 << 7 << 7;
  QTest::newRow("2-D 16") << "2" << 6 << 41 << 16 << 16;
  QTest::newRow("2-D 24") << "2" << 8 << 71 << 22 << 22;
  QTest::newRow("3-D 8") << "3" << 2 << 9 << 6 << 5;
  QTest::newRow("3-D 16") << "3" << 4 << 67 << 22 << 13;
  QTest::newRow("3-D 24") << "3" << 6 << 221 << 46 << 21;
}

void RuleGeneratorTest::tableSizes() {
  QFETCH(QString, kind);
  QFETCH(int, k);
  QFETCH(int, perSwitch);
  QFETCH(int, perGroup);
  QFETCH(int, compact);
  const Topology topology =
      kind == "clos" ? test::network("folded_clos", {{"k", std::int64_t{k}}})
                     : test::network("hyperx", {{"dimensions", Numbers(kind.toUInt(), k)},
                                                {"terminals_per_router", std::int64_t{k}}});
  const auto both = [](int n) { return std::pair<std::uint64_t, std::uint64_t>(n, n); };
  QCOMPARE(extremes(topology, AddressScheme::perSwitch, false), both(perSwitch));
  QCOMPARE(extremes(topology, AddressScheme::perGroup, false), both(perGroup));
  QCOMPARE(extremes(topology, AddressScheme::perGroup, true), both(compact));
  QCOMPARE(extremes(topology, AddressScheme::flat, false), both(int(topology.terminalCount())));
}

void RuleGeneratorTest::compactDragonfly_data() {
  QTest::addColumn<int>("h");
  QTest::addColumn<bool>("consecutive");
  QTest::addColumn<int>("least");
  QTest::addColumn<double>("mean");
  QTest::addColumn<int>("most");
  QTest::newRow("2 palm") << 2 << false << 10 << 10.7 << 12;
  QTest::newRow("2 cons") << 2 << true << 10 << 10.7 << 12;
  QTest::newRow("4 palm") << 4 << false << 22 << 25.8 << 29;
  QTest::newRow("4 cons") << 4 << true << 22 << 24.7 << 28;
  QTest::newRow("6 palm") << 6 << false << 39 << 41.8 << 46;
  QTest::newRow("6 cons") << 6 << true << 39 << 42.0 << 46;
  QTest::newRow("8 palm") << 8 << false << 46 << 59.4 << 68;
  QTest::newRow("8 cons") << 8 << true << 46 << 52.6 << 60;
  QTest::newRow("12 palm") << 12 << false << 81 << 94.8 << 105;
  QTest::newRow("12 cons") << 12 << true << 81 << 91.6 << 103;
}

families::GlobalArrangement balanced(std::uint64_t h, bool consecutive) {
  using Kind = families::GlobalArrangement::Kind;
  return {h, 2 * h, h, 2 * h * h + 1, 1, consecutive ? Kind::consecutive : Kind::palmtree};
}

void RuleGeneratorTest::compactDragonfly() {
  QFETCH(int, h);
  QFETCH(bool, consecutive);
  QFETCH(int, least);
  QFETCH(double, mean);
  QFETCH(int, most);
  const TableSizes sizes = compactDragonflyTables(balanced(h, consecutive));
  QCOMPARE(sizes.least, std::uint64_t(least));
  QCOMPARE(sizes.most, std::uint64_t(most));
  QVERIFY2(std::abs(sizes.mean - mean) <= 0.0501, qPrintable(QString::number(sizes.mean)));
  QCOMPARE(sizes.switches, std::uint64_t(2 * h * (2 * h * h + 1)));
  if (h > 4) return;
  // The count is that of the rules.
  Values values = test::dragonflyOf(h, 2 * h, h);
  values["arrangement"] = std::string(consecutive ? "consecutive" : "palmtree");
  QCOMPARE(extremes(test::network("dragonfly", values), AddressScheme::perGroup, true),
           std::pair(sizes.least, sizes.most));
}

void RuleGeneratorTest::millionHosts() {
  const TableSizes palm = compactDragonflyTables(balanced(24, false), 4);
  QCOMPARE(palm.least, std::uint64_t{165});
  QCOMPARE(palm.most, std::uint64_t{237});
  QVERIFY(std::abs(palm.mean - 199.6) <= 0.0501);
}

void RuleGeneratorTest::compactTablesAgree_data() {
  QTest::addColumn<int>("which");
  QTest::newRow("dragonfly") << 0;
  QTest::newRow("trunks") << 1;
  QTest::newRow("2-D butterfly") << 2;
  QTest::newRow("3-D butterfly") << 3;
  QTest::newRow("mesh") << 8;
  QTest::newRow("3-D torus") << 9;
  QTest::newRow("hypercube") << 10;
  QTest::newRow("dragonfly of 5,256") << 100;
}

/// The compact table of a switch and the other one send every frame the same way.
void RuleGeneratorTest::compactTablesAgree() {
  QFETCH(int, which);
  const Topology topology = which == 100 ? test::network("dragonfly", test::dragonflyOf(6, 12, 6))
                                         : exampleNetwork(which);
  const RuleGenerator plain = generatorOf(topology, AddressScheme::perGroup, false);
  const RuleGenerator compact = generatorOf(topology, AddressScheme::perGroup, true);
  const AddressPlan& plan = plain.plan();
  Rng rng(7, 0, RandomPurpose::destination);
  const bool large = which == 100;
  std::uint64_t compared = 0;
  for (RouterId router = 0; router < topology.routerCount(); ++router) {
    if (large && router % 37 != 0) continue;
    const RuleTable one(plain.rules(router));
    const RuleTable other(compact.rules(router));
    const std::uint32_t tries = large ? 3000 : plan.terminalCount();
    for (std::uint32_t i = 0; i < tries; ++i) {
      const TerminalId destination = large ? rng.below(plan.terminalCount()) : i;
      FrameHeader frame;
      frame.destination = plan.destinationOf(destination);
      frame.inPort = kNoPort;
      QCOMPARE(applyRules(one, frame).ports, applyRules(other, frame).ports);
      ++compared;
    }
  }
  QVERIFY(compared > 0);
}

/// Switch 0 of a two-dimensional flattened butterfly (Fig. 3b): a rule a port, none of which
/// overlap another's frames.
void RuleGeneratorTest::flattenedButterflyHasRulesAsPorts() {
  const Topology topology = test::network(
      "hyperx", {{"dimensions", Numbers{3, 3}}, {"terminals_per_router", std::int64_t{3}}});
  const RuleGenerator generator(topology, planOf(topology, AddressScheme::perGroup),
                                nextOf(topology), {});
  const std::vector<Rule> rules = generator.rules(0);
  QCOMPARE(rules.size(), std::size_t{topology.radix(0)});
  std::set<std::uint64_t> ports;
  for (const Rule& rule : rules) ports.insert(rule.actions.front().value);
  QCOMPARE(ports.size(), rules.size());
  for (TerminalId t = 0; t < topology.terminalCount(); ++t) {
    FrameHeader frame;
    frame.destination = generator.plan().destinationOf(t);
    QCOMPARE(std::count_if(rules.begin(), rules.end(),
                           [&](const Rule& rule) { return rule.match.matches(frame); }),
             std::ptrdiff_t{1});
  }
}

/// Fig. 3c: of switch 0, groups 1 and 2 are behind one port; no single ternary rule takes both
/// without group 3, so that compaction leaves 11 rules of 13.
void RuleGeneratorTest::groupsOneAndTwoDoNotMerge() {
  const Topology topology = test::network("dragonfly", test::dragonflyOf(2, 4, 2));
  const RuleGenerator generator(topology, planOf(topology, AddressScheme::perGroup),
                                nextOf(topology), {true, false, false});
  const std::vector<Rule> rules = generator.rules(0);
  QCOMPARE(rules.size(), std::size_t{11});
  const RuleTable table(rules);
  const auto portOfGroup = [&](unsigned group) {
    FrameHeader frame;
    frame.destination = generator.plan().destinationOf(group * 8);
    return applyRules(table, frame).ports.at(0);
  };
  QCOMPARE(portOfGroup(1), portOfGroup(2));
  QVERIFY(portOfGroup(3) != portOfGroup(2));
  for (unsigned mask = 0; mask < 16; ++mask)
    for (unsigned value = 0; value < 16; ++value) {
      const Ternary rule{value, mask};
      if ((value & ~mask) == 0 && rule.matches(1) && rule.matches(2)) QVERIFY(rule.matches(3));
    }
}

void RuleGeneratorTest::dynamicMacAddsARulePerHost() {
  const Topology topology = test::network("dragonfly", test::dragonflyOf(2, 4, 2));
  const AddressPlan plan = planOf(topology, AddressScheme::perGroup);
  const RuleGenerator without(topology, plan, nextOf(topology), {false, false, false});
  const RuleGenerator with(topology, plan, nextOf(topology), {false, false, true});
  QCOMPARE(with.rules(5).size(), without.rules(5).size() + 2);
  FrameHeader request;
  request.inPort = 1;
  request.source = factoryMac(11);
  request.destination = kBroadcastMac;
  request.etherType = kDynamicMacType;
  const SwitchOutcome reply = applyRules(RuleTable(with.rules(5)), request);
  QCOMPARE(reply.ports, std::vector<PortIndex>{1});
  QCOMPARE(reply.frame.source, plan.placeOf(11));
  QVERIFY(applyRules(RuleTable(without.rules(5)), request).ports.empty());
}

void RuleGeneratorTest::openFlowText() {
  const Topology topology = test::network("dragonfly", test::dragonflyOf(2, 4, 2));
  const RuleGenerator generator(topology, planOf(topology, AddressScheme::perGroup),
                                nextOf(topology), {false, true, true});
  const std::string text = openFlowRules(generator.rules(4), topology.radix(4));
  const QStringList lines = QString::fromStdString(text).split('\n', Qt::SkipEmptyParts);
  QCOMPARE(lines.size(), 13 + 1 + 2);
  QCOMPARE(lines[0], QString("table=0,priority=60,in_port=1,dl_type=0x88b5,"
                             "actions=mod_dl_src:02:00:00:00:00:08,in_port"));
  QVERIFY(lines.contains("table=0,priority=30,dl_dst=02:00:00:00:00:09,actions=output:2"));
  // Group 1, position 1: bits gggg ss h.
  QVERIFY2(text.find("table=0,priority=20,dl_dst=02:00:00:00:00:0a/ff:ff:ff:ff:ff:fe,"
                     "actions=output:3\n") != std::string::npos,
           text.c_str());
  QVERIFY(text.find("table=0,priority=10,dl_dst=02:00:00:00:00:00/ff:ff:ff:ff:ff:f8,"
                    "actions=output:") != std::string::npos);
  const std::string csv = csvRules(generator.rules(4));
  QCOMPARE(std::count(csv.begin(), csv.end(), '\n'), std::ptrdiff_t{17});
  QVERIFY(jsonRules(generator.plan(), 4, generator.rules(4)).find("\"ether_type\": \"0x88b5\"") !=
          std::string::npos);
  const RuleGenerator overlay(topology, planOf(topology, AddressScheme::overlay), nextOf(topology),
                              {});
  const std::string labels = openFlowRules(overlay.rules(4), 7);
  QVERIFY(labels.find("mpls,mpls_label=1,actions=output:") != std::string::npos);
  QVERIFY(labels.find("actions=push_mpls:0x8847,set_field:1->mpls_label,resubmit(,0)") !=
          std::string::npos);
  const RuleGenerator udp(topology, planOf(topology, AddressScheme::vxlan), nextOf(topology), {});
  QVERIFY(openFlowRules(udp.rules(4), 7)
              .find("actions=set_field:10.0.0.1->tun_dst,"
                    "set_field:1->tun_id,output:8\n") != std::string::npos);
}

/// The verification is no formality: one wrong port is seen.
void RuleGeneratorTest::aBrokenTableIsFound() {
  const Topology topology = test::network("mesh", {{"dimensions", Numbers{3, 3}}});
  const NextPort right = nextOf(topology);
  const NextPort wrong = [right](RouterId router, TerminalId terminal) {
    return router == 4 && terminal == 8 ? PortIndex{1} : right(router, terminal);
  };
  const RuleGenerator generator(topology, planOf(topology, AddressScheme::flat), wrong, {});
  const Verification result = verifyRules(generator);
  QVERIFY(!result.good());
  QVERIFY(result.delivered < result.pairs);
  QVERIFY(!result.issues.empty());
  QVERIFY(verifyRules({topology, planOf(topology, AddressScheme::flat), right, {}}).good());
}

void RuleGeneratorTest::refusals() {
  for (const char* kind : {"ring", "complete", "crossbar", "random_regular"}) {
    const auto plan = AddressPlan::make(test::network(kind), AddressScheme::perGroup, "here");
    QVERIFY(std::holds_alternative<Issue>(plan));
    QCOMPARE(std::get<Issue>(plan).path, std::string("here"));
    QVERIFY(std::get<Issue>(plan).text.english().find(kind) != std::string::npos);
  }
  TopologyBuilder builder = test::drawing();
  builder.connect(builder.addRouter(), builder.addRouter(), 1);
  const Topology empty = builder.build();
  QVERIFY(std::holds_alternative<Issue>(AddressPlan::make(empty, AddressScheme::flat, "")));
}

}  // namespace hopscope

using hopscope::RuleGeneratorTest;
HOPSCOPE_TEST(RuleGeneratorTest)
#include "rule_generator_test.moc"

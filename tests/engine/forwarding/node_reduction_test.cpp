// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/forwarding/node_reduction.h"

#include <QTest>
#include <algorithm>
#include <map>
#include <set>

#include "engine/forwarding/reduction_agreement.h"
#include "engine/topology/generator.h"
#include "tests/support/test_main.h"

namespace hopscope {
namespace {

Topology build(const char* kind, const Values& given) {
  const Generator& generator = *generators().find(kind);
  Values values = defaultsOf(generator.parameters);
  for (const auto& [name, value] : given) values[name] = value;
  return generator.build(values);
}

std::shared_ptr<const NodeReduction> reductionOf(const Topology& topology,
                                                 ReductionSettings settings = {}) {
  settings.kind = reductionFor(topology);
  return makeReduction(settings, topology);
}

std::string nameAt(const NodeReduction& reduction, RouterId router, TerminalId destination) {
  return reduction.tagName(router, reduction.tag(router, destination));
}

/// Hops round a ring by Algorithm 3.
int ringHops(RingThreshold threshold, int k, int from, int to) {
  int hops = 0;
  for (; from != to; ++hops) from = (from + ringDirection(threshold, k, from, to) + k) % k;
  return hops;
}

}  // namespace

/// Hirasawa 2022, section 5.2.
class NodeReductionTest : public QObject {
  Q_OBJECT

 private slots:
  void nineDestinationsOfAMeshAreFiveTags();
  void aRingIsTakenTheShorterWay();
  void thePrintedThresholdIsTooLongForOddRings();
  void aTorusHasTheWorkedExample();
  void parallelLinksHaveTagsOfTheirOwn();
  void aFatTreeGoesUpByOneDigit();
  void aDragonflyHasATagForEachWay();
  void patternsAreShared();
  void portsJoinTags();
};

void NodeReductionTest::nineDestinationsOfAMeshAreFiveTags() {
  const Topology mesh = build("mesh", {{"dimensions", std::vector<std::int64_t>{3, 3}}});
  const auto reduction = reductionOf(mesh);
  // Destination = X0 + 3 X1, seen from (1, 1).
  const std::map<std::string, std::vector<TerminalId>> expected = {
      {"X0+", {2, 5, 8}}, {"X0-", {0, 3, 6}}, {"X1+", {7}}, {"X1-", {1}}, {"local 0", {4}}};
  std::map<std::string, std::vector<TerminalId>> seen;
  for (TerminalId d = 0; d < 9; ++d) seen[nameAt(*reduction, 4, d)].push_back(d);
  QVERIFY(seen == expected);
  QCOMPARE(reduction->tags(4), 5u);
}

void NodeReductionTest::aRingIsTakenTheShorterWay() {
  for (int k = 2; k <= 7; ++k)
    for (int from = 0; from < k; ++from)
      for (int to = 0; to < k; ++to) {
        const int apart = std::abs(to - from);
        QCOMPARE(ringHops(RingThreshold::floor, k, from, to), std::min(apart, k - apart));
        if (k % 2 == 0)
          QCOMPARE(ringHops(RingThreshold::ceil, k, from, to), std::min(apart, k - apart));
      }
}

/// 184 of the 625 pairs of a 5-ary 2-torus take 1 or 2 hops too many: 2.72 on average, not 2.40.
void NodeReductionTest::thePrintedThresholdIsTooLongForOddRings() {
  int longer = 0, printed = 0, minimal = 0, most = 0;
  for (int from = 0; from < 25; ++from)
    for (int to = 0; to < 25; ++to) {
      const auto hops = [&](RingThreshold threshold) {
        return ringHops(threshold, 5, from % 5, to % 5) + ringHops(threshold, 5, from / 5, to / 5);
      };
      const int more = hops(RingThreshold::ceil) - hops(RingThreshold::floor);
      longer += more > 0;
      most = std::max(most, more);
      printed += hops(RingThreshold::ceil);
      minimal += hops(RingThreshold::floor);
    }
  QCOMPARE(longer, 184);
  QCOMPARE(most, 2);
  QCOMPARE(printed, 1700);  // / 625 = 2.72
  QCOMPARE(minimal, 1500);  // / 625 = 2.40
}

/// Node (4, 1) is reached from (1, 1) downwards, because 4 lies beyond (1 + 2) mod 5.
void NodeReductionTest::aTorusHasTheWorkedExample() {
  const Topology torus = build("torus", {{"dimensions", std::vector<std::int64_t>{5, 5}}});
  const auto reduction = reductionOf(torus);
  QCOMPARE(nameAt(*reduction, 1 + 5 * 1, 1 + 5 * 4), std::string("X1-"));
  QCOMPARE(nameAt(*reduction, 1 + 5 * 1, 1 + 5 * 3), std::string("X1+"));
  for (RouterId router = 0; router < 25; ++router) {
    std::set<std::uint32_t> tags;
    for (TerminalId d = 0; d < 25; ++d) tags.insert(reduction->tag(router, d));
    QCOMPARE(tags.size(), std::size_t{5});
    QVERIFY(*tags.rbegin() < reduction->tags(router));
  }
}

void NodeReductionTest::parallelLinksHaveTagsOfTheirOwn() {
  const Topology torus =
      build("torus", {{"dimensions", std::vector<std::int64_t>{5, 5}}, {"lag", std::int64_t{4}}});
  const auto reduction = reductionOf(torus);
  QCOMPARE(reduction->tags(0), 2u * 2 * 4 + 1);
  QCOMPARE(nameAt(*reduction, 0, 7), std::string("X0+[3]"));
  ReductionSettings crc;
  crc.lagSelect = LagSelect::crc;
  std::set<std::uint32_t> lags;
  for (TerminalId d = 0; d < 25; ++d) lags.insert(lagOf(LagSelect::crc, d, 4));
  QCOMPARE(lags.size(), std::size_t{4});
  QCOMPARE(nameAt(*reductionOf(torus, crc), 0, 1), std::string("X0+[1]"));  // 0x1021 mod 4
}

/// 3-ary 3-tree, terminal d2 d1 d0 = 2 1 0 (number 21), whose leaf is number 7.
void NodeReductionTest::aFatTreeGoesUpByOneDigit() {
  const Topology tree = build("k_ary_n_tree", {{"n", std::int64_t{3}}, {"k", std::int64_t{3}}});
  const auto reduction = reductionOf(tree);
  ReductionSettings asPrinted;
  asPrinted.up = UpDigit::highestDiffering;
  const auto printed = reductionOf(tree, asPrinted);
  // From leaf 0 both digits of the leaf differ; the highest is digit 2, so printed is up[d1].
  QCOMPARE(nameAt(*reduction, 0, 21), std::string("up 0"));
  QCOMPARE(nameAt(*printed, 0, 21), std::string("up 1"));
  // From leaf 6 (digits 2 0) only digit 1 differs: both are up[d0].
  QCOMPARE(nameAt(*reduction, 6, 22), std::string("up 1"));
  QCOMPARE(nameAt(*printed, 6, 22), std::string("up 1"));
  QCOMPARE(nameAt(*reduction, 7, 22), std::string("down 1"));
  // Level 1 (from router 9), digits 2 1: down to leaf digit d1; other digits: up.
  QCOMPARE(nameAt(*reduction, 9 + 7, 21), std::string("down 1"));
  QCOMPARE(nameAt(*reduction, 9 + 1, 21), std::string("up 1"));
  QCOMPARE(nameAt(*reduction, 18 + 4, 21), std::string("down 2"));
  QCOMPARE(reduction->tags(0), 6u);
  QCOMPARE(reduction->tags(18), 3u);
}

void NodeReductionTest::aDragonflyHasATagForEachWay() {
  const Topology dragonfly =
      build("dragonfly", {{"p", std::int64_t{2}}, {"a", std::int64_t{4}}, {"h", std::int64_t{2}}});
  const auto reduction = reductionOf(dragonfly);
  QCOMPARE(reduction->tags(0), 8u + 3 + 2);
  for (RouterId router = 0; router < dragonfly.routerCount(); ++router) {
    std::set<std::uint32_t> tags;
    for (TerminalId d = 0; d < dragonfly.terminalCount(); ++d)
      tags.insert(reduction->tag(router, d));
    QCOMPARE(tags.size(), std::size_t{13});
    QCOMPARE(*tags.rbegin(), 12u);
  }
  QCOMPARE(nameAt(*reduction, 5, 2 * 5 + 1), std::string("local 1"));
  QCOMPARE(nameAt(*reduction, 5, 2 * 7), std::string("switch 3"));
  QCOMPARE(nameAt(*reduction, 5, 2 * 4), std::string("switch 0"));
  QCOMPARE(nameAt(*reduction, 5, 2 * 3), std::string("group 0"));
  QCOMPARE(nameAt(*reduction, 5, 2 * 33), std::string("group 8"));
}

void NodeReductionTest::patternsAreShared() {
  TagPorts ports;
  ports.firstTag = {0, 3, 6, 9};
  ports.ports = {0, 1, kNoPort, kNoPort, 1, 2, 0, 2, 1};
  QCOMPARE(mappingPatterns(ports), std::size_t{2});
}

void NodeReductionTest::portsJoinTags() {
  const Topology mesh = build("mesh", {{"dimensions", std::vector<std::int64_t>{2}}});
  const auto reduction = reductionOf(mesh);
  auto ports = std::make_shared<TagPorts>();
  ports->firstTag = {0, 3, 6};
  ports->ports = {0, kNoPort, 1, 0, 1, kNoPort};
  const auto joined = reducedToPorts(reduction, mesh, ports);
  QCOMPARE(joined->tag(0, 1), 1u);  // X0+ leaves by port 1
  QCOMPARE(joined->tag(1, 0), 1u);  // X0- leaves by port 1
  QCOMPARE(joined->tagName(0, 1), std::string("port 1"));
}

}  // namespace hopscope

using hopscope::NodeReductionTest;
HOPSCOPE_TEST(NodeReductionTest)
#include "node_reduction_test.moc"

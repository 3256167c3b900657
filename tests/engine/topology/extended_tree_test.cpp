// SPDX-License-Identifier: GPL-3.0-or-later
// XGFT and folded Clos.
#include <QTest>
#include <algorithm>

#include "tests/support/networks.h"
#include "tests/support/test_main.h"

namespace hopscope {

using test::facts;
using test::network;
using test::treeOf;

using List = std::vector<std::int64_t>;

class ExtendedTreeTest : public QObject {
  Q_OBJECT

 private slots:
  void equalTheKAryNTree_data();
  void equalTheKAryNTree();
  void generalisedFatTree();
  void thinTree();
  void foldedClosSizes_data();
  void foldedClosSizes();
  void foldedClosIsWiredByPods();
  void foldedClosIsAnXgft();
};

static Values tree(const List& m, const List& w, std::int64_t lag = 1) {
  return {{"m", m}, {"w", w}, {"lag", lag}};
}

void ExtendedTreeTest::equalTheKAryNTree_data() {
  QTest::addColumn<int>("n");
  QTest::addColumn<int>("k");
  for (const auto& [n, k] :
       std::vector<std::pair<int, int>>{{2, 2}, {2, 5}, {3, 3}, {3, 4}, {4, 2}})
    QTest::addRow("%d, %d", n, k) << n << k;
}

/// XGFT(n; k … k; 1, k … k): the same routers, ports and links.
void ExtendedTreeTest::equalTheKAryNTree() {
  QFETCH(int, n);
  QFETCH(int, k);
  const List m(static_cast<std::size_t>(n), k);
  List w = m;
  w[0] = 1;
  for (const std::int64_t lag : {1, 3}) {
    Values values = treeOf(n, k);
    values["lag"] = lag;
    Topology kary = network("k_ary_n_tree", values);
    const Topology xgft = network("xgft", tree(m, w, lag));
    QCOMPARE(xgft.linkCount(), kary.linkCount());
    for (LinkId l = 0; l < kary.linkCount(); ++l) {
      QVERIFY(xgft.links[l].a == kary.links[l].a);
      QVERIFY(xgft.links[l].b == kary.links[l].b);
    }
    QVERIFY(xgft.group == kary.group);
    if (k % 2 == 0)
      QCOMPARE(facts("xgft", tree(m, w, lag)).bisection.value(),
               facts("k_ary_n_tree", values).bisection.value());
  }
}

/// FT(l, m, w): m^l nodes, level h of 0 … l-1 has m^(l-1-h) w^h switches; up port p of switch
/// (a; q) leads to (a without its lowest digit; p, q).
void ExtendedTreeTest::generalisedFatTree() {
  constexpr RouterId kM = 4;
  constexpr RouterId kW = 3;
  const Topology fat = network("xgft", tree({4, 4, 4}, {1, 3, 3}));
  QCOMPARE(fat.terminalCount(), 64u);
  QCOMPARE(fat.routerCount(), 16u + 12u + 9u);
  for (RouterId a1 = 0; a1 < kM; ++a1)
    for (RouterId a0 = 0; a0 < kM; ++a0)
      for (RouterId p = 0; p < kW; ++p) {
        const LinkEnd& middle = fat.port(a1 * kM + a0, static_cast<PortIndex>(kM + p)).peer;
        QCOMPARE(middle.node, 16 + a1 * kW + p);
        QCOMPARE(RouterId{middle.port}, a0);  // the down port restores the digit
        for (RouterId q = 0; q < kW; ++q) {
          const LinkEnd& top = fat.port(16 + a1 * kW + p, static_cast<PortIndex>(kM + q)).peer;
          QCOMPARE(top.node, 28 + q * kW + p);
          QCOMPARE(RouterId{top.port}, a1);
        }
      }
}

/// Two leaves of three terminals below one root: 5 routers' worth of distances by hand.
void ExtendedTreeTest::thinTree() {
  const TopologyFacts found = facts("xgft", tree({3, 2}, {1, 1}, 2));
  QCOMPARE(found.routers, std::uint64_t{3});
  QCOMPARE(found.terminals, std::uint64_t{6});
  QCOMPARE(found.links, std::uint64_t{6 + 4});
  QCOMPARE(found.radix, std::uint64_t{5});
  QCOMPARE(found.averageDistance.value(), (2 * 2 + 3 * 4) / 6.0);
  QCOMPARE(found.bisection.value(), std::uint64_t{2});
}

void ExtendedTreeTest::foldedClosSizes_data() {
  QTest::addColumn<int>("k");
  QTest::addColumn<quint64>("terminals");  // k³/4
  QTest::addColumn<quint64>("routers");    // 5 k²/4
  QTest::newRow("4") << 4 << quint64{16} << quint64{20};
  QTest::newRow("8") << 8 << quint64{128} << quint64{80};
  QTest::newRow("16") << 16 << quint64{1024} << quint64{320};
  QTest::newRow("48") << 48 << quint64{27'648} << quint64{2880};
  QTest::newRow("60") << 60 << quint64{54'000} << quint64{4500};
  QTest::newRow("64") << 64 << quint64{65'536} << quint64{5120};
  QTest::newRow("96") << 96 << quint64{221'184} << quint64{11'520};
}

void ExtendedTreeTest::foldedClosSizes() {
  QFETCH(int, k);
  QFETCH(quint64, terminals);
  QFETCH(quint64, routers);
  const TopologyFacts found = facts("folded_clos", {{"k", std::int64_t{k}}});
  QCOMPARE(quint64{found.terminals}, terminals);
  QCOMPARE(quint64{found.routers}, routers);
  QCOMPARE(quint64{found.links}, 3 * terminals);
  QCOMPARE(quint64{found.radix}, quint64(k));
  QCOMPARE(found.diameter.value(), std::uint64_t{6});
  QCOMPARE(quint64{found.bisection.value()}, terminals / 2);
}

void ExtendedTreeTest::foldedClosIsWiredByPods() {
  const Topology clos = network("folded_clos", {{"k", std::int64_t{6}}});
  const RouterId aggregation = 18;
  const RouterId core = 36;
  for (RouterId pod = 0; pod < 6; ++pod)
    for (RouterId i = 0; i < 3; ++i)
      for (RouterId j = 0; j < 3; ++j) {
        const RouterId upper = aggregation + pod * 3 + j;
        QCOMPARE(clos.port(pod * 3 + i, static_cast<PortIndex>(3 + j)).peer.node, upper);
        QCOMPARE(clos.port(upper, static_cast<PortIndex>(i)).peer.node, pod * 3 + i);
        const RouterId x = i;
        const RouterId top = core + j + 3 * x;
        QCOMPARE(clos.port(upper, static_cast<PortIndex>(3 + x)).peer.node, top);
        QCOMPARE(clos.port(top, static_cast<PortIndex>(pod)).peer.node, upper);
        QCOMPARE(clos.group[upper], static_cast<std::int32_t>(pod));
      }
  QVERIFY(std::all_of(clos.group.begin() + core, clos.group.end(), [](auto g) { return g == 6; }));
}

void ExtendedTreeTest::foldedClosIsAnXgft() {
  const Topology clos = network("folded_clos", {{"k", std::int64_t{8}}});
  const Topology xgft = network("xgft", tree({4, 4, 8}, {1, 4, 4}));
  QVERIFY(clos.links == xgft.links);
}

}  // namespace hopscope

using hopscope::ExtendedTreeTest;
HOPSCOPE_TEST(ExtendedTreeTest)
#include "extended_tree_test.moc"

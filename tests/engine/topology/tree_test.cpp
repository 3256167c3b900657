// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <cmath>

#include "tests/support/networks.h"
#include "tests/support/test_main.h"

namespace hopscope {

using test::facts;
using test::network;
using test::treeOf;

/// k-ary n-tree, Clos and MiKANT against the property table of Li & Chu (ScalCom 2018).
class TreeTest : public QObject {
  Q_OBJECT

 private slots:
  void goldenTable_data();
  void goldenTable();
  void bisection();
  void everyPortIsUsed();
  void mikantWiring();
  void clossMiddleRouters();
  void parallelLinks();
};

void TreeTest::goldenTable_data() {
  QTest::addColumn<int>("n");
  QTest::addColumn<int>("k");
  QTest::addColumn<QString>("kind");
  QTest::addColumn<quint64>("terminals");
  QTest::addColumn<quint64>("routers");
  QTest::addColumn<quint64>("links");
  QTest::addColumn<quint64>("diameter");
  QTest::addColumn<double>("average");
  const auto row = [](int n, int k, const char* kind, quint64 terminals, quint64 routers,
                      quint64 links, quint64 diameter, double average) {
    QTest::addRow("%s (%d,%d)", kind, n, k)
        << n << k << QString(kind) << terminals << routers << links << diameter << average;
  };
  row(2, 2, "k_ary_n_tree", 4, 4, 8, 4, 2.5);
  row(2, 2, "clos", 8, 6, 16, 4, 3.25);
  row(2, 2, "mikant", 8, 4, 12, 4, 2.75);
  row(3, 3, "k_ary_n_tree", 27, 27, 81, 6, 5.0370);
  row(3, 3, "clos", 54, 45, 162, 6, 5.5185);
  row(3, 3, "mikant", 54, 36, 135, 6, 5.0185);
  row(3, 4, "k_ary_n_tree", 64, 48, 192, 6, 5.3438);
  row(3, 4, "clos", 128, 80, 384, 6, 5.6719);
  row(3, 4, "mikant", 128, 64, 320, 6, 5.1719);
  row(4, 3, "k_ary_n_tree", 81, 108, 324, 8, 7.0123);
  row(4, 3, "clos", 162, 189, 648, 8, 7.5062);
  row(4, 3, "mikant", 162, 162, 567, 8, 7.0062);
  row(4, 4, "k_ary_n_tree", 256, 256, 1024, 8, 7.3359);
  row(4, 4, "clos", 512, 448, 2048, 8, 7.6680);
  row(4, 4, "mikant", 512, 384, 1792, 8, 7.1680);
  row(5, 4, "k_ary_n_tree", 1024, 1280, 5120, 10, 9.3340);
  row(5, 4, "clos", 2048, 2304, 10240, 10, 9.6670);
  row(5, 4, "mikant", 2048, 2048, 9216, 10, 9.1670);
}

void TreeTest::goldenTable() {
  QFETCH(int, n);
  QFETCH(int, k);
  QFETCH(QString, kind);
  QFETCH(quint64, terminals);
  QFETCH(quint64, routers);
  QFETCH(quint64, links);
  QFETCH(quint64, diameter);
  QFETCH(double, average);
  const std::string name = kind.toStdString();
  for (const TopologyFacts& found :
       {facts(name, treeOf(n, k)), measureFacts(network(name, treeOf(n, k)))}) {
    QCOMPARE(quint64{found.terminals}, terminals);
    QCOMPARE(quint64{found.routers}, routers);
    QCOMPARE(quint64{found.links}, links);
    QCOMPARE(quint64{found.channels}, 2 * links);
    QCOMPARE(quint64{found.radix}, quint64(2 * k));
    QCOMPARE(quint64{found.diameter.value()}, diameter);
    QVERIFY2(std::abs(found.averageDistance.value() - average) < 0.00006,
             qPrintable(QString::number(found.averageDistance.value(), 'f', 6)));
    const auto count = static_cast<double>(terminals);
    QVERIFY(std::abs(found.averageDistanceExcludingSelf.value() -
                     found.averageDistance.value() * count / (count - 1)) < 1e-9);
    QCOMPARE(quint64{found.groups}, quint64(name == "mikant" ? 2 : 0));
  }
}

/// k^n / 2 for tree and MiKANT, k^n for Clos (the corrected table); unknown for odd k but for Clos.
void TreeTest::bisection() {
  QCOMPARE(facts("k_ary_n_tree", treeOf(3, 4)).bisection.value(), std::uint64_t{32});
  QCOMPARE(facts("mikant", treeOf(3, 4)).bisection.value(), std::uint64_t{32});
  QCOMPARE(facts("clos", treeOf(3, 4)).bisection.value(), std::uint64_t{64});
  QCOMPARE(facts("clos", treeOf(2, 2)).bisection.value(), std::uint64_t{4});
  QVERIFY(!facts("mikant", treeOf(3, 3)).bisection.has_value());
  QVERIFY(!facts("k_ary_n_tree", treeOf(3, 3)).bisection.has_value());
}

/// Every switch of MiKANT and Clos has 2k ports; the roots of the tree have k.
void TreeTest::everyPortIsUsed() {
  for (const char* kind : {"mikant", "clos", "k_ary_n_tree"}) {
    const Topology tree = network(kind, treeOf(4, 3));
    for (RouterId r = 0; r < tree.routerCount(); ++r) {
      const bool root = tree.kind == "k_ary_n_tree" && tree.group[r] == 3;
      QCOMPARE(int{tree.radix(r)}, root ? 3 : 6);
      for (PortIndex p = 0; p < tree.radix(r); ++p) QVERIFY(tree.port(r, p).link != kNone);
    }
  }
}

/// The connection rules, digit by digit, for MiKANT(4, 3): up port x of <G, L, D> leads to
/// <G, L+1, D[L] := x>, at the top to <1-G, L, D[n-2] := x>; down port x to D[L-1] := x.
void TreeTest::mikantWiring() {
  constexpr std::uint32_t kWidth = 27;
  const std::uint32_t weight[] = {1, 3, 9};
  const Topology mikant = network("mikant", treeOf(4, 3));
  const auto router = [](std::uint32_t group, std::uint32_t level, std::uint32_t digits) {
    return (group * 3 + level) * kWidth + digits;
  };
  const auto with = [&](std::uint32_t digits, std::uint32_t place, std::uint32_t digit) {
    return digits - digits / weight[place] % 3 * weight[place] + digit * weight[place];
  };
  for (std::uint32_t group = 0; group < 2; ++group)
    for (std::uint32_t level = 0; level < 3; ++level)
      for (std::uint32_t digits = 0; digits < kWidth; ++digits)
        for (std::uint32_t x = 0; x < 3; ++x) {
          const RouterId here = router(group, level, digits);
          const LinkEnd& up = mikant.port(here, static_cast<PortIndex>(3 + x)).peer;
          const LinkEnd& down = mikant.port(here, static_cast<PortIndex>(x)).peer;
          const RouterId above = level < 2 ? router(group, level + 1, with(digits, level, x))
                                           : router(1 - group, 2, with(digits, 2, x));
          const std::uint32_t digit = digits / weight[level] % 3;
          QCOMPARE(up.node, above);
          QCOMPARE(std::uint32_t{up.port}, level < 2 ? digit : 3 + digit);
          QCOMPARE(down.isTerminal, level == 0);
          if (level == 0) QCOMPARE(down.node, (group * kWidth + digits) * 3 + x);
          if (level > 0) QCOMPARE(down.node, router(group, level - 1, with(digits, level - 1, x)));
        }
}

/// The middle routers come last and have k links to each side, the left side's ports first.
void TreeTest::clossMiddleRouters() {
  const Topology clos = network("clos", treeOf(3, 2));
  QCOMPARE(clos.routerCount(), 20u);
  for (RouterId middle = 16; middle < 20; ++middle) {
    QCOMPARE(clos.group[middle], 2);
    for (PortIndex p = 0; p < 4; ++p) {
      const RouterId peer = clos.port(middle, p).peer.node;
      QCOMPARE(clos.group[peer], p < 2 ? 1 : 3);
      QCOMPARE(clos.position[peer] / 2 % 2, p % 2);
    }
  }
  QCOMPARE(clos.group[clos.terminals[0].router], 0);
  QCOMPARE(clos.group[clos.terminals[15].router], 4);
}

void TreeTest::parallelLinks() {
  Values values = treeOf(3, 2);
  values["lag"] = std::int64_t{3};
  const TopologyFacts trunked = facts("mikant", values);
  const TopologyFacts single = facts("mikant", treeOf(3, 2));
  QCOMPARE(trunked.links - trunked.terminals, 3 * (single.links - single.terminals));
  QCOMPARE(trunked.averageDistance.value(), single.averageDistance.value());
  QCOMPARE(trunked.bisection.value(), 3 * single.bisection.value());
  const Topology mikant = network("mikant", values);
  for (PortIndex p = 2; p < 8; ++p)
    QCOMPARE(mikant.port(0, p).peer.node,
             mikant.port(0, static_cast<PortIndex>(p < 5 ? 2 : 5)).peer.node);
}

}  // namespace hopscope

using hopscope::TreeTest;
HOPSCOPE_TEST(TreeTest)
#include "tree_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "tests/support/networks.h"
#include "tests/support/test_main.h"

namespace hopscope {

using test::facts;
using test::network;

class GridTest : public QObject {
  Q_OBJECT

 private slots:
  void linksAndDiameters_data();
  void linksAndDiameters();
  void averages();
  void bisection();
  void neighbours();
  void aRingOfTwoHasOneLink();
  void completeAndCrossbar();
};

static Values grid(const std::vector<std::int64_t>& sizes, std::int64_t perRouter = 1) {
  return {{"dimensions", sizes}, {"terminals_per_router", perRouter}};
}

void GridTest::linksAndDiameters_data() {
  QTest::addColumn<int>("k");
  QTest::addColumn<int>("n");
  QTest::newRow("4,3") << 4 << 3;
  QTest::newRow("5,2") << 5 << 2;
  QTest::newRow("3,1") << 3 << 1;
  QTest::newRow("4,4") << 4 << 4;
  QTest::newRow("8,2") << 8 << 2;
}

/// k^n routers; mesh n (k-1) k^(n-1) links and diameter n (k-1), torus n k^n and n floor(k/2); one
/// terminal each, whose links add one to the links and two to a terminal's distance.
void GridTest::linksAndDiameters() {
  QFETCH(int, k);
  QFETCH(int, n);
  std::uint64_t routers = 1;
  for (int d = 0; d < n; ++d) routers *= static_cast<std::uint64_t>(k);
  const auto un = static_cast<std::uint64_t>(n);
  const auto uk = static_cast<std::uint64_t>(k);
  const Values values = grid(std::vector<std::int64_t>(un, k));
  for (const TopologyFacts& mesh : {facts("mesh", values), measureFacts(network("mesh", values))}) {
    QCOMPARE(mesh.routers, routers);
    QCOMPARE(mesh.links - mesh.terminals, un * (uk - 1) * (routers / uk));
    QCOMPARE(mesh.routerDiameter.value(), un * (uk - 1));
    QCOMPARE(mesh.diameter.value(), un * (uk - 1) + 2);
  }
  for (const TopologyFacts& torus :
       {facts("torus", values), measureFacts(network("torus", values))}) {
    QCOMPARE(torus.links - torus.terminals, un * routers);
    QCOMPARE(torus.routerDiameter.value(), un * (uk / 2));
    QCOMPARE(torus.radix, 2 * un + 1);
  }
}

/// Mean ring distance k/4 for even k, (k - 1/k)/4 for odd k; mean line distance (k - 1/k)/3.
void GridTest::averages() {
  QCOMPARE(facts("torus", grid({8, 8})).averageDistance.value(), 2.0 + 2.0 + 2 * 63.0 / 64);
  QCOMPARE(facts("torus", grid({5, 5})).averageDistance.value(), 2 * (5 - 0.2) / 4 + 2 * 24.0 / 25);
  QCOMPARE(facts("mesh", grid({8, 8})).averageDistance.value(),
           2 * (8 - 1.0 / 8) / 3 + 2 * 63.0 / 64);
  const TopologyFacts mesh = facts("mesh", grid({8, 8}));
  QCOMPARE(mesh.averageDistanceExcludingSelf.value(), mesh.averageDistance.value() * 64 / 63);
}

/// Even k: k^(n-1) in the mesh, twice as many in the torus; odd k: (k^n - 1)/(k - 1) in the mesh.
void GridTest::bisection() {
  QCOMPARE(facts("mesh", grid({8, 8})).bisection.value(), std::uint64_t{8});
  QCOMPARE(facts("mesh", grid({4, 4, 4})).bisection.value(), std::uint64_t{16});
  QCOMPARE(facts("mesh", grid({5, 5})).bisection.value(), std::uint64_t{6});
  QCOMPARE(facts("mesh", grid({3, 3, 3})).bisection.value(), std::uint64_t{13});
  QCOMPARE(facts("mesh", grid({2, 8})).bisection.value(), std::uint64_t{2});
  QCOMPARE(facts("torus", grid({8, 8})).bisection.value(), std::uint64_t{16});
  QCOMPARE(facts("torus", grid({2, 2, 2})).bisection.value(), std::uint64_t{4});
  QVERIFY(!facts("torus", grid({5, 5})).bisection.has_value());
}

/// Router 5 of a 4 x 3 torus is (1, 1): terminals, then 0-, 0+, 1-, 1+.
void GridTest::neighbours() {
  const Topology torus = network("torus", grid({4, 3}, 2));
  const std::vector<RouterId> expected = {4, 6, 1, 9};
  for (std::size_t i = 0; i < expected.size(); ++i)
    QCOMPARE(torus.port(5, static_cast<PortIndex>(2 + i)).peer.node, expected[i]);
  QCOMPARE(torus.port(5, 0).peer.node, 10u);
  QCOMPARE(torus.port(5, 1).peer.node, 11u);
  // Router 0 is (0, 0): its links wrap around.
  QCOMPARE(torus.port(0, 2).peer.node, 3u);
  QCOMPARE(torus.port(0, 4).peer.node, 8u);
  QCOMPARE(torus.classOf(torus.port(0, 4).link).name, std::string("dimension_1"));

  // Router 3 of the mesh is (3, 0): only 0- and 1+ exist.
  const Topology mesh = network("mesh", grid({4, 3}));
  QCOMPARE(int{mesh.radix(3)}, 3);
  QCOMPARE(mesh.port(3, 1).peer.node, 2u);
  QCOMPARE(mesh.port(3, 2).peer.node, 7u);
  QCOMPARE(mesh.group[7], 1);
  QCOMPARE(mesh.position[7], 3);
}

void GridTest::aRingOfTwoHasOneLink() {
  const Topology torus = network("torus", grid({2, 4}));
  QCOMPARE(torus.linkCount(), 8u + 4u + 8u);
  for (RouterId r = 0; r < 8; ++r) {
    QCOMPARE(int{torus.radix(r)}, 4);
    QCOMPARE(torus.port(r, 1).peer.node, r ^ 1u);
  }
}

void GridTest::completeAndCrossbar() {
  const Values values = {{"routers", std::int64_t{6}}, {"terminals_per_router", std::int64_t{3}}};
  const Topology complete = network("complete", values);
  QCOMPARE(complete.linkCount(), 18u + 15u);
  QCOMPARE(complete.port(2, 3).peer.node, 0u);
  QCOMPARE(complete.port(2, 5).peer.node, 3u);
  QCOMPARE(facts("complete", values).bisection.value(), std::uint64_t{9});
  QCOMPARE(facts("complete", values).diameter.value(), std::uint64_t{3});
  const TopologyFacts crossbar = facts("crossbar", {{"terminals", std::int64_t{10}}});
  QCOMPARE(crossbar.diameter.value(), std::uint64_t{2});
  QCOMPARE(crossbar.routerDiameter.value(), std::uint64_t{0});
  QCOMPARE(crossbar.averageDistance.value(), 1.8);
  QCOMPARE(crossbar.averageDistanceExcludingSelf.value(), 2.0);
}

}  // namespace hopscope

using hopscope::GridTest;
HOPSCOPE_TEST(GridTest)
#include "grid_test.moc"

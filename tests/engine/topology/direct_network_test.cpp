// SPDX-License-Identifier: GPL-3.0-or-later
// Ring, hypercube, HyperX and random regular networks.
#include <QTest>
#include <algorithm>
#include <bit>
#include <set>

#include "engine/topology/graph_algorithms.h"
#include "tests/support/networks.h"
#include "tests/support/test_main.h"

namespace hopscope {

using test::facts;
using test::network;

using Dimensions = std::vector<std::int64_t>;

class DirectNetworkTest : public QObject {
  Q_OBJECT

 private slots:
  void ringIsATorusOfOneDimension();
  void hypercubeSizes_data();
  void hypercubeSizes();
  void hypercubePortsAreBits();
  void hyperxSizes_data();
  void hyperxSizes();
  void hyperxPortsAreCoordinates();
  void hyperxCutIsTheLeast_data();
  void hyperxCutIsTheLeast();
  void randomIsRegularSimpleAndConnected_data();
  void randomIsRegularSimpleAndConnected();
  void randomFollowsItsSeed();
};

static Values withTerminals(Values values, std::int64_t perRouter, std::int64_t lag = 1) {
  values["terminals_per_router"] = perRouter;
  values["lag"] = lag;
  return values;
}

void DirectNetworkTest::ringIsATorusOfOneDimension() {
  for (const std::int64_t size : {2, 3, 4, 9}) {
    const Topology ring = network("ring", withTerminals({{"routers", size}}, 2, 2));
    const Topology torus =
        network("torus", withTerminals({{"dimensions", Dimensions{size}}}, 2, 2));
    QVERIFY(ring.links == torus.links);
    QCOMPARE(facts("ring", {{"routers", size}}).bisection.value(),
             std::uint64_t{size == 2 ? 1u : 2u});
  }
}

void DirectNetworkTest::hypercubeSizes_data() {
  QTest::addColumn<int>("n");
  QTest::addColumn<quint64>("routers");
  QTest::addColumn<quint64>("routerLinks");  // n 2^(n-1)
  QTest::addColumn<quint64>("bisection");    // 2^(n-1)
  QTest::newRow("1") << 1 << quint64{2} << quint64{1} << quint64{1};
  QTest::newRow("3") << 3 << quint64{8} << quint64{12} << quint64{4};
  QTest::newRow("4") << 4 << quint64{16} << quint64{32} << quint64{8};
  QTest::newRow("10") << 10 << quint64{1024} << quint64{5120} << quint64{512};
}

void DirectNetworkTest::hypercubeSizes() {
  QFETCH(int, n);
  QFETCH(quint64, routers);
  QFETCH(quint64, routerLinks);
  QFETCH(quint64, bisection);
  const TopologyFacts found = facts("hypercube", {{"n", std::int64_t{n}}});
  QCOMPARE(quint64{found.routers}, routers);
  QCOMPARE(quint64{found.links}, routers + routerLinks);
  QCOMPARE(quint64{found.radix}, quint64(n) + 1);
  QCOMPARE(quint64{found.routerDiameter.value()}, quint64(n));
  QCOMPARE(quint64{found.bisection.value()}, bisection);
  // Half of the bits differ on the average.
  QCOMPARE(found.averageDistance.value() - 2 * (1 - 1.0 / static_cast<double>(routers)), n / 2.0);
}

void DirectNetworkTest::hypercubePortsAreBits() {
  const Topology cube = network("hypercube", withTerminals({{"n", std::int64_t{4}}}, 3, 2));
  for (RouterId r = 0; r < 16; ++r)
    for (std::uint32_t way = 0; way < 2 * 4; ++way)
      QCOMPARE(cube.port(r, static_cast<PortIndex>(3 + way)).peer.node, r ^ (1u << way / 2));
}

void DirectNetworkTest::hyperxSizes_data() {
  QTest::addColumn<QList<int>>("sizes");
  QTest::addColumn<int>("perRouter");
  QTest::addColumn<quint64>("terminals");
  QTest::addColumn<quint64>("radix");
  // Spec of the flattened butterfly: n per dimension and router, n^(D+1) terminals.
  QTest::newRow("8x8x4") << QList<int>{8, 8} << 4 << quint64{256} << quint64{18};
  QTest::newRow("2-D, 3") << QList<int>{3, 3} << 3 << quint64{27} << quint64{7};
  QTest::newRow("3-D, 16") << QList<int>{16, 16, 16} << 16 << quint64{65'536} << quint64{61};
  QTest::newRow("4-D, 13") << QList<int>{13, 13, 13, 13} << 13 << quint64{371'293} << quint64{61};
  QTest::newRow("4-D, uneven") << QList<int>{15, 15, 15, 6} << 15 << quint64{303'750}
                               << quint64{62};
}

void DirectNetworkTest::hyperxSizes() {
  QFETCH(QList<int>, sizes);
  QFETCH(int, perRouter);
  QFETCH(quint64, terminals);
  QFETCH(quint64, radix);
  const TopologyFacts found = facts(
      "hyperx", withTerminals({{"dimensions", Dimensions(sizes.begin(), sizes.end())}}, perRouter));
  QCOMPARE(quint64{found.terminals}, terminals);
  QCOMPARE(quint64{found.radix}, radix);
  QCOMPARE(found.routerDiameter.value(), std::uint64_t(sizes.size()));
}

void DirectNetworkTest::hyperxPortsAreCoordinates() {
  const Topology hyperx =
      network("hyperx", withTerminals({{"dimensions", Dimensions{3, 4, 2}}}, 2, 2));
  for (RouterId r = 0; r < 24; ++r) {
    PortIndex port = 2;
    RouterId stride = 1;
    for (const RouterId size : {3u, 4u, 2u}) {
      const RouterId own = r / stride % size;
      for (RouterId other = 0; other < size; ++other)
        for (int lane = 0; other != own && lane < 2; ++lane)
          QCOMPARE(hyperx.port(r, port++).peer.node, r + other * stride - own * stride);
      stride *= size;
    }
    QCOMPARE(port, hyperx.radix(r));
    QCOMPARE(hyperx.group[r], static_cast<std::int32_t>(r / 3));
  }
}

void DirectNetworkTest::hyperxCutIsTheLeast_data() {
  QTest::addColumn<QList<int>>("sizes");
  for (const QList<int>& sizes : {QList<int>{2, 2, 2}, QList<int>{3, 3}, QList<int>{5, 3},
                                  QList<int>{2, 3, 3}, QList<int>{4, 4}, QList<int>{7}})
    QTest::addRow("%d, %d", int(sizes.size()), sizes[0]) << sizes;
}

/// Against all halves of the routers.
void DirectNetworkTest::hyperxCutIsTheLeast() {
  QFETCH(QList<int>, sizes);
  const Values values = {{"dimensions", Dimensions(sizes.begin(), sizes.end())}};
  const Topology hyperx = network("hyperx", values);
  const std::uint32_t routers = hyperx.routerCount();
  std::uint64_t least = ~std::uint64_t{0};
  for (std::uint32_t half = 0; half < 1u << routers; ++half) {
    if (std::popcount(half) != static_cast<int>(routers / 2)) continue;
    std::uint64_t cut = 0;
    for (const Link& link : hyperx.links)
      if (!link.a.isTerminal) cut += ((half >> link.a.node) ^ (half >> link.b.node)) & 1;
    least = std::min(least, cut);
  }
  QCOMPARE(facts("hyperx", values).bisection.value(), least);
}

void DirectNetworkTest::randomIsRegularSimpleAndConnected_data() {
  QTest::addColumn<int>("routers");
  QTest::addColumn<int>("degree");
  for (const auto& [routers, degree] : std::vector<std::pair<int, int>>{
           {2, 1}, {3, 2}, {4, 3}, {40, 2}, {41, 4}, {50, 49}, {64, 3}, {200, 7}, {1000, 16}})
    QTest::addRow("%d, %d", routers, degree) << routers << degree;
}

void DirectNetworkTest::randomIsRegularSimpleAndConnected() {
  QFETCH(int, routers);
  QFETCH(int, degree);
  for (std::int64_t seed = 0; seed < 5; ++seed) {
    const Topology random = network(
        "random_regular",
        {{"routers", std::int64_t{routers}}, {"degree", std::int64_t{degree}}, {"seed", seed}});
    for (RouterId r = 0; r < random.routerCount(); ++r) {
      std::vector<RouterId> peers;
      for (PortIndex p = 2; p < random.radix(r); ++p) peers.push_back(random.port(r, p).peer.node);
      QCOMPARE(static_cast<int>(peers.size()), degree);
      QVERIFY(std::is_sorted(peers.begin(), peers.end()));
      QVERIFY(std::adjacent_find(peers.begin(), peers.end()) == peers.end());
      QVERIFY(std::find(peers.begin(), peers.end(), r) == peers.end());
    }
    const auto components = routerComponents(random);
    QVERIFY(std::all_of(components.begin(), components.end(), [](auto c) { return c == 0; }));
  }
}

void DirectNetworkTest::randomFollowsItsSeed() {
  const auto links = [](std::int64_t seed) {
    return network("random_regular", {{"seed", seed}}).links;
  };
  QVERIFY(links(7) == links(7));
  std::set<RouterId> partnersOfZero;
  for (std::int64_t seed = 0; seed < 60; ++seed) {
    QVERIFY(links(seed) != links(seed + 1));
    for (const Link& link : links(seed))
      if (!link.a.isTerminal && link.a.node == 0) partnersOfZero.insert(link.b.node);
  }
  // 60 draws of 4 among 31: all but surely nobody is left out.
  QCOMPARE(partnersOfZero.size(), std::size_t{31});
}

}  // namespace hopscope

using hopscope::DirectNetworkTest;
HOPSCOPE_TEST(DirectNetworkTest)
#include "direct_network_test.moc"

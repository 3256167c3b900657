// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <map>
#include <set>

#include "tests/support/networks.h"
#include "tests/support/test_main.h"

namespace hopscope {

using test::dragonflyOf;
using test::facts;
using test::network;

class DragonflyTest : public QObject {
  Q_OBJECT

 private slots:
  void sizes_data();
  void sizes();
  void palmtree_data();
  void palmtree();
  void portOrder();
  void fewerGroups_data();
  void fewerGroups();
  void consecutive_data();
  void consecutive();
  void distancesOfTheSmallestBalancedOne();
  void parallelLinks();
};

void DragonflyTest::sizes_data() {
  QTest::addColumn<int>("h");
  QTest::addColumn<quint64>("groups");
  QTest::addColumn<quint64>("routers");
  QTest::addColumn<quint64>("terminals");
  QTest::addColumn<quint64>("radix");
  QTest::newRow("h=2") << 2 << quint64{9} << quint64{36} << quint64{72} << quint64{7};
  QTest::newRow("h=4") << 4 << quint64{33} << quint64{264} << quint64{1056} << quint64{15};
  QTest::newRow("h=6") << 6 << quint64{73} << quint64{876} << quint64{5256} << quint64{23};
  QTest::newRow("h=8") << 8 << quint64{129} << quint64{2064} << quint64{16512} << quint64{31};
}

void DragonflyTest::sizes() {
  QFETCH(int, h);
  QFETCH(quint64, groups);
  QFETCH(quint64, routers);
  QFETCH(quint64, terminals);
  QFETCH(quint64, radix);
  const Values values = dragonflyOf(h, 2 * h, h);
  for (const TopologyFacts& found :
       {facts("dragonfly", values), measureFacts(network("dragonfly", values))}) {
    QCOMPARE(quint64{found.groups}, groups);
    QCOMPARE(quint64{found.routers}, routers);
    QCOMPARE(quint64{found.terminals}, terminals);
    QCOMPARE(quint64{found.radix}, radix);
    QCOMPARE(quint64{found.routerDiameter.value()}, quint64{3});
    QCOMPARE(quint64{found.diameter.value()}, quint64{5});
  }
}

void DragonflyTest::palmtree_data() {
  QTest::addColumn<int>("a");
  QTest::addColumn<int>("h");
  QTest::newRow("4,2") << 4 << 2;
  QTest::newRow("8,4") << 8 << 4;
  QTest::newRow("12,6") << 12 << 6;
  QTest::newRow("5,3") << 5 << 3;
  QTest::newRow("3,1") << 3 << 1;
}

/// Global port x of router r in group g leads to group (g - (h r + x + 1)) mod G, router a-1-r,
/// port h-1-x, and every two groups share exactly one link.
void DragonflyTest::palmtree() {
  QFETCH(int, a);
  QFETCH(int, h);
  const int groups = a * h + 1;
  const Topology dragonfly = network("dragonfly", dragonflyOf(2, a, h));
  const int firstGlobal = 2 + a - 1;
  std::map<std::pair<int, int>, int> linksOfPair;
  for (RouterId router = 0; router < dragonfly.routerCount(); ++router) {
    const int g = static_cast<int>(router) / a;
    const int r = static_cast<int>(router) % a;
    QCOMPARE(dragonfly.group[router], g);
    QCOMPARE(dragonfly.position[router], r);
    for (int x = 0; x < h; ++x) {
      const LinkEnd& peer = dragonfly.port(router, static_cast<PortIndex>(firstGlobal + x)).peer;
      const int peerGroup = ((g - (h * r + x + 1)) % groups + groups) % groups;
      QCOMPARE(static_cast<int>(peer.node), peerGroup * a + (a - 1 - r));
      QCOMPARE(static_cast<int>(peer.port), firstGlobal + h - 1 - x);
      ++linksOfPair[std::minmax(g, peerGroup)];
    }
  }
  QCOMPARE(static_cast<int>(linksOfPair.size()), groups * (groups - 1) / 2);
  for (const auto& [pair, ends] : linksOfPair) QCOMPARE(ends, 2);
}

/// Terminals, then local links by the peer's position, then global links.
void DragonflyTest::portOrder() {
  const Topology dragonfly = network("dragonfly", dragonflyOf(3, 4, 2));
  for (RouterId router = 0; router < dragonfly.routerCount(); ++router) {
    const RouterId first = router / 4 * 4;
    std::vector<RouterId> others;
    for (RouterId peer = first; peer < first + 4; ++peer)
      if (peer != router) others.push_back(peer);
    for (PortIndex p = 0; p < 8; ++p) {
      const Port& port = dragonfly.port(router, p);
      QCOMPARE(port.peer.isTerminal, p < 3);
      if (p < 3) QCOMPARE(port.peer.node, router * 3 + p);
      if (p >= 3 && p < 6) QCOMPARE(port.peer.node, others[p - 3u]);
      const LinkKind expected =
          p < 3 ? LinkKind::terminal : (p < 6 ? LinkKind::local : LinkKind::global);
      QVERIFY(dragonfly.kindOf(port.link) == expected);
    }
  }
}

void DragonflyTest::fewerGroups_data() {
  QTest::addColumn<int>("groups");
  QTest::addColumn<int>("trunk");  // floor(a h / (G - 1)) with a h = 8
  QTest::newRow("2") << 2 << 8;
  QTest::newRow("3") << 3 << 4;
  QTest::newRow("4") << 4 << 2;
  QTest::newRow("6") << 6 << 1;
  QTest::newRow("9") << 9 << 1;
}

void DragonflyTest::fewerGroups() {
  QFETCH(int, groups);
  QFETCH(int, trunk);
  const Topology dragonfly = network("dragonfly", dragonflyOf(2, 4, 2, groups));
  QCOMPARE(static_cast<int>(dragonfly.routerCount()), 4 * groups);
  std::map<std::pair<int, int>, int> linksOfPair;
  for (LinkId l = 0; l < dragonfly.linkCount(); ++l) {
    if (dragonfly.kindOf(l) != LinkKind::global) continue;
    const Link& link = dragonfly.links[l];
    ++linksOfPair[std::minmax(dragonfly.group[link.a.node], dragonfly.group[link.b.node])];
    // Link l of one group is link T - 1 - l of the other; both ends count from the same port.
    const int used = trunk * (groups - 1);
    const int here = static_cast<int>(link.a.node) % 4 * 2 + link.a.port - 5;
    const int there = static_cast<int>(link.b.node) % 4 * 2 + link.b.port - 5;
    QCOMPARE(here + there, used - 1);
    QCOMPARE(((dragonfly.group[link.a.node] - 1 - here % (groups - 1)) % groups + groups) % groups,
             dragonfly.group[link.b.node]);
  }
  QCOMPARE(static_cast<int>(linksOfPair.size()), groups * (groups - 1) / 2);
  for (const auto& [pair, links] : linksOfPair) QCOMPARE(links, trunk);
}

void DragonflyTest::consecutive_data() {
  fewerGroups_data();
}

/// The links of group g lead to groups 0, 1, 2, … in order without g, and from 0 again where groups
/// share several. Each is, seen from the other end, the link back; every pair has equally many.
void DragonflyTest::consecutive() {
  QFETCH(int, groups);
  QFETCH(int, trunk);
  Values values = dragonflyOf(2, 4, 2, groups);
  values["arrangement"] = std::string("consecutive");
  const Topology dragonfly = network("dragonfly", values);
  const int firstGlobal = 2 + 3;
  for (int g = 0; g < groups; ++g) {
    std::vector<int> wanted;
    for (int round = 0; round < trunk; ++round)
      for (int other = 0; other < groups; ++other)
        if (other != g) wanted.push_back(other);
    std::vector<int> found;
    for (RouterId router = 4u * g; router < 4u * (g + 1); ++router)
      for (PortIndex p = firstGlobal; p < dragonfly.radix(router); ++p) {
        const Port& port = dragonfly.port(router, p);
        found.push_back(dragonfly.group[port.peer.node]);
        QVERIFY(dragonfly.kindOf(port.link) == LinkKind::global);
        const Port& back = dragonfly.port(port.peer.node, port.peer.port);
        QCOMPARE(back.link, port.link);
        QCOMPARE(back.peer.node, router);
        QCOMPARE(back.peer.port, p);
      }
    QVERIFY(found == wanted);
  }
}

/// Counted by hand for p=2, a=4, h=2: a router reaches 3 + 2 others over one link and, by local
/// then global, global then local and (positions 1 and 2) two globals, 12 or 14 over two; 4.25
/// links is the mean over all pairs of terminals, self included.
void DragonflyTest::distancesOfTheSmallestBalancedOne() {
  const TopologyFacts found = facts("dragonfly", dragonflyOf(2, 4, 2));
  QCOMPARE(found.averageDistance.value(), 4.25);
  QCOMPARE(found.averageDistanceExcludingSelf.value(), 4.25 * 72 / 71);
  QCOMPARE(found.links, std::uint64_t{162});
}

void DragonflyTest::parallelLinks() {
  Values values = dragonflyOf(2, 4, 2);
  values["lag"] = std::int64_t{2};
  const Topology dragonfly = network("dragonfly", values);
  QCOMPARE(dragonfly.linkCount(), 72u + 2 * (54 + 36));
  QCOMPARE(int{dragonfly.radix(0)}, 2 + 2 * 5);
  for (PortIndex p = 2; p < 12; p += 2) {
    QCOMPARE(dragonfly.port(5, p).peer.node,
             dragonfly.port(5, static_cast<PortIndex>(p + 1)).peer.node);
    QCOMPARE(dragonfly.port(5, p).peer.port + 1,
             int{dragonfly.port(5, static_cast<PortIndex>(p + 1)).peer.port});
  }
}

}  // namespace hopscope

using hopscope::DragonflyTest;
HOPSCOPE_TEST(DragonflyTest)
#include "dragonfly_test.moc"

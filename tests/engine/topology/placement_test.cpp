// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/topology/placement.h"

#include <QTest>
#include <algorithm>
#include <cmath>
#include <limits>

#include "tests/support/networks.h"
#include "tests/support/test_main.h"

namespace hopscope {

using test::dragonflyOf;
using test::network;
using test::treeOf;

class PlacementTest : public QObject {
  Q_OBJECT

 private slots:
  void nothingOverlaps_data();
  void nothingOverlaps();
  void meshRowZeroIsAtTheTop();
  void torusWrapsBendOutwards();
  void treeHasItsTerminalsAtTheBottom();
  void mikantIsMirrored();
  void dragonflyIsARingOfGroups();
  void parallelLinksAreApart();
  void tidyUpKeepsPartsApart();
  void tidyUpEndsInBalance();
  void terminalsLookAwayFromLinks();
  void largeNetworksArePlacedWhole();
};

static double distance(const Point& a, const Point& b) {
  return std::hypot(a.x - b.x, a.y - b.y);
}

/// Smallest distance of two points, by sweeping over x.
static double leastDistance(std::vector<Point> points) {
  std::sort(points.begin(), points.end(), [](const Point& a, const Point& b) { return a.x < b.x; });
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < points.size(); ++i)
    for (std::size_t j = i + 1; j < points.size() && points[j].x - points[i].x < least; ++j)
      least = std::min(least, distance(points[i], points[j]));
  return least;
}

static double leastDistance(const std::vector<Point>& some, const std::vector<Point>& others) {
  std::vector<std::pair<Point, bool>> all;
  all.reserve(some.size() + others.size());
  for (const Point& point : some) all.emplace_back(point, false);
  for (const Point& point : others) all.emplace_back(point, true);
  std::sort(all.begin(), all.end(),
            [](const auto& a, const auto& b) { return a.first.x < b.first.x; });
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t j = i + 1; j < all.size() && all[j].first.x - all[i].first.x < least; ++j)
      if (all[i].second != all[j].second)
        least = std::min(least, distance(all[i].first, all[j].first));
  return least;
}

static Values gridOf(const std::vector<std::int64_t>& sizes, std::int64_t perRouter) {
  return {{"dimensions", sizes}, {"terminals_per_router", perRouter}};
}

static Values counts(const char* name, std::int64_t value, std::int64_t perRouter = 0) {
  Values values = {{name, value}};
  if (perRouter > 0) values["terminals_per_router"] = perRouter;
  return values;
}

static Values listsOf(const std::vector<std::int64_t>& m, const std::vector<std::int64_t>& w) {
  return {{"m", m}, {"w", w}};
}

void PlacementTest::nothingOverlaps_data() {
  QTest::addColumn<QString>("kind");
  QTest::addColumn<int>("variant");
  const std::vector<std::pair<const char*, int>> variants = {
      {"mesh", 3},        {"torus", 4},     {"k_ary_n_tree", 4},  {"clos", 4},
      {"mikant", 4},      {"dragonfly", 6}, {"complete", 4},      {"crossbar", 5},
      {"ring", 3},        {"hypercube", 3}, {"hyperx", 4},        {"xgft", 4},
      {"folded_clos", 4}, {"slimfly", 3},   {"random_regular", 2}};
  for (const auto& [kind, count] : variants)
    for (int variant = 0; variant < count; ++variant)
      QTest::addRow("%s %d", kind, variant) << QString(kind) << variant;
}

static Values variantOf(const std::string& kind, int variant) {
  const auto v = static_cast<std::size_t>(variant);
  if (kind == "mesh" || kind == "torus")
    return std::vector<Values>{gridOf({8, 8}, 1), gridOf({16, 5}, 9), gridOf({3, 4, 5}, 2),
                               gridOf({2, 3, 4, 3, 2}, 1)}[v];
  if (kind == "dragonfly")
    return std::vector<Values>{dragonflyOf(2, 4, 2),     dragonflyOf(6, 12, 6),
                               dragonflyOf(1, 1, 1),     dragonflyOf(8, 16, 8),
                               dragonflyOf(20, 3, 1, 2), dragonflyOf(3, 8, 2, 5)}[v];
  if (kind == "ring")
    return std::vector<Values>{counts("routers", 2, 1), counts("routers", 16, 1),
                               counts("routers", 9, 20)}[v];
  if (kind == "hypercube")
    return std::vector<Values>{counts("n", 1, 1), counts("n", 4, 2), counts("n", 9, 1)}[v];
  if (kind == "hyperx")
    return std::vector<Values>{gridOf({4, 4}, 4), gridOf({9}, 1), gridOf({3, 5, 4}, 2),
                               gridOf({2, 3, 4, 3, 2}, 3)}[v];
  if (kind == "xgft")
    return std::vector<Values>{listsOf({4, 4, 4}, {1, 2, 2}), listsOf({16}, {1}),
                               listsOf({2, 3, 2}, {1, 4, 5}), listsOf({20, 6, 3}, {1, 3, 1})}[v];
  if (kind == "folded_clos")
    return std::vector<Values>{counts("k", 8), counts("k", 2), counts("k", 4), counts("k", 20)}[v];
  if (kind == "slimfly")
    return std::vector<Values>{counts("q", 5, 4), counts("q", 3, 1), counts("q", 8, 9)}[v];
  if (kind == "random_regular") return counts("routers", v == 0 ? 32 : 200, v == 0 ? 2 : 30);
  if (kind == "complete")
    return std::vector<Values>{counts("routers", 2, 1), counts("routers", 8, 2),
                               counts("routers", 5, 40), counts("routers", 60, 4)}[v];
  if (kind == "crossbar")
    return std::vector<Values>{counts("terminals", 2), counts("terminals", 16),
                               counts("terminals", 64), counts("terminals", 65),
                               counts("terminals", 3000)}[v];
  return std::vector<Values>{treeOf(3, 4), treeOf(2, 2), treeOf(5, 3), treeOf(2, 30)}[v];
}

/// A router is drawn 18 wide, a terminal 8.
void PlacementTest::nothingOverlaps() {
  QFETCH(QString, kind);
  QFETCH(int, variant);
  const Topology topology = network(kind.toStdString(), variantOf(kind.toStdString(), variant));
  const Placement placement = place(topology);
  QCOMPARE(placement.routers.size(), std::size_t{topology.routerCount()});
  QCOMPARE(placement.terminals.size(), std::size_t{topology.terminalCount()});
  QCOMPARE(placement.bulge.size(), std::size_t{topology.linkCount()});
  QVERIFY2(leastDistance(placement.routers) >= 30,
           qPrintable(QString::number(leastDistance(placement.routers))));
  QVERIFY2(leastDistance(placement.terminals) >= 12,
           qPrintable(QString::number(leastDistance(placement.terminals))));
  QVERIFY2(leastDistance(placement.routers, placement.terminals) >= 24,
           qPrintable(QString::number(leastDistance(placement.routers, placement.terminals))));
  for (const GroupShape& shape : placement.groups) {
    std::vector<Point> label = {shape.labelAt};
    QVERIFY(leastDistance(label, placement.routers) >= 24);
  }
}

void PlacementTest::meshRowZeroIsAtTheTop() {
  const Placement mesh = place(network("mesh", gridOf({4, 3}, 1)));
  for (std::size_t r = 0; r < 12; ++r) {
    QVERIFY(mesh.routers[r].x == mesh.routers[r % 4].x);
    QVERIFY(mesh.routers[r].y == mesh.routers[r / 4 * 4].y);
  }
  QVERIFY(mesh.routers[0].x < mesh.routers[1].x);
  QVERIFY(mesh.routers[0].y < mesh.routers[4].y);
  QVERIFY(std::all_of(mesh.bulge.begin(), mesh.bulge.end(), [](float b) { return b == 0; }));
}

/// The middle of a link's curve.
static Point middleOf(const Topology& topology, const Placement& placement, LinkId l) {
  const Point& a = placement.routers[topology.links[l].a.node];
  const Point& b = placement.routers[topology.links[l].b.node];
  const double length = distance(a, b);
  const double bulge = placement.bulge[l];
  // To the left of the way from a to b, y downwards.
  return {(a.x + b.x) / 2 + (b.y - a.y) / length * bulge,
          (a.y + b.y) / 2 - (b.x - a.x) / length * bulge};
}

void PlacementTest::torusWrapsBendOutwards() {
  const Topology torus = network("torus", gridOf({5, 4}, 1));
  const Placement placement = place(torus);
  int wraps = 0;
  for (LinkId l = 0; l < torus.linkCount(); ++l) {
    const Link& link = torus.links[l];
    if (link.a.isTerminal) continue;
    const Point& a = placement.routers[link.a.node];
    const Point& b = placement.routers[link.b.node];
    if (distance(a, b) < 100) {
      QCOMPARE(placement.bulge[l], 0.0F);
      continue;
    }
    ++wraps;
    const Point middle = middleOf(torus, placement, l);
    if (link.linkClass == 1) QVERIFY(middle.y < a.y - 20);
    if (link.linkClass == 2) QVERIFY(middle.x < a.x - 20);
  }
  QCOMPARE(wraps, 4 + 5);
}

void PlacementTest::treeHasItsTerminalsAtTheBottom() {
  const Topology tree = network("k_ary_n_tree", treeOf(3, 3));
  const Placement placement = place(tree);
  for (RouterId r = 9; r < tree.routerCount(); ++r) {
    QCOMPARE(placement.routers[r].x, placement.routers[r % 9].x);  // straight above
    QVERIFY(placement.routers[r].y < placement.routers[r - 9].y);
  }
  for (TerminalId t = 0; t < tree.terminalCount(); ++t)
    QVERIFY(placement.terminals[t].y > placement.routers[0].y);
  QVERIFY(std::is_sorted(placement.terminals.begin(), placement.terminals.end(),
                         [](const Point& a, const Point& b) { return a.x < b.x; }));

  const Topology clos = network("clos", treeOf(3, 3));
  const Placement stages = place(clos);
  for (LinkId l = 0; l < clos.linkCount(); ++l) {
    const Link& link = clos.links[l];
    if (link.a.isTerminal) continue;
    const bool leftFirst = clos.group[link.a.node] < clos.group[link.b.node];
    QCOMPARE(stages.routers[link.a.node].x < stages.routers[link.b.node].x, leftFirst);
  }
}

void PlacementTest::mikantIsMirrored() {
  const Topology mikant = network("mikant", treeOf(3, 3));
  const Placement placement = place(mikant);
  const double axis = placement.routers[0].y + placement.routers[18].y;
  for (RouterId r = 0; r < 18; ++r) {
    QCOMPARE(placement.routers[r].x, placement.routers[r + 18].x);
    QCOMPARE(placement.routers[r].y + placement.routers[r + 18].y, axis);
    QVERIFY(placement.routers[r].y < axis / 2);
  }
  QVERIFY(placement.terminals.front().y < placement.routers[0].y);
  QVERIFY(placement.terminals.back().y > placement.routers[18].y);
}

void PlacementTest::dragonflyIsARingOfGroups() {
  const Topology dragonfly = network("dragonfly");
  const Placement placement = place(dragonfly);
  const double radius = std::hypot(placement.routers[0].x, placement.routers[0].y);
  QCOMPARE(placement.groups.size(), std::size_t{9});
  QCOMPARE(placement.groups[5].label, std::string("G5"));
  for (RouterId r = 0; r < 36; ++r)
    QVERIFY(std::abs(std::hypot(placement.routers[r].x, placement.routers[r].y) - radius) < 1e-6);
  // Group 0 is at the top with its routers from left to right; group 2 is on the right.
  QVERIFY(placement.routers[0].y < 0 && placement.routers[0].x < placement.routers[3].x);
  QVERIFY(placement.routers[8].x > 0.8 * radius);
  for (TerminalId t = 0; t < 72; ++t)
    QVERIFY(std::hypot(placement.terminals[t].x, placement.terminals[t].y) > radius + 30);
  for (LinkId l = 0; l < dragonfly.linkCount(); ++l) {
    if (dragonfly.kindOf(l) == LinkKind::terminal) continue;
    const Point middle = middleOf(dragonfly, placement, l);
    const double reach = std::hypot(middle.x, middle.y);
    if (dragonfly.kindOf(l) == LinkKind::local) QVERIFY(reach > radius && reach < radius + 36);
    if (dragonfly.kindOf(l) == LinkKind::global) QCOMPARE(placement.bulge[l], 0.0F);
  }
}

void PlacementTest::parallelLinksAreApart() {
  Values values = counts("routers", 3, 1);
  values["lag"] = std::int64_t{3};
  const Topology complete = network("complete", values);
  const Placement placement = place(complete);
  for (LinkId first = 3; first < complete.linkCount(); first += 3) {
    QCOMPARE(placement.bulge[first], -6.0F);
    QCOMPARE(placement.bulge[first + 1], 0.0F);
    QCOMPARE(placement.bulge[first + 2], 6.0F);
  }
}

void PlacementTest::tidyUpKeepsPartsApart() {
  TopologyBuilder builder = test::drawing();
  for (int i = 0; i < 300; ++i) builder.addRouter();
  for (RouterId r = 1; r < 200; ++r) builder.connect(r, (r - 1) / 3, 1);  // a tree
  for (RouterId r = 200; r < 219; ++r) builder.connect(r, r + 1, 1);      // a line
  for (RouterId r = 0; r < 300; r += 2) builder.addTerminal(r);           // and single routers
  const Topology topology = builder.build();
  const Placement placement = tidyUp(topology);
  QVERIFY(leastDistance(placement.routers) >= 30);
  for (const Point& point : placement.terminals)
    QVERIFY(std::isfinite(point.x) && std::isfinite(point.y));
  QVERIFY(placement.routers == tidyUp(topology).routers);
  QVERIFY(tidyUp(test::drawing().build()).routers.empty());
  QVERIFY(place(test::drawing().build()).routers.empty());
}

/// Networks that come to rest where only rounding is left of the forces: rings whose routers stand
/// on the first circle in any order.
void PlacementTest::tidyUpEndsInBalance() {
  for (std::vector<RouterId> ring = {0, 1, 2, 3, 4, 5};
       std::next_permutation(ring.begin() + 1, ring.end());)
    for (std::size_t routers = 3; routers <= ring.size(); ++routers) {
      TopologyBuilder builder = test::drawing();
      for (std::size_t i = 0; i < ring.size(); ++i) builder.addRouter();
      for (std::size_t i = 0; i < routers; ++i)
        builder.connect(ring[i], ring[(i + 1) % routers], 1);
      const Placement placement = tidyUp(builder.build());
      QVERIFY(leastDistance(placement.routers) >= 30);
      for (const Point& point : placement.routers)
        QVERIFY(std::isfinite(point.x) && std::isfinite(point.y));
    }
}

/// A router with one neighbour to its right has its terminals to its left, none on another.
void PlacementTest::terminalsLookAwayFromLinks() {
  TopologyBuilder builder = test::drawing();
  builder.addRouter();
  builder.addRouter();
  builder.connect(0, 1, 1);
  for (int i = 0; i < 7; ++i) builder.addTerminal(0);
  const Topology topology = builder.build();
  const std::vector<Point> routers = {{100, 50}, {200, 50}};
  std::vector<Point> terminals;
  for (TerminalId t = 0; t < 7; ++t) terminals.push_back(terminalPlace(topology, routers, t));
  for (std::size_t t = 0; t < 7; ++t) {
    QVERIFY(distance(terminals[t], routers[0]) >= 30);
    QVERIFY(distance(terminals[t], routers[0]) <= 60);
  }
  QVERIFY(terminals[3].x < 65);
  QVERIFY(leastDistance(terminals) >= 14);
}

void PlacementTest::largeNetworksArePlacedWhole() {
  const Topology dragonfly = network("dragonfly", dragonflyOf(8, 16, 8));
  QCOMPARE(place(dragonfly).terminals.size(), std::size_t{16512});
}

}  // namespace hopscope

using hopscope::PlacementTest;
HOPSCOPE_TEST(PlacementTest)
#include "placement_test.moc"

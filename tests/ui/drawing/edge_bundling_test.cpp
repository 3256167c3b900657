// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/drawing/edge_bundling.h"

#include <QLineF>
#include <QTest>
#include <cmath>
#include <set>
#include <utility>

#include "tests/support/networks.h"
#include "tests/support/test_main.h"
#include "tests/ui/drawing/canvas_pictures.h"
#include "ui/drawing/network_geometry.h"

namespace hopscope {

namespace {

NetworkPicture manyGroups() {
  return test::familyPicture("dragonfly", test::dragonflyOf(8, 16, 8));
}

/// The squares of the canvas that a line goes through, as long as it is.
void addCells(std::set<std::pair<int, int>>& cells, const LinkCurve& curve, double side) {
  for (int step = 0; step <= 400; ++step) {
    const QPointF at = curve.at(step / 400.0);
    cells.emplace(static_cast<int>(std::floor(at.x() / side)),
                  static_cast<int>(std::floor(at.y() / side)));
  }
}

}  // namespace

class EdgeBundlingTest : public QObject {
  Q_OBJECT

 private slots:
  void fewLinksAndOtherShapesStayStraight() {
    for (const char* kind : {"dragonfly", "mesh", "k_ary_n_tree", "slimfly", "hyperx"}) {
      const NetworkPicture picture = test::familyPicture(kind);
      const NetworkGeometry geometry(picture.topology, picture.placement);
      QVERIFY2(!EdgeBundling(*picture.topology, geometry.routers()).wanted(), kind);
    }
    const NetworkPicture tree = test::familyPicture("k_ary_n_tree", test::treeOf(3, 16));
    const NetworkGeometry geometry(tree.topology, tree.placement);
    QVERIFY(!EdgeBundling(*tree.topology, geometry.routers()).wanted());
  }

  void linksBetweenGroupsBendInsideTheRing() {
    const NetworkPicture picture = manyGroups();
    const Topology& topology = *picture.topology;
    const NetworkGeometry geometry(picture.topology, picture.placement);
    const EdgeBundling bundling(topology, geometry.routers());
    QVERIFY(bundling.wanted());
    std::set<std::size_t> counts;
    double ring = 0;
    for (const QPointF& router : geometry.routers())
      ring = std::max(ring, std::hypot(router.x() - geometry.bounds().center().x(),
                                       router.y() - geometry.bounds().center().y()));
    for (LinkId link = 0; link < topology.linkCount(); ++link) {
      const std::vector<QPointF> bends = bundling.bendsOf(link);
      if (topology.kindOf(link) != LinkKind::global) {
        QVERIFY(bends.empty());
        continue;
      }
      counts.insert(bends.size());
      for (const QPointF& bend : bends)
        QVERIFY(QLineF(bend, geometry.bounds().center()).length() <= ring);
      // From its end a to its end b.
      const LinkCurve& curve = geometry.links()[link];
      QVERIFY(QLineF(curve.a, bends.front()).length() < QLineF(curve.b, bends.front()).length());
      QVERIFY(QLineF(curve.b, bends.back()).length() < QLineF(curve.a, bends.back()).length());
    }
    QCOMPARE(counts.size(), std::size_t{1});
    QVERIFY(*counts.begin() >= 5);
  }

  void theMatrixIsForWhatNeitherShows() {
    const auto beyond = [](const NetworkPicture& picture) {
      return isBeyondLines(*picture.topology, *picture.placement);
    };
    QVERIFY(!beyond(manyGroups()));
    for (const char* kind : {"dragonfly", "mesh", "complete", "hyperx", "random_regular"})
      QVERIFY2(!beyond(test::familyPicture(kind)), kind);
    QVERIFY(beyond(test::familyPicture("complete", {{"routers", std::int64_t{160}}})));
    // Short links side by side are read, however many they are.
    QVERIFY(!beyond(
        test::familyPicture("mesh", {{"dimensions", std::vector<std::int64_t>{100, 100}}})));
  }

  /// Gathered, the links leave more of the ground free than straight ones do.
  void linksRunTogether() {
    const NetworkPicture picture = manyGroups();
    const NetworkGeometry geometry(picture.topology, picture.placement);
    const double side = geometry.bounds().width() / 150;
    std::set<std::pair<int, int>> gathered, straight;
    for (LinkId link = 0; link < picture.topology->linkCount(); link += 2) {
      if (picture.topology->kindOf(link) != LinkKind::global) continue;
      LinkCurve curve = geometry.links()[link];
      addCells(gathered, curve, side);
      curve.bends.clear();
      addCells(straight, curve, side);
    }
    QVERIFY(gathered.size() > 0);
    QVERIFY2(double(gathered.size()) < 0.75 * double(straight.size()),
             qPrintable(QStringLiteral("%1 of %2").arg(gathered.size()).arg(straight.size())));
  }

  /// Links of neighbouring groups to neighbouring groups are nearer to each other on their way than
  /// where they begin.
  void thoseOfOneWayMeet() {
    const NetworkPicture picture = manyGroups();
    const Topology& topology = *picture.topology;
    const NetworkGeometry geometry(picture.topology, picture.placement);
    const auto linkOf = [&](std::int32_t from, std::int32_t to) {
      for (LinkId link = 0; link < topology.linkCount(); ++link) {
        const Link& known = topology.links[link];
        if (topology.kindOf(link) != LinkKind::global) continue;
        if (topology.group[known.a.node] == from && topology.group[known.b.node] == to)
          return geometry.links()[link];
        if (topology.group[known.a.node] == to && topology.group[known.b.node] == from)
          return geometry.links()[link];
      }
      return LinkCurve{};
    };
    const LinkCurve one = linkOf(3, 66), other = linkOf(4, 68);
    const double begins =
        std::min(QLineF(one.a, other.a).length(), QLineF(one.a, other.b).length());
    QVERIFY(begins > 0);
    QVERIFY(QLineF(one.at(0.5), other.at(0.5)).length() < 0.6 * begins);
  }
};

HOPSCOPE_TEST(EdgeBundlingTest)

}  // namespace hopscope

#include "edge_bundling_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/drawing/edge_bundling.h"

#include <QLineF>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include "tests/support/networks.h"
#include "tests/support/test_main.h"
#include "tests/ui/drawing/canvas_pictures.h"
#include "ui/drawing/network_geometry.h"

namespace hopscope {

namespace {

NetworkPicture manyGroups() {
  return test::familyPicture("dragonfly", test::dragonflyOf(8, 16, 8));
}

/// The largest distance between two of them.
double widest(const std::vector<QPointF>& places) {
  double most = 0;
  for (const QPointF& one : places)
    for (const QPointF& other : places) most = std::max(most, QLineF(one, other).length());
  return most;
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

  /// A fifth of the way on, the links from one group to others far around the ring are nearer to
  /// each other than straight ones.
  void linksOfAGroupRunTogether() {
    const NetworkPicture picture = manyGroups();
    const Topology& topology = *picture.topology;
    const NetworkGeometry geometry(picture.topology, picture.placement);
    for (const std::int32_t group : {0, 3, 40}) {
      std::vector<QPointF> gathered, straight;
      for (LinkId link = 0; link < topology.linkCount(); ++link) {
        if (topology.kindOf(link) != LinkKind::global) continue;
        const std::int32_t a = topology.group[topology.links[link].a.node];
        const std::int32_t b = topology.group[topology.links[link].b.node];
        if (a != group && b != group) continue;
        const std::int32_t around = ((a == group ? b : a) - group + 129) % 129;
        if (around < 20 || around >= 110) continue;
        LinkCurve curve = geometry.links()[link];
        const double place = a == group ? 0.2 : 0.8;
        gathered.push_back(curve.at(place));
        curve.bends.clear();
        straight.push_back(curve.at(place));
      }
      QCOMPARE(gathered.size(), std::size_t{90});
      QVERIFY2(widest(gathered) < 0.6 * widest(straight),
               qPrintable(QStringLiteral("%1 and %2").arg(widest(gathered)).arg(widest(straight))));
    }
  }
};

HOPSCOPE_TEST(EdgeBundlingTest)

}  // namespace hopscope

#include "edge_bundling_test.moc"

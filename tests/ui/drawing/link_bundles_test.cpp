// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/drawing/link_bundles.h"
#include "ui/drawing/fit_view.h"

#include <QImage>
#include <QTest>
#include <cmath>
#include <set>

#include "tests/support/networks.h"
#include "tests/support/test_main.h"
#include "tests/ui/drawing/canvas_pictures.h"
#include "ui/drawing/heat_scale.h"
#include "ui/drawing/network_painter.h"

namespace hopscope {

namespace {

const QSize kCanvas(900, 700);
const QRectF kDevice(0, 0, 900, 700);

QImage painted(NetworkPainter& painter, const QTransform& view, bool moving = false) {
  QImage image(kCanvas, QImage::Format_RGB32);
  QPainter brush(&image);
  painter.paint(brush, kDevice, view, moving);
  return image;
}

QImage fitted(NetworkPainter& painter) {
  return painted(painter, fitView(painter.bounds(), kDevice, 24));
}

NetworkPicture largeDragonfly() {
  return test::familyPicture("dragonfly", test::dragonflyOf(8, 16, 8));
}

/// A link right across the ring.
LinkId aGlobalLink(const Topology& topology) {
  for (LinkId link = 0; link < topology.linkCount(); ++link) {
    const Link& known = topology.links[link];
    if (topology.kindOf(link) != LinkKind::global) continue;
    if (std::abs(topology.group[known.a.node] - topology.group[known.b.node]) == 64) return link;
  }
  return kNone;
}

}  // namespace

class LinkBundlesTest : public QObject {
  Q_OBJECT

 private slots:
  void everyLinkBetweenRoutersIsInOneBundle_data() {
    QTest::addColumn<QString>("kind");
    for (const char* kind : {"dragonfly", "k_ary_n_tree", "mesh", "hyperx", "complete"})
      QTest::newRow(kind) << QString::fromLatin1(kind);
  }
  void everyLinkBetweenRoutersIsInOneBundle() {
    QFETCH(QString, kind);
    const NetworkPicture picture = test::familyPicture(kind.toStdString());
    const Topology& topology = *picture.topology;
    const NetworkGeometry geometry(picture.topology, picture.placement);
    const LinkBundles bundles = bundleLinks(topology, geometry, false);
    std::set<LinkId> seen(bundles.members.begin(), bundles.members.end());
    QCOMPARE(seen.size(), bundles.members.size());
    QCOMPARE(seen.size(), std::size_t{topology.linkCount()} - topology.terminalCount());
    const std::vector<std::uint32_t> clusters = clustersOf(topology);
    for (std::uint32_t b = 0; b < bundles.bundles.size(); ++b) {
      const LinkBundles::Bundle& bundle = bundles.bundles[b];
      std::set<std::set<std::uint32_t>> pairs;
      for (std::uint32_t m = bundle.first; m < bundle.first + bundle.count; ++m) {
        const LinkId link = bundles.members[m];
        QCOMPARE(bundles.bundleOf[link], b);
        pairs.insert(
            {clusters[topology.links[link].a.node], clusters[topology.links[link].b.node]});
      }
      QCOMPARE(pairs.size(), std::size_t{1});
    }
  }

  void clustersAreFewAndKeepGroupsWhole() {
    const Topology topology = test::network("dragonfly", test::dragonflyOf(8, 16, 8));
    const std::vector<std::uint32_t> clusters = clustersOf(topology);
    std::map<std::int32_t, std::set<std::uint32_t>> ofGroup;
    for (RouterId router = 0; router < topology.routerCount(); ++router)
      ofGroup[topology.group[router]].insert(clusters[router]);
    for (const auto& group : ofGroup) QCOMPARE(group.second.size(), std::size_t{1});
    QVERIFY(*std::max_element(clusters.begin(), clusters.end()) < kMostClusters);

    const Topology tree = test::network("k_ary_n_tree", test::treeOf(4, 8));
    const std::vector<std::uint32_t> parts = clustersOf(tree);
    QVERIFY(*std::max_element(parts.begin(), parts.end()) < kMostClusters);
    QVERIFY(*std::max_element(parts.begin(), parts.end()) > 3);
  }

  void widthTellsHowManyThereAre() {
    QCOMPARE(LinkBundles::width(1), 2.0);
    QCOMPARE(LinkBundles::width(2), 4.0);
    QCOMPARE(LinkBundles::width(8), 8.0);
    QCOMPARE(LinkBundles::width(1000), 12.0);
  }

  void largeNetworksAreBundledAndUnravelWhenZoomedIn() {
    NetworkPainter painter(Theme::light());
    const NetworkPicture picture = largeDragonfly();
    painter.setPicture(picture);
    fitted(painter);
    const LinkId link = aGlobalLink(*picture.topology);
    const std::vector<LinkId> bundle = painter.bundleOf(link);
    QVERIFY(bundle.size() > 1);
    QVERIFY(std::find(bundle.begin(), bundle.end(), link) != bundle.end());
    // Near a router its links are told apart.
    const Point at = picture.placement->routers[picture.topology->links[link].a.node];
    const QTransform near = QTransform::fromTranslate(-at.x, -at.y) * QTransform::fromScale(3, 3) *
                            QTransform::fromTranslate(450, 350);
    painted(painter, near);
    QCOMPARE(painter.bundleOf(link), std::vector<LinkId>{link});
    // A small network never is.
    NetworkPainter few(Theme::light());
    few.setPicture(test::familyPicture("dragonfly"));
    fitted(few);
    QCOMPARE(few.bundleOf(few.picture().topology->linkCount() - 1).size(), std::size_t{1});
  }

  void aBundleHasTheColourOfItsHottestAndIsPickedByIt() {
    NetworkPicture picture = largeDragonfly();
    picture.heat.channelUtilization.assign(picture.topology->channelCount(), 0.05F);
    NetworkPainter painter(Theme::light());
    const HeatScale scale(Theme::light());
    painter.setPicture(picture);
    QCOMPARE(test::pixelsOf(fitted(painter), scale.colorOf(15)), 0);
    const LinkId hot = aGlobalLink(*picture.topology);
    picture.heat.channelUtilization[2 * hot + 1] = 1.0F;
    painter.setPicture(picture);
    const QImage image = fitted(painter);
    QVERIFY(test::pixelsOf(image, scale.colorOf(15)) > 30);
    // Somewhere on that bundle, away from where others cross it.
    const QTransform view = fitView(painter.bounds(), kDevice, 24);
    bool picked = false;
    for (int y = 0; y < image.height() && !picked; y += 3)
      for (int x = 0; x < image.width() && !picked; ++x)
        if (image.pixel(x, y) == scale.colorOf(15).rgb())
          picked = painter.linkAt(view.inverted().map(QPointF(x, y)), 1 / view.m11()) == hot;
    QVERIFY(picked);
  }

  void patchedPicturesComeToRestAsPaintedAnew() {
    NetworkPicture picture = largeDragonfly();
    picture.heat = test::patternedHeat(*picture.topology);
    NetworkPainter painter(Theme::light());
    painter.setPicture(picture);
    fitted(painter);
    NetworkHeat heat = picture.heat;
    for (int frame = 1; frame <= 5; ++frame) {
      for (std::size_t i = 0; i < heat.channelUtilization.size(); i += 10)
        heat.channelUtilization[(i + static_cast<std::size_t>(frame)) %
                                heat.channelUtilization.size()] = float(frame % 3) / 3;
      painter.setHeat(heat);
      fitted(painter);
    }
    QTest::qWait(350);  // no new rates for a while
    const QImage rested = fitted(painter);
    NetworkPainter anew(Theme::light());
    picture.heat = heat;
    anew.setPicture(picture);
    const QImage whole = fitted(anew);
    int other = 0;
    for (int y = 0; y < whole.height(); ++y)
      for (int x = 0; x < whole.width(); ++x)
        other += whole.pixel(x, y) != rested.pixel(x, y) ? 1 : 0;
    // Where a rate lies at a bucket's edge its history decides.
    QVERIFY2(other < whole.width() * whole.height() / 20, qPrintable(QString::number(other)));
  }
};

HOPSCOPE_TEST(LinkBundlesTest)

}  // namespace hopscope

#include "link_bundles_test.moc"

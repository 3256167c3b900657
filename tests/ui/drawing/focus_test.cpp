// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/drawing/focus_layer.h"

#include <QImage>
#include <QPainter>
#include <QTest>
#include <algorithm>
#include <cmath>

#include "engine/design/compile.h"
#include "engine/design/design_placement.h"
#include "tests/support/test_main.h"

using namespace hopscope;

namespace {

NetworkPicture dragonfly() {
  Design design;
  design.settings = {{"topology.kind", std::string("dragonfly")}, {"topology.h", std::int64_t{2}}};
  Issues issues;
  NetworkPicture picture;
  picture.topology = buildTopology(design, issues);
  picture.placement =
      std::make_shared<const Placement>(placementOf(*picture.topology, design.layout));
  picture.heat.channelUtilization.assign(picture.topology->channelCount(), .5F);
  return picture;
}

QImage drawn(const NetworkPicture& picture) {
  NetworkPainter network(Theme::light());
  network.setPicture(picture);
  QImage image(640, 640, QImage::Format_RGB32);
  QPainter painter(&image);
  const QRectF bounds = network.bounds();
  const double scale = 620 / std::max(bounds.width(), bounds.height());
  QTransform view;
  view.translate(320, 320);
  view.scale(scale, scale);
  view.translate(-bounds.center().x(), -bounds.center().y());
  network.paint(painter, QRectF(0, 0, 640, 640), view);
  return image;
}

/// How far a picture is from its ground, all pixels together.
double ink(const QImage& image) {
  const QColor ground = Theme::light().color(Tone::canvas);
  double sum = 0;
  for (int y = 0; y < image.height(); ++y)
    for (int x = 0; x < image.width(); ++x)
      sum += std::abs(qGray(image.pixel(x, y)) - qGray(ground.rgb()));
  return sum;
}

}  // namespace

/// What is selected stays, the rest fades.
class FocusTest : public QObject {
  Q_OBJECT

 private slots:
  void aRouterHasItsLinksAndNeighbours() {
    NetworkPicture picture = dragonfly();
    picture.marks.routers = {5};
    // Three in its group, two global ones.
    QCOMPARE(linksInFocus(picture).size(), std::size_t{5});
    QCOMPARE(routersInFocus(picture).size(), std::size_t{6});
    QCOMPARE(routersInFocus(picture).count(5), std::size_t{1});
    picture.marks.routers = {4, 5, 6, 7};
    QCOMPARE(linksInFocus(picture).size(), std::size_t{6 + 8});
    picture.marks.routers = {};
    picture.marks.links = {80};
    QCOMPARE(linksInFocus(picture), std::set<LinkId>{80});
    picture.marks.links = {100'000};
    QVERIFY(linksInFocus(picture).empty());
  }

  void theRestFades() {
    NetworkPicture picture = dragonfly();
    picture.marks.routers = {5};
    const double all = ink(drawn(picture));
    picture.marks.focus = true;
    const double focused = ink(drawn(picture));
    QVERIFY2(focused < .5 * all, qPrintable(QStringLiteral("%1 %2").arg(focused).arg(all)));
    QVERIFY(focused > .1 * all);
    // With nothing selected nothing is faded.
    picture.marks.routers = {};
    const double none = ink(drawn(picture));
    QVERIFY2(none > .9 * all, qPrintable(QStringLiteral("%1 %2").arg(none).arg(all)));
  }
};

HOPSCOPE_TEST(FocusTest)
#include "focus_test.moc"

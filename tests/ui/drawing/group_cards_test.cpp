// SPDX-License-Identifier: GPL-3.0-or-later
// Collapsed groups: the cards that stand for them.
#include <QBuffer>
#include <QImage>
#include <QSvgGenerator>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <set>

#include "tests/support/test_main.h"
#include "tests/ui/drawing/canvas_pictures.h"
#include "ui/drawing/collapsed_network.h"
#include "ui/drawing/fit_view.h"
#include "ui/drawing/group_cards.h"
#include "ui/drawing/network_painter.h"

namespace hopscope {

using test::familyPicture;
using test::patternedHeat;

namespace {

/// A Dragonfly with all groups collapsed.
NetworkPicture collapsedDragonfly(std::int64_t p, std::int64_t a, std::int64_t h) {
  NetworkPicture picture =
      familyPicture("dragonfly", {{"p", Value{p}}, {"a", Value{a}}, {"h", Value{h}}});
  Placement placement = *picture.placement;
  for (const std::int32_t group : collapsibleGroups(*picture.topology, placement))
    placement.collapsed.insert(group);
  picture.placement = std::make_shared<const Placement>(placement);
  return picture;
}

/// What is drawn of a network, in one unit to a pixel times `scale`.
struct Drawn {
  Drawn(const NetworkPicture& picture, double scale)
      : network(picture.topology, picture.placement),
        geometry(network.topology(), network.placement()),
        cards(network, geometry),
        style(CanvasStyle::choose(geometry, *network.placement(),
                                  QTransform::fromScale(scale, scale))) {}
  CollapsedNetwork network;
  NetworkGeometry geometry;
  GroupCards cards;
  CanvasStyle style;
};

QImage painted(NetworkPainter& painter, const QTransform& view, const QSize& size) {
  QImage image(size, QImage::Format_RGB32);
  QPainter brush(&image);
  painter.paint(brush, QRectF(QPointF(), QSizeF(size)), view);
  brush.end();
  return image;
}

/// The words of a drawing.
QByteArray drawing(NetworkPainter& painter, const QTransform& view, const QSize& size) {
  QBuffer bytes;
  if (!bytes.open(QIODevice::WriteOnly)) return {};
  QSvgGenerator paper;
  paper.setOutputDevice(&bytes);
  paper.setSize(size);
  QPainter brush(&paper);
  painter.paint(brush, QRectF(QPointF(), QSizeF(size)), view);
  brush.end();
  return bytes.data();
}

}  // namespace

class GroupCardsTest : public QObject {
  Q_OBJECT

 private slots:
  void noRouterIsDrawnUnderACard() {
    // Nine nodes in a near view: a router there is 160 px wide and has the digits of its ports.
    const NetworkPicture picture = collapsedDragonfly(2, 4, 2);
    NetworkPainter painter(Theme::light());
    painter.setPicture(picture);
    const Drawn drawn(picture, 1.5);
    QVERIFY(drawn.style.routerSide > 2 * drawn.cards.reach(drawn.style) + 8);
    const QPointF node = drawn.geometry.routers()[drawn.network.nodes().front().shown];
    QTransform view = QTransform::fromScale(1.5, 1.5);
    view *= QTransform::fromTranslate(200 - 1.5 * node.x(), 200 - 1.5 * node.y());
    const QImage image = painted(painter, view, {400, 400});
    // On the frame that the router would have, nothing has a router's colour but links do not.
    const int half = static_cast<int>(drawn.style.routerSide / 2);
    const QRgb ink = Theme::light().color(Tone::t1).rgb();
    int inked = 0;
    for (int x = 200 - half; x <= 200 + half; ++x)
      for (int y = 200 + half - 3; y <= 200 + half + 1; ++y) inked += image.pixel(x, y) == ink;
    QCOMPARE(inked, 0);
    // No port is named: a "0" would be the first.
    QVERIFY(!drawing(painter, view, {400, 400}).contains(">0</text>"));
    QVERIFY(drawing(painter, view, {400, 400}).contains(">4</text>"));
  }

  void cardsOfManyGroupsDoNotPileUp() {
    for (const auto& [p, a, h] : {std::tuple(2, 4, 2), std::tuple(2, 16, 8)}) {
      const NetworkPicture picture = collapsedDragonfly(p, a, h);
      for (const double scale : {0.02, 0.05, 0.2, 1.0}) {
        const Drawn drawn(picture, scale);
        const double side = drawn.cards.side(drawn.style);
        QVERIFY(side <= 56);
        if (side <= 5) continue;  // they stay visible
        const auto& nodes = drawn.network.nodes();
        for (const auto& one : nodes)
          for (const auto& other : nodes) {
            if (one.shown == other.shown) continue;
            const QPointF way =
                (drawn.geometry.routers()[one.shown] - drawn.geometry.routers()[other.shown]) *
                scale;
            QVERIFY(std::max(std::abs(way.x()), std::abs(way.y())) >= side);
          }
      }
    }
  }

  void aFitLeavesRoomForTheCards() {
    const NetworkPicture picture = collapsedDragonfly(2, 4, 2);
    NetworkPainter painter(Theme::light());
    painter.setPicture(picture);
    const QRectF device(0, 0, 400, 300);
    const double cards = painter.cardReach(fitView(painter.bounds(), device, 0).m11());
    QVERIFY(cards > 10);
    const QTransform view = fitView(painter.bounds(), device, cards);
    const Drawn drawn(picture, view.m11());
    const double reach = drawn.cards.reach(drawn.style);
    for (const auto& node : drawn.network.nodes()) {
      const QPointF middle = view.map(drawn.geometry.routers()[node.shown]);
      QVERIFY(
          device.contains(QRectF(middle - QPointF(reach, reach), QSizeF(2 * reach, 2 * reach))));
    }
    // Nothing is collapsed: nothing reaches out.
    painter.setPicture(familyPicture("dragonfly"));
    QCOMPARE(painter.cardReach(1), 0.0);
  }

  void labelsOfCardsAreThinnedOutRegularly() {
    NetworkPainter painter(Theme::light());
    painter.setPicture(collapsedDragonfly(2, 16, 8));
    const QSize size(600, 600);
    const QTransform view = fitView(painter.bounds(), QRectF(QPointF(), QSizeF(size)), 30);
    const QByteArray words = drawing(painter, view, size);
    std::set<int> named;
    for (int group = 0; group < 129; ++group)
      if (words.contains('>' + QByteArray("G") + QByteArray::number(group) + "</text>"))
        named.insert(group);
    QVERIFY(named.size() > 5 && named.size() < 60);
    const int step = *std::next(named.begin());
    QVERIFY(step == 2 || step == 5 || step == 10 || step == 20);
    for (const int group : named) QCOMPARE(group % step, 0);
  }

  /// Wide lines between all of 129 cards would be one field of colour.
  void linesOfARunAreThinWhereTheyAreDense() {
    NetworkPicture picture = collapsedDragonfly(2, 16, 8);
    picture.heat = patternedHeat(*picture.topology);
    NetworkPainter painter(Theme::light());
    painter.setPicture(picture);
    const QSize size(500, 500);
    QTransform view = QTransform::fromScale(0.1, 0.1);
    view *= QTransform::fromTranslate(250 - 0.1 * painter.bounds().center().x() + 60,
                                      250 - 0.1 * painter.bounds().center().y() + 60);
    const QImage image = painted(painter, view, size);
    int ground = 0;
    for (int y = 0; y < 500; ++y)
      for (int x = 0; x < 500; ++x) ground += qGray(image.pixel(x, y)) > 190;
    QVERIFY2(ground > 30000, qPrintable(QString::number(ground)));
  }
};

}  // namespace hopscope

using hopscope::GroupCardsTest;
HOPSCOPE_TEST(GroupCardsTest)
#include "group_cards_test.moc"

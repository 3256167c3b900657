// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/drawing/network_painter.h"
#include "ui/drawing/fit_view.h"

#include <QBuffer>
#include <QImage>
#include <QSvgGenerator>
#include <QTest>
#include <cmath>
#include <utility>

#include "tests/support/test_main.h"
#include "tests/ui/drawing/canvas_pictures.h"
#include "tests/ui/drawing/golden.h"
#include "ui/drawing/heat_scale.h"
#include "ui/drawing/node_layer.h"
#include "ui/drawing/placed_network.h"
#include "ui/words/part_names.h"

namespace hopscope {

using test::drawnPicture;
using test::familyPicture;
using test::patternedHeat;

namespace {

constexpr QSize kPaper(600, 500);

QImage paintedOf(NetworkPainter& painter, const QTransform& view) {
  QImage image(kPaper, QImage::Format_RGB32);
  QPainter brush(&image);
  painter.paint(brush, QRectF(QPointF(), QSizeF(kPaper)), view);
  brush.end();
  return image;
}

/// Whether a legend so wide has these words.
bool says(const NetworkPicture& picture, int width, const char* words) {
  QBuffer bytes;
  if (!bytes.open(QIODevice::WriteOnly)) return false;
  QSvgGenerator paper;
  paper.setOutputDevice(&bytes);
  paper.setSize({width, 36});
  QPainter brush(&paper);
  paintLegend(brush, QRectF(0, 0, width, 36), picture, Theme::light());
  brush.end();
  return bytes.data().contains(words);
}

/// One canvas unit is one pixel; the drawn network's (0, 0) stands at (150, 150).
QTransform plainView() {
  return QTransform::fromTranslate(150, 150);
}

}  // namespace

class NetworkPainterTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { test::useGoldenFont(); }

  void picksTheNearestRouterAndTerminal() {
    NetworkPainter painter(Theme::light());
    painter.setPicture(drawnPicture());
    QCOMPARE(painter.routerAt({121, 11}, 5), RouterId{1});
    QCOMPARE(painter.routerAt({60, 63}, 5), RouterId{4});
    QCOMPARE(painter.routerAt({300, 300}, 5), kNone);
    QCOMPARE(painter.terminalAt({-40, -19}, 4), TerminalId{0});
    QCOMPARE(painter.terminalAt({60, 60}, 4), kNone);
  }

  void aPaintedRouterIsPickedByItsWholeSquare() {
    NetworkPainter painter(Theme::light());
    painter.setPicture(drawnPicture());
    paintedOf(painter, plainView());
    // Neighbours about 85 px apart: a card of at least 32 px.
    QCOMPARE(painter.routerAt({120 + 14, 10}, 1), RouterId{1});
    QCOMPARE(painter.routerAt({120 + 40, 10}, 1), kNone);
  }

  void picksLinksStraightAndCurved() {
    NetworkPainter painter(Theme::light());
    painter.setPicture(drawnPicture());
    // Terminal links come first: link 6 joins routers 0 and 1, link 7 routers 1 and 2.
    QCOMPARE(painter.linkAt({60, 6}, 3), LinkId{6});
    // Its middle bulges 16 to the left of the way south: to the east.
    QCOMPARE(painter.linkAt({125 + 15, 61}, 3), LinkId{7});
    QCOMPARE(painter.linkAt({125, 60}, 3), kNone);
    QCOMPARE(painter.linkAt({60, 300}, 3), kNone);
  }

  /// Adversarial traffic fills one link a group, 129 of 24,768: they lead at the far zoom too.
  void whatIsFullLeadsAmongVeryManyLinks() {
    NetworkPicture picture = familyPicture("dragonfly", {{"p", std::int64_t{8}},
                                                         {"a", std::int64_t{16}},
                                                         {"h", std::int64_t{8}},
                                                         {"groups", std::int64_t{0}}});
    const Topology& topology = *picture.topology;
    picture.heat.channelUtilization.assign(topology.channelCount(), 0.02F);
    std::size_t full = 0;
    for (LinkId link = 0; link < topology.linkCount(); ++link) {
      const Link& each = topology.links[link];
      if (each.a.isTerminal || each.b.isTerminal) continue;
      const int away = std::abs(topology.group[each.a.node] - topology.group[each.b.node]);
      if (away != 1 && away != 128) continue;
      picture.heat.channelUtilization[2 * link] = 1;
      ++full;
    }
    QCOMPARE(full, std::size_t{129});
    NetworkPainter painter(Theme::light());
    painter.setPicture(picture);
    const QRectF device{QPointF(), QSizeF(kPaper)};
    const QColor hottest = HeatScale(Theme::light()).colorOf(HeatScale::kBuckets - 1);
    const QImage image = paintedOf(painter, fitView(painter.bounds(), device, 12));
    const int leading = test::pixelsOf(image, hottest);
    QVERIFY2(leading > 3000, qPrintable(QString::number(leading)));
    // What is idle stands back between them: none of its colour is left where all lines cross.
    const QRect middle(kPaper.width() / 2 - 60, kPaper.height() / 2 - 60, 120, 120);
    const QColor idle = HeatScale(Theme::light()).colorOf(0);
    QCOMPARE(test::pixelsOf(image.copy(middle), idle), 0);
    const NetworkPicture few = [] {
      NetworkPicture small = familyPicture("dragonfly");
      small.heat.channelUtilization.assign(small.topology->channelCount(), 0.02F);
      return small;
    }();
    NetworkPainter small(Theme::light());
    small.setPicture(few);
    const QImage plain = paintedOf(small, fitView(small.bounds(), device, 12));
    QVERIFY(test::pixelsOf(plain.copy(middle), idle) > 20);
  }

  /// Of a network that is still being worked on there is only the ground, and nothing is found.
  void onlyTheGroundUntilANetworkIsPlaced() {
    const NetworkPicture before = familyPicture("dragonfly");
    NetworkPainter painter(Theme::light());
    painter.setPicture(before);
    const QTransform view = fitView(painter.bounds(), QRectF(QPointF(), QSizeF(kPaper)), 12);
    paintedOf(painter, view);
    NetworkPicture next = familyPicture("torus");
    next.heat = patternedHeat(*next.topology);
    painter.setPicture(next, std::make_shared<PlacedNetwork>());
    const QImage ground = paintedOf(painter, view);
    QCOMPARE(test::pixelsOf(ground, Theme::light().color(Tone::canvas)),
             kPaper.width() * kPaper.height());
    QVERIFY(painter.bounds().isEmpty());
    const Point at = before.placement->routers[0];
    QCOMPARE(painter.routerAt({at.x, at.y}, 5), kNone);
    QCOMPARE(painter.linkAt({at.x, at.y}, 500), kNone);
    QVERIFY(!painter.routerArea(0));
    QVERIFY(painter.picture().topology == next.topology);
    // It comes with what was given meanwhile.
    painter.setPicture(NetworkPicture(painter.picture()),
                       std::make_shared<PlacedNetwork>(next.topology, next.placement));
    const QTransform fitted = fitView(painter.bounds(), QRectF(QPointF(), QSizeF(kPaper)), 12);
    NetworkPainter fresh(Theme::light());
    fresh.setPicture(next);
    QCOMPARE(paintedOf(painter, fitted), paintedOf(fresh, fitted));
    const Point first = next.placement->routers[0];
    QCOMPARE(painter.routerAt({first.x, first.y}, 5), RouterId{0});
  }

  void pickingMatchesASearchThroughEverything() {
    const NetworkPicture picture = familyPicture("dragonfly");
    NetworkPainter painter(Theme::light());
    painter.setPicture(picture);
    for (RouterId router = 0; router < picture.topology->routerCount(); ++router) {
      const Point& at = picture.placement->routers[router];
      QCOMPARE(painter.routerAt({at.x + 1, at.y - 1}, 4), router);
    }
    for (TerminalId terminal = 0; terminal < picture.topology->terminalCount(); ++terminal) {
      const Point& at = picture.placement->terminals[terminal];
      QCOMPARE(painter.terminalAt({at.x, at.y}, 2), terminal);
    }
  }

  void boundsHoldEverything() {
    const NetworkPicture picture = familyPicture("dragonfly");
    NetworkPainter painter(Theme::light());
    painter.setPicture(picture);
    const QRectF bounds = painter.bounds();
    for (const Point& p : picture.placement->routers) QVERIFY(bounds.contains(p.x, p.y));
    for (const Point& p : picture.placement->terminals) QVERIFY(bounds.contains(p.x, p.y));
    for (const GroupShape& group : picture.placement->groups) {
      QVERIFY(bounds.contains(group.labelAt.x, group.labelAt.y));
      for (const Point& p : group.outline) QVERIFY(bounds.contains(p.x, p.y));
    }
  }

  void fitShowsAllOfIt() {
    const QRectF bounds(-300, 40, 1200, 500), device(10, 20, 640, 480);
    const QTransform view = fitView(bounds, device, 24);
    const QRectF seen = view.mapRect(bounds);
    QVERIFY(device.adjusted(23, 23, -23, -23).contains(seen));
    QVERIFY((seen.center() - device.center()).manhattanLength() < 0.01);
    QVERIFY(std::abs(seen.width() / seen.height() - 1200.0 / 500) < 1e-6);
    // Nothing to show is no reason to divide by zero.
    QVERIFY(std::isfinite(fitView({}, device, 24).m11()));
  }

  void heatColoursTheBusierDirection() {
    NetworkPicture picture = drawnPicture();
    picture.heat.channelUtilization.assign(picture.topology->channelCount(), 0.0F);
    picture.heat.channelUtilization[2 * 6 + 1] = 1.0F;
    NetworkPainter painter(Theme::light());
    painter.setPicture(picture);
    const HeatScale scale(Theme::light());
    // Half size: the near view would show each direction on its own.
    const QImage image = paintedOf(painter, QTransform(0.5, 0, 0, 0.5, 150, 150));
    QVERIFY(test::pixelsOf(image, scale.colorOf(15)) > 50);
    QVERIFY(test::pixelsOf(image, scale.colorOf(0)) > 50);
  }

  void setHeatRepaintsWhatChanged() {
    NetworkPicture picture = drawnPicture();
    picture.heat.channelUtilization.assign(picture.topology->channelCount(), 0.0F);
    NetworkPainter painter(Theme::dark());
    painter.setPicture(picture);
    const QTransform view(0.5, 0, 0, 0.5, 150, 150);
    const HeatScale scale(Theme::dark());
    QCOMPARE(test::pixelsOf(paintedOf(painter, view), scale.colorOf(15)), 0);
    NetworkHeat hot = picture.heat;
    for (float& share : hot.channelUtilization) share = 1.0F;
    painter.setHeat(hot);
    QVERIFY(test::pixelsOf(paintedOf(painter, view), scale.colorOf(15)) > 200);
  }

  void unknownUtilisationIsDashedAndNeutral() {
    NetworkPicture picture = drawnPicture();
    picture.heat.channelUtilization.assign(picture.topology->channelCount(), std::nanf(""));
    NetworkPainter painter(Theme::light());
    painter.setPicture(picture);
    const QImage image = paintedOf(painter, QTransform(0.5, 0, 0, 0.5, 150, 150));
    const HeatScale scale(Theme::light());
    for (int bucket = 0; bucket < HeatScale::kBuckets; ++bucket) {
      QCOMPARE(test::pixelsOf(image, scale.colorOf(bucket)), 0);
    }
    // Along a straight link the canvas shows through the gaps.
    NetworkPainter solid(Theme::light());
    picture.heat.channelUtilization.assign(picture.topology->channelCount(), 0.0F);
    solid.setPicture(picture);
    const QImage full = paintedOf(solid, QTransform(0.5, 0, 0, 0.5, 150, 150));
    const QColor canvas = Theme::light().color(Tone::canvas);
    QVERIFY(test::pixelsOf(image, canvas) > test::pixelsOf(full, canvas) + 100);
  }

  void hitRateRisesInsideARouter() {
    NetworkPicture picture = familyPicture("crossbar");
    picture.heat.channelUtilization.assign(picture.topology->channelCount(), 0.0F);
    int before = -1;
    for (const float rate : {0.0F, 0.3F, 0.6F, 1.0F}) {
      picture.heat.routerHitRate.assign(1, rate);
      NetworkPainter painter(Theme::light());
      painter.setPicture(picture);
      const QImage image =
          paintedOf(painter, fitView(painter.bounds(), QRectF(QPointF(), QSizeF(kPaper)), 24));
      int filled = 0;
      for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
          const QColor c = image.pixelColor(x, y);
          // Half way between base and accent: teal, and no tone of the heat map is green.
          if (c.green() > c.red() + 25 && c.green() > 120 && c.green() < 215) ++filled;
        }
      }
      QVERIFY(filled > before);
      before = filled;
    }
  }

  void slowLinksAreThinner() {
    NetworkPicture picture = drawnPicture();
    const auto ink = [&picture] {
      NetworkPainter painter(Theme::light());
      painter.setPicture(picture);
      const QImage image = paintedOf(painter, plainView());
      const QColor ground = Theme::light().color(Tone::canvas);
      // Across link 6, from router 0 to router 1, in its middle.
      int sum = 0;
      for (int y = 150 - 4; y < 150 + 16; ++y)
        sum += std::abs(image.pixelColor(150 + 60, y).lightness() - ground.lightness());
      return sum;
    };
    const int full = ink();
    picture.linkRates.assign(picture.topology->linkCount(), LinkRate{});
    QCOMPARE(ink(), full);
    picture.linkRates[6] = {1, 4};
    const int slow = ink();
    QVERIFY2(slow > 0 && 4 * slow < 3 * full, qPrintable(QString("%1 of %2").arg(slow).arg(full)));
  }

  /// A collapsed network has fewer links than have rates.
  void slowLinksOfACollapsedNetwork() {
    NetworkPicture picture = familyPicture("dragonfly");
    picture.linkRates.assign(picture.topology->linkCount(), LinkRate{1, 4});
    Placement placement = *picture.placement;
    for (const std::int32_t group : picture.topology->group) placement.collapsed.insert(group);
    picture.placement = std::make_shared<const Placement>(std::move(placement));
    NetworkPainter painter(Theme::light());
    painter.setPicture(picture);
    QVERIFY(painter.collapsed().any());
    const QImage slow = paintedOf(painter, fitView(painter.bounds(), QRectF({}, kPaper), 10));
    picture.linkRates.clear();
    painter.setPicture(picture);
    QCOMPARE(paintedOf(painter, fitView(painter.bounds(), QRectF({}, kPaper), 10)), slow);
  }

  void selectionIsARingAndNotARecolouring() {
    NetworkPicture picture = drawnPicture();
    picture.heat = patternedHeat(*picture.topology);
    NetworkPainter painter(Theme::light());
    painter.setPicture(picture);
    const QTransform view(0.5, 0, 0, 0.5, 150, 150);
    const QColor accent = Theme::light().color(Tone::accent);
    QCOMPARE(test::pixelsOf(paintedOf(painter, view), accent), 0);
    NetworkMarks marks;
    marks.links = {6};
    painter.setMarks(marks);
    const QImage image = paintedOf(painter, view);
    QVERIFY(test::pixelsOf(image, accent) > 40);
    const HeatScale scale(Theme::light());
    const double busiest =
        std::max(picture.heat.channelUtilization[12], picture.heat.channelUtilization[13]);
    QVERIFY(test::pixelsOf(image, scale.color(busiest)) > 20);
  }

  void sparesTheDeviceAround() {
    NetworkPainter painter(Theme::light());
    painter.setPicture(drawnPicture());
    QImage image(kPaper, QImage::Format_RGB32);
    image.fill(Qt::green);
    QPainter brush(&image);
    painter.paint(brush, QRectF(100, 100, 300, 200), plainView());
    brush.end();
    QCOMPARE(image.pixelColor(50, 50), QColor(Qt::green));
    QCOMPARE(image.pixelColor(450, 350), QColor(Qt::green));
    QVERIFY(image.pixelColor(110, 290) != QColor(Qt::green));
  }

  void emptyPicturesAreJustCanvas() {
    NetworkPainter painter(Theme::dark());
    const QImage image = paintedOf(painter, QTransform());
    QCOMPARE(test::pixelsOf(image, Theme::dark().color(Tone::canvas)),
             kPaper.width() * kPaper.height());
    QVERIFY(painter.bounds().isEmpty());
    QCOMPARE(painter.routerAt({0, 0}, 1e6), kNone);
    QCOMPARE(painter.linkAt({0, 0}, 1e6), kNone);
  }

  void packetsAreColouredByWhatWasAsked() {
    NetworkPicture picture = drawnPicture();
    picture.heat.channelUtilization.assign(picture.topology->channelCount(), 0.0F);
    MovingPacket packet;
    packet.channel = 12;
    packet.position = 0.5F;
    packet.source = 1;
    packet.destination = 3;
    packet.age = 90;
    picture.heat.packets = {packet};
    const Theme& theme = Theme::light();
    NetworkPainter painter(theme);
    painter.setPicture(picture);
    QVERIFY(test::pixelsOf(paintedOf(painter, plainView()), theme.curve(2)) > 10);
    painter.setPacketColour(PacketColour::destination);
    QCOMPARE(test::pixelsOf(paintedOf(painter, plainView()), theme.curve(2)), 0);
    QVERIFY(test::pixelsOf(paintedOf(painter, plainView()), theme.curve(4)) > 10);
    picture.heat.packets.front().trafficClass = 4;
    painter.setPicture(picture);
    painter.setPacketColour(PacketColour::trafficClass);
    QVERIFY(test::pixelsOf(paintedOf(painter, plainView()), theme.curve(5)) > 10);
    painter.setPacketColour(PacketColour::age);
    QCOMPARE(ageRange(picture.heat.packets), Cycle{100});
    QVERIFY(test::pixelsOf(paintedOf(painter, plainView()), HeatScale(theme).color(0.9)) > 10);
  }

  void agesEndAtARoundNumber() {
    const auto range = [](Cycle age) {
      MovingPacket packet;
      packet.age = age;
      return ageRange({packet});
    };
    QCOMPARE(ageRange({}), Cycle{1});
    QCOMPARE(range(1), Cycle{1});
    QCOMPARE(range(3), Cycle{5});
    QCOMPARE(range(50), Cycle{50});
    QCOMPARE(range(51), Cycle{100});
    QCOMPARE(range(12'345), Cycle{20'000});
  }

  void legendTellsWhatHasNoDataInANarrowBar() {
    NetworkPicture picture = drawnPicture();
    picture.heat = patternedHeat(*picture.topology);
    NetworkPicture failing = picture;
    failing.heat.failedLinks = {0};
    // What failed is named before what has no data; both where there is room, as at 1280.
    for (const int width : {360, 420, 600})
      QVERIFY2(says(failing, width, "failed"), qPrintable(QString::number(width)));
    QVERIFY(says(failing, 420, "no data"));
    QVERIFY(!says(picture, 600, "failed"));
    for (const int width : {360, 400, 600}) QVERIFY(says(picture, width, "no data"));
  }

  void legendTellsItsRangeInTheNarrowestWindow() {
    NetworkPicture picture = drawnPicture();
    const NetworkPicture groups = familyPicture("dragonfly");
    QVERIFY(says(groups, 300, "between groups, "));
    QVERIFY(says(groups, 200, "between groups"));
    QVERIFY(!says(groups, 200, "between groups, "));
    picture.heat = patternedHeat(*picture.topology);
    const auto hasScale = [&picture](int width) {
      QImage image(width, 36, QImage::Format_RGB32);
      image.fill(Qt::white);
      QPainter brush(&image);
      paintLegend(brush, QRectF(0, 0, width, 36), picture, Theme::light());
      brush.end();
      const HeatScale scale(Theme::light());
      return test::pixelsOf(image, scale.colorOf(0)) > 10 &&
             test::pixelsOf(image, scale.colorOf(HeatScale::kBuckets - 1)) > 20;
    };
    for (const int width : {128, 160, 240, 420}) QVERIFY(hasScale(width));
    QVERIFY(!says(picture, 128, "share of link rate"));
    QVERIFY(says(picture, 240, "share of link rate"));
    // Of the past the time is told first.
    picture.heat.when = QStringLiteral("cycle 500");
    QVERIFY(says(picture, 128, "cycle 500"));
    QVERIFY(!hasScale(128));
  }

  /// Where idle links stand back among very many, the scale has the colours that they have.
  void legendHasTheColoursOfItsLinks() {
    NetworkPicture picture = familyPicture(
        "dragonfly", {{"p", std::int64_t{8}}, {"a", std::int64_t{16}}, {"h", std::int64_t{8}}});
    picture.heat.channelUtilization.assign(picture.topology->channelCount(), 0.0F);
    NetworkPainter painter(Theme::light());
    painter.setPicture(picture);
    const QRectF whole = painter.bounds();
    const double scale = std::min(kPaper.width() / whole.width(), kPaper.height() / whole.height());
    paintedOf(painter, QTransform::fromScale(scale, scale).translate(-whole.left(), -whole.top()));
    QVERIFY(painter.presence(0) < 1);
    QCOMPARE(painter.presence(HeatScale::kBuckets - 1), 1.0);
    const auto pure = [&](const NetworkPainter* shown) {
      QImage image(600, 36, QImage::Format_RGB32);
      image.fill(Theme::light().color(Tone::panel));
      QPainter brush(&image);
      paintLegend(brush, QRectF(0, 0, 600, 36), picture, Theme::light(), LegendMarks::lines, 0,
                  shown);
      brush.end();
      return test::pixelsOf(image, HeatScale(Theme::light()).colorOf(0));
    };
    QVERIFY(pure(nullptr) > 0);
    QCOMPARE(pure(&painter), 0);
    // Near by they are few, and have all of it.
    paintedOf(painter, QTransform::fromScale(4, 4));
    QCOMPARE(painter.presence(0), 1.0);
    QVERIFY(pure(&painter) > 0);
  }

  /// Near by each direction is drawn by itself and has all of its colour, however many cross there.
  void nearLinksHaveTheirColoursWhereTheyCrowd() {
    constexpr int kSide = 8, kApart = 40;
    TopologyBuilder builder(
        "custom", {},
        {{"terminal", "terminal", LinkKind::terminal}, {"local", "local", LinkKind::local}});
    Placement placement;
    placement.routers.reserve(std::size_t{kSide} * kSide);
    for (int row = 0; row < kSide; ++row)
      for (int column = 0; column < kSide; ++column) {
        builder.addRouter();
        placement.routers.push_back({double(kApart * column), double(kApart * row)});
      }
    for (RouterId b = 1; b < builder.routerCount(); ++b)
      for (RouterId a = 0; a < b; ++a) builder.connect(a, b, 1);
    NetworkPicture picture;
    picture.topology = std::make_shared<const Topology>(builder.build());
    placement.bulge.assign(picture.topology->linkCount(), 0.0F);
    picture.placement = std::make_shared<const Placement>(placement);
    picture.heat.channelUtilization.assign(picture.topology->channelCount(), 0.0F);
    NetworkPainter painter(Theme::light());
    painter.setPicture(picture);
    const auto seenAt = [&](double scale) {
      constexpr double kMiddle = kApart * (kSide - 1) / 2.0;
      QTransform view = QTransform::fromTranslate(kPaper.width() / 2.0, kPaper.height() / 2.0);
      view.scale(scale, scale).translate(-kMiddle, -kMiddle);
      paintedOf(painter, view);
      return painter.presence(0);
    };
    QVERIFY(seenAt(0.5) < 1);
    // Seen near by, they cover the ground about three times still.
    QCOMPARE(seenAt(2), 1.0);
    QCOMPARE(painter.bundleOf(0).size(), std::size_t{1});
  }

  /// Numbers stand in all squares or in none.
  void allRoutersHaveTheirNumbersOrNone() {
    NetworkPicture picture = familyPicture("dragonfly");
    NetworkPainter painter(Theme::light());
    painter.setPicture(picture);
    // Black pixels in the middle of a square are those of its number.
    const auto numbered = [&](const QImage& image, RouterId router) {
      const QRectF area = *painter.routerArea(router);
      const QRect middle = area.adjusted(3, 3, -3, -3).toRect();
      int dark = 0;
      for (int y = middle.top(); y <= middle.bottom(); ++y)
        for (int x = middle.left(); x <= middle.right(); ++x)
          dark += qGray(image.pixel(x, y)) < 140 ? 1 : 0;
      return dark > 2;
    };
    int withNumbers = 0, without = 0;
    for (int percent = 40; percent <= 160; percent += 10) {
      const QRectF whole = painter.bounds();
      const double scale = percent / 100.0;
      QImage image((whole.size() * scale).toSize() + QSize(2, 2), QImage::Format_RGB32);
      QPainter brush(&image);
      painter.paint(brush, QRectF(image.rect()),
                    QTransform::fromScale(scale, scale).translate(-whole.left(), -whole.top()));
      brush.end();
      const double side = painter.routerArea(0)->width();
      if (side < 10) continue;  // no square with an outline yet
      const bool first = numbered(image, 4);
      (first ? withNumbers : without) += 1;
      for (const RouterId router : {8U, 13U, 35U}) QCOMPARE(numbered(image, router), first);
    }
    QVERIFY2(withNumbers > 0 && without > 0,
             qPrintable(QStringLiteral("%1 %2").arg(withNumbers).arg(without)));
  }

  /// One name for a router wherever it is named.
  void routersHaveOneName() {
    const NetworkPicture picture = familyPicture("dragonfly");
    for (const RouterId router : {0U, 5U, 35U})
      QCOMPARE(QStringLiteral("router ") + routerLabel(*picture.topology, router),
               routerName(*picture.topology, router));
  }

  void legendNamesClassesOfOneColourTogether() {
    NetworkPicture picture = drawnPicture();
    picture.heat = patternedHeat(*picture.topology);
    picture.heat.packets.resize(3);
    picture.packetColour = PacketColour::trafficClass;
    for (const char* name : {"web", "bulk", "c", "d", "e", "f", "g", "h"})
      picture.heat.packetClasses << QLatin1String(name);
    QVERIFY(says(picture, 1600, "web"));
    QVERIFY(!says(picture, 1600, "web, "));
    picture.heat.packetClasses << QStringLiteral("late");
    QVERIFY(says(picture, 1600, "web, late"));
    QVERIFY(!says(picture, 1600, "bulk, "));
  }

  void legendKeepsWithinItsBar() {
    // What does not fit is left out, never cut or drawn over what stands beside.
    NetworkPicture design = familyPicture("dragonfly");
    NetworkPicture run = design;
    run.heat = patternedHeat(*run.topology);
    run.heat.packets.resize(3);
    for (const NetworkPicture& picture : {design, run}) {
      int before = -1;
      for (const int width : {160, 240, 330, 420, 640, 900}) {
        QImage image(1000, 36, QImage::Format_RGB32);
        image.fill(Qt::white);
        QPainter brush(&image);
        paintLegend(brush, QRectF(0, 0, width, 36), picture, Theme::light());
        brush.end();
        int ink = 0, beside = 0;
        for (int y = 0; y < 36; ++y) {
          for (int x = 0; x < 1000; ++x) {
            if (image.pixelColor(x, y) == QColor(Qt::white)) continue;
            ++(x < width ? ink : beside);
          }
        }
        QCOMPARE(beside, 0);
        QVERIFY(ink > 100 && ink >= before);
        before = ink;
      }
    }
  }

  void dotsShowTheGridInDesignOnly() {
    NetworkPicture picture = drawnPicture();
    const QColor line = Theme::light().color(Tone::line);
    NetworkPainter painter(Theme::light());
    painter.setPicture(picture);
    QCOMPARE(test::pixelsOf(paintedOf(painter, plainView()), line), 0);
    painter.setDotGrid(20);
    QVERIFY(test::pixelsOf(paintedOf(painter, plainView()), line) > 400);
    picture.heat = patternedHeat(*picture.topology);
    painter.setPicture(picture);
    QCOMPARE(test::pixelsOf(paintedOf(painter, plainView()), line), 0);
  }
};

}  // namespace hopscope

using hopscope::NetworkPainterTest;
HOPSCOPE_TEST(NetworkPainterTest)
#include "network_painter_test.moc"

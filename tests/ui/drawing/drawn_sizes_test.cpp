// SPDX-License-Identifier: GPL-3.0-or-later
#include <QImage>
#include <QPainter>
#include <QTest>

#include "engine/design/compile.h"
#include "tests/support/test_main.h"
#include "ui/drawing/canvas_style.h"
#include "ui/drawing/fit_view.h"
#include "ui/drawing/network_painter.h"

namespace hopscope {

namespace {

/// A network drawn by hand: routers at these places, terminals beside some of them.
CanvasStyle styleOf(const std::vector<Point>& routers, const std::vector<RouterId>& terminals) {
  TopologyBuilder builder(
      "custom", {},
      {{"terminal", "terminal", LinkKind::terminal}, {"local", "local", LinkKind::local}});
  for (std::size_t i = 0; i < routers.size(); ++i) builder.addRouter();
  for (const RouterId router : terminals) builder.addTerminal(router);
  const auto topology = std::make_shared<const Topology>(builder.build());
  Placement placement;
  placement.routers = routers;
  for (TerminalId t = 0; t < terminals.size(); ++t)
    placement.terminals.push_back(terminalPlace(*topology, routers, t));
  placement.bulge.assign(topology->linkCount(), 0.0F);
  const auto placed = std::make_shared<const Placement>(placement);
  return CanvasStyle::choose(NetworkGeometry(topology, placed), *placed, QTransform());
}

}  // namespace

/// How large parts are drawn.
class DrawnSizesTest : public QObject {
  Q_OBJECT

 private slots:
  void aRouterKeepsItsSizeWhateverIsPlacedBesideIt() {
    const CanvasStyle alone = styleOf({{0, 0}}, {});
    const std::vector<Point> four{{0, 0}, {127, 0}, {0, 127}, {127, 127}};
    QCOMPARE(styleOf(four, {}).routerSide, alone.routerSide);
    QCOMPARE(styleOf(four, {0, 1, 2, 3, 3}).routerSide, alone.routerSide);
    std::vector<Point> pasted = four;
    for (const Point& each : four) pasted.push_back({each.x + 40, each.y + 40});
    QCOMPARE(styleOf(pasted, {0, 1}).routerSide, alone.routerSide);
    QVERIFY(alone.routerSide >= 18);
    // Where they would overlap they are smaller.
    const CanvasStyle tight = styleOf({{0, 0}, {20, 0}, {40, 0}}, {});
    QVERIFY(tight.routerSide < 20);
  }

  void farRoutersDoNotCoverTheLinks() {
    Design design;
    design.settings = {{"topology.kind", std::string("mesh")},
                       {"topology.dimensions", std::vector<std::int64_t>{200, 200}}};
    Issues issues;
    NetworkPicture picture;
    picture.topology = buildTopology(design, issues);
    picture.placement = std::make_shared<const Placement>(place(*picture.topology));
    picture.heat.channelUtilization.assign(picture.topology->channelCount(), 0.5F);
    NetworkPainter painter(Theme::light());
    painter.setPicture(picture);
    QImage image(600, 600, QImage::Format_RGB32);
    QPainter brush(&image);
    painter.paint(brush, image.rect(), fitView(painter.bounds(), image.rect(), 10));
    brush.end();
    int dark = 0;
    for (int y = 0; y < image.height(); ++y)
      for (int x = 0; x < image.width(); ++x) dark += image.pixelColor(x, y).lightness() < 60;
    QVERIFY2(dark < 600 * 600 / 20, qPrintable(QString::number(dark)));
  }
};

HOPSCOPE_TEST(DrawnSizesTest)

}  // namespace hopscope

#include "drawn_sizes_test.moc"

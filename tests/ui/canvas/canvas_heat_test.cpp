// SPDX-License-Identifier: GPL-3.0-or-later
// What the canvas shows of a run, pixel by pixel: the hottest link on top, busy links wider, and
// the way of the packet that is followed.
#include <QTest>
#include <cmath>

#include "tests/support/test_main.h"
#include "tests/ui/canvas/canvas_support.h"
#include "ui/drawing/heat_scale.h"

namespace hopscope {

using test::CanvasFixture;

namespace {

/// Two links that cross in the middle, the one across (link 0) drawn before the one down (1), and a
/// third beside them, at a zoom where a link is one line.
struct Crossing : CanvasFixture {
  /// Routers of a drawn network have one size: these stand as close as people draw them.
  static constexpr double kCloser = 7;

  Crossing() {
    for (const QPointF place : {QPointF(-400, 0), QPointF(400, 0), QPointF(0, -400),
                                QPointF(0, 400), QPointF(-400, 560), QPointF(400, 560)})
      document.addRouter(place / kCloser);
    document.connectRouters(0, 1);
    document.connectRouters(2, 3);
    document.connectRouters(4, 5);
    canvas.setEditable(false);
    canvas.zoomTo(12 * kCloser);
    paint();
  }

  QPoint pixel(const QPointF& place) const { return CanvasFixture::pixel(place / kCloser); }

  /// The picture at rest with these utilisations of the three links.
  QImage heated(float across, float down, float beside = 0) {
    NetworkHeat heat;
    heat.channelUtilization = {across, across, down, down, beside, beside};
    canvas.setHeat(std::move(heat));
    QTest::qWait(450);  // lines are smooth again
    return canvas.grab().toImage();
  }
};

int distance(const QColor& a, const QColor& b) {
  return std::abs(a.red() - b.red()) + std::abs(a.green() - b.green()) +
         std::abs(a.blue() - b.blue());
}

/// How many pixels a line is wide that is crossed downwards at a place: all that is not ground.
double widthAt(const QImage& picture, QPoint at) {
  const QColor ground = Theme::light().color(Tone::canvas);
  const QColor line = picture.pixelColor(at);
  double width = 0;
  for (int y = at.y() - 8; y <= at.y() + 8; ++y)
    width += std::min(1.0, double(distance(picture.pixelColor(at.x(), y), ground)) /
                               std::max(1, distance(line, ground)));
  return width;
}

}  // namespace

class CanvasHeatTest : public QObject {
  Q_OBJECT

 private slots:
  void theHottestLinkLiesOnTop() {
    Crossing f;
    const HeatScale scale(Theme::light());
    const QColor hot = scale.color(.95), idle = scale.color(.3);
    QVERIFY(distance(hot, idle) > 120);
    const QPoint middle = f.pixel({0, 0});
    // Whichever of the two it is.
    const QImage across = f.heated(.95F, .3F);
    QVERIFY(distance(across.pixelColor(middle), hot) < 40);
    QVERIFY(distance(across.pixelColor(f.pixel({0, 200})), idle) < 40);
    const QImage down = f.heated(.3F, .95F);
    QVERIFY(distance(down.pixelColor(middle), hot) < 40);
    QVERIFY(distance(down.pixelColor(f.pixel({200, 0})), idle) < 40);
    // And when only one of them changes, as it does while a run goes on.
    const QImage again = f.heated(.95F, .3F);
    QVERIFY(distance(again.pixelColor(middle), hot) < 40);
  }

  void busyLinksAreWider() {
    Crossing f;
    const QPoint across = f.pixel({-200, 0}), beside = f.pixel({-200, 560});
    double last = 0;
    for (const float busy : {0.05F, .35F, .65F, .98F}) {
      const double width = widthAt(f.heated(busy, 0, .05F), across);
      QVERIFY2(width > last + .4, qPrintable(QStringLiteral("%1 after %2").arg(width).arg(last)));
      last = width;
    }
    const QImage picture = f.heated(.98F, 0, .05F);
    QVERIFY(widthAt(picture, across) > widthAt(picture, beside) + 2);
  }

  void theFollowedWayIsLitAndNothingElse() {
    Crossing f;
    f.document.connectRouters(1, 3);  // link 3: the way goes across, and then down to router 3
    f.canvas.zoomTo(12 * Crossing::kCloser);
    f.paint();
    NetworkHeat heat;
    heat.channelUtilization.assign(8, .1F);
    heat.followed.source = 0;
    heat.followed.birth = 7;
    heat.followed.path = {0, 6};
    f.canvas.setHeat(heat);
    QTest::qWait(450);
    const QImage picture = f.canvas.grab().toImage();
    const QColor lit = Theme::light().color(Tone::accent);
    const auto away = [&](QPointF place) {
      return distance(picture.pixelColor(f.pixel(place)), lit);
    };
    // What it has left behind is paler than where it is now.
    QVERIFY(away({200, 200}) < 60);
    for (const QPointF behind : {QPointF(-200, 0), QPointF(200, 0)})
      QVERIFY(away(behind) > away({200, 200}) && away(behind) < 110);
    QVERIFY(away({0, 200}) > 110 && away({-200, 560}) > 110);
    heat.followed = {};
    f.canvas.setHeat(heat);
    QTest::qWait(450);
    const QImage after = f.canvas.grab().toImage();
    QVERIFY(distance(after.pixelColor(f.pixel({-200, 0})), lit) > 60);
  }
};

}  // namespace hopscope

using hopscope::CanvasHeatTest;
HOPSCOPE_TEST(CanvasHeatTest)
#include "canvas_heat_test.moc"

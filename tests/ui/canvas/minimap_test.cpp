// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/canvas/minimap.h"

#include <QMouseEvent>
#include <QTest>
#include <cmath>

#include "tests/support/test_main.h"
#include "tests/ui/canvas/canvas_support.h"

namespace hopscope {

namespace {

Design mesh(std::int64_t side) {
  Design design;
  design.settings["topology.kind"] = std::string("mesh");
  design.settings["topology.dimensions"] = std::vector<std::int64_t>{side, side};
  return design;
}

struct MapFixture : test::CanvasFixture {
  Minimap map{canvas, Theme::light()};

  explicit MapFixture(std::int64_t side) {
    document.load(mesh(side));
    canvas.fit();
  }
};

}  // namespace

class MinimapTest : public QObject {
  Q_OBJECT

 private slots:
  void showsOnlyWhileLargeNetworksAreOutOfSight() {
    MapFixture small(8), large(16);
    small.canvas.zoomTo(400);
    QVERIFY(!small.map.isVisible());
    QVERIFY(!large.map.isVisible());
    large.canvas.zoomTo(400);
    QVERIFY(large.map.isVisible());
    QVERIFY(large.canvas.rect().contains(large.map.geometry()));
    large.map.setWanted(false);
    QVERIFY(!large.map.isVisible());
    large.map.setWanted(true);
    large.canvas.fit();
    QVERIFY(!large.map.isVisible());
  }

  void clicksAndDragsMoveTheView() {
    MapFixture f(16);
    f.canvas.zoomTo(400);
    const auto middle = [&f] { return f.canvas.view().toCanvas(QRectF(f.canvas.rect()).center()); };
    QTest::mouseClick(&f.map, Qt::LeftButton, Qt::NoModifier, QPoint(84, 64));
    const QRectF bounds = f.canvas.networkBounds();
    QVERIFY(std::abs(middle().x() - bounds.center().x()) < bounds.width() / 50);
    QVERIFY(std::abs(middle().y() - bounds.center().y()) < bounds.height() / 50);
    const QPointF before = middle();
    QTest::mousePress(&f.map, Qt::LeftButton, Qt::NoModifier, QPoint(84, 64));
    QMouseEvent move(QEvent::MouseMove, QPoint(94, 64), f.map.mapToGlobal(QPoint(94, 64)),
                     Qt::NoButton, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&f.map, &move);
    QVERIFY(middle().x() > before.x() + 10);
    QVERIFY(std::abs(f.canvas.zoom() - 400) < 1e-9);
    // The frame around the view moved with it.
    const QImage right = f.map.grab().toImage();
    QTest::mouseClick(&f.map, Qt::LeftButton, Qt::NoModifier, QPoint(60, 40));
    QVERIFY(f.map.grab().toImage() != right);
    QVERIFY(f.document.selection().empty());
  }
};

HOPSCOPE_TEST(MinimapTest)

}  // namespace hopscope

#include "minimap_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Large networks are worked out beside the window's thread.
#include <QTest>

#include "tests/support/test_main.h"
#include "tests/ui/canvas/canvas_support.h"

namespace hopscope {

namespace {

Design dragonflyOf(std::int64_t h) {
  Design design;
  design.settings["topology.kind"] = std::string("dragonfly");
  design.settings["topology.p"] = h;
  design.settings["topology.a"] = 2 * h;
  design.settings["topology.h"] = h;
  return design;
}

bool showsOnlyGround(NetworkCanvas& canvas) {
  const QImage seen = canvas.grab().toImage().convertToFormat(QImage::Format_RGB32);
  const QRgb ground = Theme::light().color(Tone::canvas).rgb();
  const QRgb dots = Theme::light().color(Tone::line).rgb();
  for (int y = 4; y + 4 < seen.height(); ++y)
    for (int x = 4; x + 4 < seen.width(); ++x)
      if (seen.pixel(x, y) != ground && seen.pixel(x, y) != dots) return false;
  return true;
}

}  // namespace

class PlacingTest : public QObject {
  Q_OBJECT

 private slots:
  void aLargeNetworkComesWhenItIsWorkedOut() {
    test::CanvasFixture f;
    f.document.load(dragonflyOf(2));
    QVERIFY(!f.canvas.isPlacing());
    QVERIFY(!showsOnlyGround(f.canvas));
    f.document.load(dragonflyOf(8));
    QVERIFY(f.canvas.isPlacing());
    QVERIFY(showsOnlyGround(f.canvas));  // nothing of the one before
    QVERIFY(f.canvas.networkBounds().isEmpty());
    QCOMPARE(f.canvas.picture().topology->terminalCount(), 16512U);
    // Rates of a run that has begun meanwhile, and what is selected, are there with it.
    NetworkHeat heat;
    heat.channelUtilization.assign(f.document.topology()->channelCount(), 0.5F);
    f.canvas.setHeat(heat);
    f.document.select({{7}, {}, {}});
    QTRY_VERIFY(!f.canvas.isPlacing());
    QVERIFY(!f.canvas.picture().heat.empty());
    QCOMPARE(f.canvas.picture().marks.routers, std::set<RouterId>{7});
    QVERIFY(!showsOnlyGround(f.canvas));
    const QRectF all = f.canvas.networkBounds();
    QVERIFY(!all.isEmpty());
    QVERIFY(QRectF(f.canvas.rect()).contains(f.canvas.view().toPixels(all.center())));
    QVERIFY(f.canvas.view().toPixels(all.topLeft()).x() > -1);
  }

  void aNewerNetworkTakesThePlaceOfOneThatIsNotThrough() {
    test::CanvasFixture f;
    f.document.load(dragonflyOf(8));
    f.document.load(dragonflyOf(7));
    QVERIFY(f.canvas.isPlacing());
    QTRY_VERIFY(!f.canvas.isPlacing());
    NetworkPainter alone(Theme::light());
    NetworkPicture picture;
    picture.topology = f.document.topology();
    picture.placement = f.document.placement();
    alone.setPicture(picture);
    QCOMPARE(f.canvas.networkBounds(), alone.bounds());
    // A small one is there at once, and what was worked on does not come after it.
    f.document.load(dragonflyOf(8));
    f.document.load(dragonflyOf(2));
    QVERIFY(!f.canvas.isPlacing());
    const QRectF small = f.canvas.networkBounds();
    QCoreApplication::processEvents();
    QCOMPARE(f.canvas.networkBounds(), small);
    QCOMPARE(f.canvas.picture().topology->terminalCount(), 72U);
  }

  void whatChangesMeanwhileIsDrawn() {
    test::CanvasFixture f;
    f.document.load(dragonflyOf(8));
    f.document.move({{0}, {}, {}}, {1e5, 0});  // a change of places alone
    QVERIFY(f.canvas.isPlacing());
    QTRY_VERIFY(!f.canvas.isPlacing());
    const Point moved = f.document.placement()->routers[0];
    QVERIFY(f.canvas.networkBounds().contains(QPointF(moved.x, moved.y)));
    // It stays in sight while it is edited.
    f.document.move({{0}, {}, {}}, {1e5, 0});
    QVERIFY(!f.canvas.isPlacing());
    QVERIFY(!showsOnlyGround(f.canvas));
    f.document.undoStack().undo();
    QVERIFY(!f.canvas.isPlacing());
  }

  void nothingIsLeftOfACanvasThatGoes() {
    DesignDocument document;
    document.load(dragonflyOf(8));
    {
      NetworkCanvas canvas(Theme::light());
      canvas.setDocument(&document);
      QVERIFY(canvas.isPlacing());
    }
    NetworkCanvas canvas(Theme::light());
    canvas.setDocument(&document);
    canvas.setDocument(nullptr);
    QVERIFY(!canvas.isPlacing());
    QCoreApplication::processEvents();
    QVERIFY(canvas.networkBounds().isEmpty());
  }
};

HOPSCOPE_TEST(PlacingTest)

}  // namespace hopscope

#include "placing_test.moc"

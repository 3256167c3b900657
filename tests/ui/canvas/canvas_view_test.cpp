// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/canvas/canvas_view.h"

#include <QTest>

#include "tests/support/test_main.h"

namespace hopscope {

class CanvasViewTest : public QObject {
  Q_OBJECT

 private slots:
  void pixelsAndPlacesAreInverse();
  void zoomKeepsWhatLiesUnderThePixel();
  void zoomIsBounded();
  void fitShowsEverythingInTheMiddle();
  void fitDoesNotBlowUpASingleRouter();
};

void CanvasViewTest::pixelsAndPlacesAreInverse() {
  CanvasView view;
  view.zoomTo(2.5, {100, 40});
  view.pan({13, -7});
  const QPointF place(17, -230);
  QCOMPARE(view.toCanvas(view.toPixels(place)), place);
  QCOMPARE(view.transform().map(place), view.toPixels(place));
}

void CanvasViewTest::zoomKeepsWhatLiesUnderThePixel() {
  CanvasView view;
  view.put({0, 0}, {400, 300});
  const QPointF pixel(123, 456);
  const QPointF before = view.toCanvas(pixel);
  for (const double scale : {.25, 3., .1, 12.}) {
    view.zoomTo(scale, pixel);
    QCOMPARE(view.scale(), scale);
    QCOMPARE(view.toCanvas(pixel), before);
  }
}

void CanvasViewTest::zoomIsBounded() {
  CanvasView view;
  view.zoomTo(1e6, {0, 0});
  QCOMPARE(view.scale(), CanvasView::kLargest);
  view.zoomTo(1e-6, {0, 0});
  QCOMPARE(view.scale(), CanvasView::kSmallest);
  view.fit({-1e5, -1e5, 2e5, 2e5}, {0, 0, 200, 200}, 0, 2);  // a larger network still fits
  QCOMPARE(view.scale(), .001);
  view.zoomTo(1e-6, {0, 0});
  QCOMPARE(view.scale(), .0005);
}

void CanvasViewTest::fitShowsEverythingInTheMiddle() {
  CanvasView view;
  view.fit({100, 200, 400, 100}, {0, 0, 440, 600}, 20, 4);
  QCOMPARE(view.scale(), 1.0);
  QCOMPARE(view.toPixels({100, 200}), QPointF(20, 250));
  QCOMPARE(view.toPixels({500, 300}), QPointF(420, 350));
}

void CanvasViewTest::fitDoesNotBlowUpASingleRouter() {
  CanvasView view;
  view.fit({50, 50, 0, 0}, {0, 0, 400, 300}, 20, 2);
  QCOMPARE(view.scale(), 2.0);
  QCOMPARE(view.toPixels({50, 50}), QPointF(200, 150));
}

HOPSCOPE_TEST(CanvasViewTest)

}  // namespace hopscope

#include "canvas_view_test.moc"

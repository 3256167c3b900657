// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/drawing/canvas_labels.h"

#include <QImage>
#include <QPainter>
#include <QTest>
#include <utility>

#include "tests/support/test_main.h"
#include "tests/ui/drawing/canvas_pictures.h"

using namespace hopscope;

class CanvasLabelsTest : public QObject {
  Q_OBJECT

 private slots:
  /// What a router is called stands where none of its terminals is, if there is such a place.
  void namesCoverNoTerminal() {
    CanvasLabel label;
    label.text = QStringLiteral("Library");
    label.center = {200, 150};
    label.beside = {20, 20};
    label.tone = Tone::t1;
    const auto inkAbove = [&] {
      QImage image(QSize(600, 500), QImage::Format_RGB32);
      image.fill(Theme::light().color(Tone::canvas));
      LabelPictures words;
      QPainter brush(&image);
      drawLabels(brush, {label}, QRectF(QPointF(), QSizeF(600, 500)), Theme::light(), words);
      brush.end();
      const QImage above = image.copy(100, 100, 200, 40), below = image.copy(100, 160, 200, 40);
      const QColor ink = Theme::light().color(Tone::t1);
      return std::pair(test::pixelsOf(above, ink) > 0, test::pixelsOf(below, ink) > 0);
    };
    QCOMPARE(inkAbove(), std::pair(true, false));
    label.shuns = {QRectF(190, 125, 10, 10)};
    QCOMPARE(inkAbove(), std::pair(false, true));
    // Better over one than nowhere.
    label.shuns = {QRectF(0, 0, 400, 300)};
    QCOMPARE(inkAbove(), std::pair(true, false));
  }
};

HOPSCOPE_TEST(CanvasLabelsTest)
#include "canvas_labels_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Points that no line joins, as a source prints them: on the plot, in its legend and in its table.
#include <QApplication>
#include <QImage>
#include <QRegularExpression>
#include <QTest>
#include <algorithm>
#include <vector>

#include "tests/support/test_main.h"
#include "tests/ui/drawing/golden.h"
#include "ui/drawing/legend_place.h"
#include "ui/drawing/plot_head.h"
#include "ui/drawing/plot_painting.h"
#include "ui/drawing/plot_paper.h"
#include "ui/drawing/plot_widget.h"

namespace hopscope {

namespace {

/// Two points from right to left, in the look of what is not ours.
PlotCurve printedCurve(bool joined) {
  PlotCurve curve;
  curve.name = QString(200, QLatin1Char('m'));
  curve.x = {0.45, 0.25};
  curve.y = {1, 1};
  curve.number = 0;
  curve.markers = true;
  curve.joined = joined;
  return curve;
}

/// How many dark pixels stand in columns of an image, from row to row.
int darkPixels(const QImage& image, int left, int right, int top, int bottom) {
  int count = 0;
  for (int y = top; y < std::min(bottom, image.height()); ++y)
    for (int x = left; x < std::min(right, image.width()); ++x)
      if (image.pixelColor(x, y).lightness() < 120) ++count;
  return count;
}

/// A frame of 200 by 100 whose axes end there.
PlotFrame frameOf(double xEnd, double yEnd) {
  PlotFrame frame;
  frame.rect = QRectF(0, 0, 200, 100);
  frame.onPlot = [xEnd, yEnd](double x, double y) {
    return QPointF(200 * x / xEnd, 100 * (1 - y / yEnd));
  };
  return frame;
}

/// Where a word of a drawing stands; below zero where it does not.
double downThePage(const QString& svg, const char* word) {
  const QRegularExpression text(
      QStringLiteral("matrix\\([^)]*,([-0-9.]+)\\)\"[^<]*(?:<[^t/][^<]*)*<text[^>]* "
                     "y=\"([-0-9.]+)\"[^>]*>%1</text>")
          .arg(QLatin1String(word)));
  const QRegularExpressionMatch found = text.match(svg);
  return found.hasMatch() ? found.captured(1).toDouble() + found.captured(2).toDouble() : -1;
}

QImage areaWith(const PlotCurve& curve) {
  PlotPicture picture;
  picture.curves = {curve};
  picture.xMin = 0;
  picture.xMax = 0.7;
  picture.yMin = 0;
  picture.yMax = 2;
  PlotWidget plot;
  plot.setTheme(Theme::light());
  plot.setPicture(picture);
  plot.resize(500, 300);
  plot.show();
  QApplication::processEvents();
  return plot.findChild<QWidget*>(QStringLiteral("plotArea"))->grab().toImage();
}

}  // namespace

class PlotPointsTest : public QObject {
  Q_OBJECT

 private slots:
  /// Between two curves that run along the top and near the bottom, and not over one of them.
  void theLegendOnPaperCoversNoCurve() {
    PlotPicture picture;
    PlotCurve rising, flat;
    rising.x = {0, 10, 40};
    rising.y = {0, 10, 10};
    flat.x = {0, 5, 40};
    flat.y = {0, 2, 2};
    picture.curves = {rising, flat};
    const PlotFrame frame = frameOf(40, 12);
    const QSizeF box(60, 25);
    QCOMPARE(freePlace(picture, frame, box), Qt::AlignRight | Qt::AlignVCenter);
    // A corner where one is free.
    picture.curves = {flat};
    QCOMPARE(freePlace(picture, frame, box), Qt::AlignLeft | Qt::AlignTop);
    // A word counts as much as a curve, and so does the line of its mark.
    PlotFrame worded = frame;
    worded.words = {QRectF(30, 2, 30, 8)};
    QCOMPARE(freePlace(picture, worded, box), Qt::AlignRight | Qt::AlignTop);
    picture.marks = {{38, {}, 0}};
    QCOMPARE(freePlace(picture, worded, box), Qt::AlignHCenter | Qt::AlignTop);
    QVERIFY(!freePlace(picture, frame, {180, 90}));
  }

  /// Looked at where it is drawn, which is not the very corner.
  void theLegendOnPaperKeepsItsDistance() {
    PlotPicture picture;
    PlotCurve flat;
    flat.x = {0, 40};
    flat.y = {8.2, 8.2};  // 31.7 of 100 below the top
    picture.curves = {flat};
    PlotFrame frame = frameOf(40, 12);
    QCOMPARE(freePlace(picture, frame, {60, 30}), Qt::AlignLeft | Qt::AlignTop);
    frame.inset = 4;
    QCOMPARE(freePlace(picture, frame, {60, 30}), Qt::AlignLeft | Qt::AlignBottom);
  }

  /// Where no place is free it stands below the axes.
  void theLegendOnPaperStandsBelowFullAxes() {
    const auto written = [](int curves) {
      PlotPicture picture;
      picture.xTitle = QStringLiteral("cycles");
      for (int n = 0; n < curves; ++n) {
        PlotCurve curve;
        curve.name = QStringLiteral("No%1").arg(n);
        for (int i = 0; i <= 60; ++i) {
          curve.x.push_back(i);
          curve.y.push_back(i % 2 == 0 ? n : curves == 1 ? 1 : 10 - n);
        }
        picture.curves.push_back(std::move(curve));
      }
      picture.xMax = 60;
      picture.yMax = 10;
      return QString::fromUtf8(plotSvg(picture, 85));
    };
    const QString free = written(1), full = written(3);
    QVERIFY(downThePage(free, "No0") < downThePage(free, "cycles"));
    for (const char* name : {"No0", "No1", "No2"}) {
      QVERIFY(downThePage(full, name) > downThePage(full, "cycles"));
      QVERIFY(downThePage(full, name) < paperSize(85).height());
    }
  }

  void initTestCase() {
    test::useGoldenFont();
    QApplication::setPalette(Theme::light().palette());
  }

  /// In whatever order they come.
  void noLineJoinsThem() {
    const QImage line = areaWith(printedCurve(true)), points = areaWith(printedCurve(false));
    // Half way between the two, which is the middle of the frame.
    QVERIFY(darkPixels(line, 250, 280, 40, 190) > 20);
    QCOMPARE(darkPixels(points, 250, 280, 40, 190), 0);
    QVERIFY(darkPixels(points, 80, 250, 40, 190) > 10);
    QVERIFY(darkPixels(points, 280, 460, 40, 190) > 10);
  }

  /// They are seen though nobody asked for markers.
  void theyNeedNoMarkers() {
    PlotCurve curve = printedCurve(false);
    curve.markers = false;
    QVERIFY(darkPixels(areaWith(curve), 80, 460, 40, 190) > 20);
  }

  void theirLegendHasTheSignAlone() {
    for (const bool joined : {true, false}) {
      PlotPicture picture;
      picture.curves = {printedCurve(joined)};
      PlotHead head;
      head.setTheme(Theme::light());
      head.setPicture(picture);
      head.resize(250, head.heightForWidth(250));
      const QImage image = head.grab().toImage();
      // The name is too long for its row, so that the sample begins at the left.
      QCOMPARE(darkPixels(image, 0, 3, 0, image.height()) > 0, joined);
      QVERIFY(darkPixels(image, 3, 16, 0, image.height()) > 4);
    }
  }

  void whatIsNotOursLooksLikeNoCurve() {
    QCOMPARE(plotColor(Theme::light(), 0), Theme::light().color(Tone::t1));
    for (int number = 1; number <= Theme::kCurves; ++number) {
      QVERIFY(plotMarker(0) != plotMarker(number));
      QVERIFY(plotColor(Theme::light(), 0) != plotColor(Theme::light(), number));
      QVERIFY(plotColor(Theme::dark(), 0) != plotColor(Theme::dark(), number));
    }
  }

  /// The curves share their column of x all the same; the points' own follow.
  void theirPlacesAreTheirOwnInCsv() {
    PlotPicture picture;
    picture.xTitle = QStringLiteral("load");
    PlotCurve ours, other, source = printedCurve(false);
    ours.name = QStringLiteral("ours");
    ours.x = {1, 2, 3};
    ours.y = {5, 6, 7};
    other = ours;
    other.name = QStringLiteral("other");
    source.name = QStringLiteral("source");
    source.x = {3, 1};
    source.y = {8, 4};
    const QString csv = QStringLiteral(
        "load,ours,other,load,source\n"
        "1,5,5,3,8\n"
        "2,6,6,1,4\n"
        "3,7,7,,\n");
    picture.curves = {ours, other, source};
    QCOMPARE(plotCsv(picture), csv);
    // Behind the curves, wherever they stand among them.
    picture.curves = {source, ours, other};
    QCOMPARE(plotCsv(picture), csv);
  }
};

}  // namespace hopscope

using hopscope::PlotPointsTest;
HOPSCOPE_TEST(PlotPointsTest)
#include "plot_points_test.moc"

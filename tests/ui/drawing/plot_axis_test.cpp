// SPDX-License-Identifier: GPL-3.0-or-later
// Ticks and labels of a plot's axes, as they stand in its drawing.
#include <QRegularExpression>
#include <QTest>
#include <algorithm>
#include <map>
#include <optional>
#include <vector>

#include "tests/support/test_main.h"
#include "tests/ui/drawing/golden.h"
#include "ui/drawing/mark_rows.h"
#include "ui/drawing/plot_widget.h"

namespace hopscope {

namespace {

/// A latency that falls from one value to another, on a logarithmic axis.
PlotPicture falling(double from, double to) {
  PlotPicture picture;
  picture.xTitle = QStringLiteral("time (cycles)");
  picture.yTitle = QStringLiteral("cycles");
  PlotCurve mean;
  mean.name = QStringLiteral("mean");
  mean.x = {0, 300, 600, 900};
  mean.y = {from, (from + to) / 2, to, to};
  picture.curves = {mean};
  picture.yLog = true;
  return picture;
}

/// The words of a drawing that are numbers, with their places down the page.
std::multimap<double, QString> numbersOf(const PlotPicture& picture, double width = 85) {
  std::multimap<double, QString> numbers;
  const QString svg = QString::fromUtf8(plotSvg(picture, width));
  static const QRegularExpression text(
      QStringLiteral("matrix\\([^)]*,([-0-9.]+)\\)\"[^<]*(?:<[^t/][^<]*)*<text[^>]* "
                     "y=\"([-0-9.]+)\"[^>]*>([0-9.]+(?:\u00a0[kMG])?)</text>"));
  for (auto each = text.globalMatch(svg); each.hasNext();) {
    const QRegularExpressionMatch found = each.next();
    numbers.emplace(found.captured(1).toDouble() + found.captured(2).toDouble(), found.captured(3));
  }
  return numbers;
}

/// The labels of the y axis from its top; those of the x axis stand in one line below.
QStringList yLabels(const PlotPicture& picture) {
  QStringList labels;
  const auto numbers = numbersOf(picture);
  for (const auto& [place, number] : numbers)
    if (numbers.count(place) == 1) labels << number;
  return labels;
}

}  // namespace

class PlotAxisTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { test::useGoldenFont(); }

  void aLogarithmicAxisHasTicksDownToItsCurve() {
    QCOMPARE(yLabels(falling(2200, 140)),
             (QStringList{"5000", "2000", "1000", "500", "200", "100"}));
    QCOMPARE(yLabels(falling(190, 140)), (QStringList{"1000", "500", "200", "100", "50"}));
  }

  /// "10.0 k" and "12.5 k" would touch where there is room for few.
  void labelsOfANarrowAxisKeepApart() {
    PlotPicture picture = falling(2, 1);
    picture.yLog = false;
    picture.curves.front().x = {0, 4000, 8000, 13440};
    picture.xMin = 0;
    picture.xMax = 13440;
    const auto labels = [&](double width) {
      const auto numbers = numbersOf(picture, width);
      std::size_t most = 0;
      for (const auto& [place, number] : numbers) most = std::max(most, numbers.count(place));
      return most;
    };
    QCOMPARE(labels(85), std::size_t{6});
    QVERIFY2(labels(45) >= 2 && labels(45) <= 3, qPrintable(QString::number(labels(45))));
  }

  void aLogarithmicAxisHasTheEndsThatAreFixed() {
    PlotPicture picture = falling(2200, 140);
    picture.yMin = 10;
    QCOMPARE(yLabels(picture).last(), QStringLiteral("10"));
    QCOMPARE(yLabels(picture).first(), QStringLiteral("5000"));
    picture.yMax = 1000;
    QCOMPARE(yLabels(picture).first(), QStringLiteral("1000"));
    // An end at 0 is none, nor are two that leave nothing between them.
    picture.yMin = 0;
    QCOMPARE(yLabels(picture).last(), QStringLiteral("100"));
    picture.yMin = picture.yMax = 1000;
    QCOMPARE(yLabels(picture), yLabels(falling(2200, 140)));
    // Beyond all of the data.
    picture.yMin.reset();
    picture.yMax = 50;
    QCOMPARE(yLabels(picture).first(), QStringLiteral("50"));
    QCOMPARE(yLabels(picture).last(), QStringLiteral("5"));
  }

  void thousandsOfOneLogarithmicAxisLookAlike() {
    const QStringList labels = yLabels(falling(18'000, 900));
    QVERIFY2(labels.contains(QStringLiteral("2\u00a0k")), qPrintable(labels.join(' ')));
    QVERIFY(labels.contains(QStringLiteral("20\u00a0k")));
    QVERIFY(labels.contains(QStringLiteral("500")));
    QVERIFY(!labels.contains(QStringLiteral("2000")));
  }

  void wordsOfMarksDoNotLieOnEachOther() {
    MarkRows rows(300, 3);
    struct Taken {
      std::size_t row;
      double from, to;
    };
    std::vector<Taken> taken;
    int cut = 0, left = 0;
    for (const double at : {10.0, 40.0, 60.0, 150.0, 155.0, 160.0, 290.0, 295.0, 300.0}) {
      const std::optional<MarkPlace> place = rows.place(at, 130);
      if (!place) {
        ++left;
        continue;
      }
      cut += place->length < 130;
      const double from = place->leftOfLine ? at - place->length : at;
      taken.push_back({place->row, from, from + place->length});
      QVERIFY(from >= 0 && from + place->length <= 300);
      QVERIFY(place->length >= 44);
    }
    for (std::size_t i = 0; i < taken.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        QVERIFY(taken[i].row != taken[j].row || taken[i].from >= taken[j].to ||
                taken[j].from >= taken[i].to);
    QVERIFY(cut > 0 && left > 0);
    QVERIFY(taken.size() >= 4);
    // A short word needs no more than its length.
    QVERIFY(MarkRows(30, 1).place(0, 30).has_value());
  }

  void labelsOfManyDecadesDoNotCollide() {
    for (const double least : {500.0, 1.0, 1e-3, 1e-9, 1e-20}) {
      const auto numbers = numbersOf(falling(2e6, least));
      std::vector<double> places;
      for (const auto& [place, number] : numbers)
        if (numbers.count(place) == 1) places.push_back(place);
      QVERIFY(places.size() >= 3);
      for (std::size_t i = 1; i < places.size(); ++i) QVERIFY(places[i] - places[i - 1] > 7);
    }
  }

  /// Where the axis may not end higher, the word of a mark stands where it hides no point.
  void wordsHideNoPointOfAFixedAxis_data() {
    QTest::addColumn<bool>("logarithmic");
    QTest::newRow("linear") << false;
    QTest::newRow("logarithmic") << true;
  }
  void wordsHideNoPointOfAFixedAxis() {
    QFETCH(bool, logarithmic);
    PlotPicture picture;
    picture.xTitle = QStringLiteral("offered load");
    picture.yTitle = QStringLiteral("latency (cycles)");
    PlotCurve curve;
    curve.number = 2;
    curve.markers = true;
    curve.x = {0.05, 0.1, 0.2, 0.3, 0.35, 0.4};
    curve.y = {300, 305, 330, 370, 420, 570};
    picture.curves = {curve};
    picture.xMin = 0;
    picture.xMax = 0.46;
    picture.yMax = 600;
    picture.yLog = logarithmic;
    const auto inked = [&](const PlotPicture& shown) {
      PlotWidget plot;
      plot.setTheme(Theme::light());
      plot.resize(400, 300);
      plot.show();
      static_cast<void>(QTest::qWaitForWindowExposed(&plot));
      plot.setPicture(shown);
      const QImage image = plot.grab().toImage();
      int pixels = 0;
      for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
          pixels += image.pixelColor(x, y) == Theme::light().curve(2) ? 1 : 0;
      return pixels;
    };
    const int before = inked(picture);
    picture.marks = {{0.4, QStringLiteral("saturates, 0.40"), 0}};
    const int after = inked(picture);
    constexpr int kLine = 12;  // where the mark's own line crosses
    QVERIFY2(after >= before - kLine,
             qPrintable(QStringLiteral("%1 of %2").arg(after).arg(before)));
  }
};

}  // namespace hopscope

using hopscope::PlotAxisTest;
HOPSCOPE_TEST(PlotAxisTest)
#include "plot_axis_test.moc"

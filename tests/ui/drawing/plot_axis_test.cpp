// SPDX-License-Identifier: GPL-3.0-or-later
// Ticks and labels of a plot's axes, as they stand in its drawing.
#include <QRegularExpression>
#include <QTest>
#include <algorithm>
#include <map>
#include <vector>

#include "tests/support/test_main.h"
#include "tests/ui/drawing/golden.h"
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
std::multimap<double, QString> numbersOf(const PlotPicture& picture) {
  std::multimap<double, QString> numbers;
  const QString svg = QString::fromUtf8(plotSvg(picture, 85));
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

  void thousandsOfOneLogarithmicAxisLookAlike() {
    const QStringList labels = yLabels(falling(18'000, 900));
    QVERIFY2(labels.contains(QStringLiteral("2\u00a0k")), qPrintable(labels.join(' ')));
    QVERIFY(labels.contains(QStringLiteral("20\u00a0k")));
    QVERIFY(labels.contains(QStringLiteral("500")));
    QVERIFY(!labels.contains(QStringLiteral("2000")));
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
};

}  // namespace hopscope

using hopscope::PlotAxisTest;
HOPSCOPE_TEST(PlotAxisTest)
#include "plot_axis_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/drawing/line_clip.h"

#include <QTest>
#include <cmath>
#include <random>

#include "tests/support/test_main.h"

using namespace hopscope;

namespace {

constexpr QRectF kArea(10, 20, 100, 50);

double lengthOf(const std::vector<QPointF>& line) {
  double sum = 0;
  for (std::size_t i = 1; i < line.size(); ++i)
    sum += std::hypot(line[i].x() - line[i - 1].x(), line[i].y() - line[i - 1].y());
  return sum;
}

}  // namespace

class LineClipTest : public QObject {
  Q_OBJECT

 private slots:
  void linesThroughBesideAndWithin() {
    using Line = std::pair<QPointF, QPointF>;
    QCOMPARE(clipLine({0, 40}, {200, 40}, kArea), std::optional(Line({10, 40}, {110, 40})));
    QCOMPARE(clipLine({20, 30}, {30, 60}, kArea), std::optional(Line({20, 30}, {30, 60})));
    QCOMPARE(clipLine({50, 0}, {50, 45}, kArea), std::optional(Line({50, 20}, {50, 45})));
    QVERIFY(!clipLine({0, 0}, {200, 0}, kArea));
    // Its box covers the corner, it does not.
    QVERIFY(!clipLine({105, 10}, {135, 40}, kArea));
  }

  /// As much of a line is left as of its many small pieces that lie inside.
  void randomLinesKeepWhatIsInside() {
    std::mt19937 random(7);
    std::uniform_real_distribution<double> place(-60, 180);
    for (int round = 0; round < 500; ++round) {
      std::vector<QPointF> line;
      for (int i = 0; i < 2 + round % 4; ++i) line.emplace_back(place(random), place(random));
      double expected = 0;
      constexpr int kPieces = 4000;
      for (std::size_t i = 1; i < line.size(); ++i) {
        const QPointF step = (line[i] - line[i - 1]) / kPieces;
        for (int k = 0; k < kPieces; ++k)
          if (kArea.contains(line[i - 1] + step * (k + .5)))
            expected += std::hypot(step.x(), step.y());
      }
      double left = 0;
      for (const auto& stretch : clipPolyline(line.data(), line.size(), kArea)) {
        left += lengthOf(stretch);
        for (const QPointF& p : stretch)
          QVERIFY(kArea.adjusted(-1e-6, -1e-6, 1e-6, 1e-6).contains(p));
      }
      QVERIFY2(std::abs(left - expected) < 0.5, qPrintable(QString::number(left - expected)));
    }
  }

  void whatLiesInsideStaysPointByPoint() {
    const std::vector<QPointF> line{{20, 30}, {30, 40}, {100.25, 60}};
    QCOMPARE(clipPolyline(line.data(), line.size(), kArea),
             std::vector<std::vector<QPointF>>{line});
  }

  void aLineThatComesBackHasTwoStretches() {
    const std::vector<QPointF> line{{50, 40}, {50, 200}, {60, 200}, {60, 40}};
    const auto stretches = clipPolyline(line.data(), line.size(), kArea);
    QCOMPARE(stretches.size(), std::size_t{2});
    QCOMPARE(stretches[0], (std::vector<QPointF>{{50, 40}, {50, 70}}));
    QCOMPARE(stretches[1], (std::vector<QPointF>{{60, 70}, {60, 40}}));
  }

  void dashesStayWhereTheyAre() {
    const std::vector<QPointF> line{{-1000.5, 40}, {500, 40}};
    const auto stretches = clipPolyline(line.data(), line.size(), kArea, 5);
    QCOMPARE(stretches.size(), std::size_t{1});
    const double begin = stretches[0].front().x();
    QVERIFY(begin <= 10 && begin > 5);
    const double periods = (begin + 1000.5) / 5;
    QVERIFY(std::abs(periods - std::round(periods)) < 1e-9);
  }

  void dashesGoRoundCorners() {
    std::vector<QLineF> pieces;
    cutDashes({{0, 0}, {6, 0}, {6, 5}}, 2, 3, pieces);
    QCOMPARE(pieces, (std::vector<QLineF>{{0, 0, 2, 0}, {5, 0, 6, 0}, {6, 0, 6, 1}, {6, 4, 6, 5}}));
  }
};

HOPSCOPE_TEST(LineClipTest)
#include "line_clip_test.moc"

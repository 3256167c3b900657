// SPDX-License-Identifier: GPL-3.0-or-later
#include <QSignalSpy>
#include <QTest>
#include <cmath>
#include <limits>

#include "tests/support/test_main.h"
#include "ui/plots/scatter_plot.h"

using namespace hopscope;

namespace {

ScatterPicture corners() {
  ScatterPicture picture;
  picture.kinds = {QStringLiteral("a"), QStringLiteral("b")};
  picture.points = {{1, 10, 0, false},
                    {2, 5, 1, false},
                    {4, 1, 0, true},
                    {3, std::numeric_limits<double>::quiet_NaN(), 0, false}};
  picture.front = {0, 1, 2};
  return picture;
}

}  // namespace

class ScatterTest : public QObject {
  Q_OBJECT

 private slots:
  void axesReachBeyondTheirValues() {
    const ScatterAxis even = ScatterAxis::of({10, 20, 30});
    QVERIFY(!even.log);
    QVERIFY(even.least < 10 && even.least > 0 && even.most > 30 && even.most < 40);
    QCOMPARE(even.value(even.share(17.5)), 17.5);
    const ScatterAxis wide = ScatterAxis::of({1, 10'000});
    QVERIFY(wide.log);
    QVERIFY(std::abs(wide.value(wide.share(100)) - 100) < 1e-9);
    // One value, and none at all.
    QVERIFY(ScatterAxis::of({5, 5}).most > 5);
    QVERIFY(ScatterAxis::of({}).most > ScatterAxis::of({}).least);
    const auto ticks = even.ticks(5);
    QVERIFY(ticks.size() >= 3 && ticks.size() <= 7);
    for (const auto& tick : ticks) QVERIFY(std::fmod(tick.value, 5) < 1e-9);
    QStringList words;
    for (const auto& tick : ScatterAxis{0, 0.006, false}.ticks(4)) words << tick.text;
    QVERIFY2(words.contains(QStringLiteral("0.002")), qPrintable(words.join(QLatin1Char(' '))));
    words.clear();
    for (const auto& tick : ScatterAxis{21'000, 24'000, false}.ticks(6)) words << tick.text;
    QCOMPARE(QSet<QString>(words.begin(), words.end()).size(), words.size());
  }

  void keysWalkAndMark() {
    ScatterPlot plot;
    plot.resize(400, 300);
    plot.setPicture(corners());
    plot.setWords([](std::size_t point) { return QStringLiteral("point %1").arg(point); });
    plot.show();
    QSignalSpy chosen(&plot, &ScatterPlot::chosen), marked(&plot, &ScatterPlot::markToggled);
    QTest::keyClick(&plot, Qt::Key_Right);
    QCOMPARE(*plot.current(), std::size_t{0});
    QTest::keyClick(&plot, Qt::Key_Right);
    QTest::keyClick(&plot, Qt::Key_Up);
    QCOMPARE(*plot.current(), std::size_t{2});
    // What is not drawn is not walked over.
    QTest::keyClick(&plot, Qt::Key_End);
    QCOMPARE(*plot.current(), std::size_t{2});
    QCOMPARE(plot.accessibleDescription(), QStringLiteral("point 2"));
    QTest::keyClick(&plot, Qt::Key_Space);
    QCOMPARE(marked.size(), 1);
    QCOMPARE(chosen.size(), 4);
  }

  void clicksAndDrags() {
    ScatterPlot plot;
    plot.resize(400, 300);
    plot.setPicture(corners());
    plot.show();
    QSignalSpy ranges(&plot, &ScatterPlot::rangeDragged),
        cleared(&plot, &ScatterPlot::rangeCleared);
    QTest::mouseClick(&plot, Qt::LeftButton, {}, plot.placeOf(1).toPoint() + QPoint(3, 2));
    QCOMPARE(*plot.current(), std::size_t{1});
    const QPoint from = plot.placeOf(0).toPoint(), to = plot.placeOf(1).toPoint();
    QTest::mousePress(&plot, Qt::LeftButton, {}, from);
    QTest::mouseMove(&plot, (from + to) / 2);
    QTest::mouseMove(&plot, to);
    QTest::mouseRelease(&plot, Qt::LeftButton, {}, to);
    QCOMPARE(ranges.size(), 1);
    QVERIFY(std::abs(ranges[0][0].toDouble() - 1) < 0.05);
    QVERIFY(std::abs(ranges[0][1].toDouble() - 2) < 0.05);
    QVERIFY(std::abs(ranges[0][2].toDouble() - 5) < 0.1);
    QVERIFY(std::abs(ranges[0][3].toDouble() - 10) < 0.1);
    QTest::mouseDClick(&plot, Qt::LeftButton, {}, QPoint(390, 90));
    QCOMPARE(cleared.size(), 1);
  }
};

HOPSCOPE_TEST(ScatterTest)
#include "scatter_test.moc"

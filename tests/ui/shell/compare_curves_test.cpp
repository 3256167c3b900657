// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractButton>
#include <QTest>
#include <cmath>
#include <string>
#include <vector>

#include "tests/support/test_main.h"
#include "tests/ui/shell/compared_runs.h"
#include "tests/ui/shell/window_support.h"
#include "ui/shell/compare_mode.h"
#include "ui/shell/project_session.h"
#include "ui/studies/compare_view.h"

using namespace hopscope;
using namespace hopscope::test;

/// Curves of runs side by side, measured where they have none.
class CompareCurvesTest : public QObject {
  Q_OBJECT

 private slots:
  /// Two runs of one design at other loads, the second saturated, make two points of a curve. It is
  /// measured all the same, and saturates where the second run said.
  void runsAtTwoLoadsAreMeasuredToo() {
    const Sandbox sandbox;
    const auto window = openWindow();
    openExample(*window, QStringLiteral("dragonfly-adversarial"));
    Design minimal = window->session().document().design();
    minimal.settings["run.warmup"] = std::int64_t{1000};
    minimal.settings["run.measure"] = std::int64_t{4000};
    minimal.settings["routing.algorithm"] = std::string("minimal");
    std::vector<RowId> runs;
    for (const double load : {0.1, 0.2}) {
      minimal.settings["traffic.load"] = load;
      runs.push_back(keepRunOf(*window, minimal));
    }
    Design valiant = minimal;
    valiant.settings["routing.algorithm"] = std::string("valiant");
    valiant.settings["switch.virtual_channels.local"] = std::int64_t{4};
    valiant.settings["switch.virtual_channels.global"] = std::int64_t{2};
    runs.push_back(keepRunOf(*window, valiant));
    pressKeys(*window, Qt::Key_3, Qt::ControlModifier);
    CompareMode& mode = window->compareMode();
    mode.choose({runs[1], runs[2]});
    QTest::mouseClick(button(*window, QStringLiteral("compareMeasure")), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(window->session().curves().size(), std::size_t{2}, 60'000);
    QTRY_VERIFY(!mode.measuring());
    const PlotPicture& latency = mode.view().plots().latency;
    QCOMPARE(latency.curves.size(), std::size_t{2});
    QVERIFY(latency.curves[0].x.size() >= 2);
    QVERIFY(latency.curves[1].x.size() >= 4);
    QCOMPARE(latency.marks.size(), std::size_t{2});
    // A global link of each group carries all that its 8 terminals send.
    QVERIFY2(std::abs(latency.marks[0].x - 0.125) < 0.004, qPrintable(latency.marks[0].text));
    QVERIFY(latency.marks[1].x > 0.3);
  }

  /// Where the first load that is tried saturates already, lower ones are: the run has its curve.
  void aCurveOfSmallLoadsIsMeasuredToo() {
    const Sandbox sandbox;
    const auto window = openWindow();
    openExample(*window, QStringLiteral("dragonfly-adversarial"));
    Design shortBuffers = window->session().document().design();
    shortBuffers.settings["run.warmup"] = std::int64_t{1000};
    shortBuffers.settings["run.measure"] = std::int64_t{4000};
    shortBuffers.settings["routing.algorithm"] = std::string("minimal");
    shortBuffers.settings["switch.buffers.global"] = std::int64_t{64};
    for (const double load : {0.3, 0.2}) {
      shortBuffers.settings["traffic.load"] = load;
      keepRunOf(*window, shortBuffers);
    }
    pressKeys(*window, Qt::Key_3, Qt::ControlModifier);
    CompareMode& mode = window->compareMode();
    QTest::mouseClick(button(*window, QStringLiteral("compareMeasure")), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(window->session().curves().size(), std::size_t{1}, 60'000);
    QTRY_VERIFY(!button(*window, QStringLiteral("compareMeasure"))->isVisible());
    const PlotPicture& latency = mode.view().plots().latency;
    QCOMPARE(latency.curves.front().x, (std::vector<double>{0.01, 0.02, 0.03, 0.04}));
    QVERIFY2(std::abs(latency.marks.front().x - 0.04) < 0.002,
             qPrintable(latency.marks.front().text));
  }

  void curvesAreMeasuredAndKept() {
    const Sandbox sandbox;
    const auto window = windowWithRuns(2);
    pressKeys(*window, Qt::Key_3, Qt::ControlModifier);
    CompareMode& mode = window->compareMode();
    QAbstractButton* measure = button(*window, QStringLiteral("compareMeasure"));
    QVERIFY(measure->isVisible());
    QCOMPARE(mode.view().plots().latency.curves.front().x.size(), std::size_t{1});
    QTest::mouseClick(measure, Qt::LeftButton);
    QVERIFY(mode.measuring());
    QTRY_COMPARE_WITH_TIMEOUT(window->session().curves().size(), std::size_t{2}, 60'000);
    QTRY_VERIFY(!measure->isVisible());
    QVERIFY(mode.view().plots().latency.curves.front().x.size() > 2);
    QTest::mouseClick(button(*window, QStringLiteral("compareOverTime")), Qt::LeftButton);
    QCOMPARE(mode.view().plots().latency.curves.front().x.size(),
             wholeRun(*window).results.windows.size());
  }
};

HOPSCOPE_TEST(CompareCurvesTest)
#include "compare_curves_test.moc"

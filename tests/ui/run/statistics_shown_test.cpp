// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAction>
#include <QMenu>
#include <QTest>
#include <cstddef>
#include <vector>

#include "tests/support/numbered_results.h"
#include "tests/support/test_main.h"
#include "ui/plots/plot_slot.h"
#include "ui/plots/run_plots.h"
#include "ui/reports/report_plan.h"
#include "ui/run/goal_quantities.h"
#include "ui/run/timeline_slots.h"
#include "ui/shell/export_plots.h"
#include "ui/words/engine_text.h"

using namespace hopscope;
using namespace hopscope::test;

/// What the tables of statistics offer to a user is offered.
class StatisticsShownTest : public QObject {
  Q_OBJECT

 private slots:
  void goals() {
    const WindowSample window = numberedResults().windows[0];
    const std::vector<GoalQuantity> offered = goalQuantities({}, {});
    std::size_t wanted = 0;
    for (const Statistic<WindowSample>& each : windowStatistics()) {
      if (each.goal == 0) continue;
      ++wanted;
      const auto found = std::find_if(
          offered.begin(), offered.end(),
          [&](const GoalQuantity& goal) { return goal.of.quantity(window) == each.of(window); });
      QVERIFY2(found != offered.end(), each.name.c_str());
      QVERIFY(!found->name.isEmpty());
    }
    QCOMPARE(offered.size(), wanted);
    QCOMPARE(offered.front().name, QStringLiteral("Accepted load"));
  }

  /// Each curve is that of its statistic; of a whole, each part adds its own.
  void plots() {
    const WindowSample window = numberedResults().windows[0];
    RunPlots plots = runPlots({window}, 0.1, {}, {});
    for (const PlotOverTime& plot : plotsOverTime()) {
      const PlotPicture& picture = plots.of(plot);
      QVERIFY(!picture.title.isEmpty() && !picture.yTitle.isEmpty());
      for (std::size_t i = 0; i < plot.curves.size(); ++i) {
        const Statistic<WindowSample>& statistic = windowStatistic(plot.curves[i].statistic);
        QCOMPARE(picture.curves.at(i).y.at(0),
                 statistic.of(window) * wordsOf(statistic.measure).scale);
      }
      if (plot.stacked == nullptr) continue;
      double sum = 0;
      std::size_t parts = 0;
      for (const Statistic<WindowSample>& each : windowStatistics())
        if (each.part != nullptr && each.name.rfind(plot.stacked, 0) == 0) {
          sum += each.of(window) * wordsOf(each.measure).scale;
          ++parts;
        }
      QCOMPARE(picture.curves.size(), parts);
      QCOMPARE(picture.curves.back().y.at(0), sum);
    }
  }

  /// Slots, reports and exports offer every plot.
  void choices() {
    PlotSlot slot(0, RunPlot::latency);
    QStringList menu;
    for (const QAction* action : slot.findChild<QMenu*>()->actions()) menu << action->text();
    QStringList inReport, files;
    for (const auto& [id, name] : reportPlotNames()) inReport << id;
    ExportContent content;
    content.run = runPlots(numberedResults().windows, 0.1, {}, {});
    for (const ExportPlot& plot : exportPlots(content)) files << plot.file;
    for (const PlotOverTime& plot : plotsOverTime()) {
      QVERIFY2(menu.contains(engineText(plot.choice)), plot.key);
      QVERIFY2(inReport.contains(QLatin1String(plot.key)), plot.key);
      QVERIFY2(files.contains(engineText(plot.file)), plot.key);
    }
  }

  /// The timeline marks the windows in which processors flushed circuits.
  void flushes() {
    std::vector<WindowSample> windows(3);
    for (std::size_t i = 0; i < windows.size(); ++i) {
      windows[i].length = 100;
      windows[i].end = 100 * (static_cast<Cycle>(i) + 1);
      windows[i].slotTime = {.5, .1, .2, .1, .1};
      windows[i].flushRate = i == 1 ? 10 : 0;
    }
    const auto marked = [&windows](std::size_t stride) {
      std::vector<bool> flushed;
      for (const TimelinePicture::Slots& cell : slotLane(windows, stride))
        flushed.push_back(cell.flushed);
      return flushed;
    };
    QCOMPARE(marked(1), (std::vector<bool>{false, true, false}));
    QCOMPARE(marked(2), (std::vector<bool>{true, false}));
  }
};

HOPSCOPE_TEST(StatisticsShownTest)
#include "statistics_shown_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/run_plots.h"

#include <QTest>

#include "tests/support/test_main.h"
#include "ui/inspectors/split_bar.h"

using namespace hopscope;

class RunPlotsTest : public QObject {
  Q_OBJECT

 private slots:
  void phasesAreMarkedAndStepTheOfferedLoad() {
    Design design;
    design.settings["topology.kind"] = std::string("dragonfly");
    design.settings["traffic.load"] = 0.1;
    design.phases = {{std::string("2 us"), {{"traffic.load", 0.3}}},
                     {std::int64_t{4000},
                      {{"traffic.pattern", std::string("adversarial")}, {"traffic.load", 0.2}}}};
    const std::vector<PhaseMark> marks = phaseMarks(design);
    QCOMPARE(marks.size(), std::size_t{2});
    QCOMPARE(marks[0].at, Cycle{2000});
    QVERIFY(marks[1].text.startsWith(QStringLiteral("Adversarial")));

    WindowSample window;
    window.end = 5000;
    window.length = 5000;
    const RunPlots plots = runPlots({window}, 0.1, {}, {}, marks);
    QCOMPARE(plots.latency.marks.size(), std::size_t{2});
    const PlotCurve& offered = plots.accepted.curves[1];
    QCOMPARE(offered.x, (std::vector<double>{0, 2000, 2000, 4000, 4000, 5000}));
    QCOMPARE(offered.y, (std::vector<double>{0.1, 0.1, 0.3, 0.3, 0.2, 0.2}));
    QVERIFY(plots.nonminimal.curves.empty());
  }

  void nonMinimalPacketsHaveACurve() {
    WindowSample window;
    window.end = window.length = 100;
    window.nonminimal = 0.25;
    const RunPlots plots = runPlots({window}, 0.1, {}, {});
    QCOMPARE(plots.nonminimal.curves.size(), std::size_t{1});
    QCOMPARE(plots.nonminimal.curves[0].y.front(), 25.0);
  }

  void onlyPartsThatAreSomethingAreShown() {
    const std::vector<LatencyPart> parts = latencyParts({2, 0, 3, 0, 5, 4, 6});
    QCOMPARE(parts.size(), std::size_t{5});
    double sum = 0;
    for (const LatencyPart& part : parts) sum += part.cycles;
    QCOMPARE(sum, 20.0);
    QVERIFY(latencyParts({qQNaN(), 0, 0, 0, 0, 0, 0}).empty());
  }
};

HOPSCOPE_TEST(RunPlotsTest)
#include "run_plots_test.moc"

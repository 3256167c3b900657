// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/run_plots.h"

#include <QTest>

#include "engine/topology/generator.h"
#include "tests/support/test_main.h"
#include "ui/widgets/split_bar.h"
#include "ui/words/energy_words.h"
#include "ui/words/file_numbers.h"

using namespace hopscope;

class RunPlotsTest : public QObject {
  Q_OBJECT

 private slots:
  /// What a measurement misses by chance lifts the mark above nothing; terminals that a pattern
  /// keeps silent do.
  void aCurveSaturatesAtWhatGetsThrough() {
    std::vector<CurvePoint> points(2);
    points[0].offered = 0.1;
    points[0].accepted = 0.0992;
    points[1].offered = 0.2;
    points[1].accepted = 0.125;
    points[1].verdict = Verdict::saturated;
    QCOMPARE(saturationMark(points), std::optional(0.125));
    points[0].accepted = 0.075;  // a quarter is silent
    points[1].accepted = 0.12;
    QCOMPARE(saturationMark(points).value_or(0), 0.16);
    QCOMPARE(saturationWords(0.125), QStringLiteral("saturates, 0.125"));
    QCOMPARE(saturationWords(0.0025), QStringLiteral("saturates, 0.0025"));
  }

  void phasesAreMarkedAndStepTheOfferedLoad() {
    Design design;
    design.settings["topology.kind"] = std::string("dragonfly");
    design.settings["traffic.load"] = 0.1;
    design.phases = {{std::string("2 us"), {{"traffic.load", 0.3}}},
                     {std::int64_t{4000},
                      {{"traffic.pattern", std::string("adversarial")}, {"traffic.load", 0.2}}}};
    const std::vector<PhaseMark> marks = phaseMarks(design, nullptr);
    QCOMPARE(marks.size(), std::size_t{2});
    QCOMPARE(marks[0].at, Cycle{2000});
    QVERIFY(marks[1].text.startsWith(QStringLiteral("Adversarial")));

    WindowSample window;
    window.end = 5000;
    window.length = 5000;
    const RunPlots plots = runPlots({window}, 0.1, {}, {}, marks);
    QCOMPARE(plots["latency"].marks.size(), std::size_t{2});
    const PlotCurve& offered = plots["accepted"].curves[1];
    QCOMPARE(offered.x, (std::vector<double>{0, 2000, 2000, 4000, 4000, 5000}));
    QCOMPARE(offered.y, (std::vector<double>{0.1, 0.1, 0.3, 0.3, 0.2, 0.2}));
    QVERIFY(plots["nonminimal"].curves.empty());
  }

  /// Nothing is offered where applications alone send, and no line says 0.
  void withoutALoadNothingIsOffered() {
    WindowSample window;
    window.end = window.length = 5000;
    window.acceptedLoad = 0.1;
    QVERIFY(runPlots({window}, 0, {}, {}, {})["accepted"].curves[1].x.empty());
    QVERIFY(!runPlots({window}, 0.1, {}, {}, {})["accepted"].curves[1].x.empty());
  }

  void marksInFilesHaveTheNumbersOfFiles() {
    Design design;
    design.phases = {{std::int64_t{1000}, {{"traffic.load", 0.3}}}};
    WindowSample window;
    window.end = window.length = 5000;
    QLocale::setDefault(QLocale::German);
    RunPlots plots = runPlots({window}, 0.1, {}, {}, phaseMarks(design, nullptr));
    QCOMPARE(plots["hit_rate"].marks[0].text, QStringLiteral("load 0,30"));
    {
      const FileNumbers numbers;
      renameMarks(plots, phaseMarks(design, nullptr));
    }
    for (const PlotPicture* picture : plots.all())
      QCOMPARE(picture->marks[0].text, QStringLiteral("load 0.30"));
    QLocale::setDefault(QLocale::C);
  }

  void marksSayWhatChanges() {
    Design design;
    design.settings["topology.kind"] = std::string("dragonfly");
    design.settings["forwarding.lookup"] = std::string("cache");
    design.settings["forwarding.cache.entries"] = std::int64_t{64};
    Values size;
    for (const Parameter& each : generators().find("dragonfly")->parameters)
      size[each.name] = each.fallback;
    const Topology topology = generators().find("dragonfly")->build(size);
    LinkId cable = 0;
    while (topology.kindOf(cable) != LinkKind::global) ++cable;
    const std::uint32_t id = topology.linkIds[cable];
    Phase smaller, again, failure, repair;
    smaller.at = std::int64_t{1000};
    smaller.set = {{"forwarding.cache.entries", std::int64_t{16}},
                   {"forwarding.cache.ways", std::int64_t{4}}};  // as it was
    again.at = std::int64_t{2000};
    again.set = {{"forwarding.cache.entries", std::int64_t{32}},
                 {"forwarding.cache.replacement", std::string("fifo")},
                 {"traffic.load", 0.4}};
    failure.at = std::int64_t{3000};
    failure.fail.channels = {id};
    repair.at = std::int64_t{4000};
    repair.restore.channels = {id};
    repair.fail.routers = {3, 4};
    design.phases = {smaller, again, failure, repair};
    const std::vector<PhaseMark> marks = phaseMarks(design, &topology);
    QCOMPARE(marks[0].text, QStringLiteral("cache entries 64 → 16"));
    QCOMPARE(marks[1].text,
             QStringLiteral("load 0.40, cache entries 16 → 32, replacement LRU → FIFO"));
    const Link& link = topology.links[cable];
    const QString ends = QStringLiteral("router %1 – router %2").arg(link.a.node).arg(link.b.node);
    const QString off = QStringLiteral(", caches off for 10 us");
    QCOMPARE(marks[2].text, ends + QStringLiteral(" fails") + off);
    QCOMPARE(marks[3].text,
             QStringLiteral("2 parts fail, ") + ends + QStringLiteral(" back") + off);
    design.settings["forwarding.lookup"] = std::string("algorithm");
    QCOMPARE(phaseMarks(design, nullptr)[2].text, QStringLiteral("link %1 fails").arg(id));

    // Every plot over time tells it.
    WindowSample window;
    window.end = window.length = 5000;
    RunPlots plots = runPlots({window}, 0.1, {}, {}, marks);
    for (const PlotPicture* picture : plots.all()) {
      QCOMPARE(picture->marks.size(), marks.size());
      QCOMPARE(picture->marks[0].text, marks[0].text);
    }
  }

  void nonMinimalPacketsHaveACurve() {
    WindowSample window;
    window.end = window.length = 100;
    window.nonminimal = 0.25;
    const RunPlots plots = runPlots({window}, 0.1, {}, {});
    QCOMPARE(plots["nonminimal"].curves.size(), std::size_t{1});
    QCOMPARE(plots["nonminimal"].curves[0].y.front(), 25.0);
  }

  /// Watts lie one above the other; what an older file does not know has no curve.
  void powerIsStackedByWhatTakesIt() {
    WindowSample window;
    window.end = window.length = 100;
    window.power = {5, 10, 0, 30};
    window.energyPerPacket = 812;
    const RunPlots plots = runPlots({window}, 0.1, {}, {});
    QCOMPARE(plots["power"].curves.size(), std::size_t{3});  // nothing is looked up
    QCOMPARE(plots["power"].curves[0].y.front(), 30.0);
    QCOMPARE(plots["power"].curves[1].y.front(), 40.0);
    QCOMPARE(plots["power"].curves[2].y.front(), 45.0);
    QVERIFY(plots["power"].curves[0].filled && plots["power"].curves[2].stacked);
    QCOMPARE(plots["energy"].curves.at(0).y.front(), 812.0);
    const RunPlots older = runPlots({WindowSample{}}, 0.1, {}, {});
    QVERIFY(older["power"].curves.empty() && older["energy"].curves.empty());
  }

  void wattsAndJoulesHaveThreeFigures() {
    QCOMPARE(powerText(48.24), QStringLiteral("48.2\u00a0W"));
    QCOMPARE(powerText(1300), QStringLiteral("1.30\u00a0kW"));
    QCOMPARE(powerText(0.0021), QStringLiteral("2.10\u00a0mW"));
    QCOMPARE(energyText(812.4), QStringLiteral("812\u00a0nJ"));
    QCOMPARE(energyText(1.2e6), QStringLiteral("1.20\u00a0mJ"));
    QCOMPARE(energyText(0), QStringLiteral("0.00\u00a0nJ"));
    QCOMPARE(energyText(qQNaN()), QStringLiteral("–"));
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

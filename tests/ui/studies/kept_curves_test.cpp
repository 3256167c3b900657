// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/studies/kept_curves.h"

#include <QTest>

#include "tests/support/test_main.h"
#include "ui/plots/compare_plots.h"

using namespace hopscope;

namespace {

Design design(double load, std::int64_t seed, std::int64_t buffer = 32) {
  Design made;
  made.settings["traffic.load"] = load;
  made.settings["run.seed"] = seed;
  made.settings["switch.buffers.local"] = buffer;
  return made;
}

StoredRun run(double load, std::int64_t seed, double accepted, std::int64_t buffer = 32) {
  StoredRun made;
  made.design = design(load, seed, buffer);
  made.results.complete = true;
  made.results.offeredLoad = load;
  made.results.acceptedLoad = accepted;
  return made;
}

CurvePoint point(double offered, Verdict verdict, double latency) {
  CurvePoint made;
  made.offered = offered;
  made.accepted = verdict == Verdict::stable ? offered : 0.12;
  made.latencyMean = latency;
  made.verdict = verdict;
  return made;
}

}  // namespace

/// Which latency curve a kept run belongs to, and how several lie over each other.
class KeptCurvesTest : public QObject {
  Q_OBJECT

 private slots:
  void loadAndSeedDoNotTellCurvesApart() {
    QVERIFY(onOneCurve(design(0.1, 1), design(0.4, 7)));
    QVERIFY(!onOneCurve(design(0.1, 1), design(0.1, 1, 64)));
  }

  void newestCurveOfTheDesign() {
    StoredCurve old, newer, other;
    old.design = newer.design = design(0.05, 1);
    other.design = design(0.05, 1, 64);
    old.points = {point(0.1, Verdict::stable, 20), point(0.2, Verdict::stable, 22)};
    newer.points = {point(0.1, Verdict::stable, 30), point(0.2, Verdict::stable, 33)};
    other.points = {point(0.1, Verdict::stable, 40), point(0.2, Verdict::stable, 44)};
    const auto points = keptCurve(run(0.3, 1, 0.3), {old, newer, other}, RunList()).points;
    QCOMPARE(points.size(), std::size_t{2});
    QCOMPARE(points.front().latencyMean, 30.0);
  }

  /// A curve of one point says where it saturates; one that was broken off after it says nothing.
  void oneSaturatedPointIsACurve() {
    StoredCurve curve;
    curve.design = design(0.05, 1);
    curve.points = {point(0.002, Verdict::saturated, 900)};
    QVERIFY(measuredCurve(run(0.3, 1, 0.001).design, {curve}) != nullptr);
    curve.points = {point(0.002, Verdict::stable, 20)};
    QVERIFY(measuredCurve(run(0.3, 1, 0.001).design, {curve}) == nullptr);
  }

  /// One that was stopped early hides no whole one; its number of seeds makes it no other.
  void aCurveStoppedEarlyHidesNoWholeOne() {
    StoredCurve whole, stopped;
    whole.design = stopped.design = design(0.05, 1);
    stopped.design.settings["run.replications"] = std::int64_t{3};
    whole.points = {point(0.1, Verdict::stable, 20), point(0.2, Verdict::stable, 22),
                    point(0.3, Verdict::saturated, 90)};
    stopped.points = {point(0.1, Verdict::stable, 30), point(0.2, Verdict::stable, 33)};
    const auto points = keptCurve(run(0.3, 1, 0.3), {whole, stopped}, RunList()).points;
    QCOMPARE(points.size(), std::size_t{3});
    QCOMPARE(points.front().latencyMean, 20.0);
  }

  void keptRunsMakeACurve() {
    const std::vector<StoredRun> runs{run(0.3, 1, 0.3), run(0.1, 1, 0.1), run(0.1, 2, 0.2),
                                      run(0.2, 1, 0.2, 64)};
    const auto points = keptCurve(runs.front(), {}, RunList(runs)).points;
    QCOMPARE(points.size(), std::size_t{2});
    QCOMPARE(points[0].offered, 0.1);
    QCOMPARE(points[0].accepted, 0.15);  // the mean over two seeds
    QCOMPARE(points[1].offered, 0.3);
  }

  /// Those of a measured curve are its design's; runs have them in common, or the curve has none.
  void aCurveKnowsItsSeeds() {
    StoredCurve measured;
    measured.design = design(0.05, 4);
    measured.design.settings["run.replications"] = std::int64_t{30};
    measured.points = {point(0.1, Verdict::stable, 30), point(0.2, Verdict::stable, 33)};
    QCOMPARE(keptCurve(run(0.3, 1, 0.3), {measured}, RunList()).seeds, (CurveSeeds{4, 30}));
    const auto seedsOfRuns = [](const std::vector<StoredRun>& runs) {
      return keptCurve(runs.front(), {}, RunList(runs)).seeds;
    };
    QCOMPARE(seedsOfRuns({run(0.3, 3, 0.3), run(0.1, 2, 0.1), run(0.1, 3, 0.1), run(0.3, 2, 0.3)}),
             (CurveSeeds{2, 2}));
    QVERIFY(!seedsOfRuns({run(0.3, 1, 0.3), run(0.1, 1, 0.1), run(0.1, 2, 0.2)}));
    QVERIFY(!seedsOfRuns({run(0.3, 1, 0.3), run(0.1, 2, 0.1)}));
  }

  /// Latency is never drawn through points without a steady state; the load that is accepted is.
  void overlaidCurvesEndAtSaturation() {
    const std::vector<OverlaidRun> runs{
        {QStringLiteral("A"),
         {point(0.1, Verdict::stable, 20), point(0.2, Verdict::saturated, 900)},
         {},
         0.3},
        {QStringLiteral("B"),
         {point(0.1, Verdict::stable, 25), point(0.2, Verdict::stable, 30)},
         {},
         0.3}};
    const CurvePlots plots = overlaidCurves(runs);
    QCOMPARE(plots.latency.curves.size(), std::size_t{2});
    QCOMPARE(plots.latency.curves[0].number, 1);
    QCOMPARE(plots.latency.curves[0].x, std::vector<double>{0.1});
    QCOMPARE(plots.latency.curves[1].number, 2);
    QCOMPARE(plots.latency.curves[1].x.size(), std::size_t{2});
    QCOMPARE(plots.accepted.curves[0].x.size(), std::size_t{2});
    QCOMPARE(plots.latency.marks.size(), std::size_t{1});
    // What the load beyond was accepted of.
    QCOMPARE(plots.latency.marks.front().x, 0.12);
    QCOMPARE(plots.latency.marks.front().text, QStringLiteral("saturates, 0.120"));
    QCOMPARE(plots.latency.marks.front().number, 1);
    // Both runs offered 0.3: that is marked.
    QCOMPARE(plots.accepted.marks.size(), std::size_t{1});
    QCOMPARE(plots.accepted.marks.front().x, 0.3);
  }

  void overlaidWindowsAreOfTime() {
    WindowSample window;
    window.end = 500;
    window.latencyMean = 12;
    window.acceptedLoad = 0.2;
    const CurvePlots plots = overlaidWindows({{QStringLiteral("A"), {}, {window}, 0.2}});
    QCOMPARE(plots.latency.curves.front().x, std::vector<double>{500});
    QCOMPARE(plots.latency.curves.front().y, std::vector<double>{12});
    QCOMPARE(plots.accepted.curves.front().y, std::vector<double>{0.2});
  }
};

HOPSCOPE_TEST(KeptCurvesTest)
#include "kept_curves_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/study/curve.h"

#include <QObject>
#include <QTest>
#include <atomic>
#include <chrono>
#include <cmath>
#include <thread>

#include "engine/study/results_csv.h"
#include "tests/engine/study/study_designs.h"
#include "tests/support/test_main.h"

using namespace hopscope;
using namespace hopscope::test;

class CurveTest : public QObject {
  Q_OBJECT

 private slots:
  void stopsAtSaturation();
  void independentOfThreads();
  void reportsInOrder();
  void seedsAreDifferentRuns();
  void stopKeepsFinishedPoints();
  void stopsWithinASlice();
  void wrongDesignThrows();
  void summary();
};

void CurveTest::stopsAtSaturation() {
  CurveRequest request;
  request.design = crossbarDesign();
  request.loads = {0.2, 0.5, 0.7, 0.8, 0.9};
  const auto points = latencyCurve(request);
  QCOMPARE(points.size(), 3U);
  QVERIFY(points[0].verdict == Verdict::stable);
  QVERIFY(points[1].verdict == Verdict::stable);
  QVERIFY(points[2].verdict == Verdict::saturated);
  QVERIFY(points[0].latencyMean < points[1].latencyMean);
  QVERIFY(std::abs(points[1].accepted - 0.5) < 0.01);
  QVERIFY(std::abs(points[2].accepted - 0.6) < 0.02);
  QVERIFY(std::isnan(points[0].hitRate));
  request.stopAtSaturation = false;
  QCOMPARE(latencyCurve(request).size(), 5U);
}

void CurveTest::independentOfThreads() {
  CurveRequest request;
  request.design = crossbarDesign();
  request.loads = {0.1, 0.3, 0.5, 0.7, 0.9};
  request.design.settings["run.replications"] = std::int64_t{2};
  request.jobs = 1;
  const std::string one = curveCsv(latencyCurve(request));
  request.jobs = 4;
  QCOMPARE(curveCsv(latencyCurve(request)), one);
}

void CurveTest::reportsInOrder() {
  CurveRequest request;
  request.design = crossbarDesign();
  request.loads = {0.5, 0.55, 0.56, 0.57};
  request.jobs = 3;
  std::vector<double> seen;
  double fraction = 0;
  std::size_t done = 0;
  std::atomic<int> inside{0};
  bool alone = true;
  const auto enter = [&] { alone = alone && inside.fetch_add(1) == 0; };
  latencyCurve(
      request, {},
      [&](const CurvePoint& point) {
        enter();
        seen.push_back(point.offered);
        --inside;
      },
      [&](const CurveProgress& progress) {
        enter();
        QCOMPARE(progress.total, std::size_t{4});
        fraction = progress.fraction;
        done = progress.done;
        --inside;
      });
  QVERIFY(alone);
  QVERIFY(seen == request.loads);
  QCOMPARE(done, std::size_t{4});
  QCOMPARE(fraction, 1.0);
}

void CurveTest::seedsAreDifferentRuns() {
  CurveRequest request;
  request.design = crossbarDesign();
  request.loads = {0.5};
  request.design.settings["run.replications"] = std::int64_t{3};
  const auto points = latencyCurve(request);
  const std::vector<ReplicationResult>& runs = points.front().runs.front().replications;
  QCOMPARE(runs.size(), 3U);
  QCOMPARE(runs[0].seed, std::uint64_t{7});
  QCOMPARE(runs[2].seed, std::uint64_t{9});
  QVERIFY(runs[0].latencyMean != runs[1].latencyMean);
  QVERIFY(points.front().ci95 > 0);
}

void CurveTest::stopKeepsFinishedPoints() {
  CurveRequest request;
  request.design = crossbarDesign();
  request.loads = {0.1, 0.2, 0.3, 0.4};
  request.jobs = 1;
  std::stop_source source;
  const auto points = latencyCurve(request, source.get_token(), [&source](const CurvePoint& point) {
    if (point.offered == 0.2) source.request_stop();
  });
  QCOMPARE(points.size(), 2U);
}

void CurveTest::stopsWithinASlice() {
  using Clock = std::chrono::steady_clock;
  CurveRequest request;
  request.design = crossbarDesign();
  request.design.settings["run.measure"] = std::int64_t{1'000'000'000};  // hours
  request.loads = {0.3, 0.4};
  std::stop_source source;
  Clock::time_point asked;
  const std::jthread stopper([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    asked = Clock::now();
    source.request_stop();
  });
  QVERIFY(latencyCurve(request, source.get_token()).empty());
  QVERIFY(Clock::now() - asked < std::chrono::seconds(5));
}

void CurveTest::wrongDesignThrows() {
  CurveRequest request;
  request.design = crossbarDesign();
  request.loads = {0.1, 1.5};
  QVERIFY_EXCEPTION_THROWN(latencyCurve(request), std::invalid_argument);
  request.loads = {0.1};
  request.design.settings["topology.terminals"] = std::int64_t{-4};
  QVERIFY_EXCEPTION_THROWN(latencyCurve(request), std::invalid_argument);
}

void CurveTest::summary() {
  Results a;
  a.acceptedLoad = 0.2;
  a.latency.mean = 10;
  a.latency.p99 = 20;
  a.latency.ci95 = 3;
  a.cache.lookups = 100;
  a.cache.hits = 50;
  Results b = a;
  b.acceptedLoad = 0.4;
  b.latency.mean = 14;
  b.latency.p99 = 40;
  b.cache.lookups = 300;
  b.cache.hits = 250;
  b.verdict = Verdict::deadlocked;
  QCOMPARE(summarize(0.5, {a}).ci95, 3.0);
  const CurvePoint point = summarize(0.5, {a, b});
  QCOMPARE(point.accepted, 0.3);
  QCOMPARE(point.latencyMean, 12.0);
  QCOMPARE(point.latencyP99, 30.0);
  QCOMPARE(point.hitRate, 0.75);
  QVERIFY(point.verdict == Verdict::deadlocked);
  // A seed of which nothing is known takes nothing from what the other tells.
  b.verdict = Verdict::unknown;
  b.latency.mean = b.latency.p99 = std::nan("");
  const CurvePoint known = summarize(0.5, {b, a});
  QVERIFY(known.verdict == Verdict::stable);
  QCOMPARE(known.latencyMean, a.latency.mean);
  QVERIFY(summarize(0.5, {b, b}).verdict == Verdict::unknown);
  // Two values 2 apart: standard error 2, Student's t(0.975, 1) = 12.706.
  QVERIFY(std::abs(point.ci95 - 12.706 * 2) < 0.01);
}

HOPSCOPE_TEST(CurveTest)
#include "curve_test.moc"

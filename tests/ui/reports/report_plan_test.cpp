// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/reports/report_plan.h"

#include <QTest>
#include <algorithm>

#include "tests/support/test_main.h"
#include "tests/ui/reports/report_support.h"
#include "ui/reports/report.h"
#include "ui/studies/run_labels.h"

using namespace hopscope;
using namespace hopscope::test;

/// What a plan makes of a report.
class ReportPlanTest : public QObject {
  Q_OBJECT

  ReportInput input_;

  /// Where each of these headings stands in the page; -1 for none.
  static std::vector<qsizetype> places(const QString& html, const QStringList& headings) {
    std::vector<qsizetype> all;
    for (const QString& heading : headings)
      all.push_back(html.indexOf(QLatin1Char('>') + heading + QStringLiteral("</h2>")));
    return all;
  }

 private slots:
  void initTestCase() {
    const std::vector<StoredRun> runs{keptRun(1, smallDragonfly(0.1)),
                                      keptRun(2, smallDragonfly(0.2))};
    ReportPlan plan;
    plan.compare = {1, 2, 9};
    Issues issues;
    input_ = reportOfRun(runs[1], RunList(runs), RunNames(RunList(runs)), {}, plan, issues);
    QVERIFY(input_.topology != nullptr);
    // Neither itself nor a run that is gone.
    QCOMPARE(input_.others.size(), std::size_t{1});
    QCOMPARE(input_.date, QStringLiteral("2026-11-21 21:05 UTC"));
    // The two runs differ in the load alone: they are points of one curve.
    QCOMPARE(input_.curve.size(), std::size_t{2});
  }

  void everySectionOfANewReport() {
    const QString html = reportHtml(input_);
    const auto at = places(html, {QStringLiteral("Network"), QStringLiteral("Results"),
                                  QStringLiteral("Plots"), QStringLiteral("Latency curve"),
                                  QStringLiteral("Comparison"), QStringLiteral("Hottest channels"),
                                  QStringLiteral("Settings"), QStringLiteral("Provenance")});
    QVERIFY(at.front() > 0);
    QVERIFY(std::is_sorted(at.begin(), at.end()));
    QVERIFY(!html.contains(QStringLiteral(">Notes</h2>")));
    // A page of its own.
    QVERIFY(html.contains(QStringLiteral("<h2 style=\"page-break-before:always\">Provenance")));
  }

  void orderChoiceAndCaptions() {
    ReportInput input = input_;
    input.plan.title = QStringLiteral("Ours & theirs");
    input.plan.notes = QStringLiteral("First <word>.\n\nSecond\nline.");
    input.plan.parts = {{ReportSection::provenance, true, {}},
                        {ReportSection::network, true, QStringLiteral("See the hot corner.")},
                        {ReportSection::settings, false, {}},
                        {ReportSection::notes, true, {}}};
    const QString html = reportHtml(input);
    QVERIFY(html.contains(QStringLiteral("<h1>Ours &amp; theirs</h1>")));
    const auto at = places(html, {QStringLiteral("Provenance"), QStringLiteral("Network"),
                                  QStringLiteral("Notes"), QStringLiteral("Settings")});
    QVERIFY(at[0] > 0 && at[0] < at[1] && at[1] < at[2]);
    QCOMPARE(at[3], qsizetype{-1});
    QVERIFY(html.contains(QStringLiteral("<p class=\"caption\">See the hot corner.</p>")));
    QVERIFY(!html.contains(QStringLiteral("Links coloured by utilisation")));
    QVERIFY(html.contains(QStringLiteral("First &lt;word&gt;.")));
    QVERIFY(html.contains(QStringLiteral("Second<br>line.")));
    QCOMPARE(html.count(QStringLiteral("<svg")), 1);
  }

  void onlyChosenPlots() {
    ReportInput input = input_;
    input.plan.parts = {{ReportSection::plots, true, {}}};
    input.plan.plots = {QStringLiteral("histogram"), QStringLiteral("split")};
    const QString html = reportHtml(input);
    QCOMPARE(html.count(QStringLiteral("<svg")), 2);
    QVERIFY(html.contains(QStringLiteral("Histogram of latencies")));
    QVERIFY(!html.contains(QStringLiteral("Accepted load over time")));
  }

  void aComparisonTellsWhatDiffers() {
    ReportInput input = input_;
    input.plan.parts = {{ReportSection::comparison, true, {}}};
    const QString html = reportHtml(input);
    QVERIFY(html.contains(QStringLiteral("Settings that differ")));
    QVERIFY(html.contains(QStringLiteral("0.2")) && html.contains(QStringLiteral("0.1")));
    QCOMPARE(html.count(QStringLiteral("<svg")), 2);
    input.others.clear();
    QVERIFY(!reportHtml(input).contains(QStringLiteral("Settings that differ")));
  }

  void noWordOfTheMachine() {
    const QString html = reportHtml(input_);
    QVERIFY(!html.contains(QStringLiteral("flit-hops/s")));
    ReportInput slower = input_;
    slower.results->wallSeconds *= 3;
    QCOMPARE(reportHtml(slower), html);
  }

  void keptAndRead() {
    ReportPlan plan;
    plan.title = QStringLiteral("T");
    plan.notes = QStringLiteral("a\nb \"c\"");
    std::reverse(plan.parts.begin(), plan.parts.end());
    plan.parts[2].wanted = false;
    plan.parts[3].caption = QStringLiteral("Größer");
    plan.plots = {QStringLiteral("fairness")};
    plan.compare = {3, 4};
    QVERIFY(readPlan(writePlan(plan)) == plan);
    QVERIFY(readPlan({}) == ReportPlan());
    QVERIFY(readPlan("no plan") == ReportPlan());
    // Of another version: what is unknown is passed over, what is missing follows.
    const ReportPlan other = readPlan(
        R"({"parts":[{"section":"poem"},{"section":"plots"},{"section":"plots"}],"more":1})");
    QCOMPARE(other.parts.size(), reportSections().size());
    QVERIFY(other.parts.front().section == ReportSection::plots);
  }
};

HOPSCOPE_TEST(ReportPlanTest)
#include "report_plan_test.moc"

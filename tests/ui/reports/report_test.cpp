// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/reports/report.h"

#include <QApplication>
#include <QFile>
#include <QFont>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <QTranslator>
#include <algorithm>
#include <cmath>

#include "engine/design/compile.h"
#include "engine/design/design_json.h"
#include "engine/simulation/simulation.h"
#include "engine/study/verdict_words.h"
#include "tests/support/test_main.h"
#include "tests/ui/reports/report_support.h"
#include "ui/plots/run_plots.h"
#include "ui/reports/report_applications.h"
#include "ui/reports/report_content.h"
#include "ui/reports/report_page.h"
#include "ui/reports/report_paper.h"
#include "ui/reports/report_plan.h"
#include "ui/studies/kept_curves.h"
#include "ui/studies/run_labels.h"
#include "ui/words/engine_text.h"

namespace hopscope {

namespace {

Design smallDesign() {
  return test::smallDragonfly();
}

ReportInput runOf(const Design& design) {
  ReportInput input;
  input.design = design;
  Compiled compiled = compile(design);
  if (!compiled.setup) return input;
  input.topology = compiled.setup->topology;
  input.placement = std::make_shared<const Placement>(place(*input.topology));
  Simulation simulation(*compiled.setup);
  while (!simulation.done()) simulation.advance(1000);
  input.results = simulation.results();
  input.date = QStringLiteral("2026-05-04 10:20");
  for (const double load : {0.1, 0.2, 0.3}) {
    CurvePoint point;
    point.offered = load;
    point.accepted = std::min(load, 0.21);
    point.latencyMean = 90 + 100 * load;
    point.latencyP99 = 200 + 100 * load;
    point.ci95 = 2;
    point.hitRate = std::nan("");
    point.verdict = load < 0.25 ? Verdict::stable : Verdict::saturated;
    input.curve.push_back(point);
  }
  input.curveSeeds = curveSeedsOf(design);
  return input;
}

bool hasRow(const ReportTable& table, const QString& name, const QString& value) {
  return std::any_of(table.rows.begin(), table.rows.end(),
                     [&](const QStringList& row) { return row[0] == name && row[1] == value; });
}

/// Puts what goes through tr() in brackets.
class Brackets final : public QTranslator {
 public:
  bool isEmpty() const override { return false; }
  QString translate(const char*, const char* source, const char*, int) const override {
    return QLatin1Char('[') + QString::fromUtf8(source) + QLatin1Char(']');
  }
};

}  // namespace

class ReportTest : public QObject {
  Q_OBJECT

  ReportInput input_;
  QString html_;

 private slots:
  /// Names stand beside the plots over time by their order, then follow those of the whole run.
  void everyPlotHasAName() {
    const QStringList whole{QStringLiteral("histogram"), QStringLiteral("cumulative"),
                            QStringLiteral("fairness")};
    const auto& names = reportPlotNames();
    const std::size_t overTime = RunPlots().all().size();
    QCOMPARE(names.size(), overTime + static_cast<std::size_t>(whole.size()));
    for (qsizetype i = 0; i < whole.size(); ++i)
      QCOMPARE(names[overTime + static_cast<std::size_t>(i)].first, whole[i]);
    QCOMPARE(names[overTime - 1].first, QStringLiteral("reconfigurations"));
  }

  void theWordsOfItsTablesCanBeTranslated() {
    Results results = *input_.results;
    results.trafficClasses.resize(1);
    results.trafficClasses.front().name = "web";
    results.classes.resize(1);
    results.cache.lookups = results.cache.camLookups = 1;
    Brackets brackets;
    QVERIFY(QCoreApplication::installTranslator(&brackets));
    const std::vector<ReportTable> tables{factsTable(*input_.topology), resultsTable(results)};
    QVERIFY(QCoreApplication::removeTranslator(&brackets));
    for (const ReportTable& table : tables)
      for (const QStringList& row : table.rows) {
        QVERIFY2(row.constFirst().startsWith(QLatin1Char('[')), qPrintable(row.constFirst()));
        if (row.size() > 2 && !row[2].isEmpty())
          QVERIFY2(row[2].startsWith(QLatin1Char('[')), qPrintable(row[2]));
      }
    QVERIFY(std::any_of(tables[1].rows.begin(), tables[1].rows.end(), [](const QStringList& row) {
      return row.constFirst() == QLatin1String("[Offered load, web]");
    }));
  }

  void initTestCase() {
    QFont font(QStringLiteral("DejaVu Sans"));
    font.setPixelSize(12);
    QApplication::setFont(font);
    input_ = runOf(smallDesign());
    QVERIFY(input_.results.has_value());
    html_ = reportHtml(input_);
  }

  void factsAreThoseOfTheNetwork() {
    const ReportTable facts = factsTable(*input_.topology);
    QVERIFY(hasRow(facts, QStringLiteral("Groups"), QStringLiteral("9")));
    QVERIFY(hasRow(facts, QStringLiteral("Routers"), QStringLiteral("36")));
    QVERIFY(hasRow(facts, QStringLiteral("Terminals"), QStringLiteral("72")));
    QVERIFY(hasRow(facts, QStringLiteral("Links"), QStringLiteral("162")));
    QVERIFY(hasRow(facts, QStringLiteral("Channels"), QStringLiteral("324")));
    QVERIFY(hasRow(facts, QStringLiteral("Router radix"), QStringLiteral("7")));
    QVERIFY(hasRow(facts, QStringLiteral("Diameter, links"), QStringLiteral("5")));
    QVERIFY(hasRow(facts, QStringLiteral("Links per terminal"), QStringLiteral("2.25")));
  }

  void resultsStandInThePage() {
    const Results& results = *input_.results;
    QVERIFY(html_.contains(QString::number(results.acceptedLoad, 'f', 3)));
    const int decimals = results.latency.mean < 100 ? 1 : 0;
    QVERIFY(html_.contains(QString::number(results.latency.mean, 'f', decimals)));
    QVERIFY(html_.contains(QString::fromStdString(designHash(input_.design))));
    QVERIFY(html_.contains(QStringLiteral("2026-05-04 10:20")));
    QVERIFY(html_.contains(QStringLiteral("traffic.load=0.1,0.2,0.3 ")));
    QVERIFY(html_.contains(QStringLiteral("--seed 7")));
    QVERIFY(html_.contains(QString::fromStdString(results.engineVersion)));
  }

  void namesAreEscaped() {
    QVERIFY(html_.contains(QStringLiteral("Dragonfly &lt;h = 2&gt;, report")));
    QVERIFY(!html_.contains(QStringLiteral("<h = 2>")));
  }

  void pageIsSelfContained() {
    QVERIFY(!html_.contains(QStringLiteral("src=")));
    static const QRegularExpression outside(QStringLiteral("href=\"(?!#)"));
    QVERIFY(!html_.contains(outside));
    // The network, two plots of the curve, latency and accepted load over time.
    QVERIFY(html_.count(QStringLiteral("<svg")) >= 5);
    QCOMPARE(html_.count(QStringLiteral("<svg")), html_.count(QStringLiteral("</svg>")));
    QVERIFY(!html_.contains(QStringLiteral("<?xml")));
  }

  void onlyChangedSettingsAreListedAsChanged() {
    const ReportTable changed = changedTable(input_.design);
    const auto names = [&](const QString& part) {
      return std::count_if(changed.rows.begin(), changed.rows.end(), [&](const QStringList& row) {
        return row[0].contains(part, Qt::CaseInsensitive);
      });
    };
    QCOMPARE(names(QStringLiteral("load")), 1);
    QCOMPARE(names(QStringLiteral("allocator")), 0);
    QCOMPARE(changedTable(Design{}).rows.size(), std::size_t{0});
    // All settings in force hold both.
    std::size_t all = 0;
    for (const ReportSettings& section : allSettings(input_.design)) {
      all += section.table.rows.size();
    }
    QVERIFY(all > changed.rows.size() + 5);
  }

  void overridesAreListed() {
    Design design = smallDesign();
    Override some;
    some.routers = {3, 4};
    some.values["switch.latency"] = std::int64_t{33};
    design.overrides.push_back(some);
    const ReportTable table = overridesTable(design);
    QCOMPARE(table.rows.size(), std::size_t{1});
    QCOMPARE(table.rows[0][0], QStringLiteral("routers 3, 4"));
    QVERIFY(table.rows[0][2].contains(QStringLiteral("33")));
  }

  void hottestChannelsComeFirst() {
    const ReportTable table = hottestTable(*input_.topology, *input_.results);
    QCOMPARE(table.rows.size(), std::size_t{10});
    const double hottest = *std::max_element(input_.results->channelUtilization.begin(),
                                             input_.results->channelUtilization.end());
    QVERIFY(table.rows[0][2].startsWith(QString::number(std::lround(hottest * 100))));
  }

  void applicationsAndCircuitsHaveSections() {
    const auto heading = [](const char* title) {
      return QStringLiteral("<h2>%1</h2>").arg(QLatin1String(title));
    };
    QVERIFY(!html_.contains(heading("Applications")));
    QVERIFY(!html_.contains(heading("Circuits")));
    ReportInput input = input_;
    ApplicationResult halo;
    halo.name = "halo";
    halo.end = ApplicationEnd::finished;
    halo.completion = 3592;
    halo.ideal = 1660;
    halo.slowdown = 2.163;
    halo.ranks = 2;
    halo.path = {10, 20, 30, 400, 1132};
    halo.perRank = {{100, 200, 300, 3592}, {110, 210, 310, 3000}};
    ApplicationResult slow = halo;
    slow.name = "slow";
    slow.end = ApplicationEnd::unfinished;
    slow.completion = slow.ideal = slow.slowdown = slow.path.contention = std::nan("");
    input.results->applications = {halo, slow};
    input.results->makespan = 3500;
    input.results->circuitHitRate = 0.167;
    input.results->circuitLatency = 55.7;
    input.results->bestEffortLoad = 0.365;
    input.results->bestEffortLatency = 218.7;
    const QString html = reportHtml(input);
    QVERIFY(html.contains(heading("Applications")));
    QVERIFY(html.contains(heading("Circuits")));
    QVERIFY(reportSubtitle(input).contains(QStringLiteral("halo, slow")));
    const ReportTable all = applicationsTable(*input.results);
    QVERIFY(hasRow(all, QStringLiteral("halo"), QStringLiteral("finished")));
    QVERIFY(hasRow(all, QStringLiteral("slow"), QStringLiteral("unfinished")));
    QCOMPARE(all.rows[0][5], QStringLiteral("2.163"));
    QCOMPARE(criticalPathTable(*input.results).rows.size(), std::size_t{1});
    QVERIFY(hasRow(ranksTable(halo), QStringLiteral("1"), QStringLiteral("110")));
    QVERIFY(hasRow(circuitsTable(*input.results), QStringLiteral("Hit rate of circuits"),
                   QStringLiteral("16.7\u00a0%")) ||
            hasRow(circuitsTable(*input.results), QStringLiteral("Hit rate of circuits"),
                   QStringLiteral("16.7 %")));
    QVERIFY(hasRow(circuitsTable(*input.results), QStringLiteral("Accepted load, best effort"),
                   QStringLiteral("0.365")));
  }

  /// Seeds, loads to the last digit, and one run a seed whatever the design asks for.
  void theCurveCanBeRepeated() {
    const auto command = [](const ReportInput& input) {
      for (const QStringList& row : provenanceTable(input).rows)
        if (row[0] == QStringLiteral("Repeat the curve")) return row[1];
      return QString();
    };
    ReportInput input = input_;
    QCOMPARE(command(input), QStringLiteral("hopscope-cli sweep design.json --seed 7 --over "
                                            "traffic.load=0.1,0.2,0.3 --out curve.csv"));
    input.curveSeeds = CurveSeeds{4, 30};
    input.curve[1].offered = 0.12345678901;
    input.design.settings["run.replications"] = std::int64_t{5};
    QCOMPARE(command(input),
             QStringLiteral("hopscope-cli sweep design.json --seed 4 --over "
                            "traffic.load=0.1,0.12345678901,0.3 --set run.replications=1 "
                            "--seeds 30 --out curve.csv"));
    input.curveSeeds.reset();
    QCOMPARE(command(input), QString());  // no one command has the points
  }

  void theCurveOfAKeptRunHasItsSeeds() {
    const StoredRun run = test::keptRun(1, smallDesign());
    StoredCurve curve;
    curve.design = run.design;
    curve.design.settings["run.replications"] = std::int64_t{30};
    curve.points = input_.curve;
    const RunList runs({run});
    Issues issues;
    const ReportInput input = reportOfRun(run, runs, RunNames(runs), {curve}, {}, issues);
    QVERIFY(input.curveSeeds == (CurveSeeds{7, 30}));
  }

  void kindsOfPathHaveWords() {
    Results results;
    results.classes = {{"minimal", 10, 90, 2}, {"lgl", 5, 200, 4}};
    QStringList names;
    for (const auto& row : resultsTable(results).rows) names << row.front();
    QVERIFY(names.contains(QStringLiteral("Mean latency, via any router")));
    QVERIFY(!names.join(QLatin1Char('\n')).contains(QStringLiteral("lgl")));
  }

  void saturatedRunsHaveNoLatency() {
    Results results = *input_.results;
    results.verdict = Verdict::saturated;
    results.acceptedLoad = 0.124;
    const ReportTable table = resultsTable(results);
    QVERIFY(!splitTable(*input_.results).rows.empty());
    QVERIFY(splitTable(results).rows.empty());
    QVERIFY(hasRow(table, QStringLiteral("Median latency"), QStringLiteral("no steady state")));
    ReportInput input = input_;
    input.results = results;
    QVERIFY(reportHtml(input).contains(QStringLiteral("Saturated: ")));
  }

  /// Nothing arrived: that is no lack of a steady state.
  void unknownRunsHaveNoLatencyEither() {
    ReportInput input = input_;
    input.results->verdict = Verdict::unknown;
    for (CurvePoint& each : input.curve) each.verdict = Verdict::unknown;
    const QString html = reportHtml(input);
    QVERIFY(!html.contains(QStringLiteral("no steady state")));
    QVERIFY(html.contains(QStringLiteral("not known")));
    QVERIFY(hasRow(resultsTable(*input.results), QStringLiteral("Median latency"),
                   QStringLiteral("–")));
  }

  /// A report is read by others: its numbers are the same whatever the screen shows.
  void numbersAreThoseOfFiles() {
    Results results = *input_.results;
    results.verdict = Verdict::saturated;
    results.acceptedLoad = 0.124;
    ReportInput input = input_;
    input.results = results;
    const QString plain = reportHtml(input);
    QLocale::setDefault(QLocale(QStringLiteral("de_DE")));
    const QString german = reportHtml(input);
    const QString paper = ReportPaper(input).text();
    const QString shown = engineText(explain(*input.topology, results));
    QLocale::setDefault(QLocale::C);
    QVERIFY(german == plain);
    QVERIFY(plain.contains(QStringLiteral("0.124")));
    QVERIFY(paper.contains(QStringLiteral("0.124")) && !paper.contains(QStringLiteral("0,124")));
    QVERIFY2(shown.contains(QStringLiteral("0,124")), qPrintable(shown));
  }

  void missingPartsAreLeftOut() {
    ReportInput input;
    input.design = smallDesign();
    const QString html = reportHtml(input);
    QVERIFY(!html.contains(QStringLiteral("<svg")));
    QVERIFY(!html.contains(QStringLiteral("Hottest")));
    static const QRegularExpression notANumber(QStringLiteral("\\bnan\\b"));
    QVERIFY(!html.contains(notANumber));
    QVERIFY(!html_.contains(notANumber));
    QVERIFY(html.contains(QStringLiteral("Provenance")));
  }

  void theNetworkHasItsSlowLinks() {
    ReportInput input = input_;
    QVERIFY(reportPictures(input).network.linkRates.empty());
    input.design.settings["channels.global.bandwidth"] = 0.5;
    const std::vector<LinkRate> rates = reportPictures(input).network.linkRates;
    QVERIFY(!rates.empty() && rates.back() == (LinkRate{1, 2}));
  }

  void filesAreWritten() {
    QTemporaryDir folder;
    QString error;
    const QString page = folder.filePath(QStringLiteral("report.html"));
    QVERIFY2(writeReport(input_, page, &error), qPrintable(error));
    QFile html(page);
    QVERIFY(html.open(QIODevice::ReadOnly));
    QCOMPARE(QString::fromUtf8(html.readAll()), html_);

    const QString paper = folder.filePath(QStringLiteral("report.pdf"));
    QVERIFY2(writeReport(input_, paper, &error), qPrintable(error));
    QFile pdf(paper);
    QVERIFY(pdf.open(QIODevice::ReadOnly));
    const QByteArray content = pdf.readAll();
    QVERIFY(content.startsWith("%PDF"));
    QVERIFY(content.count("/Type /Page\n") >= 3 || content.count("/Type /Page") >= 4);

    QVERIFY(!writeReport(input_, folder.filePath(QStringLiteral("none/r.html")), &error));
    QVERIFY(error.contains(QStringLiteral("r.html")));
    QVERIFY(!writeReport(input_, folder.filePath(QStringLiteral("r.doc")), &error));
    QVERIFY(error.contains(QStringLiteral(".html")));
  }
};

}  // namespace hopscope

using hopscope::ReportTest;
HOPSCOPE_TEST(ReportTest)
#include "report_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspectors/run_summary.h"

#include <QApplication>
#include <QLabel>
#include <QPushButton>
#include <QTest>
#include <QVBoxLayout>
#include <algorithm>
#include <limits>
#include <memory>

#include "engine/design/compile.h"
#include "tests/support/test_main.h"
#include "ui/inspectors/key_figures.h"
#include "ui/widgets/elided_button.h"
#include "ui/widgets/finding_row.h"

namespace hopscope {

class RunSummaryTest : public QObject {
  Q_OBJECT

 private slots:
  void namesOfRoutersHaveNoMnemonics();
  void longNamesWidenNothing();
  void saturatedRunsHaveNoLatency();
  void findingsStayUnderTheMouse();
  void findingsStayInAnotherTheme();
  void wordsKeepTheirMarginsInAnotherTheme();
  void longWordsStayWithinThePanel();
  void wordsThatFitAreNotCut();
  void fourFiguresLead();
  void busBandwidthsAreOfWhatMoves();
  void kindsOfPathHaveWords();
  void whatWasNotMeasuredIsNoZero();
  void smallLoadsAreNoZeros();
};

namespace {

/// Has the summary shown for a mesh whose routers are all called so.
void showNamed(RunSummary& summary, const std::string& name,
               const std::vector<Finding>* findings = nullptr) {
  Design design;
  design.settings = {{"topology.kind", std::string("mesh")}};
  Issues issues;
  Topology topology = *buildTopology(design, issues);
  topology.routerNames.assign(topology.routerCount(), name);
  NetworkHeat heat;
  heat.channelUtilization.assign(topology.channelCount(), 0);
  ChannelId between = 0;
  while (topology.kindOf(between / 2) == LinkKind::terminal) ++between;
  heat.channelUtilization[between] = 0.5F;
  RunView view;
  view.topology = std::make_shared<const Topology>(std::move(topology));
  view.design = &design;
  view.heat = &heat;
  view.findings = findings;
  summary.show(view);
}

}  // namespace

/// Barriers take no place from those that have one; and where there are several applications, it is
/// said whose they are.
void RunSummaryTest::busBandwidthsAreOfWhatMoves() {
  Results results;
  results.applications.resize(1);
  for (int i = 0; i < 5; ++i) {
    CollectiveResult& each = results.collectives.emplace_back();
    each.application = "halo";
    each.operation = "barrier";
    each.busBandwidth = std::numeric_limits<double>::quiet_NaN();
  }
  for (int i = 0; i < 5; ++i) {
    CollectiveResult& each = results.collectives.emplace_back();
    each.application = "halo";
    each.operation = "allreduce";
    each.busBandwidth = 2;
  }
  const auto told = [&results] {
    QStringList names;
    for (const Figure& each : resultFigures(results))
      if (each.name.contains(QStringLiteral("Bus bandwidth"))) names << each.name;
    return names;
  };
  QCOMPARE(told().size(), qsizetype{4});
  QVERIFY(told().front().contains(QStringLiteral("allreduce")));
  QVERIFY(!told().front().contains(QStringLiteral("halo")));
  results.applications.resize(2);
  QVERIFY(told().front().contains(QStringLiteral("halo, allreduce")));
}

/// A run that was stopped in its warm-up accepted something that nobody measured.
void RunSummaryTest::smallLoadsAreNoZeros() {
  Results results;
  results.verdict = Verdict::stable;
  results.offeredLoad = results.acceptedLoad = 0.0004;
  results.acceptedCi95 = 0.00002;
  results.trafficClasses.resize(1);
  results.trafficClasses[0].offeredLoad = results.trafficClasses[0].acceptedLoad = 0.0003;
  for (const Figure& each : resultFigures(results))
    if (each.name.contains(QStringLiteral("load")))
      QVERIFY2(!each.value.contains(QStringLiteral("0.000 ")) &&
                   !each.value.endsWith(QStringLiteral("0.000")),
               qPrintable(each.name + QStringLiteral(": ") + each.value));
}

void RunSummaryTest::whatWasNotMeasuredIsNoZero() {
  Design design;
  design.settings = {{"topology.kind", std::string("mesh")}};
  Issues issues;
  RunView view;
  view.topology = buildTopology(design, issues);
  view.design = &design;
  const NetworkHeat heat;
  view.heat = &heat;
  Results results;
  results.complete = false;
  results.cycles = 1377;
  results.offeredLoad = 0.1;
  view.results = &results;
  const auto accepted = [&view] { return keyFigures(view).front().value; };
  QCOMPARE(accepted(), QStringLiteral("–"));
  for (const Figure& each : resultFigures(results))
    if (each.name == QStringLiteral("Accepted load"))
      QVERIFY2(each.value.startsWith(QStringLiteral("–")), qPrintable(each.value));
  QVERIFY(
      verdictSentence(*view.topology, results).contains(QStringLiteral("nothing was measured")));
  const auto latency = [&view] { return keyFigures(view).at(1).words; };
  results.verdict = Verdict::unknown;
  QVERIFY2(latency() != QStringLiteral("no steady state"), qPrintable(latency()));
  QCOMPARE(keyFigures(view).at(1).value, QStringLiteral("–"));
  results.verdict = Verdict::saturated;
  QCOMPARE(latency(), QStringLiteral("no steady state"));
  results.verdict = Verdict::stable;
  results.measuredCycles = 500;
  QCOMPARE(accepted(), QStringLiteral("0.000"));
  QVERIFY(verdictSentence(*view.topology, results).contains(QStringLiteral("a part of the run")));
}

/// Files have the letters of the literature; who reads the window need not know them.
void RunSummaryTest::kindsOfPathHaveWords() {
  Results results;
  results.classes = {
      {"minimal", 10, 90, 2}, {"lgl", 5, 200, 4}, {"-g-", 5, 150, 3}, {"4 flits", 5, 100, 2}};
  QStringList names;
  for (const Figure& each : resultFigures(results)) names << each.name;
  for (const char* name : {"minimal", "via any router", "via a near group", "4 flits"})
    QVERIFY2(names.contains(QStringLiteral("Mean latency, ") + QLatin1String(name)), name);
}

void RunSummaryTest::namesOfRoutersHaveNoMnemonics() {
  RunSummary summary;
  showNamed(summary, "R&D");
  summary.resize(600, 500);
  summary.QWidget::show();
  const QPushButton* hottest = nullptr;
  for (const auto* each : summary.findChildren<QPushButton*>())
    if (each->text().contains(QLatin1Char('&'))) hottest = each;
  if (hottest == nullptr) QFAIL("no link is listed");
  QVERIFY(hottest->text().contains(QStringLiteral("R&&D")));
  QVERIFY(hottest->shortcut().isEmpty());
}

void RunSummaryTest::longNamesWidenNothing() {
  RunSummary summary, brief;
  showNamed(brief, "A");
  showNamed(summary, "the room behind the lecture hall on the second floor");
  QCOMPARE(summary.minimumSizeHint().width(), brief.minimumSizeHint().width());
  summary.resize(300, 500);
  summary.QWidget::show();
  const auto* hottest = summary.findChild<ElidedButton*>();
  if (hottest == nullptr) QFAIL("no link is listed");
  QVERIFY(hottest->words().contains(QStringLiteral("second floor")));
  QVERIFY(hottest->text().endsWith(QChar(0x2026)));
  QVERIFY(hottest->width() < 300);
  QCOMPARE(hottest->accessibleName(), hottest->words());
  summary.resize(1800, 500);  // it has half of it
  QTRY_VERIFY(!hottest->text().contains(QChar(0x2026)));
}

void RunSummaryTest::saturatedRunsHaveNoLatency() {
  Results results;
  results.complete = true;
  results.latency.mean = 2332;
  const auto has = [&](const QString& name) {
    const std::vector<Figure> figures = resultFigures(results);
    return std::any_of(figures.begin(), figures.end(),
                       [&](const Figure& figure) { return figure.name == name; });
  };
  QVERIFY(has(QStringLiteral("Mean latency")));
  results.verdict = Verdict::saturated;
  QVERIFY(!has(QStringLiteral("Mean latency")));
  QVERIFY(!has(QStringLiteral("99th percentile")));
  QVERIFY(has(QStringLiteral("Latency")));
}

/// Their figures change every second: a button that is held down is still there then.
void RunSummaryTest::findingsStayUnderTheMouse() {
  std::vector<Finding> findings{{Severity::warning, "Queues grow.", "One link is full.", "", {}}};
  findings[0].parts.links = {3};
  findings[0].remedy = {sentence("Lower"), {{"traffic.load", 0.2}}, {}};
  RunSummary summary;
  showNamed(summary, "A");
  QVERIFY(summary.findChild<FindingRow*>() == nullptr);
  showNamed(summary, "A", &findings);
  summary.resize(300, 500);
  summary.QWidget::show();
  auto* fix = summary.findChild<ElidedButton*>(QStringLiteral("healthFix"));
  auto* show = summary.findChild<QPushButton*>(QStringLiteral("findingShow"));
  QVERIFY(fix != nullptr && show != nullptr && fix->isVisible() && show->isVisible());
  std::vector<Finding> shown;
  std::vector<Remedy> made;
  QObject::connect(&summary, &RunSummary::findingClicked,
                   [&](const Finding& finding) { shown.push_back(finding); });
  QObject::connect(&summary, &RunSummary::remedyWanted,
                   [&](const Remedy& remedy) { made.push_back(remedy); });
  QTest::mouseClick(show, Qt::LeftButton);
  QCOMPARE(shown.size(), std::size_t{1});
  QCOMPARE(shown[0].parts.links, std::set<LinkId>{3});
  QTest::mousePress(fix, Qt::LeftButton);
  findings[0].remedy = {sentence("Lower the load to {}", 0.124), {{"traffic.load", 0.124}}, {}};
  showNamed(summary, "A", &findings);
  QTRY_COMPARE(fix->text(), QStringLiteral("Lower the load to 0.124"));
  QTest::mouseRelease(fix, Qt::LeftButton);
  QCOMPARE(made.size(), std::size_t{1});
  QVERIFY(made[0].settings[0].second == Value(0.124));
  showNamed(summary, "A");
  QVERIFY(!fix->isVisible());
}

/// A run that is over is not shown again.
void RunSummaryTest::findingsStayInAnotherTheme() {
  const std::vector<Finding> findings{{Severity::warning, "Queues grow.", "Full.", "", {}}};
  RunSummary summary;
  showNamed(summary, "A", &findings);
  summary.QWidget::show();
  const auto symbol = [&summary] {
    const auto* row = summary.findChild<FindingRow*>();
    return row == nullptr ? QImage() : row->findChild<QLabel*>()->pixmap().toImage();
  };
  const QImage light = symbol();
  QVERIFY(!light.isNull());
  summary.setTheme(Theme::dark());
  QVERIFY(summary.findChild<FindingRow*>()->isVisible());
  QVERIFY(!symbol().isNull() && symbol() != light);
}

/// Those of a sentence that is not shown at that moment, too.
void RunSummaryTest::wordsKeepTheirMarginsInAnotherTheme() {
  qApp->setStyleSheet(Theme::light().styleSheet());
  Design design;
  design.settings = {{"topology.kind", std::string("mesh")}};
  Issues issues;
  const auto topology = buildTopology(design, issues);
  NetworkHeat heat;
  heat.channelUtilization.assign(topology->channelCount(), 0.1F);
  Results results;
  results.complete = true;
  results.offeredLoad = results.acceptedLoad = 0.3;
  Snapshot snapshot;
  RunView view;
  view.topology = topology;
  view.design = &design;
  view.heat = &heat;
  RunSummary summary;
  summary.resize(336, 600);
  summary.QWidget::show();
  const auto sentence = [&]() -> QLabel* {
    for (QLabel* label : summary.findChildren<QLabel*>())
      if (label->text().startsWith(QStringLiteral("The network accepts"))) return label;
    return nullptr;
  };
  view.results = &results;
  summary.show(view);
  QLabel* label = sentence();
  QVERIFY(label != nullptr);
  QTRY_VERIFY(label->isVisible());
  const QMargins margins = label->contentsMargins();
  QCOMPARE(margins.left(), 12);
  view.results = nullptr;
  view.snapshot = &snapshot;
  summary.show(view);
  QTRY_VERIFY(!label->isVisible());
  for (const QSize size : {label->size(), QSize(336, 0), QSize(0, 0), QSize(20, 4)}) {
    label->resize(size);
    qApp->setStyleSheet(Theme::dark().styleSheet());
    QCOMPARE(label->contentsMargins(), margins);
    qApp->setStyleSheet(Theme::light().styleSheet());
    QCOMPARE(label->contentsMargins(), margins);
  }
  view.results = &results;
  summary.show(view);
  QTRY_VERIFY(label->isVisible());
  QCOMPARE(label->contentsMargins(), margins);
}

void RunSummaryTest::fourFiguresLead() {
  Design design;
  design.settings = {{"topology.kind", std::string("mesh")}};
  Issues issues;
  const auto topology = buildTopology(design, issues);
  Results results;
  results.complete = true;
  results.offeredLoad = results.acceptedLoad = 0.3;
  results.acceptedCi95 = std::numeric_limits<double>::quiet_NaN();
  results.latency.mean = 147;
  results.latency.ci95 = 3.2;
  NetworkHeat heat;
  heat.channelUtilization.assign(topology->channelCount(), 0.1F);
  heat.channelUtilization[40] = 0.75F;
  RunView view;
  view.topology = topology;
  view.design = &design;
  view.heat = &heat;
  view.results = &results;
  RunSummary summary;
  summary.show(view);
  summary.resize(336, 600);
  summary.QWidget::show();
  const auto text = [&](const char* name) {
    return summary.findChild<QLabel*>(QLatin1String(name))->text();
  };
  QCOMPARE(text("keyAccepted"), QStringLiteral("0.300"));
  QCOMPARE(text("keyLatency"), QStringLiteral("147"));
  QCOMPARE(text("keyLatency:spread"), QStringLiteral("± 3.2"));
  QCOMPARE(text("keyHottest"), QStringLiteral("75\u00a0%"));
  QCOMPARE(text("keyVerdict"), QStringLiteral("stable"));
  QVERIFY(keySentence(view).contains(QStringLiteral("25\u00a0%")));
  heat.channelUtilization[40] = 0.997F;
  QCOMPARE(
      keySentence(view),
      QStringLiteral("The network accepts what it is offered, though its hottest link is full."));
  heat.channelUtilization[40] = 0.75F;
  LinkId clicked = kNone;
  QObject::connect(&summary, &RunSummary::linkClicked, [&](LinkId link) { clicked = link; });
  QTest::mouseClick(summary.findChild<ElidedButton*>(QStringLiteral("hottestLink")),
                    Qt::LeftButton);
  QCOMPARE(clicked, LinkId{20});
  // They are large, and all others folded.
  QVERIFY(summary.findChild<QLabel*>(QStringLiteral("keyAccepted"))->font().pixelSize() >= 20);
  for (const QLabel* label : summary.findChildren<QLabel*>())
    QVERIFY2(!label->isVisible() || label->text() != QStringLiteral("Mean hops"), "unfolded");
  results.verdict = Verdict::saturated;
  summary.show(view);
  QCOMPARE(text("keyLatency"), QStringLiteral("–"));
  QCOMPARE(text("keyVerdict"), QStringLiteral("saturated"));
}

/// Beside an application the words are long: they wrap, and nothing is cut at the panel's rim.
void RunSummaryTest::longWordsStayWithinThePanel() {
  qApp->setStyleSheet(Theme::light().styleSheet());
  Design design;
  design.settings = {{"topology.kind", std::string("mesh")}};
  Issues issues;
  const auto topology = buildTopology(design, issues);
  Results results;
  results.complete = true;
  results.cycles = 500'800;
  results.offeredLoad = 0.3;
  results.acceptedLoad = 0.123;
  results.acceptedCi95 = 0.012;
  results.latency.mean = 147;
  results.latency.ci95 = 12.3;
  results.applications.resize(1);
  NetworkHeat heat;
  heat.channelUtilization.assign(topology->channelCount(), 0.1F);
  RunView view;
  view.topology = topology;
  view.design = &design;
  view.heat = &heat;
  view.results = &results;
  RunSummary summary;
  summary.show(view);
  // What the panel has in a window of 1280 pixels, beside its scroll bar.
  QVERIFY2(summary.minimumSizeHint().width() <= 324,
           qPrintable(QString::number(summary.minimumSizeHint().width())));
  qApp->setStyleSheet({});
}

/// Not even for a part of a pixel, in the font and with the rims that they have in the program.
void RunSummaryTest::wordsThatFitAreNotCut() {
  qApp->setStyleSheet(Theme::light().styleSheet());
  QWidget panel;
  auto* column = new QVBoxLayout(&panel);
  auto* button = new ElidedButton;
  column->addWidget(button, 0, Qt::AlignLeft);
  panel.resize(300, 60);
  panel.show();
  for (int load = 1; load < 130; ++load) {
    const QString words = QStringLiteral("Lower the load to 0.%1").arg(load);
    button->setWords(words);
    QCoreApplication::processEvents();
    QCOMPARE(button->text(), words);
  }
  qApp->setStyleSheet({});
}

}  // namespace hopscope

using hopscope::RunSummaryTest;
HOPSCOPE_TEST(RunSummaryTest)
#include "run_summary_test.moc"

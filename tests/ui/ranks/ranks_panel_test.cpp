// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAction>
#include <QCheckBox>
#include <QFile>
#include <QImage>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <algorithm>
#include <memory>
#include <utility>

#include "engine/design/application_text.h"
#include "engine/design/compile.h"
#include "tests/support/test_main.h"
#include "tests/ui/ranks/rank_support.h"
#include "tests/ui/shell/window_support.h"
#include "ui/circuits/port_matrix.h"
#include "ui/ranks/rank_chart.h"
#include "ui/ranks/rank_times_view.h"
#include "ui/ranks/ranks_matrix.h"
#include "ui/ranks/ranks_panel.h"
#include "ui/run/timeline_strip.h"
#include "ui/shell/actions.h"
#include "ui/shell/dock.h"
#include "ui/shell/kept_runs.h"
#include "ui/shell/project_session.h"
#include "ui/shell/run_mode.h"

using namespace hopscope;
using namespace hopscope::test;

namespace {

void runTo(MainWindow& window, Cycle cycle) {
  stepTo(window, cycle);
  QTRY_VERIFY(runOf(window).snapshot().ranks != nullptr);
}

QString labelled(MainWindow& window, const char* name) {
  return window.findChild<QLabel*>(QLatin1String(name))->text();
}

}  // namespace

/// Applications in the window.
class RanksPanelTest : public QObject {
  Q_OBJECT

 private slots:
  void thePanelComesWithApplications() {
    const Sandbox sandbox;
    const auto window = windowWith(meshDesign(true));
    Dock* dock = window->runMode().ranksDock();
    window->runMode().step(100);
    QTRY_COMPARE(window->runMode().run().snapshot().cycle, Cycle{100});
    QTest::qWait(50);
    QVERIFY(dock->isHidden() && !dock->toggleViewAction()->isVisible());
    window->session().document().load(meshOfRanks("npb_cg(ranks=16 class=S iterations=1)"));
    runTo(*window, 500);
    QTRY_VERIFY(dock->isVisible());
    // Closed by its user it stays closed.
    dock->close();
    window->actions().at("mode.design")->trigger();
    window->actions().at("mode.run")->trigger();
    QTest::qWait(50);
    QVERIFY(dock->isHidden());
    dock->toggleViewAction()->trigger();
    QVERIFY(dock->isVisible());
    // Another network without applications.
    window->session().document().load(meshDesign(true));
    window->runMode().step(100);
    QTRY_VERIFY(dock->isHidden());
  }

  /// All of its words, in any language, and nothing beside.
  void theLegendIsAsWideAsItsWords() {
    RanksPanel panel;
    auto* legend = panel.findChild<QWidget*>(QStringLiteral("phaseLegend"));
    const int wide = legend->sizeHint().width();
    legend->setFixedSize(2 * wide, legend->sizeHint().height());
    QImage image(legend->size(), QImage::Format_ARGB32);
    image.fill(Qt::transparent);
    legend->render(&image, {}, {}, {});
    int last = 0;
    for (int x = 0; x < image.width(); ++x)
      for (int y = 0; y < image.height(); ++y)
        if (qAlpha(image.pixel(x, y)) > 0) last = x;
    QVERIFY2(last < wide && last > wide - 8, qPrintable(QString("%1 of %2").arg(last).arg(wide)));
  }

  /// Also where rows are lower than their numbers, and scrolled: none of those is cut.
  void numbersOfRanksAreWhole() {
    const Sandbox sandbox;
    const auto window = windowWith(meshOfRanks("halo(ranks=16 iterations=3 bytes=4000)"));
    runTo(*window, 200);
    RankChart chart;
    chart.setSeen(runOf(*window).snapshot().ranks);
    for (const int height : {73, 75, 90, 140}) {
      chart.resize(300, height);
      const QImage drawn = chart.grab().toImage();
      const QColor paper = drawn.pixelColor(0, 0);
      QList<int> heights;  // of what is written left of the rows, above the axis's words
      int ink = 0, first = height;
      for (int y = 0; y < height - 16; ++y) {
        bool any = false;
        for (int x = 0; x < 36 && !any; ++x) any = drawn.pixelColor(x, y) != paper;
        if (any) ++ink;
        if (any) first = std::min(first, y);
        if ((!any || y == height - 17) && ink > 0) heights << std::exchange(ink, 0);
      }
      QVERIFY(heights.size() > 2);
      QVERIFY(first < 8);  // that of rank 0
      const auto [least, most] = std::minmax_element(heights.begin(), heights.end());
      QVERIFY2(*most - *least <= 1,
               qPrintable(QStringLiteral("%1: %2 to %3").arg(height).arg(*least).arg(*most)));
    }
  }

  /// Rank by rank, with the keyboard alone; looking closer and back.
  void walkedByKeys() {
    const Sandbox sandbox;
    const auto window = windowWith(meshOfRanks("npb_cg(ranks=16 class=S iterations=1)"));
    runTo(*window, 10'000);
    RankChart& chart = window->runMode().ranks().chart();
    QTRY_COMPARE(chart.rows().count(), 16U);
    QTRY_COMPARE(chart.rows().end(), Cycle{10'000});
    QVERIFY(chart.showsAll());
    // Nobody knows when it ends: time goes on somewhat beyond now.
    const Cycle end = window->findChild<TimelineStrip*>()->picture().planned;
    QVERIFY(end >= 10'000 && end < 20'000);
    chart.setFocus();
    QTest::keyClick(&chart, Qt::Key_Right);
    QVERIFY(chart.cursor().has_value());
    QTest::keyClick(&chart, Qt::Key_Down);
    QTest::keyClick(&chart, Qt::Key_Down);
    QCOMPARE(chart.cursor()->rank, 2U);
    const Cycle before = chart.cursor()->cycle;
    for (int i = 0; i < 5; ++i) QTest::keyClick(&chart, Qt::Key_Right);
    QVERIFY(chart.cursor()->cycle > before);
    QVERIFY2(labelled(*window, "ranksWords").startsWith(QStringLiteral("Rank 2 ")),
             qPrintable(labelled(*window, "ranksWords")));
    QCOMPARE(chart.accessibleDescription(), labelled(*window, "ranksWords"));
    for (int i = 0; i < 20; ++i) QTest::keyClick(&chart, Qt::Key_Plus);
    QVERIFY(!chart.showsAll());
    const RankChart::Range close = chart.range();
    QVERIFY(close.to - close.from < 500);
    QVERIFY(static_cast<double>(chart.cursor()->cycle) >= close.from &&
            static_cast<double>(chart.cursor()->cycle) <= close.to);
    // What is looked at stays where it is while the run goes on.
    runTo(*window, 15'000);
    QTRY_COMPARE(chart.rows().end(), Cycle{15'000});
    QVERIFY(chart.range() == close);
    button(*window, QStringLiteral("ranksWhole"))->click();
    QVERIFY(chart.showsAll());
    QCOMPARE(chart.range().to, 15'000.0);
  }

  /// A click on a row selects the terminal of its rank; a double click goes to that moment.
  void clicksLeadToTerminalAndMoment() {
    const Sandbox sandbox;
    const auto window = windowWith(meshOfRanks("npb_cg(ranks=16 class=S iterations=1)"));
    runTo(*window, 10'000);
    RankChart& chart = window->runMode().ranks().chart();
    QTRY_COMPARE(chart.rows().end(), Cycle{10'000});
    const QPoint point = chart.pointOf({5, 5'000}).toPoint();
    QTest::mouseClick(&chart, Qt::LeftButton, {}, point);
    const TerminalId own = chart.rows().seen()->ranks[5].terminal;
    QCOMPARE(window->session().document().selection().terminals, std::set<TerminalId>{own});
    QTest::mouseDClick(&chart, Qt::LeftButton, {}, point);
    QVERIFY(window->runMode().playback().inPast());
  }

  /// The matrix is what was sent, and its words add up.
  void whoSentWhom() {
    const Sandbox sandbox;
    const auto window = windowWith(
        meshOfRanks("collective(operation=alltoall_pairwise ranks=8 bytes=1000 iterations=3)"));
    finishRun(*window);
    RanksPanel& panel = window->runMode().ranks();
    QTRY_VERIFY(panel.isVisible());
    button(*window, QStringLiteral("ranks.messages"))->click();
    auto& matrix = *window->findChild<PortMatrix*>(QStringLiteral("ranksMatrix"));
    QTRY_COMPARE(matrix.cells().cells.size(), std::size_t{56});
    matrix.pointAt(PortPair{2, 5});
    const QString words = labelled(*window, "ranksMatrixWords");
    QVERIFY2(words.contains(QStringLiteral("Rank 2 → Rank 5")) && words.contains('3') &&
                 words.contains(QStringLiteral("2.9")),
             qPrintable(words));
  }

  /// Each job's ranks are numbered from 0 on, behind a line; what colour is whose is told.
  void severalJobsAreToldApart() {
    const Sandbox sandbox;
    Design design =
        meshOfRanks("collective(operation=alltoall_pairwise ranks=8 bytes=1000 iterations=3)");
    QVERIFY(!hasErrors(addApplication(design, "ping_pong(ranks=2)")));
    const auto window = windowWith(design);
    finishRun(*window);
    RanksPanel& panel = window->runMode().ranks();
    QTRY_VERIFY(panel.isVisible());
    const auto* legend = panel.findChild<QWidget*>(QStringLiteral("phaseLegend"));
    QTRY_COMPARE(legend->accessibleDescription(), QStringLiteral("collective, ping_pong"));
    RanksPanel alone;
    const auto* without = alone.findChild<QWidget*>(QStringLiteral("phaseLegend"));
    QVERIFY(legend->sizeHint().width() > without->sizeHint().width() + 60);
    QVERIFY(without->accessibleDescription().isEmpty());
    button(*window, QStringLiteral("ranks.messages"))->click();
    auto& matrix = *window->findChild<PortMatrix*>(QStringLiteral("ranksMatrix"));
    QTRY_COMPARE(matrix.cells().cells.size(), std::size_t{58});
    QCOMPARE(matrix.cells().begins, std::vector<std::uint32_t>{8});
    QCOMPARE(window->session().runs()[0].name, std::string("Collective, Ping-pong"));
    // A piece of the path names ranks alone: the application is chosen above it.
    button(*window, QStringLiteral("ranks.path"))->click();
    auto* pieces = window->findChild<QListWidget*>(QStringLiteral("pathSteps"));
    QTRY_VERIFY(pieces->count() > 0);
    QVERIFY2(!pieces->item(0)->text().contains(QStringLiteral(" of ")),
             qPrintable(pieces->item(0)->text()));
  }

  /// Time's page says what the results say, for a kept run too; what is not kept is told.
  void whereTheTimeWent() {
    const Sandbox sandbox;
    const auto window = windowWith(meshOfRanks("npb_cg(ranks=16 class=S iterations=1)"));
    finishRun(*window);
    const Results results = *window->runMode().run().results();
    QCOMPARE(results.applications.size(), std::size_t{1});
    button(*window, QStringLiteral("ranks.times"))->click();
    const auto head = [&] {
      QStringList all;
      for (const QLabel* each :
           window->findChild<RankTimesView*>(QStringLiteral("rankTimes"))->findChildren<QLabel*>())
        all << each->text();
      return all.join('\n');
    };
    const QString wanted = RankTimesView::headOf(results.applications[0]);
    QTRY_VERIFY2(head().contains(wanted), qPrintable(head()));
    QTRY_VERIFY(!window->session().runs().empty());
    const RowId id = window->session().runs().front().id;
    window->session().document().load(meshDesign(true));
    window->runMode().showStored(id);
    QTRY_VERIFY(window->runMode().ranksDock()->isVisible());
    QTRY_VERIFY2(head().contains(wanted), qPrintable(head()));
    button(*window, QStringLiteral("ranks.timeline"))->click();
    QVERIFY(labelled(*window, "ranksNotice").contains(QStringLiteral("run it again")));
    QVERIFY(!button(*window, QStringLiteral("ranksExport"))->isEnabled());
  }

  /// Every kind of file, and what is wrong with a name.
  void filesOfATimeline() {
    const Sandbox sandbox;
    const auto window = windowWith(meshOfRanks("npb_cg(ranks=16 class=S iterations=1)"));
    runTo(*window, 10'000);
    RanksPanel& panel = window->runMode().ranks();
    QTRY_COMPARE(panel.chart().rows().end(), Cycle{10'000});
    QTemporaryDir folder;
    for (const char* ending : {"csv", "json", "png", "svg", "pdf"}) {
      const QString file = folder.filePath(QStringLiteral("timeline.") + QLatin1String(ending));
      QCOMPARE(panel.writeTo(file), QString());
      QVERIFY(QFileInfo(file).size() > 1'000);
    }
    QFile trace(folder.filePath(QStringLiteral("timeline.json")));
    QVERIFY(trace.open(QIODevice::ReadOnly));
    const QJsonArray events =
        QJsonDocument::fromJson(trace.readAll()).object()[QStringLiteral("traceEvents")].toArray();
    QVERIFY(events.size() > 100);
    QFile table(folder.filePath(QStringLiteral("timeline.csv")));
    QVERIFY(table.open(QIODevice::ReadOnly));
    QCOMPARE(table.readLine().trimmed(), QByteArray("application,rank,what,from,to,to_rank,bytes"));
    QVERIFY(panel.writeTo(folder.filePath(QStringLiteral("timeline.doc"))).contains("png"));
    QVERIFY(!panel.writeTo(folder.filePath(QStringLiteral("none/timeline.csv"))).isEmpty());
  }

  /// A program whose ranks wait for each other says whom for.
  void aStalledProgram() {
    const Sandbox sandbox;
    Design design = quietMesh();
    QVERIFY(!hasErrors(
        addCommands(design, "# hopscope commands 1\npe *\nrecv self+1\nsend 8 self-1\n")));
    const auto window = windowWith(design);
    finishRun(*window);
    RankChart& chart = window->runMode().ranks().chart();
    QTRY_COMPARE(chart.rows().count(), 16U);
    chart.pointAt(RankChart::Place{0, 1});
    QVERIFY2(labelled(*window, "ranksWords").contains(QStringLiteral("receives from rank 1")),
             qPrintable(labelled(*window, "ranksWords")));
  }
};

HOPSCOPE_TEST(RanksPanelTest)
#include "ranks_panel_test.moc"

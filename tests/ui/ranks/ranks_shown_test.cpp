// SPDX-License-Identifier: GPL-3.0-or-later
// Ranks on the canvas, what they are waited for, and what they are going to send.
#include <QAction>
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QMenu>
#include <QRadioButton>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>

#include "tests/support/test_main.h"
#include "tests/ui/ranks/rank_support.h"
#include "tests/ui/shell/window_support.h"
#include "ui/canvas/canvas_pane.h"
#include "ui/canvas/canvas_tip.h"
#include "ui/canvas/heat_menu.h"
#include "ui/circuits/port_matrix.h"
#include "ui/drawing/collapsed_network.h"
#include "ui/drawing/heat_quantity.h"
#include "ui/drawing/heat_scale.h"
#include "ui/drawing/node_layer.h"
#include "ui/drawing/rank_colours.h"
#include "ui/drawing/ranks_shown.h"
#include "ui/ranks/rank_chart.h"
#include "ui/ranks/ranks_matrix.h"
#include "ui/ranks/ranks_panel.h"
#include "ui/shell/actions.h"
#include "ui/shell/kept_runs.h"
#include "ui/shell/message_bar.h"
#include "ui/shell/project_session.h"
#include "ui/shell/run_mode.h"
#include "ui/shell/study_flows.h"
#include "ui/studies/messages_dialog.h"
#include "ui/words/phase_words.h"

using namespace hopscope;
using namespace hopscope::test;

namespace {

/// Its ranks wait for each other in turn.
constexpr const char* kSweep = "sweep(ranks=16 iterations=6 bytes=4000 operations=500 compute=1)";
constexpr const char* kHalo = "halo(ranks=16 iterations=6 bytes=4000 operations=500 compute=1)";

HeatMenu& heatMenu(MainWindow& window) {
  for (HeatMenu* menu : window.canvasPane().findChildren<HeatMenu*>())
    if (menu->isVisible()) return *menu;
  qFatal("no menu of quantities is shown");
}

QAction& rankChoice(MainWindow& window) {
  for (QAction* action : heatMenu(window).menu()->actions())
    if (action->objectName() == QStringLiteral("heat.ranks")) return *action;
  qFatal("ranks are no choice");
}

}  // namespace

class RanksShownTest : public QObject {
  Q_OBJECT

 private slots:
  void onlyWhereApplicationsRun() {
    const Sandbox sandbox;
    const auto window = windowWith(meshDesign(true));
    stepTo(*window, 100);
    QVERIFY(!rankChoice(*window).isEnabled());
    QVERIFY(rankChoice(*window).toolTip().startsWith(QStringLiteral("No application")));
  }

  /// Now, in the past, at the end, and of a kept run.
  void terminalsTellWhatTheirRanksDo() {
    const Sandbox sandbox;
    const auto window = windowWith(meshOfRanks(kSweep));
    stepTo(*window, 700);
    QTRY_VERIFY(heatOf(*window).ranks != nullptr);
    rankChoice(*window).trigger();
    QCOMPARE(heatOf(*window).quantity, HeatQuantity::ranks);
    const auto seen = runOf(*window).snapshot().ranks;
    QCOMPARE(seen->ranks.size(), std::size_t{16});
    for (const RankNow& rank : seen->ranks) {
      QCOMPARE(*heatOf(*window).ranks->at(rank.terminal), rank.phase);
      CanvasMouse mouse;
      mouse.terminal = rank.terminal;
      const QStringList tip = tipLines(window->session().document().design(),
                                       window->canvasPane().canvas().picture(), mouse);
      QVERIFY2(
          tip.join(' ').contains(
              QStringLiteral("rank %1 of sweep %2").arg(rank.inJob).arg(phaseWords(rank.phase))),
          qPrintable(tip.join(' ')));
    }
    // Not all do the same at that moment.
    QVERIFY(std::any_of(seen->ranks.begin(), seen->ranks.end(), [&](const RankNow& each) {
      return each.phase != seen->ranks.front().phase;
    }));
    // Links are quiet meanwhile.
    QVERIFY(std::isnan(channelHeat(heatOf(*window), 0)));

    finishRun(*window);
    const auto all = [&](RankPhase phase) {
      const auto& ranks = heatOf(*window).ranks;
      return ranks && std::all_of(ranks->terminals.begin(), ranks->terminals.end(),
                                  [&](const RankCounts& each) { return each.most() == phase; });
    };
    QTRY_VERIFY(all(RankPhase::finished));
    window->runMode().seek(500);
    QVERIFY(window->runMode().playback().inPast());
    const Cycle at = window->runMode().playback().span().end;
    RankChart& chart = window->runMode().ranks().chart();
    QTRY_VERIFY(heatOf(*window).ranks != nullptr);
    for (std::uint32_t rank = 0; rank < 16; ++rank)
      QCOMPARE(heatOf(*window).ranks->at(seen->ranks[rank].terminal),
               chart.rows().phaseAt(rank, at));
    QVERIFY(!all(RankPhase::finished));

    QTRY_VERIFY(!window->session().runs().empty());
    window->runMode().showStored(window->session().runs().front().id);
    QTRY_VERIFY(all(RankPhase::finished));
    QCOMPARE(heatOf(*window).quantity, HeatQuantity::ranks);
  }

  /// What the rows say of any cycle is what was observed in it.
  void thePastIsAsItWas() {
    const Sandbox sandbox;
    const auto window = windowWith(meshOfRanks(kHalo));
    std::map<Cycle, std::vector<RankPhase>> was;
    for (Cycle cycle = 100; cycle < 1'500; cycle += 173) {
      stepTo(*window, cycle);
      QTRY_COMPARE(runOf(*window).snapshot().ranks->now, cycle);
      for (const RankNow& rank : runOf(*window).snapshot().ranks->ranks)
        was[cycle].push_back(rank.phase);
    }
    stepTo(*window, 1'600);
    RankRows rows;
    rows.take(runOf(*window).snapshot().ranks);
    for (const auto& [cycle, phases] : was)
      for (std::uint32_t rank = 0; rank < phases.size(); ++rank) {
        // What begins in the cycle itself is what comes next.
        const auto before = rows.phaseAt(rank, cycle - 1), now = rows.phaseAt(rank, cycle);
        QVERIFY2(before == phases[rank] || now == phases[rank],
                 qPrintable(QStringLiteral("rank %1 at %2").arg(rank).arg(cycle)));
      }
  }

  /// Most of several; together where groups are collapsed or drawn as one wedge.
  void manyTogether() {
    RankCounts counts;
    QVERIFY(!counts.most());
    counts.add(RankPhase::finished);
    counts.add(RankPhase::computing);
    QCOMPARE(*counts.most(), RankPhase::computing);
    counts.add(RankPhase::waiting);
    QCOMPARE(*counts.most(), RankPhase::waiting);
    counts.add(RankPhase::finished);
    QCOMPARE(*counts.most(), RankPhase::finished);
    NetworkHeat heat;
    heat.quantity = HeatQuantity::ranks;
    auto ranks = std::make_shared<RanksShown>();
    ranks->routers.resize(3);
    ranks->routers[0].add(RankPhase::sending);
    ranks->routers[1] = counts;
    heat.ranks = ranks;
    QVERIFY(std::isnan(routerHeat(heat, 2)) && std::isnan(routerHeat(heat, 7)));
    for (const Theme* theme : {&Theme::light(), &Theme::dark()}) {
      const HeatScale scale(*theme, HeatRamp::ranks);
      QCOMPARE(scale.color(double(routerHeat(heat, 0))), rankColour(*theme, RankPhase::sending));
      QCOMPARE(scale.color(double(routerHeat(heat, 1))), rankColour(*theme, RankPhase::finished));
      const auto buckets = routerBuckets(heat, {{0, 1}, {2}});
      QCOMPARE(scale.colorOf(buckets[0]), rankColour(*theme, RankPhase::finished));
      QCOMPARE(buckets[1], LinkLayer::kNoData);
    }
    for (const RankPhase phase : {RankPhase::computing, RankPhase::sending, RankPhase::receiving,
                                  RankPhase::waiting, RankPhase::finished})
      QCOMPARE(rankPhaseAt(rankPlace(phase)), phase);
  }

  /// Looking inside is promised where there are ranks to be seen.
  void whatCanBeHadAgain() {
    NetworkHeat heat;
    heat.when = QStringLiteral("cycle 7");
    const QString again = QStringLiteral("Look inside");
    QVERIFY(!whyNotShown(HeatQuantity::ranks, heat).isEmpty());
    QVERIFY(!whyNotShown(HeatQuantity::ranks, heat).contains(again));
    heat.ranks = noRanksSeen(false);
    QVERIFY(whyNotShown(HeatQuantity::ranks, heat).contains(again));
    // So many that nobody looks can be looked at.
    heat.ranks = noRanksSeen(true);
    QVERIFY(whyNotShown(HeatQuantity::ranks, heat).isEmpty());
  }

  /// Of the dialog: by keys and boxes; and it is said what came.
  void aRunPausesWhereARankWaits() {
    const Sandbox sandbox;
    const auto window = windowWith(meshOfRanks(kHalo));
    answerModal([](QWidget* dialog) {
      auto* rank = dialog->findChild<QSpinBox*>(QStringLiteral("untilRank"));
      QCOMPARE(rank->maximum(), 15);
      rank->setFocus();
      rank->selectAll();
      QTest::keyClicks(rank, QStringLiteral("7"));
      QTest::keyClick(dialog, Qt::Key_Return);
    });
    pressKeys(*window, Qt::Key_F10, Qt::ControlModifier);
    RunSession& run = runOf(*window);
    QTRY_VERIFY(run.active() && run.snapshot().goalRank == 7U);
    QTRY_COMPARE(run.state(), RunnerState::paused);
    QCOMPARE(run.snapshot().ranks->ranks[7].phase, RankPhase::waiting);
    QVERIFY2(window->messages()
                 .textOf(QStringLiteral("run"))
                 .startsWith(QStringLiteral("Rank 7 waits since cycle ")),
             qPrintable(window->messages().textOf(QStringLiteral("run"))));
    answerModal([](QWidget* dialog) {
      auto* event = dialog->findChild<QComboBox*>(QStringLiteral("untilEvent"));
      event->setFocus();
      QTest::keyClick(event, Qt::Key_Down);
      auto* iteration = dialog->findChild<QSpinBox*>(QStringLiteral("untilIteration"));
      QVERIFY(iteration->isVisible());
      iteration->setValue(3);
      QTest::keyClick(dialog, Qt::Key_Return);
    });
    pressKeys(*window, Qt::Key_F10, Qt::ControlModifier);
    QTRY_VERIFY(run.snapshot().goalRank != kNone && run.snapshot().goalRank != 7U);
    QTRY_COMPARE(run.state(), RunnerState::paused);
    QCOMPARE(run.snapshot().ranks->ranks[run.snapshot().goalRank].iteration, 3U);
    QVERIFY(
        window->messages().textOf(QStringLiteral("run")).contains(QStringLiteral("iteration 3")));
  }

  void nothingToWaitForWithoutApplications() {
    const Sandbox sandbox;
    const auto window = windowWith(meshDesign(true));
    bool offered = true;
    answerModal([&](QWidget* dialog) {
      offered = dialog->findChild<QSpinBox*>(QStringLiteral("untilRank"))->isEnabled();
      QTest::keyClick(dialog, Qt::Key_Escape);
    });
    pressKeys(*window, Qt::Key_F10, Qt::ControlModifier);
    QTRY_VERIFY(!offered);
  }

  /// The matrix before a run is the one after it.
  void whatIsGoingToBeSent() {
    const Sandbox sandbox;
    const auto window = windowWith(meshOfRanks("npb_cg(ranks=16 class=S iterations=1)"));
    window->actions().at("study.messages")->trigger();
    auto* dialog = window->findChild<MessagesDialog*>();
    QVERIFY(dialog != nullptr && dialog->isVisible());
    const auto label = [&](const char* name) {
      return dialog->findChild<QLabel*>(QLatin1String(name))->text();
    };
    QTRY_VERIFY(!dialog->counting() && !dialog->matrix().matrix().cells().cells.empty());
    const QString total = label("ranksTotal");
    QVERIFY2(total.contains(QStringLiteral("over the whole run")), qPrintable(total));
    QTemporaryDir folder;
    // While another design is counted, what could be written is what was shown before.
    QAbstractButton* exporting = button(*dialog, QStringLiteral("messagesExport"));
    QVERIFY(exporting->isEnabled());
    const auto network = window->session().topology();
    dialog->setDesign(meshOfRanks("npb_lu(ranks=16 class=B iterations=100000)"), network);
    QTRY_VERIFY(label("messagesStatus").startsWith(QStringLiteral("Counting")));
    QVERIFY(!exporting->isEnabled());
    QCOMPARE(dialog->writeTo(folder.filePath(QStringLiteral("m.csv"))), QString());
    dialog->setDesign(window->session().document().design(), network);
    QTRY_VERIFY(!dialog->counting() && exporting->isEnabled());
    QFile table(folder.filePath(QStringLiteral("m.csv")));
    QVERIFY(table.open(QIODevice::ReadOnly));
    QVERIFY(table.readLine().startsWith("application,source_rank,"));
    const std::size_t cells = dialog->matrix().matrix().cells().cells.size();
    finishRun(*window);
    button(*window, QStringLiteral("ranks.messages"))->click();
    auto* sent = window->runMode().ranks().findChild<PortMatrix*>(QStringLiteral("ranksMatrix"));
    QTRY_COMPARE(sent->cells().cells.size(), cells);
    const QString after =
        window->runMode().ranks().findChild<QLabel*>(QStringLiteral("ranksTotal"))->text();
    QCOMPARE(total.section(QStringLiteral(" over"), 0, 0),
             after.section(QStringLiteral(" so far"), 0, 0));
    // It follows the design; without applications there is nothing to count, and it says so.
    window->session().document().load(meshDesign(true));
    QTRY_VERIFY(label("messagesStatus").startsWith(QStringLiteral("The design has no app")));
    QVERIFY(dialog->matrix().matrix().cells().cells.empty());
    QVERIFY(!button(*dialog, QStringLiteral("messagesExport"))->isEnabled());
    dialog->close();
    QVERIFY(!dialog->counting());
  }

  /// Closing it ends a long count; too long a one says so.
  void aLongCountCanBeLeft() {
    const Sandbox sandbox;
    const auto window = windowWith(meshOfRanks("npb_lu(ranks=16 class=B iterations=100000)"));
    window->actions().at("study.messages")->trigger();
    auto* dialog = window->findChild<MessagesDialog*>();
    QTRY_VERIFY(dialog->counting());
    QTest::qWait(400);
    dialog->close();
    QTRY_VERIFY(!dialog->counting());
    window->session().document().load(meshOfRanks(kHalo));
    window->actions().at("study.messages")->trigger();
    QTRY_VERIFY(!dialog->counting() && !dialog->matrix().matrix().cells().cells.empty());
  }
};

HOPSCOPE_TEST(RanksShownTest)
#include "ranks_shown_test.moc"

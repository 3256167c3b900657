// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractButton>
#include <QAbstractItemModelTester>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTableView>
#include <QTableWidget>
#include <QTest>
#include <QTreeWidget>
#include <algorithm>
#include <cmath>

#include "projects/stored_run.h"
#include "tests/support/test_main.h"
#include "tests/ui/shell/window_support.h"
#include "ui/drawing/plot_widget.h"
#include "ui/plots/plot_slot.h"
#include "ui/shell/compare_mode.h"
#include "ui/shell/design_mode.h"
#include "ui/shell/dock.h"
#include "ui/shell/kept_runs.h"
#include "ui/shell/message_bar.h"
#include "ui/shell/project_panel.h"
#include "ui/shell/project_session.h"
#include "ui/shell/run_mode.h"
#include "ui/studies/compare_view.h"
#include "ui/studies/run_labels.h"
#include "ui/studies/runs_model.h"
#include "ui/studies/runs_table.h"

using namespace hopscope;
using namespace hopscope::test;

namespace {

StoredRun keptRun(const char* name, const char* design, double load, Verdict verdict) {
  StoredRun run;
  run.name = name;
  run.started = "2026-11-20T10:00:00Z";
  run.design = meshDesign();
  run.design.name = design;
  run.design.settings["traffic.load"] = load;
  run.results.complete = true;
  run.results.offeredLoad = load;
  run.results.acceptedLoad = load;
  run.results.latency.mean = 30;
  run.results.verdict = verdict;
  return run;
}

std::unique_ptr<MainWindow> windowWithTable() {
  auto window = openWindow();
  openExample(*window, QStringLiteral("mesh-transpose"));
  ProjectSession& session = window->session();
  session.document().load(meshDesign());
  session.addRun(keptRun("Uniform, 0.10", "Mesh", 0.1, Verdict::stable));
  session.addRun(keptRun("Uniform, 0.90", "Mesh", 0.9, Verdict::saturated));
  session.addRun(keptRun("Transpose, 0.20", "Torus", 0.2, Verdict::stable));
  pressKeys(*window, Qt::Key_R, Qt::ControlModifier | Qt::ShiftModifier);
  QTest::qWait(50);  // until it is laid out
  return window;
}

QTableView& tableOf(MainWindow& window) {
  return *window.keptRuns().table().table();
}

QStringList column(const QTableView& table, int which) {
  QStringList words;
  for (int row = 0; row < table.model()->rowCount(); ++row)
    words << table.model()->index(row, which).data().toString();
  return words;
}

void clickCell(QTableView& table, int row, int which, Qt::KeyboardModifiers keys = {}) {
  QTest::mouseClick(table.viewport(), Qt::LeftButton, keys,
                    table.visualRect(table.model()->index(row, which)).center());
}

}  // namespace

/// The table of kept runs, with mouse and keyboard.
class KeptRunsTest : public QObject {
  Q_OBJECT

 private slots:
  /// Its links carried something, which nobody measured: no colour says "nothing".
  void aRunStoppedInItsWarmUpShowsNoZeros() {
    const Sandbox sandbox;
    const auto window = windowWith(meshDesign(true));
    stepTo(*window, 700);
    pressKeys(*window, Qt::Key_F5, Qt::ShiftModifier);
    QTRY_COMPARE(window->session().runs().size(), std::size_t{1});
    const Results results = wholeRun(*window).results;
    QVERIFY(!results.complete && results.measuredCycles == 0);
    window->runMode().showStored(window->session().runs().front().id);
    const auto* accepted = window->findChild<QLabel*>(QStringLiteral("keyAccepted"));
    QTRY_COMPARE(accepted->text(), QStringLiteral("–"));
    const std::vector<float>& shown = heatOf(*window).channelUtilization;
    QVERIFY(!shown.empty());
    QVERIFY(std::none_of(shown.begin(), shown.end(), [](float use) { return std::isfinite(use); }));
    RunsModel model;
    model.setRuns(window->session().runs(), window->session().runNames());
    for (const int figure : {RunsModel::accepted, RunsModel::latency})
      QCOMPARE(model.index(0, figure).data().toString(), QStringLiteral("–"));
  }

  void modelKeepsItsPromises() {
    RunsModel model;
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    RunsFilter filter;
    filter.setSourceModel(&model);
    const QAbstractItemModelTester filtered(&filter,
                                            QAbstractItemModelTester::FailureReportingMode::QtTest);
    std::vector<StoredRun> runs{keptRun("a", "x", 0.1, Verdict::stable),
                                keptRun("b", "y", 0.2, Verdict::saturated)};
    runs[0].id = 7;
    model.setRuns(RunList(runs), {});
    filter.setWords(QStringLiteral("saturated"));
    QCOMPARE(filter.rowCount(), 1);
    model.setRuns(RunList(), {});
    QCOMPARE(filter.rowCount(), 0);
  }

  /// A run that measured says so, also where nothing arrived: it tells a jam from a warm-up.
  void whatIsKnownOfAStoppedRun() {
    std::vector<StoredRun> runs{keptRun("jammed", "x", 0.9, Verdict::saturated),
                                keptRun("in its warm-up", "x", 0.1, Verdict::unknown),
                                keptRun("of an earlier version", "x", 0.1, Verdict::stable)};
    for (StoredRun& run : runs) {
      run.results.complete = false;
      run.results.acceptedLoad = 0;
    }
    RunsModel model;
    model.setRuns(RunList(runs), {});
    const auto accepted = [&](int row) {
      return model.index(row, RunsModel::accepted).data().toString();
    };
    QCOMPARE(accepted(0), QLocale().toString(0.0, 'f', 3));
    for (const int row : {1, 2}) QCOMPARE(accepted(row), QStringLiteral("–"));
  }

  /// Wherever a run is told of, it is called the same; and edits of a design call none otherwise.
  void aRunHasOneName() {
    const Sandbox sandbox;
    const auto window = windowWith(meshDesign(true));
    ProjectSession& session = window->session();
    Results results;
    results.complete = true;
    Design design = meshDesign();
    const RowId first = session.addRun(makeRun(design, results, 0));
    const std::string stored = session.runs().front().name;
    design.settings["traffic.load"] = 0.1;
    const RowId second = session.addRun(makeRun(design, results, 0));
    const QString name = session.runNames().of(session.runs().front());
    QCOMPARE(name, QStringLiteral("load %1").arg(QLocale().toString(0.2)));
    QVERIFY(name.toStdString() != stored);
    const RunNames* before = &session.runNames();
    session.document().setValue("traffic.load", 0.3);
    QSignalSpy flushed(&session, &ProjectSession::contentsChanged);
    QTRY_VERIFY(!flushed.isEmpty());
    QVERIFY(before == &session.runNames());

    window->runMode().showStored(first);
    const QString told = window->messages().textOf(QStringLiteral("stored"));
    QVERIFY2(told.contains(QStringLiteral("“%1”").arg(name)), qPrintable(told));
    window->compareMode().choose({first, second});
    QCOMPARE(window->compareMode().view().runs().front().name, name);
    emit window->keptRuns().table().removed({first});
    const QString gone = window->messages().textOf(QStringLiteral("removed"));
    QVERIFY2(gone.contains(QStringLiteral("“%1”").arg(name)), qPrintable(gone));
    // Alone, the other has nothing to be told from.
    QVERIFY(session.runNames().of(session.runs().front()) !=
            QStringLiteral("load %1").arg(QLocale().toString(0.1)));
  }

  /// Among very many, one whose design cannot be read keeps the name it has in the file.
  void aDamagedDesignHasAName() {
    const Sandbox sandbox;
    const auto window = windowWithTable();
    ProjectSession& session = window->session();
    std::vector<StoredRun> many(300, keptRun("More", "Mesh", 0.3, Verdict::stable));
    many[290].design.name = "Damaged later";
    session.addRuns(many);
    const QString path = sandbox.path(QStringLiteral("many.hopscope"));
    QVERIFY(!session.saveAs(path.toStdString()));
    session.close();
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadWrite));
    const QByteArray all = file.readAll();
    const qint64 at = all.lastIndexOf("hopscope.design/", all.indexOf("Damaged later"));
    QVERIFY(at > 0 && file.seek(at) && file.putChar('H'));
    file.close();
    window->openFile(path);
    QStringList damaged;
    for (const RunHead& run : session.runs())
      if (!session.runs().design(run.id)) damaged << session.runNames().of(run);
    QCOMPARE(damaged, QStringList{QStringLiteral("More")});
  }

  void filterAndSort() {
    const Sandbox sandbox;
    const auto window = windowWithTable();
    QTableView& table = tableOf(*window);
    QTRY_VERIFY(table.isVisible());
    // The newest first, though all are of one second.
    QCOMPARE(column(table, RunsModel::name),
             (QStringList{QStringLiteral("Transpose, 0.20"), QStringLiteral("load 0.9"),
                          QStringLiteral("load 0.1")}));
    // Also by the names that they were kept under.
    auto* filter = window->findChild<QLineEdit*>(QStringLiteral("runsFilter"));
    QTest::keyClicks(filter, QStringLiteral("mesh uniform"));
    QCOMPARE(table.model()->rowCount(), 2);
    QTest::keyClicks(filter, QStringLiteral(" saturated"));
    QCOMPARE(column(table, RunsModel::name), QStringList{QStringLiteral("load 0.9")});
    filter->clear();
    table.sortByColumn(RunsModel::load, Qt::DescendingOrder);
    QCOMPARE(column(table, RunsModel::name).constFirst(), QStringLiteral("load 0.9"));
    QCOMPARE(column(table, RunsModel::name).constLast(), QStringLiteral("load 0.1"));
  }

  /// The whole width at the bottom, and all of its height back when it is closed.
  void opensAcrossTheBottom() {
    const Sandbox sandbox;
    const auto window = windowWithTable();
    pressKeys(*window, Qt::Key_R, Qt::ControlModifier | Qt::ShiftModifier);
    for (const Qt::Key mode : {Qt::Key_1, Qt::Key_2}) {
      pressKeys(*window, mode, Qt::ControlModifier);
      QTest::qWait(50);  // until it is laid out
      const QRect before = window->centralWidget()->geometry();
      pressKeys(*window, Qt::Key_R, Qt::ControlModifier | Qt::ShiftModifier);
      QTest::qWait(50);
      QCOMPARE(window->keptRuns().dock()->width(), window->width());
      auto* filter = window->findChild<QLineEdit*>(QStringLiteral("runsFilter"));
      QVERIFY(filter->width() >= 180);
      QVERIFY(window->centralWidget()->height() < before.height());
      for (const PlotSlot* plots : window->findChildren<PlotSlot*>())
        for (const PlotWidget* plot : plots->findChildren<PlotWidget*>())
          QVERIFY2(plots->rect().contains(plot->geometry()), "a plot is cropped");
      window->keptRuns().dock()->close();
      QTest::qWait(50);
      QCOMPARE(window->centralWidget()->geometry(), before);
    }
  }

  void namesAndTagsAreKept() {
    const Sandbox sandbox;
    const auto window = windowWithTable();
    QTableView& table = tableOf(*window);
    table.sortByColumn(RunsModel::load, Qt::AscendingOrder);
    const auto edit = [&](int which, const QString& text) {
      clickCell(table, 0, which);
      table.setCurrentIndex(table.model()->index(0, which));
      QTest::keyClick(&table, Qt::Key_F2);
      auto* editor = table.viewport()->findChild<QLineEdit*>();
      QVERIFY(editor != nullptr);
      editor->selectAll();
      QTest::keyClicks(editor, text);
      QTest::keyClick(editor, Qt::Key_Return);
    };
    edit(RunsModel::name, QStringLiteral("Baseline"));
    QTRY_COMPARE(window->session().runs().front().name, std::string("Baseline"));
    edit(RunsModel::tags, QStringLiteral("paper, figure 3, paper"));
    QTRY_COMPARE(window->session().runs().front().tags,
                 (std::vector<std::string>{"paper", "figure 3"}));
    // They are in the file, too.
    const std::string file = sandbox.path(QStringLiteral("kept.hopscope")).toStdString();
    QVERIFY(!window->session().saveAs(file));
    window->session().close();
    auto again = Project::open(file);
    auto* project = std::get_if<std::unique_ptr<Project>>(&again);
    QVERIFY(project != nullptr);
    QCOMPARE((*project)->runs().front().name, std::string("Baseline"));
    QCOMPARE((*project)->runs().front().tags.size(), std::size_t{2});
  }

  /// The tree lists the newest and what is sought, the table all of them.
  void ofVeryManyTheNewestAreListed() {
    const Sandbox sandbox;
    const auto window = windowWithTable();
    std::vector<StoredRun> many(250, keptRun("More", "Mesh", 0.3, Verdict::stable));
    many[3].name = "Needle";
    window->session().addRuns(many);
    QCOMPARE(tableOf(*window).model()->rowCount(), 253);
    QTreeWidget* tree = window->designMode().projectPanel().tree();
    QCOMPARE(tree->topLevelItem(1)->childCount(), 201);
    const QTreeWidgetItem* last = tree->topLevelItem(1)->child(200);
    QCOMPARE(last->text(0), QStringLiteral("All runs as a table…"));
    auto* filter = window->findChild<QLineEdit*>(QStringLiteral("projectFilter"));
    filter->setText(QStringLiteral("needle"));
    QCOMPARE(tree->topLevelItem(1)->childCount(), 1);
    QCOMPARE(tree->topLevelItem(1)->child(0)->text(0), QStringLiteral("Needle"));
    filter->clear();
    QCOMPARE(tree->topLevelItem(1)->childCount(), 201);
    std::vector<RowId> all;
    for (const RunHead& run : window->session().runs()) all.push_back(run.id);
    window->session().removeRuns(all);
    QVERIFY(window->session().runs().empty());
  }

  void deletedRunsComeBack() {
    const Sandbox sandbox;
    const auto window = windowWithTable();
    QTableView& table = tableOf(*window);
    clickCell(table, 0, RunsModel::load);
    clickCell(table, 1, RunsModel::load, Qt::ControlModifier);
    QTest::keyClick(&table, Qt::Key_Delete);
    QTRY_COMPARE(window->session().runs().size(), std::size_t{1});
    QVERIFY(window->messages().textOf(QStringLiteral("removed")).contains(QStringLiteral("2")));
    pressMessage(*window, QStringLiteral("removed"), QStringLiteral("Undo"));
    QTRY_COMPARE(window->session().runs().size(), std::size_t{3});
  }

  /// Of a project of very many one is damaged, which is found when it is looked at.
  void damagedRunsDoNot() {
    const Sandbox sandbox;
    const auto window = windowWithTable();
    std::vector<StoredRun> many(300, keptRun("More", "Mesh", 0.3, Verdict::stable));
    many[3].name = "Damaged later";
    ProjectSession& session = window->session();
    session.addRuns(many);
    const QString path = sandbox.path(QStringLiteral("many.hopscope"));
    QVERIFY(!session.saveAs(path.toStdString()));
    session.close();
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadWrite));
    const qint64 at = file.readAll().indexOf("Damaged later");
    QVERIFY(at > 0 && file.seek(at) && file.putChar('d'));
    file.close();
    window->openFile(path);
    QCOMPARE(session.runs().size(), std::size_t{303});
    const auto remove = [&](const std::vector<RowId>& ids) {
      emit window->keptRuns().table().removed(ids);
      return window->messages().textOf(QStringLiteral("removed"));
    };
    RowId damaged = 0;
    for (const RunHead& run : session.runs())
      if (run.name == "damaged later") damaged = run.id;
    QVERIFY(damaged != 0);
    QVERIFY(!remove({damaged - 1}).contains(QStringLiteral("gone for good")));
    QVERIFY(remove({damaged, damaged + 1}).contains(QStringLiteral("gone for good: 1")));
    pressMessage(*window, QStringLiteral("removed"), QStringLiteral("Undo"));
    QCOMPARE(session.runs().size(), std::size_t{301});
  }

  void differenceToTheDesign() {
    const Sandbox sandbox;
    const auto window = windowWithTable();
    QTableView& table = tableOf(*window);
    table.sortByColumn(RunsModel::load, Qt::AscendingOrder);
    clickCell(table, 0, RunsModel::load);
    // The design has 0.2 and the run had 0.1.
    const QString words = window->keptRuns().table().differenceText();
    QVERIFY2(words.contains(QStringLiteral("0.1 → 0.2")), qPrintable(words));
    window->session().document().setValue("traffic.load", 0.1);
    QVERIFY(!window->keptRuns().table().differenceText().contains(QStringLiteral("→")));
  }

  /// All of them in a table, the run on the left and the design on the right.
  void allDifferencesToTheDesign() {
    const Sandbox sandbox;
    const auto window = windowWithTable();
    QTableView& table = tableOf(*window);
    table.sortByColumn(RunsModel::load, Qt::AscendingOrder);
    clickCell(table, 0, RunsModel::load);
    QStringList rows;
    answerModal([&](QWidget* dialog) {
      const auto* settings = dialog->findChild<QTableWidget*>();
      for (int r = 0; r < settings->rowCount(); ++r) {
        if (settings->item(r, 1) == nullptr) continue;
        rows << QStringLiteral("%1: %2 and %3")
                    .arg(settings->item(r, 0)->text(), settings->item(r, 1)->text(),
                         settings->item(r, 2)->text());
      }
      press(dialog, QStringLiteral("Close"));
    });
    QTest::mouseClick(button(*window, QStringLiteral("runsDifferences")), Qt::LeftButton);
    const QString load = QStringLiteral("Traffic: load: %1 and %2")
                             .arg(QLocale().toString(0.1), QLocale().toString(0.2));
    QCOMPARE(rows, (QStringList{QStringLiteral("Settings that differ: A and B"), load}));
  }

  void comparesTheSelected() {
    const Sandbox sandbox;
    const auto window = windowWithTable();
    QTableView& table = tableOf(*window);
    clickCell(table, 0, RunsModel::load);
    QVERIFY(!button(*window, QStringLiteral("runsCompare"))->isEnabled());
    clickCell(table, 2, RunsModel::load, Qt::ShiftModifier);
    QTest::mouseClick(button(*window, QStringLiteral("runsCompare")), Qt::LeftButton);
    QCOMPARE(window->mode(), MainWindow::Mode::compare);
    QCOMPARE(window->compareMode().chosen().size(), std::size_t{3});
  }

  /// A run that really ran gives the same again, to the last bit, although the design on the canvas
  /// has changed since.
  void exactRunAgain() {
    const Sandbox sandbox;
    const auto window = openWindow();
    openExample(*window, QStringLiteral("mesh-transpose"));
    Design design = meshDesign();
    design.settings["run.seed"] = std::int64_t{77};
    window->session().document().load(design);
    window->runMode().run().setSpeed(0);
    pressKeys(*window, Qt::Key_F5);
    QTRY_COMPARE_WITH_TIMEOUT(window->session().runs().size(), std::size_t{1}, 30'000);
    window->session().document().setValue("traffic.load", 0.35);
    pressKeys(*window, Qt::Key_R, Qt::ControlModifier | Qt::ShiftModifier);
    QTableView& table = tableOf(*window);
    QTRY_COMPARE(table.model()->rowCount(), 1);
    QTest::qWait(50);
    clickCell(table, 0, RunsModel::load);
    QTest::mouseClick(button(*window, QStringLiteral("runsAgain")), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(window->session().runs().size(), std::size_t{2}, 30'000);
    const std::vector<StoredRun> runs{wholeRun(*window, 0), wholeRun(*window, 1)};
    QVERIFY(sameOutcome(runs[0].results, runs[1].results));
    QCOMPARE(runs[1].results.seed, std::uint64_t{77});
    QVERIFY(
        window->messages().textOf(QStringLiteral("again")).contains(QStringLiteral("identical")));
    // What is told apart is told.
    Results other = runs[1].results;
    other.channelUtilization[3] += 1e-12;
    QVERIFY(!sameOutcome(runs[0].results, other));
  }
};

HOPSCOPE_TEST(KeptRunsTest)
#include "kept_runs_test.moc"

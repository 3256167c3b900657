// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractButton>
#include <QComboBox>
#include <QLabel>
#include <QTableWidget>
#include <QTest>
#include <utility>

#include "engine/design/application_text.h"
#include "engine/study/batch.h"
#include "projects/stored_run.h"
#include "tests/support/test_main.h"
#include "tests/ui/ranks/rank_support.h"
#include "tests/ui/shell/window_support.h"
#include "ui/circuits/port_matrix.h"
#include "ui/ranks/rank_chart.h"
#include "ui/ranks/ranks_matrix.h"
#include "ui/shell/compare_mode.h"
#include "ui/shell/project_session.h"
#include "ui/studies/compare_table.h"
#include "ui/studies/compare_view.h"
#include "ui/studies/messages_compared.h"
#include "ui/studies/ranks_compared.h"
#include "ui/words/numbers.h"

using namespace hopscope;
using namespace hopscope::test;

namespace {

Design mappedHalo(const char* mapping, const char* application = "halo") {
  const std::string text = std::string(application) + "(ranks=16 iterations=3 bytes=4000)";
  Design design = meshOfRanks(text.c_str());
  design.name = mapping;
  design.settings["applications.0.mapping"] = std::string(mapping);
  return design;
}

StoredRun keptRun(MainWindow& window, const Design& design) {
  Results results;
  runBatch({design}, 1, {},
           {[&](std::size_t, Results made) {
              results = std::move(made);
              return std::size_t{1};
            },
            {}});
  StoredRun run = makeRun(design, results, 0);
  run.id = window.session().addRun(run);
  return run;
}

/// Keeps two runs of one application, which is mapped differently, and compares them.
std::pair<StoredRun, StoredRun> compareMappings(MainWindow& window) {
  const StoredRun a = keptRun(window, mappedHalo("linear"));
  const StoredRun b = keptRun(window, mappedHalo("random"));
  window.compareMode().choose({a.id, b.id});
  pressKeys(window, Qt::Key_3, Qt::ControlModifier);
  return {a, b};
}

}  // namespace

/// One application in several runs.
class RanksComparedTest : public QObject {
  Q_OBJECT

 private slots:
  void pathsAndTimelinesOnOneAxis() {
    const Sandbox sandbox;
    const auto window = windowWith(mappedHalo("linear"));
    const auto [a, b] = compareMappings(*window);
    QAbstractButton* ofRanks = button(*window, QStringLiteral("compareRanks"));
    QVERIFY(ofRanks->isEnabled());
    ofRanks->click();
    RanksCompared& ranks = window->compareMode().view().ranks();
    QVERIFY(ranks.isVisible());
    QCOMPARE(ranks.table().rowCount(), 6);
    QCOMPARE(ranks.table().columnCount(), 4);
    const double first = a.results.applications[0].completion,
                 second = b.results.applications[0].completion;
    QVERIFY(first != second);
    QCOMPARE(ranks.table().item(0, 1)->text(), realText(first, 0));
    QCOMPARE(ranks.table().item(0, 2)->text(), realText(second, 0));
    QCOMPARE(ranks.table().item(0, 3)->text(),
             (second > first ? QStringLiteral("+") : QString()) + realText(second - first, 0));
    QVERIFY(ranks.charts().empty());
    button(*window, QStringLiteral("ranksRepeat"))->click();
    QTRY_COMPARE_WITH_TIMEOUT(ranks.charts().size(), std::size_t{2}, 20'000);
    // What was repeated is what was kept.
    QVERIFY(static_cast<double>(ranks.charts()[0]->rows().end()) >= first);
    QVERIFY(ranks.charts()[0]->range() == ranks.charts()[1]->range());
    ranks.charts()[0]->showRange({100, 400});
    QCOMPARE(ranks.charts()[1]->range().from, 100.0);
    QCOMPARE(ranks.charts()[1]->range().to, 400.0);
    ranks.charts()[1]->showAll();
    QVERIFY(ranks.charts()[0]->range() == ranks.charts()[1]->range());
    QCOMPARE(ranks.charts()[0]->range().to,
             static_cast<double>(
                 std::max(ranks.charts()[0]->rows().end(), ranks.charts()[1]->rows().end())));
  }

  /// They offer no load, of which there were curves; what they are run for comes first.
  void applicationsAloneAreComparedByTheirTime() {
    const Sandbox sandbox;
    const auto window = windowWith(mappedHalo("linear"));
    const auto [a, b] = compareMappings(*window);
    QVERIFY(!button(*window, QStringLiteral("compareOverLoad"))->isEnabled());
    QVERIFY(button(*window, QStringLiteral("compareOverTime"))->isChecked());
    QVERIFY(!button(*window, QStringLiteral("compareMeasure"))->isVisible());
    const double first = a.results.applications[0].completion;
    const auto* pane = window->findChild<QWidget*>(QStringLiteral("comparePane1"));
    const auto* told = pane->findChild<QLabel*>(QStringLiteral("compareCompletion"));
    QVERIFY(told->isVisible());
    QCOMPARE(told->text(), cyclesText(first));
    const QTableWidget& table = *window->compareMode().view().table().table();
    int row = 0;
    while (row < table.rowCount() && table.item(row, 0)->text() != QStringLiteral("Verdict")) ++row;
    QVERIFY(row + 2 < table.rowCount());
    QVERIFY2(table.item(row + 1, 0)->text().startsWith(QStringLiteral("Completion, halo")),
             qPrintable(table.item(row + 1, 0)->text()));
    QCOMPARE(table.item(row + 1, 1)->text(), realText(first, 0));
    QVERIFY(table.item(row + 2, 0)->text().startsWith(QStringLiteral("Slowdown, halo")));
    // Beside one that offers some, there is a curve of that one.
    Design traffic = meshDesign();
    const StoredRun other = keptRun(*window, traffic);
    window->compareMode().choose({a.id, other.id});
    QVERIFY(button(*window, QStringLiteral("compareOverLoad"))->isEnabled());
    button(*window, QStringLiteral("compareOverLoad"))->click();
    const PlotPicture& latency = window->compareMode().view().plots().latency;
    QCOMPARE(latency.badges.size(), std::size_t{1});
    QCOMPARE(latency.curves.size(), std::size_t{1});
    QVERIFY(!latency.curves.front().x.empty());
  }

  /// What terminals send beside them has its curve.
  void aLoadBesideApplicationsIsComparedOverIt() {
    const Sandbox sandbox;
    Design design = mappedHalo("linear");
    const auto window = windowWith(design);
    design.settings["traffic.load"] = 0.1;
    const StoredRun a = keptRun(*window, design);
    design.settings["traffic.load"] = 0.2;
    const StoredRun b = keptRun(*window, design);
    window->compareMode().choose({a.id, b.id});
    pressKeys(*window, Qt::Key_3, Qt::ControlModifier);
    QVERIFY(button(*window, QStringLiteral("compareOverLoad"))->isChecked());
    QVERIFY(button(*window, QStringLiteral("compareMeasure"))->isVisible());
    const PlotPicture& accepted = window->compareMode().view().plots().accepted;
    QCOMPARE(accepted.badges.size(), std::size_t{2});
    QCOMPARE(accepted.badges.front().x, 0.1);
    const auto* told = window->findChild<QWidget*>(QStringLiteral("comparePane1"))
                           ->findChild<QLabel*>(QStringLiteral("compareCompletion"));
    QCOMPARE(told->text(), cyclesText(a.results.applications[0].completion));
  }

  /// Who sends whom how much: another mapping changes nothing of it, another algorithm does.
  void messagesSideBySide() {
    const Sandbox sandbox;
    const auto window = windowWith(mappedHalo("linear"));
    compareMappings(*window);
    button(*window, QStringLiteral("compareRanks"))->click();
    RanksCompared& ranks = window->compareMode().view().ranks();
    button(*window, QStringLiteral("comparedMessages"))->click();
    const auto matrices = [&ranks] { return ranks.messages().matrices(); };
    const auto total = [](const RanksMatrix* matrix) {
      QString text = matrix->findChild<QLabel*>(QStringLiteral("ranksTotal"))->text();
      return text.replace(QChar(QChar::Nbsp), QLatin1Char(' '));
    };
    QTRY_COMPARE_WITH_TIMEOUT(matrices().size(), std::size_t{3}, 20'000);
    QTRY_VERIFY(matrices()[0]->isVisible());
    QCOMPARE(matrices()[0]->matrix().cells(), matrices()[1]->matrix().cells());
    QCOMPARE(matrices()[0]->matrix().cells().cells.size(), std::size_t{16 * 4});
    QVERIFY(matrices()[2]->matrix().cells().cells.empty());
    QCOMPARE(total(matrices()[2]), QStringLiteral("No pair of ranks differs."));
    // A ring, and an exchange with partners: what only one of them sends, and who sends as much.
    const auto reduced = [](const char* operation, const char* ranksGiven) {
      return meshOfRanks((std::string("collective(operation=") + operation + ranksGiven).c_str());
    };
    const StoredRun ring = keptRun(*window, reduced("allreduce_ring", " ranks=8 bytes=800)"));
    const StoredRun doubling =
        keptRun(*window, reduced("allreduce_recursive_doubling", " ranks=8 bytes=800)"));
    const StoredRun fewer = keptRun(*window, reduced("allreduce_ring", " ranks=4 bytes=800)"));
    window->compareMode().choose({ring.id, doubling.id});
    QTRY_COMPARE_WITH_TIMEOUT(matrices().size(), std::size_t{3}, 20'000);
    // 14 messages of 100 bytes to the next one; 3 of 800 to partners, of which one of two is next.
    QVERIFY2(total(matrices()[0]).contains(QStringLiteral("112 messages")),
             qPrintable(total(matrices()[0])));
    QCOMPARE(matrices()[2]->matrix().cells().cells.size(), std::size_t{8 + 24 - 4});
    QVERIFY2(total(matrices()[2]).startsWith(QStringLiteral("+")) &&
                 total(matrices()[2]).contains(QString(QChar(0x2212)) + "88 messages"),
             qPrintable(total(matrices()[2])));
    // Of other numbers of ranks there is none.
    window->compareMode().choose({ring.id, fewer.id});
    QTRY_COMPARE_WITH_TIMEOUT(matrices().size(), std::size_t{2}, 20'000);
    QVERIFY(ranks.messages()
                .findChild<QLabel*>(QStringLiteral("messagesComparedStatus"))
                ->text()
                .contains(QStringLiteral("cannot be taken from A")));
    button(*window, QStringLiteral("comparedTimelines"))->click();
    QVERIFY(!ranks.messages().isVisible());
    QVERIFY(button(*window, QStringLiteral("ranksRepeat"))->isVisible());
  }

  /// What is of two programs, or of none, is not compared; and the curves come back.
  void whatCannotBeCompared() {
    const Sandbox sandbox;
    const auto window = windowWith(mappedHalo("linear"));
    const auto [a, b] = compareMappings(*window);
    const StoredRun other = keptRun(*window, mappedHalo("linear", "sweep"));
    Design load = meshDesign();
    load.settings["run.measure"] = std::int64_t{2000};
    const StoredRun none = keptRun(*window, load);
    QAbstractButton* ofRanks = button(*window, QStringLiteral("compareRanks"));
    ofRanks->click();
    // Another choice while the runs are being repeated.
    button(*window, QStringLiteral("ranksRepeat"))->click();
    window->compareMode().choose({a.id, other.id});
    QVERIFY(!ofRanks->isEnabled() && !ofRanks->isChecked());
    QVERIFY(ofRanks->toolTip().contains(QStringLiteral("different applications")));
    RanksCompared& ranks = window->compareMode().view().ranks();
    QVERIFY(!ranks.isVisible());
    QTRY_VERIFY(!ranks.repeating());
    QVERIFY(ranks.charts().empty());
    window->compareMode().choose({none.id, a.id});
    QVERIFY(ofRanks->toolTip().contains(QStringLiteral("Not all")));
    window->compareMode().choose({b.id, a.id});
    QVERIFY(ofRanks->isEnabled());
  }

  /// Of several applications one is chosen; of those that not all of the runs have, none.
  void oneOfSeveral() {
    const Sandbox sandbox;
    const auto window = windowWith(mappedHalo("linear"));
    const auto both = [](const char* first, const char* second) {
      Design design = meshOfRanks(first);
      if (hasErrors(addApplication(design, second))) qFatal("no application");
      return design;
    };
    const char *halo = "halo(ranks=8 iterations=3 bytes=4000)",
               *ring = "collective(ranks=8 bytes=4000)", *sweep = "sweep(ranks=8 bytes=400)";
    const StoredRun a = keptRun(*window, both(halo, ring));
    const StoredRun b = keptRun(*window, both(ring, halo));
    const StoredRun c = keptRun(*window, both(ring, sweep));
    const StoredRun d = keptRun(*window, mappedHalo("linear"));
    window->compareMode().choose({a.id, b.id});
    pressKeys(*window, Qt::Key_3, Qt::ControlModifier);
    button(*window, QStringLiteral("compareRanks"))->click();
    RanksCompared& ranks = window->compareMode().view().ranks();
    auto* choice = ranks.findChild<QComboBox*>(QStringLiteral("pathsApplication"));
    QVERIFY(choice->isVisible());
    QCOMPARE(choice->count(), 2);
    const auto completion = [](const StoredRun& run, const QString& name) {
      for (const ApplicationResult& each : run.results.applications)
        if (QString::fromStdString(each.name) == name) return realText(each.completion, 0);
      return QString();
    };
    for (int i = 0; i < 2; ++i) {
      choice->setCurrentIndex(i);
      emit choice->activated(i);
      QCOMPARE(ranks.table().item(0, 1)->text(), completion(a, choice->currentText()));
      QCOMPARE(ranks.table().item(0, 2)->text(), completion(b, choice->currentText()));
    }
    QVERIFY(ranks.table().item(0, 1)->text() != completion(a, choice->itemText(0)));
    // What only one of them has is not offered; the one that both have stays chosen or is.
    window->compareMode().choose({a.id, c.id});
    QVERIFY(button(*window, QStringLiteral("compareRanks"))->isEnabled());
    QCOMPARE(choice->count(), 1);
    QCOMPARE(ranks.table().item(0, 2)->text(), completion(c, choice->currentText()));
    window->compareMode().choose({c.id, d.id});
    QVERIFY(!button(*window, QStringLiteral("compareRanks"))->isEnabled());
  }

  /// Another project has runs of the same numbers.
  void runsOfAnotherProject() {
    const Sandbox sandbox;
    const auto window = windowWith(mappedHalo("linear"));
    const auto [a, b] = compareMappings(*window);
    button(*window, QStringLiteral("compareRanks"))->click();
    RanksCompared& ranks = window->compareMode().view().ranks();
    button(*window, QStringLiteral("ranksRepeat"))->click();
    QTRY_COMPARE_WITH_TIMEOUT(ranks.charts().size(), std::size_t{2}, 20'000);
    // The same once more: they stay.
    ranks.show({a, b}, {QStringLiteral("a"), QStringLiteral("b")});
    QCOMPARE(ranks.charts().size(), std::size_t{2});
    StoredRun first = b, second = a;
    std::swap(first.id, second.id);
    ranks.show({first, second}, {QStringLiteral("b"), QStringLiteral("a")});
    QVERIFY(ranks.charts().empty());
    QCOMPARE(ranks.table().item(0, 1)->text(), realText(b.results.applications[0].completion, 0));
    // Without runs there is nothing of them, also in another theme.
    window->compareMode().choose({});
    window->compareMode().view().show({}, 0);
    ranks.setTheme(Theme::dark());
    QCOMPARE(ranks.table().rowCount(), 0);
    QVERIFY(!button(*window, QStringLiteral("ranksRepeat"))->isEnabled());
  }
};

HOPSCOPE_TEST(RanksComparedTest)
#include "ranks_compared_test.moc"

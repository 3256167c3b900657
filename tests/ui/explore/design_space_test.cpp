// SPDX-License-Identifier: GPL-3.0-or-later
// The page of the design space, with mouse and keyboard.
#include <QCheckBox>
#include <QComboBox>
#include <QFile>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>
#include <QUndoStack>
#include <algorithm>

#include "engine/explore/candidate_columns.h"
#include "engine/explore/explore_parameters.h"
#include "engine/topology/generator.h"
#include "tests/support/test_main.h"
#include "tests/ui/explore/exploring.h"
#include "ui/explore/candidate_filter_bar.h"
#include "ui/explore/design_space_form.h"
#include "ui/plots/scatter_plot.h"
#include "ui/shell/message_bar.h"
#include "ui/shell/project_session.h"
#include "ui/studies/study_page.h"

using namespace hopscope;
using namespace hopscope::test;

namespace {

/// What the engine says to the same request.
std::vector<Candidate> smallOnes() {
  Values values = exploreDefaults(priceLists().entries().front());
  values["terminals.least"] = std::int64_t{16};
  values["terminals.most"] = std::int64_t{20};
  values["radix"] = std::int64_t{8};
  ExploreRequest request = requestOf(values);
  for (const Generator& family : generators()) request.families.push_back(&family);
  return explore(request);
}

QTableView& tableOf(QWidget& page) {
  return *page.findChild<QTableView*>(QStringLiteral("spaceTable"));
}

ScatterPlot& plotOf(QWidget& page) {
  return *page.findChild<ScatterPlot*>(QStringLiteral("spacePlot"));
}

}  // namespace

class DesignSpaceTest : public QObject {
  Q_OBJECT

 private slots:
  void itFindsWhatTheEngineFinds() {
    const Sandbox sandbox;
    const auto window = openWindow();
    DesignSpacePage& page = spacePage(*window);
    // The first time it answers by itself, with the defaults.
    QVERIFY(page.model().rowCount() > 100);
    smallSpace(*window);
    const auto expected = smallOnes();
    QVERIFY(expected.size() > 10);
    QCOMPARE(page.model().rowCount(), static_cast<int>(expected.size()));
    QCOMPARE(page.model().columnCount(), static_cast<int>(candidateColumns().size()) + 1);
    QVERIFY(labelText(page, "spaceCounts")
                .startsWith(QStringLiteral("%1 networks fit").arg(expected.size())));
    // The prices have their source beside them.
    QVERIFY(window->findChild<QLabel*>(QStringLiteral("spacePriceSource"))
                ->text()
                .contains(QStringLiteral("Besta & Hoefler")));
  }

  void aRequestThatCannotBeIsNotSearched() {
    const Sandbox sandbox;
    const auto window = openWindow();
    DesignSpacePage& page = smallSpace(*window);
    const int before = page.model().rowCount();
    typeInto(page, "terminals.most", QStringLiteral("4"));
    auto* problem = window->findChild<QLabel*>(QStringLiteral("spaceProblem"));
    QVERIFY(problem->isVisible());
    QVERIFY(problem->text().contains(QStringLiteral("4 terminals are fewer than at least 16")));
    QVERIFY(!button(*window, QStringLiteral("spaceSearch"))->isEnabled());
    typeInto(page, "terminals.most", QStringLiteral("16"));
    QVERIFY(!problem->isVisible());
    auto* edit =
        page.findChild<ValueField*>(QStringLiteral("terminals.most"))->findChild<QLineEdit*>();
    QTest::keyClick(edit, Qt::Key_Return);
    QTRY_VERIFY(!page.busy() && page.model().rowCount() < before);
    for (const Candidate& each : page.model().found()->all)
      QCOMPARE(each.facts.terminals, std::uint64_t{16});
    // Another price list, and a price of one's own.
    auto* list = window->findChild<QComboBox*>(QStringLiteral("spacePriceList"));
    list->setCurrentIndex(1);
    auto* source = window->findChild<QLabel*>(QStringLiteral("spacePriceSource"));
    QVERIFY(source->text().contains(QStringLiteral("Kim")));
    typeInto(page, "prices.router_fixed", QStringLiteral("12"));
    QVERIFY(source->text().contains(QStringLiteral("Changed here: Router.")));
    QTest::mouseClick(button(*window, QStringLiteral("familiesNone")), Qt::LeftButton);
    QVERIFY(problem->text().contains(QStringLiteral("Choose a topology")));
    // Enter on a button answers no field.
    auto* all = button(*window, QStringLiteral("familiesAll"));
    QTest::mouseClick(all, Qt::LeftButton);
    QVERIFY(!problem->isVisible());
    all->setFocus();
    QVERIFY(all->hasFocus());
    const QSignalSpy accepted(page.findChild<DesignSpaceForm*>(), &DesignSpaceForm::accepted);
    QTest::keyClick(all, Qt::Key_Return);
    QCOMPARE(accepted.size(), 0);
  }

  void tableAndPlotChooseTheSame() {
    const Sandbox sandbox;
    const auto window = openWindow();
    DesignSpacePage& page = smallSpace(*window);
    QTableView& table = tableOf(page);
    ScatterPlot& plot = plotOf(page);
    QVERIFY(!plot.picture().front.empty());
    const std::size_t first = plot.picture().front.front();
    QTest::mouseClick(&plot, Qt::LeftButton, {}, plot.placeOf(first).toPoint());
    QVERIFY(page.current().has_value());
    QCOMPARE(page.model().candidateAt(table.currentIndex().row()), *page.current());
    // The arrow keys of the plot walk along the front.
    plot.setFocus();
    QTest::keyClick(&plot, Qt::Key_Up);
    QTest::keyClick(&plot, Qt::Key_Up);
    const auto& front = plot.picture().front;
    QVERIFY(std::find(front.begin(), front.end(), *page.current()) != front.end());
    QVERIFY(!plot.accessibleDescription().isEmpty());
    // And those of the table through its rows.
    table.setCurrentIndex(page.model().index(0, 0));
    table.setFocus();
    QTest::keyClick(&table, Qt::Key_Down);
    QCOMPARE(*page.current(), page.model().candidateAt(1));
    QCOMPARE(*plot.current(), *page.current());
    // By another column; what was chosen is still chosen.
    const std::size_t chosen = *page.current();
    const int column = CandidateModel::kFirstNumber + static_cast<int>(columnOf("diameter"));
    table.sortByColumn(column, Qt::DescendingOrder);
    for (int row = 1; row < page.model().rowCount(); ++row)
      QVERIFY(!(page.model().value(page.model().candidateAt(row), columnOf("diameter")) >
                page.model().value(page.model().candidateAt(row - 1), columnOf("diameter"))));
    QCOMPARE(page.model().candidateAt(table.currentIndex().row()), chosen);
    QCOMPARE(*page.current(), chosen);
  }

  void draggingLimits() {
    const Sandbox sandbox;
    const auto window = openWindow();
    DesignSpacePage& page = smallSpace(*window);
    ScatterPlot& plot = plotOf(page);
    const int all = page.model().rowCount();
    QPoint low(plot.width(), plot.height()), high(0, 0);
    for (const std::uint32_t point : plot.picture().front) {
      const QPoint place = plot.placeOf(point).toPoint();
      low = {std::min(low.x(), place.x()), std::min(low.y(), place.y())};
      high = {std::max(high.x(), place.x()), std::max(high.y(), place.y())};
    }
    const QPoint from = low - QPoint(8, 8), to = high + QPoint(8, 8);
    QTest::mousePress(&plot, Qt::LeftButton, {}, from);
    QTest::mouseMove(&plot, (from + to) / 2);
    QTest::mouseMove(&plot, to);
    QTest::mouseRelease(&plot, Qt::LeftButton, {}, to);
    const auto& ranges = page.model().filter().ranges;
    QCOMPARE(ranges.size(), std::size_t{2});
    QVERIFY(page.model().rowCount() < all && page.model().rowCount() > 0);
    for (const std::size_t candidate : page.model().shown()) {
      const double cost = page.model().value(candidate, columnOf("cost"));
      QVERIFY(cost >= *ranges.at(columnOf("cost")).least);
      QVERIFY(cost <= *ranges.at(columnOf("cost")).most);
    }
    // Each limit stands as a button that takes it away.
    while (!page.model().filter().ranges.empty())
      QTest::mouseClick(button(*window, QStringLiteral("spaceRange")), Qt::LeftButton);
    QCOMPARE(page.model().rowCount(), all);
    // The same with keys: a limit is typed.
    auto* most = window->findChild<QLineEdit*>(QStringLiteral("spaceMost"));
    const double middle = page.model().value(page.model().candidateAt(all / 2), columnOf("cost"));
    most->setFocus();
    QTest::keyClicks(most, QString::number(middle));
    QVERIFY(page.model().rowCount() < all);
    QVERIFY(page.model().rowCount() > 0);
    most->clear();
    auto* words = window->findChild<QLineEdit*>(QStringLiteral("spaceWords"));
    words->setFocus();
    QTest::keyClicks(words, QStringLiteral("torus"));
    QVERIFY(page.model().rowCount() > 0 && page.model().rowCount() < all);
    for (const std::size_t candidate : page.model().shown())
      QVERIFY(page.model().found()->names[candidate].contains(QStringLiteral("Torus")));
    words->clear();
    QTest::mouseClick(window->findChild<QCheckBox*>(QStringLiteral("spaceFront")), Qt::LeftButton,
                      {}, QPoint(8, 10));
    QCOMPARE(page.model().rowCount(), static_cast<int>(plot.picture().front.size()));
  }

  void aCandidateIsOpenedAsTheGeneratorWould() {
    const Sandbox sandbox;
    const auto window = openWindow();
    openExample(*window, QStringLiteral("mesh-transpose"));
    const Design before = window->session().document().design();
    DesignSpacePage& page = smallSpace(*window);
    QVERIFY(!button(*window, QStringLiteral("spaceOpen"))->isEnabled());
    tableOf(page).setCurrentIndex(page.model().index(2, 0));
    const Candidate& wanted = page.model().found()->all[page.model().candidateAt(2)];
    QTest::mouseClick(button(*window, QStringLiteral("spaceOpen")), Qt::LeftButton);
    QCOMPARE(window->mode(), MainWindow::Mode::design);
    QCOMPARE(std::uint64_t{window->session().topology()->terminalCount()}, wanted.facts.terminals);
    QCOMPARE(std::uint64_t{window->session().topology()->routerCount()}, wanted.facts.routers);
    QVERIFY(window->session().modified());
    window->session().document().undoStack().undo();
    QVERIFY(window->session().document().design() == before);
  }

  void withoutAProjectACandidateBeginsOne() {
    const Sandbox sandbox;
    const auto window = openWindow();
    DesignSpacePage& page = smallSpace(*window);
    tableOf(page).setCurrentIndex(page.model().index(0, 0));
    tableOf(page).setFocus();
    const std::size_t wanted = *page.current();
    const std::uint64_t routers = page.model().found()->all[wanted].facts.routers;
    QTest::keyClick(&tableOf(page), Qt::Key_Return);
    QVERIFY(window->session().isOpen());
    QCOMPARE(std::uint64_t{window->session().topology()->routerCount()}, routers);
  }

  void theMarkedOnesAreSimulated() {
    const Sandbox sandbox;
    const auto window = openWindow();
    DesignSpacePage& page = smallSpace(*window);
    QTableView& table = tableOf(page);
    auto* simulate = button(*window, QStringLiteral("spaceSimulate"));
    QVERIFY(!simulate->isEnabled());
    table.setFocus();
    for (const int row : {0, 3}) {
      table.setCurrentIndex(page.model().index(row, 2));
      QTest::keyClick(&table, Qt::Key_Space);
    }
    QCOMPARE(page.model().marked().size(), std::size_t{2});
    QCOMPARE(simulate->text().replace(QChar(0x00a0), QLatin1Char(' ')),
             QStringLiteral("Simulate 2 networks"));
    // A mark stays on its network when the table is another one.
    const std::set<std::size_t> marked = page.model().marked();
    page.search();
    QTRY_VERIFY(!page.busy());
    QVERIFY(page.model().marked() == marked);
    QTest::mouseClick(simulate, Qt::LeftButton);
    QCOMPARE(window->exploreMode().page(), ExploreMode::Page::studies);
    auto* study = window->findChild<StudyPage*>();
    QVERIFY(window->session().isOpen());
    QTRY_VERIFY_WITH_TIMEOUT(!study->running(), 120'000);
    QCOMPARE(window->session().studies().size(), std::size_t{1});
    const StudyRows rows = window->session().studyRows(window->session().studies()[0].id);
    QVERIFY(rows.rows().size() >= 2);
    QCOMPARE(rows.rows().size(), study->rows().rows().size());
    for (const StudyRows::Row& row : rows.rows()) QCOMPARE(row.failure, std::string());
    QVERIFY(window->session().modified());
  }

  void whatIsShownIsWritten() {
    const Sandbox sandbox;
    const auto window = openWindow();
    DesignSpacePage& page = smallSpace(*window);
    auto* words = window->findChild<QLineEdit*>(QStringLiteral("spaceWords"));
    QTest::keyClicks(words, QStringLiteral("torus"));
    const QString file = sandbox.path(QStringLiteral("networks.csv"));
    answerModal([&](QWidget* dialog) { typeFile(dialog, file); });
    QTest::mouseClick(button(*window, QStringLiteral("spaceExport")), Qt::LeftButton);
    QFile written(file);
    QVERIFY(written.open(QIODevice::ReadOnly));
    QCOMPARE(written.readAll().count('\n'), page.model().rowCount() + 1);
    QVERIFY(window->messages().textOf(QStringLiteral("explore")).contains(file));
    for (const char* name : {"p.svg", "p.pdf", "p.png"}) {
      const QString picture = sandbox.path(QLatin1String(name));
      answerModal([&](QWidget* dialog) { typeFile(dialog, picture); });
      QTest::mouseClick(button(*window, QStringLiteral("spaceExport")), Qt::LeftButton);
      QVERIFY2(QFile(picture).size() > 1000, name);
    }
  }

  void aSearchIsStopped() {
    const Sandbox sandbox;
    const auto window = openWindow();
    DesignSpacePage& page = smallSpace(*window);
    const int before = page.model().rowCount();
    typeInto(page, "terminals.most", QStringLiteral("100000"));
    typeInto(page, "radix", QStringLiteral("64"));
    auto* search = button(*window, QStringLiteral("spaceSearch"));
    QTest::mouseClick(search, Qt::LeftButton);
    QVERIFY(page.busy());
    QCOMPARE(search->text(), QStringLiteral("Stop"));
    QTest::mouseClick(search, Qt::LeftButton);
    QTRY_VERIFY(!page.busy());
    QCOMPARE(page.model().rowCount(), before);
    QCOMPARE(search->text(), QStringLiteral("Search"));
  }
};

HOPSCOPE_TEST(DesignSpaceTest)
#include "design_space_test.moc"

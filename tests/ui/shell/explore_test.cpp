// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAction>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QFile>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QMenu>
#include <QPushButton>
#include <QSpinBox>
#include <QTableView>
#include <QTableWidget>
#include <QTest>
#include <QTimer>
#include <QToolButton>
#include <QTreeWidget>
#include <algorithm>
#include <cmath>

#include "engine/figures/figure.h"
#include "engine/figures/recipe.h"
#include "engine/models/model.h"
#include "tests/support/test_main.h"
#include "tests/ui/shell/window_support.h"
#include "ui/drawing/plot_widget.h"
#include "ui/explore/figures_page.h"
#include "ui/explore/models_page.h"
#include "ui/explore/power_bars.h"
#include "ui/explore/power_page.h"
#include "ui/explore/rules_page.h"
#include "ui/shell/actions.h"
#include "ui/shell/explore_mode.h"
#include "ui/shell/message_bar.h"
#include "ui/widgets/value_field.h"

using namespace hopscope;
using namespace hopscope::test;

namespace {

std::unique_ptr<MainWindow> exploring(const char* page) {
  auto window = openWindow();
  QTest::keyClick(window.get(), Qt::Key_5, Qt::ControlModifier);
  QTest::mouseClick(button(*window, QLatin1String(page)), Qt::LeftButton);
  return window;
}

/// The row of a table whose first cell has that text.
int rowOf(const QTableWidget& table, const QString& text) {
  for (int row = 0; row < table.rowCount(); ++row)
    if (table.item(row, 0)->text() == text) return row;
  return -1;
}

void chooseText(QComboBox* box, const QString& text) {
  box->setFocus();
  QTest::keyClick(box, Qt::Key_Home);
  for (int i = 0; i < box->count() && box->currentText() != text; ++i)
    QTest::keyClick(box, Qt::Key_Down);
  QCOMPARE(box->currentText(), text);
}

void typeNumber(QSpinBox* box, int value) {
  box->setFocus();
  box->selectAll();
  QTest::keyClicks(box, QString::number(value));
  QTest::keyClick(box, Qt::Key_Return);
}

}  // namespace

/// Explore mode, with mouse and keyboard.
class ExploreTest : public QObject {
  Q_OBJECT

 private slots:
  /// Its pages are wide; those of other modes have their own room all the same.
  void otherModesKeepTheirPanels() {
    const Sandbox sandbox;
    const auto window = openWindow();
    openExample(*window, QStringLiteral("mesh-transpose"));
    const auto* properties = window->findChild<QWidget*>(QStringLiteral("dock.properties"));
    const int before = properties->width();
    window->setMode(MainWindow::Mode::explore);
    QTest::qWait(50);
    window->setMode(MainWindow::Mode::design);
    QTest::qWait(50);
    QCOMPARE(properties->width(), before);
  }

  void theModeNeedsNoProject() {
    const Sandbox sandbox;
    const auto window = exploring("exploreFigures");
    QCOMPARE(window->mode(), MainWindow::Mode::explore);
    QVERIFY(window->actions().at("mode.explore")->isChecked());
    auto* list = window->findChild<QTreeWidget*>(QStringLiteral("figureList"));
    QVERIFY(list->isVisible());
    int listed = 0;
    for (int i = 0; i < list->topLevelItemCount(); ++i)
      listed += list->topLevelItem(i)->childCount();
    QCOMPARE(listed, static_cast<int>(recipes().size()));
    window->actions().at("file.start")->trigger();
    QCOMPARE(window->mode(), MainWindow::Mode::start);
  }

  void figuresAreFilteredByTheirWords() {
    const Sandbox sandbox;
    const auto window = exploring("exploreFigures");
    auto* list = window->findChild<QTreeWidget*>(QStringLiteral("figureList"));
    const auto shown = [&] {
      QStringList titles;
      for (int g = 0; g < list->topLevelItemCount(); ++g) {
        const QTreeWidgetItem* group = list->topLevelItem(g);
        for (int i = 0; i < group->childCount() && !group->isHidden(); ++i)
          if (!group->child(i)->isHidden()) titles << group->child(i)->text(1);
      }
      return titles;
    };
    auto* filter = window->findChild<QLineEdit*>(QStringLiteral("figureFilter"));
    QVERIFY(filter->isVisible());
    QTest::keyClicks(filter, QStringLiteral("tcam 4"));
    QVERIFY(!shown().isEmpty() && shown().size() < static_cast<int>(recipes().size()));
    for (const QString& title : shown())
      QVERIFY2(title.contains(QStringLiteral("TCAM"), Qt::CaseInsensitive), qPrintable(title));
    QTest::keyClicks(filter, QStringLiteral(" nothing of the kind"));
    QVERIFY(shown().isEmpty());
    filter->clear();
    QCOMPARE(shown().size(), static_cast<qsizetype>(recipes().size()));
  }

  /// The numbers of Benito, Vallejo & Beivide 2015 for the balanced Dragonfly of 15 ports: 33
  /// groups of 8 switches with 4 hosts, eq. (1): 32 + 7 + 4 rules, 267 by switches, compacted 22 to
  /// 29.
  void theRulesOfADragonfly() {
    const Sandbox sandbox;
    const auto window = exploring("exploreRules");
    auto* page = window->findChild<RulesPage*>();
    typeNumber(window->findChild<QSpinBox*>(QStringLiteral("ruleRadix")), 15);
    QTRY_VERIFY_WITH_TIMEOUT(!page->busy() && page->answer().topology, 60'000);
    const RuleAnswer& answer = page->answer();
    QCOMPARE(answer.topology->routerCount(), 264u);
    QCOMPARE(answer.entries, std::uint64_t{43});
    auto* counts = window->findChild<QTableWidget*>(QStringLiteral("ruleCounts"));
    const int byGroup = rowOf(*counts, QStringLiteral("Group, switch and host"));
    const int bySwitch = rowOf(*counts, QStringLiteral("Switch and host"));
    const int flat = rowOf(*counts, QStringLiteral("Flat"));
    QVERIFY(byGroup >= 0 && bySwitch >= 0 && flat >= 0);
    QCOMPARE(counts->item(byGroup, 1)->text(), QStringLiteral("43"));
    QCOMPARE(counts->item(bySwitch, 1)->text(), QStringLiteral("267"));
    QCOMPARE(counts->item(flat, 1)->text(), QLocale().toString(1056));
    const int compact = counts->item(byGroup, 2)->text().toInt();
    QVERIFY2(compact >= 22 && compact <= 29, qPrintable(counts->item(byGroup, 2)->text()));
    QCOMPARE(window->findChild<QLabel*>(QStringLiteral("ruleChip"))->text(),
             QStringLiteral("checked"));
    auto* table = window->findChild<QTableView*>(QStringLiteral("ruleTable"));
    QCOMPARE(table->model()->rowCount(), static_cast<int>(answer.rules.size()));

    // Compacted: fewer rules, still checked, and of the number that was told.
    QTest::mouseClick(window->findChild<QCheckBox*>(QStringLiteral("ruleCompact")), Qt::LeftButton,
                      {}, QPoint(8, 10));
    QTRY_COMPARE_WITH_TIMEOUT(page->answer().entries, static_cast<std::uint64_t>(compact), 60'000);
    QVERIFY(page->answer().verification.good());

    // Another switch.
    typeNumber(window->findChild<QSpinBox*>(QStringLiteral("ruleRouter")), 17);
    QTRY_COMPARE_WITH_TIMEOUT(page->answer().router, 17u, 60'000);
    QVERIFY(window->findChild<QLabel*>(QStringLiteral("ruleTitle"))
                ->text()
                .startsWith(QStringLiteral("Router 17: ")));

    QTest::mouseClick(button(*window, QStringLiteral("ruleCopy")), Qt::LeftButton);
    const QStringList lines =
        QGuiApplication::clipboard()->text().split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), static_cast<int>(page->answer().rules.size()));
    QVERIFY(lines.front().contains(QStringLiteral("actions=")));
  }

  void thisDesignsRulesAreWritten() {
    const Sandbox sandbox;
    const auto window = openWindow();
    openExample(*window, QStringLiteral("mesh-transpose"));
    QTest::keyClick(window.get(), Qt::Key_5, Qt::ControlModifier);
    QTest::mouseClick(button(*window, QStringLiteral("exploreRules")), Qt::LeftButton);
    auto* page = window->findChild<RulesPage*>();
    QTRY_VERIFY_WITH_TIMEOUT(!page->busy() && page->answer().topology, 60'000);
    QCOMPARE(window->findChild<QComboBox*>(QStringLiteral("ruleNetwork"))->currentText(),
             QStringLiteral("This design"));
    QCOMPARE(page->answer().topology->kind, std::string("mesh"));
    QVERIFY(page->answer().verification.good());
    // Flat addresses have nothing to compact.
    chooseText(window->findChild<QComboBox*>(QStringLiteral("ruleScheme")), QStringLiteral("Flat"));
    QTRY_COMPARE_WITH_TIMEOUT(page->answer().entries,
                              std::uint64_t{page->answer().topology->terminalCount()}, 60'000);
    QVERIFY(!window->findChild<QCheckBox*>(QStringLiteral("ruleCompact"))->isEnabled());

    const QString file = sandbox.path(QStringLiteral("switch.csv"));
    answerModal([&](QWidget* dialog) { typeFile(dialog, file); });
    auto* save = qobject_cast<QPushButton*>(button(*window, QStringLiteral("ruleSave")));
    save->menu()->actions().at(2)->trigger();
    QTRY_VERIFY(QFile::exists(file));
    QFile written(file);
    QVERIFY(written.open(QIODevice::ReadOnly));
    QCOMPARE(written.readAll().count('\n'), static_cast<int>(page->answer().rules.size()) + 1);
    QVERIFY(window->messages().textOf(QStringLiteral("explore")).contains(file));
  }

  void aFigureIsMadeAndJudged() {
    const Sandbox sandbox;
    const auto window = exploring("exploreFigures");
    auto* list = window->findChild<QTreeWidget*>(QStringLiteral("figureList"));
    const Recipe* recipe = findRecipe("000/R-51");
    QVERIFY(recipe != nullptr);
    const auto found =
        list->findItems(QStringLiteral("000/R-51"), Qt::MatchExactly | Qt::MatchRecursive, 0);
    QCOMPARE(found.size(), 1);
    list->scrollToItem(found.front());
    QTest::mouseClick(list->viewport(), Qt::LeftButton, {},
                      list->visualItemRect(found.front()).center());
    QCOMPARE(window->findChild<QLabel*>(QStringLiteral("figureTitle"))->text(),
             QString::fromStdString(recipe->title));
    auto* findings = window->findChild<QTableWidget*>(QStringLiteral("figureFindings"));
    QVERIFY(!findings->isVisible());
    QTest::mouseClick(button(*window, QStringLiteral("figureMake")), Qt::LeftButton);
    auto* page = window->findChild<FiguresPage*>();
    QTRY_VERIFY_WITH_TIMEOUT(!page->busy() && findings->isVisible(), 60'000);
    QVERIFY(findings->rowCount() > 0);
    for (int row = 0; row < findings->rowCount(); ++row)
      QVERIFY(findings->item(row, 4)->text() != QStringLiteral("unexpected"));
    QVERIFY(!found.front()->text(2).isEmpty());
    if (recipe->plot) {
      QVERIFY(page->findChild<PlotWidget*>()->isVisible());
      QVERIFY(!page->findChild<PlotWidget*>()->picture().curves.empty());
    }

    const QString file = sandbox.path(QStringLiteral("figure.csv"));
    answerModal([&](QWidget* dialog) { typeFile(dialog, file); });
    QTest::mouseClick(button(*window, QStringLiteral("figureExport")), Qt::LeftButton);
    QFile written(file);
    QVERIFY(written.open(QIODevice::ReadOnly));
    QCOMPARE(written.readAll().count('\n'), findings->rowCount() + 1);
  }

  /// Points in the order of the recipe's checks, which no line joins, in a look that none of eight
  /// curves has.
  void whatASourcePrintsLooksLikeNoneOfOurs() {
    Recipe recipe;
    recipe.plot = RecipePlot{"", "load", {"latency"}, "", "", false, false};
    recipe.expected.resize(2);
    for (Check& check : recipe.expected) check.quantity = "latency";
    recipe.expected[0].at = {{"kind", "a"}, {"load", "0.45"}};
    recipe.expected[0].value = 20;
    recipe.expected[1].at = {{"kind", "a"}, {"load", "0.25"}};
    recipe.expected[1].value = 10;
    MadeFigure figure;
    figure.tables.push_back({"", {"kind", "load"}, {{"latency", "Latency", ""}}, {}});
    for (const char* kind : {"a", "b", "c", "d", "e", "f", "g", "h"})
      for (const char* load : {"0.25", "0.45"})
        figure.tables.front().rows.push_back({{{"kind", kind}, {"load", load}}, {Measured{11, 0}}});
    const PlotPicture picture = pictureOf(recipe, figure);
    QCOMPARE(picture.curves.size(), std::size_t{9});
    const PlotCurve& source = picture.curves.back();
    QCOMPARE(source.x, (std::vector<double>{0.45, 0.25}));
    QCOMPARE(source.y, (std::vector<double>{20, 10}));
    QVERIFY(!source.joined);
    for (std::size_t i = 0; i < 8; ++i) {
      QVERIFY(picture.curves[i].joined);
      QVERIFY(picture.curves[i].number != source.number);
    }
  }

  void allFiguresCanBeStopped() {
    const Sandbox sandbox;
    const auto window = exploring("exploreFigures");
    auto* page = window->findChild<FiguresPage*>();
    auto* all = button(*window, QStringLiteral("figureMakeAll"));
    QTest::mouseClick(all, Qt::LeftButton);
    QVERIFY(page->busy());
    QCOMPARE(all->text(), QStringLiteral("Stop"));
    QVERIFY(!button(*window, QStringLiteral("figureMake"))->isEnabled());
    QTest::mouseClick(all, Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(!page->busy(), 30'000);
    QCOMPARE(all->text(), QStringLiteral("Make all"));
  }

  /// The line rate of a link is what the formula gives, at once as its bandwidth is typed, and what
  /// is not allowed is said.
  void aModelFollowsItsParameters() {
    const Sandbox sandbox;
    const auto window = exploring("exploreModels");
    auto* page = window->findChild<ModelsPage*>();
    auto* choice = window->findChild<QComboBox*>(QStringLiteral("modelChoice"));
    QCOMPARE(choice->count(), static_cast<int>(models().entries().size()));
    auto* numbers = window->findChild<QTableWidget*>(QStringLiteral("modelNumbers"));
    for (const Model& model : models()) {
      page->choose(model.name);
      QCOMPARE(numbers->rowCount(), static_cast<int>(model.outputs.size()));
      QVERIFY2(!window->findChild<QLabel*>(QStringLiteral("modelProblem"))->isVisible(),
               model.name.c_str());
    }
    // The first model with a whole number: one more step changes a number and the mark on the axis.
    for (const Model& model : models()) {
      const auto parameter =
          std::find_if(model.parameters.begin(), model.parameters.end(), [](const Parameter& each) {
            return each.type == ParameterType::integer || each.type == ParameterType::real;
          });
      if (parameter == model.parameters.end()) continue;
      page->choose(model.name);
      auto* field = page->findChild<ValueField*>(QString::fromStdString(parameter->name));
      auto* edit = field->findChild<QLineEdit*>();
      auto* plot = page->findChild<PlotWidget*>();
      const std::optional<double> before = plot->picture().now;
      edit->setFocus();
      edit->selectAll();
      QTest::keyClicks(edit, QStringLiteral("nonsense"));
      QTRY_VERIFY(window->findChild<QLabel*>(QStringLiteral("modelProblem"))->isVisible());
      QCOMPARE(numbers->item(0, 1)->text(), QStringLiteral("–"));
      edit->selectAll();
      QTest::keyClicks(edit, QString::number(parameter->maximum, 'g', 12));
      QTRY_VERIFY(plot->picture().now != before);
      break;
    }
  }

  /// On the smallest window that is looked at, with all networks.
  void nothingInThePowerTableIsClipped() {
    const Sandbox sandbox;
    const auto window = exploring("explorePower");
    window->resize(1280, 800);
    auto* page = window->findChild<PowerPage*>();
    for (QCheckBox* box : page->findChildren<QCheckBox*>())
      if (box->objectName().startsWith(QStringLiteral("power_"))) box->setChecked(true);
    QTest::qWait(50);
    auto* table = page->findChild<QTableWidget*>(QStringLiteral("powerTable"));
    QVERIFY(table->rowCount() >= 5);
    const QAbstractItemView& hints = *table;
    for (int column = 0; column < table->columnCount(); ++column) {
      const int needed = std::max(hints.sizeHintForColumn(column),
                                  table->horizontalHeader()->sectionSizeHint(column));
      QVERIFY2(table->columnWidth(column) >= needed,
               qPrintable(QStringLiteral("column %1: %2 of %3")
                              .arg(column)
                              .arg(table->columnWidth(column))
                              .arg(needed)));
    }
    QVERIFY(table->horizontalHeader()->length() <= table->viewport()->width());
    QVERIFY(table->verticalHeader()->length() <= table->viewport()->height());
  }

  /// Numbers of three places of the page are those of the models, and follow the form at once.
  void powerAndScaleFollowTheForm() {
    const Sandbox sandbox;
    const auto window = exploring("explorePower");
    auto* page = window->findChild<PowerPage*>();
    QVERIFY(page->isVisible());
    auto* table = page->findChild<QTableWidget*>(QStringLiteral("powerTable"));
    auto* bars = page->findChild<PowerBars*>();
    auto* hosts = page->findChild<PlotWidget*>(QStringLiteral("powerHostPlot"));
    auto* entries = page->findChild<PlotWidget*>(QStringLiteral("powerEntryPlot"));
    const auto said = [](const char* name, const std::vector<TypedValue>& typed,
                         const char* output) {
      const Model& model = *models().find(name);
      const auto numbers = std::get<std::vector<double>>(evaluate(model, typed));
      for (std::size_t i = 0; i < numbers.size(); ++i)
        if (model.outputs[i].name == output) return numbers[i];
      return qQNaN();
    };
    QCOMPARE(table->rowCount(), 3);
    QCOMPARE(bars->bars().size(), std::size_t{15});  // five organisations of each
    QCOMPARE(hosts->picture().curves.size(), qsizetype{3});
    QVERIFY(hosts->picture().xLog && entries->picture().yLog);

    // Another network, by the keyboard.
    auto* box = page->findChild<QCheckBox*>(QStringLiteral("power_butterfly_2"));
    box->setFocus();
    QTest::keyClick(box, Qt::Key_Space);
    QCOMPARE(table->rowCount(), 4);
    QCOMPARE(bars->bars().size(), std::size_t{20});
    auto* ports = page->findChild<QSpinBox*>(QStringLiteral("powerPorts"));
    typeNumber(ports, 48);
    const int row = rowOf(*table, QStringLiteral("Dragonfly"));
    QVERIFY(row >= 0);
    const QString size = QLocale().toString(static_cast<qlonglong>(
        said("table_scale", {{"network", "dragonfly"}, {"ports", "48"}}, "hosts")));
    QCOMPARE(table->item(row, 2)->text(), size);
    QCOMPARE(hosts->picture().now, std::optional(48.0));
    const PowerBar& compact = bars->bars().back();
    QVERIFY(compact.group.startsWith(QStringLiteral("Dragonfly, 48")));
    QVERIFY(
        std::abs(compact.total() - said("scaled_power", {{"network", "dragonfly"}, {"ports", "48"}},
                                        "switch_w")) < 1e-9);

    // The tables' organisation changes what is drawn, the faster link what is taken.
    auto* tables = page->findChild<QComboBox*>(QStringLiteral("powerTables"));
    chooseText(tables, QStringLiteral("TCAM, switch and host"));
    const PlotCurve& drawn = entries->picture().curves.back();
    const auto at = std::find(hosts->picture().curves.back().x.begin(),
                              hosts->picture().curves.back().x.end(), 48.0);
    const auto place = at - hosts->picture().curves.back().x.begin();
    if (at != hosts->picture().curves.back().x.end())
      QCOMPARE(drawn.y[static_cast<std::size_t>(place)],
               said("table_scale", {{"network", "dragonfly"}, {"ports", "48"}}, "per_switch"));
    const double before = bars->bars().back().total();
    auto* rate = page->findChild<ValueField*>(QStringLiteral("link_rate"))->findChild<QLineEdit*>();
    rate->setFocus();
    rate->selectAll();
    QTest::keyClicks(rate, QStringLiteral("100"));
    QTest::keyClick(rate, Qt::Key_Return);
    QTRY_VERIFY(bars->bars().back().total() > before);

    // By hosts: each network has as many ports as it needs.
    chooseText(page->findChild<QComboBox*>(QStringLiteral("powerSize")),
               QStringLiteral("By the hosts it has to reach"));
    QVERIFY(!ports->isVisible());
    QCOMPARE(entries->picture().now, std::optional(300'000.0));
    for (int r = 0; r < table->rowCount(); ++r) {
      const qlonglong reached = QLocale().toLongLong(table->item(r, 2)->text());
      QVERIFY2(reached >= 300'000, qPrintable(table->item(r, 0)->text()));
    }
    auto* wanted = page->findChild<QSpinBox*>(QStringLiteral("powerHosts"));
    typeNumber(wanted, 90'000'000);
    const int flat = rowOf(*table, QStringLiteral("Flattened butterfly, 2-D"));
    QCOMPARE(table->item(flat, 1)->text(), QStringLiteral("none is enough"));
  }
};

HOPSCOPE_TEST(ExploreTest)
#include "explore_test.moc"

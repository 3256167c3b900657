// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractItemModelTester>
#include <QApplication>
#include <QComboBox>
#include <QFile>
#include <QHeaderView>
#include <QHelpEvent>
#include <QLabel>
#include <QLocale>
#include <QMouseEvent>
#include <QScrollArea>
#include <QScrollBar>
#include <QTableView>
#include <QTest>
#include <QToolButton>
#include <QToolTip>
#include <algorithm>
#include <cmath>
#include <map>

#include "engine/design/catalogue.h"
#include "tests/support/test_main.h"
#include "tests/ui/shell/window_support.h"
#include "ui/inspectors/address_bits.h"
#include "ui/inspectors/cache_table.h"
#include "ui/inspectors/inspector_panel.h"
#include "ui/inspectors/lookup_list.h"
#include "ui/inspectors/rules_model.h"
#include "ui/shell/project_session.h"
#include "ui/shell/run_mode.h"
#include "ui/studies/cache_map_dialog.h"
#include "ui/studies/cache_map_view.h"

using namespace hopscope;
using namespace hopscope::test;

namespace {

/// The window shows the insides of router 21 of a Dragonfly with small caches.
std::unique_ptr<MainWindow> watching(const Values& settings = {}) {
  auto window = openWindow();
  openExample(*window, QStringLiteral("cache-warm-up"));
  if (!settings.empty()) {
    Design design = window->session().document().design();
    for (const auto& [path, value] : settings) design.settings[path] = value;
    window->session().document().load(design);
  }
  window->session().document().select({{21}, {}, {}});
  window->runMode().step(1);
  if (!QTest::qWaitFor([&] { return window->runMode().run().snapshot().cycle == 1; }))
    QTest::qFail("no step", __FILE__, __LINE__);
  // From the second step on the router is watched.
  window->runMode().step(7999);
  if (!QTest::qWaitFor([&] { return window->runMode().run().snapshot().cycle == 8000; }, 20'000))
    QTest::qFail("no steps", __FILE__, __LINE__);
  return window;
}

const CacheDetail& cacheOf(MainWindow& window, int port) {
  return *window.runMode().run().snapshot().router->ports.at(static_cast<std::size_t>(port)).cache;
}

}  // namespace

/// The forwarding page of the inspector, with mouse and keyboard.
class ForwardingTest : public QObject {
  Q_OBJECT

 private slots:
  void theNewestLookupIsExplainedAndItsSetLit() {
    const Sandbox sandbox;
    const auto window = watching();
    auto* list = window->findChild<LookupList*>();
    auto* table = window->findChild<CacheTable*>();
    auto* port = window->findChild<QComboBox*>(QStringLiteral("cachePort"));
    QTRY_VERIFY(list->isVisible() && !list->records().empty());
    const CacheDetail& cache = cacheOf(*window, port->currentData().toInt());
    QTRY_COMPARE(list->records().size(), cache.last.size());
    QVERIFY(list->records().size() > 8);
    const LookupRecord newest = cache.last.back();
    QCOMPARE(list->chosen()->number, newest.number);
    QVERIFY(table->lit().has_value());
    QCOMPARE(table->lit()->set, newest.set);
    const QString why = window->findChild<QLabel*>(QStringLiteral("lookupWhy"))->text();
    QVERIFY2(why.contains(QStringLiteral("terminal %1").arg(newest.destination)), qPrintable(why));
    QVERIFY2(why.startsWith(newest.outcome == LookupOutcome::hit      ? QStringLiteral("Hit: ")
                            : newest.outcome == LookupOutcome::merged ? QStringLiteral("Waited: ")
                                                                      : QStringLiteral("Missed: ")),
             qPrintable(why));
  }

  /// Hits, lookups, misses by cause and evictions of the chosen port, as the cache counted them.
  void missesStandByTheirCause() {
    const Sandbox sandbox;
    const auto window = watching();
    auto* port = window->findChild<QComboBox*>(QStringLiteral("cachePort"));
    const auto shown = [&](int figure) {
      return window->findChild<QLabel*>(QStringLiteral("cacheFigure%1").arg(figure))->text();
    };
    std::uint64_t capacity = 0, conflict = 0;
    for (int i = 0; i < port->count(); ++i) {
      port->setFocus();
      QTest::keyClick(port, Qt::Key_Home);
      for (int down = 0; down < i; ++down) QTest::keyClick(port, Qt::Key_Down);
      QCOMPARE(port->currentIndex(), i);
      const LookupCounts& totals = cacheOf(*window, port->currentData().toInt()).totals;
      const auto text = [](std::uint64_t count) {
        return QLocale().toString(static_cast<qulonglong>(count));
      };
      QTRY_COMPARE(shown(1), text(totals.lookups));
      QCOMPARE(shown(2), text(totals.compulsory));
      QCOMPARE(shown(3), text(totals.capacity));
      QCOMPARE(shown(4), text(totals.conflict));
      QCOMPARE(shown(5), text(totals.evictions));
      QVERIFY(totals.compulsory > 0);
      capacity += totals.capacity;
      conflict += totals.conflict;
    }
    QVERIFY(capacity + conflict > 0);
  }

  /// Bits of a Dragonfly of 9 groups of 4 switches with 2 hosts each: group, switch, host are the
  /// digits of the terminal's number. The checksum's low bits are the set.
  void theBitsAreThoseOfTheAddress() {
    const Sandbox sandbox;
    const auto window = watching();
    auto* list = window->findChild<LookupList*>();
    auto* bits = window->findChild<AddressBits*>();
    QTRY_COMPARE(bits->rows().size(), std::size_t{2});
    const std::vector<BitField>& address = bits->rows()[0].fields;
    QCOMPARE(address.size(), std::size_t{3});
    const std::uint32_t terminal = list->chosen()->destination;
    QCOMPARE(address[0].bits, 4);
    QCOMPARE(address[0].value, std::uint64_t{terminal / 8});
    QCOMPARE(address[0].name, QStringLiteral("group %1").arg(terminal / 8));
    QCOMPARE(address[1].bits, 2);
    QCOMPARE(address[1].value, std::uint64_t{terminal / 2 % 4});
    QCOMPARE(address[2].bits, 1);
    QCOMPARE(address[2].value, std::uint64_t{terminal % 2});
    const std::vector<BitField>& checksum = bits->rows()[1].fields;
    QCOMPARE(checksum.back().value, std::uint64_t{list->chosen()->set});
    QCOMPARE(checksum.back().bits, 4);  // 16 sets
    QCOMPARE((checksum.front().value << 4) + checksum.back().value,
             std::uint64_t{list->chosen()->hash});
  }

  void aClickOrAnArrowChoosesAnotherLookup() {
    const Sandbox sandbox;
    const auto window = watching();
    auto* list = window->findChild<LookupList*>();
    auto* table = window->findChild<CacheTable*>();
    QTRY_VERIFY(list->isVisible() && list->records().size() > 8);
    const auto fromNewest = [&](std::size_t row) {
      return list->records()[list->records().size() - 1 - row].number;
    };
    QTest::mouseClick(list, Qt::LeftButton, {}, QPoint(60, 20 + 20 * 3 + 10));
    QCOMPARE(list->chosen()->number, fromNewest(3));
    QCOMPARE(table->lit()->number, fromNewest(3));
    QTest::keyClick(list, Qt::Key_Down);
    QCOMPARE(list->chosen()->number, fromNewest(4));
    QTest::keyClick(list, Qt::Key_End);
    QCOMPARE(list->chosen()->number, list->records().front().number);
    QTest::keyClick(list, Qt::Key_Home);
    QCOMPARE(list->chosen()->number, fromNewest(0));
    QCOMPARE(table->lit()->number, fromNewest(0));
  }

  /// Of many sets only some show; they follow the lookup until somebody scrolls.
  void manySetsAreAWindowThatFollows() {
    const Sandbox sandbox;
    const auto window = watching({{"forwarding.cache.ways", std::int64_t{1}}});
    auto* list = window->findChild<LookupList*>();
    auto* table = window->findChild<CacheTable*>();
    auto* scroll = window->findChild<QScrollArea*>(QStringLiteral("cacheScroll"));
    auto* follow = window->findChild<QToolButton*>(QStringLiteral("followSets"));
    QTRY_VERIFY(list->isVisible() && list->records().size() > 8);
    QCOMPARE(table->cache().sets, 64u);
    QVERIFY(scroll->height() < table->height() / 4);
    const auto shows = [&](std::uint32_t set) {
      const int top = scroll->verticalScrollBar()->value();
      return table->topOf(set) >= top &&
             table->topOf(set) + CacheTable::rowHeight() <= top + scroll->viewport()->height();
    };
    for (int step = 0; step < 12; ++step) {
      QTest::keyClick(list, Qt::Key_Down);
      QVERIFY(shows(list->chosen()->set));
    }
    QVERIFY(follow->isChecked());
    QTest::keyClick(scroll->verticalScrollBar(), Qt::Key_Home);
    QVERIFY(!follow->isChecked());
    QVERIFY(shows(0));
    QTest::mouseClick(follow, Qt::LeftButton);
    QVERIFY(shows(list->chosen()->set));
  }

  /// The list is the switch's own, and a rule's hits are the lookups of its terminal.
  void rulesCountWhatIsLookedUp() {
    const Sandbox sandbox;
    const auto window = watching();
    auto* table = window->findChild<QTableView*>(QStringLiteral("switchRules"));
    QTRY_VERIFY_WITH_TIMEOUT(table->isVisible() && table->model()->rowCount() > 0, 20'000);
    const auto text = [&](int row, int column) {
      return table->model()->index(row, column).data().toString();
    };
    QTRY_VERIFY(text(0, RulesModel::hits) != QStringLiteral("–"));
    // From here on each change of the counts is checked, too.
    const QAbstractItemModelTester tester(table->model(),
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    QVERIFY(table->isColumnHidden(RulesModel::table));
    const auto& lookups = window->runMode().run().snapshot().router->lookups;
    QVERIFY(lookups.has_value());
    std::map<TerminalId, std::uint64_t> expected;
    std::uint64_t all = 0;
    for (const LookupTally& each : *lookups) {
      expected[each.destination] += each.count;
      all += each.count;
    }
    QVERIFY(all > 500);
    std::uint64_t listed = 0;
    int found = 0;
    for (int row = 0; row < table->model()->rowCount(); ++row) {
      const std::uint64_t hits = QLocale().toULongLong(text(row, RulesModel::hits));
      listed += hits;
      for (const auto& [terminal, count] : expected)
        if (text(row, RulesModel::match) ==
            QStringLiteral("to ") + QString::fromStdString(macText(factoryMac(terminal)))) {
          QCOMPARE(hits, count);
          ++found;
        }
    }
    QCOMPARE(listed, all);
    QCOMPARE(found, static_cast<int>(expected.size()));

    // By a click on the head the most used come first, by another the least.
    QHeaderView* head = table->horizontalHeader();
    window->findChild<InspectorPanel*>()->findChildren<QScrollArea*>().at(1)->ensureWidgetVisible(
        table);
    const QPoint at(head->sectionViewportPosition(RulesModel::hits) + 20, head->height() / 2);
    QTest::mouseClick(head->viewport(), Qt::LeftButton, {}, at);
    const auto hitsAt = [&](int row) { return QLocale().toULongLong(text(row, RulesModel::hits)); };
    QCOMPARE(head->sortIndicatorOrder(), Qt::DescendingOrder);
    QVERIFY(hitsAt(0) > hitsAt(table->model()->rowCount() - 1));
    QTest::mouseClick(head->viewport(), Qt::LeftButton, {}, at);
    QVERIFY(hitsAt(0) <= hitsAt(table->model()->rowCount() - 1));
  }

  /// A column of hits that nobody counts is none: what a rule matches has its room.
  void whatRulesMatchStandsWhole() {
    const Sandbox sandbox;
    const auto window = openWindow();
    openExample(*window, QStringLiteral("dragonfly-adversarial"));
    window->setMode(MainWindow::Mode::run);
    window->runMode().step(10);
    window->session().document().select({{3}, {}, {}});
    auto* table = window->findChild<QTableView*>(QStringLiteral("switchRules"));
    QTRY_VERIFY_WITH_TIMEOUT(table->isVisible() && table->model()->rowCount() > 0, 20'000);
    QVERIFY(table->isColumnHidden(RulesModel::hits));
    const int match = table->columnWidth(RulesModel::match);
    QVERIFY2(match >= 180 &&
                 match + table->columnWidth(RulesModel::action) <= table->viewport()->width(),
             qPrintable(QString::number(match)));
  }

  /// A run that rests shows nothing again by itself.
  void rulesComeWhereNothingMoves() {
    const Sandbox sandbox;
    const auto window = watching();
    auto* table = window->findChild<QTableView*>(QStringLiteral("switchRules"));
    auto* words = window->findChild<QLabel*>(QStringLiteral("ruleHitWords"));
    QTRY_VERIFY_WITH_TIMEOUT(table->isVisible() && table->model()->rowCount() > 0, 20'000);
    QToolButton* head = nullptr;
    for (auto* button : window->findChildren<QToolButton*>())
      if (button->isVisible() && button->text() == QStringLiteral("Rules")) head = button;
    QVERIFY(head != nullptr);
    window->session().document().select({{3}, {}, {}});
    QTRY_VERIFY_WITH_TIMEOUT(table->isVisible() && table->model()->rowCount() > 0, 20'000);
    QVERIFY(!words->isVisible() || !words->text().contains(QStringLiteral("Making")));
    head->click();
    QVERIFY(!table->isVisible());
    window->session().document().select({{5}, {}, {}});
    QTest::qWait(100);
    head->click();
    QTRY_VERIFY_WITH_TIMEOUT(table->isVisible() && table->model()->rowCount() > 0, 20'000);
    QVERIFY(!words->isVisible() || !words->text().contains(QStringLiteral("Making")));
    head->click();
    head->click();
    QVERIFY(table->isVisible());
  }

  /// Of the routing that is in force, and what they leave out.
  void rulesAreThoseInForce() {
    const Sandbox sandbox;
    const auto window = watching({{"switch.virtual_channels.local", std::int64_t{4}},
                                  {"switch.virtual_channels.global", std::int64_t{2}}});
    auto* table = window->findChild<QTableView*>(QStringLiteral("switchRules"));
    auto* words = window->findChild<QLabel*>(QStringLiteral("ruleHitWords"));
    QTRY_VERIFY_WITH_TIMEOUT(table->isVisible() && table->model()->rowCount() > 0, 20'000);
    const QString paths = QStringLiteral("choose among several paths");
    const QString detours = QStringLiteral("Detours round what failed");
    QVERIFY(!words->text().contains(paths) && !words->text().contains(detours));
    RunSession& run = window->runMode().run();
    Phase change;
    change.set["routing.algorithm"] = std::string("ugal");
    QVERIFY(!hasErrors(run.whatIf(change)));
    run.runUntil(12'000);  // until it has come into force
    QTRY_VERIFY_WITH_TIMEOUT(words->isVisible() && words->text().contains(paths), 20'000);
    QVERIFY(!words->text().contains(detours));
    change = {};
    for (LinkId l = 0; l < run.topology()->linkCount() && change.fail.empty(); ++l)
      if (run.topology()->kindOf(l) != LinkKind::terminal)
        change.fail.channels = {run.topology()->linkIds[l]};
    QVERIFY(!hasErrors(run.whatIf(change)));
    run.runUntil(14'000);  // until it has come into force
    QTRY_COMPARE(run.design().phases.size(), std::size_t{2});
    QTRY_VERIFY_WITH_TIMEOUT(!run.catchingUp() && run.state() == RunnerState::paused, 20'000);
    window->runMode().step(10);
    QTRY_VERIFY_WITH_TIMEOUT(words->text().contains(detours), 20'000);
    QVERIFY(words->text().contains(paths));
  }

  /// Another run of the same network has rules, clock and caches of its own.
  void theNextRunIsShownAsItIs() {
    const Sandbox sandbox;
    const auto window = watching({{"switch.virtual_channels.local", std::int64_t{4}},
                                  {"switch.virtual_channels.global", std::int64_t{2}}});
    auto* table = window->findChild<QTableView*>(QStringLiteral("switchRules"));
    auto* words = window->findChild<QLabel*>(QStringLiteral("ruleHitWords"));
    auto* identity = window->findChild<QLabel*>(QStringLiteral("routerIdentity"));
    QTRY_VERIFY_WITH_TIMEOUT(table->isVisible() && table->model()->rowCount() > 0, 20'000);
    const QString paths = QStringLiteral("choose among several paths");
    QVERIFY(!words->text().contains(paths));
    const auto watts = [&] {
      const QString text = identity->text().section(QStringLiteral(" · "), -1);
      return QLocale().toDouble(text.section(QChar(0xA0), 0, 0));
    };
    const auto wattsAt = [&](double gigahertz) {
      const Snapshot& now = window->runMode().run().snapshot();
      return now.routerEnergy.at(21) * gigahertz / static_cast<double>(now.cycle);
    };
    QVERIFY(wattsAt(1) > 1);
    QTRY_VERIFY(std::abs(watts() - wattsAt(1)) <= 0.051);
    DesignDocument& document = window->session().document();
    document.setValue("routing.algorithm", std::string("ugal"));
    document.setValue("clock.frequency_ghz", 8.0);
    window->runMode().startOver();
    QTRY_VERIFY(window->runMode().ofShownDesign());  // the run before is kept first
    QCOMPARE(window->runMode().run().design().settings.at("clock.frequency_ghz"), Value{8.0});
    QTRY_VERIFY_WITH_TIMEOUT(window->runMode().run().snapshot().cycle > 1000, 20'000);
    window->runMode().run().pause();
    QTRY_VERIFY_WITH_TIMEOUT(words->isVisible() && words->text().contains(paths), 20'000);
    QTRY_VERIFY(std::abs(watts() - wattsAt(8)) <= 0.051);
  }

  /// Lines of an adaptive routing lead to several ports, and so do the rules they stand for.
  void linesOfAnAdaptiveRoutingNameAllPorts() {
    const Sandbox sandbox;
    const auto window = openWindow();
    openExample(*window, QStringLiteral("mesh-transpose"));
    Design design = meshDesign(true);
    design.settings["traffic.pattern"] = std::string("uniform");
    design.settings["traffic.load"] = 0.2;
    design.settings["routing.algorithm"] = std::string("minimal_adaptive");
    design.settings["switch.virtual_channels.local"] = std::int64_t{2};
    design.settings["forwarding.lookup"] = std::string("cache");
    design.settings["forwarding.cache.entries"] = std::int64_t{16};
    design.settings["forwarding.cache.ways"] = std::int64_t{4};
    window->session().document().load(design);
    window->session().document().select({{5}, {}, {}});
    window->runMode().step(1);
    QTRY_COMPARE(window->runMode().run().snapshot().cycle, Cycle{1});
    window->runMode().step(4999);
    QTRY_COMPARE_WITH_TIMEOUT(window->runMode().run().snapshot().cycle, Cycle{5000}, 20'000);
    auto* cache = window->findChild<CacheTable*>();
    QTRY_VERIFY(cache->isVisible() && !cache->cache().lines.empty());
    const auto& lines = cache->cache().lines;
    const auto several = std::find_if(lines.begin(), lines.end(), [](const CacheLineDetail& line) {
      return line.valid && line.otherPorts.size() == 1;
    });
    QVERIFY(several != lines.end());
    const auto at = static_cast<std::uint32_t>(several - lines.begin());
    const QPoint middle(26 + 61 * static_cast<int>(at % cache->cache().ways) + 30,
                        cache->topOf(at / cache->cache().ways) + CacheTable::rowHeight() / 2);
    QHelpEvent hover(QEvent::ToolTip, middle, cache->mapToGlobal(middle));
    QApplication::sendEvent(cache, &hover);
    const QString ports = QStringLiteral("leaves by port %1 or %2")
                              .arg(several->outPort)
                              .arg(several->otherPorts.front());
    QVERIFY2(QToolTip::text().contains(ports), qPrintable(QToolTip::text()));

    auto* table = window->findChild<QTableView*>(QStringLiteral("switchRules"));
    QTRY_VERIFY_WITH_TIMEOUT(table->isVisible() && table->model()->rowCount() > 0, 20'000);
    const QString match =
        QStringLiteral("to ") + QString::fromStdString(macText(factoryMac(several->key)));
    const auto action = [&] {
      for (int row = 0; row < table->model()->rowCount(); ++row)
        if (table->model()->index(row, RulesModel::match).data().toString() == match)
          return table->model()->index(row, RulesModel::action).data().toString();
      return QString();
    };
    QTRY_VERIFY(action().contains(QStringLiteral(" or ")));
    for (const PortIndex port : {several->outPort, several->otherPorts.front()})
      QVERIFY(action().contains(QString::number(port)));
  }

  /// From the button to the design: the map of the port, chosen by keys and mouse, and one step
  /// that undo takes back.
  void whatIfTheCacheWereLarger() {
    const Sandbox sandbox;
    const auto window = watching();
    auto* port = window->findChild<QComboBox*>(QStringLiteral("cachePort"));
    auto* ask = button(*window, QStringLiteral("otherCaches"));
    QTRY_VERIFY(ask->isVisible());
    port->setFocus();
    QTest::keyClick(port, Qt::Key_Down);
    QCOMPARE(port->currentData().toInt(), 1);
    QTest::mouseClick(ask, Qt::LeftButton);
    auto* dialog = window->findChild<CacheMapDialog*>();
    QVERIFY(dialog != nullptr && dialog->isVisible());
    QCOMPARE(dialog->findChild<QComboBox*>(QStringLiteral("cacheMapScope"))->currentData().toInt(),
             1);
    QTRY_VERIFY_WITH_TIMEOUT(!dialog->running(), 20'000);
    auto* map = dialog->findChild<CacheMapView*>();
    const CacheStudy& study = map->study();
    QVERIFY(study.cached && study.map.lookups > 100);
    QCOMPARE(study.map.caches, std::size_t{1});
    const auto own = map->chosen();
    QVERIFY(own.has_value());
    QCOMPARE(study.map.entries[own->entries], 64u);
    QCOMPARE(study.map.ways[own->ways], 4u);
    auto* use = button(*dialog, QStringLiteral("cacheMapUse"));
    QVERIFY(!use->isEnabled());
    auto* words = dialog->findChild<QLabel*>(QStringLiteral("cacheMapCell"));
    QVERIFY(words->text().contains(QStringLiteral("this design")));

    // Arrows go past what does not exist, a click chooses too, and the pointer shows a cell.
    QVERIFY(map->hasFocus());
    QTest::keyClick(map, Qt::Key_Up);
    QCOMPARE(map->chosen()->entries, own->entries + 1);
    QVERIFY(use->isEnabled());
    QVERIFY2(words->text().contains(QStringLiteral("points against this design")),
             qPrintable(words->text()));
    const CacheMapPlace small{1, 2};  // 16 entries in 4 ways
    const QPointF over = map->cellOf(small).center();
    QMouseEvent move(QEvent::MouseMove, over, map->mapToGlobal(over), Qt::NoButton, Qt::NoButton,
                     Qt::NoModifier);
    QCoreApplication::sendEvent(map, &move);
    QTRY_VERIFY(map->shown() == small);
    QVERIFY(map->chosen() != small);
    const CacheOutcome& cell = *study.map.cells[1][2];
    QVERIFY(cell.hitRate() < study.map.cells[own->entries][own->ways]->hitRate());
    QVERIFY(dialog->findChild<QLabel*>(QStringLiteral("cacheMapCauses"))
                ->text()
                .contains(QStringLiteral("%1 capacity").arg(cell.capacity)));
    QTest::mouseClick(map, Qt::LeftButton, {}, map->cellOf(small).center().toPoint());
    QVERIFY(map->chosen() == small);

    const QString file = sandbox.path(QStringLiteral("map.csv"));
    answerModal([&](QWidget* files) { typeFile(files, file); });
    QTest::mouseClick(button(*dialog, QStringLiteral("cacheMapExport")), Qt::LeftButton);
    QFile written(file);
    QVERIFY(written.open(QIODevice::ReadOnly));
    QVERIFY(written.readAll().contains(QByteArray::fromStdString(csvOf(study.map)).left(200)));

    DesignDocument& document = window->session().document();
    const Design before = document.design();
    QTest::mouseClick(use, Qt::LeftButton);
    QVERIFY(effectiveValue(document.design(), "forwarding.cache.entries") ==
            Value(std::int64_t{16}));
    QVERIFY(effectiveValue(document.design(), "forwarding.cache.ways") == Value(std::int64_t{4}));
    document.undoStack().undo();
    QVERIFY(document.design() == before);
    // Of a router with caches of its own, these change.
    document.setOverride({21}, "forwarding.cache.entries", std::int64_t{128});
    const Design own21 = document.design();
    QTest::mouseClick(use, Qt::LeftButton);
    QVERIFY(document.design().settings == before.settings);
    QCOMPARE(document.design().overrides.size(), std::size_t{1});
    QVERIFY(document.design().overrides[0].values.at("forwarding.cache.entries") ==
            Value(std::int64_t{16}));
    document.undoStack().undo();
    QVERIFY(document.design() == own21);
    QTest::keyClick(dialog, Qt::Key_Escape);
    QVERIFY(!dialog->isVisible());
  }

  /// All routers take longer; Escape ends that, and the dialog stays.
  void aMapCanBeStopped() {
    const Sandbox sandbox;
    const auto window = watching({{"run.measure", std::int64_t{50'000'000}}});
    auto* ask = button(*window, QStringLiteral("otherCaches"));
    QTRY_VERIFY(ask->isVisible());
    QTest::mouseClick(ask, Qt::LeftButton);
    auto* dialog = window->findChild<CacheMapDialog*>();
    QVERIFY(dialog->running());
    QTest::qWait(100);
    QTest::keyClick(dialog, Qt::Key_Escape);
    QTRY_VERIFY(!dialog->running());
    QVERIFY(dialog->isVisible());
    QVERIFY(!button(*dialog, QStringLiteral("cacheMapUse"))->isEnabled());
    auto* compute = button(*dialog, QStringLiteral("cacheMapCompute"));
    QVERIFY(compute->isEnabled());
    // Closed like any window, it computes nothing any more.
    QTest::mouseClick(compute, Qt::LeftButton);
    QVERIFY(dialog->running());
    dialog->close();
    QVERIFY(!dialog->isVisible());
    QTRY_VERIFY(!dialog->running());
  }
};

HOPSCOPE_TEST(ForwardingTest)
#include "forwarding_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include <QComboBox>
#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>
#include <QTest>
#include <QToolButton>

#include "tests/support/test_main.h"
#include "tests/ui/shell/window_support.h"
#include "ui/inspectors/address_bits.h"
#include "ui/inspectors/cache_table.h"
#include "ui/inspectors/lookup_list.h"
#include "ui/shell/project_session.h"
#include "ui/shell/run_mode.h"

using namespace hopscope;
using namespace hopscope::test;

namespace {

/// The window shows the insides of router 21 of a Dragonfly with small caches.
std::unique_ptr<MainWindow> watching(const char* key = nullptr, Value value = {}) {
  auto window = openWindow();
  openExample(*window, QStringLiteral("cache-warm-up"));
  if (key != nullptr) {
    Design design = window->session().document().design();
    design.settings[key] = std::move(value);
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
    const auto window = watching("forwarding.cache.ways", std::int64_t{1});
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
};

HOPSCOPE_TEST(ForwardingTest)
#include "forwarding_test.moc"

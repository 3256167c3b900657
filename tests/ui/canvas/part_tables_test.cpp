// SPDX-License-Identifier: GPL-3.0-or-later
// The tables beside the canvas: their models, and that both select the same.
#include "ui/canvas/part_tables.h"

#include <QAbstractItemModelTester>
#include <QHeaderView>
#include <QLineEdit>
#include <QTabBar>
#include <QTableView>
#include <QTest>
#include <cmath>

#include "tests/support/test_main.h"
#include "ui/canvas/canvas_pane.h"
#include "ui/document/design_document.h"

namespace hopscope {

namespace {

Design dragonfly() {
  Design design;
  design.settings["topology.kind"] = std::string("dragonfly");
  design.settings["topology.p"] = std::int64_t{2};
  design.settings["topology.a"] = std::int64_t{4};
  design.settings["topology.h"] = std::int64_t{2};
  return design;
}

NetworkHeat heatOf(const Topology& topology) {
  NetworkHeat heat;
  for (ChannelId channel = 0; channel < topology.channelCount(); ++channel)
    heat.channelUtilization.push_back(static_cast<float>(channel % 100) / 100);
  heat.channelUtilization[0] = std::nanf("");
  heat.routerHitRate.assign(topology.routerCount(), .5F);
  return heat;
}

struct TablesFixture {
  CanvasPane pane{Theme::light()};
  DesignDocument document;
  PartTables tables{pane};

  TablesFixture() {
    document.load(dragonfly());
    pane.canvas().setDocument(&document);
    pane.resize(600, 600);
    pane.show();
    tables.resize(700, 300);
    tables.show();
    static_cast<void>(QTest::qWaitForWindowExposed(&tables));
  }

  QTableView& view(PartTable::Kind kind) { return tables.view(kind); }
  void clickRow(PartTable::Kind kind, int row, Qt::KeyboardModifiers modifiers = {}) {
    QTableView& table = view(kind);
    const QModelIndex at = table.model()->index(row, 0);
    table.scrollTo(at);
    QTest::mouseClick(table.viewport(), Qt::LeftButton, modifiers, table.visualRect(at).center());
  }
  QString text(PartTable::Kind kind, int row, int column) {
    return view(kind).model()->index(row, column).data().toString();
  }
};

}  // namespace

class PartTablesTest : public QObject {
  Q_OBJECT

 private slots:
  void modelsAreSound() {
    for (const auto kind :
         {PartTable::Kind::routers, PartTable::Kind::terminals, PartTable::Kind::channels}) {
      PartTable table(kind);
      QAbstractItemModelTester tester(&table,
                                      QAbstractItemModelTester::FailureReportingMode::Fatal);
      DesignDocument document;
      document.load(dragonfly());
      table.setNetwork(document.topology());
      table.setHeat(heatOf(*document.topology()));
      QVERIFY(table.rowCount() > 0);
      table.setHeat({});
      document.remove({{0, 1}, {}, {}});
      table.setNetwork(document.topology());
      table.setNetwork(nullptr);
      QCOMPARE(table.rowCount(), 0);
    }
  }

  void cellsSayWhatTheNetworkIs() {
    DesignDocument document;
    document.load(dragonfly());
    const Topology& topology = *document.topology();
    const NetworkHeat heat = heatOf(topology);
    PartTable routers(PartTable::Kind::routers);
    routers.setNetwork(document.topology());
    QCOMPARE(routers.index(21, 0).data().toString(), QStringLiteral("Router 21"));
    QCOMPARE(routers.index(21, 1).data().toString(), QStringLiteral("5"));
    QCOMPARE(routers.index(21, 3).data().toString(), QStringLiteral("7"));
    QCOMPARE(routers.index(21, 4).data().toString(), QStringLiteral("2"));
    QCOMPARE(routers.index(21, 5).data().toString(), QStringLiteral("–"));
    routers.setHeat(heat);
    float busiest = 0;
    for (PortIndex port = 0; port < topology.radix(21); ++port)
      busiest = std::max(busiest, heat.channelUtilization[topology.port(21, port).out]);
    QCOMPARE(routers.index(21, 5).data().toString(),
             QStringLiteral("%1\u00a0%").arg(std::lround(100 * busiest)));
    QCOMPARE(routers.index(21, 6).data().toString(), QStringLiteral("50\u00a0%"));

    PartTable channels(PartTable::Kind::channels);
    channels.setNetwork(document.topology());
    channels.setHeat(heat);
    QCOMPARE(channels.rowCount(), static_cast<int>(topology.channelCount()));
    QCOMPARE(channels.index(0, 3).data().toString(), QStringLiteral("–"));
    QCOMPARE(channels.index(57, 3).data().toString(), QStringLiteral("57\u00a0%"));
    QCOMPARE(channels.index(1, 0).data(), channels.index(0, 1).data());

    PartTable terminals(PartTable::Kind::terminals);
    terminals.setNetwork(document.topology());
    QCOMPARE(terminals.index(42, 0).data().toString(), QStringLiteral("Terminal 42"));
    QCOMPARE(terminals.index(42, 1).data().toString(), QStringLiteral("Router 21"));
  }

  void rowsSelectOnTheCanvasAndBack() {
    TablesFixture f;
    f.clickRow(PartTable::Kind::routers, 3);
    QCOMPARE(f.document.selection().routers, std::set<RouterId>{3});
    f.clickRow(PartTable::Kind::routers, 5, Qt::ControlModifier);
    QCOMPARE(f.document.selection().routers, (std::set<RouterId>{3, 5}));
    QTest::keyClick(&f.view(PartTable::Kind::routers), Qt::Key_Down);
    QCOMPARE(f.document.selection().routers, std::set<RouterId>{6});
    f.document.select({{20, 21}, {}, {}});
    const auto rows = f.view(PartTable::Kind::routers).selectionModel()->selectedRows();
    QCOMPARE(rows.size(), 2);
    QCOMPARE(rows[0].data().toString(), QStringLiteral("Router 20"));

    f.tables.tabs().setCurrentIndex(2);
    f.clickRow(PartTable::Kind::channels, 11);
    QCOMPARE(f.document.selection().links.size(), std::size_t{1});
    QVERIFY(f.document.selection().routers.empty());
    // Of a link selected on the canvas both directions are marked.
    f.document.select({{}, {}, {7}});
    QCOMPARE(f.view(PartTable::Kind::channels).selectionModel()->selectedRows().size(), 2);
  }

  void sortingByUtilisationPutsTheHottestFirst() {
    TablesFixture f;
    f.pane.setHeat(heatOf(*f.document.topology()));
    f.tables.tabs().setCurrentIndex(2);
    QTableView& view = f.view(PartTable::Kind::channels);
    view.sortByColumn(3, Qt::DescendingOrder);
    QCOMPARE(f.text(PartTable::Kind::channels, 0, 3), QStringLiteral("99\u00a0%"));
    view.sortByColumn(3, Qt::AscendingOrder);
    QCOMPARE(f.text(PartTable::Kind::channels, 0, 3), QStringLiteral("–"));
    // Ids count as numbers: 9 comes before 10.
    f.tables.tabs().setCurrentIndex(0);
    QCOMPARE(f.text(PartTable::Kind::routers, 10, 0), QStringLiteral("Router 10"));
  }

  void filteringKeepsTheSelectionOnTheCanvas() {
    TablesFixture f;
    f.document.select({{3}, {}, {}});
    QTest::keyClicks(&f.tables.filter(), QStringLiteral("router 2"));
    // 2, and 20 to 29.
    QTRY_COMPARE(f.view(PartTable::Kind::routers).model()->rowCount(), 11);
    QCOMPARE(f.document.selection().routers, std::set<RouterId>{3});
    f.tables.filter().clear();
    QTRY_COMPARE(f.view(PartTable::Kind::routers).model()->rowCount(), 36);
    QCOMPARE(f.view(PartTable::Kind::routers).selectionModel()->selectedRows().size(), 1);
  }

  void editsAreFollowed() {
    TablesFixture f;
    f.document.remove({{0}, {}, {}});
    QCOMPARE(f.view(PartTable::Kind::routers).model()->rowCount(), 35);
    QCOMPARE(f.text(PartTable::Kind::routers, 0, 0), QStringLiteral("Router 1"));
    f.document.undoStack().undo();
    QCOMPARE(f.view(PartTable::Kind::routers).model()->rowCount(), 36);
  }
};

HOPSCOPE_TEST(PartTablesTest)

}  // namespace hopscope

#include "part_tables_test.moc"

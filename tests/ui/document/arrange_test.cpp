// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/arrange_edits.h"

#include <QTest>
#include <cmath>

#include "tests/support/test_main.h"
#include "ui/document/design_document.h"

namespace hopscope {

namespace {

/// Routers at (0, 0), (100, 10), (200, 60), (90, 200), each with a terminal.
void draw(DesignDocument& document) {
  for (const QPointF place : {QPointF(0, 0), QPointF(100, 10), QPointF(200, 60), QPointF(90, 200)})
    document.addRouter(place);
  for (RouterId router = 0; router < 4; ++router) document.addTerminal(router);
}

Parts routers(std::set<RouterId> ids) {
  return {std::move(ids), {}, {}};
}

Point at(const DesignDocument& document, RouterId router) {
  return document.placement()->routers[router];
}

bool linked(const DesignDocument& document, RouterId a, RouterId b) {
  for (const Link& link : document.topology()->links)
    if (!link.a.isTerminal && std::minmax(link.a.node, link.b.node) == std::minmax(a, b))
      return true;
  return false;
}

}  // namespace

class ArrangeTest : public QObject {
  Q_OBJECT

 private slots:
  void aligning_data() {
    QTest::addColumn<int>("alignment");
    QTest::addColumn<bool>("across");
    QTest::addColumn<double>("expected");
    QTest::newRow("left") << int(Alignment::left) << true << 0.0;
    QTest::newRow("center") << int(Alignment::center) << true << 100.0;
    QTest::newRow("right") << int(Alignment::right) << true << 200.0;
    QTest::newRow("top") << int(Alignment::top) << false << 0.0;
    QTest::newRow("middle") << int(Alignment::middle) << false << 30.0;
    QTest::newRow("bottom") << int(Alignment::bottom) << false << 60.0;
  }
  void aligning() {
    QFETCH(int, alignment);
    QFETCH(bool, across);
    QFETCH(double, expected);
    DesignDocument document;
    draw(document);
    const Design before = document.design();
    const int steps = document.undoStack().index();
    document.align(routers({0, 1, 2}), static_cast<Alignment>(alignment));
    for (const RouterId router : {0U, 1U, 2U})
      QCOMPARE(across ? at(document, router).x : at(document, router).y, expected);
    QCOMPARE(at(document, 1).x, across ? expected : 100.0);
    QCOMPARE(at(document, 3).x, 90.0);
    QCOMPARE(document.undoStack().index(), steps + 1);
    QCOMPARE(document.undoStack().undoText(), QStringLiteral("Align 3 routers"));
    document.undoStack().undo();
    QVERIFY(document.design() == before);
  }

  void terminalsMoveWithTheirRouter() {
    DesignDocument document;
    Design design;
    design.settings["topology.kind"] = std::string("mesh");
    design.settings["topology.dimensions"] = std::vector<std::int64_t>{3, 3};
    document.load(design);
    const Placement before = *document.placement();
    document.align(routers({0, 4}), Alignment::right);
    const double by = document.placement()->routers[0].x - before.routers[0].x;
    QVERIFY(by > 0);
    for (TerminalId terminal = 0; terminal < document.topology()->terminalCount(); ++terminal) {
      const bool mine = document.topology()->terminals[terminal].router == 0;
      QCOMPARE(document.placement()->terminals[terminal].x - before.terminals[terminal].x,
               mine ? by : 0.0);
    }
  }

  void distributingKeepsTheEnds() {
    DesignDocument document;
    draw(document);
    document.spread(routers({0, 1, 2, 3}), Spread::down);
    QCOMPARE(at(document, 0).y, 0.0);
    QCOMPARE(at(document, 3).y, 200.0);
    QVERIFY(std::abs(at(document, 1).y - 200.0 / 3) < 1e-9);
    QVERIFY(std::abs(at(document, 2).y - 400.0 / 3) < 1e-9);
    QCOMPARE(at(document, 2).x, 200.0);
    const int steps = document.undoStack().index();
    document.spread(routers({0, 1}), Spread::across);
    document.align(routers({0}), Alignment::left);
    QCOMPARE(document.undoStack().index(), steps);
  }

  void fullMeshAddsWhatIsMissingInOneStep() {
    DesignDocument document;
    draw(document);
    document.connectRouters(1, 2);
    const int steps = document.undoStack().index();
    QCOMPARE(document.connectAll({0, 1, 2, 3}, LinkPattern::fullMesh).size(), std::size_t{5});
    QCOMPARE(document.undoStack().index(), steps + 1);
    QCOMPARE(document.undoStack().undoText(), QStringLiteral("Connect 4 routers as a full mesh"));
    for (RouterId a = 0; a < 4; ++a)
      for (RouterId b = a + 1; b < 4; ++b) QVERIFY(linked(document, a, b));
    QVERIFY(document.connectAll({0, 1, 2, 3}, LinkPattern::fullMesh).empty());
    document.undoStack().undo();
    QVERIFY(linked(document, 1, 2) && !linked(document, 0, 1));
  }

  void ringGoesAround() {
    DesignDocument document;
    draw(document);
    // Clockwise on the screen: 0, 1, 2, 3.
    QCOMPARE(document.connectAll({0, 1, 2, 3}, LinkPattern::ring).size(), std::size_t{4});
    QVERIFY(linked(document, 0, 1) && linked(document, 1, 2) && linked(document, 2, 3) &&
            linked(document, 3, 0));
    QVERIFY(!linked(document, 0, 2) && !linked(document, 1, 3));
    DesignDocument two;
    draw(two);
    QCOMPARE(two.connectAll({0, 3}, LinkPattern::ring).size(), std::size_t{1});
  }

  void treeHangsEachOnTheNearestAbove() {
    DesignDocument document;
    for (const QPointF place : {QPointF(100, 0), QPointF(0, 100), QPointF(200, 100),
                                QPointF(-20, 200), QPointF(40, 200), QPointF(210, 200)})
      document.addRouter(place);
    QCOMPARE(document.connectAll({0, 1, 2, 3, 4, 5}, LinkPattern::tree).size(), std::size_t{5});
    QVERIFY(linked(document, 0, 1) && linked(document, 0, 2) && linked(document, 1, 3) &&
            linked(document, 1, 4) && linked(document, 2, 5));
  }

  void arraysAreOneStepWithTheirLinks() {
    DesignDocument document;
    draw(document);
    document.connectRouters(0, 1);
    const Design before = document.design();
    const Parts added = document.duplicateArray(routers({0, 1}), 3, 2, {300, 400});
    QCOMPARE(added.routers.size(), std::size_t{10});
    QCOMPARE(document.topology()->routerCount(), 14U);
    QCOMPARE(document.topology()->terminalCount(), 14U);
    QCOMPARE(added.links.size(), std::size_t{5});
    std::set<std::pair<double, double>> places;
    for (const RouterId router : added.routers)
      places.insert({at(document, router).x, at(document, router).y});
    QCOMPARE(places.size(), std::size_t{10});
    QVERIFY(places.count({300, 0}) == 1 && places.count({700, 410}) == 1 &&
            places.count({0, 400}) == 1);
    document.undoStack().undo();
    QVERIFY(document.design() == before);
    QVERIFY(document.duplicateArray(routers({0}), 1, 1, {10, 10}).empty());
  }

  void tooManyLinksAreNotMade() {
    DesignDocument document;
    Design design;
    design.settings["topology.kind"] = std::string("mesh");
    design.settings["topology.dimensions"] = std::vector<std::int64_t>{15, 15};
    document.load(design);
    std::set<RouterId> all;
    for (RouterId router = 0; router < 225; ++router) all.insert(router);
    QVERIFY(document.connectAll(all, LinkPattern::fullMesh).empty());
    QVERIFY(!document.undoStack().canUndo());
  }
};

HOPSCOPE_TEST(ArrangeTest)

}  // namespace hopscope

#include "arrange_test.moc"

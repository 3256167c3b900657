// SPDX-License-Identifier: GPL-3.0-or-later
// Arranging and connecting what is selected, as a user does it: a rubber band, and clicks in menus.
#include <QContextMenuEvent>
#include <QMenu>
#include <QMenuBar>
#include <QMouseEvent>
#include <QTest>
#include <cmath>
#include <set>
#include <utility>
#include <vector>

#include "tests/support/test_main.h"
#include "tests/ui/shell/window_support.h"
#include "ui/canvas/canvas_pane.h"
#include "ui/shell/actions.h"
#include "ui/shell/project_session.h"

using namespace hopscope;
using namespace hopscope::test;

namespace {

QAction* actionIn(const QMenu& menu, const QString& text) {
  for (QAction* action : menu.actions())
    if (action->text().remove(QLatin1Char('&')) == text) return action;
  return nullptr;
}

/// Clicks through a menu that is open: "Align", "Distribute across".
void choose(QMenu* menu, const QStringList& path) {
  for (const QString& text : path) {
    QVERIFY2(menu != nullptr && menu->isVisible(), qPrintable(text));
    QAction* action = actionIn(*menu, text);
    QVERIFY2(action != nullptr && action->isEnabled(), qPrintable(text));
    QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(action).center());
    menu = action->menu();
    if (menu != nullptr) QTRY_VERIFY(menu->isVisible());
  }
}

void chooseOnCanvas(MainWindow& window, QPoint at, const QStringList& path) {
  NetworkCanvas& canvas = window.canvasPane().canvas();
  QContextMenuEvent event(QContextMenuEvent::Mouse, at, canvas.mapToGlobal(at));
  QApplication::sendEvent(&canvas, &event);
  choose(window.findChild<QMenu*>(QStringLiteral("canvasMenu")), path);
  QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
}

void chooseInBar(MainWindow& window, const QString& title, const QStringList& path) {
  auto* bar = window.findChild<QMenuBar*>();
  QAction* top = nullptr;
  for (QAction* action : bar->actions())
    if (action->text() == title) top = action;
  QVERIFY(top != nullptr);
  QTest::mouseClick(bar, Qt::LeftButton, {}, bar->actionGeometry(top).center());
  choose(top->menu(), path);
}

void band(MainWindow& window, QPoint from, QPoint to) {
  NetworkCanvas& canvas = window.canvasPane().canvas();
  QTest::mouseMove(&canvas, from);
  QTest::mousePress(&canvas, Qt::LeftButton, {}, from);
  for (int i = 1; i <= 4; ++i) {
    const QPoint at = from + (to - from) * i / 4;
    QMouseEvent event(QEvent::MouseMove, at, canvas.mapToGlobal(at), Qt::NoButton, Qt::LeftButton,
                      Qt::NoModifier);
    QApplication::sendEvent(&canvas, &event);
  }
  QTest::mouseRelease(&canvas, Qt::LeftButton, {}, to);
}

/// Five routers, untidy, in an empty project; all in a rubber band.
std::unique_ptr<MainWindow> scattered() {
  auto window = openWindow();
  window->actions().at("file.new")->trigger();
  DesignDocument& document = window->session().document();
  for (const QPointF place :
       {QPointF(-200, -96), QPointF(-128, 64), QPointF(16, -32), QPointF(48, 112), QPointF(240, 0)})
    document.addRouter(place);
  static_cast<void>(window->canvasPane().canvas().grab());
  band(*window, pixelAt(*window, {-260, -140}), pixelAt(*window, {290, 160}));
  return window;
}

std::vector<Point> places(MainWindow& window) {
  return window.session().document().placement()->routers;
}

using Pairs = std::set<std::pair<RouterId, RouterId>>;

Pairs links(MainWindow& window) {
  Pairs pairs;
  for (const Link& link : window.session().topology()->links)
    pairs.insert(std::minmax(link.a.node, link.b.node));
  return pairs;
}

}  // namespace

class ArrangeEventsTest : public QObject {
  Q_OBJECT

 private slots:
  void theBandSelectsAll() {
    const Sandbox sandbox;
    const auto window = scattered();
    QCOMPARE(window->session().document().selection().routers, (std::set<RouterId>{0, 1, 2, 3, 4}));
  }

  void aligned() {
    const Sandbox sandbox;
    const auto window = scattered();
    const auto before = places(*window);
    chooseOnCanvas(*window, pixelOf(*window, 2),
                   {QStringLiteral("Align"), QStringLiteral("Align tops")});
    const auto after = places(*window);
    for (std::size_t i = 0; i < 5; ++i) {
      QCOMPARE(after[i].x, before[i].x);
      QCOMPARE(after[i].y, -96.0);
    }
    QCOMPARE(window->session().document().undoStack().undoText(),
             QStringLiteral("Align 5 routers"));
    chooseInBar(*window, QStringLiteral("Edit"), {window->actions().at("edit.undo")->text()});
    QVERIFY(places(*window) == before);
    chooseInBar(*window, QStringLiteral("Insert"),
                {QStringLiteral("Align"), QStringLiteral("Align right")});
    for (const Point& place : places(*window)) QCOMPARE(place.x, 240.0);
  }

  void distributed() {
    const Sandbox sandbox;
    const auto window = scattered();
    const auto before = places(*window);
    chooseOnCanvas(*window, pixelOf(*window, 2),
                   {QStringLiteral("Align"), QStringLiteral("Distribute across")});
    const auto after = places(*window);
    for (std::size_t i = 0; i < 5; ++i) {
      QCOMPARE(after[i].x, -200.0 + 110 * double(i));  // the ends stay
      QCOMPARE(after[i].y, before[i].y);
    }
  }

  void tidied() {
    const Sandbox sandbox;
    const auto window = scattered();
    chooseOnCanvas(*window, pixelOf(*window, 2),
                   {QStringLiteral("Connect selected"), QStringLiteral("Connect as ring")});
    const auto before = places(*window);
    chooseInBar(*window, QStringLiteral("Insert"), {QStringLiteral("Tidy up")});
    const auto after = places(*window);
    QVERIFY(after != before);
    for (std::size_t a = 0; a < 5; ++a)
      for (std::size_t b = 0; b < a; ++b)
        QVERIFY(std::hypot(after[a].x - after[b].x, after[a].y - after[b].y) > 24);
    QCOMPARE(window->session().document().undoStack().undoText(), QStringLiteral("Tidy up"));
  }

  void connectedAsAFullMesh() {
    const Sandbox sandbox;
    const auto window = scattered();
    chooseOnCanvas(*window, pixelOf(*window, 2),
                   {QStringLiteral("Connect selected"), QStringLiteral("Connect as full mesh")});
    QCOMPARE(window->session().topology()->linkCount(), 10u);
    QCOMPARE(links(*window).size(), std::size_t{10});
  }

  void connectedAsARing() {
    const Sandbox sandbox;
    const auto window = scattered();
    chooseOnCanvas(*window, pixelOf(*window, 2),
                   {QStringLiteral("Connect selected"), QStringLiteral("Connect as ring")});
    QCOMPARE(window->session().topology()->linkCount(), 5u);
    for (RouterId router = 0; router < 5; ++router)
      QCOMPARE(window->session().topology()->radix(router), PortIndex{2});
  }

  void connectedAsATree() {
    const Sandbox sandbox;
    const auto window = scattered();
    chooseInBar(*window, QStringLiteral("Insert"),
                {QStringLiteral("Connect selected"), QStringLiteral("Connect as tree")});
    // Five routers, four links, all in one piece.
    QCOMPARE(links(*window).size(), std::size_t{4});
    std::set<RouterId> reached{0};
    for (int i = 0; i < 5; ++i)
      for (const auto& [a, b] : links(*window))
        if (reached.count(a) + reached.count(b) == 1) reached.insert({a, b});
    QCOMPARE(reached.size(), std::size_t{5});
  }
};

HOPSCOPE_TEST(ArrangeEventsTest)
#include "arrange_events_test.moc"

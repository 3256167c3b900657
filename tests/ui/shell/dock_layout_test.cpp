// SPDX-License-Identifier: GPL-3.0-or-later
#include <QSettings>
#include <QTest>
#include <utility>

#include "tests/support/test_main.h"
#include "tests/ui/shell/window_support.h"
#include "ui/shell/actions.h"
#include "ui/shell/dock.h"

using namespace hopscope;
using namespace hopscope::test;

namespace {

using Mode = MainWindow::Mode;

/// One dock of each column of a mode.
std::pair<Dock*, Dock*> columnsOf(MainWindow& window) {
  const bool design = window.mode() == Mode::design;
  return {
      window.findChild<Dock*>(design ? QStringLiteral("dock.facts") : QStringLiteral("dock.plots")),
      window.findChild<Dock*>(design ? QStringLiteral("dock.properties")
                                     : QStringLiteral("dock.inspector"))};
}

/// As a hand that drags what separates a dock from what is right of it.
void dragRightEdge(MainWindow& window, const Dock& dock, int by) {
  const QPoint edge(dock.geometry().right() + 1, dock.geometry().center().y());
  QTest::mousePress(&window, Qt::LeftButton, {}, edge);
  QTest::mouseMove(&window, edge + QPoint(by / 2, 0));
  QTest::mouseMove(&window, edge + QPoint(by, 0));
  QTest::qWait(50);  // the window moves it a moment later
  QTest::mouseRelease(&window, Qt::LeftButton, {}, edge + QPoint(by, 0));
}

}  // namespace

/// Columns of docks have the widths that somebody gave them, wherever the window has room for that.
class DockLayoutTest : public QObject {
  Q_OBJECT

 private slots:
  void aSmallWindowTakesNoWidthsForGood() {
    const Sandbox sandbox;
    auto window = openWindow();
    openExample(*window, QStringLiteral("mesh-transpose"));
    for (const Mode mode : {Mode::run, Mode::design}) {
      window->setMode(mode);
      const auto [left, right] = columnsOf(*window);
      const int leftWidth = left->width(), rightWidth = right->width();
      window->resize(800, 600);
      QTRY_VERIFY(left->width() + right->width() < leftWidth + rightWidth);
      window->resize(1280, 800);
      QTRY_COMPARE(left->width(), leftWidth);
      QTRY_COMPARE(right->width(), rightWidth);
    }
    // Nor where it is left, and opened again, while it is small.
    window->setMode(Mode::run);
    const auto [left, right] = columnsOf(*window);
    const int leftWidth = left->width(), rightWidth = right->width();
    window->resize(800, 600);
    QTRY_VERIFY(left->width() + right->width() < leftWidth + rightWidth);
    window->setMode(Mode::design);
    window->resize(1280, 800);
    window->setMode(Mode::run);
    QTRY_COMPARE(left->width(), leftWidth);
    window->resize(800, 600);
    QTRY_VERIFY(left->width() + right->width() < leftWidth + rightWidth);
    QVERIFY(window->close());
    window = openWindow();
    openExample(*window, QStringLiteral("mesh-transpose"));
    window->setMode(Mode::run);
    window->resize(1280, 800);
    QTRY_COMPARE(columnsOf(*window).first->width(), leftWidth);
    QTRY_COMPARE(columnsOf(*window).second->width(), rightWidth);
  }

  void aDraggedColumnKeepsItsWidth() {
    const Sandbox sandbox;
    auto window = openWindow();
    openExample(*window, QStringLiteral("mesh-transpose"));
    window->setMode(Mode::run);
    const int before = columnsOf(*window).first->width();
    const int other = columnsOf(*window).second->width();
    dragRightEdge(*window, *columnsOf(*window).first, 60);
    QTRY_COMPARE(columnsOf(*window).first->width(), before + 60);
    window->resize(800, 600);
    QTRY_VERIFY(columnsOf(*window).first->width() < before);
    window->resize(1280, 800);
    QTRY_COMPARE(columnsOf(*window).first->width(), before + 60);
    QTRY_COMPARE(columnsOf(*window).second->width(), other);
    QVERIFY(window->close());
    window = openWindow();
    openExample(*window, QStringLiteral("mesh-transpose"));
    window->setMode(Mode::run);
    QTRY_COMPARE(columnsOf(*window).first->width(), before + 60);
    window->actions().at("window.resetLayout")->trigger();
    QTRY_COMPARE(columnsOf(*window).first->width(), before);
  }

  /// Of a version before, of a later one, or damaged.
  void otherLayoutsAreNotTaken() {
    const Sandbox sandbox;
    auto window = openWindow();
    openExample(*window, QStringLiteral("mesh-transpose"));
    window->setMode(Mode::run);
    const int left = columnsOf(*window).first->width();
    for (const QByteArray& other :
         {window->saveState(1), window->saveState(2), QByteArray("\0\0\0\x08layout", 10),
          QByteArray("\x7f\xff\xff\xf0", 4), QByteArray("\xff\xff\xff\xff", 4)}) {
      QVERIFY(window->close());
      QSettings().setValue(QStringLiteral("layout/run"), other);
      window = openWindow();
      openExample(*window, QStringLiteral("mesh-transpose"));
      window->setMode(Mode::run);
      QTRY_COMPARE(columnsOf(*window).first->width(), left);
      QVERIFY(columnsOf(*window).second->isVisible());
    }
  }

  /// A column may be one of tabs: those behind are as wide as they once were.
  void aColumnOfTabsKeepsItsWidth() {
    const Sandbox sandbox;
    const auto window = openWindow();
    openExample(*window, QStringLiteral("mesh-transpose"));
    window->setMode(Mode::design);
    auto* facts = window->findChild<Dock*>(QStringLiteral("dock.facts"));
    auto* health = window->findChild<Dock*>(QStringLiteral("dock.health"));
    window->tabifyDockWidget(facts, health);
    health->raise();
    auto* project = window->findChild<Dock*>(QStringLiteral("dock.project"));
    window->tabifyDockWidget(health, project);
    project->raise();
    QTRY_VERIFY(facts->geometry().bottom() < 0);
    const int width = project->width(), other = columnsOf(*window).second->width();
    dragRightEdge(*window, *project, 60);
    QTRY_COMPARE(project->width(), width + 60);
    window->resize(800, 600);
    QTRY_VERIFY(project->width() + columnsOf(*window).second->width() < width + 60 + other);
    window->resize(1280, 800);
    QTRY_COMPARE(project->width(), width + 60);
  }

  /// Docks beside each other are one column, here as in a window that is opened again.
  void docksBesideEachOtherKeepTheirRoom() {
    const Sandbox sandbox;
    auto window = openWindow();
    openExample(*window, QStringLiteral("mesh-transpose"));
    window->setMode(Mode::design);
    const auto dock = [&](const char* name) {
      return window->findChild<Dock*>(QLatin1String(name));
    };
    const auto room = [&] {
      return dock("dock.project")->geometry().united(dock("dock.health")->geometry()).width();
    };
    window->splitDockWidget(dock("dock.project"), dock("dock.health"), Qt::Horizontal);
    QTRY_VERIFY(dock("dock.health")->x() > dock("dock.project")->geometry().right());
    QTRY_COMPARE(room(), dock("dock.facts")->width());
    dragRightEdge(*window, *dock("dock.facts"), 40);
    const int width = dock("dock.facts")->width();
    QCOMPARE(room(), width);
    for (int i = 0; i < 2; ++i) {
      window->resize(800, 600);
      QTest::qWait(50);
      window->resize(1280, 800);
      QTRY_COMPARE(room(), width);
      QTRY_COMPARE(dock("dock.facts")->width(), width);
    }
    window->setMode(Mode::run);
    window->setMode(Mode::design);
    QTRY_COMPARE(room(), width);
    const int project = dock("dock.project")->width();
    QVERIFY(window->close());
    window = openWindow();
    openExample(*window, QStringLiteral("mesh-transpose"));
    window->setMode(Mode::design);
    QTRY_COMPARE(room(), width);
    QCOMPARE(dock("dock.project")->width(), project);
    // Without what is as wide as all of it.
    dock("dock.facts")->hide();
    QTest::qWait(50);
    window->resize(800, 600);
    QTest::qWait(50);
    window->resize(1280, 800);
    QTRY_COMPARE(room(), width);
  }

  /// A mode that is arranged anew each time, too; and a window that is opened small.
  void whatIsArrangedInASmallWindowGrowsWithIt() {
    const Sandbox sandbox;
    const auto window = openWindow();
    openExample(*window, QStringLiteral("mesh-transpose"));
    window->resize(800, 600);
    window->setMode(Mode::run);
    window->resize(1280, 800);
    QTRY_COMPARE(columnsOf(*window).first->width(), 304);
    QTRY_COMPARE(columnsOf(*window).second->width(), 336);
    window->resize(800, 600);
    window->setMode(Mode::learn);
    window->resize(1280, 800);
    // Its list may need more, so that no title is cut.
    const auto* lesson = window->findChild<Dock*>(QStringLiteral("dock.lesson"));
    QTRY_VERIFY(lesson->width() >= 320 && lesson->width() < 400);
    QTRY_COMPARE(columnsOf(*window).second->width(), 336);
  }
};

HOPSCOPE_TEST(DockLayoutTest)
#include "dock_layout_test.moc"

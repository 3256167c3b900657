// SPDX-License-Identifier: GPL-3.0-or-later
// Where the keys go is seen: whatever Tab stops at looks different for it.
#include <QAction>
#include <QApplication>
#include <QImage>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QScrollArea>
#include <QSet>
#include <QTest>

#include "tests/support/test_main.h"
#include "tests/ui/shell/window_support.h"
#include "ui/canvas/canvas_pane.h"
#include "ui/shell/actions.h"
#include "ui/shell/dock.h"
#include "ui/shell/explore_mode.h"
#include "ui/shell/project_session.h"
#include "ui/shell/run_mode.h"

using namespace hopscope;
using namespace hopscope::test;

namespace {

/// What Tab stops at without looking different for it.
class Stops {
 public:
  void all(QWidget& window, const QString& screen) {
    QWidget elsewhere(&window);
    elsewhere.setFocusPolicy(Qt::StrongFocus);
    elsewhere.setGeometry(0, 0, 1, 1);
    elsewhere.show();
    QList<QPointer<QWidget>> widgets;  // some go while others have the focus
    for (QWidget* each : window.findChildren<QWidget*>()) widgets << each;
    for (const QPointer<QWidget>& widget : widgets) {
      if (!widget) continue;
      const QString place = placeOf(*widget);
      if (widget == &elsewhere || seen_.contains(place)) continue;
      if (!isStop(window, *widget)) continue;
      for (QWidget* up = widget->parentWidget(); up != nullptr; up = up->parentWidget())
        if (auto* scroll = qobject_cast<QScrollArea*>(up)) scroll->ensureWidgetVisible(widget);
      if (widget->visibleRegion().isEmpty()) continue;
      seen_.insert(place);
      elsewhere.setFocus();
      widget->setFocus(Qt::TabFocusReason);
      QCoreApplication::processEvents();
      if (QApplication::focusWidget() != widget) continue;
      const QRect around =
          QRect(widget->mapTo(&window, QPoint()), widget->size()).adjusted(-6, -6, 6, 6);
      const QImage with = window.grab(around).toImage();
      elsewhere.setFocus();
      QCoreApplication::processEvents();
      if (with == window.grab(around).toImage()) unseen_ << screen + QStringLiteral(": ") + place;
    }
  }
  const QStringList& unseen() const { return unseen_; }
  qsizetype seen() const { return seen_.size(); }

 private:
  static bool isStop(const QWidget& window, const QWidget& widget) {
    return widget.window() == &window && widget.isVisible() && widget.isEnabled() &&
           (widget.focusPolicy() & Qt::TabFocus) != 0 && widget.focusProxy() == nullptr &&
           !widget.size().isEmpty();
  }

  QSet<QString> seen_;  ///< one of a kind is enough
  QStringList unseen_;
};

/// Wide enough for all panels at once.
std::unique_ptr<MainWindow> wideWindow() {
  auto window = openWindow();
  window->resize(1900, 1400);
  return window;
}

/// Whether its edge is that of a ring.
bool isRinged(QWidget& widget) {
  const QImage shown = widget.grab().toImage();
  return shown.pixelColor(1, shown.height() / 2) == widget.palette().color(QPalette::Highlight);
}

/// The panel that only shows words, once keys have brought the focus there.
QScrollArea* factsByKeys(MainWindow& window) {
  window.canvasPane().canvas().setFocus();
  auto* facts = window.findChild<Dock*>(QStringLiteral("dock.facts"));
  for (int i = 0; i < 5 && !facts->isAncestorOf(QApplication::focusWidget()); ++i)
    pressKeys(window, Qt::Key_F6);
  return qobject_cast<QScrollArea*>(QApplication::focusWidget());
}

}  // namespace

class FocusRingTest : public QObject {
  Q_OBJECT

  static void checked(const Stops& stops, int least) {
    QVERIFY2(stops.seen() >= least, qPrintable(QString::number(stops.seen())));
    QVERIFY2(stops.unseen().isEmpty(),
             qPrintable(QLatin1Char('\n') + stops.unseen().join(QLatin1Char('\n'))));
  }

 private slots:
  void whatLooksTheSameIsFound() {
    QWidget window;
    window.resize(200, 100);
    auto* good = new QLineEdit(&window);
    auto* bare = new QWidget(&window);
    bare->setFocusPolicy(Qt::TabFocus);
    bare->setGeometry(100, 50, 40, 20);
    window.show();
    window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    Stops stops;
    stops.all(window, QStringLiteral("a window"));
    QCOMPARE(stops.seen(), 2);
    QCOMPARE(stops.unseen().size(), 1);
    QVERIFY(good->isVisible());
  }

  /// The platform's rectangle would stand within ours.
  void withinTheRingNothingChanges() {
    const Sandbox sandbox;
    const auto window = windowWith(meshDesign());
    window->setAttribute(Qt::WA_KeyboardFocusChange);  // as the first Tab does
    for (const char* theme : {"as it is", "the other one"}) {
      for (const char* name : {"primary", "link", "flat", ""}) {
        auto* button = new QPushButton(QStringLiteral("Some words"), window.get());
        if (*name != 0) button->setProperty(name, true);
        button->resize(160, 28);
        button->show();
        button->raise();
        window->canvasPane().canvas().setFocus();
        const QRect inside = button->rect().adjusted(3, 3, -3, -3);
        const QImage before = button->grab().toImage();
        button->setFocus(Qt::TabFocusReason);
        QVERIFY(button->hasFocus());
        const QImage focused = button->grab().toImage();
        QVERIFY2(focused.copy(inside) == before.copy(inside), theme);
        QVERIFY2(focused != before, theme);
        delete button;
      }
      window->actions().at("view.dark")->trigger();
    }
  }

  /// Whatever was shown meanwhile, and had the focus.
  void theRingComesBack() {
    const Sandbox sandbox;
    const auto window = windowWith(meshDesign());
    QScrollArea* facts = factsByKeys(*window);
    QVERIFY(facts != nullptr && isRinged(*facts));
    for (const char* action : {"edit.settings", "palette.open", "insert.generate"}) {
      bool answered = false;
      answerModal([&](QWidget* shown) {
        shown->activateWindow();
        answered = QTest::qWaitFor([shown] { return QApplication::activeWindow() == shown; });
        for (QWidget* each : shown->findChildren<QWidget*>())
          if (each->isVisible() && (each->focusPolicy() & Qt::TabFocus) != 0)
            each->setFocus(Qt::TabFocusReason);
        answered = answered && shown->isAncestorOf(QApplication::focusWidget());
        shown->close();
      });
      window->actions().at(action)->trigger();
      QTRY_VERIFY2(answered, action);
      window->activateWindow();  // without a window manager nobody else does
      QTRY_VERIFY2(facts->hasFocus(), action);
      QVERIFY2(isRinged(*facts), action);
    }
    window->actions().at("help.guide")->trigger();
    QTRY_VERIFY(!facts->hasFocus());
    window->activateWindow();
    QTRY_VERIFY(facts->hasFocus());
    QVERIFY(isRinged(*facts));
    // One that came by the mouse has none, before and after.
    QTest::mouseClick(facts->viewport(), Qt::LeftButton);
    facts->clearFocus();
    facts->setFocus(Qt::MouseFocusReason);
    QVERIFY(!isRinged(*facts));
    window->actions().at("help.guide")->trigger();
    QTRY_VERIFY(!facts->hasFocus());
    window->activateWindow();
    QTRY_VERIFY(facts->hasFocus());
    QVERIFY(!isRinged(*facts));
  }

  /// The focus may be moved while another window is the active one.
  void noRingStaysWhereTheFocusIsNot() {
    const Sandbox sandbox;
    const auto window = windowWith(meshDesign());
    QScrollArea* facts = factsByKeys(*window);
    QVERIFY(facts != nullptr && isRinged(*facts));
    QLineEdit other;
    other.show();
    QVERIFY(QTest::qWaitForWindowExposed(&other));
    other.activateWindow();
    QTRY_COMPARE(QApplication::activeWindow(), &other);
    other.setFocus(Qt::ActiveWindowFocusReason);
    QTRY_VERIFY(!facts->hasFocus());
    window->canvasPane().canvas().setFocus();
    QVERIFY(!isRinged(*facts));
    window->activateWindow();
    QTRY_VERIFY(window->canvasPane().canvas().hasFocus());
    QVERIFY(!isRinged(*facts));
  }

  void designing() {
    const Sandbox sandbox;
    const auto window = wideWindow();
    Stops stops;
    stops.all(*window, QStringLiteral("start"));
    openExample(*window, QStringLiteral("cache-warm-up"));
    showDocks(*window);
    stops.all(*window, QStringLiteral("design"));
    window->canvasPane().showMatrix(true);
    stops.all(*window, QStringLiteral("matrix"));
    window->session().document().select({{3}, {}, {}});
    const auto look = [&stops](const char* action) {
      return [&stops, action](QWidget& shown) { stops.all(shown, QString::fromLatin1(action)); };
    };
    for (const char* action : {"insert.generate", "edit.array", "file.export", "file.report",
                               "edit.settings", "help.shortcuts", "palette.open"})
      inDialog(*window, action, look(action));
    for (const char* action : {"study.curve", "help.guide", "lesson.write"})
      inOtherWindow(*window, action, look(action));
    checked(stops, 150);
  }

  void running() {
    const Sandbox sandbox;
    const auto window = wideWindow();
    Stops stops;
    openExample(*window, QStringLiteral("cache-warm-up"));
    window->setMode(MainWindow::Mode::run);
    showDocks(*window);
    stops.all(*window, QStringLiteral("before a run"));
    pressKeys(*window, Qt::Key_F10);
    QTRY_VERIFY(window->runMode().run().active());
    DesignDocument& document = window->session().document();
    for (const Parts& parts : {Parts{{3}, {}, {}}, Parts{{}, {5}, {}},
                               Parts{{}, {}, {document.topology()->linkCount() - 1}}}) {
      document.select(parts);
      QTest::qWait(100);
      stops.all(*window, QStringLiteral("during a run"));
    }
    checked(stops, 60);
  }

  void exploring() {
    const Sandbox sandbox;
    const auto window = wideWindow();
    Stops stops;
    window->setMode(MainWindow::Mode::explore);
    for (const ExploreMode::Page page :
         {ExploreMode::Page::figures, ExploreMode::Page::rules, ExploreMode::Page::models,
          ExploreMode::Page::power, ExploreMode::Page::designSpace, ExploreMode::Page::studies}) {
      window->exploreMode().showPage(page);
      QTest::qWait(50);
      stops.all(*window, QStringLiteral("explore %1").arg(static_cast<int>(page)));
    }
    checked(stops, 60);
  }
};

HOPSCOPE_TEST(FocusRingTest)
#include "focus_ring_test.moc"

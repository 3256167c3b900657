// SPDX-License-Identifier: GPL-3.0-or-later
// What a screen reader has to say of every widget that takes keys or clicks.
#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QAccessible>
#include <QApplication>
#include <QComboBox>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSet>
#include <QTabBar>
#include <QTest>
#include <QTextBrowser>

#include "tests/support/test_main.h"
#include "tests/ui/shell/window_support.h"
#include "ui/canvas/canvas_pane.h"
#include "ui/lessons/lesson_editor.h"
#include "ui/lessons/lesson_player.h"
#include "ui/shell/actions.h"
#include "ui/shell/dock.h"
#include "ui/shell/explore_mode.h"
#include "ui/shell/learn_mode.h"
#include "ui/shell/lesson_flows.h"
#include "ui/shell/project_session.h"
#include "ui/shell/run_mode.h"
#include "ui/studies/cache_map_dialog.h"
#include "ui/studies/cluster_dialog.h"
#include "ui/studies/difference_dialog.h"

using namespace hopscope;
using namespace hopscope::test;

namespace {

/// Parts of another widget, which speaks for them.
bool isInner(const QWidget& widget) {
  if (widget.objectName().startsWith(QStringLiteral("qt_"))) return true;
  const QWidget* parent = widget.parentWidget();
  if (parent == nullptr) return false;
  if (qobject_cast<const QAbstractSpinBox*>(parent) != nullptr) return true;
  if (qobject_cast<const QComboBox*>(parent) != nullptr) return true;
  if (qobject_cast<const QTabBar*>(parent) != nullptr) return true;
  if (qobject_cast<const QLineEdit*>(parent) != nullptr) return true;  // its clear button
  const QByteArray name = widget.metaObject()->className();
  return name == "QTableCornerButton" || name == "QComboBoxPrivateContainer" ||
         name == "QComboBoxListView" || name == "QHeaderView" ||
         qobject_cast<const QScrollBar*>(&widget) != nullptr;
}

bool isInteractive(const QWidget& widget) {
  if (isInner(widget)) return false;
  // A frame to scroll in takes the keys that scroll; what lies in it has names of its own.
  if (widget.metaObject() == &QScrollArea::staticMetaObject) return false;
  return qobject_cast<const QAbstractButton*>(&widget) != nullptr ||
         qobject_cast<const QAbstractSlider*>(&widget) != nullptr ||
         qobject_cast<const QAbstractSpinBox*>(&widget) != nullptr ||
         qobject_cast<const QAbstractItemView*>(&widget) != nullptr ||
         qobject_cast<const QComboBox*>(&widget) != nullptr ||
         qobject_cast<const QLineEdit*>(&widget) != nullptr ||
         qobject_cast<const QPlainTextEdit*>(&widget) != nullptr ||
         qobject_cast<const QTabBar*>(&widget) != nullptr ||
         (widget.focusPolicy() & Qt::TabFocus) != 0;
}

/// What has no name, screen by screen.
class Walk {
 public:
  void all(QWidget& root, const QString& screen) {
    QList<QWidget*> widgets = root.findChildren<QWidget*>();
    widgets.prepend(&root);
    for (QWidget* widget : widgets) {
      if (widget->window() != root.window() || !isInteractive(*widget)) continue;
      if (!widget->isVisibleTo(root.window())) continue;  // it gets its words when it is shown
      ++seen_;
      QAccessibleInterface* spoken = QAccessible::queryAccessibleInterface(widget);
      const QString name = spoken == nullptr ? QString() : spoken->text(QAccessible::Name);
      const QString line = placeOf(*widget);
      if (!name.trimmed().isEmpty() || known_.contains(line)) continue;
      known_.insert(line);
      unnamed_ << screen + QStringLiteral(": ") + line;
    }
  }
  const QStringList& unnamed() const { return unnamed_; }
  int seen() const { return seen_; }

 private:
  QSet<QString> known_;
  QStringList unnamed_;
  int seen_ = 0;
};

/// Walks over what an action opens.
std::function<void(QWidget&)> walkOver(Walk& walk, const char* action) {
  return [&walk, action](QWidget& shown) { walk.all(shown, QString::fromLatin1(action)); };
}

void run(MainWindow& window, std::size_t kept) {
  window.runMode().setSpeed(0);
  pressKeys(window, Qt::Key_F5);
  QTRY_COMPARE_WITH_TIMEOUT(window.session().runs().size(), kept, 30'000);
}

}  // namespace

class AccessibleNamesTest : public QObject {
  Q_OBJECT

  static void checked(const Walk& walk, int least) {
    QVERIFY2(walk.seen() >= least, qPrintable(QString::number(walk.seen())));
    QVERIFY2(walk.unnamed().isEmpty(),
             qPrintable(QLatin1Char('\n') + walk.unnamed().join(QLatin1Char('\n'))));
  }

 private slots:
  void theWalkFindsWhatHasNoName() {
    QWidget window;
    auto* good = new QPushButton(QStringLiteral("Run"), &window);
    Walk walk;
    walk.all(window, QStringLiteral("a window"));
    QCOMPARE(walk.seen(), 1);
    QVERIFY(walk.unnamed().isEmpty());
    good->setText({});
    auto* field = new QLineEdit(QStringLiteral("what is in it is no name"), &window);
    field->setObjectName(QStringLiteral("field"));
    walk.all(window, QStringLiteral("a window"));
    QCOMPARE(walk.unnamed().size(), 2);
  }

  void designing() {
    const Sandbox sandbox;
    const auto window = openWindow();
    Walk walk;
    walk.all(*window, QStringLiteral("start"));
    openExample(*window, QStringLiteral("cache-warm-up"));
    QTest::qWait(300);
    showDocks(*window);
    walk.all(*window, QStringLiteral("design"));
    DesignDocument& document = window->session().document();
    document.select({{3}, {}, {}});
    walk.all(*window, QStringLiteral("design, a router"));
    document.select({{}, {}, {4}});
    walk.all(*window, QStringLiteral("design, a link"));
    window->canvasPane().showMatrix(true);
    walk.all(*window, QStringLiteral("matrix"));
    window->canvasPane().showMatrix(false);
    window->actions().at("edit.find")->trigger();
    walk.all(*window, QStringLiteral("find"));
    document.select({{3}, {}, {}});
    for (const char* action : {"insert.generate", "edit.array", "file.export", "file.report",
                               "edit.settings", "help.shortcuts", "help.about", "palette.open"})
      inDialog(*window, action, walkOver(walk, action));
    for (const char* action : {"study.curve", "study.transient", "study.shares", "study.messages",
                               "help.guide", "file.note", "lesson.write"})
      inOtherWindow(*window, action, walkOver(walk, action));
    const Design other = meshDesign();
    DifferenceDialog difference(QStringLiteral("A"), document.design(), QStringLiteral("B"), other,
                                Theme::light());
    walk.all(difference, QStringLiteral("difference"));
    CacheMapDialog map;
    walk.all(map, QStringLiteral("cache map"));
    checked(walk, 300);
  }

  void running() {
    const Sandbox sandbox;
    const auto window = openWindow();
    Walk walk;
    openExample(*window, QStringLiteral("cache-warm-up"));
    window->setMode(MainWindow::Mode::run);
    showDocks(*window);
    walk.all(*window, QStringLiteral("before a run"));
    pressKeys(*window, Qt::Key_F10);
    DesignDocument& document = window->session().document();
    QTRY_VERIFY(window->runMode().run().active());
    for (const Parts& parts : {Parts{}, Parts{{3}, {}, {}}, Parts{{}, {5}, {}},
                               Parts{{}, {}, {document.topology()->linkCount() - 1}}}) {
      document.select(parts);
      QTest::qWait(100);
      walk.all(*window, QStringLiteral("during a run"));
    }
    window->actions().at("run.follow")->trigger();
    QTest::qWait(100);
    walk.all(*window, QStringLiteral("a packet"));
    inDialog(*window, "run.until", walkOver(walk, "run.until"));
    inOtherWindow(*window, "run.whatIf", walkOver(walk, "run.whatIf"));
    checked(walk, 300);
  }

  void comparing() {
    const Sandbox sandbox;
    const auto window = openWindow();
    Walk walk;
    openExample(*window, QStringLiteral("mesh-transpose"));
    window->session().document().load(meshDesign());
    run(*window, 1);
    window->setMode(MainWindow::Mode::compare);
    walk.all(*window, QStringLiteral("nothing to compare"));
    window->setMode(MainWindow::Mode::run);
    window->session().document().setValue("traffic.load", 0.3);
    run(*window, 2);
    window->actions().at("study.runs")->trigger();
    showDocks(*window);
    walk.all(*window, QStringLiteral("kept runs"));
    window->setMode(MainWindow::Mode::compare);
    QTest::qWait(100);
    walk.all(*window, QStringLiteral("compare"));
    checked(walk, 120);
  }

  void learningAndExploring() {
    const Sandbox sandbox;
    const auto window = openWindow();
    Walk walk;
    window->learnMode().open(5);
    window->learnMode().player().next();
    walk.all(*window, QStringLiteral("learn"));
    window->actions().at("lesson.write")->trigger();
    LessonEditor& editor = *window->lessonFlows().editor();
    for (const int row : {0, 2}) {
      editor.findChild<QListWidget*>(QStringLiteral("lessonSteps"))->setCurrentRow(row);
      walk.all(editor, QStringLiteral("lesson editor %1").arg(row));
    }
    editor.leave();
    window->setMode(MainWindow::Mode::explore);
    for (const ExploreMode::Page page :
         {ExploreMode::Page::figures, ExploreMode::Page::rules, ExploreMode::Page::models,
          ExploreMode::Page::power, ExploreMode::Page::designSpace, ExploreMode::Page::studies}) {
      window->exploreMode().showPage(page);
      QTest::qWait(100);
      walk.all(*window, QStringLiteral("explore %1").arg(static_cast<int>(page)));
    }
    window->actions().at("study.cluster")->trigger();
    walk.all(*window->findChild<ClusterDialog*>(), QStringLiteral("a cluster"));
    checked(walk, 90);
  }

  void theCanvasTellsWhatIsSelected() {
    const Sandbox sandbox;
    const auto window = openWindow();
    openExample(*window, QStringLiteral("mesh-transpose"));
    NetworkCanvas& canvas = window->canvasPane().canvas();
    QAccessibleInterface* spoken = QAccessible::queryAccessibleInterface(&canvas);
    QVERIFY(spoken != nullptr);
    QCOMPARE(spoken->text(QAccessible::Name), QStringLiteral("Network canvas"));
    QVERIFY(spoken->text(QAccessible::Description).endsWith(QStringLiteral("Nothing selected.")));
    clickRouter(*window, 5);
    QVERIFY(spoken->text(QAccessible::Description).endsWith(QStringLiteral("Router 5 selected.")));
  }
};

HOPSCOPE_TEST(AccessibleNamesTest)
#include "accessible_names_test.moc"

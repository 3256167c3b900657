// SPDX-License-Identifier: GPL-3.0-or-later
// Every screen, with a translator that marks what it is asked for.
#include <QLabel>
#include <QListWidget>
#include <QTest>
#include <set>
#include <string>

#include "tests/support/test_main.h"
#include "tests/ui/shell/window_support.h"
#include "tests/ui/translation/marked_walk.h"
#include "ui/canvas/canvas_pane.h"
#include "ui/explore/design_space_page.h"
#include "ui/gallery/start_page.h"
#include "ui/lessons/lesson_editor.h"
#include "ui/lessons/lesson_player.h"
#include "ui/shell/actions.h"
#include "ui/shell/explore_mode.h"
#include "ui/shell/learn_mode.h"
#include "ui/shell/lesson_flows.h"
#include "ui/shell/project_session.h"
#include "ui/shell/run_mode.h"
#include "ui/studies/cluster_dialog.h"
#include "ui/studies/study_page.h"

using namespace hopscope;
using namespace hopscope::test;

class MarkedTextsTest : public QObject {
  Q_OBJECT

 private slots:
  void theWalkSeesWhatItShould() {
    QWidget window;
    auto* good = new QLabel(QStringLiteral("⟦Load⟧ 0.3"), &window);
    auto* nested = new QLabel(QStringLiteral("⟦Running, ⟦warm-up⟧⟧"), &window);
    Walk walk;
    walk.all(window, QStringLiteral("a window"));
    QVERIFY(walk.found().isEmpty());
    QVERIFY(good != nested);
    QLabel bad(QStringLiteral("Running ⟦now⟧"), &window);
    walk.all(window, QStringLiteral("a window"));
    QCOMPARE(walk.found().size(), 1);
    // The class of a link, and the same word where it is one of the interface.
    QLabel item(QStringLiteral("⟦Link 4⟧ · terminal · ⟦latency 1 ⟦cycle⟧⟧"), &window);
    walk.all(window, QStringLiteral("a window"));
    QCOMPARE(walk.found().size(), 1);
    QLabel within(QStringLiteral("⟦Link 4⟧ · terminal 4"), &window);
    walk.all(window, QStringLiteral("a window"));
    QCOMPARE(walk.found().size(), 2);
  }

  void everyTextCanBeTranslated() {
    const Brackets brackets;
    Walk walk;
    {
      const Sandbox sandbox;
      const auto window = openWindow();
      walk.all(*window, QStringLiteral("start"));
      openExample(*window, QStringLiteral("cache-warm-up"));
      QTest::qWait(300);
      walk.all(*window, QStringLiteral("design"));
      window->session().document().select({{3}, {}, {}});
      QTest::qWait(50);
      walk.all(*window, QStringLiteral("design, a router"));
      window->session().document().select({{}, {}, {4}});
      QTest::qWait(50);
      walk.all(*window, QStringLiteral("design, a link"));
      window->runMode().setSpeed(0);
      QTest::keyClick(window.get(), Qt::Key_F5);
      QTRY_COMPARE_WITH_TIMEOUT(window->session().runs().size(), std::size_t{1}, 30'000);
      QTest::qWait(100);
      walk.all(*window, QStringLiteral("run, a link"));
      window->session().document().select({{3}, {}, {}});
      QTest::qWait(300);
      walk.all(*window, QStringLiteral("run, a router"));
      window->session().document().select({});
      QTest::qWait(300);
      walk.all(*window, QStringLiteral("run"));
      const auto dialog = [&](const char* action, const QString& name) {
        answerModal([&](QWidget* shown) {
          walk.all(*shown, name);
          shown->close();
        });
        window->actions().at(action)->trigger();
      };
      window->setMode(MainWindow::Mode::explore);
      window->exploreMode().showPage(ExploreMode::Page::designSpace);
      QTRY_VERIFY_WITH_TIMEOUT(!window->findChild<DesignSpacePage*>()->busy(), 60'000);
      walk.all(*window->findChild<DesignSpacePage*>(), QStringLiteral("design space"));
      window->exploreMode().showPage(ExploreMode::Page::studies);
      walk.all(*window->findChild<StudyPage*>(), QStringLiteral("studies"));
      window->actions().at("study.cluster")->trigger();
      auto* cluster = window->findChild<ClusterDialog*>();
      walk.all(*cluster, QStringLiteral("a cluster"));
      cluster->close();
      window->setMode(MainWindow::Mode::run);
      dialog("insert.generate", QStringLiteral("generate"));
      dialog("file.export", QStringLiteral("export"));
      dialog("help.shortcuts", QStringLiteral("shortcuts"));
      dialog("help.about", QStringLiteral("about"));
      window->actions().at("study.curve")->trigger();
      QTest::qWait(50);
      for (QWidget* top : QApplication::topLevelWidgets())
        if (top != window.get() && top->isVisible()) {
          walk.all(*top, QStringLiteral("curve"));
          top->close();
        }
    }
    {
      const Sandbox sandbox;
      const auto window = openWindow();
      window->learnMode().open(5);
      window->runMode().setSpeed(0);
      window->learnMode().player().next();
      window->learnMode().player().doIt();
      QTRY_VERIFY_WITH_TIMEOUT(window->learnMode().player().done(), 30'000);
      walk.all(*window, QStringLiteral("learn"));
      window->actions().at("lesson.copy")->trigger();
      LessonEditor* editor = window->lessonFlows().editor();
      for (int row = 0; row < 3; ++row) {
        editor->findChild<QListWidget*>(QStringLiteral("lessonSteps"))->setCurrentRow(row);
        QTest::qWait(50);
        walk.all(*editor, QStringLiteral("writing a lesson"));
      }
      editor->close();
    }
    QVERIFY(walk.seen() > 1000);
    // Translators know all words of the engine that are shown.
    QVERIFY(brackets.engine.size() > 50);
    const std::set<std::string> known = knownWords();
    for (const std::string& words : brackets.engine)
      QVERIFY2(known.count(words) != 0, words.c_str());
    QVERIFY2(walk.found().isEmpty(),
             qPrintable(QLatin1Char('\n') + walk.found().join(QLatin1Char('\n'))));
  }
};

HOPSCOPE_TEST(MarkedTextsTest)
#include "marked_texts_test.moc"

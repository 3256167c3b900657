// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QDialog>
#include <QTest>

#include "tests/support/test_main.h"
#include "tests/ui/shell/window_support.h"
#include "ui/shell/actions.h"
#include "ui/shell/project_session.h"
#include "ui/shell/run_mode.h"

using namespace hopscope;
using namespace hopscope::test;

/// Every dialog has its buttons on a screen of 1080 rows whose desktop draws all at twice the size.
class DialogRoomTest : public QObject {
  Q_OBJECT

  QStringList large_;

  void look(const QWidget& dialog, const char* action) {
    const QSize least = dialog.minimumSizeHint().expandedTo(dialog.minimumSize());
    if (least.width() > 960 || least.height() > 500)
      large_ << QStringLiteral("%1: %2 by %3").arg(action).arg(least.width()).arg(least.height());
  }

  void modal(MainWindow& window, const char* action) {
    bool answered = false;
    answerModal([&](QWidget* shown) {
      look(*shown, action);
      shown->close();
      answered = true;
    });
    window.actions().at(action)->trigger();
    QTRY_VERIFY2(answered, action);
  }

  void modeless(MainWindow& window, const char* action) {
    window.actions().at(action)->trigger();
    QTest::qWait(50);
    int seen = 0;
    for (QWidget* top : QApplication::topLevelWidgets()) {
      if (top == &window || !top->isVisible()) continue;
      look(*top, action);
      top->close();
      ++seen;
    }
    QVERIFY2(seen == 1, action);
  }

 private slots:
  void allOfThemShrinkToASmallScreen() {
    const Sandbox sandbox;
    const auto window = openWindow();
    openExample(*window, QStringLiteral("cache-warm-up"));
    QTest::qWait(300);
    window->session().document().select({{3}, {}, {}});
    for (const char* action : {"insert.generate", "edit.array", "file.export", "file.report",
                               "edit.settings", "help.shortcuts", "help.about"})
      modal(*window, action);
    for (const char* action : {"study.curve", "study.transient", "study.shares", "study.messages",
                               "help.guide", "file.note", "lesson.write"})
      modeless(*window, action);
    window->setMode(MainWindow::Mode::run);
    pressKeys(*window, Qt::Key_F10);
    QTRY_VERIFY(window->runMode().run().active());
    modal(*window, "run.until");
    modeless(*window, "run.whatIf");
    QVERIFY2(large_.isEmpty(), qPrintable(large_.join(QStringLiteral("; "))));
  }
};

HOPSCOPE_TEST(DialogRoomTest)
#include "dialog_room_test.moc"

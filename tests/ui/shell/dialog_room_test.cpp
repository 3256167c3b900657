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

  std::function<void(QWidget&)> look(const char* action) {
    return [this, action](const QWidget& dialog) {
      const QSize least = dialog.minimumSizeHint().expandedTo(dialog.minimumSize());
      if (least.width() > 960 || least.height() > 500)
        large_ << QStringLiteral("%1: %2 by %3").arg(action).arg(least.width()).arg(least.height());
    };
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
      inDialog(*window, action, look(action));
    for (const char* action : {"study.curve", "study.transient", "study.shares", "study.messages",
                               "help.guide", "file.note", "lesson.write"})
      inOtherWindow(*window, action, look(action));
    window->setMode(MainWindow::Mode::run);
    pressKeys(*window, Qt::Key_F10);
    QTRY_VERIFY(window->runMode().run().active());
    inDialog(*window, "run.until", look("run.until"));
    inOtherWindow(*window, "run.whatIf", look("run.whatIf"));
    QVERIFY2(large_.isEmpty(), qPrintable(large_.join(QStringLiteral("; "))));
  }
};

HOPSCOPE_TEST(DialogRoomTest)
#include "dialog_room_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// No mouse: every action is reached by keys.
#include <QAction>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTest>

#include "tests/support/test_main.h"
#include "tests/ui/shell/window_support.h"
#include "ui/shell/actions.h"
#include "ui/shell/command_palette.h"

using namespace hopscope;
using namespace hopscope::test;

namespace {

/// The action, found in the palette by typing its words, and done by Return.
void runFromPalette(MainWindow& window, const QAction& action) {
  const QString words = QString(action.text()).remove(QChar(0x2026));
  answerModal([words](QWidget* dialog) {
    auto* palette = qobject_cast<CommandPalette*>(dialog);
    auto* field = dialog->findChild<QLineEdit*>(QStringLiteral("paletteField"));
    QVERIFY(palette != nullptr && field != nullptr);
    QTest::keyClicks(field, words);
    const auto at = palette->listed().indexOf(words);
    if (at < 0) {
      QTest::qFail(qPrintable(QStringLiteral("not in the palette: ") + words), __FILE__, __LINE__);
      QTest::keyClick(field, Qt::Key_Escape);
      return;
    }
    for (qsizetype i = 0; i < at; ++i) QTest::keyClick(field, Qt::Key_Down);
    QTest::keyClick(field, Qt::Key_Return);
  });
  pressKeys(window, Qt::Key_K, Qt::ControlModifier);
}

}  // namespace

class KeyboardTest : public QObject {
  Q_OBJECT

 private slots:
  void everyActionIsInThePalette() {
    const Sandbox sandbox;
    const auto window = openWindow();
    openExample(*window, QStringLiteral("mesh-transpose"));
    QAction* palette = window->actions().at("palette.open");
    for (QAction* action : window->actions().all()) {
      if (action == palette) continue;  // it is how the others are reached
      // What it does is tested elsewhere; here, that it is told to.
      QObject::disconnect(action, &QAction::triggered, nullptr, nullptr);
      action->setEnabled(true);
      const QSignalSpy triggered(action, &QAction::triggered);
      runFromPalette(*window, *action);
      for (int i = 0; i < 50 && triggered.isEmpty(); ++i) QTest::qWait(5);
      QVERIFY2(triggered.count() == 1, qPrintable(action->objectName()));
    }
  }
};

HOPSCOPE_TEST(KeyboardTest)
#include "keyboard_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFile>
#include <QListWidget>
#include <QTest>
#include <QTextBrowser>

#include "tests/support/test_main.h"
#include "tests/ui/shell/window_support.h"
#include "ui/shell/actions.h"
#include "ui/shell/help_window.h"

using namespace hopscope;
using namespace hopscope::test;

class HelpTest : public QObject {
  Q_OBJECT

 private slots:
  void f1OpensThePageOfTheMode() {
    const Sandbox sandbox;
    const auto window = openWindow();
    QTest::keyClick(window.get(), Qt::Key_F1);
    auto* help = window->findChild<HelpWindow*>();
    QVERIFY(help != nullptr);
    QTRY_VERIFY(help->isVisible());
    QCOMPARE(help->page(), QStringLiteral("1-start"));
    openExample(*window, QStringLiteral("mesh-transpose"));
    window->actions().at("help.guide")->trigger();
    QCOMPARE(help->page(), QStringLiteral("2-design"));
    QVERIFY(!help->isModal());
  }

  void everyPageIsShownWithTheActionsNames() {
    const Sandbox sandbox;
    const auto window = openWindow();
    HelpWindow help(window->actions(), window.get());
    help.show();
    auto* list = help.findChild<QListWidget*>();
    auto* text = help.findChild<QTextBrowser*>();
    QCOMPARE(list->count(), static_cast<int>(HelpWindow::pages().size()));
    QVERIFY(list->count() >= 5);
    for (int i = 0; i < list->count(); ++i) {
      QTest::mouseClick(list->viewport(), Qt::LeftButton, Qt::NoModifier,
                        list->visualItemRect(list->item(i)).center());
      const QString shown = text->toPlainText();
      QVERIFY(shown.startsWith(list->item(i)->text()));
      QVERIFY2(!shown.contains(QLatin1Char('{')), qPrintable(shown));
      const qsizetype spaces = shown.count(QLatin1Char(' '));
      QVERIFY2(spaces < 400, qPrintable(QString::number(spaces) + shown.left(40)));  // no book
    }
    help.showPage(QStringLiteral("3-run"));
    QVERIFY(text->toPlainText().contains(QStringLiteral("Run or pause (F5)")));
  }

  void linksLeadToPages() {
    const Sandbox sandbox;
    const auto window = openWindow();
    HelpWindow help(window->actions(), window.get());
    help.showPage(QStringLiteral("1-start"));
    emit help.findChild<QTextBrowser*>()->anchorClicked(QUrl(QStringLiteral("5-learn.md")));
    QCOMPARE(help.page(), QStringLiteral("5-learn"));
  }
};

HOPSCOPE_TEST(HelpTest)
#include "help_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lessons/lesson_text.h"

#include <QLocale>
#include <QTest>
#include <map>
#include <string>

#include "tests/support/test_main.h"
#include "ui/lessons/lesson_facts.h"

using namespace hopscope;

class LessonTextTest : public QObject {
  Q_OBJECT

 private slots:
  void numbersInTextFollowTheLocale() {
    LessonFacts facts;
    facts.cycle = 12345;
    const std::map<std::string, LessonFacts> kept;
    const LessonView view{&facts, &kept};
    QLocale::setDefault(QLocale::German);
    const QString german = lessonText("at {cycle}, {cycle / 10:2}, {accepted:3}", view);
    QLocale::setDefault(QLocale::C);
    QCOMPARE(german, QStringLiteral("at 12.345, 1.234,50, –"));
    QCOMPARE(lessonText("{cycle / 24690:%}", view), QStringLiteral("50\u00a0%"));
    Sentence problem;
    placeholdersOf("{cycle:x}", problem);
    QVERIFY(!problem.empty());
    problem = {};
    placeholdersOf("{cycle", problem);
    QVERIFY(!problem.empty());
  }
};

HOPSCOPE_TEST(LessonTextTest)
#include "lesson_text_test.moc"

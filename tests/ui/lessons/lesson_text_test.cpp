// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lessons/lesson_text.h"

#include <QLocale>
#include <QRegularExpression>
#include <QTest>
#include <map>
#include <string>

#include "tests/support/test_main.h"
#include "ui/lessons/lesson_facts.h"
#include "ui/lessons/lesson_library.h"

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

  void wordsAreBoldOrItalic() {
    const QString words = lessonRichText(
        QStringLiteral("**Bold** words, *one* or *two of them*; **2 * 3** is 2*3*1, and a<b."));
    QVERIFY2(words.contains(QStringLiteral("<b>Bold</b> words, <i>one</i> or <i>two of them</i>; "
                                           "<b>2 * 3</b> is 2*3*1, and a&lt;b.")),
             qPrintable(words));
    for (const Lesson& lesson : lessons())
      for (const LessonStep& step : lesson.steps) {
        QString shown = lessonRichText(lessonText(step.text));
        shown.remove(QRegularExpression(QStringLiteral("\\{[^}]*\\}")));  // numbers to come
        QVERIFY2(!shown.contains(QLatin1Char('*')), qPrintable(shown));
      }
  }
};

HOPSCOPE_TEST(LessonTextTest)
#include "lesson_text_test.moc"

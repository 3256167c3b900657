// SPDX-License-Identifier: GPL-3.0-or-later
// `lesson`: whether a file is a lesson, and whether what it claims is so.
#include <QObject>
#include <QTemporaryDir>
#include <QTest>

#include "tests/app/command_line.h"
#include "tests/support/test_main.h"

using namespace hopscope::test;

namespace {

/// A step about a small mesh, with what it claims of the accepted load.
QByteArray lessonClaiming(const QByteArray& claim) {
  return R"({"schema": "hopscope.lesson/1", "title": "Small", "why": "It is short.", "minutes": 2,
    "design": {"schema": "hopscope.design/1", "topology": {"kind": "mesh", "dimensions": [4, 4]},
      "traffic": {"load": 0.2, "packet_flits": 4}, "run": {"warmup": 1000, "measure": 4000}},
    "steps": [{"title": "Run", "text": "Watch it.", "question": {"ask": "What?", "answers": [
        {"text": "Stable", "when": ["verdict == stable"]},
        {"text": "Saturated", "when": ["verdict == saturated"]}]},
      "task": "Press **Run**.", "do": [{"run": true}],
      "until": ["run == finished", ")" +
         claim + R"("], "found": "It accepts {accepted:3}."}]})";
}

}  // namespace

class LessonCommandTest : public QObject {
  Q_OBJECT

  CommandResult command(const QStringList& arguments, const QByteArray& input = {}) const {
    return runCommand(folder_.path(), arguments, input);
  }

  QTemporaryDir folder_;

 private slots:
  void aTrueLessonIsTold();
  void aFalseClaimIsFound();
  void whatIsNoLessonIsRefused();
};

void LessonCommandTest::aTrueLessonIsTold() {
  const CommandResult result = command({"lesson", "-"}, lessonClaiming("accepted < 0.9"));
  QCOMPARE(result.exitCode, 0);
  QVERIFY2(result.err.isEmpty(), result.err.constData());
  QCOMPARE(result.out, QByteArray("Small\n  1  Run: \"Stable\"\n"));
}

void LessonCommandTest::aFalseClaimIsFound() {
  const QByteArray lesson = lessonClaiming("accepted > 0.9");
  const CommandResult result = command({"lesson", "-"}, lesson);
  QCOMPARE(result.exitCode, 1);
  QVERIFY(result.out.isEmpty());
  QVERIFY2(result.err.startsWith("standard input: steps[0].until[1]: \"accepted > 0.9\" does not "
                                 "hold: accepted = 0."),
           result.err.constData());
  // Nothing of that is known before it is run.
  QCOMPARE(command({"lesson", "-", "--read"}, lesson).exitCode, 0);
}

void LessonCommandTest::whatIsNoLessonIsRefused() {
  const CommandResult quantity = command({"lesson", "-"}, lessonClaiming("acepted > 0.9"));
  QCOMPARE(quantity.exitCode, 2);
  QVERIFY2(quantity.err.startsWith("standard input: steps[0].until[1]: "),
           quantity.err.constData());
  QVERIFY(quantity.err.contains("Did you mean \"accepted\"?"));
  const QByteArray whole = lessonClaiming("accepted < 0.9");
  for (const QByteArray& hostile :
       {QByteArray(), whole.left(300), QByteArray(200'000, '['), QByteArray(9 << 20, ' '),
        lessonClaiming(QByteArray(5000, '1') + " > 0"), command({"new", "torus"}).out}) {
    const CommandResult result = command({"lesson", "-"}, hostile);
    QCOMPARE(result.exitCode, 2);
    QVERIFY2(result.err.startsWith("standard input: "), result.err.left(200).constData());
    QVERIFY(result.out.isEmpty());
  }
  const CommandResult missing = command({"lesson", "missing.lesson.json"});
  QCOMPARE(missing.exitCode, 2);
  QVERIFY(missing.err.contains("missing.lesson.json"));
}

HOPSCOPE_TEST(LessonCommandTest)
#include "lesson_command_test.moc"

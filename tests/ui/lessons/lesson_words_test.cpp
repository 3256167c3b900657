// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lessons/lesson_words.h"

#include <QTest>
#include <nlohmann/json.hpp>
#include <string_view>

#include "tests/support/test_main.h"
#include "ui/lessons/lesson_beginnings.h"
#include "ui/lessons/lesson_library.h"
#include "ui/lessons/lesson_reader.h"
#include "ui/lessons/lesson_trial.h"

using namespace hopscope;

namespace {

/// The part as its words say it again.
LessonJson again(LessonWords kind, const LessonJson& part) {
  return partOf(kind, wordsOf(kind, part));
}

const Lesson& lessonCalled(const char* name) {
  for (const Lesson& lesson : lessons())
    if (lesson.name.rfind(name, 0) == 0) return lesson;
  qFatal("no lesson %s", name);
}

}  // namespace

class LessonWordsTest : public QObject {
  Q_OBJECT

 private slots:
  void actionsAreLines() {
    const LessonJson list = LessonJson::parse(R"([{"set": {"traffic.load": 0.4, "run.seed": 2}},
      {"open": {"schema": "x", "topology": {"kind": "ring"}}}, {"select": "hottest_link"},
      {"run": true}])");
    QCOMPARE(wordsOf(LessonWords::actions, list),
             std::string("traffic.load = 0.4\nrun.seed = 2\n"
                         "open {\"schema\":\"x\",\"topology\":{\"kind\":\"ring\"}}\n"
                         "select hottest_link\nrun"));
    QVERIFY(again(LessonWords::actions, list) == list);
    QVERIFY(partOf(LessonWords::actions, "  switch.latency =  90 ns \n\n run\n") ==
            LessonJson::parse(R"([{"set": {"switch.latency": "90 ns"}}, {"run": true}])"));
    // What the lines have no words for is JSON.
    for (const char* odd : {R"([{"run": false}])", R"(["run"])", R"([{"set": {}, "run": true}])",
                            R"([{"set": {"a = b": 1}}])", R"([{"select": ""}])"}) {
      const LessonJson part = LessonJson::parse(odd);
      QVERIFY2(again(LessonWords::actions, part) == part, odd);
    }
  }

  void conditionsFiguresAndColumns() {
    const LessonJson conditions = LessonJson::parse(R"(["run == finished", "accepted < 0.6"])");
    QVERIFY(again(LessonWords::conditions, conditions) == conditions);
    QVERIFY(partOf(LessonWords::conditions, "run == finished ;accepted < 0.6") == conditions);
    QVERIFY(partOf(LessonWords::conditions, " \n ").is_null());
    for (const char* odd : {"[\"a;b\"]", "[5]", "[\"a\\nb\"]", "[\"[a\"]", "[\" a\"]", "[]"}) {
      const LessonJson part = LessonJson::parse(odd);
      QVERIFY2(again(LessonWords::conditions, part) == part ||
                   (part.empty() && again(LessonWords::conditions, part).is_null()),
               odd);
    }
    const LessonJson rows = LessonJson::parse(
        R"([{"label": "Latency", "value": "latency:1", "unit": "cycles"},
            {"label": "Outcome", "value": "verdict"}])");
    QCOMPARE(wordsOf(LessonWords::rows, rows),
             std::string("Latency | latency:1 | cycles\nOutcome | verdict"));
    QVERIFY(again(LessonWords::rows, rows) == rows);
    const LessonJson odd = LessonJson::parse(R"([{"label": "a|b", "value": "x"}])");
    QVERIFY(again(LessonWords::rows, odd) == odd);
    const LessonJson columns =
        LessonJson::parse(R"([{"title": "4 flits", "run": "idle"}, {"title": "now"}])");
    QCOMPARE(wordsOf(LessonWords::columns, columns), std::string("4 flits = idle | now"));
    QVERIFY(again(LessonWords::columns, columns) == columns);
  }

  void placesBelongToSteps() {
    QVERIFY((stepAndPlace("steps[12].until[0]") ==
             std::pair<std::size_t, std::string>{13, "until[0]"}));
    QVERIFY((stepAndPlace("steps[0]") == std::pair<std::size_t, std::string>{1, ""}));
    QVERIFY((stepAndPlace("design.traffic") ==
             std::pair<std::size_t, std::string>{0, "design.traffic"}));
    QVERIFY((stepAndPlace("steps[x") == std::pair<std::size_t, std::string>{0, "steps[x"}));
  }

  /// Played without a window, a lesson comes to what it says: with runs, changed settings, figures
  /// beside each other, and a selection.
  void lessonsOfTheProgramAreTrue() {
    for (const char* name : {"1-", "5-", "6-"}) {
      const Lesson& lesson = lessonCalled(name);
      const LessonTrial trial = tryLesson(lesson);
      QVERIFY(trial.complete);
      QVERIFY2(trial.issues.empty(),
               trial.issues.empty() ? "" : describe(trial.issues.front()).c_str());
      for (std::size_t s = 0; s < lesson.steps.size(); ++s)
        QCOMPARE(trial.cameOut[s].has_value(), !lesson.steps[s].question.ask.empty());
    }
  }

  void whatIsNotTrueIsFound_data() {
    QTest::addColumn<QString>("pointer");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("words");
    const auto row = [](const char* name, const char* pointer, const char* value, const char* path,
                        const char* words) {
      QTest::newRow(name) << QString::fromLatin1(pointer) << QString::fromLatin1(value)
                          << QString::fromLatin1(path) << QString::fromLatin1(words);
    };
    row("claim", "/steps/1/until/2", "\"waiting > 100 * latency\"", "steps[1].until[2]",
        "does not hold: latency = ");
    row("before", "/steps/1/until", R"(["traffic.load < 1"])", "steps[1].until",
        "before anything is done");
    row("no answer", "/steps/2/question/answers/0/when", R"(["hops > 100"])",
        "steps[2].question.answers", "None of the answers");
    row("two answers", "/steps/2/question/answers/2/when", R"(["hops > 0"])",
        "steps[2].question.answers[2].when", "Answers 1 and 3");
    row("no number", "/steps/0/text", "\"{latency:1}\"", "steps[0].text", "{latency:1}");
    row("no figure", "/steps/1/figures/rows/0/value", "\"hit_rate:1\"",
        "steps[1].figures.rows[0].value", "Wires");
  }

  void whatIsNotTrueIsFound() {
    QFETCH(QString, pointer);
    QFETCH(QString, value);
    QFETCH(QString, path);
    QFETCH(QString, words);
    nlohmann::json json = nlohmann::json::parse(lessonCalled("1-").json);
    json["steps"].erase(3);
    json["steps"].erase(3);
    json[nlohmann::json::json_pointer(pointer.toStdString())] =
        nlohmann::json::parse(value.toStdString());
    const LessonFile read = readLesson(json.dump(), "own.json");
    QVERIFY2(read.lesson, read.issues.empty() ? "" : describe(read.issues.front()).c_str());
    const LessonTrial trial = tryLesson(*read.lesson);
    QVERIFY(trial.complete && !trial.issues.empty());
    QCOMPARE(QString::fromStdString(trial.issues.front().path), path);
    QVERIFY2(trial.issues.front().text.english().find(words.toStdString()) != std::string::npos,
             trial.issues.front().text.english().c_str());
  }

  /// A trial sees runs at their end: what is so before it is neither true nor false there.
  void whatIsSoDuringARunIsPassedOver() {
    nlohmann::json json = nlohmann::json::parse(lessonCalled("1-").json);
    for (const char* claim : {"run == paused", "run != finished", "cycle < 2"}) {
      json["steps"][1]["until"] = {claim};
      LessonFile read = readLesson(json.dump(), "own.json");
      QVERIFY2(read.lesson, read.issues.empty() ? "" : describe(read.issues.front()).c_str());
      read.lesson->steps.resize(2);
      const LessonTrial trial = tryLesson(*read.lesson);
      const bool before = std::string_view(claim) != "run == paused";
      QVERIFY(trial.complete);
      // Two of them hold before the run is begun, and that is told.
      QCOMPARE(trial.issues.size(), std::size_t{before ? 1U : 0U});
      QCOMPARE(trial.passedOver.size(), std::size_t{1});
      QCOMPARE(trial.passedOver.front().path, std::string("steps[1].until[0]"));
    }
  }

  void aTrialStops() {
    std::stop_source stop;
    const LessonTrial trial =
        tryLesson(lessonCalled("6-"), stop.get_token(), [&stop](std::size_t step) {
          if (step == 2) stop.request_stop();
        });
    QVERIFY(!trial.complete);
    QVERIFY(trial.issues.empty());
  }
};

HOPSCOPE_TEST(LessonWordsTest)
#include "lesson_words_test.moc"

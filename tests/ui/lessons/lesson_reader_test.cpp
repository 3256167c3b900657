// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lessons/lesson_reader.h"

#include <QFile>
#include <QTest>
#include <nlohmann/json.hpp>
#include <set>

#include "tests/support/test_main.h"
#include "ui/lessons/lesson_library.h"

using namespace hopscope;

namespace {

using Json = nlohmann::json;

Json original() {
  QFile file(QStringLiteral(":/lessons/1-latency.json"));
  if (!file.open(QIODevice::ReadOnly)) qFatal("the lesson is missing");
  return Json::parse(file.readAll().toStdString());
}

/// The first thing that is wrong; empty where nothing is.
Issue wrong(const Json& json) {
  const LessonFile read = readLesson(json.dump(), "own.json");
  if (read.lesson.has_value() != read.issues.empty()) qFatal("a lesson with issues");
  return read.issues.empty() ? Issue{} : read.issues.front();
}

}  // namespace

class LessonReaderTest : public QObject {
  Q_OBJECT

 private slots:
  void theLessonsOfTheProgramCanBeRead() {
    QCOMPARE(lessons().size(), std::size_t{11});
    // In the order of their numbers: the tenth comes last, not second.
    QVERIFY(lessons().back().name.rfind("11-", 0) == 0);
    std::set<std::string> titles;
    for (const Lesson& lesson : lessons()) {
      QVERIFY(titles.insert(lesson.title).second);
      QVERIFY(!lesson.why.empty());
      QVERIFY(lesson.steps.size() >= 4);
    }
    QVERIFY(wrong(original()).text.empty());
  }

  void whatIsWrongIsSaidByFileAndPlace_data() {
    QTest::addColumn<QString>("pointer");
    QTest::addColumn<QString>("value");  // JSON; empty: the key is taken out
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("words");
    const auto row = [](const char* name, const char* pointer, const char* value, const char* path,
                        const char* words) {
      QTest::newRow(name) << QString::fromLatin1(pointer) << QString::fromLatin1(value)
                          << QString::fromLatin1(path) << QString::fromLatin1(words);
    };
    row("key of the lesson", "/titel", "\"x\"", "own.json: titel", "Did you mean \"title\"?");
    row("key of a step", "/steps/1/unitl", "[]", "own.json: steps[1].unitl",
        "Did you mean \"until\"?");
    row("key of an action", "/steps/1/do/0/runs", "true", "own.json: steps[1].do[0].runs", "run");
    row("key of a figure", "/steps/1/figures/rows/0/units", "\"x\"",
        "own.json: steps[1].figures.rows[0].units", "Did you mean \"unit\"?");
    row("missing key", "/steps/2/title", "", "own.json: steps[2].title", "\"title\" is missing");
    row("other schema", "/schema", "\"hopscope.lesson/2\"", "own.json: schema",
        "hopscope.lesson/1");
    row("no text", "/steps/0/text", "5", "own.json: steps[0].text", "no text");
    row("no list", "/steps/1/until", "\"run == finished\"", "own.json: steps[1].until", "no list");
    row("minutes", "/minutes", "0", "own.json: minutes", "1 to 60");
    row("no steps", "/steps", "[]", "own.json: steps", "1 to 30");
    row("unknown quantity", "/steps/1/until/0", "\"acepted < 1\"", "own.json: steps[1].until[0]",
        "Did you mean \"accepted\"?");
    row("unknown word", "/steps/1/until/0", "\"verdict == satured\"", "own.json: steps[1].until[0]",
        "Did you mean \"saturated\"?");
    row("question without answers", "/steps/2/question/answers", "",
        "own.json: steps[2].question.answers", "\"answers\" is missing");
    row("one answer", "/steps/2/question/answers", R"([{"text": "x", "when": ["accepted < 1"]}])",
        "own.json: steps[2].question.answers", "2 to 6 answers");
    row("answer that always holds", "/steps/2/question/answers/0/when", "[]",
        "own.json: steps[2].question.answers[0].when", "holds of any outcome");
    row("answer by an unknown quantity", "/steps/2/question/answers/1/when/0", "\"acepted < 1\"",
        "own.json: steps[2].question.answers[1].when[0]", "Did you mean \"accepted\"?");
    row("question without a task", "/steps/0/question",
        R"({"ask": "?", "answers": [{"text": "x", "when": ["accepted < 1"]},)"
        R"( {"text": "y", "when": ["accepted > 1"]}]})",
        "own.json: steps[0].question", "Nothing is done in this step");
    row("no comparison", "/steps/1/until/0", "\"accepted\"", "own.json: steps[1].until[0]",
        "compares nothing");
    row("outcome not kept yet", "/steps/1/until/0", "\"latency > long.latency\"",
        "own.json: steps[1].until[0]", "long.latency");
    row("unknown column", "/steps/2/figures/columns/0/run", "\"nobody\"",
        "own.json: steps[2].figures.columns[0].run", "nobody");
    row("unknown setting", "/steps/2/do/0/set", R"({"traffic.laod": 1})",
        "own.json: steps[2].do.set.traffic.laod", "traffic.load");
    row("value out of range", "/steps/2/do/0/set", R"({"traffic.load": 3})",
        "own.json: steps[2].do.set.traffic.load", "1");
    row("unknown panel", "/steps/2/panel", "\"propertys\"", "own.json: steps[2].panel",
        "Did you mean \"properties\"?");
    row("unknown highlight", "/steps/1/highlight", "\"button\"", "own.json: steps[1].highlight",
        "canvas");
    row("highlight of no router", "/steps/0/highlight", "\"router:99\"",
        "own.json: steps[0].highlight", "router:99");
    row("highlight of no link", "/steps/0/highlight", "\"link:x\"", "own.json: steps[0].highlight",
        "named by its id");
    row("highlight of no setting", "/steps/2/highlight", "\"setting:traffic.x\"",
        "own.json: steps[2].highlight", "traffic.x");
    row("number in a text", "/steps/1/found", "\"{latency\"", "own.json: steps[1].found",
        "not closed");
    row("quantity in a text", "/steps/1/found", "\"{latence}\"", "own.json: steps[1].found",
        "latence");
    row("task without an end", "/steps/1/until", "", "own.json: steps[1].until", "belong together");
    row("something after a run", "/steps/1/do/1", R"({"set": {"traffic.load": 0.1}})",
        "own.json: steps[1].do", "comes last");
    row("design that can't run", "/design/topology/dimensions", "[0, 4]",
        "own.json: design.topology.dimensions", "");
    row("unknown key of the design", "/design/trafic", "{}", "own.json: design.trafic", "traffic");
  }

  void whatIsWrongIsSaidByFileAndPlace() {
    QFETCH(QString, pointer);
    QFETCH(QString, value);
    QFETCH(QString, path);
    QFETCH(QString, words);
    Json json = original();
    const Json::json_pointer place(pointer.toStdString());
    if (value.isEmpty())
      json[place.parent_pointer()].erase(place.back());
    else
      json[place] = Json::parse(value.toStdString());
    const Issue issue = wrong(json);
    QCOMPARE(QString::fromStdString(issue.path), path);
    const QString said =
        QString::fromStdString(issue.text.english() + " " + issue.remedy.english());
    QVERIFY2(said.contains(words), qPrintable(said));
  }

  void whatIsNoJsonIsRefused() {
    for (const char* text : {"", "{", "[]", "{\"a\": 1, \"a\": 2}", "5"}) {
      const LessonFile read = readLesson(text, "own.json");
      QVERIFY2(!read.lesson && !read.issues.empty(), text);
      QVERIFY(read.issues.front().path.rfind("own.json: ", 0) == 0);
    }
  }
};

HOPSCOPE_TEST(LessonReaderTest)
#include "lesson_reader_test.moc"

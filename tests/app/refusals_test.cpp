// SPDX-License-Identifier: GPL-3.0-or-later
// What the program says of wrong input: the file, the place, and what is allowed instead.
#include <QDir>
#include <QFile>
#include <QObject>
#include <QTemporaryDir>
#include <QTest>

#include "tests/app/command_line.h"
#include "tests/support/test_main.h"

using namespace hopscope::test;

class RefusalsTest : public QObject {
  Q_OBJECT

  CommandResult command(const QStringList& arguments, const QByteArray& input = {}) const {
    return runCommand(folder_.path(), arguments, input);
  }
  void write(const char* name, const QByteArray& text) const {
    QFile file(folder_.filePath(name));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
  }

  QTemporaryDir folder_;

 private slots:
  void initTestCase();
  void refuses_data();
  void refuses();
  void warns();
  void whatIsUnknownIsEmpty();
  void programsOfferNoLoad();
};

void RefusalsTest::initTestCase() {
  write("ring.json", R"({"schema": "hopscope.design/1", "topology": {"kind": "ring", "routers": 4},
    "run": {"warmup": 50, "measure": 100}})");
  write("two.json", readFile(folder_.filePath("ring.json")) + " {}");
  write("nul.json", QByteArray(1, '\0') + "{}");
  write("cut.json", readFile(folder_.filePath("ring.json")).chopped(1));
  write("dup.json", R"({"schema": "hopscope.design/1", "schema": "hopscope.design/1"})");
  write("section.json", R"({"schema": "hopscope.design/1", "topology": {"kind": "dragonfly"},
    "channels": {"local": 5}})");
  write("long.json", R"({"schema": "hopscope.design/1", "topology": {"kind": "ring"},
    "run": {"warmup": "1e9 s"}})");
  write("seed.json", R"({"schema": "hopscope.design/1", "topology": {"kind": "ring", "routers": 4},
    "run": {"seed": 9007199254740991, "replications": 3}})");
  write("places.txt", "0 1, 2  # a row\n3 x\n");
  write("few.txt", "0 1 2");
  QVERIFY(QDir(folder_.path()).mkdir("folder"));
}

void RefusalsTest::refuses_data() {
  QTest::addColumn<QStringList>("arguments");
  QTest::addColumn<QByteArray>("input");
  QTest::addColumn<QByteArray>("says");
  const auto row = [](const char* name, const QStringList& arguments, const char* says,
                      const QByteArray& input = {}) {
    QTest::newRow(name) << arguments << input << QByteArray(says);
  };
  row("after the end", {"check", "two.json"},
      "The document has ended before this: \"{\" follows its end. Keep one document in a file.");
  row("a byte of 0", {"check", "nul.json"},
      "nul.json, line 1, column 1: A byte of 0 stands here: this is no text.");
  row("cut off", {"check", "cut.json"}, "The document ends in the middle.");
  row("file before path", {"check", "dup.json"}, "dup.json, ");
  const QStringList sweep{"sweep", "seed.json", "--over", "traffic.load=0.1,0.2"};
  row("file of a sweep", sweep, "seed.json, run.seed: The last of 3 replications");
  row("file that is changed", sweep + QStringList{"--set", "run.measure=100"},
      "run.seed: The last of 3 replications");
  row("matrix", {"run", "ring.json", "--matrix", "m.csv"},
      "--matrix: The design has no application. Give one with --application.");
  row("matrix of several runs",
      {"run", "ring.json", "--application", "ping_pong(ranks=2 bytes=8)", "--set",
       "run.replications=2", "--matrix", "m.csv"},
      "--matrix: It is of a single run. Set run.replications to 1.");
  row("mapping", {"run", "ring.json", "--mapping", "random"},
      "--mapping: It is of the applications that --application gives.");
  const auto mapped = [](const char* file) {
    return QStringList{"run", "ring.json", "--application", "halo(ranks=4)", "--mapping", file};
  };
  row("word in a mapping", mapped("places.txt"),
      "places.txt, line 2: \"x\" is no number of a terminal. Write the terminal of each rank");
  row("mapping that misses ranks", mapped("few.txt"), "few.txt, applications.0.places: ");
  row("no such mapping", mapped("none.txt"),
      "--mapping none.txt: There is no mapping and no file of this name. Name a file with the "
      "terminal of each rank, or one of linear, ");
  row("mapping with a slip", mapped("lineer"), "Did you mean \"linear\"?");
  row("folder of commands", {"run", "ring.json", "--commands", "folder"},
      "folder: This is a folder. Name a file of commands.");
  row("folder to import", {"import", "folder"}, "Name a file to import.");
  row("folder of a demand", {"decompose", "folder", "--scheduler", "solstice"},
      "Name a table of a demand (CSV).");
  row("folder of a design", {"check", "folder"}, "Name a design document (JSON).");
  row("seed", {"run", "ring.json", "--seed", "99999999999999999999"},
      "Seed cannot be \"99999999999999999999\".");
  for (const char* command : {"check", "run"})
    row(command,
        {command, "ring.json", "--set", "run.seed=9007199254740991", "--set", "run.replications=3"},
        "The last of 3 replications would have the seed 9007199254740993, past the largest there "
        "is. With so many, 9007199254740989 is the largest that is allowed.\n");
  row("application", {"run", "ring.json", "--application", "ping(ranks=2)"},
      "Did you mean \"ping_pong\"?");
  row("families", {"explore", "-"}, "There is no topology \"foo\". Known here: mesh, ",
      R"({"schema": "hopscope.explore/1", "families": ["foo"]})");
  row("scheduler", {"decompose", "-", "--scheduler", "foo"},
      "There is no scheduler \"foo\". Known: ");
  row("section", {"check", "section.json"},
      "\"channels.local\" is a section, not a setting. Write an object with its settings: "
      "channels.local.");
  row("too long", {"check", "long.json"},
      "\"1e9 s\" is too much. At most 9000000000000000 cycles are allowed.");
  const QByteArray study = R"({"schema": "hopscope.study/1", "design": "%"})";
  row("study of a folder", {"study", "run", "-", "--points", "f"},
      "The design folder cannot be read: This is a folder.",
      QByteArray(study).replace('%', "folder"));
  row("study of nothing", {"study", "run", "-", "--points", "f"},
      "The design gone.json cannot be read: There is no such file.",
      QByteArray(study).replace('%', "gone.json"));
}

void RefusalsTest::refuses() {
  QFETCH(QStringList, arguments);
  QFETCH(QByteArray, input);
  QFETCH(QByteArray, says);
  const QStringList before = QDir(folder_.path()).entryList();
  const CommandResult result = command(arguments, input);
  QVERIFY2(result.exitCode == 2, result.err);
  QVERIFY2(result.err.contains(says), result.err);
  QCOMPARE(result.err.count('\n'), 1);
  QCOMPARE(QDir(folder_.path()).entryList(), before);

  // A formula of any length is quoted in part.
  const QByteArray formula(90'000, '(');
  const CommandResult quoted =
      command({"study", "run", "-", "--points", "f"},
              R"({"schema": "hopscope.study/1", "design": "ring.json", "columns": {"x": "1 )" +
                  formula + "\"}}");
  QCOMPARE(quoted.exitCode, 2);
  QVERIFY(quoted.err.size() < 1000);
}

/// A setting that does nothing is told; the run goes on.
void RefusalsTest::warns() {
  const QByteArray design = readFile(folder_.filePath("ring.json")).chopped(1);
  for (const char* phase : {R"({"at": 80})", R"({"at": 80, "set": {}})"}) {
    const CommandResult result =
        command({"run", "-", "--quiet"}, design + ", \"phases\": [" + phase + "]}");
    QCOMPARE(result.exitCode, 0);
    QVERIFY2(result.err.contains("phases[0].set: This phase changes nothing."), result.err);
  }
  const CommandResult late =
      command({"run", "-", "--quiet"},
              design + R"(, "phases": [{"at": 900, "set": {"traffic.load": 0}}]})");
  QVERIFY2(late.err.contains("This phase begins after the measured interval"), late.err);
}

void RefusalsTest::whatIsUnknownIsEmpty() {
  const auto rowOf = [](const QByteArray& csv, int row) { return csv.split('\n')[row].split(','); };
  const QByteArray one = command({"shares", "ring.json", "--quiet"}).out;
  QVERIFY2(rowOf(one, 1)[2].isEmpty() && rowOf(one, 1)[4].isEmpty(), one);
  const QByteArray three =
      command({"shares", "ring.json", "--quiet", "--set", "run.replications=3"}).out;
  QVERIFY2(rowOf(three, 1)[2].toDouble() > 0, three);
  const QByteArray times = command({"transient", "ring.json", "--quiet", "--at", "80", "--before",
                                    "10", "--after", "50", "--bin", "30"})
                               .out;
  QVERIFY2(rowOf(times, 1).size() > 4 && rowOf(times, 1)[3].isEmpty(), times);

  // The mean of seeds is no seed.
  const char* const study = R"({"schema": "hopscope.study/1", "design": "ring.json", "seeds": %1})";
  for (const int seeds : {1, 2}) {
    const QString project = QString("s%1.hopscope").arg(seeds);
    const QByteArray text = QString(study).arg(seeds).toUtf8();
    QCOMPARE(command({"study", "run", "-", "--out", project, "--quiet"}, text).exitCode, 0);
    const QByteArray csv = command({"study", "export", project, "--csv", "-"}).out;
    const auto column = rowOf(csv, 0).indexOf("seed");
    QVERIFY(column > 0);
    QCOMPARE(rowOf(csv, 1)[column].isEmpty(), seeds > 1);
  }
}

/// No bound under a traffic that there is not.
void RefusalsTest::programsOfferNoLoad() {
  const QByteArray design = R"({"schema": "hopscope.design/1",
    "topology": {"kind": "ring", "routers": 4}, "traffic": {"load": 0},
    "applications": [{"kind": "ping_pong", "ranks": 2}]})";
  for (const char* name : {"check", "topology"}) {
    QVERIFY(!command({name, "-"}, design).out.contains("under this traffic"));
    QVERIFY(command({name, "ring.json"}).out.contains("under this traffic"));
  }
}

HOPSCOPE_TEST(RefusalsTest)
#include "refusals_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include "tests/app/command_line.h"
#include "tests/support/test_main.h"

using namespace hopscope::test;

/// hopscope-cli import and export.
class ExchangeTest : public QObject {
  Q_OBJECT

  CommandResult command(const QStringList& arguments, const QByteArray& input = {}) const {
    return runCommand(folder_.path(), arguments, input);
  }
  QString write(const QString& name, const QByteArray& text) const {
    QFile file(folder_.filePath(name));
    if (!file.open(QIODevice::WriteOnly)) qFatal("no file");
    file.write(text);
    return name;
  }
  QJsonObject factsOf(const QString& design) const {
    return QJsonDocument::fromJson(command({"topology", design, "--json"}).out).object();
  }

  QTemporaryDir folder_;

 private slots:
  void networksComeBack_data();
  void networksComeBack();
  void formatsAreFoundOut();
  void tracesComeBack_data();
  void tracesComeBack();
  void tracesOfSeveralFiles();
  void messagesThatDidNotFit();
  void refusals();
};

void ExchangeTest::networksComeBack_data() {
  QTest::addColumn<QString>("format");
  for (const char* format : {"graphml", "dot", "anynet"}) QTest::newRow(format) << QString(format);
}

void ExchangeTest::networksComeBack() {
  QFETCH(QString, format);
  write("d.json", command({"new", "torus"}).out);
  const CommandResult exported = command({"export", "d.json", "--format", format});
  QCOMPARE(exported.exitCode, 0);
  QVERIFY(exported.err.isEmpty());
  const CommandResult imported = command({"import", "-", "--format", format}, exported.out);
  QCOMPARE(imported.exitCode, 0);
  write("i.json", imported.out);
  QCOMPARE(command({"check", "i.json"}).exitCode, 0);
  const QJsonObject before = factsOf("d.json");
  const QJsonObject after = factsOf("i.json");
  for (const char* key : {"routers", "terminals", "links", "radix", "diameter", "average_distance"})
    QCOMPARE(after[key], before[key]);
}

void ExchangeTest::formatsAreFoundOut() {
  write("d.json", command({"new", "torus"}).out);
  QCOMPARE(command({"export", "d.json", "--out", "net.gv"}).exitCode, 0);
  QVERIFY(readFile(folder_.filePath("net.gv")).startsWith("graph"));
  QCOMPARE(command({"import", "net.gv", "--out", "back.json"}).exitCode, 0);
  QVERIFY(QFile::exists(folder_.filePath("back.json")));
  const CommandResult named = command({"import", write("ring.txt",
                                                       "router 0 node 0 router 1\n"
                                                       "router 1 node 1\n")});
  QCOMPARE(named.exitCode, 0);
  QVERIFY(named.out.contains("\"name\": \"ring\""));
}

void ExchangeTest::tracesComeBack_data() {
  QTest::addColumn<QString>("format");
  for (const char* format : {"tit", "goal"}) QTest::newRow(format) << QString(format);
}

/// A trace onto a design, and alone; what is exported from there is what came in.
void ExchangeTest::tracesComeBack() {
  QFETCH(QString, format);
  const QByteArray tit =
      "0 init\n0 sleep 1e-07\n0 send 1 7 1000 6\n0 finalize\n1 init\n1 recv 0 7 1000 6\n"
      "1 finalize\n";
  write("d.json", command({"new", "crossbar"}).out);
  write("a.tit", tit);
  const CommandResult onto = command({"import", "a.tit", "--onto", "d.json"});
  QCOMPARE(onto.exitCode, 0);
  write("e.json", onto.out);
  const CommandResult exported = command({"export", "e.json", "--format", format});
  QCOMPARE(exported.exitCode, 0);
  if (format == "tit") QCOMPARE(exported.out, tit);
  const QString file = write("b." + format, exported.out);
  QCOMPARE(command({"import", file, "--application", "--out", "alone.json"}).exitCode, 0);
  const auto completion = [&](const QStringList& arguments) {
    const CommandResult run =
        command(QStringList{"run"} + arguments + QStringList{"--set", "traffic.load=0", "--quiet"});
    return QJsonDocument::fromJson(run.out)["applications"][0]["completion"].toDouble();
  };
  QVERIFY(completion({"e.json"}) > 100);
  QCOMPARE(completion({"d.json", "--application", "alone.json"}), completion({"e.json"}));
  // Nothing tells that a file is to be named so.
  write("alone", readFile(folder_.filePath("alone.json")));
  QCOMPARE(completion({"d.json", "--application", "alone"}), completion({"e.json"}));
  // A name of an application stays one.
  write("ping_pong", readFile(folder_.filePath("alone.json")));
  QVERIFY(completion({"d.json", "--application", "ping_pong"}) != completion({"e.json"}));
}

/// A file that lists the others is read, too, and what is wrong is told of its own file and line.
void ExchangeTest::tracesOfSeveralFiles() {
  write("0.tit", "0 init\n0 send 1 0 8 6\n");
  write("1.tit", "1 init\n1 recv 0 0 8 6\n");
  write("all.txt", "0.tit\n1.tit\n");
  const CommandResult listed = command({"import", "all.txt", "--application"});
  QCOMPARE(listed.exitCode, 0);
  QCOMPARE(command({"import", "0.tit", "1.tit", "--application"}).out, listed.out);
  // From standard input, onto a design.
  write("d.json", command({"new", "crossbar"}).out);
  QCOMPARE(command({"import", "-", "--onto", "d.json"},
                   "0 init\n0 send 1 0 8 6\n1 init\n1 recv 0 0 8 6\n")
               .exitCode,
           0);
  write("1.tit", "1 init\n1 receive 0 0 8 6\n");
  const CommandResult wrong = command({"import", "all.txt", "--application"});
  QCOMPARE(wrong.exitCode, 2);
  QVERIFY2(wrong.err.contains("1.tit, line 2, rank 1: "), wrong.err.constData());
  QVERIFY(wrong.out.isEmpty());
  // A circle, with the line of each of its ranks.
  write("0.tit", "0 recv 1 0 8 6\n0 send 1 0 8 6\n");
  write("1.tit", "1 init\n1 recv 0 0 8 6\n1 send 0 0 8 6\n");
  const CommandResult circle = command({"import", "all.txt", "--application"});
  QCOMPARE(circle.exitCode, 2);
  QVERIFY2(circle.err.contains("0.tit, line 1: Rank 0 waits for ever"), circle.err.constData());
  QVERIFY2(circle.err.contains("1.tit, line 2: Rank 1 waits for ever"), circle.err.constData());
}

/// Whoever comes first: a large message may find the small receive. That it did is told.
void ExchangeTest::messagesThatDidNotFit() {
  write("d.json", command({"new", "crossbar"}).out);
  write("a.tit",
        "0 send 2 0 80 6\n1 sleep 1e-6\n1 send 2 0 8 6\n2 recv -1 0 8 6\n2 recv -1 0 80 6\n");
  write("e.json", command({"import", "a.tit", "--onto", "d.json"}).out);
  const CommandResult run = command({"run", "e.json", "--set", "traffic.load=0"});
  QCOMPARE(run.exitCode, 0);
  QVERIFY2(run.err.contains("rank 0 sent 80 bytes to rank 2, whose receive had room for 8 alone"),
           run.err.constData());
}

void ExchangeTest::refusals() {
  write("d.json", command({"new", "torus"}).out);
  const auto refused = [&](const QStringList& arguments, const char* says) {
    const CommandResult result = command(arguments);
    QCOMPARE(result.exitCode, 2);
    QVERIFY(result.out.isEmpty());
    QVERIFY2(result.err.contains(says), result.err.constData());
  };
  refused({"export", "d.json"}, "--format");
  refused({"export", "d.json", "--out", "net.json"}, "--format");
  refused({"export", "nowhere.json", "--format", "dot"}, "no such file");
  refused({"import", "nowhere.dot"}, "no such file");
  refused({"import", write("text.dat", "hello")}, "neither GraphML nor DOT");
  refused({"import", write("bad.dot", "graph {\n\n a -> b }")}, "bad.dot, line 3: ");
  refused({"import", write("bad.graphml", "<graphml>")}, "bad.graphml, line 1: ");
  refused({"import", "d.json", "--format", "pajek"}, "format");
  refused({"import", "d.json", "--onto", "d.json"}, "no trace that Hopscope reads");
  refused({"import", write("t.tit", "0 send 1 0 8 6\n1 init\n"), "--application"}, "receives none");
  refused({"import", write("x.cmd", "# hopscope commands 1\npe 0\nflush\n"), "--application"},
          "run DESIGN --commands FILE");
  refused({"export", "d.json", "--format", "goal"}, "no application");
  refused({"import", "bad.dot", "--format", "anynet"}, "line begins with");
  // What "check" would refuse.
  refused({"import", write("two.dot", "graph { 0 -- 1; 2 -- 3 }"), "--out", "two.json"},
          "two.dot, as a design, topology.channels: Router 0 and 1 more are not connected");
  refused({"import", write("one.dot", "graph { a }"), "--out", "two.json"}, "only one terminal");
  QVERIFY(!QFile::exists(folder_.filePath("two.json")));
}

HOPSCOPE_TEST(ExchangeTest)
#include "exchange_test.moc"

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
  refused({"import", "bad.dot", "--format", "anynet"}, "line begins with");
  // What "check" would refuse.
  refused({"import", write("two.dot", "graph { 0 -- 1; 2 -- 3 }"), "--out", "two.json"},
          "two.dot, as a design, topology.channels: Router 0 and 1 more are not connected");
  refused({"import", write("one.dot", "graph { a }"), "--out", "two.json"}, "only one terminal");
  QVERIFY(!QFile::exists(folder_.filePath("two.json")));
}

HOPSCOPE_TEST(ExchangeTest)
#include "exchange_test.moc"

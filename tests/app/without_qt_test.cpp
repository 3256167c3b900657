// SPDX-License-Identifier: GPL-3.0-or-later
// hopscope-cli as it is built for machines without Qt.
#include <QFile>
#include <QObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include "tests/app/command_line.h"
#include "tests/support/test_main.h"

using namespace hopscope::test;

class WithoutQtTest : public QObject {
  Q_OBJECT

  CommandResult command(const QStringList& arguments, const QByteArray& input = {}) const {
    return runCommand(folder_.path(), arguments, input);
  }

  QTemporaryDir folder_;

 private slots:
  void needsNoQt();
  void simulates();
  void keepsProjects();
  void saysThatItCannotDraw_data();
  void saysThatItCannotDraw();
  void figuresAreTables();
};

void WithoutQtTest::needsNoQt() {
  QProcess ldd;
  ldd.start("ldd", {HOPSCOPE_CLI});
  QVERIFY(ldd.waitForFinished());
  const QByteArray libraries = ldd.readAllStandardOutput();
  QVERIFY(libraries.contains("libc.so"));
  QVERIFY2(!libraries.contains("Qt"), libraries.constData());
}

void WithoutQtTest::simulates() {
  const QByteArray design = command({"new", "torus"}).out;
  QCOMPARE(command({"check", "-"}, design).exitCode, 0);
  const CommandResult run = command({"run", "-", "--quiet"}, design);
  QCOMPARE(run.exitCode, 0);
  QVERIFY(run.out.contains("\"verdict\": \"stable\""));
}

void WithoutQtTest::keepsProjects() {
  const QByteArray design = command({"new", "torus"}).out;
  QCOMPARE(command({"run", "-", "--quiet", "--out", "r.json", "--project", "p.hopscope"}, design)
               .exitCode,
           0);
  QVERIFY(QFile::exists(folder_.filePath("p.hopscope")));
  QCOMPARE(command({"rescue", "p.hopscope", "--out", "q.hopscope"}).exitCode, 0);
}

void WithoutQtTest::saysThatItCannotDraw_data() {
  QTest::addColumn<QStringList>("arguments");
  QTest::newRow("picture") << QStringList{"picture", "-", "--out", "n.png"};
  QTest::newRow("report") << QStringList{"report", "p.hopscope", "--out", "r.html"};
  QTest::newRow("lesson") << QStringList{"lesson", "l.lesson.json"};
  QTest::newRow("demo") << QStringList{"demo", "--out", "out"};
  QTest::newRow("cache map") << QStringList{"cache-map", "-", "--out", "m.svg"};
  QTest::newRow("words") << QStringList{"describe", "--ts"};
}

void WithoutQtTest::saysThatItCannotDraw() {
  QFETCH(QStringList, arguments);
  const CommandResult result = command(arguments, command({"new", "cache-warm-up"}).out);
  QCOMPARE(result.exitCode, 2);
  QVERIFY2(result.err.contains("built without Qt"), result.err.constData());
  QVERIFY(result.out.isEmpty());
  QVERIFY(!QFile::exists(folder_.filePath(arguments.last())));
}

void WithoutQtTest::figuresAreTables() {
  const CommandResult figure = command({"figure", "000/R-51", "--quick", "--quiet", "--out", "f"});
  QCOMPARE(figure.exitCode, 0);
  QVERIFY(QFile::exists(folder_.filePath("f/series.csv")));
  QVERIFY2(figure.err.contains("built without Qt"), figure.err.constData());
}

HOPSCOPE_TEST(WithoutQtTest)
#include "without_qt_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDir>
#include <QImage>
#include <QTemporaryDir>
#include <QTest>

#include "tests/app/command_line.h"
#include "tests/support/test_main.h"

using namespace hopscope::test;

class CacheMapCommandTest : public QObject {
  Q_OBJECT

  CommandResult map(const QStringList& arguments) const {
    return runCommand(folder_.path(), QStringList{"cache-map", "d.json"} + arguments);
  }

  QTemporaryDir folder_;

 private slots:
  void initTestCase();
  void csv();
  void picture();
  void refusals_data();
  void refusals();
};

void CacheMapCommandTest::initTestCase() {
  QFile file(folder_.filePath("d.json"));
  QVERIFY(file.open(QIODevice::WriteOnly));
  file.write(R"({"schema": "hopscope.design/1",
    "topology": {"kind": "torus", "dimensions": [4, 4]},
    "forwarding": {"lookup": "cache", "cache": {"entries": 8, "ways": 2}},
    "traffic": {"load": 0.1}, "run": {"warmup": 500, "measure": 1500}})");
}

void CacheMapCommandTest::csv() {
  const CommandResult result = map({"--entries", "8,16,24", "--ways", "1,2,16"});
  QCOMPARE(result.exitCode, 0);
  const QList<QByteArray> lines = result.out.trimmed().split('\n');
  QCOMPARE(lines.front(),
           QByteArray("entries,ways,sets,lookups,hits,hit_rate,compulsory,capacity,conflict"));
  QCOMPARE(lines.size(), 1 + 7);  // 16 ways divide only 16 entries
  double last = 0;
  for (const QByteArray& line : {lines[1], lines[3]}) {  // 8 and 16 entries, direct-mapped
    const QList<QByteArray> cells = line.split(',');
    QCOMPARE(cells[4].toInt() + cells[6].toInt() + cells[7].toInt() + cells[8].toInt(),
             cells[3].toInt());
    QVERIFY(cells[5].toDouble() > last);
    last = cells[5].toDouble();
  }
  QVERIFY2(result.err.contains("lookups of 80 caches in cycles 500 to 2000."),
           result.err.constData());
  QVERIFY2(result.err.contains("with 8 entries in 2 ways"), result.err.constData());
  const CommandResult one =
      map({"--router", "3", "--port", "0", "--from", "100", "--cycles", "50", "--out", "m.csv"});
  QCOMPARE(one.exitCode, 0);
  QVERIFY2(one.err.contains("in cycles 100 to 150."), one.err.constData());
  QVERIFY(readFile(folder_.filePath("m.csv")).startsWith("entries,"));
}

void CacheMapCommandTest::picture() {
  QCOMPARE(map({"--out", "m.png", "--quiet"}).exitCode, 0);
  const QImage image(folder_.filePath("m.png"));
  QVERIFY(image.width() > 800 && image.height() > 300);
  QCOMPARE(map({"--out", "m.svg", "--quiet"}).exitCode, 0);
  const QByteArray svg = readFile(folder_.filePath("m.svg"));
  QVERIFY(svg.contains("this design") && svg.contains("entries"));
}

void CacheMapCommandTest::refusals_data() {
  QTest::addColumn<QStringList>("arguments");
  QTest::addColumn<QByteArray>("words");
  QTest::newRow("router") << QStringList{"--router", "99"}
                          << QByteArray("There is no router 99. The network has 16 routers");
  QTest::newRow("port") << QStringList{"--router", "3", "--port", "9"}
                        << QByteArray("Router 3 has no port 9. Allowed: 0 to 4.");
  QTest::newRow("port of none") << QStringList{"--port", "1"}
                                << QByteArray("Name that by --router");
  QTest::newRow("ending") << QStringList{"--out", "m.txt"} << QByteArray(".csv");
  QTest::newRow("ways") << QStringList{"--ways", "0"} << QByteArray("--ways");
  QTest::newRow("no table") << QStringList{"--set", "forwarding={}"} << QByteArray("forwarding");
}

void CacheMapCommandTest::refusals() {
  QFETCH(QStringList, arguments);
  QFETCH(QByteArray, words);
  const CommandResult result = map(arguments);
  QCOMPARE(result.exitCode, 2);
  QVERIFY2(result.err.contains(words), result.err.constData());
  QVERIFY(result.out.isEmpty());
}

HOPSCOPE_TEST(CacheMapCommandTest)
#include "cache_map_test.moc"

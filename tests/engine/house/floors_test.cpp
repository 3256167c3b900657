// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDir>
#include <QMap>
#include <QTest>

#include "tests/engine/house/source_tree.h"
#include "tests/support/test_main.h"

namespace hopscope {

using test::floors;
using test::SourceFile;
using test::sourceFiles;

/// Nothing includes what lies above it.
class FloorsTest : public QObject {
  Q_OBJECT

 private slots:
  void everyFolderIsAFloor_data();
  void everyFolderIsAFloor();
  void noFloorIncludesAHigherOne_data();
  void noFloorIncludesAHigherOne();
  void noHouseIncludesAHigherOne();
  void theEngineKnowsNoQt();
  void heavyHeadersStayInOnePlace();
  void noUmbrellaHeaders();
};

void FloorsTest::everyFolderIsAFloor_data() {
  QTest::addColumn<QString>("house");
  QTest::addColumn<QString>("lowest");
  QTest::newRow("engine") << QString("engine") << QString("core");
  QTest::newRow("ui") << QString("ui") << QString("words");
}

void FloorsTest::everyFolderIsAFloor() {
  QFETCH(QString, house);
  QFETCH(QString, lowest);
  const QStringList folders = QDir(QStringLiteral(HOPSCOPE_SOURCE_DIR) + '/' + house)
                                  .entryList(QDir::Dirs | QDir::NoDotAndDotDot);
  QVERIFY(floors(house).size() > 5);
  for (const QString& folder : folders)
    QVERIFY2(floors(house).contains(folder),
             qPrintable(folder + " is not in " + house + "/CMakeLists.txt"));
  QCOMPARE(floors(house).first(), lowest);
}

void FloorsTest::noFloorIncludesAHigherOne_data() {
  QTest::addColumn<QString>("house");
  QTest::addColumn<int>("atLeast");
  QTest::newRow("engine") << QString("engine") << 500;
  QTest::newRow("ui") << QString("ui") << 500;
}

void FloorsTest::noFloorIncludesAHigherOne() {
  QFETCH(QString, house);
  QFETCH(int, atLeast);
  const QStringList order = floors(house);
  QStringList wrong;
  int seen = 0;
  for (const SourceFile& file : sourceFiles()) {
    if (file.house() != house) continue;
    const qsizetype own = order.indexOf(file.folder());
    for (const QString& include : file.includes()) {
      if (!include.startsWith(house + '/')) continue;
      ++seen;
      const qsizetype other = order.indexOf(include.section('/', 1, 1));
      if (other < 0 || other > own) wrong << file.path + " includes " + include;
    }
  }
  QVERIFY2(seen > atLeast, qPrintable(QString::number(seen)));
  QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join('\n')));
}

/// app includes ui, ui includes projects, projects includes engine; never the other way.
void FloorsTest::noHouseIncludesAHigherOne() {
  const QMap<QString, int> height = {{"engine", 0}, {"projects", 1}, {"ui", 2}, {"app", 3}};
  QStringList wrong;
  for (const SourceFile& file : sourceFiles()) {
    if (!height.contains(file.house())) continue;
    for (const QString& include : file.includes()) {
      const QString house = include.section('/', 0, 0);
      const bool upwards = height.contains(house) && height[house] > height[file.house()];
      if (upwards || house == "tests") wrong << file.path + " includes " + include;
    }
  }
  QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join('\n')));
}

void FloorsTest::theEngineKnowsNoQt() {
  QStringList wrong;
  for (const SourceFile& file : sourceFiles())
    for (const QString& include : file.includes())
      if (file.house() == "engine" && include.startsWith('Q'))
        wrong << file.path + " includes " + include;
  QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join('\n')));
}

/// JSON and Boost.Graph stay in .cpp files and in headers that only .cpp files of the same folder
/// include; QCustomPlot stays behind the plot widget.
void FloorsTest::heavyHeadersStayInOnePlace() {
  const auto isHeavy = [](const QString& include) {
    return (include.startsWith("nlohmann/") && !include.endsWith("_fwd.hpp")) ||
           include.startsWith("boost/graph/");
  };
  QStringList heavy;
  for (const SourceFile& file : sourceFiles())
    for (const QString& include : file.includes())
      if (file.isHeader() && isHeavy(include)) heavy << file.path;
  QStringList wrong;
  for (const SourceFile& file : sourceFiles())
    for (const QString& include : file.includes()) {
      const bool plot = include == "qcustomplot.h";
      const bool leaks =
          heavy.contains(include) &&
          (file.isHeader() || include.section('/', 0, -2) != file.path.section('/', 0, -2));
      if (leaks || (plot && (file.isHeader() || !file.path.startsWith("ui/drawing/"))))
        wrong << file.path + " includes " + include;
    }
  QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join('\n')));
}

void FloorsTest::noUmbrellaHeaders() {
  const QStringList umbrellas = {"QtCore", "QtGui", "QtWidgets",
                                 "QtTest", "QtSvg", "QtPrintSupport"};
  QStringList wrong;
  for (const SourceFile& file : sourceFiles())
    for (const QString& include : file.includes())
      if (umbrellas.contains(include.section('/', -1))) wrong << file.path + " includes " + include;
  QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join('\n')));
}

}  // namespace hopscope

using hopscope::FloorsTest;
HOPSCOPE_TEST(FloorsTest)
#include "floors_test.moc"

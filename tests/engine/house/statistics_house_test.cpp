// SPDX-License-Identifier: GPL-3.0-or-later
#include <QRegularExpression>
#include <QTest>

#include "tests/engine/house/source_tree.h"
#include "tests/support/test_main.h"

namespace hopscope {

using test::SourceFile;
using test::sourceFiles;
using test::textOf;

/// A statistic is declared once: its member, where it is measured, and its row.
class StatisticsHouseTest : public QObject {
  Q_OBJECT

 private slots:
  void everyMemberHasARow_data();
  void everyMemberHasARow();
  void aMemberIsNamedInThreeFiles();
  void membersOfWindowsAreReachedByTheirRows();
  void theGuideNamesTheFiles();
};

namespace {

/// What adding a statistic touches.
const QStringList kThree{"engine/simulation/measurement.cpp", "engine/simulation/results.h",
                         "engine/simulation/window_statistics.cpp"};

/// The names of the members of a struct that are numbers or split into numbers.
QStringList membersOf(const QString& record) {
  const QString text = textOf("engine/simulation/results.h");
  const qsizetype begin = text.indexOf("struct " + record + " {");
  static const QRegularExpression line(
      R"(^  (?:double|Cycle|std::uint64_t|std::optional<std::uint64_t>|\w+Parts|LatencySummary|)"
      R"(CacheTotals) (\w[^;]*);)",
      QRegularExpression::MultilineOption);
  QStringList names;
  for (auto each = line.globalMatch(text.mid(begin, text.indexOf("\n};", begin) - begin));
       each.hasNext();)
    for (const QString& name : each.next().captured(1).split(", "))
      names << name.section(' ', 0, 0);
  return names;
}

/// Files of the program that say a word.
QStringList filesWith(const std::vector<SourceFile>& files, const QRegularExpression& word) {
  QStringList found;
  for (const SourceFile& file : files)
    if (file.house() != "tests" && file.lines.join('\n').contains(word)) found << file.path;
  found.sort();
  return found;
}

}  // namespace

void StatisticsHouseTest::everyMemberHasARow_data() {
  QTest::addColumn<int>("atLeast");
  QTest::newRow("WindowSample") << 15;
  QTest::newRow("Results") << 15;
  QTest::newRow("LatencySummary") << 7;
  QTest::newRow("CacheTotals") << 11;
  QTest::newRow("RouterResult") << 5;
  QTest::newRow("ClassResult") << 3;
  QTest::newRow("TrafficClassResult") << 8;
  QTest::newRow("ApplicationResult") << 8;
  QTest::newRow("CriticalPath") << 5;
  QTest::newRow("CollectiveResult") << 6;
  QTest::newRow("SlotResult") << 6;
}

void StatisticsHouseTest::everyMemberHasARow() {
  QFETCH(int, atLeast);
  const QString rows = textOf("engine/simulation/window_statistics.cpp") +
                       textOf("engine/simulation/run_statistics.cpp");
  const QStringList members = membersOf(QTest::currentDataTag());
  QVERIFY2(members.size() >= atLeast, qPrintable(members.join(' ')));
  for (const QString& name : members) {
    if (name == "end" || name == "length") continue;  // a window's place in time
    if (name == "eagerEnough") continue;              // a remedy's, of a run without numbers
    QVERIFY2(rows.contains(QRegularExpression("&\\w+::" + name + "\\b")), qPrintable(name));
  }
}

void StatisticsHouseTest::aMemberIsNamedInThreeFiles() {
  // One whose name is nothing else's.
  const QRegularExpression word(R"(\bgeneratedLoad\b)");
  QCOMPARE(filesWith(sourceFiles(), word), kThree);
  // A fourth is found out.
  std::vector<SourceFile> more = sourceFiles();
  more.push_back({"ui/plots/fourth.cpp", {"y.push_back(window.generatedLoad);"}});
  QCOMPARE(filesWith(more, word).size(), kThree.size() + 1);
}

/// Names that other records have, too, count where a window's member is meant. Those that lessons,
/// comparisons and the timeline pick out are theirs to name.
void StatisticsHouseTest::membersOfWindowsAreReachedByTheirRows() {
  const QStringList picked{"latencyMean",    "acceptedLoad", "hitRate", "nonminimal",
                           "hottestChannel", "end",          "length"};
  for (const QString& name : membersOf("WindowSample")) {
    if (picked.contains(name)) continue;
    const QRegularExpression use(
        QString(
            R"(WindowSample::%1\b|\b(?:\w*[wW]indow|sample|windows(?:\[\w+\]|\.back\(\)))\.%1\b)")
            .arg(name));
    for (const QString& path : filesWith(sourceFiles(), use))
      QVERIFY2(kThree.contains(path), qPrintable(path + " names " + name));
  }
}

void StatisticsHouseTest::theGuideNamesTheFiles() {
  const QString section =
      textOf("CONTRIBUTING.md").section("## How do I add a statistic?", 1).section("\n## ", 0, 0);
  for (const QString& path : kThree) QVERIFY2(section.contains('`' + path + '`'), qPrintable(path));
}

}  // namespace hopscope

using hopscope::StatisticsHouseTest;
HOPSCOPE_TEST(StatisticsHouseTest)
#include "statistics_house_test.moc"

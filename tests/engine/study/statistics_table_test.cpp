// SPDX-License-Identifier: GPL-3.0-or-later
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSet>
#include <QTest>
#include <cmath>

#include "engine/design/compile.h"
#include "engine/study/replications.h"
#include "engine/study/results_csv.h"
#include "engine/study/results_json.h"
#include "tests/engine/study/study_designs.h"
#include "tests/support/numbered_results.h"
#include "tests/support/test_main.h"

using namespace hopscope;
using namespace hopscope::test;

/// All that is made of the tables of statistics has every row of them.
class StatisticsTableTest : public QObject {
  Q_OBJECT

 private slots:
  void rowsAreToldApart();
  void jsonHasEveryRow();
  void columnsOfWindows();
  void columnsOfSweeps();
  void pooledByTheirRows();
  void wordsAreKnownToTranslators();
};

namespace {

QJsonValue below(const QJsonObject& object, const std::string& name) {
  QJsonValue value = object;
  for (const QString& each : QString::fromStdString(name).split('.'))
    value = value.toObject().value(each);
  return value;
}

/// Names of the rows that do not stand in `json` with their number.
template <typename Record>
QStringList missingIn(const QJsonObject& json, const std::vector<Statistic<Record>>& statistics,
                      const Record& record) {
  QStringList missing;
  for (const Statistic<Record>& each : statistics)
    if (each.json != InJson::no && below(json, each.name).toDouble(-1) != each.of(record))
      missing << QString::fromStdString(each.name);
  return missing;
}

template <typename Record>
QStringList namesOf(const std::vector<Statistic<Record>>& statistics) {
  QStringList names;
  for (const Statistic<Record>& each : statistics) names << QString::fromStdString(each.name);
  return names;
}

QList<QStringList> cells(const std::string& csv) {
  QList<QStringList> rows;
  for (const QString& line : QString::fromStdString(csv).trimmed().split('\n'))
    rows << line.split(',');
  return rows;
}

/// What two runs come to; NaN where that is another sum.
double expected(Pooling pooling, double a, double b) {
  switch (pooling) {
    case Pooling::first:
    case Pooling::least:
      return a;
    case Pooling::mean:
    case Pooling::wholeMean:
      return (a + b) / 2;
    case Pooling::sum:
      return a + b;
    case Pooling::most:
      return b;
    default:
      return std::nan("");
  }
}

/// Names of the rows that are not pooled as they say.
template <typename Record>
QStringList wronglyPooled(const std::vector<Statistic<Record>>& statistics, const Record& a,
                          const Record& b, const Record& pooled) {
  QStringList wrong;
  for (const Statistic<Record>& each : statistics) {
    if (!each.isMember()) continue;
    const double value = each.of(pooled);
    const double right = expected(each.pooling, each.of(a), each.of(b));
    if (std::isnan(right) ? value == each.of(a) || std::isnan(value) : value != right)
      wrong << QString::fromStdString(each.name);
  }
  return wrong;
}

}  // namespace

void StatisticsTableTest::rowsAreToldApart() {
  for (const QStringList& names :
       {namesOf(windowStatistics()), namesOf(runStatistics()), namesOf(routerStatistics()),
        namesOf(classStatistics()), namesOf(trafficClassStatistics())}) {
    QVERIFY(names.size() > 2);
    QCOMPARE(QSet<QString>(names.begin(), names.end()).size(), names.size());
  }
  QSet<int> goals, figures;
  for (const Statistic<WindowSample>& each : windowStatistics()) {
    for (auto [places, place] : {std::pair(&goals, each.goal), std::pair(&figures, each.figure)}) {
      QVERIFY2(place == 0 || !places->contains(place), each.name.c_str());
      places->insert(place);
    }
    QVERIFY2(*each.label != 0 || each.part != nullptr, each.name.c_str());
  }
  QVERIFY(goals.size() > 15 && figures.size() > 8);
  for (const PlotOverTime& plot : plotsOverTime())
    for (const PlotOverTime::Curve& curve : plot.curves)
      QCOMPARE(windowStatistic(curve.statistic).name, std::string(curve.statistic));
  QVERIFY_THROWS_EXCEPTION(std::invalid_argument, windowStatistic("no_such"));
}

void StatisticsTableTest::jsonHasEveryRow() {
  const Design design = crossbarDesign();
  const auto topology = compile(design).setup->topology;
  const Results results = numberedResults();
  const QJsonObject json =
      QJsonDocument::fromJson(QByteArray::fromStdString(writeResults(design, *topology, results)))
          .object();
  const auto first = [&json](const char* list) { return json[list].toArray()[0].toObject(); };
  QCOMPARE(missingIn(json, runStatistics(), results), QStringList());
  QCOMPARE(missingIn(first("windows"), windowStatistics(), results.windows[0]), QStringList());
  QCOMPARE(missingIn(first("routers"), routerStatistics(), results.routers[0]), QStringList());
  QCOMPARE(missingIn(first("classes"), classStatistics(), results.classes[0]), QStringList());
  QCOMPARE(missingIn(first("traffic_classes"), trafficClassStatistics(), results.trafficClasses[0]),
           QStringList());
  QCOMPARE(missingIn(first("collectives"), collectiveStatistics(), results.collectives[0]),
           QStringList());
  QCOMPARE(missingIn(first("slots"), slotStatistics(), results.timeSlots[0]), QStringList());
  // A key that nobody writes is found out.
  std::vector<Statistic<WindowSample>> more = windowStatistics();
  more.push_back(more.front());
  more.back().name = "no_such";
  QCOMPARE(missingIn(first("windows"), more, results.windows[0]), QStringList("no_such"));
}

void StatisticsTableTest::columnsOfWindows() {
  const Results results = numberedResults();
  const QList<QStringList> table = cells(windowsCsv(results));
  QCOMPARE(table.size(), 2);
  QStringList values{"500", "500"};
  for (const Statistic<WindowSample>& each : windowStatistics())
    if (each.json != InJson::no) values << QString::number(each.of(results.windows[0]), 'g', 17);
  QCOMPARE(table[1], values);
  QCOMPARE(table[0].size(), values.size());
  QCOMPARE(QSet<QString>(table[0].begin(), table[0].end()).size(), table[0].size());
}

void StatisticsTableTest::columnsOfSweeps() {
  const Results results = numberedResults();
  const QList<QStringList> table = cells(sweepCsv({}, {{{}, {}, results, 0}}));
  QCOMPARE(table.size(), 2);
  QCOMPARE(table[0].size(), table[1].size());
  int last = 0;
  for (const Statistic<Results>& each : runStatistics()) {
    if (each.column == 0) continue;
    last = std::max(last, each.column);
    QCOMPARE(table[1].value(each.column - 1).toDouble(), each.of(results));
  }
  QCOMPARE(table[0].value(last), QString("verdict"));  // there is no gap before it
  QCOMPARE(table[0].filter("web.").size(), 4);
}

void StatisticsTableTest::pooledByTheirRows() {
  const Results a = numberedResults(1), b = numberedResults(101);
  const Results pooled = pool({a, b});
  QCOMPARE(wronglyPooled(runStatistics(), a, b, pooled), QStringList());
  QCOMPARE(wronglyPooled(windowStatistics(), a.windows[0], b.windows[0], pooled.windows[0]),
           QStringList());
  QCOMPARE(wronglyPooled(routerStatistics(), a.routers[0], b.routers[0], pooled.routers[0]),
           QStringList());
  QCOMPARE(wronglyPooled(classStatistics(), a.classes[0], b.classes[0], pooled.classes[0]),
           QStringList());
  QCOMPARE(wronglyPooled(trafficClassStatistics(), a.trafficClasses[0], b.trafficClasses[0],
                         pooled.trafficClasses[0]),
           QStringList());
  // What is passed over is found out; the least of both is that of the first anyway.
  QCOMPARE(
      wronglyPooled(windowStatistics(), a.windows[0], b.windows[0], a.windows[0]).size(),
      std::count_if(windowStatistics().begin(), windowStatistics().end(), [](const auto& each) {
        return each.isMember() && each.pooling != Pooling::least;
      }));
}

void StatisticsTableTest::wordsAreKnownToTranslators() {
  const std::set<std::string> words = statisticWords();
  for (const char* each : {"Packets under way", "Source queue", "Where cycles go", "p99"})
    QVERIFY2(words.count(each) == 1, each);
  QVERIFY(words.count("") == 0);
}

HOPSCOPE_TEST(StatisticsTableTest)
#include "statistics_table_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "projects/stored_run.h"
#include "tests/projects/project_support.h"
#include "tests/support/numbered_results.h"
#include "tests/support/test_main.h"

using namespace hopscope;
using namespace hopscope::test;

/// A project keeps every number that the tables of statistics name.
class StatisticsKeptTest : public QObject {
  Q_OBJECT

 private slots:
  void everyRowComesBack();
};

namespace {

template <typename Record>
QStringList lost(const std::vector<Statistic<Record>>& statistics, const Record& written,
                 const Record& read) {
  QStringList names;
  for (const Statistic<Record>& each : statistics)
    if (each.isMember() && each.of(read) != each.of(written))
      names << QString::fromStdString(each.name);
  return names;
}

}  // namespace

void StatisticsKeptTest::everyRowComesBack() {
  const ProjectFolder folder;
  const std::string file = folder.path("numbers.hopscope");
  const Results written = numberedResults();
  {
    const auto project = opened(Project::create());
    const RowId design = project->addDesign(meshDesign());
    project->addRun(makeRun(meshDesign(), written, design));
    QVERIFY(!project->saveAs(file));
  }
  const auto project = opened(Project::open(file));
  QVERIFY(project);
  const Results read = project->runs().front().results;
  QCOMPARE(lost(runStatistics(), written, read), QStringList());
  QCOMPARE(lost(windowStatistics(), written.windows[0], read.windows.at(0)), QStringList());
  QCOMPARE(lost(routerStatistics(), written.routers[0], read.routers.at(0)), QStringList());
  QCOMPARE(lost(classStatistics(), written.classes[0], read.classes.at(0)), QStringList());
  QCOMPARE(lost(trafficClassStatistics(), written.trafficClasses[0], read.trafficClasses.at(0)),
           QStringList());
  QCOMPARE(read.applications, written.applications);
  QCOMPARE(read.collectives, written.collectives);
  QCOMPARE(read.timeSlots, written.timeSlots);
  // What is not kept is found out.
  QVERIFY(lost(windowStatistics(), written.windows[0], WindowSample{}).size() > 15);
}

HOPSCOPE_TEST(StatisticsKeptTest)
#include "statistics_kept_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include <QObject>
#include <QTest>
#include <set>

#include "engine/design/compile.h"
#include "engine/design/design_json.h"
#include "engine/routing/dependency_graph.h"
#include "projects/project.h"
#include "tests/support/test_main.h"

using namespace hopscope;

class ExamplesTest : public QObject {
  Q_OBJECT

 private slots:
  void gallery();
  void compiles_data();
  void compiles();
};

void ExamplesTest::gallery() {
  const std::set<std::string> categories = {"Routing", "Switches", "Topologies", "Papers",
                                            "Applications"};
  std::set<std::string> names;
  std::set<std::string> titles;
  QVERIFY(examples().size() >= 8);
  for (const Example& example : examples()) {
    QVERIFY(names.insert(example.name).second);
    QVERIFY(titles.insert(example.title).second);
    QVERIFY(categories.count(example.category) == 1);
    QVERIFY(!example.summary.empty() && example.summary.back() == '.');
  }
  QCOMPARE(examples().front().title, std::string("Why adversarial traffic kills a Dragonfly"));
}

void ExamplesTest::compiles_data() {
  QTest::addColumn<int>("index");
  for (std::size_t index = 0; index < examples().size(); ++index)
    QTest::newRow(examples()[index].name.c_str()) << static_cast<int>(index);
}

void ExamplesTest::compiles() {
  QFETCH(int, index);
  const Design& design = examples()[static_cast<std::size_t>(index)].design;
  const Compiled compiled = compile(design);
  if (examples()[static_cast<std::size_t>(index)].name == "deadlock") {  // the one that warns
    QVERIFY(compiled.setup && !compiled.issues.empty());
    QVERIFY(!examineDependencies(*compiled.setup->topology, *compiled.setup->routing,
                                 reuseOf(*compiled.setup))
                 .deadlockFree());
    return;
  }
  for (const Issue& issue : compiled.issues) qWarning("%s", describe(issue).c_str());
  QVERIFY(compiled.issues.empty());  // not even a warning
  QVERIFY(parseDesign(writeDesign(design)).design == design);
  const Setup& setup = *compiled.setup;
  const DependencyReport report =
      examineDependencies(*setup.topology, *setup.routing, reuseOf(setup));
  QVERIFY(report.deadlockFree());
  QCOMPARE(report.undeliveredPairs, 0U);
}

HOPSCOPE_TEST(ExamplesTest)
#include "examples_test.moc"

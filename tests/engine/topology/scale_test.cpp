// SPDX-License-Identifier: GPL-3.0-or-later
// Networks of 300,000 terminals: facts come at once, and the arrays fit into memory.
#include <QElapsedTimer>
#include <QTest>
#include <ctime>

#include "engine/topology/placement.h"
#include "tests/support/networks.h"
#include "tests/support/test_main.h"

namespace hopscope {

using test::completed;
using test::family;

class ScaleTest : public QObject {
  Q_OBJECT

 private slots:
  void factsAreInstant_data() { large(); }
  void factsAreInstant();
  void buildsInSeconds_data() { large(); }
  void buildsInSeconds();

 private:
  static void large();
};

using List = std::vector<std::int64_t>;

static Values valuesOf(const std::string& kind) {
  if (kind == "dragonfly") return test::dragonflyOf(17, 34, 17);
  if (kind == "dragonfly, consecutive") {
    Values values = test::dragonflyOf(17, 34, 17);
    values["arrangement"] = std::string("consecutive");
    return values;
  }
  if (kind == "hyperx")
    return {{"dimensions", List{15, 15, 15, 6}}, {"terminals_per_router", std::int64_t{15}}};
  if (kind == "xgft") return {{"m", List{36, 36, 36, 7}}, {"w", List{1, 36, 36, 18}}};
  if (kind == "folded_clos") return {{"k", std::int64_t{106}}};
  if (kind == "slimfly")
    return {{"q", std::int64_t{79}}, {"terminals_per_router", std::int64_t{25}}};
  return {{"routers", std::int64_t{20'000}},
          {"degree", std::int64_t{24}},
          {"terminals_per_router", std::int64_t{15}}};
}

void ScaleTest::large() {
  QTest::addColumn<QString>("name");
  for (const char* name : {"dragonfly", "dragonfly, consecutive", "hyperx", "xgft", "folded_clos",
                           "slimfly", "random_regular"})
    QTest::newRow(name) << name;
}

/// CPU time, so that a busy machine doesn't fail the test.
template <typename Work>
static double secondsOf(Work work) {
  const std::clock_t start = std::clock();
  work();
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

void ScaleTest::factsAreInstant() {
  QFETCH(QString, name);
  const std::string kind = name.section(',', 0, 0).toStdString();
  const Values values = completed(kind, valuesOf(name.toStdString()));
  QVERIFY(family(kind).check(values).empty());
  TopologyFacts found;
  const double seconds = secondsOf([&] { found = family(kind).facts(values); });
  QVERIFY(found.terminals >= 295'000);
  QVERIFY2(seconds < 0.5, qPrintable(QString::number(seconds)));
}

void ScaleTest::buildsInSeconds() {
  QFETCH(QString, name);
  const std::string kind = name.section(',', 0, 0).toStdString();
  const Values values = completed(kind, valuesOf(name.toStdString()));
  Topology topology;
  const double seconds = secondsOf([&] { topology = family(kind).build(values); });
  const TopologyFacts formula = family(kind).facts(values);
  QCOMPARE(quint64{topology.terminalCount()}, quint64{formula.terminals});
  QCOMPARE(quint64{topology.linkCount()}, quint64{formula.links});
  const std::size_t bytes = topology.links.capacity() * sizeof(Link) +
                            topology.ports.capacity() * sizeof(Port) +
                            topology.terminals.capacity() * sizeof(TerminalPlace);
  QVERIFY2(bytes < 512u << 20, qPrintable(QString::number(bytes)));
  QVERIFY2(seconds < 10, qPrintable(QString::number(seconds)));
  qInfo("%u routers, %u links: built in %.2f s, %zu MB", topology.routerCount(),
        topology.linkCount(), seconds, bytes >> 20);
}

}  // namespace hopscope

using hopscope::ScaleTest;
HOPSCOPE_TEST(ScaleTest)
#include "scale_test.moc"

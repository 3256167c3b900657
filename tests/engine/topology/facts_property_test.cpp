// SPDX-License-Identifier: GPL-3.0-or-later
#include <rapidcheck.h>

#include <QTest>
#include <cmath>

#include "tests/support/networks.h"
#include "tests/support/test_main.h"

namespace hopscope {

using test::completed;
using test::family;

/// The closed formulas against counting and breadth-first search, for random small networks.
class FactsPropertyTest : public QObject {
  Q_OBJECT

 private slots:
  void formulasEqualMeasurements_data();
  void formulasEqualMeasurements();
  void disconnectedHasNoDistances();
  void unevenTerminalsAreWeighted();
  void portsAndLinksAgree();
};

static std::int64_t small(std::int64_t minimum, std::int64_t maximum) {
  return *rc::gen::inRange<std::int64_t>(minimum, maximum + 1);
}

/// Parameters of a network small enough to search.
static Values randomValues(const std::string& kind) {
  Values values;
  if (kind == "mesh" || kind == "torus") {
    std::vector<std::int64_t> sizes(static_cast<std::size_t>(small(1, 4)));
    for (std::int64_t& size : sizes) size = small(2, sizes.size() > 2 ? 4 : 9);
    values = {{"dimensions", sizes}, {"terminals_per_router", small(1, 3)}};
  } else if (kind == "dragonfly") {
    const std::int64_t a = small(1, 6);
    const std::int64_t h = small(1, 4);
    const std::int64_t groups = small(1, a * h + 1);
    values = test::dragonflyOf(small(1, 3), a, h, groups == 1 ? 0 : groups);
    values["arrangement"] = std::string(small(0, 1) == 0 ? "palmtree" : "consecutive");
  } else if (kind == "ring") {
    values = {{"routers", small(2, 20)}, {"terminals_per_router", small(1, 3)}};
  } else if (kind == "hypercube") {
    values = {{"n", small(1, 7)}, {"terminals_per_router", small(1, 3)}};
  } else if (kind == "hyperx") {
    std::vector<std::int64_t> sizes(static_cast<std::size_t>(small(1, 4)));
    for (std::int64_t& size : sizes) size = small(2, sizes.size() > 2 ? 4 : 7);
    values = {{"dimensions", sizes}, {"terminals_per_router", small(1, 3)}};
  } else if (kind == "xgft") {
    const auto levels = static_cast<std::size_t>(small(1, 4));
    std::vector<std::int64_t> children(levels, 1);
    std::vector<std::int64_t> parents(levels, 1);
    for (std::size_t level = 0; level < levels; ++level) {
      children[level] = small(level == 0 ? 2 : 1, 4);
      if (level > 0) parents[level] = small(1, 3);
    }
    values = {{"m", children}, {"w", parents}};
  } else if (kind == "folded_clos") {
    values = {{"k", 2 * small(1, 5)}};
  } else if (kind == "slimfly") {
    static const std::vector<std::int64_t> kPrimePowers = {3, 4, 5, 7, 8, 9, 11, 13};
    values = {{"q", *rc::gen::elementOf(kPrimePowers)}, {"terminals_per_router", small(1, 3)}};
  } else if (kind == "random_regular") {
    const std::int64_t routers = small(3, 24);
    std::int64_t degree = small(2, routers - 1);
    if (routers * degree % 2 != 0) --degree;
    values = {{"routers", routers},
              {"degree", degree},
              {"seed", small(0, 1000)},
              {"terminals_per_router", small(1, 3)}};
  } else if (kind == "complete") {
    values = {{"routers", small(2, 12)}, {"terminals_per_router", small(1, 4)}};
  } else if (kind == "crossbar") {
    return {{"terminals", small(2, 40)}};
  } else {
    const std::int64_t n = small(2, 4);
    values = test::treeOf(n, small(2, n == 4 ? 3 : 5));
  }
  values["lag"] = small(1, 3);
  return values;
}

static void near(const std::optional<double>& a, const std::optional<double>& b) {
  RC_ASSERT(a.has_value() && b.has_value());
  RC_ASSERT(std::abs(*a - *b) <= 1e-12 * *b);
}

void FactsPropertyTest::formulasEqualMeasurements_data() {
  QTest::addColumn<QString>("kind");
  for (const Generator& generator : generators())
    QTest::newRow(generator.name.c_str()) << QString::fromStdString(generator.name);
}

void FactsPropertyTest::formulasEqualMeasurements() {
  QFETCH(QString, kind);
  const Generator& generator = family(kind.toStdString());
  QVERIFY(rc::check("formulas equal measurements", [&] {
    const Values values = completed(generator.name, randomValues(generator.name));
    RC_PRE(generator.check(values).empty());
    const TopologyFacts formula = generator.facts(values);
    const TopologyFacts measured = measureFacts(generator.build(values));
    RC_ASSERT(formula.groups == measured.groups);
    RC_ASSERT(formula.routers == measured.routers);
    RC_ASSERT(formula.terminals == measured.terminals);
    RC_ASSERT(formula.links == measured.links);
    RC_ASSERT(formula.channels == measured.channels);
    RC_ASSERT(formula.radix == measured.radix);
    RC_ASSERT(formula.diameter.value() == measured.diameter.value());
    RC_ASSERT(formula.routerDiameter.value() == measured.routerDiameter.value());
    near(formula.averageDistance, measured.averageDistance);
    near(formula.averageDistanceExcludingSelf, measured.averageDistanceExcludingSelf);
  }));
}

void FactsPropertyTest::disconnectedHasNoDistances() {
  TopologyBuilder builder = test::drawing();
  for (int i = 0; i < 4; ++i) builder.addTerminal(builder.addRouter());
  builder.connect(0, 1, 1);
  builder.connect(2, 3, 1);
  const TopologyFacts facts = measureFacts(builder.build());
  QCOMPARE(facts.routers, std::uint64_t{4});
  QCOMPARE(facts.links, std::uint64_t{6});
  QVERIFY(!facts.diameter.has_value());
  QVERIFY(!facts.averageDistance.has_value());
  QVERIFY(!measureFacts(test::drawing().build()).diameter.has_value());
}

/// Three routers in a row with 1, 0 and 3 terminals: 3 pairs at distance 4 each way, 3 at 2.
void FactsPropertyTest::unevenTerminalsAreWeighted() {
  TopologyBuilder builder = test::drawing();
  for (int i = 0; i < 3; ++i) builder.addRouter();
  builder.connect(0, 1, 1);
  builder.connect(1, 2, 1);
  builder.addTerminal(0);
  for (int i = 0; i < 3; ++i) builder.addTerminal(2);
  const TopologyFacts facts = measureFacts(builder.build());
  QCOMPARE(facts.diameter.value(), std::uint64_t{4});
  QCOMPARE(facts.routerDiameter.value(), std::uint64_t{2});
  QCOMPARE(facts.averageDistance.value(), (3 * 2 * 4 + 3 * 2 * 2) / 16.0);
  QCOMPARE(facts.averageDistanceExcludingSelf.value(), (3 * 2 * 4 + 3 * 2 * 2) / 12.0);
}

/// Both ends of every link know each other, and no port is left out.
void FactsPropertyTest::portsAndLinksAgree() {
  for (const Generator& generator : generators())
    QVERIFY(rc::check("ports and links agree", [&] {
      const Values values = completed(generator.name, randomValues(generator.name));
      RC_PRE(generator.check(values).empty());
      const Topology topology = generator.build(values);
      for (RouterId r = 0; r < topology.routerCount(); ++r)
        for (PortIndex p = 0; p < topology.radix(r); ++p) {
          const Port& port = topology.port(r, p);
          RC_ASSERT(port.link != kNone);
          RC_ASSERT(topology.from(port.out) == (LinkEnd{r, p, false}));
          RC_ASSERT(topology.to(port.out) == port.peer);
          RC_ASSERT(topology.from(port.in) == port.peer);
        }
      for (TerminalId t = 0; t < topology.terminalCount(); ++t) {
        const TerminalPlace& place = topology.terminals[t];
        RC_ASSERT(topology.port(place.router, place.port).peer == (LinkEnd{t, 0, true}));
      }
    }));
}

}  // namespace hopscope

using hopscope::FactsPropertyTest;
HOPSCOPE_TEST(FactsPropertyTest)
#include "facts_property_test.moc"

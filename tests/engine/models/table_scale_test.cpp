// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/models/table_scale.h"

#include <QTest>
#include <cmath>

#include "engine/models/network_power.h"
#include "tests/support/networks.h"
#include "tests/support/test_main.h"

namespace hopscope {

/// The numbers in print stand in the recipes of the figures; here formulas meet networks that are
/// built, and cases worked out by hand.
class TableScaleTest : public QObject {
  Q_OBJECT

 private slots:
  void sizesAreThoseOfTheGenerators();
  void rulesOfEquationOne();
  void formulasMeetWherePortsDivide();
  void compactTables();
  void powerOfASwitchByHand();
  void entriesAreEquationOne();
  void powerOfAnySize();
};

void TableScaleTest::sizesAreThoseOfTheGenerators() {
  for (const std::uint64_t ports : {8u, 15u, 16u, 23u, 24u}) {
    const auto even = ports / 2 * 2;
    const ScaledNetwork clos = scaledNetwork(ScaledFamily::foldedClos, even, 0);
    const TopologyFacts tree = test::facts("folded_clos", {{"k", static_cast<std::int64_t>(even)}});
    QCOMPARE(clos.hosts(), tree.terminals);
    QCOMPARE(clos.switches, tree.routers);
    for (const std::uint64_t n : {2u, 3u}) {
      const ScaledNetwork butterfly = scaledNetwork(ScaledFamily::flattenedButterfly, ports, n);
      const auto k = static_cast<std::int64_t>(butterfly.hostsPerSwitch);
      const TopologyFacts grid = test::facts(
          "hyperx", {{"dimensions", std::vector<std::int64_t>(n, k)}, {"terminals_per_router", k}});
      QCOMPARE(butterfly.hosts(), grid.terminals);
      QCOMPARE(butterfly.switches, grid.routers);
      QCOMPARE(butterfly.hostsPerSwitch + butterfly.links, grid.radix);
      QVERIFY(grid.radix <= ports);
    }
    const ScaledNetwork fly = scaledNetwork(ScaledFamily::dragonfly, ports, 0);
    const auto h = static_cast<std::int64_t>(fly.links);
    const TopologyFacts groups = test::facts("dragonfly", test::dragonflyOf(h, 2 * h, h));
    QCOMPARE(fly.hosts(), groups.terminals);
    QCOMPARE(fly.switches, groups.routers);
    QCOMPARE(fly.groups, groups.groups);
    QVERIFY(groups.radix <= ports);
  }
}

void TableScaleTest::rulesOfEquationOne() {
  QCOMPARE(hierarchicalRules(9, 4, 2), std::uint64_t{13});
  QCOMPARE(hierarchicalRules(1, 36, 2), std::uint64_t{37});
  QCOMPARE(hierarchicalRules(1, 1, 1), std::uint64_t{1});
}

void TableScaleTest::formulasMeetWherePortsDivide() {
  QCOMPARE(hostsOfTableOne(ScaledFamily::foldedClos, 8, 0), 128.0);
  QCOMPARE(hostsOfTableOne(ScaledFamily::flattenedButterfly, 9, 2), 27.0);
  QCOMPARE(hostsOfTableOne(ScaledFamily::dragonfly, 8, 0), 64.0);
  QVERIFY(std::isnan(hostsOfTableOne(ScaledFamily::dragonfly2d, 8, 0)));
}

void TableScaleTest::compactTables() {
  const ScaledNetwork fly = scaledNetwork(ScaledFamily::dragonfly, 7, 0);
  QCOMPARE(compactBounds(ScaledFamily::dragonfly, fly).least, std::uint64_t{2 + 3 + 2 + 3});
  QCOMPARE(compactBounds(ScaledFamily::dragonfly, fly).most, fly.perGroup());
  const ScaledNetwork row = scaledNetwork(ScaledFamily::flattenedButterfly, 7, 2);
  QCOMPARE(compactBounds(ScaledFamily::flattenedButterfly, row).most, std::uint64_t{7});
}

void TableScaleTest::powerOfASwitchByHand() {
  PowerCounts counts;
  counts.switches = 2;
  counts.hosts = 4;
  counts.ports = 3;
  counts.electricalPorts = 0;
  PowerParts parts;
  parts.fixedW = 10;
  parts.opticalPortW = 2;
  parts.electricalPortW = 1;
  parts.bufferNj = 10;
  parts.bufferPasses = 1;
  parts.linkGbps = 0.512;  // a million packets a second
  parts.tcamMwPerEntry = 500;
  const SwitchPower power = switchPower(counts, TableOrganisation::tcamFlat, parts);
  QCOMPARE(power.fixed, 10.0);
  QCOMPARE(power.ports, 2 * 1.0 + 1 * 2.0);
  QVERIFY(std::abs(power.buffers - 3 * 1e6 * 10e-9) < 1e-12);
  QCOMPARE(power.table, 2.0);
  QCOMPARE(switchPower(counts, TableOrganisation::tcamFlat, parts, 10).table, 5.0);
  QCOMPARE(switchPower(counts, TableOrganisation::camFlat, parts).table, parts.camW);
}

void TableScaleTest::entriesAreEquationOne() {
  const PowerCounts fly = countsOf(PowerNetwork::dragonfly);
  QCOMPARE(fly.entries(TableOrganisation::tcamFlat), fly.hosts);
  QCOMPARE(fly.entries(TableOrganisation::perGroup), std::uint64_t{462 + 35 + 18});
  QVERIFY(fly.entries(TableOrganisation::compact) < fly.entries(TableOrganisation::perGroup));
  const PowerCounts clos = countsOf(PowerNetwork::foldedClos);
  QCOMPARE(clos.switches, std::uint64_t{3 * 8424 + 4212});
}

/// A switch of the study's Dragonfly, which has fewer groups than there could be, has the ports of
/// the largest one; its table is that of its own entries. By hand: a Dragonfly of 15 ports.
void TableScaleTest::powerOfAnySize() {
  const PowerParts parts;
  const PowerCounts study = countsOf(PowerNetwork::dragonfly);
  const PowerCounts largest = countsOf(ScaledFamily::dragonfly, 72, 0);
  QCOMPARE(switchPower(largest, TableOrganisation::perGroup, parts, 100).total(),
           switchPower(study, TableOrganisation::perGroup, parts, 100).total());
  QVERIFY(largest.hosts > study.hosts);

  // h = p = 4, groups of 8: four hosts and seven links within the group are electrical.
  const PowerCounts small = countsOf(ScaledFamily::dragonfly, 15, 0);
  QCOMPARE(small.hosts, std::uint64_t{33 * 8 * 4});
  QCOMPARE(small.perGroupEntries, std::uint64_t{32 + 7 + 4});
  QCOMPARE(small.compactEntries, std::uint64_t{4 + 2 * 7 + 4});
  const SwitchPower power = switchPower(small, TableOrganisation::compact, parts);
  QVERIFY(std::abs(power.ports - (11 * 0.48 + 4 * 0.6)) < 1e-12);
  QVERIFY(std::abs(power.table - 22 * 0.0033) < 1e-12);
  // Groups of m by m switches, m = 4: three links a dimension.
  QCOMPARE(countsOf(ScaledFamily::dragonfly2d, 14, 0).electricalPorts,
           countsOf(ScaledFamily::dragonfly2d, 14, 0).switches * 6);
}

}  // namespace hopscope

using hopscope::TableScaleTest;
HOPSCOPE_TEST(TableScaleTest)
#include "table_scale_test.moc"

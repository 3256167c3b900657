// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "engine/design/catalogue.h"
#include "engine/design/compile.h"
#include "engine/forwarding/address_plan.h"
#include "engine/forwarding/node_reduction.h"
#include "engine/routing/family_routings.h"
#include "engine/topology/generator.h"
#include "engine/topology/generators/grid.h"
#include "tests/support/test_main.h"

namespace hopscope {

namespace {

families::Grid ladderGrid(const Values& values) {
  families::Grid grid;
  grid.sizes = {2, families::countAt(values, "rungs")};
  return grid;
}

Topology buildLadder(const Values& values) {
  return families::buildGrid(ladderGrid(values), "ladder", values);
}

Structure ladderStructure(const Values& values) {
  return families::gridStructure(ladderGrid(values), sentence("a ladder"), RowLinks::line);
}

/// Leaning against the left edge.
Placement ladderLayout(const Topology& topology) {
  Placement placement;
  placement.terminals.resize(topology.terminalCount());
  placement.bulge.resize(topology.linkCount());
  for (RouterId r = 0; r < topology.routerCount(); ++r)
    placement.routers.push_back({100.0 * topology.position[r], 50.0 * topology.group[r]});
  for (std::int32_t rung = 0; rung < topology.group.back() + 1; ++rung)
    placement.groups.push_back({groupingOf(topology).label(topology, rung), {}, {}, rung});
  return placement;
}

/// Two routers a rung, each with one terminal.
Generator ladder() {
  Generator family;
  family.name = "ladder";
  family.label = "Ladder";
  family.parameters = {families::countParameter("rungs", "Rungs", 5, 2, 1000, "")};
  family.check = [](const Values&) { return Issues{}; };
  family.facts = [](const Values& values) { return families::gridFacts(ladderGrid(values)); };
  family.build = buildLadder;
  family.structure = ladderStructure;
  family.layout = ladderLayout;
  family.icon = "mesh";
  family.groups.name = [](std::int32_t rung) { return sentence("Rung {}", rung); };
  family.groups.label = [](const Topology&, std::int32_t rung) {
    return "rung " + std::to_string(rung);
  };
  family.groups.counted = true;
  family.firstRoutings = {"up_down", "o1turn"};
  return family;
}

Design ladderDesign() {
  Design design;
  design.settings["topology.kind"] = std::string("ladder");
  return design;
}

}  // namespace

/// A family is known by its entry alone: everything else follows from it.
class AddedFamilyTest : public QObject {
  Q_OBJECT

 private slots:
  void routingsAreWhatChecksAllow();
  void designsRun();
  void layoutAndGroupsFollow();
  void structureFollows();
  void isGoneAgain();
};

void AddedFamilyTest::routingsAreWhatChecksAllow() {
  const AddedFamily added(ladder());
  // The family's first, without the one that needs a mesh; then all that fit a grid or any network.
  const std::vector<std::string> expected = {"up_down", "dimension_order", "minimal_adaptive",
                                             "valiant", "shortest_path"};
  QVERIFY(routingsOf("ladder") == expected);
  const auto parameter = findParameter(ladderDesign(), "routing.algorithm");
  QVERIFY(parameter.has_value());
  QCOMPARE(parameter->choices.size(), expected.size());
  QCOMPARE(toText(parameter->fallback), std::string("up_down"));
}

void AddedFamilyTest::designsRun() {
  const AddedFamily added(ladder());
  for (const std::string& routing : routingsOf("ladder")) {
    Design design = ladderDesign();
    design.settings["routing.algorithm"] = routing;
    const Compiled compiled = compile(design);
    QVERIFY2(compiled.setup.has_value(), routing.c_str());
    QCOMPARE(compiled.setup->topology->routerCount(), 10u);
  }
  Design design = ladderDesign();
  design.settings["routing.algorithm"] = std::string("minimal_adaptive");
  design.settings["switch.virtual_channels.local"] = std::int64_t{1};
  const Issues issues = validate(design);
  QVERIFY(!issues.empty());
  QCOMPARE(issues[0].text.english(),
           std::string("Minimal adaptive on a ladder needs 2 virtual channels on local links; it "
                       "has 1."));
}

void AddedFamilyTest::layoutAndGroupsFollow() {
  const AddedFamily added(ladder());
  const Topology topology = buildLadder({{"rungs", std::int64_t{3}}});
  const Placement placement = place(topology);
  QVERIFY((placement.routers[5] == Point{100, 100}));
  QCOMPARE(placement.groups[2].label, std::string("rung 2"));
  const Grouping groups = groupingOf(topology);
  QCOMPARE(groups.name(1).english(), std::string("Rung 1"));
  QCOMPARE(groups.place(1, 0).english(), std::string("Group 1, position 0"));
  QCOMPARE(familyOf(topology)->icon, std::string("mesh"));
  QCOMPARE(countFacts(topology).groups, std::uint64_t{3});
  const TopologyFacts facts = familyOf(topology)->facts(topology.parameters);
  QCOMPARE(facts.routers, measureFacts(topology).routers);
  QCOMPARE(facts.diameter.value_or(0), measureFacts(topology).diameter.value_or(0));
}

void AddedFamilyTest::structureFollows() {
  const AddedFamily added(ladder());
  const Topology topology = buildLadder({{"rungs", std::int64_t{3}}});
  QCOMPARE(reductionFor(topology), ReductionKind::mesh);
  const auto made = AddressPlan::make(topology, AddressScheme::perGroup, "");
  QVERIFY(std::holds_alternative<AddressPlan>(made));
  QCOMPARE(std::get<AddressPlan>(made).family(), AddressFamily::grid);
  QCOMPARE(std::get<AddressPlan>(made).groupCount(), std::uint64_t{3});
}

void AddedFamilyTest::isGoneAgain() {
  QVERIFY(generators().find("ladder") == nullptr);
  QVERIFY((routingsOf("ladder") == std::vector<std::string>{"up_down", "shortest_path"}));
}

}  // namespace hopscope

using hopscope::AddedFamilyTest;
HOPSCOPE_TEST(AddedFamilyTest)
#include "added_family_test.moc"

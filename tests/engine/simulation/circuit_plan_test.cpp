// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/simulation/circuit_plan.h"

#include <QTest>
#include <algorithm>
#include <set>
#include <vector>

#include "engine/design/compile.h"
#include "engine/scheduling/shifted_slots.h"
#include "tests/support/test_main.h"

namespace hopscope {

/// Plans of circuits for whole designs.
class CircuitPlanTest : public QObject {
  Q_OBJECT

 private slots:
  void isSound_data();
  void isSound();
  void crossbarsTakeTheLargestDegree();
  void whatCannotBePlannedIsRefused();

 private:
  static Setup setupOf(const char* kind, const char* pattern, const Values& parameters = {});
};

Setup CircuitPlanTest::setupOf(const char* kind, const char* pattern, const Values& parameters) {
  Design design;
  design.settings["topology.kind"] = std::string(kind);
  for (const auto& [name, value] : parameters) design.settings["topology." + name] = value;
  design.settings["traffic.pattern"] = std::string(pattern);
  const Compiled compiled = compile(design);
  if (!compiled.setup)
    for (const Issue& issue : compiled.issues) qWarning("%s", describe(issue).c_str());
  return *compiled.setup;
}

void CircuitPlanTest::isSound_data() {
  QTest::addColumn<QString>("kind");
  QTest::addColumn<QString>("pattern");
  for (const char* kind : {"crossbar", "k_ary_n_tree", "xgft", "mesh", "torus", "dragonfly",
                           "hyperx", "mikant", "folded_clos"})
    for (const char* pattern : {"uniform", "permutation"})
      QTest::addRow("%s %s", kind, pattern) << kind << pattern;
}

/// Paths lead from source to destination, no channel has two circuits in a slot, and a word that
/// becomes ready in any slot arrives when the closed form says.
void CircuitPlanTest::isSound() {
  QFETCH(QString, kind);
  QFETCH(QString, pattern);
  const Setup setup = setupOf(qPrintable(kind), qPrintable(pattern));
  const Topology& topology = *setup.topology;
  const auto planned = planCircuits(setup);
  const auto* plan = std::get_if<CircuitPlan>(&planned);
  QVERIFY(plan != nullptr);
  QVERIFY(plan->slotCount >= plan->fewest && plan->fewest > 0);
  std::set<std::pair<ChannelId, std::uint32_t>> taken;
  for (const PlannedCircuit& circuit : plan->circuits) {
    QVERIFY(circuit.slot < plan->slotCount);
    QVERIFY(topology.from(circuit.path.front()).isTerminal);
    QCOMPARE(topology.from(circuit.path.front()).node, circuit.source);
    QVERIFY(topology.to(circuit.path.back()).isTerminal);
    QCOMPARE(topology.to(circuit.path.back()).node, circuit.destination);
    std::uint64_t time = circuit.slot;
    for (std::size_t hop = 0; hop < circuit.path.size(); ++hop, time += plan->shifted ? 1 : 0) {
      if (topology.routerCount() > 1 && hop > 0)
        QCOMPARE(topology.from(circuit.path[hop]).node, topology.to(circuit.path[hop - 1]).node);
      const auto slot = static_cast<std::uint32_t>(time % plan->slotCount);
      QVERIFY(taken.insert({circuit.path[hop], slot}).second);
    }
    if (plan->shifted)  // ready as the circuit's slot begins: no wait
      QCOMPARE(shiftedLatency(circuit.slot, circuit.slot, plan->slotCount, circuit.path.size()),
               time - circuit.slot);
  }
  QVERIFY(!describe(topology, *plan).empty());
  QVERIFY(writeCircuits(topology, *plan).find("\"circuits\"") != std::string::npos);
}

void CircuitPlanTest::crossbarsTakeTheLargestDegree() {
  const auto planned =
      planCircuits(setupOf("crossbar", "uniform", {{"terminals", std::int64_t{24}}}));
  QCOMPARE(std::get<CircuitPlan>(planned).slotCount, 23u);
  const auto permuted =
      planCircuits(setupOf("crossbar", "permutation", {{"terminals", std::int64_t{24}}}));
  QCOMPARE(std::get<CircuitPlan>(permuted).slotCount, 1u);
}

void CircuitPlanTest::whatCannotBePlannedIsRefused() {
  const auto planned =
      planCircuits(setupOf("crossbar", "uniform", {{"terminals", std::int64_t{600}}}));
  const auto* issues = std::get_if<Issues>(&planned);
  QVERIFY(issues != nullptr);
  QCOMPARE(issues->front().path, std::string("traffic.pattern"));
  QVERIFY(!issues->front().remedy.empty());
}

}  // namespace hopscope

using hopscope::CircuitPlanTest;
HOPSCOPE_TEST(CircuitPlanTest)
#include "circuit_plan_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/simulation/circuit_plan.h"

#include <QTest>
#include <algorithm>
#include <chrono>
#include <set>
#include <stop_token>
#include <thread>
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
  void circuitsOfSeveralSlotsCountOnce();
  void theLastPlanIsShared();
  void planningCanBeStopped();

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

/// 16 terminals of a torus, each with each other and itself.
Setup slottedTorus(std::int64_t slotsEach, const char* pattern = "uniform") {
  Design design;
  design.settings = {{"topology.kind", std::string("torus")},
                     {"topology.dimensions", std::vector<std::int64_t>{4, 4}},
                     {"switch.model", std::string("slotted")},
                     {"switch.slots_each", slotsEach},
                     {"traffic.pattern", std::string(pattern)}};
  const Compiled compiled = compile(design);
  if (!compiled.setup)
    for (const Issue& issue : compiled.issues) qWarning("%s", describe(issue).c_str());
  return *compiled.setup;
}

void CircuitPlanTest::circuitsOfSeveralSlotsCountOnce() {
  for (const std::int64_t slotsEach : {1, 3}) {
    const Setup setup = slottedTorus(slotsEach);
    const auto planned = planCircuits(setup);
    const CircuitPlan& plan = std::get<CircuitPlan>(planned);
    std::set<std::pair<TerminalId, TerminalId>> pairs;
    for (const PlannedCircuit& each : plan.circuits) pairs.insert({each.source, each.destination});
    QCOMPARE(plan.circuits.size(), pairs.size() * static_cast<std::size_t>(slotsEach));
    const QString words = QString::fromStdString(describe(*setup.topology, plan));
    const auto figure = [&](const QString& label) {
      for (const QString& line : words.split(QLatin1Char('\n')))
        if (line.startsWith(label + QLatin1Char(' '))) return line.section(QLatin1Char(' '), -1);
      return QString();
    };
    QCOMPARE(figure(QStringLiteral("circuits")), QString::number(pairs.size()));
    QCOMPARE(figure(QStringLiteral("slots they take")),
             slotsEach == 1 ? QString() : QString::number(plan.circuits.size()));
  }
}

/// Who asks for the same again gets the same; whoever asks for another plan, that.
void CircuitPlanTest::theLastPlanIsShared() {
  const auto circuitsOf = [](const Setup& setup) {
    return std::get<SlottedSwitches>(setup.switches).circuits;
  };
  const Setup first = slottedTorus(2), again = slottedTorus(2);
  QVERIFY(circuitsOf(first) == circuitsOf(again));
  QCOMPARE(std::get<SlottedSwitches>(first.switches).settings.slotCount,
           std::get<SlottedSwitches>(again.switches).settings.slotCount);
  const auto planned = planShiftedCircuits(again, 0, 2);
  QVERIFY(std::get<CircuitPlan>(planned).circuits == *circuitsOf(again));
  const Setup fewer = slottedTorus(1);
  QVERIFY(circuitsOf(fewer)->size() < circuitsOf(first)->size());
  const Setup others = slottedTorus(1, "transpose");
  QVERIFY(*circuitsOf(others) != *circuitsOf(fewer));
  // Where nobody holds it any more it is planned anew, to the same.
  const Setup held = slottedTorus(3);
  const auto before = circuitsOf(held);
  circuitsOf(slottedTorus(1));  // the last one now
  QVERIFY(before != circuitsOf(slottedTorus(3)) && *before == *circuitsOf(slottedTorus(3)));
}

/// At any time, with nothing of it left: planned again it comes to the same.
void CircuitPlanTest::planningCanBeStopped() {
  Design design;
  design.settings = {{"topology.kind", std::string("mesh")},
                     {"topology.dimensions", std::vector<std::int64_t>{12, 12}},
                     {"switch.model", std::string("slotted")}};
  const auto wholeOf = [](const Compiled& compiled) {
    return std::get<SlottedSwitches>(compiled.setup->switches).circuits;
  };
  const auto whole = wholeOf(compile(design));
  std::stop_source before;
  before.request_stop();
  const Compiled none = compile(design, before.get_token());
  QVERIFY(!none.setup && none.issues == planningStopped());
  QVERIFY(std::holds_alternative<Issues>(
      planCircuits(setupOf("mesh", "uniform", {{"dimensions", std::vector<std::int64_t>{8, 8}}}),
                   before.get_token())));
  // Of best effort, freedom of deadlock is proved as well.
  Design effort = design;
  effort.settings["switch.best_effort"] = std::string("idle");
  effort.settings["switch.circuits"] = std::string("self+1");
  effort.settings["routing.algorithm"] = std::string("valiant");
  for (const Design& each : {design, effort})
    for (const int milliseconds : {0, 1, 3, 10, 30}) {
      std::stop_source stop;
      Compiled compiled;
      std::thread planner([&] { compiled = compile(each, stop.get_token()); });
      std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
      stop.request_stop();
      planner.join();
      QVERIFY(compiled.setup || compiled.issues == planningStopped());
    }
  QVERIFY(*wholeOf(compile(design)) == *whole);
  QVERIFY(compile(effort).setup.has_value());
}

}  // namespace hopscope

using hopscope::CircuitPlanTest;
HOPSCOPE_TEST(CircuitPlanTest)
#include "circuit_plan_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Every family with every routing, switch and lookup that suits it, under little load and all there
// is: what is proved free of deadlock never deadlocks, what offers far less than the saturation
// bound does not saturate, and what offers far more does.
#include <QTest>
#include <algorithm>
#include <map>

#include "engine/core/rng.h"
#include "engine/design/catalogue.h"
#include "engine/design/compile.h"
#include "engine/design/design_json.h"
#include "engine/design/network_traits.h"
#include "engine/routing/dependency_graph.h"
#include "engine/routing/family_routings.h"
#include "engine/simulation/saturation_bound.h"
#include "engine/simulation/simulation.h"
#include "engine/topology/generator.h"
#include "tests/engine/routing/networks.h"
#include "tests/support/test_main.h"

namespace hopscope {
namespace {

/// Shares of the saturation bound. Buffers and allocators take less than what the busiest server
/// could, so there is a wide stretch in between of which nothing is said.
constexpr double kLittle = 0.3, kMuch = 1.2;
constexpr std::uint64_t kSeed = 20'261'123;

struct Walk {
  const char* name;
  Values settings;
};

const std::vector<Walk>& switches() {
  static const std::vector<Walk> list = {
      {"virtual cut-through", {{"switch.model", std::string("vct")}}},
      {"wormhole", {{"switch.model", std::string("wormhole")}}},
      {"store and forward",
       {{"switch.model", std::string("wormhole")},
        {"switch.flow_control", std::string("store_and_forward")},
        {"switch.buffer_flits", std::int64_t{16}}}}};
  return list;
}

/// The networks of one family that a run of some thousand cycles fills.
std::map<std::string, std::vector<const Topology*>> families() {
  static const std::vector<test::NamedNetwork> all = test::smallNetworks();
  std::map<std::string, std::vector<const Topology*>> list;
  for (const test::NamedNetwork& item : all) {
    const Topology& t = item.topology;
    if (t.routerCount() <= 60 && t.terminalCount() >= 2 && t.terminalCount() <= 100)
      list[t.kind].push_back(&t);
  }
  return list;
}

std::vector<std::string> lookups() {
  std::vector<std::string> names;
  const Parameter lookup = *findParameter(Design(), "forwarding.lookup");
  for (const ParameterChoice& choice : lookup.choices) names.push_back(choice.name);
  return names;
}

Results run(Setup setup, double load) {
  setup.load = load;
  Simulation simulation(std::move(setup));
  while (!simulation.done()) simulation.advance(10'000);
  return simulation.results();
}

}  // namespace

class DesignWalkTest : public QObject {
  Q_OBJECT

 private slots:
  void verdictsHold_data();
  void verdictsHold();
};

void DesignWalkTest::verdictsHold_data() {
  QTest::addColumn<QString>("kind");
  for (const auto& family : families())
    QTest::newRow(family.first.c_str()) << QString::fromStdString(family.first);
}

void DesignWalkTest::verdictsHold() {
  QFETCH(const QString, kind);
  const std::vector<const Topology*> networks = families().at(kind.toStdString());
  Rng draws(kSeed, 0, RandomPurpose::choice);
  const auto anyOf = [&draws](const auto& list) {
    return list[draws.below(static_cast<std::uint32_t>(list.size()))];
  };
  int walked = 0;
  for (const std::string& routing : routingsOf(kind.toStdString()))
    for (const Walk& model : switches())
      for (const std::string& lookup : lookups()) {
        const Topology& topology = *anyOf(networks);
        Design design;
        design.settings = model.settings;
        design.settings["topology.kind"] = topology.kind;
        for (const auto& [name, value] : topology.parameters)
          design.settings["topology." + name] = value;
        design.settings["routing.algorithm"] = routing;
        design.settings["forwarding.lookup"] = lookup;
        design.settings["traffic.packet_flits"] = anyOf(std::vector<std::int64_t>{1, 4, 10});
        design.settings["run.seed"] = static_cast<std::int64_t>(draws.below(1'000'000));
        design.settings["run.warmup"] = std::int64_t{3000};
        design.settings["run.measure"] = std::int64_t{6000};
        design.settings["run.max_cycles"] = std::int64_t{12'000};
        const Compiled compiled = compile(design);
        if (!compiled.setup) continue;  // it says why; that is tested elsewhere
        ++walked;
        const Setup& setup = *compiled.setup;
        const std::string text = writeDesign(design);
        const DependencyReport report =
            examineDependencies(*setup.topology, *setup.routing, reuseOf(setup));
        QVERIFY2(report.deadlockFree(), text.c_str());
        const SaturationBound bound = saturationBound(setup);

        // Caches begin empty: what all of them ask the CAM for has to be little, too.
        const double sure = bound.load * std::min(1.0, bound.missShare);
        const Results light = run(setup, std::min(1.0, kLittle * sure));
        QVERIFY2(!isOverloaded(light.verdict), text.c_str());
        const Results heavy = run(setup, 1.0);
        QVERIFY2(heavy.verdict != Verdict::deadlocked, text.c_str());
        const bool exceeded = bound.counted == Counted::everything && kMuch * bound.load < 1;
        QVERIFY2(!exceeded || heavy.verdict == Verdict::saturated, text.c_str());
      }
  QVERIFY2(walked > 3, "hardly a design of the family was run");
}

}  // namespace hopscope

using hopscope::DesignWalkTest;
HOPSCOPE_TEST(DesignWalkTest)
#include "design_walk_test.moc"

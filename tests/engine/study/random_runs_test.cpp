// SPDX-License-Identifier: GPL-3.0-or-later
#include <rapidcheck.h>

#include <QTest>
#include <algorithm>

#include "engine/design/catalogue.h"
#include "engine/design/compile.h"
#include "engine/design/design_json.h"
#include "engine/design/faults.h"
#include "engine/design/network_traits.h"
#include "engine/routing/dependency_graph.h"
#include "engine/simulation/simulation.h"
#include "tests/engine/routing/networks.h"
#include "tests/support/test_main.h"

namespace hopscope {

/// What holds for every network, routing, switch and traffic that a design can name.
class RandomRunsTest : public QObject {
  Q_OBJECT

 private slots:
  void everyDesignDeliversAndConserves();
};

namespace {

constexpr Cycle kMostCycles = 200'000;

/// Uniform in [low, high). Never made smaller: a run of a failing design can take a minute.
std::int64_t anyOf(std::int64_t low, std::int64_t high) {
  return *rc::gen::noShrink(rc::gen::resize(rc::kNominalSize, rc::gen::inRange(low, high)));
}

template <typename T>
const T& oneOf(const std::vector<T>& list) {
  return list[static_cast<std::size_t>(anyOf(0, static_cast<std::int64_t>(list.size())))];
}

/// Networks that a run of some hundred cycles fills.
const std::vector<test::NamedNetwork>& networks() {
  static const std::vector<test::NamedNetwork> list = [] {
    std::vector<test::NamedNetwork> all = test::smallNetworks();
    all.erase(std::remove_if(all.begin(), all.end(),
                             [](const test::NamedNetwork& item) {
                               return item.topology.routerCount() > 60 ||
                                      item.topology.terminalCount() > 100 ||
                                      item.topology.terminalCount() < 2;
                             }),
              all.end());
    return all;
  }();
  return list;
}

/// A choice of the section at random, of those that the parameter allows.
void drawChoice(Design& design, const std::string& path) {
  for (const Section& section : sections(design))
    for (const Parameter& parameter : section.parameters)
      if (parameter.name == path) design.settings[path] = oneOf(parameter.choices).name;
}

/// Every choice below `main`'s section that the choice of `main` allows.
void drawChoices(Design& design, const std::string& prefix, const std::string& main) {
  drawChoice(design, main);
  std::vector<std::string> paths;
  for (const Section& section : sections(design))
    for (const Parameter& parameter : section.parameters)
      if (parameter.type == ParameterType::choice && parameter.name != main &&
          parameter.name.rfind(prefix, 0) == 0)
        paths.push_back(parameter.name);
  for (const std::string& path : paths) drawChoice(design, path);
}

/// Some fail, more fail, some and then all work again. What would cut the network is left out.
void letPartsFail(Design& design, const Topology& topology) {
  const std::vector<LinkId> links = [&topology] {
    std::vector<LinkId> between;
    for (LinkId l = 0; l < topology.linkCount(); ++l)
      if (topology.kindOf(l) != LinkKind::terminal) between.push_back(l);
    return between;
  }();
  if (links.empty()) return;
  NetworkFaults now{std::vector<bool>(topology.linkCount()),
                    std::vector<bool>(topology.routerCount())};
  const auto fail = [&](std::int64_t at) {
    PartIds parts;
    const auto take = [&](std::vector<bool>& state, std::vector<std::uint32_t>& ids,
                          std::uint32_t part) {
      if (state[part]) return;
      state[part] = true;
      const auto live = std::count_if(
          topology.terminals.begin(), topology.terminals.end(),
          [&](const TerminalPlace& terminal) { return !now.routers[terminal.router]; });
      if (live < 2 || separated(topology, now))
        state[part] = false;
      else
        ids.push_back(part);
    };
    for (std::int64_t i = anyOf(1, 4); i > 0; --i) take(now.links, parts.channels, oneOf(links));
    if (anyOf(0, 2) == 0)
      take(now.routers, parts.routers,
           static_cast<RouterId>(anyOf(0, static_cast<std::int64_t>(topology.routerCount()))));
    design.phases.push_back({at, {}, false, parts, {}});
    return parts;
  };
  const PartIds first = fail(anyOf(20, 200));
  const PartIds second = fail(anyOf(200, 400));
  design.phases.push_back({anyOf(400, 500), {}, false, {}, first});
  design.phases.push_back({anyOf(500, 600), {}, false, {}, second});
}

/// Two to five classes, and now and then other ones later.
void mixTraffic(Design& design) {
  const auto anyMix = [] {
    static const std::vector<std::string> patterns = {"uniform", "tornado", "neighbour",
                                                      "hot_spot(share=0.3)", "permutation"};
    std::string text;
    for (std::int64_t i = anyOf(2, 6); i > 0; --i) {
      text += std::to_string(anyOf(1, 10)) + " " + oneOf(patterns);
      if (anyOf(0, 2) == 0) text += " " + std::to_string(anyOf(1, 12)) + " flits";
      text += "; ";
    }
    return text;
  };
  design.settings["traffic.pattern"] = std::string("mix");
  design.settings["traffic.parts"] = anyMix();
  if (anyOf(0, 3) == 0)
    design.phases.push_back({anyOf(5, 19), {{"traffic.parts", anyMix()}}, false, {}, {}});
}

/// Circuits whose slots move on: for all, for some or for nobody, in slots that may be too few.
void drawCircuits(Design& design, const Topology& topology) {
  const auto anyPairs = [&topology] {
    std::string pairs;
    for (std::int64_t i = anyOf(1, 8); i > 0; --i) {
      const auto terminal = [&topology] { return std::to_string(oneOf(topology.terminalIds)); };
      pairs += terminal() + ">" + terminal() + " ";
    }
    return pairs;
  };
  design.settings["switch.circuits"] =
      oneOf(std::vector<std::string>{"none", "self+1", "self+1; self-2", anyPairs(), anyPairs()});
  if (anyOf(0, 6) == 0) design.settings["switch.circuits"] = std::string("all");
  design.settings["switch.slot_length"] = anyOf(5, 10);
  if (anyOf(0, 3) == 0) design.settings["switch.slots"] = anyOf(2, 60);
  if (anyOf(0, 3) == 0) design.settings["switch.slots_each"] = anyOf(1, 4);
  if (anyOf(0, 3) == 0) design.settings["switch.nic_latency"] = anyOf(1, 12);
  if (anyOf(0, 3) == 0) design.settings["switch.nic_flits"] = anyOf(1, 40);
  if (anyOf(0, 3) == 0) design.settings["switch.buffer_flits"] = anyOf(11, 20);
  // What a flit takes from channel to channel has to fit into a slot.
  design.settings["channels.local.latency"] = anyOf(1, 4);
  if (design.settings.count("channels.global.latency") != 0)
    design.settings["channels.global.latency"] = anyOf(1, 4);
}

Design randomDesign() {
  Design design;
  const Topology& topology = oneOf(networks()).topology;
  design.settings["topology.kind"] = topology.kind;
  for (const auto& [name, value] : topology.parameters) design.settings["topology." + name] = value;
  drawChoices(design, "routing.", "routing.algorithm");
  drawChoices(design, "switch.", "switch.model");
  if (anyOf(0, 3) == 0) mixTraffic(design);
  design.settings["traffic.load"] = static_cast<double>(anyOf(2, 20)) / 100;
  design.settings["traffic.packet_flits"] = anyOf(1, 7);
  if (anyOf(0, 4) == 0)
    design.settings["traffic.packet_sizes"] =
        oneOf(std::vector<std::string>{"1:0.5, 5:0.5", "2:0.7, 3:0.2, 11:0.1"});
  design.settings["channels.local.latency"] = anyOf(1, 6);
  if (topology.kind == "dragonfly") design.settings["channels.global.latency"] = anyOf(16, 40);
  design.settings["run.warmup"] = std::int64_t{150};
  design.settings["run.measure"] = std::int64_t{500};
  design.settings["run.max_cycles"] = std::int64_t{kMostCycles};
  design.settings["run.window"] = std::int64_t{100};
  design.settings["run.seed"] = anyOf(0, 1'000'000);
  if (design.settings.count("switch.best_effort") != 0)
    drawCircuits(design, topology);  // of which no part fails
  else if (anyOf(0, 2) == 0)
    letPartsFail(design, topology);
  return design;
}

/// Runs to the end in steps of random length.
Results runInSteps(Setup setup, const Execution& execution, std::vector<std::string>& violations) {
  setup.execution = execution;
  Simulation simulation(std::move(setup));
  while (!simulation.done()) {
    simulation.advance(anyOf(1, 60));
    violations = simulation.violations();
    if (!violations.empty()) break;
  }
  return simulation.results();
}

std::uint64_t measuredIn(const Results& results) {
  std::uint64_t sum = 0;
  for (const TrafficClassResult& each : results.trafficClasses) sum += each.packets;
  return sum;
}

/// Of each class; means that do not exist are not equal to themselves.
bool sameTraffic(const Results& a, const Results& b) {
  return std::equal(a.trafficClasses.begin(), a.trafficClasses.end(), b.trafficClasses.begin(),
                    b.trafficClasses.end(),
                    [](const TrafficClassResult& one, const TrafficClassResult& other) {
                      return one.packets == 0 ? other.packets == 0 : one == other;
                    });
}

/// The design with sources that fall silent soon after the measured packets are sent, and time.
Setup fallingSilent(Design design) {
  design.phases.push_back({std::int64_t{2000}, {{"traffic.load", 0.0}}, false, {}, {}});
  design.settings["run.max_cycles"] = 10 * kMostCycles;
  return *compile(design).setup;
}

Results runFreely(Setup setup) {
  Simulation simulation(std::move(setup));
  simulation.advance(10 * kMostCycles);
  return simulation.results();
}

}  // namespace

void RandomRunsTest::everyDesignDeliversAndConserves() {
  const bool holds = rc::check("a random design", [] {
    const Design design = randomDesign();
    RC_LOG() << writeDesign(design) << '\n';
    const Compiled compiled = compile(design);
    // A routing that does not suit the size of its network says so; that is tested elsewhere.
    RC_PRE(compiled.setup.has_value());
    const Setup& setup = *compiled.setup;
    // Drawn against the advice of its routing.
    if (reuseOf(setup) == VcReuse::tail &&
        effectiveValue(design, "routing.algorithm") == Value(std::string("minimal_adaptive")))
      return;
    for (const RoutingFrom& each : routingsOf(setup))
      RC_ASSERT(examineDependencies(*setup.topology, *each.routing, reuseOf(setup)).deadlockFree());

    const Results free = runFreely(setup);
    RC_ASSERT(free.complete);
    if (free.packetsLost != 0) {
      // Saturated: a hot spot gets more than it takes, or terminals at the end of a chain of
      // merging streams wait for ever, because each merging halves what is left to them.
      RC_ASSERT(free.cycles == kMostCycles);
      RC_ASSERT(runFreely(fallingSilent(design)).packetsLost == 0u);
      return;  // too long to be gone through step by step
    }
    RC_ASSERT(free.verdict != Verdict::deadlocked);

    std::vector<std::string> violations;
    const auto threads = static_cast<unsigned>(anyOf(1, 4));
    const auto portsAPart = static_cast<std::uint32_t>(anyOf(8, 80));
    const Results stepped = runInSteps(setup, {threads, portsAPart}, violations);
    RC_LOG() << (violations.empty() ? "" : violations.front());
    RC_ASSERT(violations.empty());
    RC_ASSERT(stepped.cycles == free.cycles);
    RC_ASSERT(stepped.flitHops == free.flitHops);
    RC_ASSERT(stepped.packetsMeasured == free.packetsMeasured);
    RC_ASSERT(free.packetsMeasured == 0 || stepped.latency.mean == free.latency.mean);
    RC_ASSERT(free.packetsMeasured == 0 || stepped.latency.maximum == free.latency.maximum);
    RC_ASSERT(stepped.channelUtilization == free.channelUtilization);
    RC_ASSERT(sameTraffic(stepped, free));
    RC_ASSERT(free.trafficClasses.empty() || measuredIn(free) == free.packetsMeasured);
  });
  QVERIFY(holds);
}

HOPSCOPE_TEST(RandomRunsTest)

}  // namespace hopscope

#include "random_runs_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "engine/design/compile.h"
#include "engine/design/design_json.h"
#include "engine/forwarding/reduction_agreement.h"
#include "engine/simulation/simulation.h"
#include "tests/support/test_main.h"

namespace hopscope {
namespace {

Design designOf(const std::string& kind, const Values& more = {}) {
  Design design;
  design.settings["topology.kind"] = kind;
  design.settings["forwarding.lookup"] = std::string("cache");
  design.settings["forwarding.node_reduction.kind"] = std::string("auto");
  for (const auto& [path, value] : more) design.settings[path] = value;
  return design;
}

Value text(const char* value) {
  return std::string(value);
}

Value sizes(std::vector<std::int64_t> values) {
  return values;
}

/// Tags that come to each input port in an exchange of all with all others, by input.
std::map<PortId, std::set<std::uint32_t>> tagsByInput(const Setup& setup) {
  const Topology& t = *setup.topology;
  std::map<PortId, std::set<std::uint32_t>> tags;
  for (TerminalId source = 0; source < t.terminalCount(); ++source)
    for (TerminalId destination = 0; destination < t.terminalCount(); ++destination) {
      if (source == destination) continue;
      std::vector<RouteState> starts;
      setup.routing->starts(source, destination, starts);
      RouteState state = starts.front();
      LinkEnd at{t.terminals[source].router, t.terminals[source].port, false};
      while (!at.isTerminal) {
        tags[t.firstPort[at.node] + at.port].insert(setup.reductions[0]->tag(at.node, destination));
        const RouteChoice choice = setup.routing->route(at.node, at.port, state);
        state.detail = choice.nextDetail;
        at = t.port(at.node, choice.port).peer;
      }
    }
  return tags;
}

}  // namespace

/// Node reduction in a design: made, compared with the routing, or given up with a warning.
class NodeReductionDesignTest : public QObject {
  Q_OBJECT

 private slots:
  void theRoutingAgrees_data();
  void theRoutingAgrees();
  void disagreementFallsBack_data();
  void disagreementFallsBack();
  void refusals_data();
  void refusals();
  void residentLinesOfATorus_data();
  void residentLinesOfATorus();
  void aSmallCacheHoldsAllTags_data();
  void aSmallCacheHoldsAllTags();
  void thePrintedThresholdCanBeShown();
  void aloneItNeedsNoTable();
};

void NodeReductionDesignTest::theRoutingAgrees_data() {
  QTest::addColumn<Design>("design");
  const auto row = [](const char* name, const char* kind, const Values& more) {
    QTest::newRow(name) << designOf(kind, more);
  };
  row("mesh", "mesh", {{"topology.dimensions", sizes({4, 3, 3})}});
  row("hypercube", "hypercube", {});
  row("ring", "ring", {});
  for (std::int64_t k = 3; k <= 7; ++k)
    QTest::addRow("%d-ary 2-torus", static_cast<int>(k))
        << designOf("torus", {{"topology.dimensions", sizes({k, k})}});
  row("torus, parallel links", "torus",
      {{"topology.dimensions", sizes({5, 5})}, {"topology.lag", std::int64_t{3}}});
  row("torus, parallel links by CRC", "torus",
      {{"topology.dimensions", sizes({5, 5})},
       {"topology.lag", std::int64_t{3}},
       {"forwarding.node_reduction.lag_select", text("crc")}});
  row("torus, parallel links in turn", "torus",
      {{"topology.dimensions", sizes({5, 5})},
       {"topology.lag", std::int64_t{3}},
       {"forwarding.node_reduction.lag_select", text("round_robin")}});
  row("torus, several terminals", "torus",
      {{"topology.dimensions", sizes({4, 4})}, {"topology.terminals_per_router", std::int64_t{3}}});
  row("fat tree", "k_ary_n_tree", {});
  row("fat tree, parallel links", "k_ary_n_tree", {{"topology.lag", std::int64_t{2}}});
  row("fat tree as printed", "k_ary_n_tree",
      {{"forwarding.node_reduction.up", text("paper")}, {"routing.up", text("highest_digit")}});
  row("Dragonfly", "dragonfly", {});
  row("Dragonfly by ports", "dragonfly", {{"forwarding.node_reduction.tags", text("port")}});
}

/// Exhaustive over all pairs: every tag has one port at every switch.
void NodeReductionDesignTest::theRoutingAgrees() {
  QFETCH(Design, design);
  const Compiled compiled = compile(design);
  for (const Issue& issue : compiled.issues)
    QVERIFY2(issue.path.empty(), qPrintable(QString::fromStdString(describe(issue))));
  QVERIFY(compiled.setup.has_value());
  QCOMPARE(compiled.setup->reductions.size(), std::size_t{1});
  const NodeReduction* reduction = compiled.setup->reductions[0].get();
  QVERIFY(reduction != nullptr);
  const Topology& t = *compiled.setup->topology;
  std::map<std::pair<RouterId, std::uint32_t>, PortIndex> ports;
  for (TerminalId source = 0; source < t.terminalCount(); ++source)
    for (TerminalId destination = 0; destination < t.terminalCount(); ++destination) {
      std::vector<RouteState> starts;
      compiled.setup->routing->starts(source, destination, starts);
      RouteState state = starts.front();
      LinkEnd at{t.terminals[source].router, t.terminals[source].port, false};
      while (!at.isTerminal) {
        const std::uint32_t tag = reduction->tag(at.node, destination);
        QVERIFY(tag < reduction->tags(at.node));
        const RouteChoice choice = compiled.setup->routing->route(at.node, at.port, state);
        QCOMPARE(ports.emplace(std::pair(at.node, tag), choice.port).first->second, choice.port);
        state.detail = choice.nextDetail;
        at = t.port(at.node, choice.port).peer;
      }
      QCOMPARE(at.node, destination);
    }
}

void NodeReductionDesignTest::disagreementFallsBack_data() {
  QTest::addColumn<Design>("design");
  QTest::newRow("no reduction for the network") << designOf("slimfly");
  QTest::newRow("adaptive") << designOf("mesh", {{"routing.algorithm", text("minimal_adaptive")}});
  QTest::newRow("Valiant") << designOf("torus", {{"routing.algorithm", text("valiant")}});
  QTest::newRow("O1Turn") << designOf("mesh", {{"routing.algorithm", text("o1turn")}});
  QTest::newRow("as printed") << designOf("k_ary_n_tree",
                                          {{"forwarding.node_reduction.up", text("paper")}});
  QTest::newRow("MiKANT's digit") << designOf("k_ary_n_tree",
                                              {{"routing.algorithm", text("mikant")}});
}

void NodeReductionDesignTest::disagreementFallsBack() {
  QFETCH(Design, design);
  const Compiled compiled = compile(design);
  QVERIFY(compiled.setup.has_value());
  QVERIFY(compiled.setup->reductions[0] == nullptr);
  QCOMPARE(compiled.issues.size(), std::size_t{1});
  QCOMPARE(compiled.issues[0].path, std::string("forwarding.node_reduction.kind"));
  QVERIFY(compiled.issues[0].severity == Severity::warning);
  QVERIFY(compiled.issues[0].text.english().find("destinations instead") != std::string::npos);
  // One destination does not disagree with itself.
  const std::string routing = QTest::currentDataTag();
  QCOMPARE(routing == "Valiant" || routing == "O1Turn",
           compiled.issues[0].text.english().find("packets to destination") != std::string::npos);
  design.settings["forwarding.lookup"] = std::string("nrf_map");
  QVERIFY(!compile(design).setup.has_value());
}

void NodeReductionDesignTest::refusals_data() {
  QTest::addColumn<Design>("design");
  QTest::addColumn<QString>("path");
  QTest::newRow("another network")
      << designOf("torus", {{"forwarding.node_reduction.kind", text("mesh")}})
      << "forwarding.node_reduction.kind";
  QTest::newRow("too few patterns") << designOf("mesh", {{"forwarding.lookup", text("nrf_map")},
                                                         {"forwarding.patterns", std::int64_t{1}}})
                                    << "forwarding.patterns";
  QTest::newRow("alone without") << designOf("mesh",
                                             {{"forwarding.lookup", text("nrf_map")},
                                              {"forwarding.node_reduction.kind", text("none")}})
                                 << "forwarding.node_reduction.kind";
}

void NodeReductionDesignTest::refusals() {
  QFETCH(Design, design);
  QFETCH(QString, path);
  const Compiled compiled = compile(design);
  QVERIFY(!compiled.setup.has_value());
  QCOMPARE(compiled.issues.size(), std::size_t{1});
  QCOMPARE(QString::fromStdString(compiled.issues[0].path), path);
}

void NodeReductionDesignTest::residentLinesOfATorus_data() {
  QTest::addColumn<int>("k");
  QTest::addColumn<int>("n");
  QTest::addColumn<int>("lag");
  for (const int k : {5, 7})
    for (const int n : {1, 2, 3})
      for (const int lag : {1, 2})
        if (k < 7 || n < 3) QTest::addRow("%d-ary %d-torus, %d", k, n, lag) << k << n << lag;
}

/// Rings of an odd k >= 5: a port of dimension i sees its own direction, both ways of those after
/// it, and the host; a terminal's port all ways but its own host. With parallel links these are
/// bounds: near the end of a ring few destinations may all take the same one.
void NodeReductionDesignTest::residentLinesOfATorus() {
  QFETCH(int, k);
  QFETCH(int, n);
  QFETCH(int, lag);
  const Compiled compiled = compile(designOf(
      "torus",
      {{"topology.dimensions", sizes(std::vector<std::int64_t>(static_cast<std::size_t>(n), k))},
       {"topology.lag", std::int64_t{lag}}}));
  const Topology& t = *compiled.setup->topology;
  // Of parallel links each carries its own destinations, so a port sees one lane of its direction.
  std::map<std::pair<RouterId, int>, std::set<std::uint32_t>> byBundle;
  for (const auto& [port, tags] : tagsByInput(*compiled.setup)) {
    const RouterId router = static_cast<RouterId>(
        std::upper_bound(t.firstPort.begin(), t.firstPort.end(), port) - t.firstPort.begin() - 1);
    const int bundle = static_cast<int>(port - t.firstPort[router] + lag - 1) / lag;
    byBundle[{router, bundle}].insert(tags.begin(), tags.end());
    QVERIFY(static_cast<int>(tags.size()) <= 2 * n * lag + 1);
  }
  bool reached = false;
  for (const auto& [place, tags] : byBundle) {
    const int dimension = (place.second + 1) / 2;  // 1 …; the terminal has bundle 0
    const int expected = place.second == 0 ? 2 * n * lag : (1 + 2 * (n - dimension)) * lag + 1;
    QVERIFY(static_cast<int>(tags.size()) <= expected);
    reached = reached || static_cast<int>(tags.size()) == expected;
    if (lag == 1) QCOMPARE(static_cast<int>(tags.size()), expected);
  }
  QVERIFY(reached);
}

void NodeReductionDesignTest::aSmallCacheHoldsAllTags_data() {
  QTest::addColumn<Design>("design");
  const auto row = [](const char* name, const char* kind, const Values& more) {
    QTest::newRow(name) << designOf(kind, more);
  };
  row("8-ary 3-torus", "torus", {{"topology.dimensions", sizes({8, 8, 8})}});
  row("16-ary 3-torus", "torus", {{"topology.dimensions", sizes({16, 16, 16})}});
  row("wormhole torus", "torus",
      {{"topology.dimensions", sizes({8, 8})}, {"switch.model", text("wormhole")}});
  row("fat tree", "k_ary_n_tree", {{"topology.k", std::int64_t{8}}});
  row("Dragonfly", "dragonfly",
      {{"topology.p", std::int64_t{4}},
       {"topology.a", std::int64_t{8}},
       {"topology.h", std::int64_t{4}},
       {"forwarding.cache.entries", std::int64_t{64}}});
}

/// Warm, it always hits; cold, it only misses what it never saw, however large the network.
void NodeReductionDesignTest::aSmallCacheHoldsAllTags() {
  QFETCH(Design, design);
  if (design.settings.count("forwarding.cache.entries") == 0)
    design.settings["forwarding.cache.entries"] = std::int64_t{16};
  design.settings["forwarding.cache.hash"] = std::string("modulo");
  for (const char* warmUp : {"alltoall", "none"}) {
    design.settings["forwarding.warmup"] = std::string(warmUp);
    design.settings["traffic.load"] = 0.1;
    design.settings["run.warmup"] = std::int64_t{0};
    design.settings["run.measure"] = std::int64_t{300};
    Compiled compiled = compile(design);
    QVERIFY(compiled.setup.has_value());
    QVERIFY(compiled.setup->reductions[0] != nullptr);
    const std::uint32_t terminals = compiled.setup->topology->terminalCount();
    Simulation simulation(std::move(*compiled.setup));
    while (!simulation.done()) simulation.advance(1000);
    const Results results = simulation.results();
    QVERIFY(results.cache.lookups > 500);
    QCOMPARE(results.cache.capacity + results.cache.conflict, std::uint64_t{0});
    if (std::string(warmUp) == "none") {
      QVERIFY(results.cache.compulsory > 0);
      continue;
    }
    // Beyond a thousand terminals the warm-up is not all of the exchange.
    if (terminals > 1024) continue;
    QCOMPARE(results.cache.hits, results.cache.lookups);
    QCOMPARE(results.cache.camLookups, std::uint64_t{0});
  }
}

/// The routing follows the printed function, so its longer ways are seen in a run: 2.72 hops on
/// average over all pairs where 2.40 would do.
void NodeReductionDesignTest::thePrintedThresholdCanBeShown() {
  for (const bool printed : {false, true}) {
    Design design = designOf("torus", {{"topology.dimensions", sizes({5, 5})}});
    if (printed) design.settings["forwarding.node_reduction.threshold"] = std::string("ceil");
    design.settings["traffic.include_self"] = true;
    design.settings["traffic.load"] = 0.2;
    design.settings["run.measure"] = std::int64_t{20'000};
    Compiled compiled = compile(design);
    QVERIFY(compiled.setup.has_value() && compiled.setup->reductions[0] != nullptr);
    Simulation simulation(std::move(*compiled.setup));
    while (!simulation.done()) simulation.advance(10'000);
    QVERIFY(std::abs(simulation.results().hopsMean - (printed ? 2.72 : 2.40)) < 0.02);
  }
}

void NodeReductionDesignTest::aloneItNeedsNoTable() {
  for (const char* kind : {"torus", "k_ary_n_tree"}) {
    Design design = designOf(kind, {{"forwarding.lookup", text("nrf_map")}});
    design.settings.erase("forwarding.node_reduction.kind");
    design.settings["traffic.load"] = 0.1;
    const auto run = [](const Design& of) {
      Simulation simulation(std::move(*compile(of).setup));
      while (!simulation.done()) simulation.advance(10'000);
      return simulation.results();
    };
    const Results mapped = run(design);
    QCOMPARE(mapped.cache.camLookups, std::uint64_t{0});
    QVERIFY(mapped.energy.lookup > 0);
    design.settings["forwarding.lookup"] = std::string("algorithm");
    const Results computed = run(design);
    // One nanosecond, a cycle, in each router of the shortest way.
    const double routers = std::string(kind) == "torus" ? 2 : 1;
    QCOMPARE(mapped.latency.minimum, computed.latency.minimum + routers);
    QCOMPARE(computed.energy.lookup, 0.0);
  }
}

}  // namespace hopscope

using hopscope::NodeReductionDesignTest;
HOPSCOPE_TEST(NodeReductionDesignTest)
#include "node_reduction_design_test.moc"

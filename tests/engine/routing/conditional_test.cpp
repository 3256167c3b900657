// SPDX-License-Identifier: GPL-3.0-or-later
// Routing by conditional rules: what the routing decides and what the tables of these rules decide
// is the same, whatever is paused; and nothing can deadlock.
#include <QTest>
#include <algorithm>
#include <functional>
#include <set>

#include "engine/forwarding/rule_generator.h"
#include "engine/forwarding/rule_table.h"
#include "engine/routing/dependency_graph.h"
#include "engine/routing/next_port.h"
#include "engine/topology/structure.h"
#include "tests/engine/routing/fake_view.h"
#include "tests/engine/routing/networks.h"
#include "tests/support/test_main.h"

namespace hopscope {
namespace {

using test::network;

struct Case {
  std::string name;
  Topology topology;
  Values values;
  VcCounts vcs;
};

std::vector<Case> cases() {
  using Sizes = std::vector<std::int64_t>;
  const auto dragonfly = [](std::int64_t p, std::int64_t h, const char* arrangement) {
    return network(
        "dragonfly",
        {{"p", p}, {"a", std::int64_t{4}}, {"h", h}, {"arrangement", std::string(arrangement)}});
  };
  const auto hyperx = [](const Sizes& sizes, std::int64_t hosts) {
    return network("hyperx", {{"dimensions", sizes}, {"terminals_per_router", hosts}});
  };
  const auto text = [](const char* value) { return std::string(value); };
  std::vector<Case> all;
  all.push_back({"Dragonfly, 3/2", dragonfly(2, 2, "palmtree"), {}, {3, 2}});
  all.push_back({"Dragonfly, 2/2", dragonfly(2, 2, "palmtree"), {}, {2, 2}});
  all.push_back({"Dragonfly, 4/2, consecutive", dragonfly(2, 2, "consecutive"), {}, {4, 2}});
  all.push_back({"Dragonfly, shared", dragonfly(3, 2, "palmtree"), {{"repeat", true}}, {2, 2}});
  all.push_back({"Dragonfly, trunks",
                 network("dragonfly", {{"p", std::int64_t{2}},
                                       {"a", std::int64_t{4}},
                                       {"h", std::int64_t{2}},
                                       {"groups", std::int64_t{5}}}),
                 {},
                 {2, 2}});
  all.push_back({"Dragonfly, routers without global links",
                 network("dragonfly", {{"p", std::int64_t{2}},
                                       {"a", std::int64_t{4}},
                                       {"h", std::int64_t{2}},
                                       {"groups", std::int64_t{4}}}),
                 {{"repeat", true}},
                 {3, 2}});
  all.push_back({"HyperX, 2 dimensions", hyperx({3, 4}, 3), {}, {2, 1}});
  all.push_back({"HyperX, 3 dimensions", hyperx({2, 3, 3}, 2), {}, {3, 1}});
  all.push_back({"HyperX, rows", hyperx({3, 3}, 3), {{"alternative", text("row")}}, {3, 1}});
  all.push_back({"HyperX, rows, 3 dimensions",
                 hyperx({2, 3, 3}, 5),
                 {{"alternative", text("row")}, {"repeat", true}},
                 {4, 1}});
  all.push_back({"tree, one other",
                 network("k_ary_n_tree", {{"n", std::int64_t{3}}, {"k", std::int64_t{3}}}),
                 {},
                 {1, 1}});
  all.push_back(
      {"tree, parallel links",
       network("k_ary_n_tree",
               {{"n", std::int64_t{3}}, {"k", std::int64_t{2}}, {"lag", std::int64_t{2}}}),
       {},
       {1, 1}});
  all.push_back({"HyperX, parallel links",
                 network("hyperx", {{"dimensions", Sizes{3, 3}},
                                    {"terminals_per_router", std::int64_t{2}},
                                    {"lag", std::int64_t{2}}}),
                 {},
                 {2, 1}});
  all.push_back({"Dragonfly, parallel links",
                 network("dragonfly", {{"p", std::int64_t{2}},
                                       {"a", std::int64_t{4}},
                                       {"h", std::int64_t{2}},
                                       {"lag", std::int64_t{2}}}),
                 {},
                 {2, 2}});
  all.push_back({"tree, all others",
                 network("k_ary_n_tree", {{"n", std::int64_t{3}}, {"k", std::int64_t{3}}}),
                 {{"alternatives", std::int64_t{2}}},
                 {1, 1}});
  return all;
}

/// Every port of one router is paused or not, as bits say.
class PausedPorts final : public RouterView {
 public:
  std::set<PortIndex> ports;

  std::uint32_t occupancy(RouterId, PortIndex, VcIndex) const override { return 0; }
  VcMask free(RouterId, PortIndex port) const override {
    return ports.count(port) != 0 ? 0 : ~VcMask{0};
  }
};

RuleGenerator generatorOf(const Case& each, bool compact) {
  const RoutingEntry& entry = *routingAlgorithms().find("conditional");
  Values values = defaultsOf(entry.parameters);
  for (const auto& [name, value] : each.values) values[name] = value;
  std::shared_ptr<const RoutingAlgorithm> routing = entry.make(each.topology, each.vcs, values);
  auto plan = AddressPlan::make(each.topology, AddressScheme::perGroup, "");
  return {each.topology,
          std::get<AddressPlan>(std::move(plan)),
          nextPortOf(each.topology, std::move(routing)),
          {compact, false, false, entry.conditionalRules(each.topology, values)}};
}

/// All ways of a frame in an alternating world: at each switch, every state of pause of the ports
/// it may take. Calls see(router, input port, state, paused ports) for each.
class Explorer {
 public:
  using See = std::function<void(RouterId, PortIndex, RouteState, const PausedPorts&)>;

  Explorer(const Topology& topology, const RoutingAlgorithm& routing)
      : topology_(topology), routing_(routing) {}

  void explore(TerminalId source, TerminalId destination, const See& see) {
    std::vector<RouteState> starts;
    routing_.starts(source, destination, starts);
    const TerminalPlace& place = topology_.terminals[source];
    for (const RouteState& state : starts) visit(place.router, place.port, state, see, 0);
  }

 private:
  void visit(RouterId router, PortIndex input, RouteState state, const See& see, unsigned depth) {
    QVERIFY(depth < 12);
    std::vector<RouteChoice> choices;
    routing_.candidates(router, input, state, choices);
    for (unsigned bits = 0; bits < 1u << choices.size(); ++bits) {
      PausedPorts view;
      for (std::size_t i = 0; i < choices.size(); ++i)
        if ((bits >> i & 1) != 0) view.ports.insert(choices[i].port);
      see(router, input, state, view);
    }
    for (const RouteChoice& choice : choices) {
      const Port& port = topology_.port(router, choice.port);
      if (port.peer.isTerminal) continue;
      visit(port.peer.node, port.peer.port, {state.destination, choice.nextDetail}, see, depth + 1);
    }
  }

  const Topology& topology_;
  const RoutingAlgorithm& routing_;
};

}  // namespace

class ConditionalTest : public QObject {
  Q_OBJECT

 private slots:
  void rulesAndRoutingAgree_data();
  void rulesAndRoutingAgree();
  void cannotDeadlock_data() { rulesAndRoutingAgree_data(); }
  void cannotDeadlock();
  void hostsAreDivertedToTheirPort();
  void theDecisionCanBeKept();
  void uplinkRulesAreAsMany();
  void alternativesAreAsMany();
};

void ConditionalTest::rulesAndRoutingAgree_data() {
  QTest::addColumn<int>("index");
  QTest::addColumn<bool>("compact");
  const auto all = cases();
  for (std::size_t i = 0; i < all.size(); ++i) {
    QTest::newRow(all[i].name.c_str()) << static_cast<int>(i) << false;
    if (structureOf(all[i].topology).dragonfly)
      QTest::newRow((all[i].name + ", compact").c_str()) << static_cast<int>(i) << true;
  }
}

/// For all pairs, at all switches on any of their ways, in all states of pause.
void ConditionalTest::rulesAndRoutingAgree() {
  QFETCH(int, index);
  QFETCH(bool, compact);
  const Case each = cases()[static_cast<std::size_t>(index)];
  const Topology& t = each.topology;
  const auto routing = test::routingOf("conditional", t, each.vcs, each.values);
  const RuleGenerator generator = generatorOf(each, compact);
  std::vector<RuleTable> tables;
  for (RouterId router = 0; router < t.routerCount(); ++router) {
    const std::vector<Rule> rules = generator.rules(router);
    const Issues issues = checkRules(rules, t.radix(router));
    QVERIFY2(issues.empty(), issues.empty() ? "" : describe(issues.front()).c_str());
    tables.emplace_back(rules);
  }
  const AddressPlan& plan = generator.plan();
  Explorer explorer(t, *routing);
  std::uint64_t looked = 0, wrong = 0, elsewhere = 0;
  Rng unused;
  for (TerminalId source = 0; source < t.terminalCount(); ++source)
    for (TerminalId destination = 0; destination < t.terminalCount(); ++destination) {
      if (source == destination) continue;
      explorer.explore(
          source, destination,
          [&](RouterId router, PortIndex input, RouteState state, const PausedPorts& view) {
            FrameHeader frame;
            frame.inPort = input;
            frame.destination = plan.destinationOf(destination);
            frame.source = plan.sourceOf(source);
            const std::uint32_t found = tables[router].find(
                0, frame, [&](PortIndex port) { return view.ports.count(port) != 0; });
            ++looked;
            const PortIndex wanted = routing->choose(view, router, input, state, unused).port;
            elsewhere += wanted != routing->route(router, input, state).port ? 1u : 0u;
            if (found == kNone || tables[router].rules()[found].actions.back().value != wanted)
              ++wrong;
          });
    }
  QCOMPARE(wrong, std::uint64_t{0});
  QVERIFY(looked > 1000);
  QVERIFY(elsewhere > 100);
}

void ConditionalTest::cannotDeadlock() {
  QFETCH(int, index);
  const Case each = cases()[static_cast<std::size_t>(index)];
  const auto routing = test::routingOf("conditional", each.topology, each.vcs, each.values);
  const DependencyReport report = examineDependencies(each.topology, *routing, VcReuse::whole);
  QVERIFY2(report.deadlockFree(), describe(each.topology, report).english().c_str());
  QCOMPARE(report.undeliveredPairs, std::uint64_t{0});
}

/// On a Dragonfly with as many global ports as hosts, host i leaves by global port i.
void ConditionalTest::hostsAreDivertedToTheirPort() {
  const Topology t = network("dragonfly", {});
  const auto routing = test::routingOf("conditional", t, {3, 2});
  Rng unused;
  PausedPorts all;
  for (PortIndex p = 0; p < 64; ++p) all.ports.insert(p);
  std::uint64_t diverted = 0;
  for (TerminalId source = 0; source < t.terminalCount(); ++source)
    for (TerminalId destination = 0; destination < t.terminalCount(); ++destination) {
      const TerminalPlace& from = t.terminals[source];
      const RouterId to = t.terminals[destination].router;
      const RouteState state = routing->start(source, destination, unused);
      const RouteChoice choice = routing->choose(all, from.router, from.port, state, unused);
      if (t.group[from.router] == t.group[to]) {
        QCOMPARE(choice, routing->route(from.router, from.port, state));
        continue;
      }
      std::vector<PortIndex> globals;
      for (PortIndex p = 0; p < t.radix(from.router); ++p)
        if (t.kindOf(t.port(from.router, p).link) == LinkKind::global) globals.push_back(p);
      QCOMPARE(choice.port, globals[from.port]);
      diverted += isMinimal(routing->pathKind({destination, choice.nextDetail})) ? 0u : 1u;
    }
  QVERIFY(diverted > 0);
}

void ConditionalTest::theDecisionCanBeKept() {
  const Topology t = network("dragonfly", {});
  QVERIFY(!test::routingOf("conditional", t, {3, 2})->decidesOnce());
  const auto once = test::routingOf("conditional", t, {3, 2}, {{"decide", std::string("head")}});
  QVERIFY(once->decidesOnce());
}

/// u rules upwards become u (1 + m) (Benito, Vallejo & Beivide 2015, section V): 3 and 9 in a
/// 3-ary tree, beside as many downwards.
void ConditionalTest::uplinkRulesAreAsMany() {
  for (const auto& each : cases()) {
    if (each.name != "tree, one other" && each.name != "tree, all others") continue;
    const RuleGenerator generator = generatorOf(each, false);
    const std::uint64_t m = each.values.empty() ? 1 : 2;
    QCOMPARE(generator.entries(0), 3 + 3 * (1 + m));
  }
}

/// On a flattened butterfly of rows of three, one of three hosts has no alternative.
void ConditionalTest::alternativesAreAsMany() {
  for (const auto& each : cases()) {
    const RuleGenerator generator = generatorOf(each, false);
    std::size_t alternatives = 0;
    for (const Rule& rule : generator.rules(0))
      if (rule.ruleClass == RuleClass::alternative) ++alternatives;
    if (each.name == "HyperX, rows") QCOMPARE(alternatives, std::size_t{2});
    if (each.name == "Dragonfly, 2/2") QCOMPARE(alternatives, std::size_t{2});
    if (each.name == "Dragonfly, shared") QCOMPARE(alternatives, std::size_t{3});
  }
}

HOPSCOPE_TEST(ConditionalTest)

}  // namespace hopscope

#include "conditional_test.moc"

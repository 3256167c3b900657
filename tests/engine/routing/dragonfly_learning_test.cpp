// SPDX-License-Identifier: GPL-3.0-or-later
// Routing on Dragonflies that draws anew and learns: recomputation, ACOR, PB-ACOR, TPR and LIAN.
#include <QTest>
#include <algorithm>
#include <map>
#include <set>

#include "engine/routing/dependency_graph.h"
#include "engine/routing/router_view.h"
#include "tests/engine/routing/networks.h"
#include "tests/support/test_main.h"

namespace hopscope {
namespace {

Topology dragonflyOf(std::int64_t h, const char* arrangement = "palmtree") {
  return test::network(
      "dragonfly", {{"p", h}, {"a", 2 * h}, {"h", h}, {"arrangement", std::string(arrangement)}});
}

Values given(const std::string& name, const Values& values) {
  Values all = defaultsOf(routingAlgorithms().find(name)->parameters);
  for (const auto& [key, value] : values) all.at(key) = value;
  return all;
}

std::unique_ptr<RoutingAlgorithm> learning(const std::string& name, const Topology& topology,
                                           const Values& values = {}) {
  const RoutingEntry& entry = *routingAlgorithms().find(name);
  const Values all = given(name, values);
  if (hasErrors(entry.check(topology, {4, 2}, all))) throw std::runtime_error("refused");
  return entry.make(topology, {4, 2}, all);
}

Issues refusedOf(const std::string& name, const Topology& topology, const Values& values) {
  return routingAlgorithms().find(name)->check(topology, {4, 2}, given(name, values));
}

/// A router with empty queues, or with one that is full, in a cycle of the test's choice.
class LearningView final : public RouterView {
 public:
  Cycle cycle = 0;
  RouterMemory* learnt = nullptr;
  std::map<PortIndex, std::uint32_t> queue;

  Cycle now() const override { return cycle; }
  RouterMemory* memory() const override { return learnt; }
  std::uint32_t occupancy(RouterId, PortIndex port, VcIndex) const override {
    const auto found = queue.find(port);
    return found == queue.end() ? 0 : found->second;
  }
  VcMask free(RouterId, PortIndex) const override { return ~VcMask{0}; }
};

/// The kind of path that a head at its source would take if it went by its root.
PathKind kindByRoot(const RoutingAlgorithm& routing, RouterId router, PortIndex input,
                    RouteState state) {
  std::vector<RouteChoice> choices;
  routing.candidates(router, input, state, choices);
  return routing.pathKind({state.destination, choices.back().nextDetail});
}

TerminalId terminalOf(const Topology& t, std::uint32_t group, std::uint32_t position,
                      std::uint32_t index = 0) {
  const std::uint32_t perRouter = t.terminalCount() / t.routerCount();
  const std::uint32_t perGroup = 2 * perRouter;
  return (group * perGroup + position) * perRouter + index;
}

}  // namespace

class DragonflyLearningTest : public QObject {
  Q_OBJECT

 private slots:
  /// Whatever is drawn anew is one of `starts`, which the deadlock proof has walked; the first
  /// attempt keeps what was drawn.
  void redrawsAmongStarts_data() {
    QTest::addColumn<QString>("name");
    for (const char* name : {"valiant", "ugal", "piggyback", "acor", "pb_acor", "tpr", "lian"})
      QTest::newRow(name) << name;
  }
  void redrawsAmongStarts() {
    QFETCH(QString, name);
    const Topology topology = dragonflyOf(2);
    const std::string algorithm = name.toStdString();
    const bool chosen = algorithm == "valiant" || algorithm == "ugal" || algorithm == "piggyback";
    const auto routing =
        learning(algorithm, topology, chosen ? Values{{"recompute", true}} : Values{});
    QVERIFY(routing->redraws());
    QVERIFY(routing->decides() == Decides::atSource);
    const auto memory = routing->makeMemory({topology, 0, topology.routerCount(), 10, 1});
    LearningView view;
    view.learnt = memory.get();
    Rng rng(3, 0, RandomPurpose::routing);
    for (int i = 0; i < 300; ++i) {
      const TerminalId source = rng.below(topology.terminalCount());
      const TerminalId destination = rng.below(topology.terminalCount());
      const TerminalPlace& home = topology.terminals[source];
      std::vector<RouteState> starts;
      routing->starts(source, destination, starts);
      RouteState state = routing->start(source, destination, rng);
      std::set<std::uint32_t> drawn;
      for (std::uint32_t refusals = 0; refusals < 20; ++refusals) {
        const RouteChoice wanted = routing->choose(view, home.router, home.port, state, rng);
        const RouteState next = routing->redraw(
            view, {home.router, home.port, state, refusals, wanted.nextDetail}, rng);
        if (refusals == 0) QVERIFY(next == state);
        QVERIFY(std::find(starts.begin(), starts.end(), next) != starts.end());
        drawn.insert(next.detail);
        state = next;
      }
      const bool home_ = topology.terminals[destination].router == home.router;
      QCOMPARE(drawn.size() > 1, !home_);
    }
  }

  /// Without "recompute", what was drawn stays.
  void keepsItsDrawOtherwise() {
    const Topology topology = dragonflyOf(2);
    for (const char* name : {"valiant", "ugal", "piggyback"})
      QVERIFY(!learning(name, topology)->redraws());
  }

  /// A packet of its own level goes on in the sequence with each attempt in vain, but for minimal
  /// ones, and stays at the last.
  void packetsEscalate() {
    const Topology topology = dragonflyOf(2);
    const TerminalId source = terminalOf(topology, 0, 1), destination = terminalOf(topology, 3, 2);
    const TerminalPlace& home = topology.terminals[source];
    for (const char* name : {"acor", "pb_acor"})
      for (const auto& [sequence, kinds] : std::map<std::string, std::vector<PathKind>>{
               {"3L", {PathKind::g, PathKind::gl, PathKind::lgl, PathKind::lgl}},
               {"2L-A", {PathKind::g, PathKind::lgl, PathKind::lgl}},
               {"2L-B", {PathKind::gl, PathKind::lgl, PathKind::lgl}}}) {
        const auto routing =
            learning(name, topology, {{"level", std::string("packet")}, {"sequence", sequence}});
        const auto memory = routing->makeMemory({topology, 0, topology.routerCount(), 10, 1});
        LearningView view;
        view.learnt = memory.get();
        Rng rng(8, 0, RandomPurpose::routing);
        RouteState state = routing->start(source, destination, rng);
        std::vector<RouteChoice> choices;
        for (std::uint32_t refusals = 0; refusals < kinds.size(); ++refusals) {
          std::uint32_t wanted = 0;
          // An attempt on a root's path, if there was one before.
          if (refusals > 0) {
            choices.clear();
            routing->candidates(home.router, home.port, state, choices);
            wanted = choices.back().nextDetail;
            if (isMinimal(routing->pathKind({destination, wanted}))) {
              --refusals;  // its root was the source's router: as if it had drawn again
              state = routing->start(source, destination, rng);
              if (refusals > 0) break;
              continue;
            }
          }
          state = routing->redraw(view, {home.router, home.port, state, refusals, wanted}, rng);
          const PathKind kind = kindByRoot(*routing, home.router, home.port, state);
          QVERIFY(kind == kinds[refusals] || isMinimal(kind));
        }
        if (std::string(name) == "acor") continue;
        // Refused minimally, the level stays.
        state = routing->start(source, destination, rng);
        choices.clear();
        routing->candidates(home.router, home.port, state, choices);
        QVERIFY(isMinimal(routing->pathKind({destination, choices.front().nextDetail})));
        for (std::uint32_t refusals = 1; refusals < 6; ++refusals)
          state = routing->redraw(
              view, {home.router, home.port, state, refusals, choices.front().nextDetail}, rng);
        const PathKind kind = kindByRoot(*routing, home.router, home.port, state);
        QVERIFY(kind == kinds.front() || isMinimal(kind));
      }
  }

  /// All packets of a switch follow its level, which the attempts of all its terminals raise.
  void switchesEscalate() {
    const Topology topology = dragonflyOf(2);
    const auto routing = learning("acor", topology,
                                  {{"increase", std::vector<std::int64_t>{2, 5}},
                                   {"decrease", std::vector<std::int64_t>{1, 2}}});
    const auto memory = routing->makeMemory({topology, 0, topology.routerCount(), 10, 1});
    QVERIFY(memory->hears().refusals && memory->hears().queues == nullptr &&
            !memory->hears().grants);
    LearningView view;
    view.learnt = memory.get();
    Rng rng(5, 0, RandomPurpose::routing);
    const TerminalId destination = terminalOf(topology, 5, 3);
    const auto drawnAt = [&](TerminalId source, Cycle now) {
      view.cycle = now;
      const TerminalPlace& home = topology.terminals[source];
      std::set<PathKind> kinds;
      for (int i = 0; i < 50; ++i) {
        const RouteState state = routing->start(source, destination, rng);
        kinds.insert(kindByRoot(
            *routing, home.router, home.port,
            routing->redraw(view, {home.router, home.port, state, 0, state.detail}, rng)));
      }
      kinds.erase(PathKind::minimal);
      return kinds;
    };
    const TerminalId source = terminalOf(topology, 0, 1);
    const TerminalId neighbour = terminalOf(topology, 0, 1, 1);
    const TerminalId elsewhere = terminalOf(topology, 0, 2);
    QCOMPARE(drawnAt(source, 10), std::set{PathKind::g});
    const TerminalPlace& home = topology.terminals[neighbour];
    RouteState refused = routing->start(neighbour, destination, rng);
    std::uint32_t wanted = routing->route(home.router, home.port, refused).nextDetail;
    while (isMinimal(routing->pathKind({destination, wanted}))) {
      refused = routing->start(neighbour, destination, rng);
      wanted = routing->route(home.router, home.port, refused).nextDetail;
    }
    for (Cycle now = 11; now < 14; ++now)
      memory->refused(now, {home.router, home.port, destination}, wanted);
    QCOMPARE(drawnAt(source, 14), std::set{PathKind::gl});
    QCOMPARE(drawnAt(elsewhere, 14), std::set{PathKind::g});
    for (Cycle now = 15; now < 21; ++now)
      memory->refused(now, {home.router, home.port, destination}, wanted);
    QCOMPARE(drawnAt(source, 21), std::set{PathKind::lgl});
    QCOMPARE(drawnAt(source, 21 + 500), std::set{PathKind::gl});
    QCOMPARE(drawnAt(source, 21 + 1000), std::set{PathKind::g});
  }

  /// LIAN at h = 6: what the router's own counters say of local hops, and of the threshold.
  void lianFollowsItsCounters() {
    const Topology topology = dragonflyOf(6);
    const auto routing = learning("lian", topology);
    const RouterId router = 3;
    const TerminalId source = 3 * 6;
    const PortIndex input = topology.terminals[source].port;
    // Offset +8 = 1 * 6 + 2: distances 1 and 2 of the intermediate group's local links.
    const TerminalId destination = terminalOf(topology, 8, 0);
    const auto send = [&](RouterMemory& memory, std::uint32_t group, int packets) {
      for (int i = 0; i < packets; ++i) {
        const SourceHead head{router, input, terminalOf(topology, group, 0)};
        memory.entered(100, head);
        memory.granted(100, head, 0);
      }
    };
    const auto kinds = [&](RouterMemory& memory) {
      LearningView view;
      view.learnt = &memory;
      view.cycle = 150;
      Rng rng(5, 0, RandomPurpose::routing);
      std::set<PathKind> seen;
      for (int i = 0; i < 100; ++i) {
        const RouteState state = routing->start(source, destination, rng);
        seen.insert(kindByRoot(*routing, router, input,
                               routing->redraw(view, {router, input, state, 1, 0}, rng)));
      }
      seen.erase(PathKind::minimal);
      return seen;
    };
    const auto fresh = [&] {
      return routing->makeMemory({topology, 0, topology.routerCount(), 10, 1});
    };
    auto memory = fresh();
    QCOMPARE(kinds(*memory), std::set{PathKind::g});
    // Around offset 12, distance 2: 20 is not yet crowded.
    send(*memory, 12, 20);
    QCOMPARE(kinds(*memory), std::set{PathKind::g});
    send(*memory, 12, 1);
    QCOMPARE(kinds(*memory), std::set{PathKind::gl});
    // Router 3's own groups: offsets -19 to -24; more than 3 with more than 5 packets each.
    memory = fresh();
    for (std::uint32_t offset = 19; offset <= 21; ++offset) send(*memory, 73 - offset, 6);
    QCOMPARE(kinds(*memory), std::set{PathKind::g});
    send(*memory, 73 - 24, 5);
    QCOMPARE(kinds(*memory), std::set{PathKind::g});
    send(*memory, 73 - 24, 1);
    QCOMPARE(kinds(*memory), std::set{PathKind::lg});
    send(*memory, 12, 21);
    QCOMPARE(kinds(*memory), std::set{PathKind::lgl});
  }

  /// T = 150, -30 or -150 by the counter of the destination's group; 0 inside the own group.
  void thresholdFollowsTheRegion() {
    const Topology topology = dragonflyOf(6);
    for (const char* name : {"tpr", "lian"}) {
      const auto routing = learning(name, topology);
      const RouterId router = 3;
      const TerminalId source = 3 * 6, destination = terminalOf(topology, 8, 0);
      const PortIndex input = topology.terminals[source].port;
      for (const auto& [packets, threshold] :
           std::map<int, int>{{0, 150}, {3, 150}, {4, -30}, {5, -30}, {6, -150}}) {
        const auto memory = routing->makeMemory({topology, 0, topology.routerCount(), 10, 1});
        for (int i = 0; i < packets; ++i) {
          const SourceHead head{router, input, destination};
          memory->entered(100, head);
          memory->granted(100, head, 0);
        }
        LearningView view;
        view.learnt = memory.get();
        view.cycle = 299;
        Rng rng(6, 0, RandomPurpose::routing);
        RouteState state = routing->start(source, destination, rng);
        std::vector<RouteChoice> choices;
        routing->candidates(router, input, state, choices);
        while (choices.size() < 2 || choices[0].port == choices[1].port) {
          choices.clear();
          state = routing->start(source, destination, rng);
          routing->candidates(router, input, state, choices);
        }
        // Router 3 is not the one that owns the link: three hops. With an empty other queue the
        // minimal path is left where 3 Q > T.
        const auto leaves = [&](std::uint32_t flits) {
          view.queue = {{choices[0].port, flits}};
          const RouteChoice chosen = routing->choose(view, router, input, state, rng);
          return chosen == choices[1];
        };
        if (threshold > 0) {
          QVERIFY(!leaves(1));
          QVERIFY(leaves(151));
          QVERIFY(!leaves(static_cast<std::uint32_t>(threshold) / 3));
        } else {
          QVERIFY(leaves(0));
        }
        // Once the window has passed, nothing is known any more.
        view.cycle = 300;
        QVERIFY(!leaves(50));
      }
    }
  }

  /// The four policies of phase A mixed in one network, at 4 local and 2 global virtual channels.
  void mixedPoliciesAreFreeOfDeadlock() {
    for (const char* arrangement : {"palmtree", "consecutive"}) {
      const Topology topology = dragonflyOf(2, arrangement);
      for (const char* name : {"acor", "pb_acor", "tpr", "lian"}) {
        if (std::string(name) == "lian" && std::string(arrangement) != "palmtree") continue;
        const auto routing = learning(name, topology);
        QVERIFY(examineDependencies(topology, *routing, VcReuse::tail).deadlockFree());
      }
    }
  }

  void refusesWhatMakesNoSense() {
    const Topology topology = dragonflyOf(2);
    using List = std::vector<std::int64_t>;
    const auto path = [&](const char* name, const Values& values) {
      const Issues issues = refusedOf(name, topology, values);
      return issues.empty() ? std::string() : issues.front().path;
    };
    QCOMPARE(path("acor", {}), std::string());
    QCOMPARE(path("acor", {{"increase", List{5, 15}}, {"decrease", List{5, 15}}}),
             std::string("increase"));
    QCOMPARE(path("acor", {{"increase", List{20, 30, 40, 50}}}), std::string("increase"));
    QCOMPARE(path("acor", {{"increase", List{20, 500, 600}}}), std::string("increase"));
    QCOMPARE(path("acor", {{"decrease", List{5}}}), std::string("decrease"));
    QCOMPARE(path("acor", {{"sequence", std::string("2L-A")}, {"increase", List{15, 500}}}),
             std::string());
    QVERIFY(hasErrors(refusedOf("lian", dragonflyOf(2, "consecutive"), {})));
    QVERIFY(!hasErrors(refusedOf("tpr", dragonflyOf(2, "consecutive"), {})));
  }
};

HOPSCOPE_TEST(DragonflyLearningTest)

}  // namespace hopscope

#include "dragonfly_learning_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Adaptive algorithms alone, against a neighbourhood made to order.
#include <QTest>
#include <algorithm>
#include <set>

#include "engine/routing/dependency_graph.h"
#include "tests/engine/routing/fake_view.h"
#include "tests/engine/routing/networks.h"
#include "tests/support/test_main.h"

namespace hopscope {
namespace {

using test::FakeView;

/// The port of `router` that leads to `other`.
PortIndex towards(const Topology& topology, RouterId router, RouterId other) {
  for (PortIndex p = 0; p < topology.radix(router); ++p) {
    const LinkEnd& peer = topology.port(router, p).peer;
    if (!peer.isTerminal && peer.node == other) return p;
  }
  return kNoPort;
}

Topology grid(const char* kind, std::vector<std::int64_t> sizes) {
  return test::network(
      kind, {{"dimensions", std::move(sizes)}, {"terminals_per_router", std::int64_t{1}}});
}

}  // namespace

class AdaptiveTest : public QObject {
  Q_OBJECT

 private slots:
  void takesTheFreeWay();
  void fallsBackOnTheEscape();
  void prefersTheShortQueue();
  void equalWaysInTurn();
  void bothWaysRoundARing();
  void datelineFollowsFromThePlace();
  void ancestorsByRoom();
  void restrictedValiantKeepsSharedCoordinates();
  void ugalComparesQueuesAndHops();
};

/// From (0, 0) to (2, 2) of a 4 x 4 mesh: right or up.
void AdaptiveTest::takesTheFreeWay() {
  const Topology topology = grid("mesh", {4, 4});
  const auto routing = test::routingOf("minimal_adaptive", topology, {3, 1});
  QVERIFY(routing->decides() == Decides::everyHop);
  Rng rng(1, 0, RandomPurpose::routing);
  FakeView view;
  const PortIndex right = towards(topology, 0, 1), up = towards(topology, 0, 4);
  view.set(0, right, {1, 0});  // only the escape channel is free there
  QVERIFY((routing->choose(view, 0, 0, {10, 0}, rng) == RouteChoice{up, 6, 0, 0}));
  view.set(0, right, {7, 0});
  view.set(0, up, {3, 0});  // one adaptive channel against two
  QVERIFY((routing->choose(view, 0, 0, {10, 0}, rng) == RouteChoice{right, 6, 0, 0}));
}

void AdaptiveTest::fallsBackOnTheEscape() {
  const Topology topology = grid("mesh", {4, 4});
  const auto routing = test::routingOf("minimal_adaptive", topology, {3, 1});
  Rng rng(1, 0, RandomPurpose::routing);
  FakeView view;
  view.setRest({0, 9});
  const RouteChoice choice = routing->choose(view, 0, 0, {10, 0}, rng);
  QVERIFY((choice == RouteChoice{towards(topology, 0, 1), 1, 0}));
  QCOMPARE(choice.vcs & choice.escape, VcMask{1});
}

void AdaptiveTest::prefersTheShortQueue() {
  const Topology topology = grid("mesh", {4, 4});
  const auto routing = test::routingOf("minimal_adaptive", topology, {2, 1});
  Rng rng(1, 0, RandomPurpose::routing);
  FakeView view;
  view.set(0, towards(topology, 0, 1), {3, 5});
  view.set(0, towards(topology, 0, 4), {3, 4});
  QCOMPARE(routing->choose(view, 0, 0, {10, 0}, rng).port, towards(topology, 0, 4));
}

void AdaptiveTest::equalWaysInTurn() {
  const Topology topology = grid("mesh", {4, 4});
  const auto routing = test::routingOf("minimal_adaptive", topology);
  Rng rng(1, 0, RandomPurpose::routing);
  const FakeView view;
  int right = 0;
  for (int i = 0; i < 1000; ++i)
    right += routing->choose(view, 0, 0, {10, 0}, rng).port == towards(topology, 0, 1) ? 1 : 0;
  QVERIFY(right > 430 && right < 570);
}

/// Half a ring away both ways are as short.
void AdaptiveTest::bothWaysRoundARing() {
  const Topology topology = test::network("ring", {{"routers", std::int64_t{6}}});
  const auto routing = test::routingOf("minimal_adaptive", topology);
  std::vector<RouteChoice> choices;
  routing->candidates(0, 0, {3, 0}, choices);
  std::set<PortIndex> ports;
  for (const RouteChoice& choice : choices) ports.insert(choice.port);
  QVERIFY((ports == std::set<PortIndex>{towards(topology, 0, 1), towards(topology, 0, 5)}));
  choices.clear();
  routing->candidates(0, 0, {2, 0}, choices);
  for (const RouteChoice& choice : choices) QCOMPARE(choice.port, towards(topology, 0, 1));
}

/// The escape channel is the lower one while the way leads over the link between 5 and 0.
void AdaptiveTest::datelineFollowsFromThePlace() {
  const Topology topology = test::network("ring", {{"routers", std::int64_t{6}}});
  const auto routing = test::routingOf("minimal_adaptive", topology);
  const auto escape = [&](RouterId router, TerminalId destination) {
    std::vector<RouteChoice> choices;
    routing->candidates(router, 0, {destination, 0}, choices);
    return choices.back().vcs;
  };
  QCOMPARE(escape(4, 0), VcMask{1});
  QCOMPARE(escape(5, 1), VcMask{1});
  QCOMPARE(escape(0, 1), VcMask{2});
  QCOMPARE(escape(1, 5), VcMask{1});
  QCOMPARE(escape(3, 2), VcMask{2});
}

void AdaptiveTest::ancestorsByRoom() {
  const Topology topology =
      test::network("k_ary_n_tree", {{"n", std::int64_t{2}}, {"k", std::int64_t{4}}});
  const auto routing = test::routingOf("nearest_common_ancestor", topology, {2, 1},
                                       {{"up", std::string("adaptive")}});
  Rng rng(1, 0, RandomPurpose::routing);
  FakeView view;
  view.setRest({3, 8});
  view.set(0, 6, {3, 7});  // up port 2 of leaf 0
  QVERIFY((routing->choose(view, 0, 0, {13, 0}, rng) == RouteChoice{6, 3, 0}));
  view.set(0, 6, {0, 7});
  QVERIFY(routing->choose(view, 0, 0, {13, 0}, rng).port != 6);
  // Down there is nothing to choose: terminal 13 is below leaf 3.
  QCOMPARE(routing->choose(view, 4, 0, {13, 0}, rng).port, PortIndex{3});
}

/// 4 x 4 HyperX: intermediate routers of restricted Valiant stay in the row that both ends share;
/// what is drawn anew is among them.
void AdaptiveTest::restrictedValiantKeepsSharedCoordinates() {
  const Topology topology = grid("hyperx", {4, 4});
  for (const char* name : {"valiant", "ugal"})
    for (const bool restricted : {false, true}) {
      const auto routing = test::routingOf(name, topology, {2, 1},
                                           {{"restricted", restricted}, {"recompute", true}});
      QVERIFY(routing->redraws());
      QVERIFY(routing->decides() == Decides::atSource);
      FakeView view;
      Rng rng(1, 0, RandomPurpose::routing);
      // From router 5 to 7, which has the same second coordinate; and to 10, which shares none.
      for (const auto& [to, roots] : {std::pair{7u, restricted ? 4u : 16u}, {10u, 16u}}) {
        std::vector<RouteState> starts;
        routing->starts(5, to, starts);
        QCOMPARE(starts.size(), std::size_t{roots});
        std::set<std::uint32_t> drawn;
        RouteState state = routing->start(5, to, rng);
        QVERIFY(routing->redraw(view, {5, 0, state, 0, 0}, rng) == state);
        for (std::uint32_t i = 1; i < 400; ++i) {
          state = routing->redraw(view, {5, 0, state, i, 0}, rng);
          QVERIFY(std::find(starts.begin(), starts.end(), state) != starts.end());
          drawn.insert(state.detail);
          RouterId router = 5;
          for (RouteState at = state; router != to;) {
            const RouteChoice choice = routing->route(router, 0, at);
            at.detail = choice.nextDetail;
            router = topology.port(router, choice.port).peer.node;
            QVERIFY(!restricted || to != 7 || router / 4 == 1);
          }
        }
        // Over the source, or the destination, is the minimal path.
        QVERIFY(drawn.size() >= roots - 2);
      }
      QVERIFY(examineDependencies(topology, *routing, VcReuse::tail).deadlockFree());
    }
}

/// 4 x 4 HyperX, from router 0 to router 1: one hop, or four by way of router 10.
void AdaptiveTest::ugalComparesQueuesAndHops() {
  const Topology topology = grid("hyperx", {4, 4});
  const auto routing = test::routingOf("ugal", topology, {2, 1}, {{"threshold", std::int64_t{3}}});
  QVERIFY(routing->decides() == Decides::atSource);
  std::vector<RouteState> starts;
  routing->starts(0, 1, starts);
  QCOMPARE(starts.size(), std::size_t{16});
  Rng rng(1, 0, RandomPurpose::routing);
  const PortIndex direct = towards(topology, 0, 1), other = towards(topology, 0, 2);
  FakeView view;
  const auto takesDetour = [&](std::uint32_t queuedDirect, std::uint32_t queuedOther) {
    view.set(0, direct, {3, queuedDirect});
    view.set(0, other, {3, queuedOther});
    const RouteChoice choice = routing->choose(view, 0, 0, starts[10], rng);
    if (choice.port == direct) return false;
    return choice.port == other && !isMinimal(routing->pathKind({1, choice.nextDetail}));
  };
  // Two channels of that queue each: 2 q 1 <= 2 q' 4 + 3 goes minimally.
  QVERIFY(!takesDetour(1, 0));
  QVERIFY(takesDetour(2, 0));
  QVERIFY(!takesDetour(9, 2));
  QVERIFY(takesDetour(10, 2));
}

}  // namespace hopscope

using hopscope::AdaptiveTest;
HOPSCOPE_TEST(AdaptiveTest)
#include "adaptive_test.moc"

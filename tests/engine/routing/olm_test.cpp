// SPDX-License-Identifier: GPL-3.0-or-later
// Opportunistic local misrouting alone.
#include <QTest>
#include <algorithm>
#include <map>
#include <vector>

#include "engine/routing/contention_counters.h"
#include "engine/routing/dependency_graph.h"
#include "engine/routing/dragonfly_wiring.h"
#include "tests/engine/routing/fake_view.h"
#include "tests/engine/routing/networks.h"
#include "tests/support/test_main.h"

namespace hopscope {
namespace {

constexpr VcCounts kChannels{3, 2};

/// h = 2: 9 groups of 4 routers with 2 terminals.
const Topology& dragonfly() {
  static const Topology topology = test::network(
      "dragonfly", {{"p", std::int64_t{2}}, {"a", std::int64_t{4}}, {"h", std::int64_t{2}}});
  return topology;
}

std::unique_ptr<RoutingAlgorithm> olm(const char* trigger) {
  return test::routingOf("olm", dragonfly(), kChannels, {{"trigger", std::string(trigger)}});
}

/// A network in which what is asked for always has room, and outputs are idle at times or always.
class Congested final : public RouterView {
 public:
  explicit Congested(bool idle) : idle_(idle) {}
  std::uint32_t occupancy(RouterId, PortIndex, VcIndex) const override { return 0; }
  VcMask free(RouterId, PortIndex) const override { return ~VcMask{0}; }
  bool idle(RouterId, PortIndex) const override { return idle_ || rng_.below(2) == 1; }

 private:
  bool idle_;
  mutable Rng rng_{3, 0, RandomPurpose::pattern};
};

struct Hop {
  bool global;
  VcMask vcs;
  bool opportunistic;
};

std::vector<Hop> walk(const RoutingAlgorithm& routing, const RouterView& view, TerminalId source,
                      TerminalId destination, Rng& rng, RouteState* last) {
  std::vector<Hop> hops;
  RouteState state = routing.start(source, destination, rng);
  RouterId router = dragonfly().terminals[source].router;
  PortIndex input = dragonfly().terminals[source].port;
  while (hops.size() < 20) {
    const RouteChoice choice = routing.choose(view, router, input, state, rng);
    const Port& port = dragonfly().port(router, choice.port);
    state.detail = choice.nextDetail;
    if (port.peer.isTerminal) break;
    hops.push_back(
        {dragonfly().kindOf(port.link) == LinkKind::global, choice.vcs, choice.opportunistic});
    router = port.peer.node;
    input = port.peer.port;
  }
  *last = state;
  return hops;
}

}  // namespace

class OlmTest : public QObject {
  Q_OBJECT

 private slots:
  void freeOfDeadlockWherePacketsAreWhole();
  void pathsThatItTakes();
  void minimalWhereNothingIsCongested();
  void leavesByContention();
  void refusesFlitByFlit();
};

/// Three local channels are too few for a detour in each group, unless nobody waits for it.
void OlmTest::freeOfDeadlockWherePacketsAreWhole() {
  const auto routing = olm("base");
  const DependencyReport whole = examineDependencies(dragonfly(), *routing, VcReuse::whole);
  QVERIFY2(whole.deadlockFree(), describe(dragonfly(), whole).english().c_str());
  QVERIFY(whole.opportunistic && !whole.escape);
  QCOMPARE(whole.undeliveredPairs, std::uint64_t{0});
  for (const VcReuse reuse : {VcReuse::tail, VcReuse::empty})
    QVERIFY(!examineDependencies(dragonfly(), *routing, reuse).cycle.empty());
}

/// At the most a local detour in each group: l l g l l g l l.
void OlmTest::pathsThatItTakes() {
  const auto routing = olm("credits");
  const Congested view(false);
  Rng rng(1, 0, RandomPurpose::routing);
  std::map<std::string, int> kinds;
  for (int round = 0; round < 20; ++round)
    for (TerminalId source = 0; source < dragonfly().terminalCount(); ++source)
      for (TerminalId destination = 0; destination < dragonfly().terminalCount(); ++destination) {
        RouteState last;
        std::string kind;
        int detours = 0;
        for (const Hop& hop : walk(*routing, view, source, destination, rng, &last)) {
          kind += hop.global ? 'g' : 'l';
          detours += hop.opportunistic ? 1 : 0;
          QVERIFY(hop.vcs != 0 && hop.vcs >> (hop.global ? 2 : 3) == 0);
          if (hop.opportunistic) QVERIFY(!hop.global);
        }
        QVERIFY2(kind.size() <= 8, kind.c_str());
        QVERIFY2(kind.find("lll") == std::string::npos, kind.c_str());
        QVERIFY2(std::count(kind.begin(), kind.end(), 'g') <= 2, kind.c_str());
        QVERIFY(detours <= 3);
        if (detours > 0) QVERIFY(!isMinimal(routing->pathKind(last)));
        ++kinds[kind];
      }
  for (const char* kind : {"g", "lgl", "glgl", "llgllgll", "ll"})
    QVERIFY2(kinds.count(kind) != 0, kind);
}

void OlmTest::minimalWhereNothingIsCongested() {
  for (const char* trigger : {"credits", "base", "ectn"}) {
    const auto routing = olm(trigger);
    const auto memory = routing->makeMemory({dragonfly(), 0, dragonfly().routerCount(), 10, 15});
    const Congested view(true);
    Rng rng(1, 0, RandomPurpose::routing);
    for (TerminalId destination = 0; destination < dragonfly().terminalCount(); ++destination) {
      RouteState last;
      QVERIFY(walk(*routing, view, 5, destination, rng, &last).size() <= 3);
      QVERIFY(isMinimal(routing->pathKind(last)));
    }
  }
}

/// Three packets that want an output, and four in the group that want another group.
void OlmTest::leavesByContention() {
  struct Known final : RouterView {
    RouterMemory* learnt = nullptr;
    std::uint32_t occupancy(RouterId, PortIndex, VcIndex) const override { return 0; }
    VcMask free(RouterId, PortIndex) const override { return ~VcMask{0}; }
    RouterMemory* memory() const override { return learnt; }
    Cycle now() const override { return 500; }
  };
  const routings::DragonflyWiring wiring(dragonfly());
  for (const char* trigger : {"base", "ectn"}) {
    const auto routing = olm(trigger);
    const auto memory = routing->makeMemory({dragonfly(), 0, dragonfly().routerCount(), 10, 15});
    Known view;
    view.learnt = memory.get();
    Rng rng(1, 0, RandomPurpose::routing);
    // A destination behind a global link of router 0 itself.
    const auto& link = wiring.ownLinks({0, 0}).front();
    const TerminalId destination = wiring.groupAt(0, link.offset) * 8u;
    const RouteState state = routing->start(0, destination, rng);
    const RouteChoice minimal = routing->route(0, 0, state);
    const auto detours = [&] {
      int found = 0;
      for (int i = 0; i < 100; ++i)
        found += routing->choose(view, 0, 0, state, rng).port != minimal.port;
      return found;
    };
    QCOMPARE(detours(), 0);
    for (PortIndex input : {PortIndex{0}, PortIndex{1}})
      memory->headed(10, {0, input, 0, destination, state.detail});
    QCOMPARE(detours(), 0);
    // Two more, of other routers, count with those that are told.
    for (const RouterId other : {1u, 2u}) memory->headed(10, {other, 0, 0, destination, 0});
    QCOMPARE(detours() > 0, std::string(trigger) == "ectn");
    memory->headed(20, {0, 3, 0, destination, state.detail});
    QVERIFY(detours() > 20 && detours() < 80);  // to the other of two links
  }
}

void OlmTest::refusesFlitByFlit() {
  const RoutingEntry& entry = *routingAlgorithms().find("olm");
  QVERIFY(entry.wholePackets);
  const Values values = defaultsOf(entry.parameters);
  QVERIFY(!hasErrors(entry.check(dragonfly(), kChannels, values)));
  QVERIFY(hasErrors(entry.check(dragonfly(), {2, 2}, values)));
  QVERIFY(hasErrors(entry.check(dragonfly(), {3, 1}, values)));
  QVERIFY(hasErrors(
      entry.check(test::network("ring", {{"routers", std::int64_t{4}}}), kChannels, values)));
}

}  // namespace hopscope

using hopscope::OlmTest;
HOPSCOPE_TEST(OlmTest)
#include "olm_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/routing/fault_detour.h"

#include <rapidcheck.h>

#include <QTest>
#include <algorithm>
#include <set>

#include "engine/routing/channel_load.h"
#include "engine/routing/dependency_graph.h"
#include "engine/routing/dependency_walk.h"
#include "engine/routing/up_down_tables.h"
#include "tests/engine/routing/fake_view.h"
#include "tests/engine/routing/networks.h"
#include "tests/support/test_main.h"

namespace hopscope {
namespace {

using Detour = std::shared_ptr<const FaultDetour>;
using Base = std::shared_ptr<const RoutingAlgorithm>;

Detour detour(const std::shared_ptr<const Topology>& topology, const Base& base,
              const VcCounts& vcs, const NetworkFaults& faults, const Detour& before) {
  DetourTables tables;
  return std::make_shared<const FaultDetour>(topology, base, vcs, faults, before, tables);
}

NetworkFaults nothing(const Topology& t) {
  return {std::vector<bool>(t.linkCount()), std::vector<bool>(t.routerCount())};
}

/// Whether the routers of live terminals reach each other over what is left.
bool connected(const Topology& t, const NetworkFaults& faults) {
  const std::vector<bool> dead = faults.deadLinks(t);
  std::vector<RouterId> leader(t.routerCount());
  for (RouterId r = 0; r < t.routerCount(); ++r) leader[r] = r;
  const auto find = [&](RouterId r) {
    while (leader[r] != r) r = leader[r] = leader[leader[r]];
    return r;
  };
  for (LinkId l = 0; l < t.linkCount(); ++l)
    if (!t.links[l].a.isTerminal && !t.links[l].b.isTerminal && !dead[l])
      leader[find(t.links[l].a.node)] = find(t.links[l].b.node);
  std::set<RouterId> parts;
  for (const TerminalPlace& terminal : t.terminals)
    if (!faults.routers[terminal.router]) parts.insert(find(terminal.router));
  return parts.size() == 1;
}

/// Takes from the network what random draws name, as long as it stays connected.
void failSome(const Topology& t, NetworkFaults& faults, Rng& rng, unsigned links,
              unsigned routers) {
  const auto keep = [&](std::vector<bool>& parts, std::uint32_t part) {
    const bool before = parts[part];
    parts[part] = true;
    if (!connected(t, faults)) parts[part] = before;
  };
  for (unsigned i = 0; i < links; ++i) {
    const LinkId link = rng.below(t.linkCount());
    if (t.kindOf(link) != LinkKind::terminal) keep(faults.links, link);
  }
  for (unsigned i = 0; i < routers; ++i) keep(faults.routers, rng.below(t.routerCount()));
}

/// Goes to the destination over live links from here, whatever it chooses on its way.
void arrives(const Topology& t, const FaultDetour& routing, RouterId router, PortIndex input,
             RouteState state, Rng& rng, bool overLiveLinks) {
  const std::vector<bool> dead = routing.faults().deadLinks(t);
  const test::RandomView view(rng.next());
  for (std::uint32_t hops = 0; hops <= 4 * t.routerCount() + 8; ++hops) {
    const RouteChoice choice = routing.decides() == Decides::never
                                   ? routing.route(router, input, state)
                                   : routing.choose(view, router, input, state, rng);
    QVERIFY(choice.port < t.radix(router));
    const Port& port = t.port(router, choice.port);
    QVERIFY(!overLiveLinks || !dead[port.link]);
    if (port.peer.isTerminal) {
      QCOMPARE(port.peer.node, state.destination);
      return;
    }
    router = port.peer.node;
    input = port.peer.port;
    state.detail = choice.nextDetail;
  }
  QFAIL("The packet goes round for ever.");
}

/// All to the right around a ring, on one virtual channel.
class Clockwise final : public RoutingAlgorithm {
 public:
  explicit Clockwise(const Topology& topology) : topology_(topology) {}

  RouteChoice route(RouterId router, PortIndex /*input*/, RouteState state) const override {
    const TerminalPlace& target = topology_.terminals[state.destination];
    if (router == target.router) return {target.port, 1, state.detail};
    const RouterId right = (router + 1) % topology_.routerCount();
    for (PortIndex p = 0; p < topology_.radix(router); ++p)
      if (const LinkEnd& peer = topology_.port(router, p).peer;
          !peer.isTerminal && peer.node == right)
        return {p, 1, state.detail + 1};
    return {};
  }

 private:
  const Topology& topology_;
};

}  // namespace

class FaultDetourTest : public QObject {
  Q_OBJECT

 private slots:
  void turnsRoundAtTheFault();
  void longDetoursAreNoLoss();
  void choosesWhatIsLeft();
  void seesFaultsFarOff();
  void anotherOrderIsTold();
  void equalChartsShareTheirTables();
  void everyRoutingGoesRound_data();
  void everyRoutingGoesRound();
};

/// Worked out by hand: five routers in a ring, all traffic clockwise.
void FaultDetourTest::turnsRoundAtTheFault() {
  const auto ring =
      std::make_shared<const Topology>(test::network("ring", {{"routers", std::int64_t{5}}}));
  const auto base = std::make_shared<const Clockwise>(*ring);
  LinkId cut = kNone;
  for (LinkId l = 0; l < ring->linkCount(); ++l) {
    const Link& link = ring->links[l];
    if (!link.a.isTerminal && std::min(link.a.node, link.b.node) == 1 &&
        std::max(link.a.node, link.b.node) == 2)
      cut = l;
  }
  NetworkFaults faults = nothing(*ring);
  faults.links[cut] = true;
  const auto whole = detour(ring, base, VcCounts{1, 1}, nothing(*ring), nullptr);
  const auto routing = detour(ring, base, VcCounts{1, 1}, faults, whole);
  const auto ways = [&](const RoutingAlgorithm& by, TerminalId from, TerminalId to) {
    return test::follow(*ring, by, from, to).routers;
  };
  QCOMPARE(ways(*whole, 0, 3), (std::vector<RouterId>{0, 1, 2, 3}));
  QCOMPARE(ways(*routing, 0, 3), (std::vector<RouterId>{0, 1, 0, 4, 3}));
  QCOMPARE(ways(*routing, 3, 1), (std::vector<RouterId>{3, 4, 0, 1}));  // doesn't meet it
  // The detour is on the second virtual channel from the router on where it begins.
  const TerminalPlace& source = ring->terminals[1];
  const RouteChoice turned = routing->route(source.router, source.port, {3, 1});
  QCOMPARE(turned.vcs, VcMask{2});
  QVERIFY(routing->pathKind({3, turned.nextDetail}) == PathKind::other);
  QVERIFY(isMinimal(routing->pathKind({3, 4})));
  // A ring on one virtual channel deadlocks; cut open it does not, and says so.
  QVERIFY(!examineDependencies(*ring, *whole, VcReuse::empty).deadlockFree());
  QVERIFY(examineDependencies(*ring, *routing, VcReuse::empty).deadlockFree());
}

/// Who meets the failed link of a ring turns and passes routers again: more hops than routers, and
/// every one of them counts.
void FaultDetourTest::longDetoursAreNoLoss() {
  const auto ring =
      std::make_shared<const Topology>(test::network("ring", {{"routers", std::int64_t{8}}}));
  const auto base = std::make_shared<const Clockwise>(*ring);
  NetworkFaults faults = nothing(*ring);
  for (LinkId l = 0; l < ring->linkCount(); ++l)
    faults.links[l] = !ring->links[l].a.isTerminal &&
                      std::min(ring->links[l].a.node, ring->links[l].b.node) == 0 &&
                      std::max(ring->links[l].a.node, ring->links[l].b.node) == 7;
  const auto whole = detour(ring, base, VcCounts{1, 1}, nothing(*ring), nullptr);
  const auto routing = detour(ring, base, VcCounts{1, 1}, faults, whole);
  const auto loads = channelLoads(*ring, *routing, [](TerminalId source, auto& out) {
    out.push_back({(source + 7) % 8, 1});
  });
  QVERIFY(loads.has_value());
  QCOMPARE(loads->lost, 0.0);
  double hops = 0;
  for (TerminalId t = 0; t < 8; ++t) {
    std::vector<RouteState> states;
    routing->starts(t, (t + 7) % 8, states);
    RouterId router = t;
    PortIndex input = ring->terminals[t].port;
    for (RouteState state = states.front();; ++hops) {
      const RouteChoice choice = routing->route(router, input, state);
      const LinkEnd& peer = ring->port(router, choice.port).peer;
      if (peer.isTerminal) break;
      router = peer.node;
      input = peer.port;
      state.detail = choice.nextDetail;
    }
  }
  QVERIFY(hops > 0);
  QCOMPARE(loads->hopsMean, hops / 8);
}

/// An adaptive routing takes the other way while there is one, and the detour when there is none.
void FaultDetourTest::choosesWhatIsLeft() {
  const auto mesh = std::make_shared<const Topology>(
      test::network("mesh", {{"dimensions", std::vector<std::int64_t>{3, 3}}}));
  const VcCounts vcs{2, 2};
  const std::shared_ptr<const RoutingAlgorithm> base =
      test::routingOf("minimal_adaptive", *mesh, vcs);
  const TerminalPlace& source = mesh->terminals[0];
  const TerminalId corner = mesh->terminalCount() - 1;
  std::vector<RouteState> states;
  base->starts(0, corner, states);
  std::vector<RouteChoice> all;
  base->candidates(source.router, source.port, states.front(), all);
  std::set<PortIndex> ports;
  for (const RouteChoice& choice : all) ports.insert(choice.port);
  QCOMPARE(ports.size(), std::size_t{2});
  Rng rng(1, 2, RandomPurpose::choice);
  test::FakeView idle;
  for (const PortIndex failed : ports) {
    NetworkFaults faults = nothing(*mesh);
    faults.links[mesh->port(source.router, failed).link] = true;
    const Detour routing = detour(mesh, base, vcs, faults, nullptr);
    for (int i = 0; i < 20; ++i)
      QVERIFY(routing->choose(idle, source.router, source.port, states.front(), rng).port !=
              failed);
  }
}

/// UGAL-G knows of a fault at the far end of the minimal path, although nothing waits anywhere.
void FaultDetourTest::seesFaultsFarOff() {
  const auto dragonfly = std::make_shared<const Topology>(test::network(
      "dragonfly", {{"p", std::int64_t{2}}, {"a", std::int64_t{4}}, {"h", std::int64_t{2}}}));
  const VcCounts vcs{4, 2};
  const std::shared_ptr<const RoutingAlgorithm> base = test::routingOf("ugal_g", *dragonfly, vcs);
  const TerminalPlace& source = dragonfly->terminals[0];
  const auto linksOf = [&](TerminalId destination, RouteChoice step) {
    std::vector<LinkId> links;
    for (RouterId router = source.router;;) {
      const Port& port = dragonfly->port(router, step.port);
      if (port.peer.isTerminal) return links;
      links.push_back(port.link);
      router = port.peer.node;
      step = base->route(router, port.peer.port, {destination, step.nextDetail});
    }
  };
  Rng rng(1, 2, RandomPurpose::choice);
  test::FakeView idle;
  int tried = 0;
  for (TerminalId to = dragonfly->terminalCount() - 1; to > 40; --to) {
    std::vector<RouteState> states;
    base->starts(0, to, states);
    std::vector<RouteChoice> both;
    base->candidates(source.router, source.port, states[to % states.size()], both);
    if (both.size() != 2) continue;
    const std::vector<LinkId> minimal = linksOf(to, both[0]), other = linksOf(to, both[1]);
    const LinkId last = minimal.back();
    if (dragonfly->kindOf(last) != LinkKind::local || minimal.size() < 2 ||
        std::count(other.begin(), other.end(), last) != 0)
      continue;
    NetworkFaults faults = nothing(*dragonfly);
    const auto chosen = [&] {
      return detour(dragonfly, base, vcs, faults, nullptr)
          ->choose(idle, source.router, source.port, states[to % states.size()], rng);
    };
    QVERIFY(chosen() == both[0]);
    faults.links[last] = true;
    QVERIFY(chosen() == both[1]);
    ++tried;
  }
  QVERIFY(tried > 5);
}

/// Routers of the order's top that lose their links upwards need another order.
void FaultDetourTest::anotherOrderIsTold() {
  const auto ring =
      std::make_shared<const Topology>(test::network("ring", {{"routers", std::int64_t{6}}}));
  const auto base = std::make_shared<const Clockwise>(*ring);
  const auto step = [&](LinkId link, const Detour& before) {
    NetworkFaults faults = nothing(*ring);
    faults.links[link] = true;
    return detour(ring, base, VcCounts{1, 1}, faults, before);
  };
  Detour now = detour(ring, base, VcCounts{1, 1}, nothing(*ring), nullptr);
  unsigned others = 0;
  for (LinkId l = 0; l < ring->linkCount(); ++l) {
    if (ring->kindOf(l) == LinkKind::terminal) continue;
    now = step(l, now);
    others += !now->keepsOrder();
    QVERIFY(examineDependencies(*ring, *now, VcReuse::empty).deadlockFree());
    for (TerminalId s = 0; s < ring->terminalCount(); ++s)
      for (TerminalId d = 0; d < ring->terminalCount(); ++d)
        QVERIFY(test::follow(*ring, *now, s, d).delivered);
  }
  // A ring's order has one link that it can lose: the one between the two lowest routers.
  QVERIFY(others >= 4);
}

/// Tables are large: the same faults have them once, whatever the routing and what failed between.
void FaultDetourTest::equalChartsShareTheirTables() {
  const auto ring =
      std::make_shared<const Topology>(test::network("ring", {{"routers", std::int64_t{6}}}));
  std::vector<LinkId> links;
  for (LinkId l = 0; l < ring->linkCount(); ++l)
    if (ring->kindOf(l) != LinkKind::terminal) links.push_back(l);
  DetourTables tables;
  const auto cut = [&](std::size_t which, const Detour& before) {
    NetworkFaults faults = nothing(*ring);
    if (which < links.size()) faults.links[links[which]] = true;
    return std::make_shared<const FaultDetour>(ring, std::make_shared<const Clockwise>(*ring),
                                               VcCounts{1, 1}, faults, before, tables);
  };
  const Detour whole = cut(links.size(), nullptr);
  QVERIFY(whole->tables() == nullptr);
  // A ring's order is another one for most links; back again it is the same.
  const Detour first = cut(0, whole), second = cut(1, first), again = cut(0, second);
  QVERIFY(!second->keepsOrder() && !again->keepsOrder());
  QVERIFY(first->tables() != nullptr && first->tables() != second->tables());
  QCOMPARE(again->tables() == first->tables(),
           first->tables()->order() == again->tables()->order());
  QVERIFY(cut(1, again)->tables() == second->tables());
  // Another routing begins with nothing under way.
  const Detour other = cut(1, nullptr);
  QVERIFY(cut(1, nullptr)->tables() == other->tables());
  QVERIFY(cut(2, nullptr)->tables() != other->tables());
}

void FaultDetourTest::everyRoutingGoesRound_data() {
  QTest::addColumn<QString>("network");
  QTest::addColumn<QString>("algorithm");
  for (const test::NamedNetwork& item : test::smallNetworks()) {
    if (item.topology.routerCount() > 80 || item.topology.terminalCount() < 2) continue;
    for (const RoutingEntry& entry : routingAlgorithms()) {
      const VcCounts vcs = entry.fewestVirtualChannels(item.topology);
      if (vcs.local >= kMaxVcs || vcs.global >= kMaxVcs) continue;
      if (hasErrors(entry.check(item.topology, vcs, defaultsOf(entry.parameters)))) continue;
      QTest::addRow("%s, %s", entry.name.c_str(), item.name.c_str())
          << QString::fromStdString(item.name) << QString::fromStdString(entry.name);
    }
  }
}

/// Events after one another on every network: packets of all pairs arrive over live links, nothing
/// can deadlock, and what was under way at an event arrives too.
void FaultDetourTest::everyRoutingGoesRound() {
  QFETCH(QString, network);
  QFETCH(QString, algorithm);
  static const std::vector<test::NamedNetwork> networks = test::smallNetworks();
  const auto found = std::find_if(networks.begin(), networks.end(), [&](const auto& item) {
    return item.name == network.toStdString();
  });
  const auto topology = std::make_shared<const Topology>(found->topology);
  const Topology& t = *topology;
  const RoutingEntry& entry = *routingAlgorithms().find(algorithm.toStdString());
  const VcCounts vcs = entry.fewestVirtualChannels(t);
  const std::shared_ptr<const RoutingAlgorithm> base = test::routingOf(entry.name, t, vcs);
  Detour now = detour(topology, base, vcs, nothing(t), nullptr);
  const VcReuse reuse = entry.wholePackets ? VcReuse::whole : VcReuse::empty;
  QVERIFY(examineDependencies(t, *now, reuse).deadlockFree());
  Rng rng(7, t.linkCount(), RandomPurpose::pattern);
  for (const unsigned event : {0u, 1u, 2u}) {
    NetworkFaults faults = event == 1 ? now->faults() : nothing(t);
    failSome(t, faults, rng, event < 2 ? 4 : 0, event == 1 ? 2 : 0);
    const auto next = detour(topology, base, vcs, faults, now);
    const DependencyReport report = examineDependencies(t, *next, reuse);
    QVERIFY2(report.deadlockFree(), describe(t, report).english().c_str());
    DependencyWalk underWay(t, *now);
    const std::uint32_t stride = std::max(1u, t.terminalCount() / 10);
    for (TerminalId d = 0; d < t.terminalCount(); d += stride) {
      const bool silent = faults.routers[t.terminals[d].router];
      underWay.restart(d);
      for (TerminalId s = 0; s < t.terminalCount(); s += stride) {
        if (s == d) continue;
        if (!now->faults().routers[t.terminals[s].router] &&
            !now->faults().routers[t.terminals[d].router])
          underWay.follow(s);
        if (silent || faults.routers[t.terminals[s].router]) continue;
        const TerminalPlace& home = t.terminals[s];
        arrives(t, *next, home.router, home.port, next->start(s, d, rng), rng, true);
        if (QTest::currentTestFailed()) return;
      }
      // Whatever is anywhere on its way when the next event comes.
      for (std::size_t i = 0; i < underWay.nodes().size(); i += 3) {
        const DependencyWalk::Node& node = underWay.nodes()[i];
        arrives(t, *next, node.router, node.input, {d, node.detail}, rng, false);
        if (QTest::currentTestFailed()) return;
      }
    }
    now = next;
  }
}

HOPSCOPE_TEST(FaultDetourTest)

}  // namespace hopscope

#include "fault_detour_test.moc"

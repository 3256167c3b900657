// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/routing/dependency_graph.h"

#include <QTest>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "engine/routing/dependency_walk.h"
#include "tests/engine/routing/networks.h"
#include "tests/support/test_main.h"

namespace hopscope {
namespace {

/// Another algorithm without its datelines: everything on virtual channel 0.
class OneVirtualChannel final : public RoutingAlgorithm {
 public:
  explicit OneVirtualChannel(std::unique_ptr<RoutingAlgorithm> inner) : inner_(std::move(inner)) {}

  RouteChoice route(RouterId router, PortIndex input, RouteState state) const override {
    RouteChoice choice = inner_->route(router, input, state);
    choice.vcs = 1;
    return choice;
  }

 private:
  std::unique_ptr<RoutingAlgorithm> inner_;
};

/// Valiant but for its ways.
class OtherLegs : public RoutingAlgorithm {
 public:
  explicit OtherLegs(const RoutingAlgorithm& inner) : inner_(inner) {}

  void starts(TerminalId source, TerminalId destination,
              std::vector<RouteState>& out) const override {
    inner_.starts(source, destination, out);
  }
  RouterId intermediate(RouterId router, RouteState state) const override {
    return inner_.intermediate(router, state);
  }
  std::uint32_t routingClass(TerminalId terminal) const override {
    return inner_.routingClass(terminal);
  }
  std::optional<std::uint32_t> firstLegClass(TerminalId destination) const override {
    return inner_.firstLegClass(destination);
  }

 protected:
  const RoutingAlgorithm& inner_;
};

/// Both legs of Valiant on the same virtual channels.
class LegsTogether final : public OtherLegs {
 public:
  using OtherLegs::OtherLegs;

  RouteChoice route(RouterId router, PortIndex input, RouteState state) const override {
    RouteChoice choice = inner_.route(router, input, state);
    choice.vcs = 1;
    return choice;
  }
};

/// Loses what goes to one terminal, and delivers another's packets to the wrong one.
class Forgetful final : public RoutingAlgorithm {
 public:
  Forgetful(std::unique_ptr<RoutingAlgorithm> inner, RouterId where, TerminalId lost,
            TerminalId mixedUp)
      : inner_(std::move(inner)), where_(where), lost_(lost), mixedUp_(mixedUp) {}

  RouteChoice route(RouterId router, PortIndex input, RouteState state) const override {
    if (router == where_ && state.destination == lost_) return {};
    if (state.destination == mixedUp_) state.destination = mixedUp_ - 1;
    return inner_->route(router, input, state);
  }

 private:
  std::unique_ptr<RoutingAlgorithm> inner_;
  RouterId where_;
  TerminalId lost_, mixedUp_;
};

/// Valiant that loses, at one router, what is on its first leg.
class LosesFirstLegs final : public OtherLegs {
 public:
  LosesFirstLegs(const RoutingAlgorithm& inner, RouterId where) : OtherLegs(inner), where_(where) {}

  RouteChoice route(RouterId router, PortIndex input, RouteState state) const override {
    const RouterId between = inner_.intermediate(router, state);
    if (router == where_ && between != kNone && between != where_) return {};
    return inner_.route(router, input, state);
  }

 private:
  RouterId where_;
};

/// Sends packets round a ring, any of two ways.
class EitherWay final : public RoutingAlgorithm {
 public:
  explicit EitherWay(const Topology& topology) : topology_(topology) {}

  RouteChoice route(RouterId router, PortIndex input, RouteState state) const override {
    std::vector<RouteChoice> choices;
    candidates(router, input, state, choices);
    return choices.front();
  }
  void candidates(RouterId router, PortIndex, RouteState state,
                  std::vector<RouteChoice>& out) const override {
    const TerminalPlace& place = topology_.terminals[state.destination];
    if (router == place.router) {
      out.push_back({place.port, 1, 0});
      return;
    }
    // Detail 1 goes down, 2 goes up, 0 has not decided.
    if (state.detail != 2) out.push_back({1, 1, 1});
    if (state.detail != 1) out.push_back({2, 1, 2});
  }

 private:
  const Topology& topology_;
};

/// Round a ring upwards only. Every second hop may take an adaptive channel (VC 1) between two
/// escape channels (VC 0); from there on the escape goes by datelines (VC 2 and 3).
class Leapfrog final : public RoutingAlgorithm {
 public:
  /// Details: may take VC 0, has just taken it, on VC 2, on VC 3.
  enum : std::uint32_t { kFirst, kSecond, kBelow, kAbove };

  /// `again` is the detail after the adaptive hop.
  Leapfrog(const Topology& topology, std::uint32_t again) : topology_(topology), again_(again) {}

  RouteChoice route(RouterId router, PortIndex input, RouteState state) const override {
    std::vector<RouteChoice> choices;
    candidates(router, input, state, choices);
    return choices.front();
  }
  void candidates(RouterId router, PortIndex, RouteState state,
                  std::vector<RouteChoice>& out) const override {
    constexpr PortIndex kUp = 2;
    const TerminalPlace& place = topology_.terminals[state.destination];
    if (router == place.router) {
      out.push_back({place.port, 1, 0});
      return;
    }
    if (state.detail == kFirst) {
      out.push_back({kUp, 1, kSecond});
      return;
    }
    if (state.detail == kSecond) out.push_back({kUp, 2, again_, 0});
    const bool crosses = router + 1 == topology_.routerCount();
    const bool above = state.detail == kAbove;
    out.push_back({kUp, above ? 8u : 4u, above || crosses ? kAbove : kBelow});
  }

 private:
  const Topology& topology_;
  std::uint32_t again_;
};

/// Minimal adaptive routing that has lost its escape at one router.
class NoWayOut final : public RoutingAlgorithm {
 public:
  NoWayOut(std::unique_ptr<RoutingAlgorithm> inner, RouterId where)
      : inner_(std::move(inner)), where_(where) {}

  RouteChoice route(RouterId router, PortIndex input, RouteState state) const override {
    return inner_->route(router, input, state);
  }
  void candidates(RouterId router, PortIndex input, RouteState state,
                  std::vector<RouteChoice>& out) const override {
    inner_->candidates(router, input, state, out);
    if (router == where_ && out.size() > 1) out.pop_back();
  }

 private:
  std::unique_ptr<RoutingAlgorithm> inner_;
  RouterId where_;
};

Topology ring(std::int64_t size) {
  return test::network("torus", {{"dimensions", std::vector<std::int64_t>{size}}});
}

/// Every two channels that some packet takes one after the other.
std::set<std::pair<ChannelId, ChannelId>> consecutiveChannels(const Topology& topology,
                                                              const RoutingAlgorithm& routing) {
  std::set<std::pair<ChannelId, ChannelId>> pairs;
  for (TerminalId source = 0; source < topology.terminalCount(); ++source)
    for (TerminalId destination = 0; destination < topology.terminalCount(); ++destination) {
      const auto path = test::follow(topology, routing, source, destination).channels;
      for (std::size_t i = 1; i < path.size(); ++i) pairs.emplace(path[i - 1], path[i]);
    }
  return pairs;
}

}  // namespace

class DependencyGraphTest : public QObject {
  Q_OBJECT

 private slots:
  void torusWithoutDatelinesCanDeadlock_data();
  void torusWithoutDatelinesCanDeadlock();
  void countsDependencies();
  void walksEveryCandidate();
  void namesWhatIsNotDelivered();
  void sentences();
  void dragonflyOfAThousandTerminals();
  void escapeNetwork();
  void waitsOverAdaptiveChannels();
  void packetsBehindOthersWaitAsTheyDo();
  void everyRouterNeedsAnEscape();
  void legsApartAreTriples_data();
  void legsApartAreTriples();
  void firstLegsAreWalkedPartByPart();
  void lostFirstLegsAreCounted();
  void largeNetworksAreWalkedLegByLeg();
  void tellsHowFarItIs();
  void stops();
};

void DependencyGraphTest::torusWithoutDatelinesCanDeadlock_data() {
  QTest::addColumn<std::vector<std::int64_t>>("sizes");
  QTest::addColumn<int>("length");
  QTest::newRow("ring of 4") << std::vector<std::int64_t>{4} << 4;
  QTest::newRow("ring of 7") << std::vector<std::int64_t>{7} << 7;
  QTest::newRow("5 x 4") << std::vector<std::int64_t>{5, 4} << 4;
}

void DependencyGraphTest::torusWithoutDatelinesCanDeadlock() {
  QFETCH(std::vector<std::int64_t>, sizes);
  QFETCH(int, length);
  const Topology topology = test::network("torus", {{"dimensions", sizes}});
  const OneVirtualChannel routing(test::routingOf("dimension_order", topology));
  const DependencyReport report = examineDependencies(topology, routing, VcReuse::empty);
  QVERIFY(!report.deadlockFree());
  QCOMPARE(static_cast<int>(report.cycle.size()), length);
  const auto taken = consecutiveChannels(topology, routing);
  for (std::size_t i = 0; i < report.cycle.size(); ++i) {
    const ChannelVc& held = report.cycle[i];
    const ChannelVc& wanted = report.cycle[(i + 1) % report.cycle.size()];
    QVERIFY(taken.count({held.channel, wanted.channel}) == 1);
    QCOMPARE(held.vc, VcIndex{0});
  }
}

/// A line of three: one dependency each way; with the datelines of a ring of four, class by class.
void DependencyGraphTest::countsDependencies() {
  const Topology line = test::network("mesh", {{"dimensions", std::vector<std::int64_t>{3}}});
  QCOMPARE(examineDependencies(line, *test::routingOf("dimension_order", line), VcReuse::empty)
               .dependencies,
           std::uint64_t{2});
  // With two virtual channels each of the two may wait for both.
  QCOMPARE(
      examineDependencies(line, *test::routingOf("dimension_order", line, {2, 1}), VcReuse::empty)
          .dependencies,
      std::uint64_t{8});
  // Upwards, where ties go: pairs 0-1-2, 1-2-3, 2-3-0, 3-0-1; none downwards. The packet that has
  // crossed 3 to 0 holds the lower half there and goes on in the upper one.
  const Topology four = ring(4);
  QCOMPARE(examineDependencies(four, *test::routingOf("dimension_order", four), VcReuse::empty)
               .dependencies,
           std::uint64_t{4});
}

void DependencyGraphTest::walksEveryCandidate() {
  const Topology topology = ring(5);
  const DependencyReport report =
      examineDependencies(topology, EitherWay(topology), VcReuse::empty);
  QCOMPARE(report.cycle.size(), std::size_t{5});
  QCOMPARE(report.dependencies, std::uint64_t{10});
  QCOMPARE(report.undeliveredPairs, std::uint64_t{0});
}

void DependencyGraphTest::namesWhatIsNotDelivered() {
  const Topology topology = test::network("mesh", {{"dimensions", std::vector<std::int64_t>{5}}});
  // Whatever passes router 2 towards terminal 4 is lost: from 0, 1 and 2. Terminal 1's is mixed up.
  const Forgetful routing(test::routingOf("dimension_order", topology), 2, 4, 1);
  const DependencyReport report = examineDependencies(topology, routing, VcReuse::empty);
  QVERIFY(report.deadlockFree());
  QCOMPARE(report.undeliveredPairs, std::uint64_t{7});
  const std::vector<UndeliveredPair> expected{{0, 1}, {2, 1}, {3, 1}, {4, 1},
                                              {0, 4}, {1, 4}, {2, 4}};
  QVERIFY(report.undelivered == expected);
}

void DependencyGraphTest::sentences() {
  const Topology topology = ring(4);
  const auto routing = test::routingOf("dimension_order", topology);
  QCOMPARE(describe(topology, examineDependencies(topology, *routing, VcReuse::empty)).english(),
           std::string("Deadlock-free (acyclic): channel dependencies checked, no cycle."));
  const OneVirtualChannel broken(test::routingOf("dimension_order", topology));
  const std::string text =
      describe(topology, examineDependencies(topology, broken, VcReuse::empty));
  QVERIFY2(text.find("router 3 → router 0, VC 0; ") != std::string::npos, text.c_str());
  QVERIFY2(text.find("4 channels") != std::string::npos, text.c_str());
  const Forgetful forgetful(test::routingOf("dimension_order", topology), 1, 1, kNone);
  const std::string lost =
      describe(topology, examineDependencies(topology, forgetful, VcReuse::empty));
  QVERIFY2(lost.find("3 pairs of terminals have no path, such as 0 to 1.") != std::string::npos,
           lost.c_str());
}

void DependencyGraphTest::dragonflyOfAThousandTerminals() {
  const Topology topology = test::network(
      "dragonfly", {{"p", std::int64_t{4}}, {"a", std::int64_t{8}}, {"h", std::int64_t{4}}});
  QCOMPARE(topology.terminalCount(), 1056u);
  const DependencyReport report =
      examineDependencies(topology, *test::routingOf("minimal", topology), VcReuse::empty);
  QVERIFY(report.deadlockFree());
  QCOMPARE(report.undeliveredPairs, std::uint64_t{0});
  // A group's local channels (8 x 7) go on to the 4 global ones of their end; a global channel goes
  // on to 7 local ones: 33 x (56 x 4 + 32 x 7).
  QCOMPARE(report.dependencies, std::uint64_t{33 * (56 * 4 + 32 * 7)});
}

/// On a torus all channels wait for each other, the two escape channels do not.
void DependencyGraphTest::escapeNetwork() {
  const Topology topology =
      test::network("torus", {{"dimensions", std::vector<std::int64_t>{6, 5}}});
  const auto routing = test::routingOf("minimal_adaptive", topology, {4, 1});
  const DependencyReport report = examineDependencies(topology, *routing, VcReuse::empty);
  QVERIFY(report.escape);
  QVERIFY(report.deadlockFree());
  QCOMPARE(verdictOf(report).english(), std::string("Deadlock-free (escape network)"));
  QCOMPARE(report.undeliveredPairs, std::uint64_t{0});
}

/// Duato's extended graph: no escape channel waits for another one right away in a circle, but over
/// the adaptive channel between them three of six do.
void DependencyGraphTest::waitsOverAdaptiveChannels() {
  const Topology topology = ring(6);
  const DependencyReport free =
      examineDependencies(topology, Leapfrog(topology, Leapfrog::kBelow), VcReuse::empty);
  QVERIFY2(free.deadlockFree(), describe(topology, free).english().c_str());
  const DependencyReport report =
      examineDependencies(topology, Leapfrog(topology, Leapfrog::kFirst), VcReuse::empty);
  QVERIFY(report.escape);
  QCOMPARE(report.cycle.size(), std::size_t{3});
  for (std::size_t i = 0; i < 3; ++i) {
    QCOMPARE(report.cycle[i].vc, VcIndex{0});
    QCOMPARE(topology.from(report.cycle[(i + 1) % 3].channel).node,
             (topology.from(report.cycle[i].channel).node + 2) % 6);
  }
  QCOMPARE(verdictOf(report).english(), std::string("Packets can deadlock"));
}

/// What Duato's condition takes for granted, that a buffer holds flits of one packet, has to be so.
void DependencyGraphTest::packetsBehindOthersWaitAsTheyDo() {
  const Topology topology =
      test::network("mesh", {{"dimensions", std::vector<std::int64_t>{4, 4}}});
  const auto routing = test::routingOf("minimal_adaptive", topology, {2, 1});
  const DependencyReport behind = examineDependencies(topology, *routing, VcReuse::tail);
  QCOMPARE(verdictOf(behind).english(), std::string("Packets can deadlock"));
  // A shortest one, through an escape channel; each leads to where the next one begins.
  QCOMPARE(behind.cycle.size(), std::size_t{4});
  QVERIFY(std::any_of(behind.cycle.begin(), behind.cycle.end(),
                      [](const ChannelVc& place) { return place.vc == 0; }));
  for (std::size_t i = 0; i < behind.cycle.size(); ++i)
    QCOMPARE(topology.to(behind.cycle[i].channel).node,
             topology.from(behind.cycle[(i + 1) % behind.cycle.size()].channel).node);
  const std::string text = describe(topology, behind).english();
  QVERIFY2(text.find("set switch.reallocate to empty") != std::string::npos, text.c_str());
  QVERIFY(examineDependencies(topology, *routing, VcReuse::empty).deadlockFree());
  QVERIFY(examineDependencies(topology, *routing, VcReuse::whole).deadlockFree());

  // In one dimension nobody turns round: the adaptive channels wait in no circle either.
  const Topology line = test::network("mesh", {{"dimensions", std::vector<std::int64_t>{6}}});
  const auto straight = test::routingOf("minimal_adaptive", line, {2, 1});
  QVERIFY(examineDependencies(line, *straight, VcReuse::tail).deadlockFree());

  // A packet that moves whole has let go of the escape channel before it takes the next one.
  const Topology six = ring(6);
  const Leapfrog leaping(six, Leapfrog::kFirst);
  QVERIFY(!examineDependencies(six, leaping, VcReuse::empty).deadlockFree());
  QVERIFY(examineDependencies(six, leaping, VcReuse::whole).deadlockFree());
}

void DependencyGraphTest::everyRouterNeedsAnEscape() {
  const Topology topology =
      test::network("mesh", {{"dimensions", std::vector<std::int64_t>{4, 4}}});
  const NoWayOut routing(test::routingOf("minimal_adaptive", topology), 5);
  const DependencyReport report = examineDependencies(topology, routing, VcReuse::empty);
  QVERIFY(!report.deadlockFree());
  QVERIFY(report.cycle.empty());
  QVERIFY((report.withoutEscape == WithoutEscape{5, 0}));
  QCOMPARE(describe(topology, report).english(),
           std::string("Freedom of deadlock is not proved: at router 5 packets for terminal 0 find "
                       "no escape channel."));
}

void DependencyGraphTest::legsApartAreTriples_data() {
  QTest::addColumn<std::string>("kind");
  QTest::addColumn<Values>("values");
  for (const std::int64_t a : {2, 3, 4})
    QTest::addRow("Dragonfly, groups of %d", static_cast<int>(a))
        << std::string("dragonfly")
        << Values{{"p", std::int64_t{2}}, {"a", a}, {"h", std::int64_t{1}}};
  QTest::newRow("Dragonfly with two links") << std::string("dragonfly")
                                            << Values{{"p", std::int64_t{2}},
                                                      {"a", std::int64_t{4}},
                                                      {"h", std::int64_t{2}},
                                                      {"groups", std::int64_t{5}}};
  const auto row = [](const char* name, const char* kind, std::vector<std::int64_t> dimensions,
                      std::int64_t terminals, std::int64_t lag) {
    QTest::newRow(name) << std::string(kind)
                        << Values{{"dimensions", std::move(dimensions)},
                                  {"terminals_per_router", terminals},
                                  {"lag", lag}};
  };
  row("line", "mesh", {5}, 2, 1);
  row("mesh", "mesh", {4, 3}, 2, 1);
  row("mesh with parallel links", "mesh", {3, 3}, 4, 2);
  row("ring", "torus", {7}, 2, 1);
  row("torus", "torus", {5, 4}, 2, 1);
  row("torus with parallel links", "torus", {4, 3}, 4, 2);
  row("three dimensions", "torus", {3, 3, 2}, 2, 1);
  row("HyperX", "hyperx", {4, 3}, 2, 1);
}

/// The same waits, and where legs share virtual channels, a cycle in both.
void DependencyGraphTest::legsApartAreTriples() {
  QFETCH(std::string, kind);
  QFETCH(Values, values);
  const Topology topology = test::network(kind, values);
  const auto valiant = test::routingOf("valiant", topology);
  QVERIFY(valiant->firstLegClass(0));
  const LegsTogether together(*valiant);
  for (const RoutingAlgorithm* routing : {static_cast<const RoutingAlgorithm*>(valiant.get()),
                                          static_cast<const RoutingAlgorithm*>(&together)})
    for (const VcReuse reuse : {VcReuse::whole, VcReuse::tail}) {
      const DependencyReport triples = examineDependencies(topology, *routing, reuse);
      const DependencyReport legs = examineLegs(topology, *routing, reuse);
      QCOMPARE(legs.dependencies, triples.dependencies);
      QCOMPARE(legs.deadlockFree(), triples.deadlockFree());
      QCOMPARE(legs.deadlockFree(), routing == valiant.get());
      QCOMPARE(legs.cycle.size(), triples.cycle.size());
      QCOMPARE(legs.undeliveredPairs, std::uint64_t{0});
      QVERIFY(!legs.escape);
    }
}

/// However few of them are kept at once.
void DependencyGraphTest::firstLegsAreWalkedPartByPart() {
  const Topology topology = test::network("torus", {{"dimensions", std::vector<std::int64_t>{5, 4}},
                                                    {"terminals_per_router", std::int64_t{2}}});
  const auto valiant = test::routingOf("valiant", topology);
  const LegsTogether together(*valiant);
  for (const RoutingAlgorithm* routing : {static_cast<const RoutingAlgorithm*>(valiant.get()),
                                          static_cast<const RoutingAlgorithm*>(&together)}) {
    const DependencyReport whole = examineLegs(topology, *routing, VcReuse::whole);
    QVERIFY(whole.dependencies > 0);
    for (const std::size_t atOnce : {std::size_t{1}, std::size_t{50}, std::size_t{300}}) {
      const DependencyReport parts = examineLegs(topology, *routing, VcReuse::whole, {}, atOnce);
      QCOMPARE(parts.dependencies, whole.dependencies);
      QVERIFY(parts.cycle == whole.cycle);
      QCOMPARE(parts.undeliveredPairs, std::uint64_t{0});
    }
  }
  // Each router is in one part, with all that sets out over it.
  const std::vector<TerminalClass> classes = terminalClasses(topology, *valiant);
  const auto startsOf = [](const std::vector<StartRun>& runs) {
    std::size_t starts = 0;
    for (const StartRun& run : runs) starts += run.end - run.first;
    return starts;
  };
  const StartsByWay all = startsByWay(topology, *valiant, classes, 7, 0, 100'000, {});
  QCOMPARE(all.over.size(), std::size_t{20});
  std::size_t parts = 0;
  for (RouterId first = 0; first < 20; ++parts) {
    const StartsByWay some = startsByWay(topology, *valiant, classes, 7, first, 50, {});
    for (std::size_t i = 0; i < some.over.size(); ++i)
      QCOMPARE(startsOf(some.over[i]), startsOf(all.over[first + i]));
    first += static_cast<RouterId>(some.over.size());
  }
  QVERIFY(parts > 1);
}

/// Whichever destination their walk stood for.
void DependencyGraphTest::lostFirstLegsAreCounted() {
  const Topology topology = test::network("torus", {{"dimensions", std::vector<std::int64_t>{4, 3}},
                                                    {"terminals_per_router", std::int64_t{2}}});
  const auto valiant = test::routingOf("valiant", topology);
  const LosesFirstLegs losing(*valiant, 5);
  const DependencyReport triples = examineDependencies(topology, losing, VcReuse::whole);
  const DependencyReport legs = examineLegs(topology, losing, VcReuse::whole);
  QVERIFY(triples.undeliveredPairs > 24);
  QCOMPARE(legs.undeliveredPairs, triples.undeliveredPairs);
  QVERIFY(legs.undelivered == triples.undelivered);
}

/// 900 routers take 7e8 decisions or more in triples, which would be minutes of a core.
void DependencyGraphTest::largeNetworksAreWalkedLegByLeg() {
  const Topology topology =
      test::network("torus", {{"dimensions", std::vector<std::int64_t>{30, 30}}});
  const auto valiant = test::routingOf("valiant", topology);
  QVERIFY(proofSteps(topology, *valiant) < 5e7);
  const DependencyReport report = examineDependencies(topology, *valiant, VcReuse::whole);
  QVERIFY(report.deadlockFree());
  QCOMPARE(report.undeliveredPairs, std::uint64_t{0});
  QVERIFY(!examineDependencies(topology, LegsTogether(*valiant), VcReuse::whole).deadlockFree());
  // 114 routers take 6e6 in triples, and 2,064 more than 1e10.
  const auto stepsOf = [](std::int64_t h) {
    const Topology dragonfly = test::network("dragonfly", {{"p", h}, {"a", 2 * h}, {"h", h}});
    return proofSteps(dragonfly, *test::routingOf("valiant", dragonfly));
  };
  QVERIFY(stepsOf(5) < 1e8);
  QVERIFY(stepsOf(8) < 3e9);
}

/// From nothing to nearly all, in order.
void DependencyGraphTest::tellsHowFarItIs() {
  const Topology topology =
      test::network("mesh", {{"dimensions", std::vector<std::int64_t>{9, 9}}});
  std::vector<double> told;
  const DependencyReport report =
      examineDependencies(topology, *test::routingOf("dimension_order", topology), VcReuse::empty,
                          {}, [&](double share) { told.push_back(share); });
  QVERIFY(report.deadlockFree());
  QVERIFY(told.size() > 1 && told.back() < 1);
  QVERIFY(std::is_sorted(told.begin(), told.end()));
}

void DependencyGraphTest::stops() {
  const Topology topology = ring(4);
  std::stop_source source;
  source.request_stop();
  const DependencyReport report = examineDependencies(
      topology, *test::routingOf("dimension_order", topology), VcReuse::empty, source.get_token());
  QVERIFY(!report.deadlockFree());
  QCOMPARE(describe(topology, report).english(),
           std::string("Freedom of deadlock is not proved. The proof was stopped."));
}

}  // namespace hopscope

using hopscope::DependencyGraphTest;
HOPSCOPE_TEST(DependencyGraphTest)
#include "dependency_graph_test.moc"

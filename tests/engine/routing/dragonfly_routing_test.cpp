// SPDX-License-Identifier: GPL-3.0-or-later
// Valiant, UGAL-L and Piggyback on Dragonflies: their paths, draws, decisions and deadlock proofs.
#include <QTest>
#include <cmath>
#include <map>
#include <set>

#include "engine/routing/dependency_graph.h"
#include "engine/routing/router_view.h"
#include "tests/engine/routing/networks.h"
#include "tests/support/test_main.h"

namespace hopscope {
namespace {

using Strings = std::vector<std::string>;

std::int64_t number(int value) {
  return value;
}

Topology dragonfly(int p, int a, int h, int groups = 0, const std::string& wiring = "palmtree",
                   int lag = 1) {
  return test::network("dragonfly", {{"p", number(p)},
                                     {"a", number(a)},
                                     {"h", number(h)},
                                     {"groups", number(groups)},
                                     {"arrangement", wiring},
                                     {"lag", number(lag)}});
}

/// Both arrangements, with single links between groups and with two, and with two cables each.
struct Networks {
  Topology palmtree = dragonfly(1, 4, 2);
  Topology consecutive = dragonfly(1, 4, 2, 0, "consecutive");
  Topology trunks = dragonfly(2, 4, 2, 4);  // the last router of a group has no global link
  Topology consecutiveTrunks = dragonfly(1, 3, 2, 4, "consecutive");
  Topology cables = dragonfly(2, 2, 2, 3, "palmtree", 2);

  const Topology& at(int i) const {
    const std::vector<const Topology*> all{&palmtree, &consecutive, &trunks, &consecutiveTrunks,
                                           &cables};
    return *all[static_cast<std::size_t>(i)];
  }
};

const Networks& networks() {
  static const Networks all;
  return all;
}

struct Built {
  std::unique_ptr<RoutingAlgorithm> routing;
  VcCounts vcs;
};

Values valuesOf(const std::string& name, const Values& given) {
  Values values = defaultsOf(routingAlgorithms().find(name)->parameters);
  for (const auto& [key, value] : given) values.at(key) = value;
  return values;
}

Built build(const std::string& name, const Topology& topology, const Values& given,
            std::optional<VcCounts> vcs = {}) {
  const RoutingEntry& entry = *routingAlgorithms().find(name);
  const Values values = valuesOf(name, given);
  const VcCounts counts = vcs.value_or(entry.virtualChannels(topology, values));
  if (hasErrors(entry.check(topology, counts, values))) throw std::runtime_error("refused");
  return {entry.make(topology, counts, values), counts};
}

Values policy(const std::string& phaseA, const std::string& intraGroup,
              const std::string& roots = "remote") {
  return {{"phase_a", phaseA}, {"intra_group", intraGroup}, {"roots", roots}};
}

/// A path of `route` from a start: "lgl", and the routers passed.
struct Walk {
  std::string hops;
  std::vector<RouterId> routers;
  RouteState last;
  bool delivered = false;
};

Walk walk(const Topology& topology, const RoutingAlgorithm& routing, TerminalId source,
          RouteState state) {
  Walk result;
  RouterId router = topology.terminals[source].router;
  PortIndex input = topology.terminals[source].port;
  while (result.hops.size() < 10) {
    result.routers.push_back(router);
    result.last = state;
    const RouteChoice choice = routing.route(router, input, state);
    const Port& port = topology.port(router, choice.port);
    if (port.peer.isTerminal) {
      result.delivered = port.peer.node == state.destination;
      break;
    }
    result.hops += topology.kindOf(port.link) == LinkKind::global ? 'g' : 'l';
    state.detail = choice.nextDetail;
    router = port.peer.node;
    input = port.peer.port;
  }
  return result;
}

/// Whether `path` is left of `longest` when some hops are struck out.
bool isPartOf(const std::string& path, const std::string& longest) {
  std::size_t at = 0;
  for (const char hop : longest)
    if (at < path.size() && path[at] == hop) ++at;
  return at == path.size();
}

std::string longestPath(const std::string& phaseA) {
  std::string path;
  for (const char hop : phaseA)
    if (hop != '-') path += hop;
  return path + "lgl";
}

/// What a test wants a router to see.
class View final : public RouterView {
 public:
  std::map<PortIndex, std::uint32_t> queue;
  std::set<std::pair<RouterId, PortIndex>> full;  ///< as far as their group is told
  RouterMemory* learnt = nullptr;

  std::uint32_t occupancy(RouterId, PortIndex port, VcIndex) const override {
    const auto found = queue.find(port);
    return found == queue.end() ? 0 : found->second;
  }
  VcMask free(RouterId, PortIndex) const override { return ~VcMask{0}; }
  double meanOccupancy(RouterId router, PortIndex port) const override {
    return full.count({router, port}) != 0 ? 1000 : 0;
  }
  RouterMemory* memory() const override { return learnt; }
};

}  // namespace

class DragonflyRoutingTest : public QObject {
  Q_OBJECT

 private slots:
  void isFreeOfDeadlock_data();
  void isFreeOfDeadlock();
  void numberingByHopIsCyclic_data();
  void numberingByHopIsCyclic();
  void fewerChannelsWithOtherSlots();
  void tooFewVirtualChannels();
  void slotsThatAreNone();
  void pathsFollowThePolicy_data() { policies(); }
  void pathsFollowThePolicy();
  void drawsAsStated_data() { policies(); }
  void drawsAsStated();
  void ejectsInPassing();
  void decidesByQueues_data();
  void decidesByQueues();
  void avoidsCongestedLinks();
  void trunksAreShared();
  void largeNetworksFitTheState();

 private:
  static void policies();
};

void DragonflyRoutingTest::isFreeOfDeadlock_data() {
  QTest::addColumn<int>("network");
  QTest::addColumn<QString>("algorithm");
  QTest::addColumn<QString>("phaseA");
  QTest::addColumn<QString>("intraGroup");
  QTest::addColumn<QString>("roots");
  for (int network = 0; network < 5; ++network)
    for (const char* algorithm : {"valiant", "ugal", "piggyback"})
      for (const char* phaseA : {"-g-", "-gl", "lg-", "lgl"})
        for (const char* intraGroup : {"restricted", "unrestricted", "minimal"})
          for (const char* roots : {"remote", "any", "fogsim"}) {
            if (std::string(roots) != "remote" && std::string(phaseA) != "lgl") continue;
            QTest::addRow("%d %s %s %s %s", network, algorithm, phaseA, intraGroup, roots)
                << network << algorithm << phaseA << intraGroup << roots;
          }
}

/// Every policy, and every mix of it with minimal packets, with the fewest virtual channels and
/// with the order of 4/2.
void DragonflyRoutingTest::isFreeOfDeadlock() {
  QFETCH(int, network);
  QFETCH(QString, algorithm);
  QFETCH(QString, phaseA);
  QFETCH(QString, intraGroup);
  QFETCH(QString, roots);
  const Topology& topology = networks().at(network);
  Values values = policy(phaseA.toStdString(), intraGroup.toStdString(), roots.toStdString());
  for (const auto& vcs : {std::optional<VcCounts>(), std::optional<VcCounts>(VcCounts{4, 2})}) {
    const Built built = build(algorithm.toStdString(), topology, values, vcs);
    const DependencyReport report = examineDependencies(topology, *built.routing, VcReuse::empty);
    QVERIFY2(report.deadlockFree(), describe(topology, report).english().c_str());
    QCOMPARE(report.undeliveredPairs, std::uint64_t{0});
    QVERIFY(report.dependencies > 0);
  }
}

void DragonflyRoutingTest::numberingByHopIsCyclic_data() {
  QTest::addColumn<QString>("algorithm");
  for (const char* name : {"minimal", "valiant", "ugal"}) QTest::newRow(name) << name;
}

/// One virtual channel a hop and kind of link (Benito 2020) closes a cycle even for minimal paths:
/// those that begin with their global hop take G0 before L0, the others L0 before G0.
void DragonflyRoutingTest::numberingByHopIsCyclic() {
  QFETCH(QString, algorithm);
  const Built built =
      build(algorithm.toStdString(), networks().palmtree, {{"vc_slots", std::string("by_hop")}});
  QCOMPARE(built.vcs, algorithm == "minimal" ? (VcCounts{2, 1}) : (VcCounts{4, 2}));
  const DependencyReport report =
      examineDependencies(networks().palmtree, *built.routing, VcReuse::empty);
  QVERIFY(!report.cycle.empty());
  QCOMPARE(report.undeliveredPairs, std::uint64_t{0});
}

/// Orders that start with the global slot: 2/2 for -g-, 3/2 for -gl, minimal packets included.
void DragonflyRoutingTest::fewerChannelsWithOtherSlots() {
  const Topology& topology = networks().palmtree;
  for (const auto& [phaseA, order, vcs] :
       {std::tuple{"-g-", "G0 L0 G1 L1", VcCounts{2, 2}},
        std::tuple{"-gl", "[\"G0\", \"L0\", \"L1\", \"G1\", \"L2\"]", VcCounts{3, 2}}}) {
    Values values = policy(phaseA, "restricted");
    values["vc_slots"] = std::string(order);
    const Built built = build("ugal", topology, values);
    QCOMPARE(built.vcs, vcs);
    QVERIFY(examineDependencies(topology, *built.routing, VcReuse::empty).deadlockFree());
  }
}

void DragonflyRoutingTest::tooFewVirtualChannels() {
  const Topology& topology = networks().palmtree;
  const auto remarks = [&](const char* phaseA, const VcCounts& vcs) {
    const RoutingEntry& entry = *routingAlgorithms().find("valiant");
    return entry.check(topology, vcs, valuesOf("valiant", policy(phaseA, "restricted")));
  };
  for (const char* phaseA : {"-g-", "lg-"}) {
    QVERIFY(remarks(phaseA, {3, 2}).empty());
    QCOMPARE(remarks(phaseA, {2, 1}).size(), std::size_t{2});
  }
  for (const char* phaseA : {"-gl", "lgl"}) {
    QVERIFY(remarks(phaseA, {4, 2}).empty());
    const Issues issues = remarks(phaseA, {3, 2});
    QCOMPARE(issues.size(), std::size_t{1});
    QCOMPARE(QString::fromStdString(issues.front().path), QString("switch.virtual_channels.local"));
    QVERIFY(issues.front().text.english().find("needs 4 virtual channels") != std::string::npos);
  }
}

void DragonflyRoutingTest::slotsThatAreNone() {
  const RoutingEntry& entry = *routingAlgorithms().find("valiant");
  for (const char* order : {"", "L0 G0 L0", "X1", "L", "L0 G0 L1", "L99 G0"}) {
    const Issues issues = entry.check(networks().palmtree, {8, 8},
                                      valuesOf("valiant", {{"vc_slots", std::string(order)}}));
    QCOMPARE(issues.size(), std::size_t{1});
    QCOMPARE(QString::fromStdString(issues.front().path), QString("vc_slots"));
  }
  const Issues missing =
      entry.check(networks().palmtree, {3, 2},
                  valuesOf("valiant", {{"vc_slots", std::string("L0 G0 L1 L2 G1 L3")}}));
  QCOMPARE(missing.size(), std::size_t{1});
}

void DragonflyRoutingTest::policies() {
  QTest::addColumn<int>("network");
  QTest::addColumn<QString>("phaseA");
  QTest::addColumn<QString>("intraGroup");
  QTest::addColumn<QString>("roots");
  for (int network = 0; network < 5; ++network)
    for (const char* phaseA : {"-g-", "-gl", "lg-", "lgl"})
      for (const char* intraGroup : {"restricted", "unrestricted", "minimal"})
        QTest::addRow("%d %s %s", network, phaseA, intraGroup)
            << network << phaseA << intraGroup << "remote";
  for (const char* roots : {"any", "fogsim"})
    QTest::newRow(roots) << 0 << "lgl"
                         << "unrestricted" << roots;
}

/// Every start leads to the destination over hops the policy allows, by way of another group where
/// it says so.
void DragonflyRoutingTest::pathsFollowThePolicy() {
  QFETCH(int, network);
  QFETCH(QString, phaseA);
  QFETCH(QString, intraGroup);
  QFETCH(QString, roots);
  const Topology& topology = networks().at(network);
  const std::string longest = longestPath(phaseA.toStdString());
  const Built built =
      build("valiant", topology,
            policy(phaseA.toStdString(), intraGroup.toStdString(), roots.toStdString()));
  std::set<std::string> seen;
  for (TerminalId source = 0; source < topology.terminalCount(); ++source)
    for (TerminalId destination = 0; destination < topology.terminalCount(); ++destination) {
      std::vector<RouteState> starts;
      built.routing->starts(source, destination, starts);
      QVERIFY(!starts.empty());
      const RouterId from = topology.terminals[source].router;
      const RouterId to = topology.terminals[destination].router;
      const bool inside = topology.group[from] == topology.group[to];
      for (const RouteState& start : starts) {
        const Walk path = walk(topology, *built.routing, source, start);
        QVERIFY(path.delivered);
        seen.insert(path.hops);
        if (inside && intraGroup == "minimal") {
          QCOMPARE(path.hops, std::string(from == to ? "" : "l"));
          QVERIFY(isMinimal(built.routing->pathKind(path.last)));
        } else if (inside && intraGroup == "restricted") {
          QVERIFY(isPartOf(path.hops, "ll"));
        } else {
          QVERIFY2(isPartOf(path.hops, longest), path.hops.c_str());
          if (roots == "remote" && topology.group[from] != topology.group[to])
            QVERIFY(path.hops.find('g') != std::string::npos);
        }
      }
    }
  // The longest path does occur, except where all routers of a group reach all others.
  if (network == 0) QVERIFY(seen.count(longest) == 1);
}

/// `start` draws what `starts` lists, as often as `likelihood` says.
void DragonflyRoutingTest::drawsAsStated() {
  QFETCH(int, network);
  QFETCH(QString, phaseA);
  QFETCH(QString, intraGroup);
  QFETCH(QString, roots);
  const Topology& topology = networks().at(network);
  const Built built =
      build("valiant", topology,
            policy(phaseA.toStdString(), intraGroup.toStdString(), roots.toStdString()));
  constexpr int kDraws = 20'000;
  const TerminalId last = topology.terminalCount() - 1;
  for (const auto& [source, destination] :
       {std::pair<TerminalId, TerminalId>{0, last}, {last, 0}, {0, 1}}) {
    std::vector<RouteState> starts;
    built.routing->starts(source, destination, starts);
    double sum = 0;
    std::map<std::uint32_t, double> likely;
    for (const RouteState& start : starts) {
      const double weight = built.routing->likelihood(source, destination, start);
      likely[start.detail] += weight;
      sum += weight;
    }
    std::map<std::uint32_t, int> drawn;
    Rng rng(1, source, RandomPurpose::routing);
    for (int i = 0; i < kDraws; ++i) ++drawn[built.routing->start(source, destination, rng).detail];
    double chiSquare = 0;
    int known = 0;
    for (const auto& [detail, weight] : likely) {
      const double expected = weight / sum * kDraws;
      const double difference = drawn[detail] - expected;
      chiSquare += difference * difference / expected;
      known += drawn[detail];
    }
    QCOMPARE(known, kDraws);
    const double freedom = static_cast<double>(likely.size()) - 1;
    QVERIFY2(chiSquare < freedom + 5 * std::sqrt(2 * freedom) + 5, QByteArray::number(chiSquare));
  }
}

/// With `eject_in_passing` no path passes the destination's router; without, some do.
void DragonflyRoutingTest::ejectsInPassing() {
  const Topology& topology = networks().palmtree;
  for (const bool inPassing : {false, true}) {
    Values values = policy("lgl", "unrestricted", "any");
    values["eject_in_passing"] = inPassing;
    const Built built = build("valiant", topology, values);
    int passed = 0;
    for (TerminalId source = 0; source < topology.terminalCount(); ++source)
      for (TerminalId destination = 0; destination < topology.terminalCount(); ++destination) {
        std::vector<RouteState> starts;
        built.routing->starts(source, destination, starts);
        for (const RouteState& start : starts) {
          const Walk path = walk(topology, *built.routing, source, start);
          QVERIFY(path.delivered);
          for (std::size_t i = 0; i + 1 < path.routers.size(); ++i)
            passed += path.routers[i] == topology.terminals[destination].router;
        }
      }
    QCOMPARE(passed == 0, inPassing);
  }
}

void DragonflyRoutingTest::decidesByQueues_data() {
  QTest::addColumn<QString>("algorithm");
  QTest::addColumn<double>("threshold");
  for (const char* algorithm : {"ugal", "piggyback"})
    for (const double threshold : {0.0, 150.0, -150.0})
      QTest::newRow(qPrintable(QString("%1 %2").arg(algorithm).arg(threshold)))
          << algorithm << threshold;
}

/// Minimal exactly where Q H of the minimal way is at most that of the other plus the threshold.
void DragonflyRoutingTest::decidesByQueues() {
  QFETCH(QString, algorithm);
  QFETCH(double, threshold);
  const Topology& topology = networks().palmtree;
  const Built ours = build(algorithm.toStdString(), topology, {{"threshold", threshold}});
  const Built always = build("valiant", topology, {});
  QVERIFY(ours.routing->decides() == Decides::atSource);
  Rng rng(3, 0, RandomPurpose::routing);
  int minimals = 0, others = 0;
  for (int i = 0; i < 3000; ++i) {
    const TerminalId source = rng.below(topology.terminalCount());
    const TerminalId destination = rng.below(topology.terminalCount());
    const TerminalPlace& home = topology.terminals[source];
    if (home.router == topology.terminals[destination].router) continue;
    const RouteState start = ours.routing->start(source, destination, rng);
    const Walk minimal = walk(topology, *ours.routing, source, start);
    const Walk byRoot = walk(topology, *always.routing, source, start);
    const RouteChoice first = ours.routing->route(home.router, home.port, start);
    const RouteChoice detour = always.routing->route(home.router, home.port, start);
    View view;
    for (PortIndex p = 0; p < topology.radix(home.router); ++p) view.queue[p] = rng.below(400);
    const double direct = view.queue[first.port] * static_cast<double>(minimal.hops.size());
    const double around = view.queue[detour.port] * static_cast<double>(byRoot.hops.size());
    const RouteChoice chosen = ours.routing->choose(view, home.router, home.port, start, rng);
    if (minimal.routers == byRoot.routers) {
      QCOMPARE(chosen.port, first.port);
    } else if (direct <= around + threshold) {
      ++minimals;
      QVERIFY(chosen == first);
      QVERIFY(isMinimal(ours.routing->pathKind({destination, chosen.nextDetail})));
    } else {
      ++others;
      QVERIFY(chosen.port == detour.port);
      QVERIFY(ours.routing->pathKind({destination, chosen.nextDetail}) == PathKind::lgl);
    }
  }
  QVERIFY(minimals > 100 && others > 100);
}

/// Piggyback goes around a global link its group reports, whatever the queues; UGAL does not.
void DragonflyRoutingTest::avoidsCongestedLinks() {
  const Topology& topology = networks().palmtree;
  for (const char* name : {"ugal", "piggyback"}) {
    const Built built = build(name, topology, {});
    const auto memory = built.routing->makeMemory({topology, 0, topology.routerCount(), 10, 1});
    QVERIFY(memory != nullptr);
    const bool hears = std::string(name) == "piggyback";
    QCOMPARE(memory->hears().queues != nullptr, hears);
    Rng rng(4, 0, RandomPurpose::routing);
    int around = 0;
    Cycle now = 0;
    View view;
    view.learnt = memory.get();
    const auto tell = [&] {
      // The news takes a cycle.
      for (int i = 0; hears && i < 3; ++i) memory->settle(++now, view);
    };
    for (int i = 0; i < 500; ++i) {
      const TerminalId source = rng.below(topology.terminalCount());
      const TerminalId destination = rng.below(topology.terminalCount());
      const TerminalPlace& home = topology.terminals[source];
      const RouterId target = topology.terminals[destination].router;
      if (topology.group[home.router] == topology.group[target]) continue;
      const RouteState start = built.routing->start(source, destination, rng);
      const Walk minimal = walk(topology, *built.routing, source, start);
      // The link is the first on the path that leaves the group.
      for (const RouterId router : minimal.routers)
        for (PortIndex p = 0; p < topology.radix(router); ++p) {
          const LinkEnd& peer = topology.port(router, p).peer;
          if (peer.isTerminal || topology.group[router] != topology.group[home.router]) continue;
          if (topology.group[peer.node] == topology.group[target]) view.full.insert({router, p});
        }
      QCOMPARE(view.full.size(), std::size_t{1});
      const auto [owner, link] = *view.full.begin();
      if (hears) memory->queueChanged(owner, link);
      tell();
      const RouteChoice chosen = built.routing->choose(view, home.router, home.port, start, rng);
      const bool leaves = !isMinimal(built.routing->pathKind({destination, chosen.nextDetail}));
      if (!hears) QVERIFY(!leaves);
      around += leaves;
      view.full.clear();
      if (hears) memory->queueChanged(owner, link);
      tell();
      const RouteChoice free = built.routing->choose(view, home.router, home.port, start, rng);
      QVERIFY(isMinimal(built.routing->pathKind({destination, free.nextDetail})));
    }
    QVERIFY(hears ? around > 300 : around == 0);
  }
}

/// Minimal packets take each of the links between two groups as often, or the one their destination
/// gives.
void DragonflyRoutingTest::trunksAreShared() {
  const Topology& topology = networks().trunks;
  for (const char* trunk : {"random", "destination"}) {
    const Built built = build("minimal", topology, {{"trunk", std::string(trunk)}});
    Rng rng(5, 0, RandomPurpose::routing);
    std::map<ChannelId, int> taken;
    const TerminalId destination = topology.terminalCount() - 1;
    for (int i = 0; i < 2000; ++i) {
      const Walk path =
          walk(topology, *built.routing, 0, built.routing->start(0, destination, rng));
      QVERIFY(path.delivered);
      for (std::size_t k = 0; k + 1 < path.routers.size(); ++k)
        for (PortIndex p = 0; p < topology.radix(path.routers[k]); ++p) {
          const Port& port = topology.port(path.routers[k], p);
          if (!port.peer.isTerminal && port.peer.node == path.routers[k + 1] &&
              topology.kindOf(port.link) == LinkKind::global)
            ++taken[port.out];
        }
    }
    if (std::string(trunk) == "destination") {
      QCOMPARE(taken.size(), std::size_t{1});
      continue;
    }
    QCOMPARE(taken.size(), std::size_t{2});
    for (const auto& [channel, count] : taken) QVERIFY(count > 850 && count < 1150);
  }
}

/// 262,656 terminals: h = 16. A group of many parallel links is refused where the state is too
/// small.
void DragonflyRoutingTest::largeNetworksFitTheState() {
  const Topology large = dragonfly(16, 32, 16);
  QCOMPARE(large.terminalCount(), 262'656u);
  const Built built = build("piggyback", large, {});
  Rng rng(6, 0, RandomPurpose::routing);
  for (int i = 0; i < 1000; ++i) {
    const TerminalId source = rng.below(large.terminalCount());
    const TerminalId destination = rng.below(large.terminalCount());
    QVERIFY(walk(large, *built.routing, source, built.routing->start(source, destination, rng))
                .delivered);
  }
}

}  // namespace hopscope

using hopscope::DragonflyRoutingTest;
HOPSCOPE_TEST(DragonflyRoutingTest)
#include "dragonfly_routing_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// What every routing algorithm owes every network it accepts.
#include <QTest>
#include <algorithm>
#include <deque>
#include <map>
#include <set>

#include "engine/routing/dependency_graph.h"
#include "engine/routing/dependency_walk.h"
#include "engine/routing/family_routings.h"
#include "engine/routing/up_down_order.h"
#include "engine/topology/graph_algorithms.h"
#include "tests/engine/routing/fake_view.h"
#include "tests/engine/routing/networks.h"
#include "tests/support/test_main.h"

namespace hopscope {
namespace {

using test::follow;
using test::NamedNetwork;
using test::Path;

const std::vector<NamedNetwork>& networks() {
  static const std::vector<NamedNetwork> all = test::smallNetworks();
  return all;
}

/// Shortest paths when each hop moves a packet from one phase to another or is forbidden.
/// `next(phase, from, port)` gives the phase after a hop, or -1.
template <typename Next>
std::vector<std::uint32_t> phasedDistances(const Topology& topology, RouterId from, int phases,
                                           Next next) {
  std::vector<std::uint32_t> distance(topology.routerCount() * phases, kNone);
  std::deque<std::pair<RouterId, int>> queue{{from, 0}};
  distance[from * phases] = 0;
  while (!queue.empty()) {
    const auto [router, phase] = queue.front();
    queue.pop_front();
    for (PortIndex p = 0; p < topology.radix(router); ++p) {
      const Port& port = topology.port(router, p);
      if (port.peer.isTerminal) continue;
      const int after = next(phase, router, port);
      if (after < 0 || distance[port.peer.node * phases + after] != kNone) continue;
      distance[port.peer.node * phases + after] = distance[router * phases + phase] + 1;
      queue.emplace_back(port.peer.node, after);
    }
  }
  std::vector<std::uint32_t> best(topology.routerCount(), kNone);
  for (std::size_t i = 0; i < distance.size(); ++i)
    best[i / phases] = std::min(best[i / phases], distance[i]);
  return best;
}

/// Those that go local, global, local.
bool isDragonfly(const std::string& algorithm, const Topology& topology) {
  const std::set<std::string> known{"minimal", "ugal",        "ugal_g",    "piggyback",
                                    "par",     "pb_acor",     "tpr",       "lian",
                                    "olm",     "conditional", "qcn_switch"};
  return topology.kind == "dragonfly" && known.count(algorithm) != 0;
}

/// In an idle network they take the shortest way their rules allow.
bool goesMinimally(const std::string& algorithm) {
  return algorithm != "valiant" && algorithm != "acor";
}

bool fits(const RoutingEntry& entry, const Topology& topology, const VcCounts& vcs) {
  return !hasErrors(entry.check(topology, vcs, defaultsOf(entry.parameters)));
}

/// The parameters worth telling apart: the modes of nearest common ancestor.
std::vector<Values> variantsOf(const RoutingEntry& entry) {
  std::vector<Values> variants{{}};
  for (const Parameter& parameter : entry.parameters)
    if (parameter.name == "up")
      for (const ParameterChoice& choice : parameter.choices)
        if (!(Value(choice.name) == parameter.fallback))
          variants.push_back({{parameter.name, choice.name}});
  return variants;
}

constexpr std::uint32_t kMostRoutersBetween = 100;

/// One algorithm on one network.
struct Pair {
  const RoutingEntry* entry;
  const Topology* topology;
  Values values;

  std::unique_ptr<RoutingAlgorithm> make(const VcCounts& vcs) const {
    return test::routingOf(entry->name, *topology, vcs, values);
  }
  std::unique_ptr<RoutingAlgorithm> make() const {
    return make(entry->fewestVirtualChannels(*topology));
  }
};

std::vector<std::pair<std::string, Pair>> allPairs() {
  std::vector<std::pair<std::string, Pair>> pairs;
  for (const NamedNetwork& item : networks())
    for (const RoutingEntry& entry : routingAlgorithms()) {
      const VcCounts plenty{kMaxVcs, kMaxVcs};
      if (!fits(entry, item.topology, plenty)) continue;
      // A state for every pair and every router between is too much for the large ones.
      if (entry.name == "valiant" && item.topology.routerCount() > kMostRoutersBetween) continue;
      for (const Values& values : variantsOf(entry)) {
        std::string name = entry.name;
        for (const auto& [parameter, value] : values) name += " " + toText(value);
        pairs.emplace_back(name + ", " + item.name, Pair{&entry, &item.topology, values});
      }
    }
  return pairs;
}

/// The fewest hops from a router to all others that the algorithm's rules allow.
std::vector<std::uint32_t> allowedDistances(const std::string& algorithm, const Topology& topology,
                                            RouterId from) {
  if (algorithm == "up_down") {
    const routings::UpDownOrder order(topology);
    return phasedDistances(topology, from, 2, [&](int phase, RouterId router, const Port& port) {
      const bool up = order.goesUp(router, port.peer.node);
      return up ? (phase == 0 ? 0 : -1) : 1;
    });
  }
  if (isDragonfly(algorithm, topology))
    // Nothing yet, one local hop, the global hop, a local hop after it.
    return phasedDistances(topology, from, 4, [&](int phase, RouterId, const Port& port) {
      const bool global = topology.kindOf(port.link) == LinkKind::global;
      if (global) return phase < 2 ? 2 : -1;
      return phase == 0 ? 1 : phase == 2 ? 3 : -1;
    });
  return routerDistances(topology, from);
}

/// Of several links between two groups a given one is taken, even if another is nearer.
bool choosesAmongTrunks(const std::string& algorithm, const Topology& topology) {
  if (!isDragonfly(algorithm, topology)) return false;
  const auto groups = *std::max_element(topology.group.begin(), topology.group.end());
  return integerAt(topology.parameters, "a") * integerAt(topology.parameters, "h") / groups > 1;
}

}  // namespace

class RoutingFamilyTest : public QObject {
  Q_OBJECT

  static const std::vector<std::pair<std::string, Pair>>& known() {
    static const auto all = allPairs();
    return all;
  }
  static void pairs();

 private slots:
  void everyFamilyHasItsAlgorithms();
  void deliversAlongMinimalPaths_data() { pairs(); }
  void deliversAlongMinimalPaths();
  void decisionsAreConsistent_data() { pairs(); }
  void decisionsAreConsistent();
  void choosesAmongCandidates_data() { pairs(); }
  void choosesAmongCandidates();
  void terminalsAreRoutedAlike_data() { pairs(); }
  void terminalsAreRoutedAlike();
  void isFreeOfDeadlock_data() { pairs(); }
  void isFreeOfDeadlock();
  void parallelLinksByDestination_data() { pairs(); }
  void parallelLinksByDestination();
};

/// All networks with all algorithms that accept them.
void RoutingFamilyTest::pairs() {
  QTest::addColumn<int>("number");
  int number = 0;
  for (const auto& [name, pair] : known()) QTest::addRow("%s", name.c_str()) << number++;
}

void RoutingFamilyTest::everyFamilyHasItsAlgorithms() {
  for (const NamedNetwork& item : networks()) {
    const std::vector<std::string> names = routingsOf(item.topology.kind);
    QCOMPARE(names.front(), familyOf(item.topology)->firstRoutings.front());
    for (const std::string& name : names) {
      const RoutingEntry* entry = routingAlgorithms().find(name);
      QVERIFY2(entry != nullptr, name.c_str());
      const VcCounts fewest = entry->fewestVirtualChannels(item.topology);
      const Issues issues = entry->check(item.topology, fewest, defaultsOf(entry->parameters));
      // Long ways take more hops than there can be virtual channels.
      // It needs all groups, which only some networks of its family have.
      if (name == "lian" && hasErrors(issues)) continue;
      if (name == "shortest_path" && fewest.local == kMaxVcs && hasErrors(issues))
        QVERIFY(issues.front().remedy.english().find("up*/down*") != std::string::npos);
      // Where some routers have no global port for each of their terminals.
      else if (hasErrors(issues) && issues.front().path == "repeat")
        QVERIFY(item.topology.kind == "dragonfly");
      else
        QVERIFY2(!hasErrors(issues), item.name.c_str());
    }
  }
}

void RoutingFamilyTest::deliversAlongMinimalPaths() {
  QFETCH(int, number);
  const Pair& pair = known()[static_cast<std::size_t>(number)].second;
  const Topology& topology = *pair.topology;
  const std::string& name = pair.entry->name;
  const auto routing = pair.make();
  const bool trunks = choosesAmongTrunks(name, topology);
  for (TerminalId source = 0; source < topology.terminalCount(); ++source) {
    const auto fewest = allowedDistances(name, topology, topology.terminals[source].router);
    for (TerminalId destination = 0; destination < topology.terminalCount(); ++destination) {
      const Path path = follow(topology, *routing, source, destination);
      QVERIFY2(path.delivered, qPrintable(QString("%1 to %2").arg(source).arg(destination)));
      if (!goesMinimally(name)) continue;
      const std::uint32_t least = fewest[topology.terminals[destination].router];
      if (trunks && path.channels.size() > least) {
        QVERIFY(path.channels.size() <= 3);
        QCOMPARE(std::count_if(path.channels.begin(), path.channels.end(),
                               [&](ChannelId channel) {
                                 return topology.kindOf(channel / 2) == LinkKind::global;
                               }),
                 std::ptrdiff_t{1});
      } else {
        QCOMPARE(path.channels.size(), std::size_t{least});
      }
    }
  }
}

/// What the run does is among what the proof walks, within the virtual channels there are.
void RoutingFamilyTest::decisionsAreConsistent() {
  QFETCH(int, number);
  const Pair& pair = known()[static_cast<std::size_t>(number)].second;
  const Topology& topology = *pair.topology;
  for (const VcCounts& vcs :
       {pair.entry->fewestVirtualChannels(topology), VcCounts{3, 2}, VcCounts{16, 16}}) {
    if (!fits(*pair.entry, topology, vcs)) continue;
    const auto routing = pair.make(vcs);
    for (TerminalId source = 0; source < topology.terminalCount(); ++source)
      for (TerminalId destination = 0; destination < topology.terminalCount(); ++destination) {
        std::vector<RouteState> starts;
        routing->starts(source, destination, starts);
        Rng rng(1, source, RandomPurpose::routing);
        RouteState state = routing->start(source, destination, rng);
        QVERIFY(std::find(starts.begin(), starts.end(), state) != starts.end());
        RouterId router = topology.terminals[source].router;
        PortIndex input = topology.terminals[source].port;
        for (bool arrived = false; !arrived;) {
          std::vector<RouteChoice> choices;
          routing->candidates(router, input, state, choices);
          const RouteChoice choice = routing->route(router, input, state);
          QVERIFY(std::find(choices.begin(), choices.end(), choice) != choices.end());
          const Port& port = topology.port(router, choice.port);
          QVERIFY(choice.vcs != 0);
          QVERIFY(choice.vcs >> vcs.of(topology.kindOf(port.link)) == 0);
          arrived = port.peer.isTerminal;
          state.detail = choice.nextDetail;
          router = port.peer.node;
          input = port.peer.port;
        }
      }
  }
}

/// Whatever the neighbourhood looks like: one of the candidates, within the minimal way where the
/// algorithm promises it, and at last the destination.
void RoutingFamilyTest::choosesAmongCandidates() {
  QFETCH(int, number);
  const Pair& pair = known()[static_cast<std::size_t>(number)].second;
  const Topology& topology = *pair.topology;
  const auto routing = pair.make();
  if (routing->decides() == Decides::never) return;
  const bool minimal =
      pair.entry->name == "minimal_adaptive" || pair.entry->name == "nearest_common_ancestor";
  const test::RandomView view(3);
  const TerminalId step = std::max(1u, topology.terminalCount() / 40);
  for (TerminalId source = 0; source < topology.terminalCount(); source += step) {
    Rng rng(2, source, RandomPurpose::routing);
    const auto distances = routerDistances(topology, topology.terminals[source].router);
    for (TerminalId destination = 0; destination < topology.terminalCount(); ++destination) {
      RouteState state = routing->start(source, destination, rng);
      RouterId router = topology.terminals[source].router;
      PortIndex input = topology.terminals[source].port;
      std::uint32_t hops = 0;
      for (;; ++hops) {
        QVERIFY(hops <= topology.routerCount());
        std::vector<RouteChoice> choices;
        routing->candidates(router, input, state, choices);
        const RouteChoice choice = routing->choose(view, router, input, state, rng);
        QVERIFY(std::find(choices.begin(), choices.end(), choice) != choices.end());
        const Port& port = topology.port(router, choice.port);
        if (port.peer.isTerminal) {
          QCOMPARE(port.peer.node, destination);
          break;
        }
        state.detail = choice.nextDetail;
        router = port.peer.node;
        input = port.peer.port;
      }
      if (minimal) QCOMPARE(hops, distances[topology.terminals[destination].router]);
    }
  }
}

/// What the deadlock proof takes the algorithm's word for: terminals of one class have the same
/// ways up to the last port, and the input doesn't matter.
void RoutingFamilyTest::terminalsAreRoutedAlike() {
  QFETCH(int, number);
  const Pair& pair = known()[static_cast<std::size_t>(number)].second;
  const Topology& topology = *pair.topology;
  const auto routing = pair.make();
  const std::vector<TerminalClass> classes = terminalClasses(topology, *routing);
  std::uint32_t members = 0;
  DependencyWalk first(topology, *routing), second(topology, *routing);
  const std::size_t stride = std::max<std::size_t>(1, classes.size() / 12);
  for (std::size_t c = 0; c < classes.size(); c += stride) {
    const TerminalClass& destination = classes[c];
    first.restart(destination.first);
    for (const TerminalClass& source : classes)
      if (source.first != destination.first) first.follow(source.first);
    for (const DependencyWalk::Node& node : first.nodes()) {
      std::vector<RouteChoice> byInput, byOther;
      const RouteState state{destination.first, node.detail};
      routing->candidates(node.router, node.input, state, byInput);
      routing->candidates(node.router, static_cast<PortIndex>(topology.radix(node.router) - 1),
                          state, byOther);
      QVERIFY(routing->looksAtInput() || byInput == byOther);
    }
    if (destination.second == kNone) continue;
    // The same walk from the other members to another member.
    second.restart(destination.second);
    for (const TerminalClass& source : classes)
      if (source.first != destination.first)
        second.follow(source.second == kNone ? source.first : source.second);
    QCOMPARE(first.nodes().size(), second.nodes().size());
    QCOMPARE(first.steps().size(), second.steps().size());
    for (std::size_t i = 0; i < first.nodes().size(); ++i) {
      QCOMPARE(first.nodes()[i].router, second.nodes()[i].router);
      QCOMPARE(first.nodes()[i].detail, second.nodes()[i].detail);
    }
    for (std::size_t i = 0; i < first.steps().size(); ++i) {
      QCOMPARE(first.steps()[i].node, second.steps()[i].node);
      if (first.steps()[i].node == kNone) continue;
      QCOMPARE(first.steps()[i].output, second.steps()[i].output);
      QCOMPARE(first.steps()[i].vcs, second.steps()[i].vcs);
    }
  }
  for (const TerminalClass& c : classes) members += c.count;
  QCOMPARE(members, topology.terminalCount());
}

void RoutingFamilyTest::isFreeOfDeadlock() {
  QFETCH(int, number);
  const Pair& pair = known()[static_cast<std::size_t>(number)].second;
  const Topology& topology = *pair.topology;
  for (const VcCounts& vcs :
       {pair.entry->fewestVirtualChannels(topology), VcCounts{3, 2}, VcCounts{4, 4}}) {
    if (!fits(*pair.entry, topology, vcs)) continue;
    const auto routing = pair.make(vcs);
    for (const VcReuse reuse : {VcReuse::empty, VcReuse::whole, VcReuse::tail}) {
      // Packets that stand behind others may keep them from their escape.
      if (pair.entry->escape && reuse == VcReuse::tail) continue;
      if (pair.entry->wholePackets && reuse != VcReuse::whole) continue;
      const DependencyReport report = examineDependencies(topology, *routing, reuse);
      QVERIFY2(report.deadlockFree(), describe(topology, report).english().c_str());
      QCOMPARE(report.escape, pair.entry->escape);
      QCOMPARE(report.undeliveredPairs, std::uint64_t{0});
    }
  }
}

/// Parallel links are taken by destination modulo their number.
void RoutingFamilyTest::parallelLinksByDestination() {
  QFETCH(int, number);
  const Pair& pair = known()[static_cast<std::size_t>(number)].second;
  const Topology& topology = *pair.topology;
  // Rules of a switch or a group stand for several destinations.
  if (pair.entry->conditionalRules || pair.entry->congestionPoints) return;
  const auto routing = pair.make();
  using Bundle = std::pair<RouterId, RouterId>;
  std::map<Bundle, std::uint32_t> cables;
  for (const Link& link : topology.links) {
    if (link.a.isTerminal) continue;
    ++cables[{link.a.node, link.b.node}];
    ++cables[{link.b.node, link.a.node}];
  }
  std::map<std::pair<Bundle, std::uint32_t>, std::set<ChannelId>> taken;
  for (TerminalId source = 0; source < topology.terminalCount(); ++source)
    for (TerminalId destination = 0; destination < topology.terminalCount(); ++destination)
      for (const ChannelId channel : follow(topology, *routing, source, destination).channels) {
        const Bundle bundle{topology.from(channel).node, topology.to(channel).node};
        taken[{bundle, destination % cables[bundle]}].insert(channel);
      }
  std::map<Bundle, std::set<ChannelId>> together;
  std::map<Bundle, std::size_t> residues;
  for (const auto& [key, channels] : taken) {
    QCOMPARE(channels.size(), std::size_t{1});
    together[key.first].insert(channels.begin(), channels.end());
    ++residues[key.first];
  }
  for (const auto& [bundle, channels] : together) QCOMPARE(channels.size(), residues[bundle]);
}

}  // namespace hopscope

using hopscope::RoutingFamilyTest;
HOPSCOPE_TEST(RoutingFamilyTest)
#include "routing_family_test.moc"

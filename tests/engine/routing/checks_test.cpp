// SPDX-License-Identifier: GPL-3.0-or-later
// What is said where an algorithm does not fit, and that the hot call does not allocate.
#include <QTest>

#include "engine/routing/dependency_graph.h"
#include "tests/engine/routing/networks.h"
#include "tests/support/heap_counter.h"
#include "tests/support/test_main.h"

namespace hopscope {
namespace {

Issues checked(const char* algorithm, const Topology& topology, const VcCounts& vcs) {
  const RoutingEntry& entry = *routingAlgorithms().find(algorithm);
  return entry.check(topology, vcs, defaultsOf(entry.parameters));
}

Topology gridOf(const char* kind, std::vector<std::int64_t> sizes) {
  return test::network(kind, {{"dimensions", std::move(sizes)}});
}

}  // namespace

class RoutingChecksTest : public QObject {
  Q_OBJECT

 private slots:
  void tooFewVirtualChannels();
  void wrongFamily_data();
  void wrongFamily();
  void tooManyRouters();
  void oneVirtualChannelAHop();
  void cyclesCanBeAllowed();
  void oneGlobalChannelIsNeverCongested();
  void routeDoesNotAllocate_data();
  void routeDoesNotAllocate();
};

void RoutingChecksTest::tooFewVirtualChannels() {
  const Issues torus = checked("dimension_order", gridOf("torus", {4, 4}), {1, 1});
  QCOMPARE(torus.size(), std::size_t{1});
  QCOMPARE(torus[0].path, std::string("switch.virtual_channels.local"));
  QCOMPARE(torus[0].text,
           std::string("Dimension order on a torus needs 2 virtual channels on local links; it has "
                       "1."));
  QCOMPARE(torus[0].remedy,
           std::string("Set it to 2 or more. To see it deadlock, set routing.allow_cycles."));
  QVERIFY(checked("dimension_order", gridOf("torus", {4, 4}), {2, 1}).empty());
  QVERIFY(checked("dimension_order", gridOf("torus", {3, 3}), {1, 1}).empty());
  QVERIFY(checked("dimension_order", gridOf("mesh", {4, 4}), {1, 1}).empty());
  const Issues dragonfly = checked("minimal", test::network("dragonfly", {}), {1, 1});
  QCOMPARE(dragonfly.size(), std::size_t{1});
  QCOMPARE(dragonfly[0].path, std::string("switch.virtual_channels.local"));
  const auto fewest = [](const char* algorithm, const Topology& topology) {
    return routingAlgorithms().find(algorithm)->fewestVirtualChannels(topology);
  };
  QVERIFY((fewest("dimension_order", gridOf("torus", {8, 8})) == VcCounts{2, 1}));
  QVERIFY((fewest("dimension_order", gridOf("mesh", {8, 8})) == VcCounts{1, 1}));
  QVERIFY((fewest("minimal", test::network("dragonfly", {})) == VcCounts{2, 1}));
  QVERIFY((fewest("mikant", test::network("mikant", {})) == VcCounts{1, 1}));
}

void RoutingChecksTest::wrongFamily_data() {
  QTest::addColumn<QByteArray>("algorithm");
  QTest::addColumn<QByteArray>("kind");
  QTest::addColumn<QByteArray>("text");
  QTest::newRow("dimension order") << QByteArray("dimension_order") << QByteArray("dragonfly")
                                   << QByteArray(
                                          "Dimension order needs a mesh, torus, ring, hypercube or "
                                          "HyperX; this network is of the "
                                          "family Dragonfly.");
  QTest::newRow("ancestor") << QByteArray("nearest_common_ancestor") << QByteArray("mikant")
                            << QByteArray(
                                   "Nearest common ancestor needs a k-ary n-tree, Clos, folded "
                                   "Clos or XGFT network; this "
                                   "network is of the family MiKANT.");
  QTest::newRow("mikant") << QByteArray("mikant") << QByteArray("mesh")
                          << QByteArray(
                                 "MiKANT Algorithm 1 needs a MiKANT, Clos or k-ary n-tree "
                                 "network; this network is of the family Mesh.");
  QTest::newRow("minimal") << QByteArray("minimal") << QByteArray("custom")
                           << QByteArray(
                                  "Dragonfly minimal needs a Dragonfly; this network was "
                                  "drawn by hand.");
}

void RoutingChecksTest::wrongFamily() {
  QFETCH(QByteArray, algorithm);
  QFETCH(QByteArray, kind);
  QFETCH(QByteArray, text);
  Topology topology;
  topology.kind = kind.toStdString();
  if (!topology.isDrawn()) topology = test::network(topology.kind, {});
  const Issues issues = checked(algorithm.constData(), topology, {4, 4});
  QCOMPARE(issues.size(), std::size_t{1});
  QCOMPARE(issues[0].path, std::string("routing.algorithm"));
  QCOMPARE(issues[0].text, text.toStdString());
  QVERIFY(!issues[0].remedy.empty());
}

void RoutingChecksTest::tooManyRouters() {
  const Issues issues = checked("up_down", gridOf("mesh", {4097}), {1, 1});
  QCOMPARE(issues.size(), std::size_t{1});
  QCOMPARE(issues[0].text,
           std::string("Up*/down* keeps tables for 4096 routers; this network has 4097."));
  QVERIFY(checked("up_down", gridOf("mesh", {4096}), {1, 1}).empty());
  const Issues shortest = checked("shortest_path", gridOf("mesh", {8193}), {1, 1});
  QCOMPARE(shortest.size(), std::size_t{1});
  QCOMPARE(shortest[0].text,
           std::string("Shortest path keeps tables for 8192 routers; this network has 8193."));
}

/// A virtual channel a hop: what is missing is counted, and up*/down* is the way out.
void RoutingChecksTest::oneVirtualChannelAHop() {
  const Topology ring = test::network("ring", {{"routers", std::int64_t{9}}});
  const RoutingEntry& entry = *routingAlgorithms().find("shortest_path");
  QVERIFY((entry.fewestVirtualChannels(ring) == VcCounts{4, 1}));
  QVERIFY(checked("shortest_path", ring, {4, 1}).empty());
  const Issues few = checked("shortest_path", ring, {3, 1});
  QCOMPARE(few.size(), std::size_t{1});
  QCOMPARE(few[0].path, std::string("switch.virtual_channels.local"));
  QCOMPARE(few[0].text,
           std::string("Shortest path needs 4 virtual channels on local links; it has 3."));
  QCOMPARE(few[0].remedy,
           std::string("Set it to 4 or more, one for each hop, or choose up*/down*. To see it "
                       "deadlock, set routing.allow_cycles."));
  const Issues many = checked("shortest_path", gridOf("mesh", {18}), {16, 1});
  QCOMPARE(many.size(), std::size_t{1});
  QCOMPARE(many[0].text,
           std::string("Shortest path needs a virtual channel for each of 17 hops; 16 are "
                       "possible."));
}

/// A teacher may run what can deadlock: a warning is left.
void RoutingChecksTest::cyclesCanBeAllowed() {
  const Topology ring = test::network("ring", {{"routers", std::int64_t{6}}});
  for (const char* algorithm : {"shortest_path", "dimension_order"}) {
    const Issues issues =
        routingAlgorithms().find(algorithm)->check(ring, {1, 1}, {{"allow_cycles", true}});
    QCOMPARE(issues.size(), std::size_t{1});
    QVERIFY(issues[0].severity == Severity::warning);
    const auto routing = test::routingOf(algorithm, ring, {1, 1});
    const DependencyReport report = examineDependencies(ring, *routing, VcReuse::empty);
    QCOMPARE(report.cycle.size(), std::size_t{6});
  }
}

/// Piggyback compares a router's global channels with each other.
void RoutingChecksTest::oneGlobalChannelIsNeverCongested() {
  const auto balanced = [](std::int64_t h) {
    return test::network("dragonfly", {{"p", h}, {"a", 2 * h}, {"h", h}});
  };
  for (const char* algorithm : {"piggyback", "pb_acor"}) {
    const Issues issues = checked(algorithm, balanced(1), {4, 2});
    QCOMPARE(issues.size(), std::size_t{1});
    QVERIFY(issues[0].severity == Severity::warning);
    QCOMPARE(issues[0].path, std::string("routing.algorithm"));
    QVERIFY(checked(algorithm, balanced(2), {4, 2}).empty());
  }
  QVERIFY(checked("ugal", balanced(1), {4, 2}).empty());
}

void RoutingChecksTest::routeDoesNotAllocate_data() {
  QTest::addColumn<QByteArray>("algorithm");
  QTest::addColumn<int>("network");
  QTest::newRow("dragonfly h = 6") << QByteArray("minimal") << 0;
  QTest::newRow("torus") << QByteArray("dimension_order") << 1;
  QTest::newRow("mikant") << QByteArray("mikant") << 2;
  QTest::newRow("tables") << QByteArray("shortest_path") << 1;
}

void RoutingChecksTest::routeDoesNotAllocate() {
  QFETCH(QByteArray, algorithm);
  QFETCH(int, network);
  using N = std::int64_t;
  const Topology topology =
      network == 0   ? test::network("dragonfly", {{"p", N{6}}, {"a", N{12}}, {"h", N{6}}})
      : network == 1 ? gridOf("torus", {8, 8})
                     : test::network("mikant", {{"n", N{5}}, {"k", N{4}}});
  const auto routing = test::routingOf(algorithm.constData(), topology);
  const TerminalId step = std::max(1u, topology.terminalCount() / 97);
  std::uint64_t hops = 0;
  const std::uint64_t before = test::allocations();
  for (TerminalId source = 0; source < topology.terminalCount(); source += step)
    for (TerminalId destination = 0; destination < topology.terminalCount(); ++destination) {
      Rng rng(1, source, RandomPurpose::routing);
      RouteState state = routing->start(source, destination, rng);
      RouterId router = topology.terminals[source].router;
      for (;;) {
        const RouteChoice choice = routing->route(router, 0, state);
        const LinkEnd& peer = topology.port(router, choice.port).peer;
        if (peer.isTerminal) break;
        state.detail = choice.nextDetail;
        router = peer.node;
        ++hops;
      }
    }
  QCOMPARE(test::allocations() - before, std::uint64_t{0});
  QVERIFY(hops > topology.terminalCount());
}

}  // namespace hopscope

using hopscope::RoutingChecksTest;
HOPSCOPE_TEST(RoutingChecksTest)
#include "checks_test.moc"

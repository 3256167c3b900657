// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <algorithm>

#include "engine/routing/dependency_graph.h"
#include "tests/engine/routing/networks.h"
#include "tests/support/test_main.h"

namespace hopscope {
namespace {

using test::follow;
using test::Path;

Topology tree(const char* kind, std::int64_t n, std::int64_t k) {
  return test::network(kind, {{"n", n}, {"k", k}});
}

/// Digits of a label, least significant last.
std::uint32_t number(const QString& digits, std::uint32_t base) {
  return digits.toUInt(nullptr, static_cast<int>(base));
}

/// "02000" is terminal <G, C3, C2, C1, C0> of MiKANT(4, 3).
TerminalId terminalNamed(const QString& label) {
  return (label.left(1).toUInt() * 27 + number(label.mid(2), 3)) * 3 + label.mid(1, 1).toUInt();
}

/// "01002" is router <G, L, D2, D1, D0>.
RouterId routerNamed(const QString& label) {
  return (label.left(1).toUInt() * 3 + label.mid(1, 1).toUInt()) * 27 + number(label.mid(2), 3);
}

/// The most packets over one channel when every terminal sends one to each of its destinations.
template <typename Destinations>
std::uint64_t heaviestLoad(const Topology& topology, const RoutingAlgorithm& routing,
                           Destinations destinations) {
  std::vector<std::uint64_t> load(topology.channelCount(), 0);
  for (TerminalId source = 0; source < topology.terminalCount(); ++source)
    for (const TerminalId destination : destinations(source))
      for (const ChannelId channel : follow(topology, routing, source, destination).channels)
        ++load[channel];
  return *std::max_element(load.begin(), load.end());
}

std::uint64_t uniformLoad(const Topology& topology, const RoutingAlgorithm& routing) {
  return heaviestLoad(topology, routing, [&](TerminalId source) {
    std::vector<TerminalId> others;
    for (TerminalId t = 0; t < topology.terminalCount(); ++t)
      if (t != source) others.push_back(t);
    return others;
  });
}

std::uint64_t inversionLoad(const Topology& topology, const RoutingAlgorithm& routing) {
  return heaviestLoad(topology, routing, [&](TerminalId source) {
    return std::vector<TerminalId>{topology.terminalCount() - 1 - source};
  });
}

}  // namespace

class TreeRoutingTest : public QObject {
  Q_OBJECT

 private slots:
  void mikantExamples_data();
  void mikantExamples();
  void loadOfAlgorithm1_data() { shapes(); }
  void loadOfAlgorithm1();
  void nearestCommonAncestorIsBalanced_data() { shapes(); }
  void nearestCommonAncestorIsBalanced();
  void loadOfShiftedDigits_data() { shapes(); }
  void loadOfShiftedDigits();
  void shiftedDigitsNeedTwoVirtualChannels();

 private:
  static void shapes();
};

/// The four examples of the source, MiKANT(4, 3): terminal-to-terminal distance and switches.
void TreeRoutingTest::mikantExamples_data() {
  QTest::addColumn<QString>("source");
  QTest::addColumn<QString>("destination");
  QTest::addColumn<int>("distance");
  QTest::addColumn<QStringList>("switches");
  QTest::newRow("7") << "02000"
                     << "12222" << 7
                     << QStringList{"00000", "01002", "02022", "12222", "11222", "10222"};
  QTest::newRow("8") << "02000"
                     << "02222" << 8
                     << QStringList{"00000", "01002", "02022", "12222", "02222", "01222", "00222"};
  QTest::newRow("6") << "02000"
                     << "02022" << 6 << QStringList{"00000", "01002", "02022", "01022", "00022"};
  QTest::newRow("4") << "02000"
                     << "02002" << 4 << QStringList{"00000", "01002", "00002"};
}

void TreeRoutingTest::mikantExamples() {
  QFETCH(QString, source);
  QFETCH(QString, destination);
  QFETCH(int, distance);
  QFETCH(QStringList, switches);
  const Topology topology = tree("mikant", 4, 3);
  const auto routing = test::routingOf("mikant", topology);
  const Path path = follow(topology, *routing, terminalNamed(source), terminalNamed(destination));
  QVERIFY(path.delivered);
  QCOMPARE(static_cast<int>(path.channels.size()) + 2, distance);
  std::vector<RouterId> expected;
  for (const QString& label : switches) expected.push_back(routerNamed(label));
  QCOMPARE(path.routers, expected);
}

void TreeRoutingTest::shapes() {
  QTest::addColumn<int>("n");
  QTest::addColumn<int>("k");
  for (const int n : {2, 3, 4})
    for (const int k : {2, 3, 4})
      if (n < 4 || k < 4) QTest::addRow("n = %d, k = %d", n, k) << n << k;
}

/// Exact bounds: one packet to every other terminal puts k (N - k) on the worst channel of a Clos
/// network and of MiKANT from n = 3 on, k^3 at n = 2; inversion puts k there.
void TreeRoutingTest::loadOfAlgorithm1() {
  QFETCH(int, n);
  QFETCH(int, k);
  const auto arity = static_cast<std::uint64_t>(k);
  for (const char* kind : {"clos", "mikant"}) {
    const Topology topology = tree(kind, n, k);
    const auto routing = test::routingOf("mikant", topology);
    const std::uint64_t terminals = topology.terminalCount();
    const bool flat = n == 2 && topology.kind == "mikant";
    QCOMPARE(uniformLoad(topology, *routing),
             flat ? arity * arity * arity : arity * (terminals - arity));
    QCOMPARE(inversionLoad(topology, *routing), arity);
  }
}

/// No channel carries more than a terminal sends, under uniform traffic.
void TreeRoutingTest::nearestCommonAncestorIsBalanced() {
  QFETCH(int, n);
  QFETCH(int, k);
  for (const char* kind : {"clos", "k_ary_n_tree"}) {
    const Topology topology = tree(kind, n, k);
    const auto routing = test::routingOf("nearest_common_ancestor", topology);
    QVERIFY(uniformLoad(topology, *routing) <= topology.terminalCount() - 1);
  }
}

/// One packet to every other terminal puts (3k - 2) N / 2k on MiKANT's worst channel, from n = 3
/// on; inversion still k, as the link between the groups must install its digit.
void TreeRoutingTest::loadOfShiftedDigits() {
  QFETCH(int, n);
  QFETCH(int, k);
  if (n == 2) return;
  const auto arity = static_cast<std::uint64_t>(k);
  const Topology topology = tree("mikant", n, k);
  const auto routing = test::routingOf("mikant_shift", topology);
  const std::uint64_t terminals = topology.terminalCount();
  QCOMPARE(2 * arity * uniformLoad(topology, *routing), (3 * arity - 2) * terminals);
  QCOMPARE(inversionLoad(topology, *routing), arity);
}

/// Packets that cross over and back close a circle on one virtual channel.
void TreeRoutingTest::shiftedDigitsNeedTwoVirtualChannels() {
  const Topology topology = tree("mikant", 3, 3);
  const auto one = test::routingOf("mikant_shift", topology, {1, 1});
  QVERIFY(!examineDependencies(topology, *one, VcReuse::empty).cycle.empty());
  const auto two = test::routingOf("mikant_shift", topology, {2, 1});
  QVERIFY(examineDependencies(topology, *two, VcReuse::empty).deadlockFree());
}

}  // namespace hopscope

using hopscope::TreeRoutingTest;
HOPSCOPE_TEST(TreeRoutingTest)
#include "tree_routing_test.moc"

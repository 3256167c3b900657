// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/topology/graph_algorithms.h"

#include <rapidcheck.h>

#include <QTest>
#include <algorithm>

#include "tests/support/networks.h"
#include "tests/support/test_main.h"

namespace hopscope {

using Successors = std::vector<std::vector<std::uint32_t>>;

class GraphAlgorithmsTest : public QObject {
  Q_OBJECT

 private slots:
  void findsWhatCannotBeReached();
  void distancesFromOneRouter();
  void cyclesOfSmallGraphs();
  void cycleIsRealAndShortest();
  void cycleOfALargeTorus();
};

void GraphAlgorithmsTest::findsWhatCannotBeReached() {
  TopologyBuilder builder = test::drawing();
  for (int i = 0; i < 6; ++i) builder.addRouter();
  for (const RouterId router : {0u, 1u, 3u, 1u}) builder.addTerminal(router);
  builder.connect(0, 1, 1);
  builder.connect(3, 4, 1);
  builder.connect(4, 5, 1);
  const Topology topology = builder.build();
  QVERIFY((routerComponents(topology) == std::vector<std::uint32_t>{0, 0, 1, 2, 2, 2}));
  QVERIFY(
      (routerDistances(topology, 3) == std::vector<std::uint32_t>{kNone, kNone, kNone, 0, 1, 2}));
}

/// In a mesh the distance is the sum of the coordinate differences.
void GraphAlgorithmsTest::distancesFromOneRouter() {
  const Topology mesh = test::network("mesh");
  const std::vector<std::uint32_t> distances = routerDistances(mesh, 19);  // (3, 2)
  for (int r = 0; r < 64; ++r)
    QCOMPARE(static_cast<int>(distances[static_cast<std::size_t>(r)]),
             std::abs(r % 8 - 3) + std::abs(r / 8 - 2));
}

void GraphAlgorithmsTest::cyclesOfSmallGraphs() {
  QVERIFY(shortestCycle({}).empty());
  QVERIFY(shortestCycle({{1}, {2}, {}}).empty());
  QVERIFY((shortestCycle({{1}, {1}}) == std::vector<std::uint32_t>{1}));
  // A cycle of four with a short cut that makes it three.
  QVERIFY((shortestCycle({{1}, {2}, {3, 0}, {0}}) == std::vector<std::uint32_t>{0, 1, 2}));
  QVERIFY((shortestCycle({{1}, {2}, {0}, {4}, {3}}) == std::vector<std::uint32_t>{3, 4}));
}

/// Length of a shortest cycle by plain search from every node.
static std::size_t girth(const Successors& successors) {
  std::size_t best = 0;
  for (std::uint32_t start = 0; start < successors.size(); ++start) {
    std::vector<std::uint32_t> frontier = successors[start];
    std::vector<bool> seen(successors.size(), false);
    for (std::size_t length = 1; !frontier.empty(); ++length) {
      std::vector<std::uint32_t> next;
      for (const std::uint32_t node : frontier) {
        if (node == start && (best == 0 || length < best)) best = length;
        if (seen[node]) continue;
        seen[node] = true;
        next.insert(next.end(), successors[node].begin(), successors[node].end());
      }
      frontier = next;
    }
  }
  return best;
}

void GraphAlgorithmsTest::cycleIsRealAndShortest() {
  QVERIFY(rc::check("the cycle is real and shortest", [] {
    const auto nodes = *rc::gen::inRange<std::uint32_t>(1, 14);
    Successors successors(nodes);
    for (auto& list : successors)
      list = *rc::gen::container<std::vector<std::uint32_t>>(
          *rc::gen::inRange<std::size_t>(0, 3), rc::gen::inRange<std::uint32_t>(0, nodes));
    const std::vector<std::uint32_t> cycle = shortestCycle(successors);
    RC_ASSERT(cycle.size() == girth(successors));
    for (std::size_t i = 0; i < cycle.size(); ++i) {
      const auto& next = successors[cycle[i]];
      RC_ASSERT(std::find(next.begin(), next.end(), cycle[(i + 1) % cycle.size()]) != next.end());
    }
  }));
}

/// The unidirectional rings of a 40 x 30 torus: the shortest has 30 nodes.
void GraphAlgorithmsTest::cycleOfALargeTorus() {
  Successors successors(1200);
  for (std::uint32_t node = 0; node < 1200; ++node) {
    const std::uint32_t x = node % 40;
    const std::uint32_t y = node / 40;
    successors[node] = {y * 40 + (x + 1) % 40, (y + 1) % 30 * 40 + x};
  }
  QCOMPARE(shortestCycle(successors).size(), std::size_t{30});
}

}  // namespace hopscope

using hopscope::GraphAlgorithmsTest;
HOPSCOPE_TEST(GraphAlgorithmsTest)
#include "graph_algorithms_test.moc"

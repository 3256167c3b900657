// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/scheduling/k_step_matching.h"

#include <QObject>
#include <QTest>
#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/max_cardinality_matching.hpp>
#include <vector>

#include "engine/core/rng.h"
#include "engine/scheduling/greedy_scheduler.h"
#include "engine/scheduling/heaviest_matching.h"
#include "tests/support/test_main.h"

namespace hopscope {
namespace {

std::size_t pairsIn(const std::vector<std::uint32_t>& outputOf) {
  return static_cast<std::size_t>(
      std::count_if(outputOf.begin(), outputOf.end(), [](auto v) { return v != kNone; }));
}

/// Hopcroft & Karp 1973: layers by breadth-first search, disjoint paths by depth-first search.
class HopcroftKarp {
 public:
  explicit HopcroftKarp(const BitMatrix& requests)
      : requests_(requests),
        outputOf_(requests.rows(), kNone),
        inputOf_(requests.rows(), kNone),
        layer_(requests.rows()) {
    while (layers())
      for (std::uint32_t u = 0; u < requests_.rows(); ++u)
        if (outputOf_[u] == kNone && augment(u)) ++size_;
  }
  std::size_t size() const { return size_; }

 private:
  bool layers() {
    std::vector<std::uint32_t> queue;
    std::fill(layer_.begin(), layer_.end(), kNone);
    for (std::uint32_t u = 0; u < requests_.rows(); ++u)
      if (outputOf_[u] == kNone) layer_[u] = 0, queue.push_back(u);
    bool found = false;
    for (std::size_t i = 0; i < queue.size(); ++i)
      for (std::uint32_t v = 0; v < requests_.columns(); ++v) {
        if (!requests_.at(queue[i], v)) continue;
        const std::uint32_t next = inputOf_[v];
        if (next == kNone) {
          found = true;
        } else if (layer_[next] == kNone) {
          layer_[next] = layer_[queue[i]] + 1;
          queue.push_back(next);
        }
      }
    return found;
  }
  bool augment(std::uint32_t u) {
    for (std::uint32_t v = 0; v < requests_.columns(); ++v) {
      if (!requests_.at(u, v)) continue;
      const std::uint32_t next = inputOf_[v];
      if (next == kNone || (layer_[next] == layer_[u] + 1 && augment(next))) {
        outputOf_[u] = v, inputOf_[v] = u;
        return true;
      }
    }
    layer_[u] = kNone;
    return false;
  }

  const BitMatrix& requests_;
  std::vector<std::uint32_t> outputOf_, inputOf_, layer_;
  std::size_t size_ = 0;
};

std::size_t boostMatching(const BitMatrix& requests) {
  using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS>;
  Graph graph(std::size_t{2} * requests.rows());
  for (std::uint32_t u = 0; u < requests.rows(); ++u)
    for (std::uint32_t v = 0; v < requests.columns(); ++v)
      if (requests.at(u, v)) boost::add_edge(u, requests.rows() + v, graph);
  std::vector<boost::graph_traits<Graph>::vertex_descriptor> mate(boost::num_vertices(graph));
  boost::edmonds_maximum_cardinality_matching(graph, mate.data());
  return boost::matching_size(graph, mate.data());
}

BitMatrix sparseRequests(Rng& rng, std::uint32_t ports) {
  BitMatrix requests(ports, ports);
  for (std::uint32_t i = rng.below(3 * ports + 1); i > 0; --i)
    requests.set(rng.below(ports), rng.below(ports));
  return requests;
}

void verifyMatching(const BitMatrix& requests, const std::vector<std::uint32_t>& outputOf) {
  std::vector<int> taken(requests.columns(), 0);
  for (std::uint32_t u = 0; u < requests.rows(); ++u) {
    if (outputOf[u] == kNone) continue;
    QVERIFY(requests.at(u, outputOf[u]));
    QCOMPARE(++taken[outputOf[u]], 1);
  }
}

}  // namespace

class KStepMatchingTest : public QObject {
  Q_OBJECT

 private slots:
  void allStepsFindALargestMatching() {
    Rng rng(7, 0, RandomPurpose::pattern);
    for (int round = 0; round < 10'000; ++round) {
      const std::uint32_t ports = round % 50 == 0 ? 60 + rng.below(20) : 1 + rng.below(16);
      const BitMatrix requests = sparseRequests(rng, ports);
      std::vector<std::uint32_t> outputOf;
      greedyMatching(requests, outputOf);
      const std::size_t before = pairsIn(outputOf);
      KStepMatching matching(ports);
      const MatchingWork work = matching.improve(requests, 2 * ports - 1, outputOf);
      verifyMatching(requests, outputOf);
      QCOMPARE(pairsIn(outputOf), before + work.steps);
      QCOMPARE(pairsIn(outputOf), HopcroftKarp(requests).size());
      QCOMPARE(pairsIn(outputOf), boostMatching(requests));
    }
  }

  /// Each step adds one pair, the shortest path first; with K there is no path of at most K stages
  /// left. With and without a record the same paths are found.
  void eachStepAddsOnePair() {
    Rng rng(11, 0, RandomPurpose::pattern);
    for (int round = 0; round < 1'000; ++round) {
      const std::uint32_t ports = 2 + rng.below(20);
      const BitMatrix requests = sparseRequests(rng, ports);
      std::vector<std::uint32_t> plain;
      greedyMatching(requests, plain);
      std::vector<std::uint32_t> recorded = plain, replayed = plain;
      const std::uint32_t longest = 1 + 2 * rng.below(ports);
      KStepMatching matching(ports);
      std::vector<MatchingStep> record;
      const MatchingWork work = matching.improve(requests, longest, plain);
      const MatchingWork same = matching.improve(requests, longest, recorded, &record);
      QVERIFY(plain == recorded);
      QCOMPARE(work.stages, same.stages);
      QCOMPARE(record.size(), std::size_t{work.steps} + 1);
      QVERIFY(record.back().path.empty());
      std::size_t shortest = 0;
      for (std::uint32_t step = 0; step < work.steps; ++step) {
        const std::vector<std::uint32_t>& path = record[step].path;
        QVERIFY(path.size() >= shortest && path.size() <= longest + 1);
        shortest = path.size();
        const std::size_t before = pairsIn(replayed);
        for (std::size_t i = 0; i < path.size(); i += 2) {
          QVERIFY(bitAt(record[step].reached[i].data(), path[i]));
          QVERIFY(bitAt(record[step].reached[i + 1].data(), path[i + 1]));
          if (i > 0) QCOMPARE(replayed[path[i]], path[i - 1]);
        }
        for (std::size_t i = 0; i < path.size(); i += 2) replayed[path[i]] = path[i + 1];
        QCOMPARE(pairsIn(replayed), before + 1);
        verifyMatching(requests, replayed);
      }
      QVERIFY(replayed == plain);
    }
  }

  /// Figures 6.1 to 6.5: x4-y3-x5-y4, counted here from 0.
  void fixtureOfTheSource() {
    BitMatrix requests(5, 5);
    for (const auto& [x, y] : {std::pair{0u, 0u},
                               {1u, 1u},
                               {4u, 2u},
                               {2u, 4u},
                               {3u, 2u},
                               {3u, 4u},
                               {4u, 3u},
                               {4u, 4u},
                               {2u, 1u}})
      requests.set(x, y);
    std::vector<std::uint32_t> outputOf = {0, 1, 4, kNone, 2};
    KStepMatching matching(5);
    std::vector<MatchingStep> record;
    const MatchingWork work = matching.improve(requests, 9, outputOf, &record);
    QCOMPARE(work.steps, 1u);
    QCOMPARE(work.stages, std::uint64_t{3});
    QVERIFY((record[0].path == std::vector<std::uint32_t>{3, 2, 4, 3}));
    QCOMPARE(record[0].reached[0][0], std::uint64_t{0b01000});
    QCOMPARE(record[0].reached[1][0], std::uint64_t{0b10100});
    QCOMPARE(record[0].reached[2][0], std::uint64_t{0b10100});
    QCOMPARE(record[0].reached[3][0], std::uint64_t{0b11010});
    QVERIFY((outputOf == std::vector<std::uint32_t>{0, 1, 4, 2, 3}));
  }

  void oneStepIsGreedyOnly() {
    Rng rng(13, 0, RandomPurpose::pattern);
    for (int round = 0; round < 300; ++round) {
      const std::uint32_t ports = 1 + rng.below(70);
      const BitMatrix requests = sparseRequests(rng, ports);
      std::vector<std::uint32_t> outputOf;
      greedyMatching(requests, outputOf);
      CircuitRegisters registers(ports, 1);
      GreedyScheduler(registers, SlotChoice::roundRobin, CellRotation::none, 1).step(requests);
      for (std::uint32_t u = 0; u < ports; ++u) QCOMPARE(registers.outputOf(0, u), outputOf[u]);
      const std::vector<std::uint32_t> before = outputOf;
      KStepMatching matching(ports);
      QCOMPARE(matching.improve(requests, 1, outputOf).steps, 0u);
      QVERIFY(before == outputOf);
    }
  }

  /// In a slot: B* keeps what it is, and requests of other slots are not served twice.
  void improvesASlot() {
    Rng rng(17, 0, RandomPurpose::pattern);
    for (int round = 0; round < 300; ++round) {
      const std::uint32_t ports = 2 + rng.below(20);
      const BitMatrix requests = sparseRequests(rng, ports);
      CircuitRegisters registers(ports, 2);
      GreedyScheduler scheduler(registers, SlotChoice::firstFit, CellRotation::none, 1);
      scheduler.step(requests);
      const std::uint32_t other = registers.circuits(1), before = registers.circuits(0);
      KStepMatching matching(ports);
      const MatchingWork work = matching.improve(requests, 2 * ports - 1, registers, 0);
      QCOMPARE(registers.circuits(0), before + work.steps);
      QCOMPARE(registers.circuits(1), other);
      QCOMPARE(registers.established().count(), std::uint64_t{other + before + work.steps});
    }
  }

  /// Against all permutations of few ports.
  void heaviestMatchingIsHeaviest() {
    Rng rng(19, 0, RandomPurpose::pattern);
    for (int round = 0; round < 500; ++round) {
      const std::uint32_t ports = 1 + rng.below(5);
      std::vector<std::int64_t> weights(ports * ports);
      for (std::int64_t& weight : weights) weight = rng.below(10);
      std::vector<std::uint32_t> order(ports), outputOf;
      for (std::uint32_t u = 0; u < ports; ++u) order[u] = u;
      std::int64_t best = 0;
      do {
        std::int64_t sum = 0;
        for (std::uint32_t u = 0; u < ports; ++u) sum += weights[u * ports + order[u]];
        best = std::max(best, sum);
      } while (std::next_permutation(order.begin(), order.end()));
      QCOMPARE(heaviestMatching(weights, ports, outputOf), best);
      std::sort(outputOf.begin(), outputOf.end());
      for (std::uint32_t u = 0; u < ports; ++u) QCOMPARE(outputOf[u], u);
    }
  }
};

HOPSCOPE_TEST(KStepMatchingTest)

}  // namespace hopscope

#include "k_step_matching_test.moc"

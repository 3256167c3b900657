// SPDX-License-Identifier: GPL-3.0-or-later
#include <QObject>
#include <QTest>
#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/max_cardinality_matching.hpp>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "engine/core/rng.h"
#include "engine/scheduling/allocator.h"
#include "tests/support/test_main.h"

namespace hopscope {
namespace {

constexpr unsigned kPorts = 8;

Request request(unsigned input, unsigned output, unsigned vc = 0, unsigned firstInput = 0,
                unsigned firstOutput = 0) {
  return {firstInput + input,
          firstOutput + output,
          static_cast<PortIndex>(input),
          static_cast<PortIndex>(output),
          static_cast<VcIndex>(vc),
          0};
}

AllocatorShape oneRouter(unsigned inputs = kPorts, unsigned outputs = kPorts) {
  return {{0, inputs}, {0, outputs}};
}

struct Member {
  std::string name;
  AllocatorSettings settings;
  InputChoice choice = InputChoice::byOutput;
  bool iterates = false;  ///< more iterations add to the match
  bool maximal = false;   ///< maximal at once
  bool inTurn = true;     ///< persistent requesters of one output are served in turn
  bool fair = true;       ///< in the long run nobody who asks is left out

  std::unique_ptr<Allocator> make(unsigned iterations = 1,
                                  const AllocatorShape& shape = oneRouter(),
                                  std::uint64_t seed = 5) const {
    AllocatorSettings s = settings;
    s.iterations = iterations;
    return makeAllocator(s, shape, choice, seed);
  }
};

/// Every allocator with every arbiter it knows.
std::vector<Member> family() {
  using K = AllocatorKind;
  using A = ArbiterKind;
  std::vector<Member> all;
  const std::vector<std::pair<std::string, A>> arbiters = {{"round robin", A::roundRobin},
                                                           {"matrix", A::matrix},
                                                           {"age", A::age},
                                                           {"random", A::random}};
  for (const auto& [name, arbiter] : arbiters) {
    const bool inTurn = arbiter != A::random;
    for (const InputChoice choice : {InputChoice::asAdded, InputChoice::byOutput}) {
      const std::string order = choice == InputChoice::asAdded ? ", as added" : ", by output";
      all.push_back({"separable input first, " + name + order,
                     {K::separableInputFirst, arbiter, 1},
                     choice,
                     true,
                     false,
                     inTurn,
                     true});
    }
    all.push_back({"separable output first, " + name,
                   {K::separableOutputFirst, arbiter, 1},
                   InputChoice::byOutput,
                   true,
                   false,
                   inTurn,
                   true});
  }
  all.push_back(
      {"islip", {K::islip, A::roundRobin, 1}, InputChoice::byOutput, true, false, true, true});
  all.push_back({"wavefront",
                 {K::wavefront, A::roundRobin, 1},
                 InputChoice::byOutput,
                 false,
                 true,
                 false,
                 true});
  all.push_back({"maximum matching",
                 {K::maximumMatching, A::roundRobin, 1},
                 InputChoice::byOutput,
                 false,
                 true,
                 false,
                 true});
  return all;
}

std::vector<Request> randomRequests(Rng& rng, unsigned inputs, unsigned outputs,
                                    unsigned perInput) {
  std::vector<Request> asked;
  for (unsigned input = 0; input < inputs; ++input)
    for (unsigned vc = 0; vc < perInput; ++vc)
      if (rng.below(3) == 0) asked.push_back(request(input, rng.below(outputs), vc));
  return asked;
}

std::vector<Request> allocate(Allocator& allocator, const std::vector<Request>& asked) {
  std::uint32_t birth = 1000;
  for (const Request& r : asked) allocator.add(r, birth += 7);
  return allocator.allocate();
}

/// The size of the largest match, by Boost.
std::size_t largestMatch(const std::vector<Request>& asked, unsigned inputs, unsigned outputs) {
  using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS>;
  Graph graph(inputs + outputs);
  std::set<std::pair<unsigned, unsigned>> pairs;
  for (const Request& r : asked)
    if (pairs.insert({r.inputIndex, r.outputIndex}).second)
      boost::add_edge(r.inputIndex, inputs + r.outputIndex, graph);
  std::vector<boost::graph_traits<Graph>::vertex_descriptor> mates(inputs + outputs);
  boost::edmonds_maximum_cardinality_matching(graph, mates.data());
  return boost::matching_size(graph, mates.data());
}

bool isMaximal(const std::vector<Request>& asked, const std::vector<Request>& won) {
  std::set<std::uint32_t> inputs, outputs;
  for (const Request& r : won) {
    inputs.insert(r.input);
    outputs.insert(r.output);
  }
  return std::all_of(asked.begin(), asked.end(), [&](const Request& r) {
    return inputs.count(r.input) != 0 || outputs.count(r.output) != 0;
  });
}

}  // namespace

class AllocatorTest : public QObject {
  Q_OBJECT

 private slots:
  void matchesOnlyRequestsAndEachSideOnce() {
    for (const Member& member : family()) {
      const auto allocator = member.make(2);
      Rng rng(7, 0, RandomPurpose::pattern);
      for (int round = 0; round < 1000; ++round) {
        const std::vector<Request> asked = randomRequests(rng, kPorts, kPorts, 4);
        std::set<std::uint32_t> inputs, outputs;
        for (const Request& won : allocate(*allocator, asked)) {
          QVERIFY2(std::find(asked.begin(), asked.end(), won) != asked.end(), member.name.c_str());
          QVERIFY2(inputs.insert(won.input).second, member.name.c_str());
          QVERIFY2(outputs.insert(won.output).second, member.name.c_str());
        }
        QVERIFY2(asked.empty() || !inputs.empty(), member.name.c_str());
      }
    }
  }

  /// Maximal at once, or after as many iterations as ports: no request is left whose input and
  /// output are both free.
  void isMaximalWherePromised() {
    for (const Member& member : family()) {
      const auto allocator = member.make(kPorts);
      Rng rng(11, 0, RandomPurpose::pattern);
      for (int round = 0; round < 1000; ++round) {
        const std::vector<Request> asked = randomRequests(rng, kPorts, kPorts, 3);
        QVERIFY2(isMaximal(asked, allocate(*allocator, asked)), member.name.c_str());
      }
    }
  }

  /// A second iteration finds the pair that the first one missed.
  void furtherIterationsFillGaps() {
    for (const Member& member : family()) {
      if (!member.iterates) continue;
      std::size_t sizes[2];
      for (const unsigned iterations : {1u, 2u}) {
        const auto allocator = member.make(iterations);
        // Input 1 prefers what input 0 wants too, and would take output 1 as well.
        sizes[iterations - 1] = 0;
        Rng rng(3, 0, RandomPurpose::pattern);
        for (int round = 0; round < 300; ++round)
          sizes[iterations - 1] +=
              allocate(*allocator, randomRequests(rng, kPorts, kPorts, 4)).size();
      }
      QVERIFY2(sizes[1] > sizes[0], member.name.c_str());
    }
  }

  /// Not even eight inputs that all want everything, or the shape 20 × 12, beat Boost.
  void theLargestMatchIsTheLargest() {
    for (const auto& [inputs, outputs] : {std::pair{8u, 8u}, {20u, 12u}, {12u, 150u}, {3u, 1u}}) {
      AllocatorSettings settings;
      settings.kind = AllocatorKind::maximumMatching;
      const auto allocator =
          makeAllocator(settings, oneRouter(inputs, outputs), InputChoice::byOutput, 1);
      Rng rng(13, 0, RandomPurpose::pattern);
      for (int round = 0; round < 500; ++round) {
        const std::vector<Request> asked = randomRequests(rng, inputs, outputs, 1 + rng.below(6));
        QCOMPARE(allocate(*allocator, asked).size(), largestMatch(asked, inputs, outputs));
      }
    }
  }

  /// None of the others finds more than the largest match, and each finds at least half of it once
  /// it is maximal.
  void allStayBetweenHalfAndAllOfTheLargest() {
    for (const Member& member : family()) {
      const auto allocator = member.make(kPorts);
      Rng rng(17, 0, RandomPurpose::pattern);
      for (int round = 0; round < 300; ++round) {
        const std::vector<Request> asked = randomRequests(rng, kPorts, kPorts, 4);
        const std::size_t size = allocate(*allocator, asked).size();
        const std::size_t most = largestMatch(asked, kPorts, kPorts);
        QVERIFY2(size <= most && 2 * size >= most, member.name.c_str());
      }
    }
  }

  /// Everybody always wants output 0: each input is served once in `kPorts` cycles.
  void servesPersistentRequestersInTurn() {
    for (const Member& member : family()) {
      const auto allocator = member.make();
      std::vector<int> served(kPorts, 0);
      std::vector<std::uint32_t> birth(kPorts);
      for (unsigned input = 0; input < kPorts; ++input) birth[input] = input;
      const int cycles = member.inTurn ? 10 * kPorts : 400 * kPorts;
      for (int cycle = 0; cycle < cycles; ++cycle) {
        for (unsigned input = 0; input < kPorts; ++input)
          allocator->add(request(input, 0), birth[input]);
        for (const Request& won : allocator->allocate()) {
          ++served[won.input];
          birth[won.input] = 1000u + static_cast<unsigned>(cycle);  // its next packet is younger
        }
      }
      if (member.inTurn)
        QVERIFY2(served == std::vector<int>(kPorts, 10), member.name.c_str());
      else
        for (const int count : served)
          QVERIFY2(count > 280 && count < 520, (member.name + std::to_string(count)).c_str());
    }
  }

  /// With every virtual output queue backlogged nobody starves: each pair is served.
  void nobodyStarves() {
    for (const Member& member : family()) {
      if (!member.fair) continue;
      const auto allocator = member.make();
      std::set<std::pair<unsigned, unsigned>> pairs;
      std::vector<std::uint32_t> birth(kPorts * kPorts, 0);
      unsigned pointer[kPorts] = {};
      for (unsigned cycle = 0; cycle < 3000; ++cycle) {
        for (unsigned input = 0; input < kPorts; ++input)
          for (unsigned turn = 0; turn < kPorts; ++turn) {
            const unsigned output = (pointer[input] + turn) % kPorts;
            allocator->add(request(input, output, output), birth[input * kPorts + output]);
          }
        for (const Request& won : allocator->allocate()) {
          pairs.insert({won.inputIndex, won.outputIndex});
          pointer[won.input] = (won.output + 1) % kPorts;
          birth[won.input * kPorts + won.output] = cycle;
        }
      }
      QVERIFY2(pairs.size() == kPorts * kPorts,
               (member.name + ": " + std::to_string(pairs.size())).c_str());
    }
  }

  void theOldestWins() {
    for (const AllocatorKind kind :
         {AllocatorKind::separableInputFirst, AllocatorKind::separableOutputFirst}) {
      const auto allocator =
          makeAllocator({kind, ArbiterKind::age, 1}, oneRouter(), InputChoice::byOutput, 1);
      for (unsigned oldest = 0; oldest < kPorts; ++oldest) {
        for (unsigned input = 0; input < kPorts; ++input)
          allocator->add(request(input, 3), input == oldest ? 10 : 20 + input);
        QCOMPARE(allocator->allocate().size(), std::size_t{1});
      }
      for (unsigned input = 0; input < kPorts; ++input)
        allocator->add(request(input, 3), input == 5 ? 10 : 20 + input);
      QCOMPARE(allocator->allocate().front().input, 5u);
    }
  }

  /// Of two that want the same, the one served longer ago wins, however far the numbers are apart.
  void theLeastRecentlyServedWins() {
    const auto allocator =
        makeAllocator({AllocatorKind::separableOutputFirst, ArbiterKind::matrix, 1}, oneRouter(),
                      InputChoice::byOutput, 1);
    const auto winner = [&](std::vector<unsigned> inputs) {
      for (const unsigned input : inputs) allocator->add(request(input, 2));
      return allocator->allocate().front().input;
    };
    for (const unsigned input : {6u, 1u, 4u}) winner({input});
    QCOMPARE(winner({1, 4, 6}), 6u);
    QCOMPARE(winner({4, 6}), 4u);
    QCOMPARE(winner({1, 4, 6}), 1u);
    QCOMPARE(winner({1, 3, 4, 6}), 3u);
  }

  void higherPrioritiesGoFirst() {
    for (const AllocatorKind kind :
         {AllocatorKind::separableInputFirst, AllocatorKind::separableOutputFirst,
          AllocatorKind::wavefront}) {
      const auto allocator =
          makeAllocator({kind, ArbiterKind::roundRobin, 1}, oneRouter(), InputChoice::byOutput, 1);
      for (int round = 0; round < 20; ++round) {
        Request low = request(0, 0), high = request(1, 0);
        high.priority = 1;
        allocator->add(low);
        allocator->add(high);
        QCOMPARE(allocator->allocate().front().input, 1u);
      }
    }
  }

  void forgetsTheLastCycle() {
    for (const Member& member : family()) {
      const auto allocator = member.make();
      allocator->add(request(1, 2), 0);
      QCOMPARE(allocator->allocate().size(), std::size_t{1});
      QVERIFY2(allocator->allocate().empty(), member.name.c_str());
    }
  }

  void isDeterministic() {
    for (const Member& member : family()) {
      std::vector<std::vector<Request>> runs;
      for (int run = 0; run < 2; ++run) {
        const auto allocator = member.make(2);
        Rng rng(23, 0, RandomPurpose::pattern);
        std::vector<Request> all;
        for (int round = 0; round < 200; ++round)
          for (const Request& won : allocate(*allocator, randomRequests(rng, kPorts, kPorts, 4)))
            all.push_back(won);
        runs.push_back(all);
      }
      QVERIFY2(runs[0] == runs[1], member.name.c_str());
    }
  }

  /// Routers do not meet: what one does is the same alone, beside another one, and with its inputs
  /// named in another order. A network may thus be cut anywhere.
  void dependsOnItsOwnRequestsOnly() {
    for (const Member& member : family()) {
      const auto alone = member.make(2);
      const auto beside = member.make(2, {{0, kPorts, 2 * kPorts}, {0, kPorts, 2 * kPorts}});
      Rng rng(29, 0, RandomPurpose::pattern);
      for (int round = 0; round < 400; ++round) {
        const std::vector<Request> asked = randomRequests(rng, kPorts, kPorts, 4);
        std::set<std::pair<std::uint32_t, std::uint32_t>> expected, seen;
        // Births that several packets share.
        for (const Request& r : asked) alone->add(r, r.inputVc);
        for (const Request& won : alone->allocate()) expected.insert({won.input, won.output});

        for (const Request& r : randomRequests(rng, kPorts, kPorts, 4))
          beside->add(request(r.input, r.output, r.inputVc, kPorts, kPorts), r.inputVc);
        for (unsigned input = kPorts; input-- > 0;)
          for (const Request& r : asked)
            if (r.input == input) beside->add(r, r.inputVc);
        for (const Request& won : beside->allocate())
          if (won.input < kPorts) seen.insert({won.input, won.output});
        QVERIFY2(seen == expected, member.name.c_str());
      }
    }
  }

  /// McKeown 1999: with every virtual output queue backlogged the pointers desynchronise, and iSLIP
  /// serves every output in every cycle.
  void islipDesynchronises() {
    const auto allocator =
        makeAllocator({AllocatorKind::islip}, oneRouter(), InputChoice::byOutput, 1);
    std::size_t matched = 0;
    for (int cycle = 0; cycle < 200; ++cycle) {
      for (unsigned input = 0; input < kPorts; ++input)
        for (unsigned output = 0; output < kPorts; ++output)
          allocator->add(request(input, output, output));
      const std::size_t won = allocator->allocate().size();
      if (cycle >= 100) matched += won;
    }
    QCOMPARE(matched, std::size_t{100 * kPorts});
  }
};

HOPSCOPE_TEST(AllocatorTest)

}  // namespace hopscope

#include "allocator_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include <QObject>
#include <QTest>
#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <set>

#include "engine/core/rng.h"
#include "engine/scheduling/allocator.h"
#include "tests/support/test_main.h"

namespace hopscope {
namespace {

constexpr PortIndex kPorts = 8;

using Make = std::function<std::unique_ptr<Allocator>(std::uint32_t iterations)>;

Request request(unsigned input, unsigned output, unsigned vc = 0) {
  return {input,
          output,
          static_cast<PortIndex>(input),
          static_cast<PortIndex>(output),
          static_cast<VcIndex>(vc),
          0};
}

/// Each family member alone, fed by hand.
std::map<std::string, Make> family() {
  const std::vector<PortIndex> radix(kPorts, kPorts);
  return {{"separable input first", [=](auto n) { return makeSeparableInputFirst(radix, n); }},
          {"islip", [=](auto n) { return makeIslip(radix, n); }}};
}

}  // namespace

class AllocatorTest : public QObject {
  Q_OBJECT

 private slots:
  void matchesOnlyRequestsAndEachPortOnce() {
    for (const auto& [name, make] : family()) {
      const auto allocator = make(2);
      Rng rng(7, 0, RandomPurpose::pattern);
      for (int round = 0; round < 2000; ++round) {
        std::vector<Request> asked;
        for (unsigned input = 0; input < kPorts; ++input)
          for (unsigned vc = 0; vc < 4; ++vc)
            if (rng.below(3) == 0) asked.push_back(request(input, rng.below(kPorts), vc));
        for (const Request& r : asked) allocator->add(r);
        std::set<std::uint32_t> inputs, outputs;
        for (const Request& won : allocator->allocate()) {
          QVERIFY2(std::find(asked.begin(), asked.end(), won) != asked.end(), name.c_str());
          QVERIFY2(inputs.insert(won.input).second, name.c_str());
          QVERIFY2(outputs.insert(won.output).second, name.c_str());
        }
        QVERIFY2(asked.empty() || !inputs.empty(), name.c_str());
      }
    }
  }

  /// After as many iterations as ports the match is maximal: no request is left whose input and
  /// output are both free.
  void isMaximalAfterEnoughIterations() {
    for (const auto& [name, make] : family()) {
      const auto allocator = make(kPorts);
      Rng rng(11, 0, RandomPurpose::pattern);
      for (int round = 0; round < 2000; ++round) {
        std::vector<Request> asked;
        for (unsigned input = 0; input < kPorts; ++input)
          for (unsigned vc = 0; vc < 3; ++vc)
            asked.push_back(request(input, rng.below(kPorts), vc));
        for (const Request& r : asked) allocator->add(r);
        std::set<std::uint32_t> inputs, outputs;
        for (const Request& won : allocator->allocate()) {
          inputs.insert(won.input);
          outputs.insert(won.output);
        }
        for (const Request& r : asked)
          QVERIFY2(inputs.count(r.input) != 0 || outputs.count(r.output) != 0, name.c_str());
      }
    }
  }

  /// Everybody always wants output 0: each input is served once in `kPorts` cycles.
  void servesPersistentRequestersInTurn() {
    for (const auto& [name, make] : family()) {
      const auto allocator = make(1);
      std::vector<int> served(kPorts, 0);
      for (int cycle = 0; cycle < 10 * kPorts; ++cycle) {
        for (unsigned input = 0; input < kPorts; ++input) allocator->add(request(input, 0));
        for (const Request& won : allocator->allocate()) ++served[won.input];
      }
      QVERIFY2(served == std::vector<int>(kPorts, 10), name.c_str());
    }
  }

  void forgetsTheLastCycle() {
    for (const auto& [name, make] : family()) {
      const auto allocator = make(1);
      allocator->add(request(1, 2));
      QCOMPARE(allocator->allocate().size(), 1u);
      QVERIFY2(allocator->allocate().empty(), name.c_str());
    }
  }

  /// McKeown 1999: with every virtual output queue backlogged the pointers desynchronise, and iSLIP
  /// serves every output in every cycle.
  void islipDesynchronises() {
    const auto allocator = makeIslip(std::vector<PortIndex>(kPorts, kPorts), 1);
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

  /// A second iteration finds the pair that the first one missed.
  void furtherIterationsFillGaps() {
    for (const auto& [name, make] : family()) {
      std::size_t sizes[2];
      for (unsigned iterations : {1u, 2u}) {
        const auto allocator = make(iterations);
        // Inputs 0 and 1 prefer output 0; input 1 would also take output 1.
        allocator->add(request(0, 0));
        allocator->add(request(1, 0, 0));
        allocator->add(request(1, 1, 1));
        sizes[iterations - 1] = allocator->allocate().size();
      }
      QVERIFY2(sizes[1] == 2, name.c_str());
      QVERIFY2(sizes[0] <= 2, name.c_str());
    }
  }
};

HOPSCOPE_TEST(AllocatorTest)

}  // namespace hopscope

#include "allocator_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/forwarding/prefix_compaction.h"

#include <rapidcheck.h>
#include <QTest>
#include <algorithm>
#include <functional>
#include <optional>

#include "tests/support/test_main.h"

namespace hopscope {
namespace {

/// Longest match, entry by entry.
std::optional<std::uint32_t> lookUp(const std::vector<PrefixEntry>& table, std::uint32_t code,
                                    unsigned bits) {
  std::optional<std::uint32_t> target;
  unsigned longest = 0;
  for (const PrefixEntry& entry : table)
    if (code >> (bits - entry.length) == entry.value >> (bits - entry.length) &&
        (!target || entry.length >= longest)) {
      target = entry.target;
      longest = entry.length;
    }
  return target;
}

/// The fewest entries, by trying: of a subtree with what it inherits.
std::size_t fewest(const std::vector<std::uint32_t>& targets, unsigned bits) {
  constexpr std::uint32_t kTargets = 4;
  const std::function<std::size_t(std::size_t, unsigned, std::uint32_t)> least =
      [&](std::size_t first, unsigned length, std::uint32_t inherited) -> std::size_t {
    std::size_t best = 1u << 20;
    for (std::uint32_t target = 0; target <= kTargets; ++target) {
      const bool own = target != kTargets;
      const std::uint32_t here = own ? target : inherited;
      std::size_t cost = own ? 1 : 0;
      if (length == 0) {
        const std::uint32_t wanted = first < targets.size() ? targets[first] : kUnusedCode;
        if (wanted != kUnusedCode && wanted != here) continue;
      } else {
        cost += least(first, length - 1, here);
        cost += least(first + (1u << (length - 1)), length - 1, here);
      }
      best = std::min(best, cost);
    }
    return best;
  };
  return least(0, bits, kUnusedCode);
}

}  // namespace

class PrefixCompactionTest : public QObject {
  Q_OBJECT

 private slots:
  void workedExamples();
  void sameTargets();
  void smallest();
};

/// Codes 00 and 10 to 2, 01 to 1, 11 to 3: the default 2, and two exceptions.
void PrefixCompactionTest::workedExamples() {
  PrefixCompactor compactor;
  const std::vector<PrefixEntry> table = compactor.compact({2, 1, 2, 3}, 2);
  QCOMPARE(table.size(), std::size_t{3});
  QCOMPARE(compactor.count({2, 1, 2, 3}, 2), std::size_t{3});
  QCOMPARE(compactor.compact({7, 7, 7, 7, 7}, 3), (std::vector<PrefixEntry>{{0, 0, 7}}));
  QVERIFY(compactor.compact({kUnusedCode, kUnusedCode}, 1).empty());
  // A field of no bits.
  QCOMPARE(compactor.compact({5}, 0), (std::vector<PrefixEntry>{{0, 0, 5}}));
}

void PrefixCompactionTest::sameTargets() {
  QVERIFY(rc::check("every used code keeps its target", [] {
    const unsigned bits = *rc::gen::inRange(1u, 10u);
    const auto codes = *rc::gen::inRange<std::size_t>(1, (std::size_t{1} << bits) + 1);
    const auto ports = *rc::gen::inRange<std::uint32_t>(1, 150);
    std::vector<std::uint32_t> targets;
    for (std::size_t i = 0; i < codes; ++i)
      targets.push_back(*rc::gen::inRange(0, 5) == 0 ? kUnusedCode
                                                     : *rc::gen::inRange<std::uint32_t>(0, ports));
    PrefixCompactor compactor;
    const std::vector<PrefixEntry> table = compactor.compact(targets, bits);
    RC_ASSERT(table.size() == compactor.count(targets, bits));
    for (std::uint32_t code = 0; code < codes; ++code)
      if (targets[code] != kUnusedCode) RC_ASSERT(lookUp(table, code, bits) == targets[code]);
  }));
}

void PrefixCompactionTest::smallest() {
  QVERIFY(rc::check("no smaller table of prefixes exists", [] {
    const unsigned bits = *rc::gen::inRange(1u, 4u);
    std::vector<std::uint32_t> targets;
    for (std::size_t i = 0; i < (std::size_t{1} << bits); ++i)
      targets.push_back(*rc::gen::inRange(0, 5) == 0 ? kUnusedCode
                                                     : *rc::gen::inRange<std::uint32_t>(0, 4));
    PrefixCompactor compactor;
    RC_ASSERT(compactor.count(targets, bits) == fewest(targets, bits));
  }));
}

}  // namespace hopscope

using hopscope::PrefixCompactionTest;
HOPSCOPE_TEST(PrefixCompactionTest)
#include "prefix_compaction_test.moc"

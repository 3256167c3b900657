// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/workload/packed_program.h"

#include <QTest>
#include <bit>
#include <cstdint>
#include <limits>
#include <vector>

#include "engine/core/rng.h"
#include "engine/workload/collective.h"
#include "engine/workload/listed_program.h"
#include "tests/support/test_main.h"

namespace hopscope {
namespace {

using Op = Operation;

bool isSame(const Operation& a, const Operation& b) {
  return a.kind == b.kind && a.ofCollective == b.ofCollective && a.unasked == b.unasked &&
         a.confirmed == b.confirmed && a.tag == b.tag && a.peer == b.peer &&
         a.request == b.request && a.bytes == b.bytes &&
         std::bit_cast<std::uint64_t>(a.amount) == std::bit_cast<std::uint64_t>(b.amount) &&
         a.collective == b.collective && a.group == b.group;
}

/// Anything, such as no trace has.
Operation drawn(Rng& rng) {
  const auto any = [&] { return static_cast<std::uint32_t>(rng.next() >> rng.below(64)); };
  Operation made;
  made.kind = static_cast<OperationKind>(rng.below(15));
  made.ofCollective = rng.below(2) == 0;
  made.unasked = rng.below(4) == 0;
  made.confirmed = rng.below(4) == 0;
  made.tag = static_cast<std::int32_t>(any());
  made.peer = any();
  made.request = any();
  made.bytes = rng.below(5) == 0 ? kAnySize : rng.next() >> rng.below(64);
  const double amounts[] = {0.0,        -0.0,  1.0,    0.1,
                            1e15,       1e300, 9.1e15, std::numeric_limits<double>::infinity(),
                            any() * 1.0};
  made.amount = amounts[rng.below(static_cast<std::uint32_t>(std::size(amounts)))];
  if (rng.below(3) == 0) {
    made.collective = &collectiveNamed("barrier_tree");
    made.group = {any(), 1 + any() / 2, 1 + any() / 2};
  }
  return made;
}

}  // namespace

class PackedProgramTest : public QObject {
  Q_OBJECT

 private slots:
  void saysWhatItWasGiven();
  void ofATraceTakesAFewBytesEach();
};

void PackedProgramTest::saysWhatItWasGiven() {
  Rng rng(11, 0, RandomPurpose::choice);
  std::vector<Operations> ranks;
  for (const std::size_t count : {0, 1, 63, 64, 65, 1000})
    for (Operations& own = ranks.emplace_back(); own.size() < count;) own.push_back(drawn(rng));
  const PackedProgram program(ranks);
  QCOMPARE(program.ranks(), static_cast<std::uint32_t>(ranks.size()));
  for (std::uint32_t rank = 0; rank < ranks.size(); ++rank) {
    Operations said;
    for (std::uint64_t block = 0; program.block(rank, block, said); ++block) {
    }
    QCOMPARE(said.size(), ranks[rank].size());
    for (std::size_t i = 0; i < said.size(); ++i) QVERIFY(isSame(said[i], ranks[rank][i]));
  }
}

/// Exchanges as schedules have them: messages of several sizes and tags, each waited for by a
/// number of its own, and computation measured in nanoseconds.
void PackedProgramTest::ofATraceTakesAFewBytesEach() {
  constexpr std::uint32_t kRanks = 64, kRounds = 500;
  Rng rng(3, 0, RandomPurpose::choice);
  std::vector<Operations> ranks(kRanks);
  std::size_t count = 0;
  for (std::uint32_t rank = 0; rank < kRanks; ++rank) {
    Operations& own = ranks[rank];
    for (std::uint32_t round = 0, number = 0; round < kRounds; ++round, number += 4) {
      const std::uint32_t off = 1 + rng.below(kRanks - 1);
      const auto tag = static_cast<std::int32_t>(rng.below(100));
      own.push_back(Op::receiveLater((rank + off) % kRanks, 1 + rng.below(100'000), tag, number));
      own.push_back(
          Op::sendLater((rank + kRanks - off) % kRanks, 1 + rng.below(100'000), tag, number + 1));
      own.push_back(Op::wait(number));
      own.push_back(Op::wait(number + 1));
      own.push_back(Op::pass(1000.0 * rng.below(1'000'000)));
    }
    count += own.size();
  }
  const PackedProgram program(ranks);
  const double each = static_cast<double>(program.bytes()) / static_cast<double>(count);
  QVERIFY2(each <= 8, qPrintable(QString::number(each)));
}

HOPSCOPE_TEST(PackedProgramTest)

}  // namespace hopscope

#include "packed_program_test.moc"

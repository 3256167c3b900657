// SPDX-License-Identifier: GPL-3.0-or-later
// What ranks take in memory, and what is kept so that parts of a network do not wait for each
// other.
#include <QTest>
#include <cstdint>
#include <memory>
#include <vector>

#include "engine/workload/endpoints.h"
#include "engine/workload/head_times.h"
#include "engine/workload/listed_program.h"
#include "tests/support/heap_counter.h"
#include "tests/support/test_main.h"

namespace hopscope {

class EndpointMemoryTest : public QObject {
  Q_OBJECT

 private slots:
  void ranksAreSmall();
  void timesAreFoundOutOnce();
  void timesOfManyKindsAreTheirOwn();
};

namespace {

/// So many ranks that have not begun, all on one terminal.
std::int64_t bytesOf(std::uint32_t ranks) {
  ApplicationPlan plan;
  Job job;
  job.program = std::make_shared<ListedProgram>(std::vector<Operations>(ranks));
  job.places.assign(ranks, 0);
  plan.jobs.push_back(std::move(job));
  const RankTable table(plan);
  const std::int64_t before = test::bytesAlive();
  const Endpoints endpoints(plan, table, 0, 1);
  return test::bytesAlive() - before;
}

class CountedTimes final : public LoneMessages {
 public:
  explicit CountedTimes(std::uint32_t& asked) : asked_(asked) {}
  std::uint32_t shapeOf(LinkId /*first*/, TerminalId /*destination*/,
                        const std::vector<PathHop>& /*hops*/) const override {
    return 0;
  }
  Cycle time(std::uint32_t shape, std::uint64_t flits) const override {
    ++asked_;
    return static_cast<Cycle>(1'000'000 * std::uint64_t{shape} + flits);
  }

 private:
  std::uint32_t& asked_;
};

constexpr std::uint64_t kPlain = 8;

HeadTimes countedTimes(std::uint32_t& asked) {
  HeadTimes::Plan plan;
  plan.lone = std::make_shared<const CountedTimes>(asked);
  plan.plainFlits = kPlain;
  return HeadTimes(std::move(plan));
}

}  // namespace

/// 256 bytes each, and the event by which it begins; also where their number is no power of two.
void EndpointMemoryTest::ranksAreSmall() {
  constexpr std::uint32_t kMany = 5000;
  constexpr double kRank = 256, kEvent = 32;
  const double each = static_cast<double>(bytesOf(2 * kMany) - bytesOf(kMany)) / kMany;
  QVERIFY2(each >= kRank && each <= kRank + kEvent, std::to_string(each).c_str());
}

void EndpointMemoryTest::timesAreFoundOutOnce() {
  std::uint32_t asked = 0;
  const HeadTimes times = countedTimes(asked);
  AloneTimes kept(&times);
  const HeadTimes::Pair near{5, 1}, far{7, 2};
  QCOMPARE(kept.of(near, kPlain), Cycle{5 + 8});  // a sum
  QCOMPARE(asked, 0U);
  for (int turn = 0; turn < 3; ++turn) {
    QCOMPARE(kept.of(near, 9), Cycle{1'000'009});
    QCOMPARE(kept.of(far, 9), Cycle{2'000'009});
    QCOMPARE(kept.of(far, 10), Cycle{2'000'010});
  }
  QCOMPARE(asked, 3U);
}

/// Of more than are kept, too.
void EndpointMemoryTest::timesOfManyKindsAreTheirOwn() {
  std::uint32_t asked = 0;
  const HeadTimes times = countedTimes(asked);
  AloneTimes kept(&times);
  for (int turn = 0; turn < 2; ++turn)
    for (std::uint32_t shape = 0; shape < 50; ++shape)
      for (std::uint64_t flits = kPlain + 1; flits < 100; ++flits)
        QCOMPARE(kept.of({0, shape}, flits),
                 static_cast<Cycle>(1'000'000 * std::uint64_t{shape} + flits));
}

}  // namespace hopscope

using hopscope::EndpointMemoryTest;
HOPSCOPE_TEST(EndpointMemoryTest)
#include "endpoint_memory_test.moc"

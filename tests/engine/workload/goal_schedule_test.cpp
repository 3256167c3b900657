// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/workload/traces/goal_schedule.h"

#include <fmt/format.h>
#include <rapidcheck.h>

#include <QTest>
#include <algorithm>
#include <random>
#include <string>

#include "engine/workload/traces/goal_reader.h"
#include "tests/support/applications.h"
#include "tests/support/setups.h"
#include "tests/support/test_main.h"

namespace hopscope {
namespace {

using trace::SendEnds;

/// Rank 0 has two chains; the one written first needs what comes of the other.
constexpr const char* kTwoChains =
    "num_ranks 2\nrank 0 {\nl1: recv 8b from 1 tag 1\nc1: calc 10\nc1 requires l1\n"
    "l4: recv 8b from 1 tag 2\nl5: send 8b to 1 tag 3\nl5 requires l4\n}\n"
    "rank 1 {\ns2: send 8b to 0 tag 2\nr3: recv 8b from 0 tag 3\ns1: send 8b to 0 tag 1\n"
    "s1 requires r3\n}\n";

ApplicationEnd endOf(std::vector<Operations> ranks, std::uint64_t eager) {
  Setup s = test::makeSetup("crossbar", {{"terminals", static_cast<std::int64_t>(ranks.size())}});
  s.load = 0;
  s.packetFlits = 4;
  s.flitBytes = 8;
  const auto plan = test::planFor(s, std::move(ranks));
  plan->endpoints.eager = eager;
  return test::play(s, plan).application.end;
}

/// A schedule in which every operation waits only for some that were made before it, with the
/// operations of each rank in any order.
std::string soundSchedule(std::mt19937& random) {
  const auto upTo = [&](std::size_t most) {
    return static_cast<std::size_t>(random()) % (most + 1);
  };
  const std::size_t ranks = 2 + upTo(3), messages = 1 + upTo(14);
  std::vector<std::vector<std::string>> operations(ranks), orders(ranks);
  const auto add = [&](std::size_t rank, const std::string& what) {
    const std::size_t number = operations[rank].size();
    operations[rank].push_back(fmt::format("n{}: {}\n", number, what));
    for (std::size_t before = 0; before < number; ++before)
      if (upTo(3) == 0)
        orders[rank].push_back(
            fmt::format("n{} {} n{}\n", number, upTo(4) == 0 ? "irequires" : "requires", before));
  };
  for (std::size_t tag = 0; tag < messages; ++tag) {
    const std::size_t from = upTo(ranks - 1), to = (from + 1 + upTo(ranks - 2)) % ranks;
    const std::size_t bytes = 1 + upTo(100);
    add(from, fmt::format("send {}b to {} tag {}", bytes, to, tag));
    add(to, fmt::format("recv {}b from {} tag {}", bytes, from, tag));
    if (upTo(1) == 0) add(upTo(ranks - 1), fmt::format("calc {}", upTo(50)));
  }
  std::string text = fmt::format("num_ranks {}\n", ranks);
  for (std::size_t rank = 0; rank < ranks; ++rank) {
    std::shuffle(operations[rank].begin(), operations[rank].end(), random);
    text += fmt::format("rank {} {{\n", rank);
    for (const auto* lines : {&operations[rank], &orders[rank]})
      for (const std::string& line : *lines) text += line;
    text += "}\n";
  }
  return text;
}

}  // namespace

/// Chains of a rank that are put one after the other wait for each other only where they have to.
class GoalScheduleTest : public QObject {
  Q_OBJECT

 private slots:
  void chainsThatNeedEachOtherGoOn();
  void soundSchedulesComeToTheirEnds();
  void whatWaitsForEverIsRefused();
  void bothKindsOfSends();
};

void GoalScheduleTest::chainsThatNeedEachOtherGoOn() {
  const ReadTrace read = trace::readGoal(kTwoChains);
  QVERIFY(!hasErrors(read.issues));
  QVERIFY(trace::comesToAnEnd(read.ranks, SendEnds::withReceive));
  QCOMPARE(endOf(read.ranks, 65'536), ApplicationEnd::finished);
  QCOMPARE(endOf(read.ranks, 0), ApplicationEnd::finished);
}

void GoalScheduleTest::soundSchedulesComeToTheirEnds() {
  QVERIFY(rc::check("a sound schedule comes to its end", [] {
    std::mt19937 random(*rc::gen::arbitrary<std::uint32_t>());
    const std::string text = soundSchedule(random);
    const ReadTrace read = trace::readGoal(text);
    if (hasErrors(read.issues)) RC_FAIL(describe(read.issues.front()) + '\n' + text);
    if (endOf(read.ranks, 0) != ApplicationEnd::finished) RC_FAIL(text);
    if (endOf(read.ranks, 65'536) != ApplicationEnd::finished) RC_FAIL(text);
  }));
}

void GoalScheduleTest::whatWaitsForEverIsRefused() {
  // Both wait for the other before they send; a second chain lets the order be chosen.
  const ReadTrace read = trace::readGoal(
      "num_ranks 2\nrank 0 {\na: calc 5\nr: recv 8b from 1 tag 1\ns: send 8b to 1 tag 2\n"
      "s requires r\n}\nrank 1 {\na: calc 5\nr: recv 8b from 0 tag 2\ns: send 8b to 0 tag 1\n"
      "s requires r\nb: calc 7\nc: calc 9\nc requires b\n}\n");
  QVERIFY(hasErrors(read.issues));
  const std::string words = describe(read.issues.back());
  QVERIFY2(words.find("line 5") != std::string::npos, words.c_str());
  QVERIFY2(words.find("rank 0") != std::string::npos, words.c_str());
}

void GoalScheduleTest::bothKindsOfSends() {
  using Op = Operation;
  const auto rank = [](std::uint32_t other) {
    return Operations{Op::sendLater(other, 8, 0, 1), Op::wait(1), Op::receiveLater(other, 8, 0, 2),
                      Op::waitAll()};
  };
  QVERIFY(trace::comesToAnEnd({rank(1), rank(0)}, SendEnds::atOnce));
  QVERIFY(!trace::comesToAnEnd({rank(1), rank(0)}, SendEnds::withReceive));
  QVERIFY(trace::comesToAnEnd({{}, {Op::pass(3)}}, SendEnds::withReceive));
}

HOPSCOPE_TEST(GoalScheduleTest)

}  // namespace hopscope

#include "goal_schedule_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/core/thread_team.h"

#include <QTest>
#include <atomic>
#include <stdexcept>

#include "tests/support/test_main.h"

namespace hopscope {

class ThreadTeamTest : public QObject {
  Q_OBJECT

 private slots:
  void everyTaskOnce();
  void anyNumberOfTasks();
  void exceptionsAreThrownOn();
  void togetherUntilAllIsDone();
  void theFirstFailureStopsTheOthers();
};

void ThreadTeamTest::everyTaskOnce() {
  ThreadTeam team(4);
  QCOMPARE(team.threads(), 4U);
  std::vector<std::atomic<int>> calls(1000);
  for (int round = 0; round < 50; ++round) team.each(1000, [&](std::uint32_t i) { ++calls[i]; });
  for (const auto& each : calls) QCOMPARE(each.load(), 50);
}

/// More and fewer tasks than before, many more than are told apart, and none.
void ThreadTeamTest::anyNumberOfTasks() {
  ThreadTeam team(3);
  std::vector<std::atomic<int>> calls(5000);
  std::vector<int> expected(calls.size(), 0);
  for (std::uint32_t round = 0; round < 400; ++round) {
    const std::uint32_t count = round % 7 == 0 ? 5000 : round % 5 == 0 ? 0 : 1 + round % 11;
    team.each(count, [&](std::uint32_t i) { ++calls[i]; });
    for (std::uint32_t i = 0; i < count; ++i) ++expected[i];
    for (std::uint32_t i = 0; i < 20; ++i) QCOMPARE(calls[i].load(), expected[i]);
  }
  for (std::size_t i = 0; i < calls.size(); ++i) QCOMPARE(calls[i].load(), expected[i]);
}

void ThreadTeamTest::exceptionsAreThrownOn() {
  ThreadTeam team(3);
  const auto fail = [](std::uint32_t i) {
    if (i % 10 == 7) throw std::runtime_error("seven");
  };
  for (int round = 0; round < 50; ++round)
    QVERIFY_EXCEPTION_THROWN(team.each(100, fail), std::runtime_error);
  // And it still works.
  std::atomic<int> calls = 0;
  team.each(100, [&](std::uint32_t) { ++calls; });
  QCOMPARE(calls.load(), 100);
}

void ThreadTeamTest::togetherUntilAllIsDone() {
  for (const unsigned threads : {0U, 1U, 5U}) {
    std::atomic<int> next = 0, done = 0;
    workTogether(threads, [&] {
      while (next++ < 1000) ++done;
    });
    QCOMPARE(done.load(), 1000);
  }
}

void ThreadTeamTest::theFirstFailureStopsTheOthers() {
  std::atomic<bool> stopped = false;
  const auto work = [&, first = std::make_shared<std::atomic<bool>>(true)] {
    if (first->exchange(false)) throw std::runtime_error("first");
    stopped.wait(false);
  };
  const auto stop = [&] {
    stopped = true;
    stopped.notify_all();
  };
  QVERIFY_EXCEPTION_THROWN(workTogether(4, work, stop), std::runtime_error);
  QVERIFY(stopped);
}

}  // namespace hopscope

using hopscope::ThreadTeamTest;
HOPSCOPE_TEST(ThreadTeamTest)
#include "thread_team_test.moc"

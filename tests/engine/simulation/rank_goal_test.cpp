// SPDX-License-Identifier: GPL-3.0-or-later
#include <QObject>
#include <QTest>

#include "engine/design/application_text.h"
#include "engine/design/compile.h"
#include "engine/simulation/goal_watch.h"
#include "engine/simulation/simulation.h"
#include "engine/workload/application_workload.h"
#include "tests/support/setups.h"
#include "tests/support/test_main.h"

namespace hopscope {
namespace {

using Event = RankCondition::Event;

Setup withRanks(const char* application) {
  Design design;
  design.settings["topology.kind"] = std::string("mesh");
  design.settings["topology.dimensions"] = std::vector<std::int64_t>{4, 4};
  design.settings["traffic.load"] = 0.0;
  if (hasErrors(addApplication(design, application))) qFatal("no application");
  Compiled compiled = compile(design);
  if (!compiled.setup) qFatal("not compiled");
  return std::move(*compiled.setup);
}

RunGoal goalOf(Event event, std::uint32_t first, std::uint32_t count, std::uint32_t iteration = 0) {
  RunGoal goal;
  goal.rank = {event, first, count, iteration};
  return goal;
}

/// Goes on until the goal is met, or the run is over; true where it is met.
bool reach(Simulation& simulation, GoalWatch& watch, const RunGoal& goal) {
  watch.begin(goal, simulation);
  while (!simulation.done()) {
    simulation.advance(watch.slice(simulation, 100'000));
    if (watch.met(simulation)) return true;
  }
  return false;
}

/// The same, looked at after every cycle.
Cycle reachedByCycles(Setup setup, const RunGoal& goal) {
  Simulation simulation(std::move(setup));
  GoalWatch watch;
  watch.begin(goal, simulation);
  while (!simulation.done()) {
    simulation.advance(1);
    if (watch.met(simulation)) return simulation.now();
  }
  return -1;
}

}  // namespace

/// Runs that pause where a rank comes to something.
class RankGoalTest : public QObject {
  Q_OBJECT

 private slots:
  void pausesInTheVeryCycle_data();
  void pausesInTheVeryCycle();
  void whatHasBeenIsNotWaitedFor();
  void nothingToWaitFor();
};

void RankGoalTest::pausesInTheVeryCycle_data() {
  QTest::addColumn<int>("event");
  QTest::addColumn<std::uint32_t>("first");
  QTest::addColumn<std::uint32_t>("count");
  QTest::newRow("rank 7 waits") << static_cast<int>(Event::waits) << 7U << 1U;
  QTest::newRow("any waits") << static_cast<int>(Event::waits) << 0U << 16U;
  QTest::newRow("iteration") << static_cast<int>(Event::iteration) << 3U << 1U;
  QTest::newRow("any begins it") << static_cast<int>(Event::iteration) << 0U << 16U;
  QTest::newRow("finished") << static_cast<int>(Event::finished) << 5U << 1U;
}

void RankGoalTest::pausesInTheVeryCycle() {
  QFETCH(int, event);
  QFETCH(std::uint32_t, first);
  QFETCH(std::uint32_t, count);
  const RunGoal goal = goalOf(static_cast<Event>(event), first, count, 3);
  const auto setup = [] {
    return withRanks("halo(ranks=16 iterations=5 bytes=2000 operations=900 compute=1)");
  };
  Simulation simulation(setup());
  GoalWatch watch;
  QVERIFY(reach(simulation, watch, goal));
  QCOMPARE(simulation.now(), reachedByCycles(setup(), goal));
  QVERIFY(watch.rank() >= first && watch.rank() < first + count);
  const Rank& rank = *simulation.applications()->rank(watch.rank());
  if (goal.rank.event == Event::waits) {
    QCOMPARE(rank.phase, RankPhase::waiting);
    QCOMPARE(rank.since + 1, simulation.now());
  } else if (goal.rank.event == Event::iteration) {
    QCOMPARE(rank.iteration, 3U);
  } else {
    QCOMPARE(rank.times.finished + 1, simulation.now());
  }
  // Having paused, or not, changes nothing of what comes.
  Simulation plain(setup());
  plain.advance(10'000'000);
  simulation.advance(10'000'000);
  QCOMPARE(simulation.results().applications, plain.results().applications);
}

/// A rank that waits when it is asked for is waited for the next time.
void RankGoalTest::whatHasBeenIsNotWaitedFor() {
  Simulation simulation(
      withRanks("halo(ranks=16 iterations=5 bytes=2000 operations=900 compute=1)"));
  GoalWatch watch;
  const RunGoal goal = goalOf(Event::waits, 7, 1);
  QVERIFY(reach(simulation, watch, goal));
  const Cycle once = simulation.now();
  QVERIFY(reach(simulation, watch, goal));
  QVERIFY(simulation.now() > once + 900);
  // An iteration that has begun does not begin again.
  QVERIFY(reach(simulation, watch, goalOf(Event::iteration, 7, 1, 2)));
  QVERIFY(!reach(simulation, watch, goalOf(Event::iteration, 7, 1, 2)));
}

void RankGoalTest::nothingToWaitFor() {
  Simulation without(test::makeSetup("mesh", {{"dimensions", std::vector<std::int64_t>{4, 4}}}));
  GoalWatch watch;
  watch.begin(goalOf(Event::waits, 0, 16), without);
  QCOMPARE(watch.slice(without, 500), Cycle{500});
  QVERIFY(!watch.met(without));
  // Ranks that do not exist never come to anything.
  Simulation simulation(withRanks("halo(ranks=16 iterations=1 bytes=20)"));
  for (const std::uint32_t first : {16U, 4'000'000'000U})
    QVERIFY(!reach(simulation, watch, goalOf(Event::finished, first, 300)));
  QVERIFY(simulation.done());
}

HOPSCOPE_TEST(RankGoalTest)

}  // namespace hopscope
#include "rank_goal_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include <QObject>
#include <QTest>
#include <chrono>
#include <functional>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "engine/design/application_text.h"
#include "engine/design/compile.h"
#include "engine/simulation/runner.h"
#include "tests/support/setups.h"
#include "tests/support/test_main.h"

namespace hopscope {
namespace {

Setup smallMesh(Cycle measure = 4000) {
  Setup s = test::makeSetup("mesh", {{"dimensions", std::vector<std::int64_t>{4, 4}}});
  s.run = {1000, measure, 4 * measure, 500, 8};
  return s;
}

/// Waits, without a Qt event loop: the runner has none. Gives up after 20,000 looks of 1 ms, not at
/// a time of the clock: where all of the machine stands still for a while, so do the looks.
bool waitFor(const std::function<bool()>& condition) {
  constexpr int kLooks = 20'000;
  for (int look = 0; look < kLooks; ++look) {
    if (condition()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return condition();
}

bool reaches(const SimulationRunner& runner, RunnerState state) {
  return waitFor([&] { return runner.state() == state; });
}

}  // namespace

class RunnerTest : public QObject {
  Q_OBJECT

 private slots:
  void givesTheResultOfAPlainSimulation() {
    Simulation plain(smallMesh());
    plain.advance(1'000'000);
    SimulationRunner runner(smallMesh());
    Snapshot snapshot;
    runner.watch({3, true, 100});
    runner.step(10);
    runner.run();
    while (runner.state() != RunnerState::finished) runner.takeSnapshot(snapshot);
    const Results a = plain.results(), b = runner.results().value();
    QCOMPARE(a.latency.mean, b.latency.mean);
    QCOMPARE(a.flitHops, b.flitHops);
    QVERIFY(a.channelUtilization == b.channelUtilization);
    QVERIFY(b.complete);
  }

  /// What a run says so far is what its simulation would say there; nothing before it measures.
  void resultsSoFarAreThoseOfTheSimulation() {
    WatchList wanted;
    wanted.results = true;
    SimulationRunner runner(smallMesh());
    Snapshot snapshot;
    const auto runsTo = [&](Cycle cycle) {
      runner.runUntil(cycle);
      return waitFor([&] {
        runner.takeSnapshot(snapshot);
        return runner.state() == RunnerState::paused && snapshot.cycle == cycle;
      });
    };
    runner.watch(wanted);
    QVERIFY(runsTo(900) && snapshot.soFar == nullptr);
    QVERIFY(runsTo(3000) && snapshot.soFar != nullptr);
    const Cycle taken = snapshot.soFar->cycles;
    QCOMPARE(taken, Cycle{3000});  // anew, where it rests
    Simulation plain(smallMesh());
    plain.advance(taken);
    QCOMPARE(snapshot.soFar->measuredCycles, taken - 1000);
    QCOMPARE(snapshot.soFar->acceptedLoad, plain.results().acceptedLoad);
    QVERIFY(snapshot.soFar->acceptedLoad > 0 && !snapshot.soFar->complete);
    runner.watch({});
    QVERIFY(runsTo(3500) && snapshot.soFar == nullptr);
  }

  /// Also where the last picture of the rest was taken already.
  void aRunThatGoesOnIsSeen() {
    SimulationRunner runner(smallMesh(100'000'000));
    Snapshot snapshot;
    runner.runUntil(500);
    QVERIFY(reaches(runner, RunnerState::paused));
    while (runner.takeSnapshot(snapshot)) {
    }
    QCOMPARE(snapshot.cycle, Cycle{500});
    runner.run();
    QVERIFY(waitFor([&] { return runner.takeSnapshot(snapshot) && snapshot.cycle > 500; }));
    QCOMPARE(runner.state(), RunnerState::running);
  }

  /// Only the windows that came since are handed over, and none is lost or told twice.
  void windowsAreHandedOverOnce() {
    Setup setup = smallMesh();
    setup.run.window = 50;
    Simulation plain(setup);
    plain.advance(1'000'000);
    SimulationRunner runner(setup);
    Snapshot snapshot, fresh;
    for (int i = 1; i <= 20; ++i) {
      runner.step(75);
      // Now and then a reader that has seen nothing comes in between, and gets all.
      Snapshot& reader = i % 3 == 0 ? fresh = Snapshot() : snapshot;
      QVERIFY(waitFor([&] { return runner.takeSnapshot(reader) && reader.cycle == 75 * i; }));
      QCOMPARE(reader.windows.size(), static_cast<std::size_t>(75 * i / 50));
      for (std::size_t w = 0; w < reader.windows.size(); ++w) {
        QCOMPARE(reader.windows[w].end, plain.windows()[w].end);
        QCOMPARE(reader.windows[w].hottestChannel, plain.windows()[w].hottestChannel);
      }
    }
  }

  void startsPausedAndStepsExactly() {
    SimulationRunner runner(smallMesh());
    Snapshot snapshot;
    QVERIFY(waitFor([&] { return runner.takeSnapshot(snapshot); }));
    QCOMPARE(snapshot.cycle, Cycle{0});
    runner.step(1);
    QVERIFY(waitFor([&] { return runner.takeSnapshot(snapshot) && snapshot.cycle == 1; }));
    runner.step(100);
    runner.step(23);
    QVERIFY(waitFor([&] { return runner.takeSnapshot(snapshot) && snapshot.cycle == 124; }));
    QVERIFY(reaches(runner, RunnerState::paused));
    QCOMPARE(runner.now(), Cycle{124});
    runner.runUntil(2000);
    QVERIFY(waitFor([&] { return runner.takeSnapshot(snapshot) && snapshot.cycle == 2000; }));
    QVERIFY(reaches(runner, RunnerState::paused));
    QCOMPARE(snapshot.phase, RunPhase::measure);
  }

  void pausesAfterThatManyPackets() {
    SimulationRunner runner(smallMesh());
    Snapshot snapshot;
    runner.runUntil(RunGoal{RunGoal::kNever, 1234, {}, false});
    QVERIFY(waitFor([&] { return runner.takeSnapshot(snapshot) && snapshot.cycle > 1; }));
    QVERIFY(reaches(runner, RunnerState::paused));
    runner.takeSnapshot(snapshot);
    QVERIFY(snapshot.packetsDelivered >= 1234);
    // Not in the cycle before.
    Simulation plain(smallMesh());
    plain.advance(snapshot.cycle - 1);
    QVERIFY(plain.packetsDelivered() < 1234);
    plain.advance(1);
    QCOMPARE(plain.packetsDelivered(), snapshot.packetsDelivered);
    // A goal that is met is met at once.
    const Cycle there = runner.now();
    runner.runUntil(RunGoal{RunGoal::kNever, 1000, {}, false});
    QVERIFY(reaches(runner, RunnerState::paused));
    QCOMPARE(runner.now(), there);
  }

  void pausesAtTheFirstWindowOfACondition() {
    Setup setup = smallMesh();
    setup.load = 0.05;
    setup.phases = {{2700, setup.traffic, 0.4}};
    SimulationRunner runner(setup);
    WindowCondition accepted;
    accepted.quantity = [](const WindowSample& window) { return window.acceptedLoad; };
    accepted.limit = 0.3;
    runner.runUntil(RunGoal{RunGoal::kNever, 0, accepted, false});
    QVERIFY(waitFor([&] { return runner.now() > 0; }));
    QVERIFY(reaches(runner, RunnerState::paused));
    QCOMPARE(runner.now(), Cycle{3500});
    // The same condition waits for another window.
    runner.runUntil(RunGoal{RunGoal::kNever, 0, accepted, false});
    QVERIFY(waitFor([&] { return runner.now() > 3500; }));
    QVERIFY(reaches(runner, RunnerState::paused));
    QCOMPARE(runner.now(), Cycle{4000});
    Snapshot snapshot;
    runner.takeSnapshot(snapshot);
    QCOMPARE(snapshot.goalValue.value_or(0), snapshot.windows.back().acceptedLoad);
  }

  void pausesAtTheFirstWindowOfAPart() {
    Setup setup = smallMesh();
    setup.load = 0.05;
    setup.phases = {{2700, setup.traffic, 0.4}};
    // The busiest channel that a terminal does not have for itself, and what it carries.
    Simulation plain(setup);
    Snapshot before, after;
    plain.advance(3000);
    plain.snapshot(before);
    plain.advance(500);
    plain.snapshot(after);
    WindowCondition busy;
    busy.part = 20;
    busy.ofPart = PartQuantity::utilization;
    const double carried =
        static_cast<double>(after.channelFlits[20] - before.channelFlits[20]) / 500;
    busy.limit = carried - 1e-9;
    SimulationRunner runner(setup);
    runner.runUntil(RunGoal{RunGoal::kNever, 0, busy, false});
    QVERIFY(waitFor([&] { return runner.now() > 0; }));
    QVERIFY(reaches(runner, RunnerState::paused));
    QCOMPARE(runner.now(), Cycle{3500});
    Snapshot snapshot;
    runner.takeSnapshot(snapshot);
    QCOMPARE(snapshot.goalValue.value_or(0), carried);
    // Flits in a router's buffers, at the end of a window.
    plain.advance(500);
    WatchList watch;
    watch.router = 5;
    plain.snapshot(after, watch);
    std::uint64_t flits = 0;
    for (const PortDetail& port : after.router->ports)
      for (const std::uint32_t each : port.inputFlits) flits += each;
    WindowCondition full;
    full.part = 5;
    full.ofPart = PartQuantity::buffered;
    full.limit = static_cast<double>(flits) - 0.5;
    runner.runUntil(RunGoal{RunGoal::kNever, 0, full, false});
    QVERIFY(waitFor([&] { return runner.now() > 3500; }));
    QVERIFY(reaches(runner, RunnerState::paused));
    QCOMPARE(runner.now(), Cycle{4000});
    // What no router has is waited for in vain.
    WindowCondition none;
    none.part = kNone - 1;
    none.above = false;
    none.limit = 1e9;
    runner.runUntil(RunGoal{5000, 0, none, false});
    QVERIFY(waitFor([&] { return runner.now() > 4000; }));
    QVERIFY(reaches(runner, RunnerState::paused));
    QCOMPARE(runner.now(), Cycle{5000});
  }

  void pausesWhereTheFollowedPacketArrives() {
    SimulationRunner runner(smallMesh());
    runner.runUntil(300);
    QVERIFY(waitFor([&] { return runner.now() == 300; }));
    QVERIFY(reaches(runner, RunnerState::paused));
    runner.follow(3);
    runner.runUntil(RunGoal{RunGoal::kNever, 0, {}, true});
    QVERIFY(waitFor([&] { return runner.now() > 300; }));
    QVERIFY(reaches(runner, RunnerState::paused));
    Snapshot snapshot;
    QVERIFY(waitFor([&] { return runner.takeSnapshot(snapshot) || snapshot.cycle > 300; }));
    QVERIFY(snapshot.journey.has_value());
    QVERIFY(snapshot.journey->birth >= 300);
    QVERIFY(snapshot.journey->delivered > snapshot.journey->birth);
    // In the cycle that delivers it, and not before.
    Simulation plain(smallMesh());
    plain.advance(300);
    plain.follow(3);
    plain.advance(snapshot.cycle - 301);
    QVERIFY(plain.journey()->delivered < 0);
    plain.advance(1);
    QCOMPARE(plain.journey()->delivered, snapshot.journey->delivered);
  }

  void newPhasesAreAsIfTheyHadAlwaysBeen() {
    Setup planned = smallMesh();
    planned.load = 0.1;
    planned.phases = {
        {1500, planned.traffic, 0.35}, {1501, planned.traffic, 0.02}, {3000, planned.traffic, 0.2}};
    Simulation plain(planned);
    plain.advance(1'000'000);

    Setup bare = planned;
    bare.phases = {planned.phases[2]};
    SimulationRunner runner(bare);
    runner.runUntil(1500);
    QVERIFY(waitFor([&] { return runner.now() == 1500; }));
    QVERIFY(reaches(runner, RunnerState::paused));
    runner.setPhases({planned.phases[0], planned.phases[2]}, 1500);
    runner.step(1);
    QVERIFY(waitFor([&] { return runner.now() == 1501; }));
    QVERIFY(reaches(runner, RunnerState::paused));
    runner.setPhases(planned.phases, 1501);
    runner.run();
    QVERIFY(reaches(runner, RunnerState::finished));
    const Results a = plain.results(), b = runner.results().value();
    QCOMPARE(a.flitHops, b.flitHops);
    QVERIFY(a.latency == b.latency);
    QVERIFY(a.channelUtilization == b.channelUtilization);
    QCOMPARE(a.windows.size(), b.windows.size());
    for (std::size_t i = 0; i < a.windows.size(); ++i)
      QCOMPARE(a.windows[i].acceptedLoad, b.windows[i].acceptedLoad);
    // They did change something.
    Simulation other(bare);
    other.advance(1'000'000);
    QVERIFY(other.results().flitHops != a.flitHops);
  }

  void pausesAndGoesOn() {
    SimulationRunner runner(smallMesh(2'000'000));
    runner.run();
    QVERIFY(waitFor([&] { return runner.now() > 500; }));
    runner.pause();
    QVERIFY(reaches(runner, RunnerState::paused));
    Snapshot snapshot;
    QVERIFY(waitFor([&] { return runner.takeSnapshot(snapshot); }));
    const Cycle there = runner.now();
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
    QCOMPARE(runner.now(), there);
    runner.run();
    QVERIFY(waitFor([&] { return runner.now() > there; }));
    runner.stop();
    QVERIFY(reaches(runner, RunnerState::finished));
    QVERIFY(!runner.results().value().complete);
  }

  /// The pace is kept by counting cycles, not by measuring this test's time: at 1 cycle an hour the
  /// second cycle does not come.
  void keepsASlowPace() {
    SimulationRunner runner(smallMesh());
    runner.setSpeed(1.0 / 3600);
    runner.run();
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    QCOMPARE(runner.now(), Cycle{0});
    runner.pause();
    QVERIFY(reaches(runner, RunnerState::paused));
    runner.step(5);
    QVERIFY(reaches(runner, RunnerState::paused));
    QCOMPARE(runner.now(), Cycle{5});
    runner.run();
    runner.setSpeed(0);
    QVERIFY(reaches(runner, RunnerState::finished));
  }

  void aFinishedRunCanBeWatched() {
    SimulationRunner runner(smallMesh());
    runner.run();
    QVERIFY(reaches(runner, RunnerState::finished));
    Snapshot snapshot;
    runner.takeSnapshot(snapshot);
    runner.watch({5, false, 0});
    QVERIFY(waitFor([&] { return runner.takeSnapshot(snapshot) && snapshot.router.has_value(); }));
    QCOMPARE(snapshot.router->router, RouterId{5});
    runner.stop();
    runner.step(3);
    QCOMPARE(runner.state(), RunnerState::finished);
    QVERIFY(runner.results().value().complete);
  }

  void closingWhileRunningJoinsTheThread() {
    for (int round = 0; round < 20; ++round) {
      SimulationRunner runner(smallMesh(100'000'000));
      if (round % 2 == 0) runner.setSpeed(5);
      runner.run();
      std::this_thread::sleep_for(std::chrono::microseconds(300 * round));
    }
  }

  /// What ranks did is read while they go on: all that was seen at one time is as it was at the
  /// end, and as it was simulated unwatched. What they sent is there once the run rests.
  void ranksAreSeenWhileTheyRun() {
    Design design;
    design.settings["topology.kind"] = std::string("mesh");
    design.settings["topology.dimensions"] = std::vector<std::int64_t>{4, 4};
    QVERIFY(!hasErrors(addApplication(design, "npb_cg(ranks=16 class=S iterations=1)")));
    const auto setup = [&] {
      Setup made = std::move(*compile(design).setup);
      made.execution.timelineItems = 100'000;
      return made;
    };
    SimulationRunner runner(setup());
    WatchList wanted;
    wanted.ranks = true;
    runner.watch(wanted);
    std::vector<std::shared_ptr<const RankObservation>> seen;
    Snapshot snapshot;
    const auto look = [&] {
      if (runner.takeSnapshot(snapshot) && snapshot.ranks) seen.push_back(snapshot.ranks);
    };
    runner.run();
    while (runner.state() != RunnerState::finished) look();
    QVERIFY(waitFor([&] {
      look();
      return snapshot.rankPairs != nullptr;
    }));
    Simulation alone(setup());
    while (!alone.done()) alone.advance(1'000'000);
    const Timeline all = joined(alone.ranks()->parts);
    QVERIFY(joined(seen.back()->parts).spans == all.spans);
    QVERIFY(joined(seen.back()->parts).flights == all.flights);
    for (const auto& each : seen) {
      const TimelinePart& then = each->parts.front();
      const TimelinePart& now = seen.back()->parts.front();
      QVERIFY(then.spans.size() <= now.spans.size());
      for (std::size_t i = 0; i < then.spans.size(); ++i) QVERIFY(then.spans[i] == now.spans[i]);
    }
    QCOMPARE(snapshot.rankPairs->size(), alone.messagePairs().size());
  }

  void commandsFromManyThreads() {
    SimulationRunner runner(smallMesh(20'000));
    std::vector<std::jthread> users;
    users.reserve(3);
    for (int user = 0; user < 3; ++user)
      users.emplace_back([&runner, user] {
        Snapshot snapshot;
        for (int i = 0; i < 200; ++i) {
          if (user == 0) runner.step(7);
          if (user == 1) runner.watch({static_cast<RouterId>(i % 16), i % 2 == 0, 50});
          if (user == 2) runner.takeSnapshot(snapshot);
        }
      });
    users.clear();
    runner.run();
    QVERIFY(reaches(runner, RunnerState::finished));
  }
};

HOPSCOPE_TEST(RunnerTest)

}  // namespace hopscope

#include "runner_test.moc"

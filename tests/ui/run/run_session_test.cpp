// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/run_session.h"

#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTest>
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "engine/design/compile.h"
#include "engine/simulation/simulation.h"
#include "engine/study/replications.h"
#include "tests/support/test_main.h"

using namespace hopscope;

namespace {

Design smallMesh() {
  Design design;
  design.name = "mesh";
  design.settings["topology.kind"] = std::string("mesh");
  design.settings["topology.dimensions"] = std::vector<std::int64_t>{4, 4};
  design.settings["traffic.load"] = 0.2;
  design.settings["traffic.packet_flits"] = std::int64_t{4};
  design.settings["run.warmup"] = std::int64_t{1000};
  design.settings["run.measure"] = std::int64_t{4000};
  design.settings["run.seed"] = std::int64_t{7};
  return design;
}

bool sameBits(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

Phase loadOf(double load) {
  Phase change;
  change.set["traffic.load"] = load;
  return change;
}

Phase failing(std::vector<std::uint32_t> channels) {
  Phase change;
  change.fail.channels = std::move(channels);
  return change;
}

/// Its results are those of its design, simulated from the beginning.
void finishesAsDesigned(RunSession& session) {
  session.setSpeed(0);
  QTRY_VERIFY_WITH_TIMEOUT(session.results(), 20'000);
  Compiled compiled = compile(session.design());
  QVERIFY(compiled.setup.has_value());
  Simulation direct(std::move(*compiled.setup));
  while (!direct.done()) direct.advance(1000);
  const Results expected = direct.results();
  const Results seen = *session.results();
  QCOMPARE(seen.cycles, expected.cycles);
  QCOMPARE(seen.flitHops, expected.flitHops);
  QVERIFY(seen.latency == expected.latency);
  QCOMPARE(seen.cache.hits, expected.cache.hits);
  QCOMPARE(seen.windows.size(), expected.windows.size());
}

}  // namespace

class RunSessionTest : public QObject {
  Q_OBJECT

 private slots:
  /// A network of 40,200 terminals is made while this thread goes on, or not at all.
  void aLargeRunIsPreparedAside() {
    Design design;
    design.settings["topology.kind"] = std::string("dragonfly");
    design.settings["topology.p"] = std::int64_t{10};
    design.settings["topology.a"] = std::int64_t{20};
    design.settings["topology.h"] = std::int64_t{10};
    RunSession session;
    QSignalSpy changed(&session, &RunSession::stateChanged);
    int called = 0;
    Issues issues;
    const auto note = [&](const Issues& found) {
      ++called;
      issues = found;
    };
    session.prepareLater(design, note);
    QVERIFY(session.preparing() && !session.active());
    QCOMPARE(called, 0);
    QCOMPARE(changed.count(), 1);
    session.cancelPreparing();
    QVERIFY(!session.preparing());
    QCOMPARE(changed.count(), 2);

    session.prepareLater(design, note);
    QVERIFY(session.preparing());
    QTRY_VERIFY_WITH_TIMEOUT(session.active(), 30'000);
    QVERIFY(!session.preparing());
    QCOMPARE(called, 1);  // only for what was not called off
    QVERIFY(!hasErrors(issues));
    QCOMPARE(session.topology()->terminalCount(), 40'200U);
    session.step(1);
    QTRY_COMPARE(session.snapshot().cycle, Cycle{1});

    // The run that is there stays until its successor takes its place.
    session.prepareLater(design, note);
    QVERIFY(session.preparing() && session.active());
    // What is refused says why, small or large.
    design.settings["switch.virtual_channels.local"] = std::int64_t{1};
    design.settings["routing.algorithm"] = std::string("valiant");
    session.prepareLater(design, note);
    QTRY_COMPARE_WITH_TIMEOUT(called, 2, 30'000);
    QVERIFY(hasErrors(issues));
    QVERIFY(session.active());
    session.prepareLater(smallMesh(), note);
    QTRY_COMPARE(called, 3);
    QCOMPARE(session.topology()->terminalCount(), 16U);
    // Gone in the middle of it.
    design.settings["routing.algorithm"] = std::string("minimal");
    session.prepareLater(design, note);
  }

  void replicationsAreSimulatedBehindTheWatchedRun() {
    Design design = smallMesh();
    design.settings["run.replications"] = std::int64_t{4};
    RunSession session;
    QSignalSpy finished(&session, &RunSession::finished);
    QVERIFY(!hasErrors(session.prepare(design)));
    QCOMPARE(session.replications(), std::size_t{4});
    session.run();
    QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, 20'000);
    QCOMPARE(session.finishedReplications(), std::size_t{4});
    QVERIFY(!session.replicating());
    std::vector<Results> expected;
    for (const Design& each : replicationsOf(design)) {
      Simulation direct(*compile(each).setup);
      while (!direct.done()) direct.advance(1000);
      expected.push_back(direct.results());
    }
    const Results pooled = pool(expected);
    const std::optional<Results> seen = session.results();
    QVERIFY(seen && seen->complete);
    QVERIFY(seen->replications == pooled.replications);
    QVERIFY(sameBits(seen->latency.mean, pooled.latency.mean));
    QVERIFY(sameBits(seen->latency.ci95, pooled.latency.ci95));
  }

  void aStoppedRunDropsItsReplications() {
    Design design = smallMesh();
    design.settings["run.replications"] = std::int64_t{3};
    design.settings["run.measure"] = std::int64_t{100'000'000};  // hours
    RunSession session;
    QSignalSpy finished(&session, &RunSession::finished);
    QVERIFY(!hasErrors(session.prepare(design)));
    session.run();
    QTRY_VERIFY(session.snapshot().cycle > 100);
    session.stop();
    QTRY_COMPARE(finished.count(), 1);
    QVERIFY(!session.results()->complete);
    QVERIFY(session.results()->replications.empty());
  }

  void resultsEqualTheSimulationBitForBit() {
    RunSession session;
    QSignalSpy finished(&session, &RunSession::finished);
    QVERIFY(!hasErrors(session.prepare(smallMesh())));
    // In the most different way: steps, a limited speed, a pause, then flat out.
    session.step(17);
    QTRY_COMPARE(session.snapshot().cycle, Cycle{17});
    session.setSpeed(20'000);
    session.run();
    QTRY_VERIFY(session.snapshot().cycle > 300);
    session.pause();
    QTRY_COMPARE(session.state(), RunnerState::paused);
    session.setSpeed(0);
    session.run();
    QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, 20'000);
    const std::optional<Results> seen = session.results();
    QVERIFY(seen.has_value());

    Compiled compiled = compile(smallMesh());
    QVERIFY(compiled.setup.has_value());
    Simulation direct(std::move(*compiled.setup));
    while (!direct.done()) direct.advance(1000);
    const Results expected = direct.results();
    QVERIFY(expected.packetsMeasured > 500);
    QCOMPARE(seen->packetsMeasured, expected.packetsMeasured);
    QCOMPARE(seen->cycles, expected.cycles);
    QCOMPARE(seen->flitHops, expected.flitHops);
    QVERIFY(sameBits(seen->latency.mean, expected.latency.mean));
    QVERIFY(sameBits(seen->latency.p99, expected.latency.p99));
    QVERIFY(sameBits(seen->latency.ci95, expected.latency.ci95));
    QVERIFY(sameBits(seen->acceptedLoad, expected.acceptedLoad));
    QVERIFY(sameBits(seen->hopsMean, expected.hopsMean));
    QCOMPARE(seen->channelUtilization, expected.channelUtilization);
    QCOMPARE(seen->windows.size(), expected.windows.size());
  }

  void stepsAreExact() {
    RunSession session;
    QVERIFY(!hasErrors(session.prepare(smallMesh())));
    QTRY_COMPARE(session.state(), RunnerState::paused);
    session.step(1);
    QTRY_COMPARE(session.snapshot().cycle, Cycle{1});
    session.step(123);
    QTRY_COMPARE(session.snapshot().cycle, Cycle{124});
    session.runUntil(500);
    QTRY_COMPARE(session.snapshot().cycle, Cycle{500});
    QTRY_COMPARE(session.state(), RunnerState::paused);
  }

  void heatIsUnknownThenBusy() {
    RunSession session;
    QVERIFY(!hasErrors(session.prepare(smallMesh())));
    QCOMPARE(session.heat().channelUtilization.size(),
             static_cast<std::size_t>(session.topology()->channelCount()));
    for (const float value : session.heat().channelUtilization) QVERIFY(std::isnan(value));
    session.runUntil(3000);
    QTRY_COMPARE(session.snapshot().cycle, Cycle{3000});
    float most = 0;
    for (const float value : session.heat().channelUtilization) {
      QVERIFY(value >= 0 && value <= 1);
      most = std::max(most, value);
    }
    QVERIFY(most > 0.1F);
    ChannelId busiest = 0;
    for (ChannelId c = 0; c < session.topology()->channelCount(); ++c)
      if (session.snapshot().channelFlits[c] > session.snapshot().channelFlits[busiest])
        busiest = c;
    session.recorder()->read([&](const Recording& recording) {
      QVERIFY(!recording.empty());
      QCOMPARE(recording.channels, session.topology()->channelCount());
      QVERIFY(recording.utilization(recording.spans.size() - 1, busiest) > 0);
    });
  }

  void packetsAreAskedForOnlyWhenSlowOrPaused() {
    RunSession session;
    Design design = smallMesh();
    design.settings["run.measure"] = std::int64_t{50'000'000};
    QVERIFY(!hasErrors(session.prepare(design)));
    session.runUntil(2000);
    QTRY_COMPARE(session.state(), RunnerState::paused);
    QTRY_VERIFY(!session.snapshot().packets.empty());
    session.setSpeed(0);
    session.run();
    QTRY_VERIFY(session.snapshot().cycle > 20'000);
    QTRY_VERIFY(session.snapshot().packets.empty());
    session.setSpeed(100);
    QTRY_VERIFY(!session.snapshot().packets.empty());
  }

  void aBrokenDesignIsRefusedAndNothingStarts() {
    RunSession session;
    Design design = smallMesh();
    design.settings["traffic.load"] = 7.0;
    const Issues issues = session.prepare(design);
    QVERIFY(hasErrors(issues));
    QVERIFY(!session.active());
    session.run();
    session.step(3);
    session.stop();
    QVERIFY(!session.active());
  }

  /// Long after the end, when nothing is pulled any more, a router can still be looked into.
  void aFinishedRunCanBeLookedInto() {
    RunSession session;
    Design design = smallMesh();
    design.settings["forwarding.lookup"] = std::string("cache");
    QVERIFY(!hasErrors(session.prepare(design)));
    session.run();
    QTRY_VERIFY(session.results().has_value());
    QTest::qWait(150);
    for (const RouterId router : {RouterId{5}, RouterId{9}}) {
      session.watchRouter(router);
      QTRY_VERIFY(session.snapshot().router && session.snapshot().router->router == router);
      QVERIFY(session.snapshot().router->ports.front().cache.has_value());
    }
  }

  void stopKeepsWhatThereIs() {
    RunSession session;
    Design design = smallMesh();
    design.settings["run.measure"] = std::int64_t{50'000'000};
    QSignalSpy finished(&session, &RunSession::finished);
    QVERIFY(!hasErrors(session.prepare(design)));
    session.run();
    QTRY_VERIFY(session.snapshot().cycle > 2000);
    session.stop();
    QTRY_COMPARE(finished.count(), 1);
    QVERIFY(!session.results()->complete);
    QTest::qWait(120);
    QCOMPARE(finished.count(), 1);
  }

  /// Before the first of them has come into force.
  void changesThatComeTogetherAllComeIntoForce() {
    RunSession session;
    QSignalSpy changed(&session, &RunSession::phasesChanged);
    Design design = smallMesh();
    design.settings["forwarding.lookup"] = std::string("cache");
    QVERIFY(!hasErrors(session.prepare(design)));
    Phase smaller;
    smaller.set["forwarding.cache.entries"] = std::int64_t{4};
    QVERIFY(!hasErrors(session.whatIf(smaller)));  // of a run that rests
    QVERIFY(!hasErrors(session.whatIf(loadOf(0.15))));
    QTRY_COMPARE(changed.count(), 2);
    session.setSpeed(20'000);
    session.run();
    QTRY_VERIFY(session.snapshot().cycle > 500);
    for (const double load : {0.3, 0.1, 0.2}) QVERIFY(!hasErrors(session.whatIf(loadOf(load))));
    QCOMPARE(std::get<double>(session.inForce().settings.at("traffic.load")), 0.2);
    QTRY_COMPARE(changed.count(), 5);
    QCOMPARE(session.state(), RunnerState::running);
    QCOMPARE(session.design().phases.size(), std::size_t{5});
    finishesAsDesigned(session);
  }

  /// Virtual cut-through is made for the lengths there are: the run is repeated.
  void changesBringPacketsOfOtherLengths() {
    RunSession session;
    QSignalSpy changed(&session, &RunSession::phasesChanged);
    QVERIFY(!hasErrors(session.prepare(smallMesh())));
    session.runUntil(2000);
    QTRY_COMPARE(session.snapshot().cycle, Cycle{2000});
    QCOMPARE(session.heat().packetSizes.size(), std::size_t{1});
    Phase mixed;
    mixed.set["traffic.pattern"] = std::string("mix");
    mixed.set["traffic.parts"] = std::string("1 uniform 1 flits; 1 tornado 9 flits");
    QVERIFY(!hasErrors(session.whatIf(mixed)));
    QTRY_COMPARE(changed.count(), 1);
    QCOMPARE(session.heat().packetSizes.size(), std::size_t{3});
    session.run();
    finishesAsDesigned(session);
  }

  void changesWaitForARunThatIsRepeated() {
    RunSession session;
    QSignalSpy changed(&session, &RunSession::phasesChanged);
    QVERIFY(!hasErrors(session.prepare(smallMesh())));
    connect(&session, &RunSession::phasesChanged, &session, [&] {
      if (changed.count() != 1) return;
      QVERIFY(session.catchingUp());
      QVERIFY(session.goesOn());
      QVERIFY(!hasErrors(session.whatIf(failing({17}))));
      QVERIFY(!hasErrors(session.whatIf(failing({19}))));
      QVERIFY(hasErrors(session.whatIf(failing({19}))));  // it has, by then
    });
    session.runUntil(2000);
    QTRY_COMPARE(session.snapshot().cycle, Cycle{2000});
    session.setSpeed(20'000);
    session.run();
    QTRY_VERIFY(session.snapshot().cycle > 2200);
    QVERIFY(!hasErrors(session.whatIf(failing({20}))));
    QTRY_COMPARE(changed.count(), 3);
    QCOMPARE(session.failedNow().channels, (std::vector<std::uint32_t>{17, 19, 20}));
    QCOMPARE(session.failedAt(100).channels, std::vector<std::uint32_t>());
    QCOMPARE(session.state(), RunnerState::running);
    finishesAsDesigned(session);
  }

  void aRunThatIsRepeatedCanBePausedAndStopped() {
    RunSession session;
    QSignalSpy changed(&session, &RunSession::phasesChanged);
    QSignalSpy refused(&session, &RunSession::refused);
    connect(&session, &RunSession::phasesChanged, &session, [&] {
      session.pause();
      QVERIFY(!session.goesOn());
      session.run();
      QVERIFY(session.goesOn());
      QVERIFY(!hasErrors(session.whatIf(loadOf(0.1))));
      session.stop();
      QVERIFY(session.catchingUp() && session.stopping() && !session.goesOn());
      QVERIFY(hasErrors(session.whatIf(loadOf(0.1))));
    });
    QVERIFY(!hasErrors(session.prepare(smallMesh())));
    session.runUntil(3000);
    QTRY_COMPARE(session.snapshot().cycle, Cycle{3000});
    QVERIFY(!hasErrors(session.whatIf(failing({20}))));
    QTRY_VERIFY(session.results());
    // It was brought to where it had been; what waited then is told of.
    QVERIFY(!session.results()->complete);
    QCOMPARE(session.snapshot().cycle, Cycle{3000});
    QCOMPARE(changed.count(), 1);
    QCOMPARE(refused.count(), 1);
  }

  /// New pairs need circuits: the run is repeated with them, and comes to what its design says.
  void aChangeThatNeedsCircuits() {
    RunSession session;
    QSignalSpy changed(&session, &RunSession::phasesChanged);
    Design design = smallMesh();
    design.settings["switch.model"] = std::string("slotted");
    design.settings["traffic.pattern"] = std::string("neighbour");
    design.settings["traffic.load"] = 0.02;
    QVERIFY(!hasErrors(session.prepare(design)));
    session.runUntil(1500);
    QTRY_COMPARE(session.snapshot().cycle, Cycle{1500});
    Phase change;
    change.set["traffic.pattern"] = std::string("transpose");
    QVERIFY(!hasErrors(session.whatIf(change)));
    QTRY_COMPARE(changed.count(), 1);
    QVERIFY(session.catchingUp());
    QTRY_VERIFY(!session.catchingUp());
    // Another load needs none.
    QVERIFY(!hasErrors(session.whatIf(loadOf(0.03))));
    QTRY_COMPARE(changed.count(), 2);
    QVERIFY(!session.catchingUp());
    session.run();
    finishesAsDesigned(session);
  }

  /// Where that takes long the window goes on, and it can be called off.
  void aLongChangeIsWorkedOutAside() {
    RunSession session;
    QSignalSpy changed(&session, &RunSession::phasesChanged);
    QSignalSpy states(&session, &RunSession::stateChanged);
    Design design = smallMesh();
    design.settings["topology.dimensions"] = std::vector<std::int64_t>{24, 24};
    design.settings["switch.model"] = std::string("slotted");
    design.settings["traffic.pattern"] = std::string("neighbour");
    design.settings["traffic.load"] = 0.001;
    QVERIFY(!hasErrors(session.prepare(design)));
    session.runUntil(100);
    QTRY_COMPARE(session.snapshot().cycle, Cycle{100});
    Phase change;
    change.set["traffic.pattern"] = std::string("uniform");
    QVERIFY(!hasErrors(session.whatIf(change)));
    QTRY_VERIFY(session.changing());
    QVERIFY(states.count() > 0);
    session.cancelChange();
    QVERIFY(!session.changing() && changed.count() == 0);
    QVERIFY(session.design().phases.empty());
    // What is asked of the run meanwhile is done with the change.
    QVERIFY(!hasErrors(session.whatIf(change)));
    QTRY_VERIFY(session.changing());
    session.step(7);
    QVERIFY(session.goesOn());
    QTRY_COMPARE_WITH_TIMEOUT(changed.count(), 1, 60'000);
    QTRY_COMPARE_WITH_TIMEOUT(session.snapshot().cycle, Cycle{107}, 60'000);
    QTRY_COMPARE(session.state(), RunnerState::paused);
    QCOMPARE(session.design().phases.size(), std::size_t{1});
    // Gone in the middle of it.
    change.set["traffic.pattern"] = std::string("bit_complement");
    QVERIFY(!hasErrors(session.whatIf(change)));
    QTRY_VERIFY(session.changing() || changed.count() == 2);
    session.discard();
    QVERIFY(!session.changing() && !session.active());
  }

  void whatIsFollowedOutlastsARepetition() {
    RunSession session;
    QVERIFY(!hasErrors(session.prepare(smallMesh())));
    session.runUntil(2500);
    QTRY_COMPARE(session.snapshot().cycle, Cycle{2500});
    QTRY_VERIFY(!session.snapshot().packets.empty());
    const std::vector<MovingPacket>& packets = session.snapshot().packets;
    const MovingPacket young =
        *std::max_element(packets.begin(), packets.end(),
                          [](const auto& a, const auto& b) { return a.birth < b.birth; });
    session.follow(young.source, young.birth);
    QTRY_VERIFY(session.snapshot().journey);
    const std::size_t windows = session.snapshot().windows.size();
    QVERIFY(!hasErrors(session.whatIf(failing({20}))));
    QTRY_COMPARE(session.design().phases.size(), std::size_t{1});
    QTRY_VERIFY(!session.catchingUp());
    QTRY_VERIFY(session.snapshot().journey && session.snapshot().cycle == 2500);
    QCOMPARE(session.snapshot().journey->source, young.source);
    QCOMPARE(session.snapshot().journey->birth, young.birth);
    QCOMPARE(session.snapshot().windows.size(), windows);
  }

  /// The windows are those of the repetition from its beginning, not of the run before it.
  void aRepetitionBeginsWithoutWindows() {
    RunSession session;
    Design design = smallMesh();
    design.settings["run.measure"] = std::int64_t{1'000'000};
    design.settings["run.window"] = std::int64_t{100};
    QVERIFY(!hasErrors(session.prepare(design)));
    session.runUntil(100'000);
    QTRY_COMPARE_WITH_TIMEOUT(session.snapshot().cycle, Cycle{100'000}, 20'000);
    bool repeated = false;
    connect(&session, &RunSession::phasesChanged, &session, [&] {
      repeated = true;
      QVERIFY(session.snapshot().windows.empty());
    });
    QVERIFY(!hasErrors(session.whatIf(failing({20}))));
    QTRY_VERIFY(repeated);
  }

  void discardingARunningRunIsQuick() {
    RunSession session;
    Design design = smallMesh();
    design.settings["topology.dimensions"] = std::vector<std::int64_t>{16, 16};
    design.settings["run.measure"] = std::int64_t{50'000'000};
    QVERIFY(!hasErrors(session.prepare(design)));
    session.run();
    QTRY_VERIFY(session.snapshot().cycle > 1000);
    QElapsedTimer clock;
    clock.start();
    session.discard();
    QVERIFY2(clock.elapsed() < 1000, qPrintable(QString::number(clock.elapsed())));
    QVERIFY(!session.active());
  }
};

HOPSCOPE_TEST(RunSessionTest)
#include "run_session_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Whether more is sent than arrives, judged stretch by stretch, from counts alone.
#include "engine/simulation/stability.h"

#include <QObject>
#include <QTest>

#include "tests/support/test_main.h"

namespace hopscope {
namespace {

PacketBalance at(Cycle now, std::uint64_t tried, std::uint64_t arrived, std::uint64_t refused = 0,
                 double transit = 0, double waited = 0, double moving = 0) {
  return {.now = now,
          .tried = tried,
          .refused = refused,
          .arrived = arrived,
          .underWay = tried - arrived - refused,
          .transit = transit,
          .moving = moving,
          .waited = waited};
}

/// A network that has had `sent` packets go by ways of `before` cycles, and runs empty then. In the
/// thousand cycles after it 10,000 go by ways of `after`, of which so many arrive: what that
/// stretch comes to, with what is known of all of them in `transit`.
bool saturatedAfter(std::uint64_t sent, double before, double after, std::uint64_t arrived) {
  const auto moved = [](double halves, double way) { return halves * way / 2; };
  const auto halves = 2 * static_cast<double>(sent);
  PacketBalance silent = at(10'000, sent, sent - 500, 0, before);
  PacketBalance empty = at(10'500, sent, sent, 0, before);
  silent.halves = halves - 500;
  silent.moved = moved(silent.halves, before);
  empty.halves = halves;
  empty.moved = moved(halves, before);
  PacketBalance later = at(11'500, sent + 10'000, sent + arrived, 0);
  later.halves = halves + 10'000 + static_cast<double>(arrived);
  later.moved = empty.moved + moved(later.halves - halves, after);
  later.transit = 2 * later.moved / later.halves;
  Stability stability;
  stability.begin(at(0, 0, 0));
  stability.fallSilent(silent);
  stability.sendAgain(empty);
  return stability.saturated(later);
}

class StabilityTest : public QObject {
  Q_OBJECT
 private slots:
  void whatArrivesAsItIsSentIsStable() {
    Stability stability;
    stability.begin(at(100, 1'000, 900));
    QVERIFY(!stability.saturated(at(1'100, 101'000, 100'100)));  // 800 of 100,000 more under way
    stability.end(at(1'100, 101'000, 100'100));
    QVERIFY(!stability.saturated(at(1'100, 101'000, 100'100)));
  }

  void onePercentThatGathersIsSaturated() {
    Stability stability;
    stability.begin(at(100, 1'000, 900));
    QVERIFY(stability.saturated(at(1'100, 101'000, 99'000)));
    stability.end(at(1'100, 101'000, 99'000));
    QVERIFY(stability.saturated(at(1'100, 101'000, 101'000)));  // what drains later changes nothing
  }

  void fewPacketsMayGatherByAccident() {
    Stability stability;
    stability.begin(at(100, 0, 0));
    QVERIFY(!stability.saturated(at(1'100, 100, 75)));
    QVERIFY(stability.saturated(at(1'100, 100, 65)));
  }

  void whatMayBeAnAccidentIsDoubted() {
    const auto doubtful = [](std::uint64_t arrived) {
      Stability stability;
      stability.begin(at(100, 0, 0));
      stability.end(at(1'100, 100, arrived));
      return stability.doubtful();
    };
    QCOMPARE(doubtful(90), 0.0);   // one standard deviation
    QCOMPARE(doubtful(75), 25.0);  // two and a half
    QCOMPARE(doubtful(65), 0.0);   // saturated
  }

  void whatIsRefusedGathersThoughABacklogArrives() {
    Stability stability;
    stability.begin(at(100, 50'000, 10'000));
    QVERIFY(stability.saturated(at(1'100, 60'000, 48'000, 2'000)));
  }

  void aFewRefusedAreNoAccident() {
    Stability stability;
    stability.begin(at(100, 0, 0));
    QVERIFY(!stability.saturated(at(1'100, 1'000, 980, 19)));
    QVERIFY(stability.saturated(at(1'100, 1'000, 970, 20)));
  }

  void aDrainHidesNothing() {
    Stability stability;
    stability.begin(at(100, 0, 0));
    stability.fallSilent(at(600, 10'000, 8'000));
    stability.sendAgain(at(900, 10'000, 10'000));
    stability.end(at(1'400, 20'000, 20'000));
    QVERIFY(stability.saturated(at(1'100, 20'000, 20'000)));
    QCOMPARE(stability.silentCycles(), Cycle{300});
    QVERIFY(!stability.endedSilent());
  }

  void aNetworkFillsAgainAfterADrain() {
    Stability stability;
    stability.begin(at(100, 10'000, 9'500));
    stability.fallSilent(at(600, 20'000, 19'500));
    stability.sendAgain(at(900, 20'000, 20'000));
    QVERIFY(!stability.saturated(at(1'100, 30'000, 29'500)));
    QVERIFY(stability.saturated(at(1'100, 30'000, 29'100)));
  }

  void whatHadGatheredInTheWarmUpMayNotGatherAgain() {
    Stability stability;
    stability.fallSilent(at(50, 10'000, 5'000));
    stability.sendAgain(at(90, 10'000, 10'000));
    stability.begin(at(200, 12'000, 11'900));
    QVERIFY(stability.saturated(at(1'100, 22'000, 20'000)));
  }

  void whatWiresHoldDoesNotGather() {
    Stability stability;
    stability.begin(at(0, 0, 0));
    QVERIFY(!stability.saturated(at(10'000, 100'000, 95'000, 0, 500)));
    QVERIFY(stability.saturated(at(10'000, 100'000, 93'000, 0, 500)));
  }

  void wiresHoldMoreAtAHigherLoad() {
    Stability stability;
    stability.begin(at(0, 1'000, 500, 0, 500));  // one packet a cycle
    stability.changeTraffic(at(5'000, 6'000, 5'500, 0, 500));
    QVERIFY(!stability.saturated(at(10'000, 36'000, 33'000, 0, 500)));  // then six
    QVERIFY(stability.saturated(at(10'000, 36'000, 32'000, 0, 500)));
  }

  void wiresHoldWhatWasSentSinceALoadChanged() {
    Stability stability;
    stability.begin(at(0, 10'000, 5'000, 0, 500));
    stability.changeTraffic(at(9'900, 109'000, 104'000, 0, 500));
    // 6,000, and 4,000 of those before, some of which waited.
    QVERIFY(!stability.saturated(at(10'000, 115'000, 105'000, 0, 500)));
    QVERIFY(!stability.saturated(at(10'000, 115'000, 105'000, 0, 500, 200'000)));
  }

  /// A burst that is over before anything has arrived.
  void nothingIsToldBeforeAnythingArrives() {
    Stability stability;
    stability.begin(at(0, 0, 0));
    stability.changeTraffic(at(1, 16, 0));
    QVERIFY(!stability.saturated(at(4'000, 16, 16, 0, 30)));
    QVERIFY(stability.saturated(at(4'000, 16, 3, 0, 30)));
  }

  /// Silence before a burst is no part of it: its wires hold what they hold at its load.
  void silenceIsNoPartOfABurst() {
    Stability stability;
    stability.begin(at(0, 0, 0));
    stability.changeTraffic(at(9'000, 0, 0));
    QVERIFY(!stability.saturated(at(10'000, 10'000, 8'500, 0, 150)));
    QVERIFY(stability.saturated(at(10'000, 10'000, 8'000, 0, 150)));
  }

  void aDrainBeforeAnythingArrivesTellsNothing() {
    Stability stability;
    stability.begin(at(0, 0, 0));
    stability.fallSilent(at(10, 100, 0));
    stability.sendAgain(at(60, 100, 100, 0, 30));
    QVERIFY(!stability.saturated(at(1'060, 10'100, 9'800, 0, 30)));
  }

  /// What is missing may be on its way, or wait: that shows later.
  void aShortMeasurementIsDoubted() {
    const auto doubted = [](Cycle length, std::uint64_t arrived, double waited = 0,
                            double moving = 0) {
      Stability stability;
      stability.begin(at(0, 0, 0));
      stability.end(
          at(length, 10 * static_cast<std::uint64_t>(length), arrived, 0, 500, waited, moving));
      return stability.mayGather();
    };
    QVERIFY(doubted(1'000, 5'000));
    QVERIFY(!doubted(1'000, 9'990));    // nothing is missing
    QVERIFY(!doubted(10'000, 95'000));  // long enough
    // Too much is missing for what takes 500 cycles, but it moves all the time: it takes longer.
    QVERIFY(doubted(1'000, 2'000));
    // Half of what is missing waits, by how long packets have waited.
    QVERIFY(!doubted(1'000, 2'000, 2'100'000));
    // Of what is on wires as much as that was sent in more than a quarter of the stretch.
    QVERIFY(doubted(10'000, 70'000, 0, 26'000));
    QVERIFY(!doubted(10'000, 70'000, 0, 24'000));
  }

  /// A network that begins empty has its queues fill, too, to what they hold at their load.
  void queuesFillFromAnEmptyStart() {
    Stability stability;
    stability.begin(at(0, 0, 0));
    // 30 cycles on wires and 20 in queues, at 10 packets a cycle.
    QVERIFY(!stability.saturated(at(1'000, 10'000, 9'500, 0, 30, 200'000)));
    // Queues that grow by 2 of 100 packets: half of them have waited on average.
    QVERIFY(stability.saturated(at(10'000, 100'000, 97'500, 0, 30, 10'000'000)));
    // And beside queues that hold 200 all the time.
    QVERIFY(stability.saturated(at(10'000, 100'000, 97'300, 0, 30, 12'000'000)));
    QVERIFY(!stability.saturated(at(10'000, 100'000, 97'300, 0, 30, 24'000'000)));
  }

  /// However long packets wait: a stretch is no shorter for it, nor is less of them missing.
  void whatGrowsAllTheTimeIsSaturatedHoweverLongItWaits() {
    Stability stability;
    stability.begin(at(0, 0, 0));
    stability.end(at(10'000, 10'000, 9'500, 0, 40, 2'500'000));
    QVERIFY(stability.saturated(at(10'000, 10'000, 9'500, 0, 40, 2'500'000)));
    QVERIFY(stability.transit() < 50);
  }

  /// What had gathered before has those wait that come behind it.
  void aBacklogOfTheWarmUpHidesNoGrowth() {
    Stability stability;
    stability.begin(at(0, 1'000, 0));
    // 8 of 100 more gather behind a thousand.
    QVERIFY(stability.saturated(at(5'000, 7'000, 5'520, 0, 7, 6'000'000)));
    Stability deep;
    deep.begin(at(0, 10'000, 0));
    QVERIFY(deep.saturated(at(100, 20'000, 9'500, 0, 20, 825'000)));
  }

  /// Waits of programs' packets are none of those that are sent at a rate.
  void programsThatWaitHideNothing() {
    Stability stability;
    stability.begin(at(0, 0, 0));
    PacketBalance beside = at(10'000, 100'000, 95'000, 0, 30, 50'000'000);
    QVERIFY(!stability.saturated(beside));
    beside.onlyRates = false;
    QVERIFY(stability.saturated(beside));
  }

  /// Another routing, or pattern, has packets take other ways: how many of them wires hold is said
  /// by those of the stretch.
  void aStretchIsJudgedByItsOwnWays() {
    QVERIFY(!saturatedAfter(100'000, 50, 200, 8'000));
    QVERIFY(saturatedAfter(100'000, 50, 200, 7'000));
    QVERIFY(!saturatedAfter(100'000, 200, 50, 9'500));
    QVERIFY(saturatedAfter(100'000, 200, 50, 9'000));
  }

  /// Until a slot's turn has come, nothing has arrived and nothing moves.
  void turnsOfSlotsAreWaitedFor() {
    Stability stability;
    stability.begin(at(0, 0, 0));
    PacketBalance early = at(1'000, 10'000, 0);
    early.turn = 300;
    QVERIFY(!stability.saturated(early));
    early.turn = 200;
    QVERIFY(stability.saturated(early));
  }

  /// A few flows of many that gather are as much as ever, however little all wait on average.
  void aFewThatGatherInAShortStretchAreSaturated() {
    Stability stability;
    stability.begin(at(0, 0, 0));
    PacketBalance waiting = at(1'000, 100'000, 94'000, 0, 10, 3'000'000);
    waiting.turn = 300;
    QVERIFY(stability.saturated(waiting));
    PacketBalance moving = at(1'000, 100'000, 94'000, 0, 10, 300'000);
    moving.turn = 300;
    QVERIFY(!stability.saturated(moving));
  }

  void whatALaterLoadDrainsHadGathered() {
    Stability stability;
    stability.begin(at(0, 1'000, 950));
    stability.changeTraffic(at(5'000, 11'000, 6'000));
    stability.end(at(20'000, 12'000, 11'950));
    QVERIFY(stability.saturated(at(20'000, 12'000, 11'950)));
  }

  void silenceAtTheEndIsTold() {
    Stability stability;
    stability.fallSilent(at(50, 1'000, 990));
    stability.begin(at(100, 1'000, 1'000));
    stability.end(at(300, 1'000, 1'000));
    QVERIFY(!stability.saturated(at(1'100, 1'000, 1'000)));
    QCOMPARE(stability.silentCycles(), Cycle{200});
    QVERIFY(stability.endedSilent());
  }
};

HOPSCOPE_TEST(StabilityTest)

}  // namespace
}  // namespace hopscope

#include "stability_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/rate_meter.h"

#include <QTest>
#include <cmath>

#include "tests/support/test_main.h"

using hopscope::Cycle;
using hopscope::RateMeter;
using hopscope::Snapshot;

namespace {

Snapshot at(Cycle cycle, std::uint64_t flits, std::uint64_t lookups = 0, std::uint64_t hits = 0) {
  Snapshot snapshot;
  snapshot.cycle = cycle;
  snapshot.channelFlits = {flits, 0};
  snapshot.routerLookups = {lookups};
  snapshot.routerHits = {hits};
  return snapshot;
}

float firstRate(const RateMeter& meter) {
  std::vector<float> out;
  meter.utilization(out);
  return out.at(0);
}

}  // namespace

class RateMeterTest : public QObject {
  Q_OBJECT

 private slots:
  void thereIsNoRateBeforeThereIsData() {
    RateMeter meter;
    meter.reset(2, 1);
    QVERIFY(std::isnan(firstRate(meter)));
    meter.add(at(RateMeter::kFirst - 1, 10));
    QVERIFY(std::isnan(firstRate(meter)));
    meter.add(at(RateMeter::kFirst, 10));
    QCOMPARE(firstRate(meter), 0.5F);
    std::vector<float> out;
    meter.utilization(out);
    QCOMPARE(out.at(1), 0.0F);  // idle is data
  }

  void rateIsThatOfTheLink() {
    RateMeter meter;
    meter.reset(2, 1, {{1, 4}});
    meter.add(at(100, 20));
    QCOMPARE(firstRate(meter), 0.8F);
  }

  void ratesForgetWhatIsOlderThanTwoStretches() {
    RateMeter meter;
    meter.reset(2, 1);
    // Busy for 1,000 cycles, then idle.
    for (Cycle cycle = 100; cycle <= 1000; cycle += 100)
      meter.add(at(cycle, static_cast<std::uint64_t>(cycle)));
    QCOMPARE(firstRate(meter), 1.0F);
    for (Cycle cycle = 1100; cycle <= 1000 + 2 * RateMeter::kStretch + 100; cycle += 100)
      meter.add(at(cycle, 1000));
    QCOMPARE(firstRate(meter), 0.0F);
  }

  void ratesCoverBetweenOneAndTwoStretches() {
    RateMeter meter;
    meter.reset(2, 1);
    for (Cycle cycle = 7; cycle < 5000; cycle += 7) {
      meter.add(at(cycle, static_cast<std::uint64_t>(cycle) / 2));
      if (cycle > 2 * RateMeter::kStretch) {
        QVERIFY(meter.covered() >= RateMeter::kStretch);
        QVERIFY(meter.covered() <= 2 * RateMeter::kStretch + 7);
        QVERIFY(std::abs(firstRate(meter) - 0.5F) < 0.01F);
      }
    }
  }

  void snapshotsFarApartGiveTheRateBetweenThem() {
    RateMeter meter;
    meter.reset(2, 1);
    meter.add(at(100'000, 100'000));
    meter.add(at(200'000, 125'000));
    meter.add(at(300'000, 150'000));
    QCOMPARE(firstRate(meter), 0.25F);
  }

  void hitRateStandsWhileNobodyLooksUp() {
    RateMeter meter;
    meter.reset(2, 1);
    std::vector<float> out;
    meter.hitRate(out);
    QVERIFY(std::isnan(out.at(0)));
    meter.add(at(600, 0, 100, 80));
    meter.hitRate(out);
    QCOMPARE(out.at(0), 0.8F);
    meter.add(at(1200, 0, 200, 180));
    meter.add(at(1800, 0, 300, 280));
    meter.hitRate(out);
    QCOMPARE(out.at(0), 1.0F);
    meter.add(at(2400, 0, 300, 280));
    meter.add(at(3000, 0, 300, 280));
    meter.hitRate(out);
    QCOMPARE(out.at(0), static_cast<float>(280.0 / 300.0));
  }
};

HOPSCOPE_TEST(RateMeterTest)
#include "rate_meter_test.moc"

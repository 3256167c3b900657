// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/forwarding/lookup_unit.h"

#include <QTest>
#include <cmath>

#include "tests/support/test_main.h"

namespace hopscope {
namespace {

LookupSettings cacheLookup() {
  LookupSettings settings;
  settings.kind = LookupKind::cache;
  settings.camLatency = settings.camInterval = 25'000;
  settings.cache.latency = settings.cache.interval = 1'000;
  return settings;
}

LookupSettings camLookup(Picoseconds interval) {
  LookupSettings settings;
  settings.kind = LookupKind::cam;
  settings.camLatency = settings.camInterval = interval;
  return settings;
}

constexpr auto kPort = [] { return PortIndex{1}; };

}  // namespace

class LookupUnitTest : public QObject {
  Q_OBJECT

 private slots:
  void algorithmCostsNothing();
  void hitMissAndConventionalLatency();
  void lineRate_data();
  void lineRate();
  void camSaturates();
  void aPipelinedCamAnswersInTurn();
  void banksWorkSideBySide();
  void aLinearTableReadsRowByRow();
  void theSharedCacheComesBeforeTheCam();
  void keysOnTheirWayToTheSharedCacheMerge();
  void mergesWithTheMissOfTheSameKey();
  void missesBeyondTheRegistersWait();
  void fourPercentMissesAreTheKnee();
  void switchedOffAsksTheCam();
  void flushStopsMerging();
};

void LookupUnitTest::algorithmCostsNothing() {
  LookupUnit unit(LookupSettings{}, 1, 0);
  CamServer cam;
  QCOMPARE(unit.lookup(1234, 5, 1, cam), Picoseconds{1234});
  QVERIFY(unit.cache() == nullptr);
  QCOMPARE(cam.lookups, std::uint64_t{0});
}

/// Hirasawa 2022, section 4.3: 10 ns conventional, 1 ns on a hit, 11 ns on a miss.
void LookupUnitTest::hitMissAndConventionalLatency() {
  LookupSettings settings = cacheLookup();
  settings.camLatency = settings.camInterval = 10'000;
  LookupUnit unit(settings, 1, 0);
  CamServer cam;
  QCOMPARE(unit.lookup(0, 5, 1, cam), Picoseconds{11'000});
  QCOMPARE(unit.lookup(100'000, 5, 1, cam) - 100'000, Picoseconds{1'000});
  settings.kind = LookupKind::cam;
  LookupUnit conventional(settings, 1, 0);
  CamServer idle;
  QCOMPARE(conventional.lookup(0, 5, 1, idle), Picoseconds{10'000});
}

void LookupUnitTest::lineRate_data() {
  QTest::addColumn<int>("interval");
  QTest::addColumn<bool>("cam");
  QTest::addColumn<double>("gigabits");
  QTest::newRow("0.41 ns") << 410 << false << 1639.0;
  QTest::newRow("0.72 ns") << 720 << false << 933.3;
  QTest::newRow("1 ns") << 1'000 << false << 672.0;
  QTest::newRow("4 ns") << 4'000 << true << 168.0;
  QTest::newRow("20 ns") << 20'000 << true << 33.6;
  QTest::newRow("25 ns") << 25'000 << true << 26.9;
}

/// Back-to-back packets of 84 bytes (672 bits) are looked up in time exactly up to 672 / interval.
void LookupUnitTest::lineRate() {
  QFETCH(int, interval);
  QFETCH(bool, cam);
  QFETCH(double, gigabits);
  QVERIFY(std::abs(672e3 / interval - gigabits) <= 0.1 * gigabits / 100);
  constexpr int kPackets = 10'000;
  const auto delayOfLast = [&](Picoseconds period) {
    LookupSettings settings = cam ? camLookup(interval) : cacheLookup();
    settings.cache.latency = settings.cache.interval = interval;
    LookupUnit unit(settings, 1, 0);
    CamServer server;
    Picoseconds arrival = 0;
    unit.lookup(arrival, 7, 1, server);
    arrival += 1'000'000;
    Picoseconds delay = 0;
    for (int i = 0; i < kPackets; ++i, arrival += period)
      delay = unit.lookup(arrival, 7, 1, server) - arrival;
    return delay;
  };
  QCOMPARE(delayOfLast(interval), Picoseconds{interval});
  QCOMPARE(delayOfLast(interval + 1), Picoseconds{interval});
  QCOMPARE(delayOfLast(interval - 1), Picoseconds{interval + (kPackets - 1)});
}

/// One CAM of 25 ns serves 40 million packets a second, whoever asks.
void LookupUnitTest::camSaturates() {
  LookupUnit a(camLookup(25'000), 1, 0), b(camLookup(25'000), 1, 1);
  CamServer cam;
  constexpr Picoseconds kMillisecond = 1'000'000'000;
  int answered = 0;
  for (Picoseconds at = 0; at < kMillisecond; at += 10'000)
    answered += ((at / 10'000) % 2 ? a : b).lookup(at, 3, 1, cam) <= kMillisecond;
  QCOMPARE(answered, 40'000);
  QCOMPARE(cam.lookups, std::uint64_t{100'000});
  // The n-th asks at 10 n and is served at 25 n: waits 15 n nanoseconds.
  QCOMPARE(cam.waited, Picoseconds{15'000} * (Picoseconds{100'000} * 99'999 / 2));
}

void LookupUnitTest::aPipelinedCamAnswersInTurn() {
  LookupSettings settings = camLookup(24'000);
  settings.camInterval = 4'000;
  LookupUnit unit(settings, 1, 0);
  CamServer cam;
  for (Picoseconds i = 0; i < 6; ++i)
    QCOMPARE(unit.lookup(0, 3, 1, cam), Picoseconds{24'000} + 4'000 * i);
}

/// Six banks of 24 ns serve six at once, and 250 million a second, whoever asks.
void LookupUnitTest::banksWorkSideBySide() {
  LookupUnit unit(camLookup(24'000), 1, 0);
  CamServer cam;
  cam.banks = 6;
  for (int i = 0; i < 6; ++i) QCOMPARE(unit.lookup(0, 3, 1, cam), Picoseconds{24'000});
  for (int i = 0; i < 6; ++i) QCOMPARE(unit.lookup(0, 3, 1, cam), Picoseconds{48'000});
  QCOMPARE(cam.waited, Picoseconds{6 * 24'000});
  CamServer busy;
  busy.banks = 6;
  Picoseconds done = 0;
  for (int i = 0; i < 6000; ++i) done = unit.lookup(4'000 * i, 3, 1, busy);
  QCOMPARE(done, Picoseconds{5'999 * 4'000 + 24'000});
}

/// The row of destination 3 is the fourth that is read; the next packet waits for all of them.
void LookupUnitTest::aLinearTableReadsRowByRow() {
  LookupSettings settings;
  settings.kind = LookupKind::dram;
  LookupUnit unit(settings, 1, 0);
  CamServer table;
  QCOMPARE(unit.lookup(0, 3, 1, table), Picoseconds{4 * 50'000});
  QCOMPARE(unit.lookup(10'000, 0, 1, table), Picoseconds{5 * 50'000});
  QCOMPARE(table.rows, std::uint64_t{5});
  QCOMPARE(table.lookups, std::uint64_t{2});
  QCOMPARE(table.waited, Picoseconds{190'000});
}

/// Hirasawa 2022, table 5.1: 0.4 ns, 4 ns more, 25 ns more.
void LookupUnitTest::theSharedCacheComesBeforeTheCam() {
  LookupSettings settings = cacheLookup();
  settings.cache.latency = settings.cache.interval = 400;
  settings.cache.entries = settings.cache.ways = 1;
  settings.shared.entries = 64;
  LookupUnit first(settings, 1, 0), second(settings, 1, 1);
  SharedCache shared(settings, 1, 2, 100);
  CamServer cam;
  const auto ask = [&](LookupUnit& unit, Picoseconds at, std::uint32_t key) {
    return unit.lookup(at, key, key, PortQuery(kPort), cam, &shared) - at;
  };
  QCOMPARE(ask(first, 0, 5), Picoseconds{400 + 4'000 + 25'000});
  QCOMPARE(ask(first, 100'000, 5), Picoseconds{400});
  QCOMPARE(ask(second, 200'000, 5), Picoseconds{400 + 4'000});
  QCOMPARE(ask(first, 300'000, 6), Picoseconds{400 + 4'000 + 25'000});
  QCOMPARE(ask(first, 400'000, 5), Picoseconds{400 + 4'000});
  // One access at a time: the second port's waits for that of the first.
  first.lookup(500'000, 6, 6, PortQuery(kPort), cam, &shared);
  QCOMPARE(ask(second, 500'000, 6), Picoseconds{400 + 4'000 + 4'000});
  QCOMPARE(cam.lookups, std::uint64_t{2});
  QCOMPARE(shared.cache().counts().hits, std::uint64_t{4});
  QCOMPARE(shared.cache().counts().compulsory, std::uint64_t{2});
  shared.flush();
  QCOMPARE(ask(second, 600'000, 5), Picoseconds{400 + 4'000 + 25'000});
}

void LookupUnitTest::keysOnTheirWayToTheSharedCacheMerge() {
  LookupSettings settings = cacheLookup();
  settings.shared.entries = 64;
  LookupUnit first(settings, 1, 0), second(settings, 1, 1);
  SharedCache shared(settings, 1, 2, 0);
  CamServer cam;
  QCOMPARE(first.lookup(0, 5, 5, PortQuery(kPort), cam, &shared),
           Picoseconds{1'000 + 4'000 + 25'000});
  QCOMPARE(second.lookup(10'000, 5, 5, PortQuery(kPort), cam, &shared), Picoseconds{30'000});
  QCOMPARE(cam.lookups, std::uint64_t{1});
  QCOMPARE(shared.cache().counts().mshrMerges, std::uint64_t{1});
}

void LookupUnitTest::mergesWithTheMissOfTheSameKey() {
  LookupUnit unit(cacheLookup(), 1, 0, 100);
  CamServer cam;
  QCOMPARE(unit.lookup(0, 5, 1, cam), Picoseconds{26'000});
  QCOMPARE(unit.lookup(2'000, 5, 1, cam), Picoseconds{26'000});
  QCOMPARE(unit.lookup(24'999, 5, 1, cam), Picoseconds{26'000});
  QCOMPARE(unit.lookup(25'999, 5, 1, cam), Picoseconds{26'999});
  QCOMPARE(unit.lookup(40'000, 5, 1, cam), Picoseconds{41'000});
  QCOMPARE(cam.lookups, std::uint64_t{1});
  const LookupCounts& counts = unit.cache()->counts();
  QCOMPARE(counts.lookups, std::uint64_t{5});
  QCOMPARE(counts.compulsory, std::uint64_t{1});
  QCOMPARE(counts.mshrMerges, std::uint64_t{2});
  QCOMPARE(counts.hits, std::uint64_t{2});

  // What is there at the very moment of the access is a hit, also while others are on their way.
  LookupUnit busy(cacheLookup(), 1, 0);
  CamServer other;
  busy.lookup(0, 5, 1, other);
  busy.lookup(1'000, 6, 1, other);
  QCOMPARE(busy.lookup(25'000, 5, 1, other), Picoseconds{26'000});
  QCOMPARE(busy.cache()->counts().hits, std::uint64_t{1});
  QCOMPARE(busy.lookup(26'000, 6, 1, other), Picoseconds{51'000});
  QCOMPARE(busy.cache()->counts().mshrMerges, std::uint64_t{1});
}

void LookupUnitTest::missesBeyondTheRegistersWait() {
  LookupSettings settings = cacheLookup();
  settings.camInterval = 1'000;
  settings.cache.mshr = 2;
  LookupUnit unit(settings, 1, 0);
  CamServer cam;
  QCOMPARE(unit.lookup(0, 1, 1, cam), Picoseconds{26'000});
  QCOMPARE(unit.lookup(0, 2, 1, cam), Picoseconds{27'000});
  // Asks when the first register is free again, at 26 ns, and the fourth at 27 ns.
  QCOMPARE(unit.lookup(0, 3, 1, cam), Picoseconds{51'000});
  QCOMPARE(unit.lookup(0, 4, 1, cam), Picoseconds{52'000});
}

/// Equation 4.7: with a 1 ns cache and a 25 ns CAM, 1 Gpps up to 4 % misses, 400 Mpps at 10 %.
void LookupUnitTest::fourPercentMissesAreTheKnee() {
  const auto packetsPerMicrosecond = [](int hitsPerMiss) {
    LookupSettings settings = cacheLookup();
    settings.cache.entries = 1;
    settings.cache.ways = 1;
    LookupUnit unit(settings, 1, 0);
    CamServer cam;
    constexpr int kRounds = 2'000;
    Picoseconds end = 0, now = 0;
    for (int round = 0; round < kRounds; ++round)
      for (int i = 0; i <= hitsPerMiss; ++i) {
        // Heads are handed over when the one before is known, as from one blocked queue of hits.
        const Picoseconds done = unit.lookup(now, static_cast<std::uint32_t>(round), 1, cam);
        now += 1'000;
        end = std::max(end, done);
      }
    return kRounds * (hitsPerMiss + 1) * 1e6 / static_cast<double>(end);
  };
  QVERIFY(std::abs(packetsPerMicrosecond(24) / 1000 - 1) < 0.01);  // 4 %
  QVERIFY(std::abs(packetsPerMicrosecond(9) / 400 - 1) < 0.01);    // 10 %
  QVERIFY(std::abs(packetsPerMicrosecond(0) / 40 - 1) < 0.01);     // 100 %
}

void LookupUnitTest::switchedOffAsksTheCam() {
  LookupUnit unit(cacheLookup(), 1, 0);
  CamServer cam;
  unit.lookup(0, 5, 1, cam);
  unit.setEnabled(false);
  QVERIFY(!unit.enabled());
  QCOMPARE(unit.lookup(100'000, 5, 1, cam), Picoseconds{125'000});
  unit.setEnabled(true);
  QCOMPARE(unit.lookup(200'000, 5, 1, cam), Picoseconds{201'000});
  QCOMPARE(unit.cache()->counts().lookups, std::uint64_t{2});
}

void LookupUnitTest::flushStopsMerging() {
  LookupUnit unit(cacheLookup(), 1, 0, 10);
  CamServer cam;
  unit.lookup(0, 5, 1, cam);
  unit.flush();
  QCOMPARE(unit.lookup(2'000, 5, 1, cam), Picoseconds{51'000});
  QCOMPARE(unit.cache()->counts().compulsory, std::uint64_t{2});
}

}  // namespace hopscope

using hopscope::LookupUnitTest;
HOPSCOPE_TEST(LookupUnitTest)
#include "lookup_unit_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include <QObject>
#include <QTest>
#include <cmath>

#include "engine/simulation/simulation.h"
#include "tests/support/setups.h"
#include "tests/support/test_main.h"
#include "tests/support/wormhole.h"

namespace hopscope {
namespace {

Results resultsOf(const Setup& s) {
  Simulation simulation(s);
  simulation.advance(1'000'000);
  return simulation.results();
}

Setup setupFor(bool wormhole, const char* kind, const Values& parameters) {
  return wormhole ? test::wormholeSetup(kind, parameters) : test::makeSetup(kind, parameters);
}

}  // namespace

/// Lookup technologies in a running network, of both kinds of switches.
class LookupRunTest : public QObject {
  Q_OBJECT

 private slots:
  void warmCachesOnlyHit_data() { models(); }
  void warmCachesOnlyHit();
  void aLinearTableCostsItsRows_data() { models(); }
  void aLinearTableCostsItsRows();
  void theSharedCacheAnswersWhatPortsForget_data() { models(); }
  void theSharedCacheAnswersWhatPortsForget();
  void lanesMultiplyTheRate();

 private:
  static void models() {
    QTest::addColumn<bool>("wormhole");
    QTest::newRow("virtual cut-through") << false;
    QTest::newRow("wormhole") << true;
  }
};

void LookupRunTest::warmCachesOnlyHit() {
  QFETCH(bool, wormhole);
  for (const char* kind : {"torus", "dragonfly"}) {
    Setup s = setupFor(wormhole, kind, {});
    s.load = 0.1;
    s.run = {0, 4000, 50'000, 500, 1};
    s.lookups.front().kind = LookupKind::cache;
    const Results cold = resultsOf(s);
    QVERIFY(cold.cache.compulsory > 100);
    s.lookups.front().warmUp = true;
    const Results warm = resultsOf(s);
    QVERIFY(warm.cache.lookups > 1000);
    QCOMPARE(warm.cache.hits, warm.cache.lookups);
    QCOMPARE(warm.cache.camLookups, std::uint64_t{0});
    QVERIFY(warm.latency.mean < cold.latency.mean);
  }
}

/// From terminal 0 to terminal 3 of a row of four, through four routers: four rows in each.
void LookupRunTest::aLinearTableCostsItsRows() {
  QFETCH(bool, wormhole);
  Setup plain = setupFor(wormhole, "mesh", {{"dimensions", std::vector<std::int64_t>{4}}});
  plain.traffic = test::onePair(0, 3);
  plain.load = 0.002;
  plain.run = {0, 20'000, 60'000, 500, 1};
  Setup dram = plain;
  dram.lookups.front().kind = LookupKind::dram;
  dram.lookups.front().dramRead = 50'000;
  QCOMPARE(resultsOf(dram).latency.minimum, resultsOf(plain).latency.minimum + 4 * (4 * 50));
}

void LookupRunTest::theSharedCacheAnswersWhatPortsForget() {
  QFETCH(bool, wormhole);
  Setup s = setupFor(wormhole, "torus", {});
  s.load = 0.1;
  s.run = {1000, 4000, 50'000, 500, 1};
  LookupSettings& lookup = s.lookups.front();
  lookup.kind = LookupKind::cache;
  lookup.warmUp = true;
  lookup.cache.entries = 8;
  const Results alone = resultsOf(s);
  QCOMPARE(alone.cache.sharedHits, std::uint64_t{0});
  lookup.shared.entries = 1024;
  const Results shared = resultsOf(s);
  const std::uint64_t misses = shared.cache.lookups - shared.cache.hits - shared.cache.mshrMerges;
  QVERIFY(misses > 1000);
  // What is under way when measuring begins or ends is counted on one side only.
  QVERIFY(std::abs(static_cast<double>(shared.cache.sharedHits) - static_cast<double>(misses)) <
          0.02 * static_cast<double>(misses));
  QCOMPARE(shared.cache.camLookups, std::uint64_t{0});
  QVERIFY(shared.latency.mean < alone.latency.mean);
}

/// A cache of 2 ns lets every second packet of a flit through at 1 GHz; two wavelengths, all.
void LookupRunTest::lanesMultiplyTheRate() {
  Setup s = test::makeSetup("crossbar", {{"terminals", std::int64_t{2}}});
  s.traffic = test::onePair(0, 1);
  s.packetFlits = 1;
  s.load = 1;
  s.run = {20'000, 20'000, 60'000, 1000, 1};
  s.lookups.front().kind = LookupKind::cache;
  s.lookups.front().cache.latency = s.lookups.front().cache.interval = 2000;
  QVERIFY(std::abs(2 * resultsOf(s).acceptedLoad - 0.5) < 0.005);
  s.lookups.front().cache.lanes = 2;
  QVERIFY(std::abs(2 * resultsOf(s).acceptedLoad - 1.0) < 0.01);
}

HOPSCOPE_TEST(LookupRunTest)

}  // namespace hopscope

#include "lookup_run_test.moc"

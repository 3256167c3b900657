// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/study/cache_study.h"

#include <QTest>

#include "tests/support/test_main.h"

namespace hopscope {

namespace {

/// Caches of 16 entries in a torus of 64 terminals: they miss for every reason. A CAM that answers
/// at once leaves nothing under way that a lookup could wait for.
Design torus() {
  Design design;
  design.settings = {{"topology.kind", std::string("torus")},
                     {"topology.dimensions", std::vector<std::int64_t>{4, 4, 4}},
                     {"forwarding.lookup", std::string("cache")},
                     {"forwarding.cache.entries", std::int64_t{16}},
                     {"forwarding.cache.ways", std::int64_t{2}},
                     {"forwarding.cam.latency", std::int64_t{0}},
                     {"forwarding.cam.interval", std::int64_t{0}},
                     {"traffic.load", 0.2},
                     {"run.warmup", std::int64_t{1500}},
                     {"run.measure", std::int64_t{2500}}};
  return design;
}

const CacheOutcome& cellAt(const CacheStudy& study, std::uint32_t entries, std::uint32_t ways) {
  for (std::size_t e = 0; e < study.map.entries.size(); ++e)
    for (std::size_t w = 0; w < study.map.ways.size(); ++w)
      if (study.map.entries[e] == entries && study.map.ways[w] == ways)
        return *study.map.cells[e][w];
  throw std::out_of_range("no such cell");
}

}  // namespace

class CacheStudyTest : public QObject {
  Q_OBJECT

 private slots:
  void ownCellIsTheRunItself_data();
  void ownCellIsTheRunItself();
  void anotherCacheSeesTheSame();
  void warmCachesAreCountedAsWarm();
  void cachesThatChangeInTheRun();
  void cachesThatChangeBehindADrain();
  void routersWithoutATableAreNotEmptied();
  void refusals();
  void stops();
};

void CacheStudyTest::ownCellIsTheRunItself_data() {
  QTest::addColumn<RouterId>("router");
  QTest::addColumn<PortIndex>("port");
  QTest::addColumn<std::size_t>("caches");
  QTest::newRow("a port") << RouterId{5} << PortIndex{1} << std::size_t{1};
  QTest::newRow("a router") << RouterId{5} << kNoPort << std::size_t{7};
  QTest::newRow("all") << kNone << kNoPort << std::size_t{7 * 64};
}

/// At the design's own geometry the map has the hits that the run counts.
void CacheStudyTest::ownCellIsTheRunItself() {
  QFETCH(RouterId, router);
  QFETCH(PortIndex, port);
  QFETCH(std::size_t, caches);
  CacheStudyRequest request;
  request.design = torus();
  request.router = router;
  request.port = port;
  double share = 0;
  const CacheStudy study = studyCaches(request, {}, [&](double done) {
    QVERIFY(done >= share && done <= 1);
    share = done;
  });
  QVERIFY(study.issues.empty() && study.cached && !study.full && !study.stopped);
  QCOMPARE(share, 1.0);
  QCOMPARE(study.from, Cycle{1500});
  QCOMPARE(study.until, Cycle{4000});
  QCOMPARE(study.map.caches, caches);
  const CacheOutcome& own = cellAt(study, 16, 2);
  QCOMPARE(own.lookups(), study.ownLookups);
  QCOMPARE(own.hits, study.ownHits);
  QVERIFY(own.capacity > 0 && own.conflict > 0);
  QVERIFY(cellAt(study, 64, 4).hitRate() > own.hitRate());
  QVERIFY(csvOf(study.map).starts_with("entries,ways,sets,lookups,hits,hit_rate,compulsory"));
}

/// The run does not depend on its caches' size where a miss costs nothing, so what the map says of
/// another geometry is what a run with that geometry counts.
void CacheStudyTest::anotherCacheSeesTheSame() {
  CacheStudyRequest request;
  request.design = torus();
  request.design.settings["forwarding.cache.latency"] = std::int64_t{0};
  request.design.settings["forwarding.cache.interval"] = std::int64_t{0};
  const CacheStudy small = studyCaches(request, {}, {});
  request.design.settings["forwarding.cache.entries"] = std::int64_t{32};
  request.design.settings["forwarding.cache.ways"] = std::int64_t{4};
  const CacheStudy large = studyCaches(request, {}, {});
  QCOMPARE(cellAt(small, 32, 4).lookups(), large.ownLookups);
  QCOMPARE(cellAt(small, 32, 4).hits, large.ownHits);
  QVERIFY(small.ownHits < large.ownHits);
}

/// What the all-to-all exchange before the run left in the caches is there in the map, too.
void CacheStudyTest::warmCachesAreCountedAsWarm() {
  CacheStudyRequest request;
  request.design = torus();
  request.design.settings["forwarding.cache.entries"] = std::int64_t{64};
  request.from = 0;
  request.cycles = 300;
  const CacheStudy cold = studyCaches(request, {}, {});
  request.design.settings["forwarding.warmup"] = std::string("alltoall");
  const CacheStudy warm = studyCaches(request, {}, {});
  QCOMPARE(warm.until, Cycle{300});
  QVERIFY(cellAt(cold, 64, 2).compulsory > 100);
  QCOMPARE(cellAt(warm, 64, 2).compulsory, std::uint64_t{0});
  QCOMPARE(cellAt(warm, 64, 2).hits, warm.ownHits);
}

/// The map's caches are emptied where a phase makes the run's anew, and hits of before count on.
void CacheStudyTest::cachesThatChangeInTheRun() {
  CacheStudyRequest request;
  request.design = torus();
  request.router = 5;
  request.port = 1;
  const CacheStudy same = studyCaches(request, {}, {});
  QVERIFY(!same.changed);
  Phase phase;
  phase.at = std::int64_t{3800};
  phase.set["forwarding.cache.ways"] = std::int64_t{4};
  request.design.phases.push_back(phase);
  const CacheStudy study = studyCaches(request, {}, {});
  QVERIFY(study.issues.empty() && study.changed);
  QCOMPARE(study.ownLookups, cellAt(study, 16, 2).lookups());
  QVERIFY(study.ownHits < study.ownLookups);
  QVERIFY(cellAt(study, 32, 2).hits < cellAt(same, 32, 2).hits);
}

/// A change of the caches that waits until the network is empty is none until then.
void CacheStudyTest::cachesThatChangeBehindADrain() {
  CacheStudyRequest request;
  request.design = torus();
  request.design.settings["traffic.load"] = 0.6;
  request.design.settings["routing.algorithm"] = std::string("minimal_adaptive");
  Phase phase;
  phase.at = std::int64_t{1000};
  phase.set["routing.algorithm"] = std::string("dimension_order");
  request.design.phases.push_back(phase);
  phase = {};
  phase.at = std::int64_t{1010};
  phase.set["forwarding.cache.ways"] = std::int64_t{4};
  request.design.phases.push_back(phase);
  request.from = 900;
  request.cycles = 115;
  const CacheStudy study = studyCaches(request, {}, {});
  QVERIFY(study.issues.empty());
  QCOMPARE(study.until, Cycle{1015});
  QVERIFY(!study.changed);
  request.cycles = 1500;
  QVERIFY(studyCaches(request, {}, {}).changed);
}

/// Where one router has no table the others are as warm as before.
void CacheStudyTest::routersWithoutATableAreNotEmptied() {
  CacheStudyRequest request;
  request.design = torus();
  request.design.settings["forwarding.cache.entries"] = std::int64_t{64};
  request.design.settings["forwarding.warmup"] = std::string("alltoall");
  Override without;
  without.routers = {0};
  without.values["forwarding.lookup"] = std::string("algorithm");
  request.design.overrides.push_back(without);
  request.from = 0;
  request.cycles = 300;
  const CacheStudy study = studyCaches(request, {}, {});
  QVERIFY(study.issues.empty());
  QCOMPARE(cellAt(study, 64, 2).compulsory, std::uint64_t{0});
  QCOMPARE(cellAt(study, 64, 2).hits, study.ownHits);
}

void CacheStudyTest::refusals() {
  CacheStudyRequest request;
  request.design = torus();
  request.router = 3;
  request.port = 9;
  QCOMPARE(studyCaches(request, {}, {}).issues.front().path, std::string("port"));
  request.port = kNoPort;
  request.from = 1'000'000'000;
  QCOMPARE(studyCaches(request, {}, {}).issues.front().path, std::string("from"));
  request.from = 10'000;  // within what is allowed, but the run ends before
  QCOMPARE(studyCaches(request, {}, {}).issues.front().path, std::string("from"));
  request.from.reset();
  request.design.settings["forwarding.lookup"] = std::string("algorithm");
  for (const char* path : {"forwarding.cache.entries", "forwarding.cache.ways",
                           "forwarding.cam.latency", "forwarding.cam.interval"})
    request.design.settings.erase(path);
  QCOMPARE(studyCaches(request, {}, {}).issues.front().path, std::string("forwarding.lookup"));
  request.design.settings["topology.kind"] = std::string("nothing");
  QVERIFY(hasErrors(studyCaches(request, {}, {}).issues));
}

void CacheStudyTest::stops() {
  std::stop_source source;
  CacheStudyRequest request;
  request.design = torus();
  const CacheStudy study =
      studyCaches(request, source.get_token(), [&](double) { source.request_stop(); });
  QVERIFY(study.stopped);
  QVERIFY(study.map.cells.empty());
}

}  // namespace hopscope

using hopscope::CacheStudyTest;
HOPSCOPE_TEST(CacheStudyTest)
#include "cache_study_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <map>
#include <memory>
#include <set>
#include <utility>

#include "engine/core/piece_list.h"
#include "engine/design/application_text.h"
#include "engine/design/compile.h"
#include "engine/simulation/simulation.h"
#include "engine/workload/rank_rows.h"
#include "tests/support/test_main.h"

namespace hopscope {

namespace {

Setup ringSetup(const char* application) {
  Design design;
  design.settings["topology.kind"] = std::string("torus");
  design.settings["traffic.load"] = 0.0;
  if (hasErrors(addApplication(design, application))) qFatal("no application");
  Compiled compiled = compile(design);
  if (!compiled.setup) qFatal("does not compile");
  compiled.setup->execution.timelineItems = 100'000;
  return std::move(*compiled.setup);
}

}  // namespace

/// What ranks did, as it is gathered while a run goes on.
class RankRowsTest : public QObject {
  Q_OBJECT

 private slots:
  /// A copy stays as it was, whatever is written afterwards.
  void piecesAreShared() {
    PieceList<int> list;
    for (int i = 0; i < 5'000; ++i) list.push_back(i);
    const PieceList<int> copy = list;
    for (int i = 5'000; i < 9'000; ++i) list.push_back(i);
    QCOMPARE(copy.size(), std::size_t{5'000});
    QCOMPARE(list.size(), std::size_t{9'000});
    for (int i = 0; i < 9'000; ++i) {
      QCOMPARE(list[static_cast<std::size_t>(i)], i);
      if (i < 5'000) QCOMPARE(copy[static_cast<std::size_t>(i)], i);
    }
  }

  /// Looked at again and again, and looked at once at the end: the same rows, and the same results
  /// as unwatched.
  void gatheredAsItGoes() {
    Simulation watched(ringSetup("npb_ft(ranks=16 class=S iterations=2)")),
        alone(ringSetup("npb_ft(ranks=16 class=S iterations=2)"));
    RankRows often, once;
    Snapshot snapshot;
    WatchList watch;
    watch.ranks = watch.results = true;
    for (Cycle step = 1; !watched.done(); step = 2 * step + 7) {
      watched.advance(step);
      watched.snapshot(snapshot, watch);
      often.take(snapshot.ranks);
    }
    while (!alone.done()) alone.advance(1'000'000);
    once.take(alone.ranks());
    QVERIFY(watched.results().applications == alone.results().applications);
    QCOMPARE(often.count(), 16U);
    for (std::uint32_t rank = 0; rank < 16; ++rank) {
      QCOMPARE(often.spans(rank), once.spans(rank));
      QVERIFY(often.spans(rank) > 10);
      for (std::size_t i = 0; i < often.spans(rank); ++i)
        QVERIFY(often.span(rank, i) == once.span(rank, i));
    }
  }

  /// Looked for from a stretch before it on, or from the first one: the same.
  void foundFromBefore() {
    Simulation simulation(ringSetup("npb_cg(ranks=16 class=S iterations=1)"));
    while (!simulation.done()) simulation.advance(1'000'000);
    RankRows rows;
    rows.take(simulation.ranks());
    const auto last = static_cast<Cycle>(simulation.results().applications[0].completion);
    for (Cycle cycle = 0; cycle < last + 100; cycle += 37) {
      const std::size_t found = rows.after(3, cycle);
      for (std::size_t hint = 0; hint <= found; hint += 1 + hint / 3)
        QCOMPARE(rows.afterFrom(3, cycle, hint), found);
      QCOMPARE(rows.afterFrom(3, cycle, found), found);
    }
  }

  /// Waiting and the rest add up to the times that the results say; stretches do not overlap.
  void rowsAreTheResults() {
    Simulation simulation(ringSetup("npb_cg(ranks=16 class=S iterations=1)"));
    while (!simulation.done()) simulation.advance(1'000'000);
    RankRows rows;
    rows.take(simulation.ranks());
    const std::vector<RankTimes> times = simulation.results().applications[0].perRank;
    for (std::uint32_t rank = 0; rank < rows.count(); ++rank) {
      Cycle waited = 0, end = 0;
      for (std::size_t i = 0; i < rows.spans(rank); ++i) {
        const RankSpan span = rows.span(rank, i);
        QVERIFY(span.from >= end && span.to >= span.from);
        end = span.to;
        if (span.phase == RankPhase::waiting) waited += span.to - span.from;
        const auto found = rows.at(rank, span.from);
        if (span.to > span.from) QVERIFY(found && *found == span);
      }
      QVERIFY(waited <= times[rank].communication + times[rank].waiting);
      QVERIFY(waited >= times[rank].waiting);
    }
  }

  /// All messages that were on their way in a stretch, found by looking at every one.
  void flightsInSight() {
    Simulation simulation(ringSetup("npb_cg(ranks=16 class=S iterations=1)"));
    while (!simulation.done()) simulation.advance(1'000'000);
    const auto seen = simulation.ranks();
    RankRows rows;
    rows.take(seen);
    const Timeline all = joined(seen->parts);
    QVERIFY(all.flights.size() > 1'000);
    const Cycle middle = seen->now / 2;
    for (const Cycle length : {Cycle{1}, Cycle{100}, Cycle{3'000}}) {
      std::size_t expected = 0, found = 0;
      for (const MessageFlight& each : all.flights)
        expected += each.posted < middle + length && each.arrived > middle ? 1 : 0;
      QVERIFY(
          rows.flights(middle, middle + length, 1'000'000, [&](const MessageFlight&) { ++found; }));
      QCOMPARE(found, expected);
      if (expected < 2) continue;
      found = 0;
      QVERIFY(!rows.flights(middle, middle + length, expected - 1,
                            [&](const MessageFlight&) { ++found; }));
      QCOMPARE(found, expected - 1);
    }
  }

  /// Another run begins anew, also where it has done more than the one before.
  void anotherRun() {
    RankRows rows;
    Simulation first(ringSetup("npb_cg(ranks=16 class=S iterations=1)"));
    first.advance(2'000);
    rows.take(first.ranks());
    Simulation second(ringSetup("npb_cg(ranks=4 class=S iterations=1)"));
    second.advance(200'000);
    rows.take(second.ranks());
    RankRows fresh;
    fresh.take(second.ranks());
    QCOMPARE(rows.count(), 4U);
    for (std::uint32_t rank = 0; rank < 4; ++rank) QCOMPARE(rows.spans(rank), fresh.spans(rank));
    rows.take(nullptr);
    QCOMPARE(rows.count(), 0U);
  }
};

HOPSCOPE_TEST(RankRowsTest)

}  // namespace hopscope

#include "rank_rows_test.moc"

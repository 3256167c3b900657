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

  /// What is kept in less room comes back, up to its bounds.
  void packedComesBack() {
    FlightList flights;
    SpanList spans;
    const Cycle most = (Cycle{1} << 40) - 1, longest = (Cycle{1} << 48) - 1;
    const MessageFlight flight{(1U << 24) - 1, 7, 0xffffffff, (most >> 1) + 1, most};
    const MessageFlight short_{3, 4, 5, most, most, true};
    const RankSpan span{(1U << 24) - 1, RankPhase::finished, 9, 9 + longest};
    const RankSpan late{0, RankPhase::sending, longest - 5, longest};
    for (int i = 0; i < 3'000; ++i) {
      flights.push_back(i % 2 == 0 ? flight : short_);
      spans.push_back(i % 2 == 0 ? span : late);
    }
    for (const std::size_t i : {0, 1, 2'998, 2'999}) {
      QCOMPARE(flights[i], i % 2 == 0 ? flight : short_);
      QCOMPARE(spans[i], i % 2 == 0 ? span : late);
    }
    spans.push_back({1, RankPhase::computing, 10, 10 + 4 * longest});
    QCOMPARE(spans[3'000].to, 10 + longest);
  }

  /// Bit by bit the same rows; nothing is said of the end before all has been looked at.
  void lookedAtBitByBit() {
    Simulation simulation(ringSetup("npb_ft(ranks=16 class=S iterations=2)"));
    while (!simulation.done()) simulation.advance(1'000'000);
    RankRows whole, rows;
    QVERIFY(whole.take(simulation.ranks()));
    int looks = 1;
    for (bool all = rows.take(simulation.ranks(), 100); !all; all = rows.takeMore(100)) {
      QVERIFY(!rows.complete());
      ++looks;
    }
    QVERIFY(looks > 3 && rows.complete());
    for (std::uint32_t rank = 0; rank < whole.count(); ++rank) {
      QCOMPARE(rows.spans(rank), whole.spans(rank));
      for (std::size_t i = 0; i < whole.spans(rank); ++i)
        QCOMPARE(rows.span(rank, i), whole.span(rank, i));
    }
  }

  /// A message that takes as long as the run has all that arrive later looked at, but piece by
  /// piece; and none is lost.
  void longMessagesHideNoOthers() {
    auto seen = std::make_shared<RankObservation>();
    seen->now = 1'000'000;
    seen->plan = std::make_shared<ApplicationPlan>();
    seen->ranks.resize(2);
    seen->partOf = {0, 0};
    TimelinePart& part = seen->parts.emplace_back();
    part.most = 100'000;
    for (Cycle i = 0; i < 90'000; ++i) part.add(MessageFlight{0, 1, 8, 10 * i, 10 * i + 5});
    part.add(MessageFlight{1, 0, 8, 3, 950'000});
    RankRows rows;
    rows.take(seen);
    for (const Cycle from : {Cycle{0}, Cycle{40}, Cycle{100'000}, Cycle{899'900}}) {
      std::size_t found = 0;
      QVERIFY(rows.flights(from, from + 100, 1'000, [&](const MessageFlight& each) {
        found += each.arrived > from && each.posted < from + 100 ? 1 : 0;
      }));
      QCOMPARE(found, std::size_t{10 + 1});
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

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/switching/output_unit.h"

#include <QTest>
#include <algorithm>
#include <utility>
#include <vector>

#include "engine/core/rng.h"
#include "tests/support/setups.h"
#include "tests/support/test_main.h"

namespace hopscope {

class OutputUnitTest : public QObject {
  Q_OBJECT

 private slots:
  void equalsAListOfDepartures_data();
  void equalsAListOfDepartures();
  void longSilencesDoNotLookLikeTheFuture();
};

namespace {

FabricPlan planOf(const Setup& s, std::vector<std::uint32_t> lengths = {4}) {
  return {s.topology,         s.linkLatency,       s.virtualChannels,
          test::vct(s).kinds, test::vct(s).kindOf, std::move(lengths)};
}

/// A packet that was put into the queue.
struct Departed {
  Cycle at;
  std::uint32_t flits;
};

/// Fabric::refresh is due so often.
constexpr Cycle kRefresh = Cycle{1} << 30;

/// The first output that leads to another router.
PortId anOutput(const Fabric& fabric) {
  PortId id = 0;
  while (fabric.outputs[id].downstream == kNone) ++id;
  return id;
}

}  // namespace

void OutputUnitTest::equalsAListOfDepartures_data() {
  QTest::addColumn<int>("latency");
  QTest::addColumn<std::uint32_t>("room");
  QTest::addColumn<std::vector<std::uint32_t>>("lengths");
  using Lengths = std::vector<std::uint32_t>;
  QTest::newRow("few slots") << 90 << 20u << Lengths{10};
  QTest::newRow("one slot") << 20 << 4u << Lengths{4};
  QTest::newRow("many slots") << 90 << 305u << Lengths{10};
  QTest::newRow("short switch") << 1 << 24u << Lengths{3};
  QTest::newRow("one flit") << 40 << 12u << Lengths{1};
  QTest::newRow("two lengths") << 40 << 30u << Lengths{1, 9};
  QTest::newRow("room for the longest alone") << 90 << 17u << Lengths{2, 5, 17};
  QTest::newRow("many lengths, short switch") << 1 << 50u << Lengths{1, 2, 3, 5, 8, 13};
}

/// Packets granted at random as soon as there is room, across the point where stamps go round;
/// what the queue knows is compared with a list of all departures.
void OutputUnitTest::equalsAListOfDepartures() {
  QFETCH(int, latency);
  QFETCH(std::uint32_t, room);
  QFETCH(std::vector<std::uint32_t>, lengths);
  Setup setup = test::makeSetup("mesh", {{"dimensions", std::vector<std::int64_t>{2, 2}}});
  test::vct(setup).kinds.front().latency = latency;
  test::vct(setup).kinds.front().outputBuffer = room;
  Fabric fabric(planOf(setup, lengths));
  const PortId output = anOutput(fabric);
  OutputUnit unit(fabric);
  const SwitchTimes& times = fabric.times.front();
  OutputPort& out = fabric.outputs[output];

  Rng rng(7, 0, RandomPurpose::pattern);
  std::vector<Departed> departures;
  const auto heldAt = [&departures](Cycle now) {
    std::uint32_t flits = 0;
    for (const Departed& each : departures)
      if (each.at >= now) flits += each.flits;
    return flits;
  };
  const Cycle from = (Cycle{1} << 32) - 20'000;
  for (Cycle now = kRefresh; now < from; now += kRefresh)
    fabric.refresh(output, output + 1, stampOf(now));
  int grants = 0, full = 0;
  for (Cycle now = from; now < from + 40'000; ++now) {
    const CycleStamp stamp = stampOf(now);
    if (now % kRefresh == 0) fabric.refresh(output, output + 1, stamp);
    QCOMPARE(queuedFlits(fabric, output, stamp), heldAt(now));
    const std::uint32_t flits = lengths[rng.below(static_cast<std::uint32_t>(lengths.size()))];
    Cycle free = now;
    while (heldAt(free) + fabric.longest > room) ++free;
    QCOMPARE(Cycle{unit.wait(stamp, output, times)}, free - now);
    full += free > now;
    // Bursts and pauses by turns.
    if (free > now || rng.below(100) >= (now / 500 % 2 == 0 ? 60u : 3u)) continue;
    const Cycle linkFree =
        departures.empty() ? 0 : departures.back().at + Cycle{departures.back().flits};
    departures.push_back({std::max(now + latency, linkFree), flits});
    if (departures.size() > 400) departures.erase(departures.begin());
    out.sent += flits;
    const CycleStamp departure = lengths.size() == 1
                                     ? unit.depart<true>(stamp, output, times, 0, flits)
                                     : unit.depart<false>(stamp, output, times, 0, flits);
    QCOMPARE(departure, stampOf(departures.back().at));
    ++grants;
  }
  QVERIFY(grants > 300);
  QVERIFY(full > 100);
}

/// A port that was used once and then left alone for 2^33 cycles.
void OutputUnitTest::longSilencesDoNotLookLikeTheFuture() {
  const Setup setup = test::makeSetup("mesh", {{"dimensions", std::vector<std::int64_t>{2, 2}}});
  Fabric fabric(planOf(setup));
  const PortId output = anOutput(fabric);
  OutputUnit unit(fabric);
  OutputPort& out = fabric.outputs[output];
  out.sent = 4;
  out.busyUntil = 14;
  fabric.inputs[output].busyUntil = fabric.inputs[output].wakeAt = 14;
  unit.depart<true>(10, output, fabric.times.front(), 0, 4);
  for (Cycle now = kRefresh; now <= 8 * kRefresh; now += kRefresh) {
    const CycleStamp before = stampOf(now - 1);
    QCOMPARE(unit.wait(before, output, fabric.times.front()), 0);
    QCOMPARE(queuedFlits(fabric, output, before), 0u);
    QVERIFY(ahead(fabric.inputs[output].busyUntil, before) < 0);
    QVERIFY(ahead(fabric.inputs[output].wakeAt, before) < 0);
    fabric.refresh(0, static_cast<PortId>(fabric.inputs.size()), stampOf(now));
  }
}

HOPSCOPE_TEST(OutputUnitTest)

}  // namespace hopscope

#include "output_unit_test.moc"

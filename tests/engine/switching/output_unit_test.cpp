// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/switching/output_unit.h"

#include <QTest>
#include <algorithm>
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

FabricPlan planOf(const Setup& s) {
  return {s.topology, s.linkLatency, s.virtualChannels, s.switches, s.switchOf, s.packetFlits};
}

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
  QTest::addColumn<int>("places");
  QTest::addColumn<int>("flits");
  QTest::newRow("few slots") << 90 << 2 << 10;
  QTest::newRow("one slot") << 20 << 1 << 4;
  QTest::newRow("many slots") << 90 << 30 << 10;
  QTest::newRow("short switch") << 1 << 8 << 3;
  QTest::newRow("one flit") << 40 << 12 << 1;
}

/// Packets granted at random as soon as there is room, across the point where stamps go round;
/// what the queue knows is compared with a list of all departures.
void OutputUnitTest::equalsAListOfDepartures() {
  QFETCH(int, latency);
  QFETCH(int, places);
  QFETCH(int, flits);
  Setup setup = test::makeSetup("mesh", {{"dimensions", std::vector<std::int64_t>{2, 2}}});
  setup.packetFlits = static_cast<std::uint32_t>(flits);
  setup.switches.front().latency = latency;
  setup.switches.front().outputBuffer = static_cast<std::uint32_t>(places * flits);
  Fabric fabric(planOf(setup));
  const PortId output = anOutput(fabric);
  OutputUnit unit(fabric);
  const SwitchTimes& times = fabric.times.front();
  OutputPort& out = fabric.outputs[output];

  Rng rng(7, 0, RandomPurpose::pattern);
  std::vector<Cycle> departures;
  const Cycle from = (Cycle{1} << 32) - 20'000;
  for (Cycle now = kRefresh; now < from; now += kRefresh)
    fabric.refresh(output, output + 1, stampOf(now));
  int grants = 0, full = 0;
  for (Cycle now = from; now < from + 40'000; ++now) {
    const CycleStamp stamp = stampOf(now);
    if (now % kRefresh == 0) fabric.refresh(output, output + 1, stamp);
    const auto leftLater = std::count_if(departures.begin(), departures.end(),
                                         [now](Cycle departure) { return departure >= now; });
    QCOMPARE(queuedPackets(fabric, output, stamp), static_cast<std::uint32_t>(leftLater));
    Cycle room = now;
    if (leftLater == places) room = departures[departures.size() - places] + 1;
    QCOMPARE(Cycle{unit.wait(stamp, output, times)}, room - now);
    full += room > now;
    // Bursts and pauses by turns.
    if (room > now || rng.below(100) >= (now / 500 % 2 == 0 ? 60u : 3u)) continue;
    const Cycle last = departures.empty() ? 0 : departures.back();
    departures.push_back(std::max(now + latency, last + flits));
    ++out.sent;
    QCOMPARE(unit.depart(stamp, output, times, 0), stampOf(departures.back()));
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
  out.sent = 1;
  out.busyUntil = 14;
  fabric.inputs[output].busyUntil = fabric.inputs[output].wakeAt = 14;
  unit.depart(10, output, fabric.times.front(), 0);
  for (Cycle now = kRefresh; now <= 8 * kRefresh; now += kRefresh) {
    const CycleStamp before = stampOf(now - 1);
    QCOMPARE(unit.wait(before, output, fabric.times.front()), 0);
    QCOMPARE(queuedPackets(fabric, output, before), 0u);
    QVERIFY(ahead(fabric.inputs[output].busyUntil, before) < 0);
    QVERIFY(ahead(fabric.inputs[output].wakeAt, before) < 0);
    fabric.refresh(0, static_cast<PortId>(fabric.inputs.size()), stampOf(now));
  }
}

HOPSCOPE_TEST(OutputUnitTest)

}  // namespace hopscope

#include "output_unit_test.moc"

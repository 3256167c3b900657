// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/simulation/recording.h"

#include <QTest>
#include <algorithm>
#include <cmath>

#include "engine/simulation/simulation.h"
#include "tests/support/setups.h"
#include "tests/support/test_main.h"

using namespace hopscope;
using namespace hopscope::test;

namespace {

constexpr double kByte = 1.0 / 254;

Setup meshOf(std::size_t recordBytes) {
  Setup setup = makeSetup("mesh", {{"dimensions", std::vector<std::int64_t>{4, 4}}});
  setup.load = 0.4;
  setup.run.warmup = 300;
  setup.run.measure = 2'300;
  setup.run.maxCycles = 6'000;
  setup.run.window = 100;
  setup.execution.recordBytes = recordBytes;
  return setup;
}

Recording recordingOf(const Simulation& simulation) {
  return simulation.recorder()->read([](const Recording& recording) { return recording; });
}

/// Everything of one run, recorded.
struct Recorded {
  Results results;
  Recording recording;
  Cycle lastWindow = 0;

  explicit Recorded(std::size_t bytes, Cycle step = 97) {
    Simulation simulation(meshOf(bytes));
    while (!simulation.done()) simulation.advance(step);
    results = simulation.results();
    recording = recordingOf(simulation);
    lastWindow = results.windows.back().end;
  }
};

}  // namespace

class RecordingTest : public QObject {
  Q_OBJECT

 private slots:
  void everyWindowIsThere() {
    const Recorded run(1 << 20);
    const Recording& recording = run.recording;
    QCOMPARE(recording.spans.size(), run.results.windows.size());
    QCOMPARE(recording.bytes.size(), recording.spans.size() * recording.spanBytes());
    double busiest = 0;
    for (std::size_t i = 0; i < recording.spans.size(); ++i) {
      const WindowSample& window = run.results.windows[i];
      QCOMPARE(recording.spans[i].end, window.end);
      QCOMPARE(recording.spans[i].begin, window.end - window.length);
      QVERIFY(std::abs(static_cast<double>(recording.hottest(i)) - window.hottestChannel) <=
              kByte / 2 + 1e-6);
      busiest = std::max(busiest, window.hottestChannel);
    }
    QVERIFY(busiest > 0.5);  // there is something to see
  }

  void watchingChangesNothing() {
    Simulation bare(meshOf(0));
    while (!bare.done()) bare.advance(500);
    QVERIFY(bare.recorder() == nullptr);
    const Results expected = bare.results();
    const Recorded run(1 << 20);
    QCOMPARE(run.results.flitHops, expected.flitHops);
    QVERIFY(run.results.latency == expected.latency);
    QCOMPARE(run.results.channelUtilization, expected.channelUtilization);
    QVERIFY(Recorded(1 << 20, 1).recording == run.recording);
  }

  void aFullRecordingCoversTheWholeRunInLess() {
    const Recorded whole(1 << 20);
    const Recorded small(1);  // the fewest spans there are
    const Recording& recording = small.recording;
    QVERIFY(recording.spans.size() <= 16);
    QVERIFY(recording.spans.size() * 4 >= whole.recording.spans.size());
    Cycle at = 0;
    for (const RecordedSpan& span : recording.spans) {
      QCOMPARE(span.begin, at);
      QVERIFY(span.end > span.begin);
      at = span.end;
    }
    QCOMPARE(at, small.lastWindow);
    // The same flits, whoever recorded them.
    for (ChannelId channel = 0; channel < recording.channels; ++channel) {
      const auto flits = [channel](const Recording& of) {
        double sum = 0;
        for (std::size_t i = 0; i < of.spans.size(); ++i)
          sum += static_cast<double>(of.utilization(i, channel)) *
                 static_cast<double>(of.spans[i].end - of.spans[i].begin);
        return sum;
      };
      QVERIFY(std::abs(flits(recording) - flits(whole.recording)) <=
              2 * kByte * static_cast<double>(at));
    }
  }

  void hitRatesAreOfTheirWindow() {
    Recorder recorder(1, 2, 1 << 10, 10);
    std::vector<RouterLookups> lookups(2);
    recorder.add(100, {50}, lookups);
    lookups[1].caches = {200, 100};
    recorder.add(200, {150}, lookups);
    lookups[1].caches = {300, 200};
    recorder.add(300, {150}, lookups);
    recorder.read([](const Recording& recording) {
      QCOMPARE(recording.spans.size(), std::size_t{3});
      QVERIFY(std::isnan(recording.hitRate(0, 1)));
      QCOMPARE(recording.hitRate(1, 1), 0.5F);
      QCOMPARE(recording.hitRate(2, 1), 1.0F);
      QVERIFY(std::isnan(recording.hitRate(2, 0)));
      QCOMPARE(recording.utilization(1, ChannelId{0}), 1.0F);
      QCOMPARE(recording.utilization(2, ChannelId{0}), 0.0F);
    });
  }

  void halvingWeighsByLength() {
    Recording recording{1, 1, {{0, 100}, {100, 400}, {400, 500}}, {200, 255, 40, 10, 60, 255}};
    recording.halve();
    QVERIFY(recording.spans == (std::vector<RecordedSpan>{{0, 400}, {400, 500}}));
    QVERIFY(recording.bytes == (std::vector<std::uint8_t>{80, 10, 60, 255}));
    QVERIFY(recording.within(2).spans == (std::vector<RecordedSpan>{{0, 500}}));
    QVERIFY(recording.within(4) == recording);
  }

  void theNearestEnd() {
    const Recording recording{0, 0, {{0, 100}, {100, 200}, {200, 300}}, {}};
    QCOMPARE(recording.nearest(0), std::size_t{0});
    QCOMPARE(recording.nearest(149), std::size_t{0});
    QCOMPARE(recording.nearest(151), std::size_t{1});
    QCOMPARE(recording.nearest(200), std::size_t{1});
    QCOMPARE(recording.nearest(9'999), std::size_t{2});
  }
};

HOPSCOPE_TEST(RecordingTest)
#include "recording_test.moc"

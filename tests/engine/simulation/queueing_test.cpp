// SPDX-License-Identifier: GPL-3.0-or-later
// Where queueing theory has an exact answer for time in cycles, both models give it.
#include <QObject>
#include <QTest>
#include <cmath>
#include <string>

#include "engine/simulation/simulation.h"
#include "tests/support/setups.h"
#include "tests/support/test_main.h"
#include "tests/support/wormhole.h"

namespace hopscope {
namespace {

constexpr std::uint32_t kTerminals = 8;

/// All terminals but the first send to the first.
class AllToOne final : public TrafficPattern {
 public:
  TerminalId destination(TerminalId source, Rng&) const override { return source == 0 ? kNone : 0; }
  void destinations(TerminalId source, std::vector<DestinationShare>& out) const override {
    if (source != 0) out.push_back({0, 1});
  }
};

/// A switch with room for every queue that comes up.
Setup roomyCrossbar(SwitchModel model, std::uint32_t flits) {
  const Values size{{"terminals", std::int64_t{kTerminals}}};
  Setup s = model == SwitchModel::wormhole ? test::wormholeSetup("crossbar", size)
                                           : test::makeSetup("crossbar", size);
  s.switches.front().injectionBuffer = 100'000;
  s.packetFlits = flits;
  s.run.warmup = 10'000;
  s.run.measure = 600'000;
  s.run.maxCycles = 2'000'000;
  return s;
}

/// Mean wait beyond the latency of a packet that meets no other, in cycles.
double meanWait(const Setup& s) {
  const LatencySummary latency = test::finished(s).latency;
  return latency.mean - latency.minimum;
}

/// Mean wait at a server that takes `flits` cycles a packet, where in each cycle each of `sources`
/// generates a packet with probability `p`: the work found at the start of the cycle, and half of
/// the others of the same cycle (Bruneel & Kim, Discrete-Time Models for Communication Systems,
/// 1993; one source: Geo/D/1; many sources: M/D/1).
double expectedWait(std::uint32_t sources, double p, std::uint32_t flits) {
  const double mean = sources * p, rho = mean * flits;
  const double pairs = sources * (sources - 1.0) * p * p;  // E[A (A - 1)]
  const double square = flits * flits * (pairs + mean);    // of the work that comes in a cycle
  return (square - rho) / (2 * (1 - rho)) + flits * pairs / (2 * mean);
}

}  // namespace

class QueueingTest : public QObject {
  Q_OBJECT

 private slots:
  void sources_data() {
    QTest::addColumn<int>("model");
    QTest::addColumn<int>("flits");
    QTest::addColumn<double>("load");
    for (const auto& [name, model] :
         {std::pair{"vct", SwitchModel::vct}, std::pair{"wormhole", SwitchModel::wormhole}})
      for (const int flits : {4, 10})
        for (const double load : {0.3, 0.6, 0.8})
          QTest::addRow("%s, %d flits, %.1f", name, flits, load)
              << static_cast<int>(model) << flits << load;
  }

  /// Every terminal sends to the next one, so that packets wait for their own channel only.
  void sources() {
    QFETCH(int, model);
    QFETCH(int, flits);
    QFETCH(double, load);
    const auto size = static_cast<std::uint32_t>(flits);
    Setup s = roomyCrossbar(static_cast<SwitchModel>(model), size);
    test::setPattern(s, "neighbour");
    s.load = load;
    const double wait = meanWait(s), expected = expectedWait(1, load / flits, size);
    QVERIFY2(std::abs(wait / expected - 1) < 0.02,
             qPrintable(QString("%1, expected %2").arg(wait).arg(expected)));
  }

  void ejection_data() {
    QTest::addColumn<int>("model");
    QTest::addColumn<int>("flits");
    QTest::addColumn<double>("load");
    for (const double load : {0.3, 0.6, 0.8}) {
      QTest::addRow("vct, 4 flits, %.1f", load) << static_cast<int>(SwitchModel::vct) << 4 << load;
      // One flit: those of longer packets would take turns on the channel.
      QTest::addRow("wormhole, 1 flit, %.1f", load)
          << static_cast<int>(SwitchModel::wormhole) << 1 << load;
    }
  }

  /// Seven terminals meet at the channel to the eighth; whose turn it is does not change the mean.
  void ejection() {
    QFETCH(int, model);
    QFETCH(int, flits);
    QFETCH(double, load);
    constexpr std::uint32_t kSources = kTerminals - 1;
    const auto size = static_cast<std::uint32_t>(flits);
    Setup s = roomyCrossbar(static_cast<SwitchModel>(model), size);
    s.traffic = std::make_shared<AllToOne>();
    s.load = load / kSources;
    const double wait = meanWait(s), expected = expectedWait(kSources, s.load / flits, size);
    QVERIFY2(std::abs(wait / expected - 1) < 0.02,
             qPrintable(QString("%1, expected %2").arg(wait).arg(expected)));
  }
};

HOPSCOPE_TEST(QueueingTest)

}  // namespace hopscope

#include "queueing_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Where queueing theory has an exact answer for time in cycles, both models give it.
#include <QObject>
#include <QStringList>
#include <QTest>
#include <cmath>
#include <utility>
#include <vector>

#include "engine/simulation/make_network.h"
#include "engine/simulation/simulation.h"
#include "tests/support/setups.h"
#include "tests/support/test_main.h"
#include "tests/support/wormhole.h"

namespace hopscope {
namespace {

constexpr std::uint32_t kTerminals = 8;

using Lengths = std::vector<std::uint32_t>;  ///< of packets, equally frequent; ascending

/// All terminals but the first send to the first.
class AllToOne final : public TrafficPattern {
 public:
  TerminalId destination(TerminalId source, Rng&) const override { return source == 0 ? kNone : 0; }
  void destinations(TerminalId source, std::vector<DestinationShare>& out) const override {
    if (source != 0) out.push_back({0, 1});
  }
};

/// A switch with room for every queue that comes up.
Setup roomyCrossbar(test::Model model, const Lengths& lengths) {
  const Values size{{"terminals", std::int64_t{kTerminals}}};
  Setup s = model == test::Model::wormhole ? test::wormholeSetup("crossbar", size)
                                           : test::makeSetup("crossbar", size);
  if (model == test::Model::vct) test::vct(s).kinds.front().injectionBuffer = 100'000;
  s.packetFlits = lengths.back();
  for (const std::uint32_t flits : lengths)
    s.packetSizes.push_back({flits, 1.0 / static_cast<double>(lengths.size())});
  s.run.warmup = 10'000;
  s.run.measure = 600'000;
  s.run.maxCycles = 8'000'000;
  return s;
}

/// The mean of the lengths' powers.
double moment(const Lengths& lengths, int power) {
  double sum = 0;
  for (const std::uint32_t flits : lengths) sum += std::pow(flits, power);
  return sum / static_cast<double>(lengths.size());
}

/// Mean wait beyond the latency of a packet that meets no other, in cycles; the shortest of those
/// arrives first.
double meanWait(const Setup& s, const Lengths& lengths) {
  const LatencySummary latency = test::finished(s).latency;
  return latency.mean - latency.minimum - (moment(lengths, 1) - lengths.front());
}

/// Mean wait at a server that takes a cycle a flit, where in each cycle each of `sources` generates
/// a packet with probability `p`: the work found at the start of the cycle, and half of the others
/// of the same cycle (Bruneel & Kim, Discrete-Time Models for Communication Systems, 1993; one
/// source: Geo/G/1; many sources: M/G/1).
double expectedWait(std::uint32_t sources, double p, const Lengths& lengths) {
  const double flits = moment(lengths, 1);
  const double mean = sources * p, rho = mean * flits;
  const double pairs = sources * (sources - 1.0) * p * p;  // E[A (A - 1)]
  // Of the work that comes in a cycle.
  const double square = flits * flits * pairs + moment(lengths, 2) * mean;
  return (square - rho) / (2 * (1 - rho)) + flits * pairs / (2 * mean);
}

QString wordsOf(const Lengths& lengths) {
  QStringList words;
  for (const std::uint32_t flits : lengths) words << QString::number(flits);
  return words.join(QStringLiteral(" or ")) + QStringLiteral(" flits");
}

}  // namespace

class QueueingTest : public QObject {
  Q_OBJECT

 private slots:
  /// Were long packets refused more often than short ones, those would be more of the traffic.
  void fullSourcesKeepTheShares() {
    const Lengths lengths{1, 8};
    Setup s = roomyCrossbar(test::Model::vct, lengths);
    test::vct(s).kinds.front().injectionBuffer = 20;
    s.traffic = std::make_shared<AllToOne>();
    s.load = 1;
    const auto network = makeNetwork(s);
    network->advance(200'000);
    const InjectionCounts counts = network->injected();
    QVERIFY(counts.refused > counts.generated);
    const double flits =
        static_cast<double>(counts.generatedFlits) / static_cast<double>(counts.generated);
    QVERIFY2(std::abs(flits / moment(lengths, 1) - 1) < 0.02, qPrintable(QString::number(flits)));
  }

  void sources_data() {
    QTest::addColumn<int>("model");
    QTest::addColumn<Lengths>("lengths");
    QTest::addColumn<double>("load");
    for (const auto& [name, model] :
         {std::pair{"vct", test::Model::vct}, std::pair{"wormhole", test::Model::wormhole}})
      for (const Lengths& lengths : {Lengths{4}, Lengths{10}, Lengths{1, 9}})
        for (const double load : {0.3, 0.6, 0.8})
          QTest::addRow("%s, %s, %.1f", name, qPrintable(wordsOf(lengths)), load)
              << static_cast<int>(model) << lengths << load;
  }

  /// Every terminal sends to the next one, so that packets wait for their own channel only.
  void sources() {
    QFETCH(int, model);
    QFETCH(Lengths, lengths);
    QFETCH(double, load);
    Setup s = roomyCrossbar(static_cast<test::Model>(model), lengths);
    test::setPattern(s, "neighbour");
    s.load = load;
    const double wait = meanWait(s, lengths);
    const double expected = expectedWait(1, load / moment(lengths, 1), lengths);
    QVERIFY2(std::abs(wait / expected - 1) < 0.02,
             qPrintable(QString("%1, expected %2").arg(wait).arg(expected)));
  }

  void ejection_data() {
    QTest::addColumn<int>("model");
    QTest::addColumn<Lengths>("lengths");
    QTest::addColumn<double>("load");
    for (const double load : {0.3, 0.6, 0.8}) {
      for (const Lengths& lengths : {Lengths{4}, Lengths{2, 3, 4}})
        QTest::addRow("vct, %s, %.1f", qPrintable(wordsOf(lengths)), load)
            << static_cast<int>(test::Model::vct) << lengths << load;
      // One flit: those of longer packets would take turns on the channel.
      QTest::addRow("wormhole, 1 flit, %.1f", load)
          << static_cast<int>(test::Model::wormhole) << Lengths{1} << load;
    }
  }

  /// Seven terminals meet at the channel to the eighth; whose turn it is does not change the mean.
  void ejection() {
    QFETCH(int, model);
    QFETCH(Lengths, lengths);
    QFETCH(double, load);
    constexpr std::uint32_t kSources = kTerminals - 1;
    Setup s = roomyCrossbar(static_cast<test::Model>(model), lengths);
    s.traffic = std::make_shared<AllToOne>();
    s.load = load / kSources;
    // Long waits vary most from sample to sample.
    if (load > 0.7) s.run.measure = 6'000'000;
    const double wait = meanWait(s, lengths);
    const double expected = expectedWait(kSources, s.load / moment(lengths, 1), lengths);
    QVERIFY2(std::abs(wait / expected - 1) < 0.02,
             qPrintable(QString("%1, expected %2").arg(wait).arg(expected)));
  }
};

HOPSCOPE_TEST(QueueingTest)

}  // namespace hopscope

#include "queueing_test.moc"

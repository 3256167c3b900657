// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/study/transient.h"

#include <QTest>
#include <cmath>
#include <stop_token>

#include "engine/design/compile.h"
#include "engine/simulation/simulation.h"
#include "tests/engine/study/study_designs.h"
#include "tests/support/test_main.h"

namespace hopscope {

/// Packets are told by when they were generated: none is missing, none counts twice.
class TransientTest : public QObject {
  Q_OBJECT

 private slots:
  void binsAddUpToTheRun_data();
  void binsAddUpToTheRun();
  void smallBinsAddUpToLargeOnes();
  void timeZeroIsThePhase();
  void seedsCountOnce();
  void partsAndThreadsChangeNothing();
  void responses();
  void refusals();
  void stops();
};

namespace {

Design smallDragonfly() {
  Design design;
  design.settings = {{"topology.kind", std::string("dragonfly")},
                     {"routing.algorithm", std::string("piggyback")},
                     {"traffic.load", 0.3},
                     {"run.warmup", std::int64_t{2000}},
                     {"run.measure", std::int64_t{3000}}};
  return design;
}

double packetsOf(const Transient& transient) {
  double packets = 0;
  for (const TransientBin& bin : transient.bins) packets += bin.packets;
  return packets;
}

double latencyOf(const Transient& transient) {
  double cycles = 0;
  for (const TransientBin& bin : transient.bins)
    if (bin.packets > 0) cycles += bin.packets * bin.latency.mean;
  return cycles / packetsOf(transient);
}

Transient with(std::vector<double> latencies, Cycle zeroAt) {
  Transient transient;
  transient.bin = 10;
  for (std::size_t i = 0; i < latencies.size(); ++i) {
    TransientBin bin;
    bin.time = 10 * static_cast<Cycle>(i) - zeroAt;
    bin.packets = std::isfinite(latencies[i]) ? 1 : 0;
    bin.latency.mean = latencies[i];
    transient.bins.push_back(bin);
  }
  return transient;
}

}  // namespace

void TransientTest::binsAddUpToTheRun_data() {
  QTest::addColumn<bool>("wormhole");
  QTest::newRow("virtual cut-through") << false;
  QTest::newRow("wormhole") << true;
}

void TransientTest::binsAddUpToTheRun() {
  QFETCH(bool, wormhole);
  TransientRequest request;
  request.design = wormhole ? test::crossbarDesign() : smallDragonfly();
  if (wormhole) {
    request.design.settings.erase("switch.speedup");
    request.design.settings.erase("switch.buffers.output");
    request.design.settings["switch.model"] = std::string("wormhole");
  }
  Simulation simulation(std::move(*compile(request.design).setup));
  while (!simulation.done()) simulation.advance(1000);
  const Results results = simulation.results();
  QCOMPARE(results.packetsLost, std::uint64_t{0});
  request.zero = 2500;
  request.before = 500;
  request.after = results.measuredCycles - 500;
  request.bin = 50;
  const Transient transient = studyTransient(request);
  QVERIFY(!hasErrors(transient.issues) && !transient.stopped);
  QCOMPARE(transient.bins.front().time, Cycle{-500});
  QCOMPARE(packetsOf(transient), static_cast<double>(results.packetsMeasured));
  QVERIFY(std::abs(latencyOf(transient) / results.latency.mean - 1) < 1e-12);
  double longer = 0;
  for (const TransientBin& bin : transient.bins) longer += bin.packets * bin.nonminimal;
  QVERIFY(std::abs(longer / packetsOf(transient) - results.nonminimalFraction) < 1e-12);
}

void TransientTest::smallBinsAddUpToLargeOnes() {
  TransientRequest request;
  request.design = smallDragonfly();
  request.zero = 3000;
  request.before = 200;
  request.after = 600;
  request.bin = 100;
  const Transient large = studyTransient(request);
  request.bin = 1;
  const Transient small = studyTransient(request);
  QCOMPARE(large.bins.size(), std::size_t{8});
  QCOMPARE(small.bins.size(), std::size_t{800});
  for (std::size_t i = 0; i < 8; ++i) {
    double packets = 0, cycles = 0;
    for (std::size_t j = 100 * i; j < 100 * (i + 1); ++j) {
      packets += small.bins[j].packets;
      if (small.bins[j].packets > 0) cycles += small.bins[j].packets * small.bins[j].latency.mean;
    }
    QCOMPARE(large.bins[i].packets, packets);
    QVERIFY(std::abs(large.bins[i].latency.mean - cycles / packets) < 1e-9);
  }
}

void TransientTest::timeZeroIsThePhase() {
  TransientRequest request;
  request.design = smallDragonfly();
  Phase phase;
  phase.at = std::int64_t{2345};
  phase.set["traffic.load"] = 0.0;
  request.design.phases.push_back(phase);
  request.before = request.after = 300;
  request.bin = 10;
  const Transient transient = studyTransient(request);
  QCOMPARE(transient.zero, Cycle{2345});
  for (const TransientBin& bin : transient.bins) QCOMPARE(bin.packets > 0, bin.time < 0);
}

void TransientTest::seedsCountOnce() {
  TransientRequest request;
  request.design = smallDragonfly();
  request.zero = 2000;
  request.before = 0;
  request.after = 1000;
  request.bin = 250;
  std::vector<Transient> alone;
  for (std::int64_t seed = 1; seed <= 3; ++seed) {
    request.design.settings["run.seed"] = seed;
    alone.push_back(studyTransient(request));
    QCOMPARE(alone.back().bins.front().latency.error, 0.0);
  }
  request.design.settings["run.seed"] = std::int64_t{1};
  request.design.settings["run.replications"] = std::int64_t{3};
  for (const unsigned jobs : {1U, 2U}) {
    request.jobs = jobs;
    const Transient all = studyTransient(request);
    for (std::size_t i = 0; i < all.bins.size(); ++i) {
      double sum = 0, squares = 0;
      for (const Transient& one : alone) sum += one.bins[i].latency.mean / 3;
      for (const Transient& one : alone) squares += std::pow(one.bins[i].latency.mean - sum, 2);
      QVERIFY(std::abs(all.bins[i].latency.mean - sum) < 1e-9);
      QVERIFY(std::abs(all.bins[i].latency.error - std::sqrt(squares / 6)) < 1e-9);
    }
  }
}

void TransientTest::partsAndThreadsChangeNothing() {
  const auto groupsWith = [](std::uint32_t portsAPart, unsigned threads, Cycle step) {
    Setup setup = std::move(*compile(smallDragonfly()).setup);
    setup.execution.portsAPart = portsAPart;
    setup.execution.threads = threads;
    Simulation simulation(std::move(setup));
    simulation.groupDeliveries(DeliveryGroups::byBirth(1500, 7, 400));
    while (simulation.now() < 5000) simulation.advance(std::min(step, 5000 - simulation.now()));
    return simulation.deliveryGroups().groups();
  };
  const auto whole = groupsWith(1'000'000, 1, 5000);
  QVERIFY(whole[100].packets() > 0);
  QVERIFY(groupsWith(40, 1, 5000) == whole);
  QVERIFY(groupsWith(40, 2, 13) == whole);
}

void TransientTest::responses() {
  const Response plain = responseOf(with({10, 12, 40, 30, 21, 20, 20, 19, 21, 20}, 20), 0.1);
  QCOMPARE(plain.before, 11.0);
  QCOMPARE(plain.peak, 40.0);
  QCOMPARE(plain.after, 20.5);
  QCOMPARE(plain.settled, 20.0);  // the bins of 40 and 30 cycles
  QCOMPARE(responseOf(with({10, 20, 20, 20}, 10), 0.1).settled, 0.0);
  QVERIFY(std::isnan(responseOf(with({10, 20, 30, 40, 50}, 10), 0.01).before) == false);
  QVERIFY(std::isnan(responseOf(with({20, 20, 20, 20, 20, 25, 30, 40}, 0), 0.1).settled));
  QVERIFY(std::isnan(responseOf(with({20, 20}, 0), 0.1).before));
  const double none = std::numeric_limits<double>::quiet_NaN();
  QCOMPARE(responseOf(with({10, none, 30, none, 20, none, 20, none, 20}, 10), 0.1).settled, 20.0);
}

void TransientTest::refusals() {
  TransientRequest request;
  request.design = smallDragonfly();
  const auto refused = [&request] { return studyTransient(request).issues.at(0).path; };
  QCOMPARE(refused(), std::string("phases"));
  request.zero = 500;
  QCOMPARE(refused(), std::string("before"));
  request.zero = 2000;
  request.bin = 0;
  QCOMPARE(refused(), std::string("bin"));
  request.bin = 1;
  request.after = 10'000'000;
  QCOMPARE(refused(), std::string("bin"));
  request.after = 0;
  QCOMPARE(refused(), std::string("after"));
  request.after = 900'000;
  QCOMPARE(refused(), std::string("run.max_cycles"));
  request.after = 100;
  // Where nothing changes that is said, and it is looked at all the same.
  QCOMPARE(refused(), std::string("phases"));
  QVERIFY(!hasErrors(studyTransient(request).issues));
  Phase phase;
  phase.at = std::int64_t{2000};
  phase.set["traffic.load"] = 0.2;
  request.design.phases = {phase};
  QVERIFY(studyTransient(request).issues.empty());
  request.design.settings["topology.h"] = std::int64_t{0};
  QVERIFY(hasErrors(studyTransient(request).issues));
}

void TransientTest::stops() {
  TransientRequest request;
  request.design = smallDragonfly();
  request.zero = 2000;
  std::stop_source stop;
  const Transient transient =
      studyTransient(request, stop.get_token(), [&stop](double) { stop.request_stop(); });
  QVERIFY(transient.stopped && transient.bins.empty());
}

}  // namespace hopscope

using hopscope::TransientTest;
HOPSCOPE_TEST(TransientTest)
#include "transient_test.moc"

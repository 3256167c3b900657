// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <cmath>

#include "engine/simulation/simulation.h"
#include "engine/simulation/traffic_class_names.h"
#include "engine/traffic/traffic_mix.h"
#include "tests/support/setups.h"
#include "tests/support/test_main.h"

namespace hopscope {

/// Several classes of traffic in one network, and what is counted of each.
class TrafficClassesTest : public QObject {
  Q_OBJECT

 private slots:
  void oneClassIsThePlainPattern_data();
  void oneClassIsThePlainPattern();
  void loadsAreByShare_data();
  void loadsAreByShare();
  void classesAddUpToTheWhole();
  void packetsOfAClassHaveItsSize_data();
  void packetsOfAClassHaveItsSize();
  void latenciesLieBetweenThoseOfEachAlone();
  void classesKeepTheirNamesOverPhases();
  void plainTrafficBetweenMixesIsOfNoClass();
  void mixedByAChangeUnderWay();
  void packetsOnWiresAreOfTheirClass_data();
  void packetsOnWiresAreOfTheirClass();
};

namespace {

Results run(const Setup& setup) {
  Simulation simulation(setup);
  while (!simulation.done()) simulation.advance(100'000);
  return simulation.results();
}

Setup mesh(test::Model model, const std::string& pattern, const Values& values = {}) {
  Setup setup = test::makeSetup("mesh", {{"dimensions", std::vector<std::int64_t>{4, 4}}});
  if (model == test::Model::wormhole) {
    test::makeWormhole(setup);
    setup.virtualChannels = {4, 4};
  }
  setup.load = 0.3;
  setup.run = {1000, 8000, 60'000, 500, 7};
  test::setPattern(setup, pattern, values);
  return setup;
}

std::shared_ptr<const TrafficPattern> pattern(const Setup& like, const std::string& name,
                                              const Values& values = {}) {
  Setup copy = like;
  test::setPattern(copy, name, values);
  return copy.traffic;
}

std::vector<std::string> namesOf(const Results& results) {
  std::vector<std::string> names;
  for (const TrafficClassResult& each : results.trafficClasses) names.push_back(each.name);
  return names;
}

void addModels() {
  QTest::addColumn<int>("model");
  QTest::newRow("virtual cut-through") << static_cast<int>(test::Model::vct);
  QTest::newRow("wormhole") << static_cast<int>(test::Model::wormhole);
}

}  // namespace

void TrafficClassesTest::oneClassIsThePlainPattern_data() {
  addModels();
}

/// Nothing is drawn for the choice of the only class, so even the digits are the same.
void TrafficClassesTest::oneClassIsThePlainPattern() {
  QFETCH(int, model);
  const auto kind = static_cast<test::Model>(model);
  const Results plain = run(mesh(kind, "uniform"));
  const Results mixed = run(mesh(kind, "mix", {{"parts", "all = 3 uniform"}}));
  QVERIFY(plain.trafficClasses.empty());
  QCOMPARE(mixed.latency, plain.latency);
  QCOMPARE(mixed.channelUtilization, plain.channelUtilization);
  QCOMPARE(mixed.flitHops, plain.flitHops);
  QCOMPARE(mixed.trafficClasses.size(), std::size_t{1});
  const TrafficClassResult& all = mixed.trafficClasses.front();
  QCOMPARE(all.name, std::string("all"));
  QCOMPARE(all.packets, plain.packetsMeasured);
  QCOMPARE(all.latencyMean, plain.latency.mean);
  QCOMPARE(all.latencyP50, plain.latency.p50);
  QCOMPARE(all.latencyP95, plain.latency.p95);
  QCOMPARE(all.latencyP99, plain.latency.p99);
  QCOMPARE(all.hopsMean, plain.hopsMean);
  QCOMPARE(all.acceptedLoad, plain.acceptedLoad);
}

void TrafficClassesTest::loadsAreByShare_data() {
  addModels();
}

void TrafficClassesTest::loadsAreByShare() {
  QFETCH(int, model);
  const Setup setup = mesh(static_cast<test::Model>(model), "mix",
                           {{"parts", "6 uniform; 3 tornado; 1 neighbour"}});
  const Results results = run(setup);
  const double trials = 16.0 * 8000 * setup.load / setup.packetFlits;
  for (const auto& [index, share] : {std::pair{0, 0.6}, std::pair{1, 0.3}, std::pair{2, 0.1}}) {
    const TrafficClassResult& each = results.trafficClasses.at(static_cast<std::size_t>(index));
    const double expected = share * setup.load;
    const double deviation = expected / std::sqrt(share * trials);
    QVERIFY2(std::abs(each.offeredLoad - expected) < 5 * deviation, each.name.c_str());
    QVERIFY2(std::abs(each.acceptedLoad - expected) < 6 * deviation, each.name.c_str());
  }
}

void TrafficClassesTest::classesAddUpToTheWhole() {
  const Results results =
      run(mesh(test::Model::vct, "mix", {{"parts", "6 uniform; 3 tornado; 1 neighbour"}}));
  double offered = 0, accepted = 0, latency = 0, hops = 0;
  std::uint64_t packets = 0;
  for (const TrafficClassResult& each : results.trafficClasses) {
    const auto count = static_cast<double>(each.packets);
    offered += each.offeredLoad;
    accepted += each.acceptedLoad;
    latency += each.latencyMean * count;
    hops += each.hopsMean * count;
    packets += each.packets;
  }
  QCOMPARE(packets, results.packetsMeasured);
  QVERIFY(std::abs(accepted - results.acceptedLoad) < 1e-9);
  QVERIFY(std::abs(offered - 0.3) < 0.01);
  QVERIFY(std::abs(latency / static_cast<double>(packets) - results.latency.mean) < 1e-6);
  QVERIFY(std::abs(hops / static_cast<double>(packets) - results.hopsMean) < 1e-6);
}

void TrafficClassesTest::packetsOfAClassHaveItsSize_data() {
  addModels();
}

/// Shares are of flits: of packets three times as long there are a third as many.
void TrafficClassesTest::packetsOfAClassHaveItsSize() {
  QFETCH(int, model);
  Setup setup = mesh(static_cast<test::Model>(model), "mix",
                     {{"parts", "short = 1 uniform 2 flits; long = 1 uniform 6 flits"}});
  setup.packetSizes = {{4, 1.0}};
  setup.packetFlits = 6;
  const Results results = run(setup);
  QCOMPARE(results.classes.size(), std::size_t{2});
  QVERIFY(results.classes[0].name == "2 flits" && results.classes[1].name == "6 flits");
  for (std::size_t i = 0; i < 2; ++i) {
    QCOMPARE(results.trafficClasses[i].packets, results.classes[i].packets);
    QVERIFY(std::abs(results.trafficClasses[i].offeredLoad - 0.15) < 0.01);
  }
  const double ratio = static_cast<double>(results.classes[0].packets) /
                       static_cast<double>(results.classes[1].packets);
  QVERIFY2(std::abs(ratio - 3) < 0.3, qPrintable(QString::number(ratio)));
  // The tails of long packets come later.
  QVERIFY(results.trafficClasses[1].latencyMean > results.trafficClasses[0].latencyMean + 2);
}

/// In an idle network each class sees what it sees alone; under load uniform traffic suffers from
/// the adversarial class, and that one less than if all were.
void TrafficClassesTest::latenciesLieBetweenThoseOfEachAlone() {
  Setup setup = test::thesisDragonfly(2);
  setup.run = {5000, 20'000, 200'000, 1000, 3};
  const auto with = [&](double load, const std::string& name, const Values& values = {}) {
    setup.load = load;
    test::setPattern(setup, name, values);
    return run(setup);
  };
  const Values half{{"parts", "uniform = 1 uniform; adversarial = 1 adversarial"}};
  for (const double load : {0.01, 0.2}) {
    const Results mixed = with(load, "mix", half);
    const TrafficClassResult &uniform = mixed.trafficClasses[0],
                             &adversarial = mixed.trafficClasses[1];
    const double uniformAlone = with(load, "uniform").latency.mean;
    const double adversarialAlone = with(load, "adversarial").latency.mean;
    QVERIFY(uniformAlone < adversarialAlone);
    QVERIFY(uniform.latencyMean < adversarial.latencyMean);
    // Ways of the two differ in length even where nobody waits: 1 % for what is drawn.
    QVERIFY(uniform.latencyMean > uniformAlone * 0.99);
    QVERIFY(adversarial.latencyMean < adversarialAlone * 1.01);
  }
}

void TrafficClassesTest::classesKeepTheirNamesOverPhases() {
  Setup setup = mesh(test::Model::vct, "mix", {{"parts", "a = 1 uniform; b = 1 tornado"}});
  setup.run.warmup = 0;
  setup.phases = {
      {4000, pattern(setup, "mix", {{"parts", "c = 1 neighbour; a = 3 uniform"}}), 0.3}};
  const Results results = run(setup);
  QVERIFY(namesOf(results) == (std::vector<std::string>{"a", "b", "c"}));
  // Of the 8,000 cycles: a has a half, then three quarters; b a half, then nothing.
  const double expected[] = {0.625, 0.25, 0.125};
  for (std::size_t i = 0; i < 3; ++i)
    QVERIFY(std::abs(results.trafficClasses[i].offeredLoad - 0.3 * expected[i]) < 0.01);
}

void TrafficClassesTest::plainTrafficBetweenMixesIsOfNoClass() {
  Setup setup = mesh(test::Model::wormhole, "uniform");
  setup.run.warmup = 0;
  setup.phases = {{6000, pattern(setup, "mix", {{"parts", "1 uniform; 1 tornado"}}), 0.3}};
  const Results results = run(setup);
  QVERIFY(namesOf(results) == (std::vector<std::string>{kNoClass, "class 1", "class 2"}));
  QVERIFY(std::abs(results.trafficClasses[0].offeredLoad - 0.225) < 0.01);
  QVERIFY(std::abs(results.trafficClasses[1].offeredLoad - 0.0375) < 0.01);
}

/// As what-if does it: the run was set up without any mix.
void TrafficClassesTest::mixedByAChangeUnderWay() {
  Setup plain = mesh(test::Model::vct, "uniform");
  plain.run.warmup = 0;
  Setup planned = plain;
  planned.phases = {{4000, pattern(plain, "mix", {{"parts", "1 uniform; 1 tornado"}}), 0.3}};
  Simulation simulation(plain);
  simulation.advance(4000);
  simulation.setPhases(planned.phases, 4000);
  while (!simulation.done()) simulation.advance(100'000);
  const Results changed = simulation.results(), expected = run(planned);
  QCOMPARE(changed.latency, expected.latency);
  QVERIFY(namesOf(changed) == namesOf(expected));
  for (const std::size_t i : {1u, 2u})
    QVERIFY(changed.trafficClasses[i] == expected.trafficClasses[i]);
}

void TrafficClassesTest::packetsOnWiresAreOfTheirClass_data() {
  addModels();
}

void TrafficClassesTest::packetsOnWiresAreOfTheirClass() {
  QFETCH(int, model);
  Setup setup = mesh(static_cast<test::Model>(model), "mix",
                     {{"parts", "1 uniform; hot = 1 hot_spot(share=1 targets=[5])"}});
  test::setLatency(setup, LinkKind::local, 20);
  Simulation simulation(setup);
  simulation.advance(2000);
  WatchList watch;
  watch.packets = true;
  Snapshot snapshot;
  simulation.snapshot(snapshot, watch);
  int hot = 0, elsewhere = 0;
  for (const MovingPacket& packet : snapshot.packets) {
    QVERIFY(packet.trafficClass < 2);
    hot += packet.trafficClass == 1;
    elsewhere += packet.trafficClass == 0 && packet.destination != 5;
    if (packet.trafficClass == 1 && packet.source != 5) QCOMPARE(packet.destination, TerminalId{5});
  }
  QVERIFY(hot > 3 && elsewhere > 3);
}

}  // namespace hopscope

using hopscope::TrafficClassesTest;
HOPSCOPE_TEST(TrafficClassesTest)
#include "traffic_classes_test.moc"

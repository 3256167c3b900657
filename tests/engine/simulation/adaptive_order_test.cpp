// SPDX-License-Identifier: GPL-3.0-or-later
// Adaptive routing, simulated: which one carries more, as its sources say.
#include <QTest>

#include "engine/routing/routing_algorithm.h"
#include "engine/simulation/simulation.h"
#include "tests/support/setups.h"
#include "tests/support/test_main.h"

namespace hopscope {
namespace {

Results run(Setup setup, double load) {
  setup.load = load;
  setup.run = {2000, 4000, 30'000, 4000, 3};
  Simulation simulation(std::move(setup));
  while (!simulation.done()) simulation.advance(10'000);
  return simulation.results();
}

/// Flits that the minimal way may cost more: the credits of a packet or two are under way.
const Values kThreshold{{"threshold", std::int64_t{12}}};

/// 4 x 4 routers with 4 terminals each, so that a row's links carry what its terminals send
/// uniformly, and four virtual channels for all routings.
Setup hyperx(const std::string& routing) {
  Setup setup = test::makeSetup(
      "hyperx",
      {{"dimensions", std::vector<std::int64_t>{4, 4}}, {"terminals_per_router", std::int64_t{4}}},
      routing);
  setup.virtualChannels = {4, 1};
  const bool adapts = routing == "dimwar" || routing == "omniwar";
  test::setRouting(setup, routing, adapts ? kThreshold : Values{});
  return setup;
}

/// All terminals of a router send to the next one along the diagonal.
Results alongTheDiagonal(const std::string& routing, double load) {
  Setup setup = hyperx(routing);
  std::vector<std::int64_t> destinations;
  for (std::int64_t t = 0; t < 64; ++t)
    destinations.push_back(((t / 16 + 1) % 4 * 4 + (t / 4 % 4 + 1) % 4) * 4 + t % 4);
  test::setPattern(setup, "permutation", {{"destinations", destinations}});
  return run(std::move(setup), load);
}

/// q = 5: 50 routers of 7 links, with 4 terminals each. Traffic is uniform, or all terminals of a
/// router send to the next router, which mostly is a neighbour.
Results onSlimFly(const std::string& routing, bool uniform, double load) {
  Setup setup = test::makeSetup(
      "slimfly", {{"q", std::int64_t{5}}, {"terminals_per_router", std::int64_t{4}}}, routing);
  if (routing == "ugal") test::setRouting(setup, routing, kThreshold);
  std::vector<std::int64_t> destinations;
  for (std::int64_t t = 0; t < 200; ++t) destinations.push_back((t + 4) % 200);
  if (!uniform) test::setPattern(setup, "permutation", {{"destinations", destinations}});
  return run(std::move(setup), load);
}

/// h = 2 with the thesis' switches, ADV+1 or uniform.
Results onDragonfly(const std::string& routing, bool uniform, double load,
                    const Values& values = {}) {
  Setup setup = test::thesisDragonfly(2);
  setup.virtualChannels = routingAlgorithms().find(routing)->fewestVirtualChannels(*setup.topology);
  test::setRouting(setup, routing, values);
  if (!uniform) test::setPattern(setup, "adversarial");
  setup.load = load;
  setup.run = {5000, 10'000, 40'000, 5000, 3};
  Simulation simulation(std::move(setup));
  while (!simulation.done()) simulation.advance(10'000);
  return simulation.results();
}

}  // namespace

class AdaptiveOrderTest : public QObject {
  Q_OBJECT

 private slots:
  void hyperxUniformAsMinimal_data() { incremental(); }
  void hyperxUniformAsMinimal();
  void hyperxDiagonalAsValiant_data() { incremental(); }
  void hyperxDiagonalAsValiant();
  void slimFlyBetweenMinimalAndValiant();
  void dragonflyUniformAsMinimal_data();
  void dragonflyUniformAsMinimal();
  void dragonflyAdversarial();

 private:
  static void incremental();
};

/// McDonald et al., SC 2019.
void AdaptiveOrderTest::incremental() {
  QTest::addColumn<QString>("routing");
  QTest::newRow("DimWAR") << "dimwar";
  QTest::newRow("OmniWAR") << "omniwar";
}

/// Idle as dimension order, and near saturation with no less throughput.
void AdaptiveOrderTest::hyperxUniformAsMinimal() {
  QFETCH(QString, routing);
  const std::string name = routing.toStdString();
  QCOMPARE(run(hyperx(name), 0.001).latency.minimum,
           run(hyperx("dimension_order"), 0.001).latency.minimum);
  const Results low = run(hyperx(name), 0.1), minimal = run(hyperx("dimension_order"), 0.1);
  QVERIFY2(low.latency.mean < 1.01 * minimal.latency.mean && low.nonminimalFraction < 0.02,
           qPrintable(QString("%1, minimal %2; %3")
                          .arg(low.latency.mean)
                          .arg(minimal.latency.mean)
                          .arg(low.nonminimalFraction)));
  const double high = run(hyperx(name), 0.8).acceptedLoad;
  const double straight = run(hyperx("dimension_order"), 0.8).acceptedLoad;
  QVERIFY2(high > 0.98 * straight, qPrintable(QString("%1, minimal %2").arg(high).arg(straight)));
}

/// Dimension order has one link for four terminals, 1/4. With one hop more the three links of a
/// router in a row carry 1/2, which is what Valiant has of them.
void AdaptiveOrderTest::hyperxDiagonalAsValiant() {
  QFETCH(QString, routing);
  const double minimal = alongTheDiagonal("dimension_order", 0.9).acceptedLoad;
  QVERIFY2(minimal > 0.23 && minimal < 0.2501, qPrintable(QString::number(minimal)));
  const double valiant = alongTheDiagonal("valiant", 0.9).acceptedLoad;
  const double adaptive = alongTheDiagonal(routing.toStdString(), 0.9).acceptedLoad;
  QVERIFY2(adaptive > 0.4 && adaptive > 0.95 * valiant,
           qPrintable(QString("%1, Valiant %2").arg(adaptive).arg(valiant)));
}

/// Besta & Hoefler, SC 2014, section V: UGAL-L as minimal routing where traffic is uniform, and
/// above it where it is not.
void AdaptiveOrderTest::slimFlyBetweenMinimalAndValiant() {
  const Results minimal = onSlimFly("shortest_path", true, 0.1);
  const Results ugal = onSlimFly("ugal", true, 0.1);
  const double valiant = onSlimFly("valiant", true, 0.1).latency.mean;
  QVERIFY2(ugal.latency.mean < 1.02 * minimal.latency.mean && ugal.latency.mean < 0.8 * valiant,
           qPrintable(QString("%1, minimal %2, Valiant %3")
                          .arg(ugal.latency.mean)
                          .arg(minimal.latency.mean)
                          .arg(valiant)));
  const double bent = onSlimFly("ugal", false, 0.9).acceptedLoad;
  const double straight = onSlimFly("shortest_path", false, 0.9).acceptedLoad;
  QVERIFY2(bent > 1.5 * straight, qPrintable(QString("%1, minimal %2").arg(bent).arg(straight)));
}

void AdaptiveOrderTest::dragonflyUniformAsMinimal_data() {
  QTest::addColumn<QString>("routing");
  QTest::newRow("PAR") << "par";
  QTest::newRow("UGAL-G") << "ugal_g";
}

/// Idle, to the cycle; and it accepts what minimal routing does.
void AdaptiveOrderTest::dragonflyUniformAsMinimal() {
  QFETCH(QString, routing);
  const std::string name = routing.toStdString();
  QCOMPARE(onDragonfly(name, true, 0.002).latency.minimum,
           onDragonfly("minimal", true, 0.002).latency.minimum);
  // Credits are under way for hundreds of cycles; those of a few packets are no congestion.
  const Values patient{{"threshold", std::int64_t{400}}};
  QVERIFY(onDragonfly(name, true, 0.1, patient).nonminimalFraction < 0.02);
  const double accepted = onDragonfly(name, true, 0.7, patient).acceptedLoad;
  QVERIFY2(accepted > 0.69, qPrintable(QString::number(accepted)));
}

/// One link between two groups carries 1/8; half the load by another group each carries 1/2. Who
/// sees the global link's queue leaves the minimal way sooner (Jiang, Kim & Dally, ISCA 2009), and
/// who sees all queues has the least latency.
void AdaptiveOrderTest::dragonflyAdversarial() {
  QVERIFY(onDragonfly("minimal", false, 0.5).acceptedLoad < 0.126);
  for (const char* name : {"par", "ugal_g"}) {
    const double accepted = onDragonfly(name, false, 0.45).acceptedLoad;
    QVERIFY2(accepted > 0.44, qPrintable(QString("%1: %2").arg(name).arg(accepted)));
  }
  const double local = onDragonfly("ugal", false, 0.3).latency.mean;
  const double again = onDragonfly("par", false, 0.3).latency.mean;
  const double global = onDragonfly("ugal_g", false, 0.3).latency.mean;
  QVERIFY2(again < local && global < local,
           qPrintable(QString("UGAL-L %1, PAR %2, UGAL-G %3").arg(local).arg(again).arg(global)));
}

}  // namespace hopscope

using hopscope::AdaptiveOrderTest;
HOPSCOPE_TEST(AdaptiveOrderTest)
#include "adaptive_order_test.moc"

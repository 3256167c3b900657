// SPDX-License-Identifier: GPL-3.0-or-later
// Adaptive routing, simulated: which one carries more, as its sources say.
#include <QTest>

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

}  // namespace

class AdaptiveOrderTest : public QObject {
  Q_OBJECT

 private slots:
  void hyperxUniformAsMinimal_data() { incremental(); }
  void hyperxUniformAsMinimal();
  void hyperxDiagonalAsValiant_data() { incremental(); }
  void hyperxDiagonalAsValiant();
  void slimFlyBetweenMinimalAndValiant();

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

}  // namespace hopscope

using hopscope::AdaptiveOrderTest;
HOPSCOPE_TEST(AdaptiveOrderTest)
#include "adaptive_order_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Where counting channel loads says that the hottest local link of a Dragonfly is full, queues
// begin to grow.
#include <QTest>
#include <nlohmann/json.hpp>

#include "engine/simulation/simulation.h"
#include "tests/support/oracle.h"
#include "tests/support/setups.h"
#include "tests/support/test_main.h"

namespace hopscope {
namespace {

using nlohmann::json;

constexpr double kTolerance = 0.015;  ///< of the load
constexpr Cycle kWarmup = 15'000, kMeasure = 40'000;

/// Packets per terminal and 1,000 cycles by which those under way grow: Valiant -g- under ADV+i.
double growth(std::int64_t h, std::int64_t offset, double load) {
  Setup s = test::thesisDragonfly(h);
  s.virtualChannels = {3, 2};
  test::setRouting(s, "valiant", {{"phase_a", std::string("-g-")}});
  test::setPattern(s, "adversarial", {{"offset", offset}});
  s.load = load;
  s.run.warmup = kWarmup;
  s.run.measure = s.run.window = kMeasure;
  s.run.maxCycles = kWarmup + kMeasure;
  Simulation simulation(std::move(s));
  while (!simulation.done()) simulation.advance(10'000);
  return simulation.results().queueGrowth;
}

}  // namespace

class SaturationOnsetTest : public QObject {
  Q_OBJECT

 private slots:
  void queuesGrowBeyondTheBound_data();
  void queuesGrowBeyondTheBound();
};

/// All offsets of h = 2, 3 and 4.
void SaturationOnsetTest::queuesGrowBeyondTheBound_data() {
  QTest::addColumn<int>("h");
  QTest::addColumn<int>("offset");
  QTest::addColumn<double>("bound");
  const json rows = test::oracle("dragonfly_local_bounds").at("rows");
  for (const json& row : rows) {
    const int h = row.at("h"), offset = row.at("offset");
    if (h > 4) continue;
    QTest::addRow("h = %d, ADV+%d", h, offset) << h << offset << row.at("bound").get<double>();
  }
}

void SaturationOnsetTest::queuesGrowBeyondTheBound() {
  QFETCH(int, h);
  QFETCH(int, offset);
  QFETCH(double, bound);
  // Beyond the bound only what crosses the hottest channels stays behind: of the 1.5 packets too
  // many from a tenth to all.
  const double below = growth(h, offset, bound - kTolerance);
  const double above = growth(h, offset, bound + kTolerance);
  QVERIFY2(below < 0.08, QByteArray::number(below));
  QVERIFY2(above > 0.12, QByteArray::number(above));
}

}  // namespace hopscope

using hopscope::SaturationOnsetTest;
HOPSCOPE_TEST(SaturationOnsetTest)
#include "saturation_onset_test.moc"

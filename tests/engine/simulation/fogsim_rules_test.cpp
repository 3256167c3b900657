// SPDX-License-Identifier: GPL-3.0-or-later
// Conditional rules (MAR-bP) against FOGSim's MIN_COND with PAUSE, 3 local and 2 global virtual
// channels, ADV+1 on the Dragonfly of h = 2: what it accepts, above saturation too, where
// everything depends on when a port counts as paused. The router of the minimal links sends its own
// packets round them only because its output queue is full.
#include <QTest>
#include <cmath>

#include "engine/simulation/simulation.h"
#include "tests/support/setups.h"
#include "tests/support/test_main.h"

namespace hopscope {

class FogsimRulesTest : public QObject {
  Q_OBJECT

 private slots:
  void acceptsAsMuch_data() {
    QTest::addColumn<double>("offered");
    QTest::addColumn<double>("accepted");
    QTest::newRow("0.3") << 0.3 << 0.2966;
    QTest::newRow("0.45") << 0.45 << 0.4276;
    QTest::newRow("0.5") << 0.5 << 0.4705;
  }
  void acceptsAsMuch() {
    QFETCH(double, offered);
    QFETCH(double, accepted);
    Setup setup = test::thesisDragonfly(2);
    SwitchSettings& settings = test::vct(setup).kinds.front();
    settings.ejection = EjectionRule::consumer;
    settings.pointer = PointerRule::onRequest;
    settings.outputHold = OutputHold::transfer;
    setup.virtualChannels = {3, 2};
    test::setRouting(
        setup, "conditional",
        {{"decide", std::string("head")}, {"vc_slots", std::string("L0 G0 L1 G1 L2")}});
    test::setPattern(setup, "adversarial", {{"offset", std::int64_t{1}}});
    setup.load = offered;
    setup.run = {10'000, 20'000, 30'000, 20'000, 1};
    Simulation simulation(std::move(setup));
    while (!simulation.done()) simulation.advance(10'000);
    const double ours = simulation.results().acceptedLoad;
    QVERIFY2(std::abs(ours - accepted) < 0.01, qPrintable(QString::number(ours)));
  }
};

HOPSCOPE_TEST(FogsimRulesTest)

}  // namespace hopscope

#include "fogsim_rules_test.moc"

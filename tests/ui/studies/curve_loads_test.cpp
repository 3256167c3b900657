// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/studies/curve_loads.h"

#include <QTest>

#include "tests/support/test_main.h"

using namespace hopscope;

/// The loads that a latency curve is offered with.
class CurveLoadsTest : public QObject {
  Q_OBJECT

 private slots:
  void aboutTenRoundLoadsUpToALittleAboveTheBound_data() {
    QTest::addColumn<double>("bound");
    QTest::addColumn<double>("step");
    QTest::addColumn<double>("to");
    QTest::newRow("an eighth") << 0.125 << 0.015 << 0.135;
    QTest::newRow("a half") << 0.5 << 0.05 << 0.55;
    QTest::newRow("all") << 1.0 << 0.1 << 1.0;
    QTest::newRow("little") << 0.03 << 0.005 << 0.035;
    QTest::newRow("hardly any") << 0.0004 << 0.001 << 0.001;
    QTest::newRow("not known") << 0.0 << 0.05 << 0.95;
  }
  void aboutTenRoundLoadsUpToALittleAboveTheBound() {
    QFETCH(double, bound);
    const LoadRange loads = loadsUpTo(bound);
    QTEST(loads.step, "step");
    QTEST(loads.from, "step");
    QTEST(loads.to, "to");
  }
};

HOPSCOPE_TEST(CurveLoadsTest)
#include "curve_loads_test.moc"

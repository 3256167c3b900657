// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/speed_scale.h"

#include <QTest>
#include <cmath>

#include "tests/support/test_main.h"

using hopscope::SpeedScale;

class SpeedScaleTest : public QObject {
  Q_OBJECT

 private slots:
  void endsAreOneCycleAndFlatOut() {
    QCOMPARE(SpeedScale::speed(0), 1.0);
    QCOMPARE(SpeedScale::speed(SpeedScale::kEnd), 0.0);
    QCOMPARE(SpeedScale::speed(SpeedScale::kEnd - 1), 1e6);
    QCOMPARE(SpeedScale::position(0), SpeedScale::kEnd);
    QCOMPARE(SpeedScale::position(1), 0);
  }

  void speedGrowsAndHasTwoDigits() {
    double before = 0;
    for (int position = 0; position < SpeedScale::kEnd; ++position) {
      const double speed = SpeedScale::speed(position);
      QVERIFY(speed >= before);
      double digits = speed;
      while (digits >= 100) digits /= 10;
      QVERIFY(std::abs(digits - std::round(digits)) < 1e-9);
      before = speed;
    }
  }

  void aPositionComesBackFromItsSpeed() {
    for (const double speed : {1.0, 10.0, 120.0, 12'000.0, 1e6})
      QCOMPARE(SpeedScale::speed(SpeedScale::position(speed)), speed);
  }
};

HOPSCOPE_TEST(SpeedScaleTest)
#include "speed_scale_test.moc"

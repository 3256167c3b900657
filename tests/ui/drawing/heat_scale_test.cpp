// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/drawing/heat_scale.h"

#include <QTest>
#include <array>
#include <cmath>

#include "tests/support/test_main.h"
#include "ui/drawing/oklab.h"

namespace hopscope {

namespace {

/// The nine stops of the colour table, 0 to 100 %.
const std::array<const char*, 9> kLight{"#99C7EA", "#8AAFE7", "#8997E0", "#927BD2", "#A05BB5",
                                        "#A73B86", "#A11D53", "#8C0527", "#6B1012"};
const std::array<const char*, 9> kDark{"#365680", "#5363A0", "#7A6DBC", "#AD72CA", "#E07ABC",
                                       "#FF8E9E", "#FEB195", "#FFCEA0", "#FFEB9F"};

}  // namespace

class HeatScaleTest : public QObject {
  Q_OBJECT

 private slots:
  void equalsTheTableAtTheStops() {
    for (std::size_t i = 0; i < 9; ++i) {
      const double share = double(i) / 8;
      QCOMPARE(HeatScale::interpolate(false, share), QColor(kLight[i]));
      QCOMPARE(HeatScale::interpolate(true, share), QColor(kDark[i]));
    }
  }

  void bucketColoursAreThoseOfTheirCentres() {
    const HeatScale scale(Theme::light());
    for (int bucket = 0; bucket < HeatScale::kBuckets; ++bucket) {
      QCOMPARE(scale.colorOf(bucket), HeatScale::interpolate(false, (bucket + 0.5) / 16));
    }
  }

  void lightnessIsMonotone() {
    // Hot is farther from the background in both themes.
    for (const bool dark : {false, true}) {
      double before = dark ? -1.0 : 2.0;
      for (int step = 0; step <= 64; ++step) {
        const double lightness = toOklab(HeatScale::interpolate(dark, step / 64.0)).lightness;
        // 8-bit colours: two neighbours may round to the same lightness.
        QVERIFY(dark ? lightness > before - 0.002 : lightness < before + 0.002);
        before = lightness;
      }
    }
  }

  void bucketsOfOneMapDiffer() {
    const HeatScale scale(Theme::dark());
    for (int bucket = 1; bucket < HeatScale::kBuckets; ++bucket) {
      QVERIFY(scale.colorOf(bucket) != scale.colorOf(bucket - 1));
    }
  }

  void valuesAreClamped() {
    QCOMPARE(HeatScale::bucket(0), 0);
    QCOMPARE(HeatScale::bucket(1), 15);
    QCOMPARE(HeatScale::bucket(-3), 0);
    QCOMPARE(HeatScale::bucket(7), 15);
    QCOMPARE(HeatScale::bucket(std::nan("")), 0);
    QCOMPARE(HeatScale::bucket(0.5), 8);
    QCOMPARE(HeatScale::bucket(0.4999), 7);
  }

  void noDataIsNeutral() {
    QCOMPARE(HeatScale(Theme::light()).noData(), QColor("#99A1AD"));
    QCOMPARE(HeatScale(Theme::dark()).noData(), QColor("#5C6675"));
  }

  void oklabGoesThereAndBack() {
    for (const char* name : {"#000000", "#FFFFFF", "#A05BB5", "#0B6E70", "#FF8A80"}) {
      QCOMPARE(fromOklab(toOklab(QColor(name))), QColor(name));
    }
    // White has lightness 1 and no colour.
    const Oklab white = toOklab(Qt::white);
    QVERIFY(std::abs(white.lightness - 1) < 1e-4 && std::abs(white.a) < 1e-4);
  }
};

}  // namespace hopscope

using hopscope::HeatScaleTest;
HOPSCOPE_TEST(HeatScaleTest)
#include "heat_scale_test.moc"

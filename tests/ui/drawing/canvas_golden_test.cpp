// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <cmath>

#include "tests/support/test_main.h"
#include "tests/ui/drawing/canvas_pictures.h"
#include "tests/ui/drawing/golden.h"

namespace hopscope {

using test::canvasImage;
using test::compareWithGolden;
using test::drawnPicture;
using test::familyPicture;
using test::patternedHeat;

namespace {

const QSize kSize(560, 440);

Value integer(std::int64_t value) {
  return Value{value};
}

Value list(std::vector<std::int64_t> values) {
  return Value{std::move(values)};
}

}  // namespace

/// Pictures of every family that a person has looked at; see golden.h for how to renew them.
class CanvasGoldenTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { test::useGoldenFont(); }

  void families_data() {
    QTest::addColumn<QString>("name");
    for (const char* name :
         {"mesh", "torus", "k_ary_n_tree", "clos", "mikant", "dragonfly", "complete", "crossbar"}) {
      QTest::newRow(name) << QString::fromLatin1(name);
    }
  }

  void families() {
    QFETCH(QString, name);
    Values parameters;
    if (name == QLatin1String("mesh") || name == QLatin1String("torus")) {
      parameters = {{"dimensions", list({6, 5})}, {"terminals_per_router", integer(1)}};
    } else if (name == QLatin1String("dragonfly")) {
      parameters = {{"p", integer(2)}, {"a", integer(4)}, {"h", integer(2)}};
    } else if (name == QLatin1String("mikant") || name == QLatin1String("k_ary_n_tree")) {
      parameters = {{"n", integer(3)}, {"k", integer(3)}};
    }
    const QString wrong = compareWithGolden(
        canvasImage(familyPicture(name.toStdString(), parameters), Theme::light(), kSize), name);
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
  }

  void drawnNetworkWithMarks() {
    NetworkPicture picture = drawnPicture();
    picture.marks.routers = {2};
    picture.marks.links = {6};
    picture.marks.hoverTerminal = 0;
    const QString wrong =
        compareWithGolden(canvasImage(picture, Theme::light(), kSize), QStringLiteral("custom"));
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
  }

  void heat() {
    NetworkPicture picture =
        familyPicture("dragonfly", {{"p", integer(2)}, {"a", integer(4)}, {"h", integer(2)}});
    picture.heat = patternedHeat(*picture.topology);
    const std::size_t unknown = 2 * (picture.topology->linkCount() - 1);
    picture.heat.channelUtilization[unknown] = std::nanf("");
    picture.heat.channelUtilization[unknown + 1] = std::nanf("");
    for (std::uint32_t i = 0; i < 24; ++i) {
      picture.heat.packets.push_back({i * 13, float(i) / 24, i, 0, 0});
    }
    picture.marks.routers = {21};
    for (const Theme* theme : {&Theme::light(), &Theme::dark()}) {
      const QString wrong =
          compareWithGolden(canvasImage(picture, *theme, QSize(640, 630)),
                            theme->isDark() ? QStringLiteral("dragonfly-heat-dark")
                                            : QStringLiteral("dragonfly-heat"));
      QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
    }
  }

  void nearView() {
    NetworkPicture picture =
        familyPicture("mesh", {{"dimensions", list({3, 3})}, {"terminals_per_router", integer(1)}});
    picture.heat = patternedHeat(*picture.topology);
    const QString wrong =
        compareWithGolden(canvasImage(picture, Theme::light(), kSize), QStringLiteral("near"));
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
  }

  void manyGroupsBecomeWedges() {
    NetworkPicture picture =
        familyPicture("dragonfly", {{"p", integer(5)}, {"a", integer(10)}, {"h", integer(5)}});
    const QString wrong =
        compareWithGolden(canvasImage(picture, Theme::light(), kSize), QStringLiteral("wedges"));
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
  }
};

}  // namespace hopscope

using hopscope::CanvasGoldenTest;
HOPSCOPE_TEST(CanvasGoldenTest)
#include "canvas_golden_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDir>
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

/// What differs from the golden pictures of both themes, "mesh" and "mesh-dark"; empty: nothing.
QString wrongInEitherTheme(const NetworkPicture& picture, const QSize& size, const QString& name) {
  for (const Theme* theme : {&Theme::light(), &Theme::dark()}) {
    QString wrong = compareWithGolden(canvasImage(picture, *theme, size),
                                      theme->isDark() ? name + test::kDarkGolden : name);
    if (!wrong.isEmpty()) return wrong;
  }
  return {};
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
    const QString wrong =
        wrongInEitherTheme(familyPicture(name.toStdString(), parameters), kSize, name);
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
  }

  void drawnNetworkWithMarks() {
    NetworkPicture picture = drawnPicture();
    picture.marks.routers = {2};
    picture.marks.links = {6};
    picture.marks.hoverTerminal = 0;
    const QString wrong = wrongInEitherTheme(picture, kSize, QStringLiteral("custom"));
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
    const QString wrong =
        wrongInEitherTheme(picture, QSize(640, 630), QStringLiteral("dragonfly-heat"));
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
  }

  void nearView() {
    NetworkPicture picture =
        familyPicture("mesh", {{"dimensions", list({3, 3})}, {"terminals_per_router", integer(1)}});
    picture.heat = patternedHeat(*picture.topology);
    const QString wrong = wrongInEitherTheme(picture, kSize, QStringLiteral("near"));
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
  }

  void manyGroupsBecomeWedges() {
    NetworkPicture picture =
        familyPicture("dragonfly", {{"p", integer(5)}, {"a", integer(10)}, {"h", integer(5)}});
    const QString wrong = wrongInEitherTheme(picture, kSize, QStringLiteral("wedges"));
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
  }

  void everyGoldenPictureIsThereInBothThemes() {
    const QDir folder(QStringLiteral(HOPSCOPE_SOURCE_DIR "/tests/data/golden"));
    const QString dark = QLatin1String(test::kDarkGolden) + QStringLiteral(".png");
    const QStringList files = folder.entryList({QStringLiteral("*.png")});
    QVERIFY(files.size() >= 30);
    for (const QString& file : files) {
      const bool isDark = file.endsWith(dark);
      const QString name = file.chopped(isDark ? dark.size() : 4);
      QVERIFY2(files.contains(name + (isDark ? QStringLiteral(".png") : dark)), qPrintable(file));
    }
  }
};

}  // namespace hopscope

using hopscope::CanvasGoldenTest;
HOPSCOPE_TEST(CanvasGoldenTest)
#include "canvas_golden_test.moc"

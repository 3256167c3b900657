// SPDX-License-Identifier: GPL-3.0-or-later
#include <QRegularExpression>
#include <QTest>
#include <array>

#include "tests/support/test_main.h"
#include "ui/drawing/oklab.h"
#include "ui/drawing/theme.h"

namespace hopscope {

namespace {

/// A text tone on a ground, and the WCAG 2 ratio the colour table states.
struct Contrast {
  bool dark;
  Tone text, ground;
  double ratio;
};

const std::array kContrasts{
    Contrast{false, Tone::t1, Tone::chrome, 14.0},
    Contrast{false, Tone::t1, Tone::panel, 15.3},
    Contrast{false, Tone::t1, Tone::base, 16.5},
    Contrast{true, Tone::t1, Tone::chrome, 14.6},
    Contrast{true, Tone::t1, Tone::panel, 13.4},
    Contrast{true, Tone::t1, Tone::base, 15.0},
    Contrast{false, Tone::t2, Tone::chrome, 6.9},
    Contrast{false, Tone::t2, Tone::panel, 7.5},
    Contrast{false, Tone::t2, Tone::base, 8.1},
    Contrast{true, Tone::t2, Tone::chrome, 9.2},
    Contrast{true, Tone::t2, Tone::panel, 8.5},
    Contrast{true, Tone::t2, Tone::base, 9.5},
    Contrast{false, Tone::t3, Tone::chrome, 4.8},
    Contrast{false, Tone::t3, Tone::panel, 5.2},
    Contrast{false, Tone::t3, Tone::base, 5.6},
    Contrast{true, Tone::t3, Tone::chrome, 6.3},
    Contrast{true, Tone::t3, Tone::panel, 5.7},
    Contrast{true, Tone::t3, Tone::base, 6.4},
    Contrast{false, Tone::accent, Tone::panel, 5.6},
    Contrast{true, Tone::accent, Tone::panel, 7.4},
    Contrast{false, Tone::onAccent, Tone::accent, 6.0},
    Contrast{true, Tone::onAccent, Tone::accent, 7.7},
    Contrast{false, Tone::accentText, Tone::panel, 6.9},
    Contrast{true, Tone::accentText, Tone::panel, 8.7},
    Contrast{false, Tone::t1, Tone::accentSoft, 13.4},
    Contrast{true, Tone::t1, Tone::accentSoft, 10.3},
    Contrast{false, Tone::info, Tone::infoSoft, 5.1},
    Contrast{true, Tone::info, Tone::infoSoft, 6.5},
    Contrast{false, Tone::ok, Tone::okSoft, 4.6},
    Contrast{true, Tone::ok, Tone::okSoft, 7.1},
    Contrast{false, Tone::warn, Tone::warnSoft, 5.2},
    Contrast{true, Tone::warn, Tone::warnSoft, 7.5},
    Contrast{false, Tone::bad, Tone::badSoft, 5.4},
    Contrast{true, Tone::bad, Tone::badSoft, 6.6},
};

const Theme& themeOf(bool dark) {
  return dark ? Theme::dark() : Theme::light();
}

}  // namespace

class ThemeTest : public QObject {
  Q_OBJECT

 private slots:
  void contrastsAreAsStated() {
    for (const Contrast& c : kContrasts) {
      const Theme& theme = themeOf(c.dark);
      const double ratio = contrastRatio(theme.color(c.text), theme.color(c.ground));
      QVERIFY2(std::abs(ratio - c.ratio) < 0.06,
               qPrintable(QStringLiteral("%1 on %2: %3 instead of %4")
                              .arg(theme.color(c.text).name(), theme.color(c.ground).name())
                              .arg(ratio)
                              .arg(c.ratio)));
    }
  }

  void contrastOfBlackAndWhiteIs21() {
    QVERIFY(std::abs(contrastRatio(Qt::black, Qt::white) - 21) < 1e-9);
    QVERIFY(std::abs(contrastRatio(Qt::white, Qt::white) - 1) < 1e-9);
  }

  void bordersAreVisible() {
    for (const bool dark : {false, true}) {
      const Theme& theme = themeOf(dark);
      for (const Tone ground : {Tone::chrome, Tone::panel, Tone::base, Tone::canvas}) {
        QVERIFY(contrastRatio(theme.color(Tone::edge), theme.color(ground)) >= 3.0);
      }
    }
  }

  void curvesAreVisibleOnPlots() {
    for (const bool dark : {false, true}) {
      const Theme& theme = themeOf(dark);
      for (int number = 1; number <= 8; ++number) {
        QVERIFY(contrastRatio(theme.curve(number), theme.color(Tone::base)) >= 3.05);
      }
    }
  }

  void curveNumbersWrapAround() {
    QCOMPARE(Theme::light().curve(9), Theme::light().curve(1));
    QCOMPARE(Theme::light().curve(1), QColor(0x42, 0x51, 0xD4));
    QCOMPARE(Theme::dark().curve(8), QColor(0x65, 0x68, 0x75));
  }

  void dashesCountPenWidths() {
    QVERIFY(Theme::curveDash(1, 2).isEmpty());
    QCOMPARE(Theme::curveDash(2, 2), (QList<qreal>{3, 1.5}));
    QCOMPARE(Theme::curveDash(2, 1), (QList<qreal>{6, 3}));
  }

  void paletteFollowsTheTokens() {
    for (const bool dark : {false, true}) {
      const Theme& theme = themeOf(dark);
      const QPalette palette = theme.palette();
      QCOMPARE(palette.color(QPalette::Window), theme.color(Tone::panel));
      QCOMPARE(palette.color(QPalette::Base), theme.color(Tone::base));
      QCOMPARE(palette.color(QPalette::Text), theme.color(Tone::t1));
      QCOMPARE(palette.color(QPalette::Disabled, QPalette::Text), theme.color(Tone::t4));
    }
  }

  void styleSheetHasNoTokenLeft() {
    static const QRegularExpression token(QStringLiteral("@[a-zA-Z]"));
    for (const bool dark : {false, true}) {
      QString sheet = themeOf(dark).styleSheet();
      // Its head explains the tokens.
      sheet.remove(0, sheet.indexOf(QStringLiteral("*/")));
      QVERIFY(sheet.size() > 1000);
      QVERIFY(!sheet.contains(token));
    }
  }

  void longTokensAreReplacedFirst() {
    const QString sheet = Theme::light().styleSheet();
    // @accentSoft must not become the accent followed by "Soft".
    QVERIFY(!sheet.contains(QStringLiteral("Soft")));
    QVERIFY(!sheet.contains(QStringLiteral("#0b6e70Text")));
  }

  void everyFileOfTheStyleSheetExists() {
    static const QRegularExpression url(QStringLiteral("url\\((:[^)]+)\\)"));
    for (const bool dark : {false, true}) {
      int found = 0;
      auto all = url.globalMatch(themeOf(dark).styleSheet());
      while (all.hasNext()) {
        const QString file = all.next().captured(1);
        QVERIFY2(QFile::exists(file), qPrintable(file));
        ++found;
      }
      QVERIFY(found >= 10);
    }
  }
};

}  // namespace hopscope

using hopscope::ThemeTest;
HOPSCOPE_TEST(ThemeTest)
#include "theme_test.moc"

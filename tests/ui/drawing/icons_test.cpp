// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/drawing/icons.h"

#include <QDir>
#include <QImage>
#include <QPixmap>
#include <QTest>

#include "engine/topology/generator.h"
#include "tests/support/test_main.h"

namespace hopscope {

namespace {

QImage pictureOf(const QIcon& icon, int size, QIcon::Mode mode = QIcon::Normal,
                 QIcon::State state = QIcon::Off) {
  return icon.pixmap(QSize(size, size), mode, state)
      .toImage()
      .convertToFormat(QImage::Format_ARGB32);
}

/// The colour of the most opaque pixel.
QColor inkOf(const QImage& image) {
  QColor ink(Qt::transparent);
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < image.width(); ++x) {
      const QColor pixel = image.pixelColor(x, y);
      if (pixel.alpha() > ink.alpha()) ink = pixel;
    }
  }
  ink.setAlpha(255);
  return ink;
}

bool near(const QColor& a, const QColor& b) {
  return std::abs(a.red() - b.red()) < 6 && std::abs(a.green() - b.green()) < 6 &&
         std::abs(a.blue() - b.blue()) < 6;
}

}  // namespace

class IconsTest : public QObject {
  Q_OBJECT

 private slots:
  void everyIconDraws() {
    const QStringList files = QDir(QStringLiteral(":/icons")).entryList();
    QVERIFY(files.size() >= 60);
    for (const QString& file : files) {
      const QImage image = pictureOf(icon(file.chopped(4), Theme::light()), 32);
      QVERIFY2(inkOf(image) == Theme::light().color(Tone::t2) ||
                   near(inkOf(image), Theme::light().color(Tone::t2)),
               qPrintable(file));
      // A free margin: nothing is cut at the border.
      for (int i = 0; i < 32; ++i) {
        QVERIFY2(qAlpha(image.pixel(i, 0)) < 40 && qAlpha(image.pixel(0, i)) < 40 &&
                     qAlpha(image.pixel(i, 31)) < 40 && qAlpha(image.pixel(31, i)) < 40,
                 qPrintable(file));
      }
    }
  }

  void namesTheBriefAsksForExist() {
    for (const char* name :
         {"logo",     "select",   "pan",     "router",       "terminal",      "link",
          "undo",     "redo",     "save",    "open",         "new",           "generate",
          "layout",   "check",    "curve",   "run",          "pause",         "stop",
          "step",     "step-n",   "zoom-in", "fit",          "grid",          "matrix",
          "layers",   "zoom-out", "search",  "close",        "float",         "pin",
          "folder",   "file",     "info",    "ok",           "warn",          "error",
          "plus",     "minus",    "import",  "chevron-down", "chevron-right", "export",
          "report",   "trash",    "copy",    "paste",        "note",          "theme",
          "mesh",     "torus",    "tree",    "clos",         "mikant",        "dragonfly",
          "complete", "crossbar", "custom"}) {
      QVERIFY2(QFile::exists(QStringLiteral(":/icons/%1.svg").arg(QLatin1String(name))), name);
    }
  }

  void statesHaveTheirColours() {
    for (const Theme* theme : {&Theme::light(), &Theme::dark()}) {
      const QIcon stop = icon(QStringLiteral("stop"), *theme);
      QVERIFY(near(inkOf(pictureOf(stop, 24)), theme->color(Tone::t2)));
      QVERIFY(near(inkOf(pictureOf(stop, 24, QIcon::Active)), theme->color(Tone::t1)));
      QVERIFY(near(inkOf(pictureOf(stop, 24, QIcon::Disabled)), theme->color(Tone::t4)));
      QVERIFY(near(inkOf(pictureOf(stop, 24, QIcon::Normal, QIcon::On)),
                   theme->color(Tone::accentText)));
      const QIcon primary = icon(QStringLiteral("stop"), *theme, Tone::onAccent);
      QVERIFY(near(inkOf(pictureOf(primary, 24)), theme->color(Tone::onAccent)));
    }
  }

  void denseScreensGetMorePixels() {
    const QPixmap dense = icon(QStringLiteral("fit"), Theme::light()).pixmap(QSize(16, 16), 2.0);
    QCOMPARE(dense.width(), 32);
  }

  void unknownNamesDrawNothing() {
    QVERIFY(icon(QStringLiteral("no-such-icon"), Theme::light()).isNull());
  }

  void everyFamilyHasItsIcon() {
    for (const Generator& family : generators()) {
      const QString name = familyIcon(family.name);
      QVERIFY2(name != QLatin1String("custom"), family.name.c_str());
      QVERIFY(QFile::exists(QStringLiteral(":/icons/%1.svg").arg(name)));
    }
    QCOMPARE(familyIcon("custom"), QStringLiteral("custom"));
    Generator another;
    another.name = "another";
    another.icon = "mesh";
    const AddedFamily added(std::move(another));
    QCOMPARE(familyIcon("another"), QStringLiteral("mesh"));
  }
};

}  // namespace hopscope

using hopscope::IconsTest;
HOPSCOPE_TEST(IconsTest)
#include "icons_test.moc"

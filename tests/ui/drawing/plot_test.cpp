// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QImage>
#include <QLabel>
#include <QMouseEvent>
#include <QSignalSpy>
#include <QSvgRenderer>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <utility>
#include <vector>

#include "tests/support/test_main.h"
#include "tests/ui/drawing/golden.h"
#include "ui/drawing/plot_head.h"
#include "ui/drawing/plot_widget.h"

namespace hopscope {

namespace {

PlotPicture runPicture() {
  PlotPicture picture;
  picture.title = QStringLiteral("Latency");
  picture.xTitle = QStringLiteral("time (cycles)");
  picture.yTitle = QStringLiteral("latency (cycles)");
  PlotCurve mean, p99;
  mean.name = QStringLiteral("mean");
  p99.name = QStringLiteral("p99");
  p99.number = 2;
  for (int i = 1; i <= 40; ++i) {
    mean.x.push_back(i * 1000);
    mean.y.push_back(110 + 30 * std::exp(-i / 4.0));
    p99.y.push_back(190 + 80 * std::exp(-i / 6.0) + 12 * std::sin(i));
  }
  p99.x = mean.x;
  picture.curves = {mean, p99};
  picture.now = 40500;
  picture.xMin = 0;
  picture.xMax = 50000;
  picture.yMin = 0;
  return picture;
}

PlotPicture loadPicture() {
  PlotPicture picture;
  picture.xTitle = QStringLiteral("offered load (flits/terminal/cycle)");
  picture.yTitle = QStringLiteral("mean latency (cycles)");
  PlotCurve minimal, adaptive;
  minimal.name = QStringLiteral("minimal");
  adaptive.name = QStringLiteral("Piggyback");
  adaptive.number = 2;
  minimal.markers = adaptive.markers = true;
  minimal.x = {0.02, 0.06, 0.1};
  minimal.y = {96, 103, 140};
  minimal.errors = {1, 2, 6};
  adaptive.x = {0.02, 0.1, 0.2, 0.3, 0.4, 0.45};
  adaptive.y = {98, 110, 130, 150, 190, 260};
  adaptive.errors = {1, 1, 2, 3, 5, 20};
  picture.curves = {minimal, adaptive};
  picture.marks = {{0.12, QStringLiteral("saturates, 0.12"), 1}};
  picture.xMin = 0;
  picture.yMin = 0;
  return picture;
}

bool holds(const QImage& image, const QColor& color, int least) {
  int count = 0;
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < image.width(); ++x) count += image.pixel(x, y) == color.rgb() ? 1 : 0;
  }
  return count >= least;
}

std::unique_ptr<PlotWidget> shown(const PlotPicture& picture, const Theme& theme,
                                  const QSize& size = {304, 210}) {
  auto plot = std::make_unique<PlotWidget>();
  plot->setTheme(theme);
  plot->setPicture(picture);
  plot->resize(size);
  plot->show();
  QApplication::processEvents();
  return plot;
}

/// The widget that draws the data: the one with a wheel of its own.
QWidget* areaOf(const PlotWidget& plot) {
  for (QWidget* widget : plot.findChildren<QWidget*>()) {
    if (widget->inherits("QCustomPlot")) return widget;
  }
  return nullptr;
}

}  // namespace

class PlotTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;

 private slots:
  void initTestCase() {
    test::useGoldenFont();
    QApplication::setPalette(Theme::light().palette());
    QVERIFY(folder_.isValid());
  }

  void golden() {
    for (const Theme* theme : {&Theme::light(), &Theme::dark()}) {
      QApplication::setPalette(theme->palette());
      const auto plot = shown(runPicture(), *theme);
      const QString wrong = test::compareWithGolden(
          plot->grab().toImage(),
          theme->isDark() ? QStringLiteral("plot-dark") : QStringLiteral("plot"));
      QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
    }
    QApplication::setPalette(Theme::light().palette());
  }

  void showsCurvesInTheirColours() {
    const auto plot = shown(runPicture(), Theme::light());
    const QImage image = plot->grab().toImage();
    QVERIFY(holds(image, Theme::light().curve(1), 60));
    QVERIFY(holds(image, Theme::light().curve(2), 30));
    QVERIFY(holds(image, Theme::light().color(Tone::accent), 60));
  }

  /// The name of a reference stands where no curve passes, if there is such a place.
  void namesOfReferencesStandOffTheCurves() {
    for (const double load : {0.47, 0.53}) {
      PlotPicture picture;
      picture.xTitle = QStringLiteral("time (cycles)");
      picture.yTitle = QStringLiteral("load");
      PlotCurve accepted, offered;
      accepted.x = {0, 500, 1000};
      accepted.y.assign(3, load);  // just below or just above the line, all along
      accepted.number = 1;
      offered.name = QStringLiteral("offered");
      offered.reference = true;
      offered.x = {0, 1000};
      offered.y = {0.5, 0.5};
      picture.curves = {accepted, offered};
      picture.xMin = 0;
      picture.xMax = 1000;
      picture.yMin = 0;
      picture.yMax = 1;
      const QImage image = shown(picture, Theme::light())->grab().toImage();
      // Right of the axis and its numbers: grey is the name, and the line that is named.
      constexpr int kInside = 80, kLine = 60;
      int curveRow = -1, words = 0, struck = 0;
      std::vector<int> grey(static_cast<std::size_t>(image.height()));
      for (int y = 0; y < image.height(); ++y) {
        int curve = 0;
        for (int x = kInside; x < image.width(); ++x) {
          const QColor pixel = image.pixelColor(x, y);
          curve += pixel == Theme::light().curve(1) ? 1 : 0;
          grey[static_cast<std::size_t>(y)] +=
              pixel.lightness() < 140 && pixel.saturation() < 100 ? 1 : 0;
        }
        if (curve > 150) curveRow = y;
      }
      QVERIFY(curveRow > 30 && curveRow + 30 < image.height());
      for (int y = curveRow - 30; y < curveRow + 30; ++y) {
        const int pixels = grey[static_cast<std::size_t>(y)];
        if (pixels > kLine) continue;
        words += pixels;
        if (std::abs(y - curveRow) <= 3) struck += pixels;
      }
      QVERIFY2(words > 20, qPrintable(QString::number(words)));
      QCOMPARE(struck, 0);
    }
  }

  void emptyPlotsSayWhatTheyWaitFor() {
    PlotWidget plot;
    plot.setEmptyText(QStringLiteral("Curves grow here while the network runs."));
    plot.resize(304, 210);
    plot.show();
    QApplication::processEvents();
    bool said = false;
    for (const QLabel* label : plot.findChildren<QLabel*>()) {
      said = said || (label->isVisible() && label->text().startsWith(QStringLiteral("Curves")));
    }
    QVERIFY(said);
    QVERIFY(!areaOf(plot)->isVisible());
    plot.setPicture(runPicture());
    QVERIFY(areaOf(plot)->isVisible());
    PlotPicture nothing = runPicture();
    for (PlotCurve& curve : nothing.curves) curve.y.assign(curve.y.size(), std::nan(""));
    plot.setPicture(nothing);
    QVERIFY(!areaOf(plot)->isVisible());
  }

  void clicksTellThePlaceInTime() {
    const auto plot = shown(runPicture(), Theme::light(), {500, 300});
    QWidget* area = areaOf(*plot);
    QSignalSpy clicks(plot.get(), &PlotWidget::clickedAt);
    const QPoint left(area->width() / 4, area->height() / 2);
    const QPoint right(area->width() * 3 / 4, area->height() / 2);
    QTest::mouseClick(area, Qt::LeftButton, {}, left);
    QTest::mouseClick(area, Qt::LeftButton, {}, right);
    QCOMPARE(clicks.size(), 2);
    const double a = clicks[0][0].toDouble(), b = clicks[1][0].toDouble();
    QVERIFY(a > 0 && b < 50000 && b - a > 20000);
  }

  void aPointWithoutANeighbourIsADot() {
    const auto dots = [](const std::vector<double>& y) {
      PlotPicture picture;
      PlotCurve curve;
      curve.name = QStringLiteral("to router 3");
      for (std::size_t i = 0; i < y.size(); ++i) curve.x.push_back(500.0 * double(i + 1));
      curve.y = y;
      picture.curves = {curve};
      picture.yMin = 0;
      picture.yMax = 100;
      const auto plot = shown(picture, Theme::light());
      const QImage image = areaOf(*plot)->grab().toImage();
      int count = 0;
      for (int row = 0; row < image.height(); ++row)
        for (int column = 0; column < image.width(); ++column)
          count += image.pixelColor(column, row) == Theme::light().curve(1);
      return count;
    };
    const double none = std::nan("");
    QCOMPARE(dots({none, none}), 0);
    QVERIFY(dots({40}) > 15);
    // Also where others lie beyond a gap; neighbours are joined and have none.
    QVERIFY(dots({none, 40, none, none, 60, none}) > 30);
    PlotPicture joined;
    PlotCurve curve;
    curve.x = {0, 1};
    curve.y = {1, 1};
    joined.curves = {curve};
    QVERIFY(!plotSvg(joined, 85).contains("<circle"));
    joined.curves[0].y[1] = none;
    QVERIFY(plotSvg(joined, 85).contains("<circle"));
  }

  void thePlaceLookedAtCoversTheAxisLabelBelow() {
    const auto plot = shown(runPicture(), Theme::light(), {500, 300});
    QWidget* area = areaOf(*plot);
    const QColor word = Theme::light().color(Tone::t2);
    // The labels of the time axis stand between its ticks and its title.
    const auto ink = [&](int left, int right) {
      const QImage image = area->grab().toImage();
      std::vector<int> columns;
      for (int x = left; x < right; ++x)
        for (int y = area->height() - 38; y < area->height() - 22; ++y)
          if (image.pixelColor(x, y) == word) columns.push_back(x);
      return columns;
    };
    const std::vector<int> label = ink(area->width() / 4, area->width() * 3 / 4);
    QVERIFY(!label.empty());
    const int at = label.front() + 8;
    QVERIFY(!ink(at - 10, at + 10).empty());
    const QPointF pointer(at, 100);
    QMouseEvent move(QEvent::MouseMove, pointer, area->mapToGlobal(pointer), Qt::NoButton,
                     Qt::NoButton, Qt::NoModifier);
    QApplication::sendEvent(area, &move);
    QVERIFY(plot->hovered().has_value());
    QTRY_VERIFY(ink(at - 10, at + 10).empty());
  }

  void wheelOnAnAxisZoomsItAndDoubleClickFits() {
    const auto plot = shown(runPicture(), Theme::light(), {500, 300});
    QWidget* area = areaOf(*plot);
    const auto valueAt = [&](double share) {
      QSignalSpy clicks(plot.get(), &PlotWidget::clickedAt);
      QTest::mouseClick(area, Qt::LeftButton, {},
                        QPoint(int(area->width() * share), area->height() / 2));
      // In a zoomed plot it may be the first of two.
      [&] { QTRY_COMPARE(clicks.size(), 1); }();
      return clicks[0][0].toDouble();
    };
    const double before = valueAt(0.9) - valueAt(0.3);
    QWheelEvent wheel(QPointF(250, area->height() - 8), QPointF(250, area->height() - 8), {},
                      QPoint(0, 240), Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
    QApplication::sendEvent(area, &wheel);
    const double zoomed = valueAt(0.9) - valueAt(0.3);
    QVERIFY(zoomed < before * 0.8);
    // New data does not undo what the user zoomed to.
    plot->setPicture(runPicture());
    QVERIFY(std::abs((valueAt(0.9) - valueAt(0.3)) - zoomed) < 1);
    QSignalSpy clicks(plot.get(), &PlotWidget::clickedAt);
    QTest::mouseClick(area, Qt::LeftButton, {}, QPoint(250, 100));
    QTest::mouseDClick(area, Qt::LeftButton, {}, QPoint(250, 100));
    QTest::qWait(QApplication::doubleClickInterval() + 50);
    QVERIFY2(clicks.empty(), "two clicks that show all go nowhere");
    QVERIFY(std::abs((valueAt(0.9) - valueAt(0.3)) - before) < 1);
  }

  void aDragAlongAnAxisZoomsThatAxis_data() {
    QTest::addColumn<QPoint>("by");
    QTest::addColumn<bool>("x");
    QTest::addColumn<bool>("y");
    QTest::newRow("across") << QPoint(200, 5) << true << false;
    QTest::newRow("down") << QPoint(4, 90) << false << true;
    QTest::newRow("both") << QPoint(150, 90) << true << true;
    QTest::newRow("a click that trembles") << QPoint(1, 1) << false << false;
  }

  void aDragAlongAnAxisZoomsThatAxis() {
    QFETCH(const QPoint, by);
    QFETCH(const bool, x);
    QFETCH(const bool, y);
    const auto plot = shown(runPicture(), Theme::light(), {500, 300});
    QWidget* area = areaOf(*plot);
    // The numbers at the axes tell what they show.
    const auto numbers = [&] {
      QEvent leave(QEvent::Leave);
      QApplication::sendEvent(area, &leave);
      QApplication::processEvents();
      const QImage image = area->grab().toImage();
      return std::pair(image.copy(60, image.height() - 44, image.width() - 60, 24),
                       image.copy(20, 0, 28, image.height() - 50));
    };
    const auto before = numbers();
    const QPoint from(150, 80);
    QTest::mousePress(area, Qt::LeftButton, {}, from);
    QTest::mouseMove(area, from + by / 2);
    QTest::mouseMove(area, from + by);
    QTest::mouseRelease(area, Qt::LeftButton, {}, from + by);
    const auto after = numbers();
    QCOMPARE(after.first != before.first, x);
    QCOMPARE(after.second != before.second, y);
  }

  void wheelOverTheDataIsLeftToThePanel() {
    const auto plot = shown(runPicture(), Theme::light(), {500, 300});
    QWidget* area = areaOf(*plot);
    QWheelEvent wheel(QPointF(250, 100), QPointF(250, 100), {}, QPoint(0, 120), Qt::NoButton,
                      Qt::NoModifier, Qt::NoScrollPhase, false);
    QApplication::sendEvent(area, &wheel);
    QVERIFY(!wheel.isAccepted());
  }

  void legendWrapsInsteadOfBeingCut() {
    PlotPicture picture = runPicture();
    picture.curves[1].name = QStringLiteral("ninety-ninth percentile");
    PlotHead head;
    head.setPicture(picture);
    QVERIFY(head.heightForWidth(250) > head.heightForWidth(600));
  }

  /// A name too long for a row of its own is cut at its end, not its sign at the left.
  void longNamesKeepTheirSign() {
    PlotPicture picture;
    PlotCurve curve;
    curve.name = QString(200, QLatin1Char('m'));
    curve.x = curve.y = {1, 2};
    picture.curves = {curve};
    PlotHead head;
    head.setPicture(picture);
    head.resize(250, head.heightForWidth(250));
    const QImage image = head.grab().toImage();
    bool signSeen = false;
    for (int y = 0; y < image.height(); ++y)
      signSeen = signSeen || image.pixelColor(8, y) == Theme::light().curve(1);
    QVERIFY(signSeen);
  }

  void currentValuesAreShort() {
    PlotCurve curve;
    curve.y = {1, 124.6, std::nan("")};
    QCOMPARE(currentValue(curve), QLocale().toString(124.6, 'f', 0));
    curve.y = {0.3561};
    QCOMPARE(currentValue(curve), QLocale().toString(0.3561, 'f', 3));
    curve.y = {92.44};
    QCOMPARE(currentValue(curve), QLocale().toString(92.44, 'f', 1));
    curve.y = {std::nan("")};
    QVERIFY(currentValue(curve).isEmpty());
  }

  void valuesAreOfTheTimeLookedAt() {
    PlotCurve curve;
    curve.x = {10, 20, 30};
    curve.y = {101, 102, 103};
    QCOMPARE(currentValue(curve, 29.0), QStringLiteral("102"));
    QCOMPARE(currentValue(curve, 30.0), QStringLiteral("103"));
    QCOMPARE(currentValue(curve, 5.0), QStringLiteral("101"));
    PlotCurve above = curve;
    above.stacked = true;
    above.y = {301, 302, 303};
    QCOMPARE(currentValue(above, 20.0, &curve), QStringLiteral("200"));
    curve.shape = PlotShape::bars;
    curve.x = {1, 2, 3};
    QCOMPARE(currentValue(curve, 1.6), QStringLiteral("102"));
    QCOMPARE(currentValue(curve, 1.4), QStringLiteral("101"));
  }

  void paperExportsAreReadable() {
    QString error;
    const QString png = folder_.filePath(QStringLiteral("plot.png"));
    QVERIFY2(exportPlot(loadPicture(), png, 85, &error), qPrintable(error));
    const QImage image(png);
    // 85 mm at 300 dots an inch.
    QVERIFY(std::abs(image.width() - 85 / 25.4 * 300) < 4);
    QCOMPARE(image.pixelColor(2, 2), QColor(Qt::white));

    const QString svg = folder_.filePath(QStringLiteral("plot.svg"));
    QVERIFY2(exportPlot(loadPicture(), svg, 178, &error), qPrintable(error));
    QSvgRenderer renderer(svg);
    QVERIFY(renderer.isValid());
    // Its unit is a point.
    QVERIFY(std::abs(renderer.viewBoxF().width() - 178 / 25.4 * 72) < 2);

    const QString pdf = folder_.filePath(QStringLiteral("plot.pdf"));
    QVERIFY2(exportPlot(loadPicture(), pdf, 85, &error), qPrintable(error));
    QFile file(pdf);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(file.readAll().startsWith("%PDF"));
  }

  void paperIsWhiteInAnyTheme() {
    QApplication::setPalette(Theme::dark().palette());
    const QByteArray dark = plotSvg(loadPicture(), 85);
    QApplication::setPalette(Theme::light().palette());
    QCOMPARE(dark, plotSvg(loadPicture(), 85));
    QVERIFY(dark.contains("saturates, 0.12"));
    QVERIFY(dark.contains("Piggyback"));
    QVERIFY(!dark.contains("<image"));
  }

  void tickLabelsAreExact() {
    PlotPicture picture = loadPicture();
    picture.xMax = 20000;
    picture.yMin = 0;
    picture.yMax = 1;
    const QByteArray svg = plotSvg(picture, 85);
    // A step of 0.25 needs two decimals, or 0.25 would read 0.3.
    const bool quarters = svg.contains(">0.25<") && svg.contains(">0.75<");
    const bool fifths = svg.contains(">0.2<") && svg.contains(">0.8<");
    QVERIFY(quarters || fifths);
    QVERIFY(!svg.contains(">0.3<"));
    QVERIFY(svg.contains("10\u00a0k"));
  }

  void smallNumbersAreNotAllNoughts() {
    PlotPicture picture = loadPicture();
    for (PlotCurve& curve : picture.curves) {
      for (double& y : curve.y) y *= 1e-9;
      curve.errors.clear();
    }
    picture.yMin = 0;
    const QByteArray svg = plotSvg(picture, 85);
    QVERIFY(!svg.contains(">0.0000"));
    QVERIFY(svg.contains("\u00b710\u207b\u2077<"));
  }

  /// Dashes tell curves apart; one alone is solid, whatever its number.
  void aLoneCurveIsSolid() {
    PlotPicture picture = loadPicture();
    const QByteArray both = plotSvg(picture, 85);
    picture.curves.erase(picture.curves.begin());
    const QByteArray lone = plotSvg(picture, 85);
    const QByteArray colour = Theme::light().curve(2).name().toLatin1();
    const auto dashed = [&](const QByteArray& svg) {
      for (const QByteArray& group : svg.split('<'))
        if (group.contains("stroke=\"" + colour) && group.contains("stroke-dasharray")) return true;
      return false;
    };
    QVERIFY(dashed(both));
    QVERIFY(!dashed(lone));
    // So it stays before that of a run to compare with, which has the dashes.
    PlotCurve other = picture.curves.front();
    other.faded = true;
    picture.curves.push_back(other);
    const QByteArray compared = plotSvg(picture, 85);
    int solid = 0;
    for (const QByteArray& group : compared.split('<'))
      if (group.contains("stroke=\"" + colour) && group.contains("fill=\"none\"") &&
          !group.contains("stroke-dasharray"))
        ++solid;
    if (solid == 0) qWarning("%s", compared.constData());
    QVERIFY(solid > 0);
    QVERIFY(dashed(compared));
  }

  /// The word of a mark at the upper end of the plot lies on no curve: the axis ends higher.
  void wordsOfMarksStandClearOfCurves() {
    PlotPicture picture = loadPicture();
    picture.xMax = 0.5;
    picture.yMin = 0;
    picture.marks.clear();
    for (PlotCurve& each : picture.curves) each.errors.clear();
    const auto highest = [](const QImage& image, const QColor& colour) {
      for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
          if (image.pixelColor(x, y) == colour) return y;
      return image.height();
    };
    const auto painted = [&](const PlotPicture& shown) {
      PlotWidget plot;
      plot.setTheme(Theme::light());
      plot.resize(400, 300);
      plot.setPicture(shown);  // before its size is known
      plot.show();
      static_cast<void>(QTest::qWaitForWindowExposed(&plot));
      return areaOf(plot)->grab().toImage();  // without the head and its samples of the curves
    };
    const QColor curve = Theme::light().curve(2);
    const int before = highest(painted(picture), curve);
    picture.marks = {{0.45, QStringLiteral("saturates, 0.45"), 0}};
    const int after = highest(painted(picture), curve);
    const int line = QFontMetrics(QApplication::font()).height();
    QVERIFY2(after >= before + line / 3,
             qPrintable(QStringLiteral("%1 %2").arg(before).arg(after)));
  }

  void failuresNameTheFile() {
    QString error;
    QVERIFY(!exportPlot(loadPicture(), QStringLiteral("/no/such/folder/p.svg"), 85, &error));
    QVERIFY(error.contains(QStringLiteral("/no/such/folder/p.svg")));
    QVERIFY(!exportPlot(loadPicture(), folder_.filePath(QStringLiteral("p.bmp")), 85, &error));
    QVERIFY(error.contains(QStringLiteral(".pdf")));
  }

  void csvHasOneColumnOfXWhereTheyAgree() {
    PlotPicture picture;
    picture.xTitle = QStringLiteral("time (cycles)");
    PlotCurve a, b;
    a.name = QStringLiteral("mean");
    a.x = {1, 2};
    a.y = {0.5, std::nan("")};
    b.name = QStringLiteral("all, accepted");
    b.x = a.x;
    b.y = {3, 0.1};
    picture.curves = {a, b};
    QCOMPARE(plotCsv(picture),
             QStringLiteral("time (cycles),mean,\"all, accepted\"\n1,0.5,3\n2,,0.1\n"));
  }

  void csvRepeatsXWhereTheyDiffer() {
    QCOMPARE(plotCsv(loadPicture()).section(QLatin1Char('\n'), 0, 1),
             QStringLiteral("offered load (flits/terminal/cycle),minimal,minimal ci95,"
                            "offered load (flits/terminal/cycle),Piggyback,Piggyback ci95\n"
                            "0.02,96,1,0.02,98,1"));
    QCOMPARE(plotCsv(loadPicture()).count(QLatin1Char('\n')), 7);
  }
};

}  // namespace hopscope

using hopscope::PlotTest;
HOPSCOPE_TEST(PlotTest)
#include "plot_test.moc"

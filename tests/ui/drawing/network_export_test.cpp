// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/drawing/network_export.h"

#include <QFile>
#include <QImage>
#include <QRegularExpression>
#include <QSvgRenderer>
#include <QTemporaryDir>
#include <QTest>

#include "tests/support/test_main.h"
#include "tests/ui/drawing/canvas_pictures.h"
#include "tests/ui/drawing/golden.h"
#include "ui/drawing/heat_scale.h"

namespace hopscope {

namespace {

QByteArray contentOf(const QString& file) {
  QFile in(file);
  return in.open(QIODevice::ReadOnly) ? in.readAll() : QByteArray();
}

NetworkPicture heated() {
  NetworkPicture picture = test::familyPicture("dragonfly");
  picture.heat = test::patternedHeat(*picture.topology);
  return picture;
}

}  // namespace

class NetworkExportTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    test::useGoldenFont();
    QVERIFY(folder_.isValid());
  }

  void pngGrowsWithItsScale() {
    NetworkExport options;
    QString error;
    const QString small = folder_.filePath(QStringLiteral("small.png"));
    QVERIFY2(exportNetwork(heated(), small, options, &error), qPrintable(error));
    options.scale = 2.5;
    const QString large = folder_.filePath(QStringLiteral("large.PNG"));
    QVERIFY2(exportNetwork(heated(), large, options, &error), qPrintable(error));
    const QImage one(small), two(large);
    QVERIFY(!one.isNull() && !two.isNull());
    QVERIFY(std::abs(two.width() - 2.5 * one.width()) <= 1);
    QVERIFY(std::abs(two.height() - 2.5 * one.height()) <= 1);
  }

  /// The whole network, and the ground of its last pixels.
  void aSmallPngShowsAsMuch() {
    NetworkExport options;
    const QImage whole = networkImage(heated(), options, nullptr);
    options.scale = 0.4;
    const QImage small = networkImage(heated(), options, nullptr);
    const QImage reduced =
        whole.scaled(small.size(), Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
    double apart = 0;
    for (int y = 0; y < small.height(); ++y)
      for (int x = 0; x < small.width(); ++x)
        apart += std::abs(qGray(small.pixel(x, y)) - qGray(reduced.pixel(x, y)));
    apart /= small.width() * small.height();
    QVERIFY2(apart < 8, qPrintable(QString::number(apart)));
  }

  void themeAndLegendAreAChoice() {
    NetworkExport options;
    options.theme = &Theme::dark();
    const QString file = folder_.filePath(QStringLiteral("dark.png"));
    QVERIFY(exportNetwork(heated(), file, options, nullptr));
    const QImage with(file);
    QCOMPARE(with.pixelColor(1, 1), Theme::dark().color(Tone::canvas));
    QCOMPARE(with.pixelColor(1, with.height() - 2), Theme::dark().color(Tone::panel));
    options.legend = false;
    QVERIFY(exportNetwork(heated(), file, options, nullptr));
    const QImage without(file);
    QCOMPARE(with.height() - without.height(), 36);
    QCOMPARE(without.pixelColor(1, without.height() - 2), Theme::dark().color(Tone::canvas));
  }

  void svgParsesAndKeepsVectors() {
    const QString file = folder_.filePath(QStringLiteral("network.svg"));
    QVERIFY(exportNetwork(heated(), file, {}, nullptr));
    const QByteArray content = contentOf(file);
    QSvgRenderer renderer(content);
    QVERIFY(renderer.isValid());
    QVERIFY(!content.contains("<image"));
    QVERIFY(content.contains("Link utilisation"));
    // A busy link in its colour.
    QVERIFY(content.toLower().contains(HeatScale(Theme::light()).colorOf(15).name().toLatin1()));
  }

  void pdfIsAPdf() {
    const QString file = folder_.filePath(QStringLiteral("network.pdf"));
    QVERIFY(exportNetwork(heated(), file, {}, nullptr));
    const QByteArray content = contentOf(file);
    QVERIFY(content.startsWith("%PDF"));
    QVERIFY(content.size() > 4000);
  }

  void anUnwritablePlaceIsNamed() {
    QString error;
    const QString file = folder_.filePath(QStringLiteral("no/such/folder/x.png"));
    QVERIFY(!exportNetwork(heated(), file, {}, &error));
    QVERIFY(error.contains(file));
    QVERIFY(!error.contains(QLatin1Char('!')));
    QVERIFY(!exportNetwork(heated(), folder_.filePath(QStringLiteral("x.gif")), {}, &error));
    QVERIFY(error.contains(QStringLiteral(".png")));
    QVERIFY(!QFile::exists(folder_.filePath(QStringLiteral("x.gif"))));
  }

  void aHugeScaleIsRefused() {
    NetworkExport options;
    options.scale = 500;
    QString error;
    QVERIFY(
        !exportNetwork(heated(), folder_.filePath(QStringLiteral("huge.png")), options, &error));
    QVERIFY(error.contains(QStringLiteral("too large")));
    QVERIFY(error.contains(QStringLiteral("The scale may be at most")));
  }

  void aHugeWidthIsRefusedAsSuch() {
    // Of a network that is higher than wide, so that its height is too much.
    NetworkPicture tower = heated();
    auto high = std::make_shared<Placement>(*tower.placement);
    for (Point& place : high->routers) place.y *= 400;
    for (Point& place : high->terminals) place.y *= 400;
    tower.placement = std::move(high);
    NetworkExport options;
    options.width = 20'000;
    const QString file = folder_.filePath(QStringLiteral("wide.png"));
    QString error;
    QVERIFY(!exportNetwork(tower, file, options, &error));
    static const QRegularExpression kWidth(
        QStringLiteral("The width may be at most (\\d+) pixels here\\."));
    const QRegularExpressionMatch most = kWidth.match(error);
    QVERIFY2(most.hasMatch(), qPrintable(error));
    QVERIFY(!error.contains(QStringLiteral("scale")));
    options.width = most.captured(1).toInt();
    QVERIFY2(exportNetwork(tower, file, options, &error), qPrintable(error));
  }

  void aMomentThatIsTooLargeIsOnlyNamed() {
    NetworkExport options;
    options.scale = 500;
    QString error;
    QVERIFY(networkImage(heated(), options, &error).isNull());
    QVERIFY(error.contains(QStringLiteral("too large")));
    QVERIFY(!error.contains(QStringLiteral("scale")));
  }

 private:
  QTemporaryDir folder_;
};

}  // namespace hopscope

using hopscope::NetworkExportTest;
HOPSCOPE_TEST(NetworkExportTest)
#include "network_export_test.moc"

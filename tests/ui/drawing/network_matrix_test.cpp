// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/drawing/network_matrix.h"

#include <QBuffer>
#include <QImage>
#include <QSvgGenerator>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>

#include "tests/support/networks.h"
#include "tests/support/test_main.h"
#include "tests/ui/drawing/canvas_pictures.h"
#include "tests/ui/drawing/golden.h"
#include "ui/drawing/matrix_painter.h"

namespace hopscope {

namespace {

constexpr QSize kSize(560, 520);

QImage painted(MatrixPainter& painter, const NetworkPicture& picture, const MatrixView& view,
               const Theme& theme) {
  QImage image(kSize, QImage::Format_RGB32);
  image.fill(theme.color(Tone::canvas));
  QPainter brush(&image);
  painter.paint(brush, QRectF(QPointF(), QSizeF(kSize)), view, picture, {});
  return image;
}

QPoint middleOf(const MatrixView& view, std::uint32_t row, std::uint32_t column) {
  return (view.origin + QPointF(column + .5, row + .5) * view.side).toPoint();
}

}  // namespace

class NetworkMatrixTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { test::useGoldenFont(); }

  void everyChannelBetweenRoutersHasItsCell() {
    const NetworkPicture picture = test::familyPicture("dragonfly");
    const Topology& topology = *picture.topology;
    const NetworkMatrix matrix(topology, *picture.placement);
    QCOMPARE(matrix.size(), topology.routerCount());
    std::size_t channels = 0;
    for (std::uint32_t row = 0; row < matrix.size(); ++row) {
      QCOMPARE(matrix.rowOf(matrix.router(row)), row);
      for (const auto* cell = matrix.rowBegin(row); cell != matrix.rowEnd(row); ++cell) {
        QVERIFY(matrix.cell(row, cell->column) == cell);
        for (std::uint32_t i = cell->first; i < cell->first + cell->count; ++i) {
          QCOMPARE(topology.from(matrix.channel(i)).node, matrix.router(row));
          QCOMPARE(topology.to(matrix.channel(i)).node, matrix.router(cell->column));
          ++channels;
        }
      }
    }
    QCOMPARE(channels, std::size_t{topology.channelCount()} - 2 * topology.terminalCount());
    QVERIFY(matrix.cell(0, 0) == nullptr);
  }

  void parallelLinksShareACellAndTheHottestWins() {
    TopologyBuilder builder = test::drawing();
    builder.addRouter();
    builder.addRouter();
    builder.connect(0, 1, 1);
    builder.connect(1, 0, 1);
    NetworkPicture picture;
    picture.topology = std::make_shared<const Topology>(builder.build());
    picture.placement = std::make_shared<const Placement>(place(*picture.topology));
    MatrixPainter painter(Theme::light());
    painter.setNetwork(picture.topology, *picture.placement);
    const NetworkMatrix::Cell* cell = painter.matrix().cell(0, 1);
    QVERIFY(cell != nullptr);
    QCOMPARE(cell->count, 2U);
    // Link 1 runs from router 1 to router 0: its channel back, 3, leaves router 0.
    picture.heat.channelUtilization = {0.2F, 0.1F, 0.3F, 0.9F};
    QCOMPARE(painter.hottest(*cell, picture.heat), ChannelId{3});
    const MatrixView view = painter.fitted(QRectF(QPointF(), QSizeF(kSize)));
    const QImage image = painted(painter, picture, view, Theme::light());
    const HeatScale scale(Theme::light());
    QCOMPARE(image.pixelColor(middleOf(view, 0, 1)), scale.color(0.9));
    QCOMPARE(image.pixelColor(middleOf(view, 1, 0)), scale.color(0.3));
  }

  void groupsAreNeighbouringRowsWithTheCanvasLabels() {
    const NetworkPicture picture = test::familyPicture("dragonfly");
    const NetworkMatrix matrix(*picture.topology, *picture.placement);
    std::uint32_t next = 0;
    for (const NetworkMatrix::Group& group : matrix.groups()) {
      QCOMPARE(group.begin, next);
      next = group.end;
      for (std::uint32_t row = group.begin; row < group.end; ++row)
        QCOMPARE(QStringLiteral("G%1").arg(picture.topology->group[matrix.router(row)]),
                 group.label);
    }
    QCOMPARE(next, matrix.size());
    QVERIFY(NetworkMatrix(*test::familyPicture("complete").topology, {}).groups().empty());
  }

  void missingDataIsStriped() {
    NetworkPicture picture = test::drawnPicture();
    picture.heat.channelUtilization.assign(picture.topology->channelCount(), std::nanf(""));
    MatrixPainter painter(Theme::dark());
    painter.setNetwork(picture.topology, *picture.placement);
    const MatrixView view = painter.fitted(QRectF(QPointF(), QSizeF(kSize)));
    const QImage image = painted(painter, picture, view, Theme::dark());
    const QPoint middle = middleOf(view, 0, 1);
    int grey = 0, ground = 0;
    for (int x = -8; x < 8; ++x) {
      const QColor color = image.pixelColor(middle + QPoint(x, 0));
      grey += color == Theme::dark().color(Tone::t4) ? 1 : 0;
      ground += color == Theme::dark().color(Tone::panel) ? 1 : 0;
    }
    QCOMPARE(grey, 8);
    QCOMPARE(ground, 8);
  }

  void groupsOfALargeNetworkAreNamedInRegularSteps() {
    const NetworkPicture picture = test::familyPicture(
        "dragonfly", {{"p", std::int64_t{1}}, {"a", std::int64_t{16}}, {"h", std::int64_t{8}}});
    MatrixPainter painter(Theme::light());
    painter.setNetwork(picture.topology, *picture.placement);
    QBuffer bytes;
    QVERIFY(bytes.open(QIODevice::WriteOnly));
    QSvgGenerator paper;
    paper.setOutputDevice(&bytes);
    paper.setSize(kSize);
    QPainter brush(&paper);
    const QRectF device({0, 0}, QSizeF(kSize));
    painter.paint(brush, device, painter.fitted(device), picture, {});
    brush.end();
    std::map<int, int> named;  // how often: once on each axis that names it
    for (int group = 0; group < 129; ++group)
      if (const auto times = bytes.data().count(">G" + QByteArray::number(group) + "</text>"))
        named[group] = static_cast<int>(times);
    QVERIFY(named.size() > 5 && named.size() < 60);
    QCOMPARE(named[0], 2);
    // Rows have room for more labels than columns.
    const int rows = std::next(named.begin())->first;
    const auto second = std::find_if(std::next(named.begin()), named.end(),
                                     [](const auto& each) { return each.second == 2; });
    QVERIFY(second != named.end());
    const int columns = second->first;
    for (const int step : {rows, columns})
      QVERIFY2(step == 2 || step == 5 || step == 10 || step == 20,
               qPrintable(QString::number(step)));
    for (int group = 0; group < 129; group += rows) QVERIFY(named.count(group) == 1);
    for (int group = 0; group < 129; group += columns) QCOMPARE(named[group], 2);
  }

  void theHottestOfSmallCellsIsSeen() {
    NetworkPicture picture = test::familyPicture(
        "dragonfly", {{"p", std::int64_t{1}}, {"a", std::int64_t{16}}, {"h", std::int64_t{8}}});
    picture.heat.channelUtilization.assign(picture.topology->channelCount(), 0.05F);
    const ChannelId hot = picture.topology->channelCount() - 2;
    picture.heat.channelUtilization[hot] = 1.0F;
    MatrixPainter painter(Theme::light());
    painter.setNetwork(picture.topology, *picture.placement);
    const MatrixView view = painter.fitted(QRectF(QPointF(), QSizeF(kSize)));
    QVERIFY(view.side < 0.5);
    const QImage image = painted(painter, picture, view, Theme::light());
    const QRgb hottest = HeatScale(Theme::light()).color(1.0).rgb();
    int seen = 0;
    for (int y = 0; y < kSize.height(); ++y)
      for (int x = 0; x < kSize.width(); ++x) seen += image.pixel(x, y) == hottest;
    QCOMPARE(seen, 4);
  }

  void pictures_data() {
    QTest::addColumn<bool>("dark");
    QTest::addColumn<bool>("heated");
    QTest::newRow("matrix_design") << false << false;
    QTest::newRow("matrix_heat") << false << true;
    QTest::newRow("matrix_heat-dark") << true << true;
    QTest::newRow("matrix_design-dark") << true << false;
  }

  void pictures() {
    QFETCH(bool, dark);
    QFETCH(bool, heated);
    const Theme& theme = dark ? Theme::dark() : Theme::light();
    NetworkPicture picture = test::familyPicture("dragonfly");
    if (heated) picture.heat = test::patternedHeat(*picture.topology);
    picture.marks.links = {picture.topology->linkCount() - 1};
    MatrixPainter painter(theme);
    painter.setNetwork(picture.topology, *picture.placement);
    const QString wrong = test::compareWithGolden(
        painted(painter, picture, painter.fitted(QRectF(QPointF(), QSizeF(kSize))), theme),
        QString::fromLatin1(QTest::currentDataTag()));
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
  }
};

HOPSCOPE_TEST(NetworkMatrixTest)

}  // namespace hopscope

#include "network_matrix_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// The matrix of routers: the same network, heat and selection as on the canvas.
#include "ui/canvas/matrix_canvas.h"

#include <QApplication>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QWheelEvent>

#include "tests/support/test_main.h"
#include "tests/ui/canvas/canvas_support.h"
#include "tests/ui/canvas/pane_support.h"

namespace hopscope {

namespace {

/// On its matrix.
struct MatrixFixture : test::DragonflyPane {
  MatrixFixture() { QTest::keyClick(&pane.canvas(), Qt::Key_M); }

  MatrixCanvas& matrix() { return pane.matrix(); }
  /// The first channel between two routers of different groups.
  ChannelId globalChannel() const {
    const Topology& topology = *document.topology();
    for (LinkId link = 0; link < topology.linkCount(); ++link)
      if (topology.kindOf(link) == LinkKind::global) return 2 * link;
    return kNone;
  }
  QPoint pixelOf(ChannelId channel) {
    const Topology& topology = *document.topology();
    const NetworkMatrix& rows = matrix().painter().matrix();
    return matrix()
        .pixelOf(rows.rowOf(topology.from(channel).node), rows.rowOf(topology.to(channel).node))
        .toPoint();
  }
  void heat(ChannelId channel, float busy) {
    NetworkHeat heat;
    heat.channelUtilization.assign(document.topology()->channelCount(), .25F);
    heat.channelUtilization[channel] = busy;
    pane.setHeat(heat);
  }
};

}  // namespace

class MatrixCanvasTest : public QObject {
  Q_OBJECT

 private slots:
  void keyButtonAndVerbSwitch();
  void clickingSelectsTheLinkAndTheCanvasFollows();
  void hoveringNamesBothRoutersAndTheFigure();
  void zoomKeepsThePlaceUnderThePointer();
  void arrowsWalkAndEnterTakes();
  void otherKeysMeanTheSameAsOnTheCanvas();
  void drawingToolsGoBackToTheCanvas();
  void anotherNetworkIsFitted();
  void aThousandRoutersAreDrawnInTime();
};

void MatrixCanvasTest::keyButtonAndVerbSwitch() {
  MatrixFixture f;
  QVERIFY(f.pane.showsMatrix() && f.matrix().isVisible() && !f.pane.canvas().isVisible());
  QVERIFY(f.matrix().hasFocus());
  QToolButton* button = nullptr;
  for (auto* each : f.pane.findChildren<QToolButton*>())
    if (each->accessibleName() == QStringLiteral("Matrix")) button = each;
  QVERIFY(button != nullptr && button->isChecked());
  QSignalSpy shown(&f.pane, &CanvasPane::matrixShown);
  QTest::mouseClick(button, Qt::LeftButton);
  QVERIFY(!f.pane.showsMatrix() && f.pane.canvas().isVisible());
  QTest::keyClick(&f.pane.canvas(), Qt::Key_M);
  QTest::keyClick(&f.matrix(), Qt::Key_M);
  QVERIFY(!f.pane.showsMatrix());
  QCOMPARE(shown.count(), 3);
}

void MatrixCanvasTest::clickingSelectsTheLinkAndTheCanvasFollows() {
  MatrixFixture f;
  const ChannelId channel = f.globalChannel();
  QSignalSpy activated(&f.pane.canvas(), &NetworkCanvas::linkActivated);
  QTest::mouseClick(&f.matrix(), Qt::LeftButton, Qt::NoModifier, f.pixelOf(channel));
  QCOMPARE(f.document.selection().links, std::set<LinkId>{channel / 2});
  QCOMPARE(activated.count(), 1);
  QCOMPARE(f.pane.canvas().picture().marks.links, std::set<LinkId>{channel / 2});

  const QImage marked = f.matrix().grab().toImage();
  f.document.select({});
  QVERIFY(f.matrix().grab().toImage() != marked);
  // The other direction is the same cable.
  f.document.select({{}, {}, {channel / 2}});
  QTest::mouseClick(&f.matrix(), Qt::LeftButton, Qt::ControlModifier, f.pixelOf(channel + 1));
  QVERIFY(f.document.selection().empty());
  // The diagonal is the router.
  const QPoint diagonal = f.matrix().pixelOf(5, 5).toPoint();
  QTest::mouseClick(&f.matrix(), Qt::LeftButton, Qt::NoModifier, diagonal);
  QCOMPARE(f.document.selection().routers,
           std::set<RouterId>{f.matrix().painter().matrix().router(5)});
}

void MatrixCanvasTest::hoveringNamesBothRoutersAndTheFigure() {
  MatrixFixture f;
  const ChannelId channel = f.globalChannel();
  f.heat(channel, .77F);
  const Topology& topology = *f.document.topology();
  const NetworkMatrix& rows = f.matrix().painter().matrix();
  const MatrixPlace place{rows.rowOf(topology.from(channel).node),
                          rows.rowOf(topology.to(channel).node)};
  const QStringList lines = cellTipLines(f.pane.canvas().picture(), f.matrix().painter(), place);
  QCOMPARE(lines.size(), 3);
  QCOMPARE(lines[0], QStringLiteral("Router %1 → router %2")
                         .arg(topology.from(channel).node)
                         .arg(topology.to(channel).node));
  QCOMPARE(lines[2], QStringLiteral("77\u00a0% busy"));
  QTest::mouseMove(&f.matrix(), f.pixelOf(channel));
  auto* tip = f.matrix().findChild<QWidget*>(QStringLiteral("canvasTip"));
  QVERIFY(tip != nullptr);
  QTRY_VERIFY(tip->isVisible());
  QTest::mouseMove(&f.matrix(), f.matrix().rect().bottomRight());
  QVERIFY(!tip->isVisible());
}

void MatrixCanvasTest::zoomKeepsThePlaceUnderThePointer() {
  MatrixFixture f;
  const QPoint at = f.pixelOf(f.globalChannel());
  const double before = f.matrix().zoom();
  QWheelEvent wheel(at, f.matrix().mapToGlobal(at), {}, {0, 240}, Qt::NoButton, Qt::NoModifier,
                    Qt::NoScrollPhase, false);
  QApplication::sendEvent(&f.matrix(), &wheel);
  QVERIFY(f.matrix().zoom() > before * 1.4);
  QVERIFY((f.pixelOf(f.globalChannel()) - at).manhattanLength() <= 2);
  QTest::keyClick(&f.matrix(), Qt::Key_F);
  QCOMPARE(f.matrix().zoom(), before);
  // Dragging pans and selects nothing.
  QTest::keyClick(&f.matrix(), Qt::Key_Plus);
  const QPoint from = f.matrix().rect().center();
  const QPointF origin = f.matrix().view().origin;
  QTest::mousePress(&f.matrix(), Qt::LeftButton, Qt::NoModifier, from);
  QMouseEvent move(QEvent::MouseMove, from + QPoint(-30, -20),
                   f.matrix().mapToGlobal(from + QPoint(-30, -20)), Qt::NoButton, Qt::LeftButton,
                   Qt::NoModifier);
  QApplication::sendEvent(&f.matrix(), &move);
  QTest::mouseRelease(&f.matrix(), Qt::LeftButton, Qt::NoModifier, from + QPoint(-30, -20));
  QCOMPARE(f.matrix().view().origin, origin + QPointF(-30, -20));
  QVERIFY(f.document.selection().empty());
}

void MatrixCanvasTest::arrowsWalkAndEnterTakes() {
  MatrixFixture f;
  for (int i = 0; i < 2; ++i) QTest::keyClick(&f.matrix(), Qt::Key_Right);
  // From the first cell one to the right: routers 0 and 1 are neighbours in their group.
  QTest::keyClick(&f.matrix(), Qt::Key_Return);
  const std::set<LinkId> links = f.document.selection().links;
  QCOMPARE(links.size(), std::size_t{1});
  const Link& link = f.document.topology()->links[*links.begin()];
  QCOMPARE(std::min(link.a.node, link.b.node), 0U);
  QCOMPARE(std::max(link.a.node, link.b.node), 1U);
  QVERIFY(f.matrix().accessibleDescription().contains(QStringLiteral("Router 0 → router 1")));
}

void MatrixCanvasTest::otherKeysMeanTheSameAsOnTheCanvas() {
  MatrixFixture f;
  const std::uint32_t before = f.document.topology()->linkCount();
  QTest::mouseClick(&f.matrix(), Qt::LeftButton, Qt::NoModifier, f.pixelOf(f.globalChannel()));
  QTest::keyClick(&f.matrix(), Qt::Key_Delete);
  QCOMPARE(f.document.topology()->linkCount(), before - 1);
  QTest::keyClick(&f.matrix(), Qt::Key_Z, Qt::ControlModifier);
  QCOMPARE(f.document.topology()->linkCount(), before);
  QTest::mouseClick(&f.matrix(), Qt::LeftButton, Qt::NoModifier, f.pixelOf(f.globalChannel()));
  QTest::keyClick(&f.matrix(), Qt::Key_Escape);
  QVERIFY(f.document.selection().empty());
  QSignalSpy tapped(&f.pane.canvas(), &NetworkCanvas::spaceTapped);
  QTest::keyClick(&f.matrix(), Qt::Key_Space);
  QCOMPARE(tapped.count(), 1);
}

void MatrixCanvasTest::drawingToolsGoBackToTheCanvas() {
  MatrixFixture f;
  QTest::keyClick(&f.matrix(), Qt::Key_R);
  QVERIFY(!f.pane.showsMatrix());
  QVERIFY(f.pane.canvas().hasFocus());
  QVERIFY(f.pane.canvas().tool() == Tool::router);
}

void MatrixCanvasTest::anotherNetworkIsFitted() {
  MatrixFixture f;
  Design mesh;
  mesh.settings["topology.kind"] = std::string("mesh");
  mesh.settings["topology.dimensions"] = std::vector<std::int64_t>{4, 4};
  f.document.load(mesh);
  QCOMPARE(f.matrix().painter().matrix().size(), 16U);
  const QRectF inside(f.matrix().rect());
  QVERIFY(inside.contains(f.matrix().pixelOf(15, 15)));
  f.pane.canvas().setDocument(nullptr);
  QCOMPARE(f.matrix().painter().matrix().size(), 0U);
  static_cast<void>(f.matrix().grab());
}

/// A Dragonfly with h = 8: 2,064 routers, 47,472 channels between them.
void MatrixCanvasTest::aThousandRoutersAreDrawnInTime() {
  MatrixFixture f;
  Design large;
  large.settings["topology.kind"] = std::string("dragonfly");
  large.settings["topology.p"] = std::int64_t{8};
  large.settings["topology.a"] = std::int64_t{16};
  large.settings["topology.h"] = std::int64_t{8};
  f.document.load(large);
  QCOMPARE(f.matrix().painter().matrix().size(), 2064U);
  QVERIFY(f.matrix().view().side < 1);
  const ChannelId channel = f.globalChannel();
  f.heat(channel, 1.0F);
  QElapsedTimer clock;
  clock.start();
  constexpr int kFrames = 10;
  QImage image;
  for (int i = 0; i < kFrames; ++i) image = f.matrix().grab().toImage();
  // Thirty frames a second with much room for a busy machine and a checked build.
  QVERIFY2(clock.elapsed() < kFrames * 200, qPrintable(QString::number(clock.elapsed())));
  // Of all that share its pixel the hottest is seen, and picked.
  const QColor hot = HeatScale(Theme::light()).color(1.0);
  const QPointF at = f.matrix().pixelOf(
      f.matrix().painter().matrix().rowOf(f.document.topology()->from(channel).node),
      f.matrix().painter().matrix().rowOf(f.document.topology()->to(channel).node));
  QCOMPARE(image.pixelColor(static_cast<int>(at.x()), static_cast<int>(at.y())), hot);
  QTest::mouseClick(&f.matrix(), Qt::LeftButton, Qt::NoModifier, at.toPoint() + QPoint(-1, 1));
  QCOMPARE(f.document.selection().links, std::set<LinkId>{channel / 2});
}

HOPSCOPE_TEST(MatrixCanvasTest)

}  // namespace hopscope

#include "matrix_canvas_test.moc"

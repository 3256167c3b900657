// SPDX-License-Identifier: GPL-3.0-or-later
// The canvas with its tools and legend bar, its empty state, heat and what pictures show.
#include "ui/canvas/canvas_pane.h"

#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

#include "tests/support/test_main.h"
#include "tests/ui/canvas/pane_support.h"
#include "ui/canvas/canvas_tip.h"
#include "ui/canvas/legend_bar.h"
#include "ui/document/design_document.h"

namespace hopscope {

namespace {

QToolButton* button(const QWidget& within, const QString& name) {
  for (auto* each : within.findChildren<QToolButton*>())
    if (each->accessibleName() == name) return each;
  return nullptr;
}

Design dragonfly() {
  Design design;
  design.settings["topology.kind"] = std::string("dragonfly");
  design.settings["topology.p"] = std::int64_t{2};
  design.settings["topology.a"] = std::int64_t{4};
  design.settings["topology.h"] = std::int64_t{2};
  return design;
}

}  // namespace

class CanvasPaneTest : public QObject {
  Q_OBJECT

 private slots:
  void toolsFollowTheKeysAndBack();
  void toolsHideInRunMode();
  void zoomButtons();
  void aSmallZoomIsNotNone();
  void emptyStateOffersToGenerate();
  void fitLeavesTheToolsFree();
  void generatedNetworksAreFitted();
  void resizingFitsUntilTheUserZooms();
  void heatOfAnotherNetworkIsDropped();
  void tipsSpeakOfUtilization();
  void tipsKnowALinksOwnLatency();
  void aPresentedNetworkHasMoreRoom();
  void slowLinksAreShown();
};

void CanvasPaneTest::toolsFollowTheKeysAndBack() {
  CanvasPane pane(Theme::light());
  DesignDocument document;
  pane.canvas().setDocument(&document);
  pane.resize(700, 500);
  pane.show();
  QTest::keyClick(&pane.canvas(), Qt::Key_L);
  QVERIFY(button(pane, QStringLiteral("Link"))->isChecked());
  QTest::mouseClick(button(pane, QStringLiteral("Router")), Qt::LeftButton);
  QVERIFY(pane.canvas().tool() == Tool::router);
}

void CanvasPaneTest::toolsHideInRunMode() {
  CanvasPane pane(Theme::light());
  pane.show();
  QVERIFY(button(pane, QStringLiteral("Router"))->isVisible());
  pane.setEditable(false);
  QVERIFY(!button(pane, QStringLiteral("Router"))->isVisible());
  pane.setEditable(true);
  QVERIFY(button(pane, QStringLiteral("Router"))->isVisible());
}

void CanvasPaneTest::zoomButtons() {
  CanvasPane pane(Theme::light());
  DesignDocument document;
  pane.canvas().setDocument(&document);
  pane.resize(700, 500);
  pane.show();
  QTest::mouseClick(button(pane, QStringLiteral("Zoom in")), Qt::LeftButton);
  QCOMPARE(pane.canvas().zoom(), 125.0);
  bool found = false;
  for (const auto* label : pane.findChildren<QLabel*>())
    found = found || (label->accessibleName() == QStringLiteral("Zoom") &&
                      label->text() == QStringLiteral("125\u00a0%"));
  QVERIFY(found);
  QTest::mouseClick(button(pane, QStringLiteral("Zoom out")), Qt::LeftButton);
  QCOMPARE(pane.canvas().zoom(), 100.0);
}

void CanvasPaneTest::aSmallZoomIsNotNone() {
  CanvasPane pane(Theme::light());
  auto* legend = pane.findChild<LegendBar*>();
  QVERIFY(legend != nullptr);
  QLabel* zoom = nullptr;
  for (auto* label : legend->findChildren<QLabel*>())
    if (label->accessibleName() == QStringLiteral("Zoom")) zoom = label;
  QVERIFY(zoom != nullptr);
  for (const auto& [percent, words] :
       {std::pair(0.31, "0.3"), std::pair(0.042, "0.04"), std::pair(0.96, "1"), std::pair(1.6, "2"),
        std::pair(1600.0, "1,600")}) {
    legend->showZoom(percent);
    QCOMPARE(zoom->text(), QString::fromLatin1(words) + QStringLiteral("\u00a0%"));
    QVERIFY(zoom->fontMetrics().horizontalAdvance(zoom->text()) <= zoom->width());
  }
}

void CanvasPaneTest::emptyStateOffersToGenerate() {
  CanvasPane pane(Theme::light());
  DesignDocument document;
  pane.canvas().setDocument(&document);
  pane.resize(700, 500);
  pane.show();
  QPushButton* generate = nullptr;
  for (auto* each : pane.findChildren<QPushButton*>())
    if (each->text() == QStringLiteral("Generate network…")) generate = each;
  QVERIFY(generate != nullptr && generate->isVisible());
  QSignalSpy asked(&pane.canvas(), &NetworkCanvas::generateRequested);
  QTest::mouseClick(generate, Qt::LeftButton);
  QCOMPARE(asked.count(), 1);
  document.addRouter({0, 0});
  QVERIFY(!generate->isVisible());
  document.undoStack().undo();
  QVERIFY(generate->isVisible());
}

void CanvasPaneTest::fitLeavesTheToolsFree() {
  CanvasPane pane(Theme::light());
  DesignDocument document;
  Design mesh;
  mesh.settings["topology.kind"] = std::string("mesh");
  mesh.settings["topology.dimensions"] = std::vector<std::int64_t>{8, 8};
  document.load(mesh);
  pane.canvas().setDocument(&document);
  pane.resize(700, 700);
  pane.show();
  QVERIFY(QTest::qWaitForWindowExposed(&pane));
  const QWidget* strip = pane.findChild<QWidget*>(QStringLiteral("canvasTools"));
  for (const Point& place : document.placement()->routers) {
    const QPoint pixel = pane.canvas().view().toPixels({place.x, place.y}).toPoint();
    QVERIFY(pane.canvas().rect().contains(pixel));
    QVERIFY(!strip->geometry().contains(pixel));
  }
}

void CanvasPaneTest::generatedNetworksAreFitted() {
  CanvasPane pane(Theme::light());
  DesignDocument document;
  pane.canvas().setDocument(&document);
  pane.resize(700, 500);
  pane.show();
  document.replaceDesign(dragonfly(), QStringLiteral("Generate Dragonfly"));
  for (const Point& place : document.placement()->terminals)
    QVERIFY(
        pane.canvas().rect().contains(pane.canvas().view().toPixels({place.x, place.y}).toPoint()));
  const double zoom = pane.canvas().zoom();
  pane.canvas().zoomIn();
  document.addRouter({0, 0});  // drawn from here on: the view stays
  QCOMPARE(pane.canvas().zoom(), zoom * 1.25);
}

void CanvasPaneTest::resizingFitsUntilTheUserZooms() {
  CanvasPane pane(Theme::light());
  DesignDocument document;
  document.load(dragonfly());
  pane.canvas().setDocument(&document);
  pane.resize(900, 700);
  pane.show();
  QVERIFY(QTest::qWaitForWindowExposed(&pane));
  const double large = pane.canvas().zoom();
  pane.resize(500, 400);
  QTRY_VERIFY(pane.canvas().zoom() < large);
  pane.canvas().zoomTo(80);
  pane.resize(900, 700);
  QTest::qWait(20);
  QVERIFY(std::abs(pane.canvas().zoom() - 80) < 1e-9);
}

void CanvasPaneTest::heatOfAnotherNetworkIsDropped() {
  CanvasPane pane(Theme::light());
  DesignDocument document;
  document.load(dragonfly());
  pane.canvas().setDocument(&document);
  NetworkHeat heat;
  heat.channelUtilization.assign(document.topology()->channelCount(), .5F);
  QSignalSpy changed(&pane.canvas(), &NetworkCanvas::pictureChanged);
  pane.setHeat(heat);
  QVERIFY(!pane.canvas().picture().heat.empty());
  QCOMPARE(changed.count(), 1);
  document.addTerminal(0);  // another network: its heat is void
  QVERIFY(pane.canvas().picture().heat.empty());
  pane.setHeat(heat);
  QVERIFY(pane.canvas().picture().heat.empty());
}

void CanvasPaneTest::tipsSpeakOfUtilization() {
  DesignDocument document;
  document.load(dragonfly());
  NetworkPicture picture;
  picture.topology = document.topology();
  picture.placement = document.placement();
  CanvasMouse mouse;
  mouse.router = 21;
  QStringList lines = tipLines(document.design(), picture, mouse);
  QCOMPARE(lines[0], QStringLiteral("Router 21"));
  QCOMPARE(lines[1], QStringLiteral("Group 5, position 1"));
  QCOMPARE(lines[2], QStringLiteral("2\u00a0terminals, 5\u00a0links"));

  picture.heat.channelUtilization.assign(picture.topology->channelCount(), .25F);
  const Port& port = picture.topology->port(21, 4);
  picture.heat.channelUtilization[port.out] = .77F;
  lines = tipLines(document.design(), picture, mouse);
  QCOMPARE(lines.size(), 3);
  QVERIFY2(lines[2].startsWith(QStringLiteral("busiest output 77\u00a0%, to router ")),
           qPrintable(lines[2]));

  mouse = {};
  mouse.link = port.link;
  lines = tipLines(document.design(), picture, mouse);
  QCOMPARE(lines.size(), 3);
  QVERIFY(lines[0].startsWith(QStringLiteral("Router 21 → router ")));
  QVERIFY(lines[1].contains(QStringLiteral("latency 1\u00a0cycle")));
  QCOMPARE(lines[2], QStringLiteral("77\u00a0% busy, 25\u00a0% the other way"));
}

/// What a link has of its own counts, not what its class has.
void CanvasPaneTest::tipsKnowALinksOwnLatency() {
  DesignDocument document;
  document.load(dragonfly());
  NetworkPicture picture;
  picture.topology = document.topology();
  picture.placement = document.placement();
  CanvasMouse mouse;
  mouse.link = document.topology()->linkCount() - 1;
  const auto kind = [&] { return tipLines(document.design(), picture, mouse)[1]; };
  document.setLinkLatency({mouse.link}, 30);
  QVERIFY2(kind().endsWith(QStringLiteral("latency 30\u00a0cycles")), qPrintable(kind()));
  --mouse.link;
  QVERIFY2(kind().endsWith(QStringLiteral("latency 1\u00a0cycle")), qPrintable(kind()));
  ++mouse.link;
  document.undoStack().undo();
  QVERIFY2(kind().endsWith(QStringLiteral("latency 1\u00a0cycle")), qPrintable(kind()));
}

/// No finding with its verbs comes over it there.
void CanvasPaneTest::aPresentedNetworkHasMoreRoom() {
  test::DragonflyPane f;
  f.pane.resize(1200, 600);
  f.pane.setEditable(false);
  f.pane.setHeaderShown(true);
  QCoreApplication::processEvents();
  f.pane.fit();
  const NetworkCanvas& canvas = f.pane.canvas();
  const auto top = [&canvas] {
    return canvas.view().toPixels(canvas.networkBounds().topLeft()).y();
  };
  QVERIFY2(top() >= 64, qPrintable(QString::number(top())));
  f.pane.setPresented(true);
  QVERIFY2(top() < 64, qPrintable(QString::number(top())));
  f.pane.setPresented(false);
  QVERIFY2(top() >= 64, qPrintable(QString::number(top())));
}

void CanvasPaneTest::slowLinksAreShown() {
  DesignDocument document;
  document.load(dragonfly());
  NetworkCanvas canvas(Theme::light());
  canvas.setDocument(&document);
  QVERIFY(canvas.picture().linkRates.empty());
  CanvasMouse mouse;
  mouse.link = document.topology()->linkCount() - 1;
  QVERIFY(!tipLines(document.design(), canvas.picture(), mouse)[1].contains("bandwidth"));

  document.setLinkBandwidth({mouse.link}, 0.25);
  QVERIFY(canvas.picture().linkRates.at(mouse.link) == (LinkRate{1, 4}));
  QVERIFY(canvas.picture().linkRates.front().full());
  const QStringList lines = tipLines(document.design(), canvas.picture(), mouse);
  QVERIFY2(lines[1].endsWith(QStringLiteral(", bandwidth 0.25\u00a0flits/cycle")),
           qPrintable(lines[1]));

  document.undoStack().undo();
  QVERIFY(canvas.picture().linkRates.empty());
  document.setValue("channels.global.bandwidth", 0.5);
  QVERIFY(canvas.picture().linkRates.at(mouse.link) == (LinkRate{1, 2}));
}

HOPSCOPE_TEST(CanvasPaneTest)

}  // namespace hopscope

#include "canvas_pane_test.moc"

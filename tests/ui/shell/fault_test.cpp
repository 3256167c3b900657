// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAction>
#include <QContextMenuEvent>
#include <QLineEdit>
#include <QMenu>
#include <QTest>
#include <algorithm>
#include <cmath>

#include "tests/support/test_main.h"
#include "tests/ui/shell/window_support.h"
#include "ui/canvas/canvas_pane.h"
#include "ui/run/timeline_strip.h"
#include "ui/shell/actions.h"
#include "ui/shell/message_bar.h"
#include "ui/shell/project_session.h"
#include "ui/shell/run_mode.h"

using namespace hopscope;
using namespace hopscope::test;

namespace {

/// Busy enough that packets meet what fails, and long enough to click.
Design busyMesh() {
  Design design = meshDesign(true);
  design.settings["traffic.load"] = 0.2;
  design.settings["traffic.pattern"] = std::string("uniform");
  design.settings["run.warmup"] = std::int64_t{1000};
  design.settings["run.measure"] = std::int64_t{40'000};
  design.settings["run.window"] = std::int64_t{500};
  return design;
}

LinkId linkBetween(const Topology& topology, RouterId a, RouterId b) {
  for (LinkId l = 0; l < topology.linkCount(); ++l) {
    const Link& link = topology.links[l];
    if (!link.a.isTerminal && std::min(link.a.node, link.b.node) == a &&
        std::max(link.a.node, link.b.node) == b)
      return l;
  }
  return kNone;
}

/// The right mouse button on the canvas, and what its menu holds.
QMenu* menuAt(MainWindow& window, QPoint at) {
  NetworkCanvas& canvas = window.canvasPane().canvas();
  QContextMenuEvent event(QContextMenuEvent::Mouse, at, canvas.mapToGlobal(at));
  QApplication::sendEvent(&canvas, &event);
  const auto menus = window.findChildren<QMenu*>(QStringLiteral("canvasMenu"));
  return menus.isEmpty() ? nullptr : menus.back();
}

void choose(QMenu* menu, QAction* action) {
  QVERIFY(menu != nullptr && menu->isVisible());
  QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(action).center());
}

}  // namespace

/// Parts of a running network fail and work again, by mouse and keyboard.
class FaultTest : public QObject {
  Q_OBJECT

 private slots:
  void aLinkFailsAndTheRunRepeatsExactly();
  void whatAPlannedPhaseFailsCanBeRestored();
  void aKeptRunKeepsItsTimeline();
  void whatCutsTheNetworkIsRefused();
  void theEditorHasFailingParts();
};

void FaultTest::aLinkFailsAndTheRunRepeatsExactly() {
  const Sandbox sandbox;
  const auto window = windowWith(busyMesh());
  DesignDocument& document = window->session().document();
  RunSession& run = window->runMode().run();
  QAction* const fail = window->actions().at("run.fail");
  QAction* const restore = window->actions().at("run.restore");
  run.setSpeed(10'000);
  QTest::keyClick(window.get(), Qt::Key_F5);
  QTRY_VERIFY(run.snapshot().cycle > 1500);
  const auto topology = run.topology();
  const LinkId link = linkBetween(*topology, 5, 6);
  const QPoint middle = (pixelOf(*window, 5) + pixelOf(*window, 6)) / 2;
  const Cycle before = run.snapshot().cycle;
  QMenu* menu = menuAt(*window, middle);
  QCOMPARE(document.selection().links, std::set<LinkId>{link});
  QVERIFY(fail->isEnabled() && !restore->isEnabled());
  QCOMPARE(fail->text(), QStringLiteral("Fail this link"));
  choose(menu, fail);
  QTRY_COMPARE(document.design().phases.size(), std::size_t{1});
  const Cycle failedAt = std::get<std::int64_t>(document.design().phases[0].at);
  QVERIFY(failedAt >= before);
  // Also while the run is repeated from where nothing had failed, and though nothing was selected.
  QVERIFY(!fail->isEnabled() && restore->isEnabled());
  QCOMPARE(document.design().phases[0].fail.channels,
           std::vector<std::uint32_t>{topology->linkIds[link]});
  // The run is brought back to where it was, and goes on.
  QTRY_VERIFY_WITH_TIMEOUT(!run.catchingUp() && run.snapshot().cycle > failedAt + 600, 20'000);
  QCOMPARE(run.state(), RunnerState::running);
  const auto& heat = window->canvasPane().canvas().picture().heat;
  QCOMPARE(heat.failedLinks, std::set<LinkId>{link});
  QTRY_COMPARE(window->findChild<TimelineStrip*>()->picture().flags.size(), std::size_t{1});
  QCOMPARE(window->findChild<TimelineStrip*>()->picture().flags[0].at, failedAt);

  // By keyboard: a router fails, too; the network has its channel for detours already.
  clickRouter(*window, 15);
  QCOMPARE(fail->text(), QStringLiteral("Fail this router"));
  pressKeys(*window, Qt::Key_F, Qt::ControlModifier | Qt::ShiftModifier);
  QTRY_COMPARE(document.design().phases.size(), std::size_t{2});
  QVERIFY(!run.catchingUp());
  QTRY_COMPARE(heat.failedRouters, std::set<RouterId>{15});

  menu = menuAt(*window, middle);
  QVERIFY(!fail->isEnabled() && restore->isEnabled());
  choose(menu, restore);
  QTRY_COMPARE(document.design().phases.size(), std::size_t{3});
  QTRY_VERIFY(heat.failedLinks.empty());
  QVERIFY(window->messages().textOf(QStringLiteral("stale")).isEmpty());

  run.setSpeed(0);
  QTRY_COMPARE_WITH_TIMEOUT(window->session().runs().size(), std::size_t{1}, 30'000);
  const Results expected = repeatKeptRun(*window);
  QVERIFY(expected.nonminimalFraction > 0);  // some went round

  // The kept run shows what had failed at each time, as the live one did.
  QCOMPARE(document.design().phases.size(), std::size_t{3});
  const Cycle routerAt = std::get<std::int64_t>(document.design().phases[1].at);
  const Cycle restoredAt = std::get<std::int64_t>(document.design().phases[2].at);
  window->runMode().showStored(window->session().runs().front().id);
  QVERIFY(window->runMode().showsStored());
  QCOMPARE(heat.failedRouters, std::set<RouterId>{15});  // to its end
  QVERIFY(heat.failedLinks.empty());
  auto* strip = window->findChild<TimelineStrip*>();
  const auto lookAt = [&](Cycle cycle) {
    QTest::mouseClick(strip, Qt::LeftButton, {},
                      QPoint(static_cast<int>(std::lround(strip->xOf(cycle))), 42));
  };
  lookAt(failedAt - 600);
  QVERIFY(window->runMode().playback().inPast());
  QVERIFY(heat.failedLinks.empty() && heat.failedRouters.empty());
  lookAt((failedAt + routerAt) / 2);
  const Cycle between = window->runMode().playback().span().end - 1;
  QCOMPARE(heat.failedLinks.count(link) == 1, between >= failedAt && between < restoredAt);
  QCOMPARE(heat.failedRouters.count(15) == 1, between >= routerAt);
  lookAt(restoredAt + 1500);
  QVERIFY(heat.failedLinks.empty());
  QCOMPARE(heat.failedRouters, std::set<RouterId>{15});

  for (const std::size_t left : {2, 1, 0}) {
    document.undoStack().undo();
    QCOMPARE(document.design().phases.size(), left);
  }
}

void FaultTest::whatAPlannedPhaseFailsCanBeRestored() {
  const Sandbox sandbox;
  Design design = busyMesh();
  design.phases = {{std::int64_t{2000}, {}, false, {{20}, {}}, {}}};
  const auto window = windowWith(design);
  RunSession& run = window->runMode().run();
  QAction* const fail = window->actions().at("run.fail");
  QAction* const restore = window->actions().at("run.restore");
  run.setSpeed(0);
  const auto restsAt = [&](Cycle cycle) {
    return run.snapshot().cycle == cycle && run.state() == RunnerState::paused;
  };
  QTest::keyClick(window.get(), Qt::Key_F10);
  QTRY_VERIFY(restsAt(1));
  const std::vector<std::uint32_t>& ids = run.topology()->linkIds;
  const auto link = static_cast<LinkId>(std::find(ids.begin(), ids.end(), 20) - ids.begin());
  window->session().document().select({{}, {}, {link}});
  QTRY_VERIFY(fail->isEnabled() && !restore->isEnabled());
  run.runUntil(2100);
  QTRY_VERIFY(restsAt(2100));
  QTRY_VERIFY(!fail->isEnabled() && restore->isEnabled());
}

/// A live run that changes behind it takes nothing of what is looked at.
void FaultTest::aKeptRunKeepsItsTimeline() {
  const Sandbox sandbox;
  const auto window = windowWith(busyMesh());
  RunMode& mode = window->runMode();
  RunSession& run = mode.run();
  run.setSpeed(0);
  QTest::keyClick(window.get(), Qt::Key_F5);
  QTRY_COMPARE_WITH_TIMEOUT(window->session().runs().size(), std::size_t{1}, 30'000);
  run.setSpeed(2000);
  QTest::keyClick(window.get(), Qt::Key_F5);
  QTRY_VERIFY(run.snapshot().cycle > 100 && run.snapshot().cycle < 20'000);
  Phase change;
  change.set["traffic.load"] = 0.1;
  QVERIFY(!hasErrors(run.whatIf(change)));
  mode.showStored(window->session().runs().front().id);
  QTRY_COMPARE(run.design().phases.size(), std::size_t{1});
  QVERIFY(mode.showsStored());
  mode.seek(30'000);
  QVERIFY(mode.playback().inPast());
  QVERIFY(mode.playback().span().end >= 29'000);
  mode.backToLive();
  mode.seek(30'000);
  QVERIFY(!mode.playback().inPast() || mode.playback().span().end < 29'000);
}

void FaultTest::whatCutsTheNetworkIsRefused() {
  const Sandbox sandbox;
  const auto window = windowWith(busyMesh());
  DesignDocument& document = window->session().document();
  RunSession& run = window->runMode().run();
  run.setSpeed(2000);
  QTest::keyClick(window.get(), Qt::Key_F5);
  QTRY_VERIFY(run.snapshot().cycle > 100);
  const auto topology = run.topology();
  // Both links of a corner.
  document.select({{}, {}, {linkBetween(*topology, 0, 1), linkBetween(*topology, 0, 4)}});
  QCOMPARE(window->actions().at("run.fail")->text(), QStringLiteral("Fail the selected parts"));
  pressKeys(*window, Qt::Key_F, Qt::ControlModifier | Qt::ShiftModifier);
  QTRY_VERIFY(window->messages()
                  .textOf(QStringLiteral("fault"))
                  .contains(QStringLiteral("no path from terminal 0 to terminal 1")));
  QVERIFY(document.design().phases.empty());
  QCOMPARE(run.state(), RunnerState::running);
}

void FaultTest::theEditorHasFailingParts() {
  const Sandbox sandbox;
  Design design = busyMesh();
  design.phases = {{std::int64_t{2000}, {}, false, {{20}, {}}, {}}};
  const auto window = windowWith(design);
  DesignDocument& document = window->session().document();
  const auto edit = [&](const QString& name) {
    auto* field = window->findChild<QWidget*>(name);
    return field == nullptr ? nullptr : field->findChild<QLineEdit*>();
  };
  QTRY_VERIFY(edit(QStringLiteral("phases[0].fail.channels")) != nullptr);
  QLineEdit* links = edit(QStringLiteral("phases[0].fail.channels"));
  QCOMPARE(links->text(), QStringLiteral("20"));
  links->setFocus();
  links->selectAll();
  QTest::keyClicks(links, QStringLiteral("20, 22"));
  QTest::keyClick(links, Qt::Key_Return);
  QCOMPARE(document.design().phases[0].fail.channels, (std::vector<std::uint32_t>{20, 22}));
  links->selectAll();
  QTest::keyClicks(links, QStringLiteral("20, x"));
  QTest::keyClick(links, Qt::Key_Return);
  QCOMPARE(document.design().phases[0].fail.channels, (std::vector<std::uint32_t>{20, 22}));
  document.undoStack().undo();
  QCOMPARE(document.design().phases[0].fail.channels, std::vector<std::uint32_t>{20});
}

HOPSCOPE_TEST(FaultTest)
#include "fault_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractButton>
#include <QComboBox>
#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMouseEvent>
#include <QScopeGuard>
#include <QScrollArea>
#include <QTest>
#include <algorithm>
#include <cmath>

#include "engine/design/compile.h"
#include "engine/design/design_json.h"
#include "engine/simulation/simulation.h"
#include "engine/traffic/traffic_mix.h"
#include "tests/support/test_main.h"
#include "tests/ui/shell/window_support.h"
#include "ui/canvas/canvas_pane.h"
#include "ui/drawing/fonts.h"
#include "ui/drawing/plot_widget.h"
#include "ui/inspectors/link_inspector.h"
#include "ui/plots/live_plots.h"
#include "ui/run/timeline_strip.h"
#include "ui/shell/actions.h"
#include "ui/shell/message_bar.h"
#include "ui/shell/project_session.h"
#include "ui/shell/run_mode.h"

using namespace hopscope;
using namespace hopscope::test;

namespace {

/// A mesh that is idle up to cycle 5,000, and busy from then on.
Design lateTraffic(bool longRun = false) {
  Design design = meshDesign(longRun);
  design.settings["traffic.load"] = 0.01;
  design.settings["run.warmup"] = std::int64_t{1000};
  design.settings["run.measure"] = std::int64_t{longRun ? 2'000'000 : 9000};
  if (longRun) design.settings["run.max_cycles"] = std::int64_t{5'000'000};
  design.settings["run.window"] = std::int64_t{500};
  design.phases = {{std::int64_t{5000}, {{"traffic.load", 0.4}}}};
  return design;
}

float hottest(MainWindow& window) {
  float most = 0;
  for (const float value : window.canvasPane().canvas().picture().heat.channelUtilization)
    if (std::isfinite(value)) most = std::max(most, value);
  return most;
}

QPoint at(TimelineStrip& strip, Cycle cycle) {
  return {static_cast<int>(std::lround(strip.xOf(cycle))), 42};
}

}  // namespace

/// Looking back in time, by mouse and keyboard, at runs that go on, are over, or were kept.
class TimelineTest : public QObject {
  Q_OBJECT

 private slots:
  /// The number of the last tick, at the end of the axis, stands clear of how long a window is.
  void theLastTickLeavesRoomForItsNeighbour() {
    TimelineStrip strip;
    TimelinePicture picture;
    picture.planned = picture.now = 2'000'000;
    picture.window = 1'000'000;
    const auto plain = qScopeGuard([] { QLocale::setDefault(QLocale::C); });
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    strip.setPicture(picture);
    const QString words = QStringLiteral("1,000,000-cycle windows");
    const int wide = QFontMetrics(uiFont(11)).horizontalAdvance(words);
    for (const int width : {500, 800, 1279}) {
      strip.resize(width, 72);
      const QImage image = strip.grab().toImage();
      const QRgb ground = image.pixel(2, 71);
      const int left = width - 12 - wide;
      for (int x = left - 6; x < left - 2; ++x)
        for (int y = 54; y < 68; ++y)
          QVERIFY2(image.pixel(x, y) == ground,
                   qPrintable(QStringLiteral("%1: %2, %3").arg(width).arg(x).arg(y)));
    }
  }

  /// The axis of an application's run grows: at first it is shorter than its warm-up.
  void bandsEndWithTheAxis() {
    TimelineStrip strip;
    strip.resize(1279, 72);
    const auto drawn = [&strip](Cycle warmup) {
      TimelinePicture picture;
      picture.warmup = warmup;
      picture.planned = 1000;
      picture.now = 500;
      strip.setPicture(picture);
      return strip.grab().toImage();
    };
    const QImage within = drawn(1000), beyond = drawn(3000);
    QVERIFY(within == beyond);
    QVERIFY(within != drawn(400));
  }

  void draggingLooksBackWhileTheRunGoesOn() {
    const Sandbox sandbox;
    const auto window = windowWith(lateTraffic(true));
    RunSession& run = window->runMode().run();
    run.setSpeed(20'000);
    QTest::keyClick(window.get(), Qt::Key_F5);
    QTRY_VERIFY(run.snapshot().cycle > 9000);
    QTRY_VERIFY(hottest(*window) > 0.25F);
    TimelineStrip& line = strip(*window);
    auto* back = button(*window, QStringLiteral("backToLive"));
    QVERIFY(!back->isVisible());
    QTRY_VERIFY(line.picture().seekable);

    // The strip is two million cycles wide, too coarse for the mouse.
    line.setFocus();
    QTest::keyClick(&line, Qt::Key_Home);
    QVERIFY(window->runMode().playback().inPast());
    QVERIFY(hottest(*window) < 0.15F);
    QCOMPARE(window->canvasPane().canvas().picture().heat.when,
             QStringLiteral("cycles 0 to %1").arg(QLocale().toString(500)));
    QCOMPARE(window->runMode().plots().plots()["latency"].now, std::optional<double>(500));
    QCOMPARE(line.picture().cursor, std::optional<Cycle>(500));
    QVERIFY(back->isVisible());
    const Cycle then = run.snapshot().cycle;
    QTRY_VERIFY(run.snapshot().cycle > then + 1000);  // it goes on beneath
    QVERIFY(window->runMode().playback().inPast());
    QVERIFY(hottest(*window) < 0.15F);

    QTest::keyClick(&line, Qt::Key_Right);
    QCOMPARE(line.picture().cursor, std::optional<Cycle>(1000));
    QTest::keyClick(&line, Qt::Key_PageDown);
    QCOMPARE(line.picture().cursor, std::optional<Cycle>(6000));
    QVERIFY(hottest(*window) > 0.25F);
    QTest::keyClick(&line, Qt::Key_Left);
    QCOMPARE(line.picture().cursor, std::optional<Cycle>(5500));
    QTest::mouseClick(back, Qt::LeftButton);
    QVERIFY(!window->runMode().playback().inPast());
    QVERIFY(window->canvasPane().canvas().picture().heat.when.isEmpty());
    QVERIFY(!back->isVisible());
    window->actions().at("run.windowBefore")->trigger();
    QVERIFY(window->runMode().playback().inPast());
    QTest::keyClick(&line, Qt::Key_End);
    QVERIFY(!window->runMode().playback().inPast());
  }

  void draggingThePlayhead() {
    const Sandbox sandbox;
    const auto window = windowWith(lateTraffic());
    QTest::keyClick(window.get(), Qt::Key_F5);
    QTRY_COMPARE_WITH_TIMEOUT(window->session().runs().size(), std::size_t{1}, 20'000);
    TimelineStrip& line = strip(*window);
    QTRY_VERIFY(line.picture().ended && line.picture().seekable);
    QCOMPARE(line.picture().flags.size(), std::size_t{1});
    QCOMPARE(line.picture().flags[0].at, Cycle{5000});
    QCOMPARE(line.picture().flags[0].text,
             QStringLiteral("load %1").arg(QLocale().toString(0.4, 'f', 2)));
    QTest::mousePress(&line, Qt::LeftButton, {}, at(line, 2000));
    QCOMPARE(line.picture().cursor, std::optional<Cycle>(2000));
    QVERIFY(hottest(*window) < 0.15F);
    QMouseEvent drag(QEvent::MouseMove, at(line, 8010), line.mapToGlobal(at(line, 8010)),
                     Qt::NoButton, Qt::LeftButton, {});
    QCoreApplication::sendEvent(&line, &drag);
    QCOMPARE(line.picture().cursor, std::optional<Cycle>(8000));
    QVERIFY(hottest(*window) > 0.25F);
    QTest::mouseRelease(&line, Qt::LeftButton, {}, at(line, 8010));
    QCOMPARE(line.picture().cursor, std::optional<Cycle>(8000));
    QCOMPARE(button(*window, QStringLiteral("backToLive"))->text(), QStringLiteral("Whole run"));
    // The summary is of that window.
    const auto labels = window->findChildren<QLabel*>();
    QVERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
      return label->isVisible() &&
             label->text() == QStringLiteral("cycles %1 to %2")
                                  .arg(QLocale().toString(7500), QLocale().toString(8000));
    }));
  }

  /// The inspector draws both directions of a link over the recorded time; a click goes there.
  void aLinkOverTime() {
    const Sandbox sandbox;
    const auto window = windowWith(lateTraffic());
    QTest::keyClick(window.get(), Qt::Key_F5);
    QTRY_COMPARE_WITH_TIMEOUT(window->session().runs().size(), std::size_t{1}, 20'000);
    window->session().document().select({{}, {}, {2}});
    auto* plot = window->findChild<LinkInspector*>()->findChild<PlotWidget*>();
    QTRY_COMPARE(plot->picture().curves.size(), std::size_t{2});
    const Recording& recording = *wholeRun(*window).recording;
    for (std::size_t direction = 0; direction < 2; ++direction) {
      const PlotCurve& curve = plot->picture().curves[direction];
      QCOMPARE(curve.x.size(), recording.spans.size());
      for (std::size_t span = 0; span < recording.spans.size(); ++span) {
        QCOMPARE(curve.x[span], static_cast<double>(recording.spans[span].end));
        QCOMPARE(curve.y[span], 100.0 * static_cast<double>(recording.utilization(
                                            span, static_cast<ChannelId>(4 + direction))));
      }
      QVERIFY(curve.y.back() > 4 * curve.y.front());
    }
    // Another link of the same run has other curves, and as many points.
    const std::vector<double> before = plot->picture().curves[0].y;
    window->session().document().select({{}, {}, {9}});
    QTRY_VERIFY(plot->picture().curves[0].y != before);
    emit plot->clickedAt(2000);
    QVERIFY(window->runMode().playback().inPast());
    QCOMPARE(window->runMode().playback().span().end, Cycle{2000});
    QCOMPARE(plot->picture().now, std::optional<double>(2000));
  }

  /// What is not recorded is had by repeating the run: the same as a simulation stopped there.
  void thePastIsSeenFromInside() {
    const Sandbox sandbox;
    const Design design = lateTraffic();
    const auto window = windowWith(design);
    QTest::keyClick(window.get(), Qt::Key_F5);
    QTRY_COMPARE_WITH_TIMEOUT(window->session().runs().size(), std::size_t{1}, 20'000);
    TimelineStrip& line = strip(*window);
    QTRY_VERIFY(line.picture().ended && line.picture().seekable);
    clickRouter(*window, 5);
    QTest::mouseClick(&line, Qt::LeftButton, {}, at(line, 8010));
    QCOMPARE(line.picture().cursor, std::optional<Cycle>(8000));
    auto* words = window->findChild<QLabel*>(QStringLiteral("pastWords"));
    auto* inside = button(*window, QStringLiteral("lookInside"));
    QVERIFY(inside->isVisible());
    QVERIFY(window->runMode().view().detail(5) == nullptr);
    QTest::mouseClick(inside, Qt::LeftButton);
    QTRY_VERIFY(window->runMode().view().detail(5) != nullptr);
    QVERIFY(!inside->isVisible());
    QVERIFY(words->text().contains(QLocale().toString(7999)));

    Simulation plain(*compile(design).setup);
    plain.advance(7999);
    plain.watchAllocations(5);
    plain.advance(1);
    Snapshot expected;
    WatchList watch;
    watch.router = 5;
    watch.packets = true;
    watch.allocations = true;
    plain.snapshot(expected, watch);
    const auto same = [&] {
      const RouterDetail* seen = window->runMode().view().detail(5);
      if (seen == nullptr || seen->ports.size() != expected.router->ports.size()) return false;
      for (std::size_t p = 0; p < seen->ports.size(); ++p)
        if (seen->ports[p].inputFlits != expected.router->ports[p].inputFlits) return false;
      return seen->waiting.size() == expected.router->waiting.size();
    };
    QTRY_VERIFY(same());
    const RouterDetail* seen = window->runMode().view().detail(5);
    QVERIFY(seen->allocation.has_value() && expected.router->allocation.has_value());
    QCOMPARE(seen->allocation->cycle, expected.router->allocation->cycle);
    QCOMPARE(seen->allocation->crossbar, expected.router->allocation->crossbar);
    const auto& packets = window->canvasPane().canvas().picture().heat.packets;
    QVERIFY(!packets.empty());
    QCOMPARE(packets.size(), expected.packets.size());

    // The same moment is there, a later one is gone on to, an earlier one begins anew; leaving ends
    // it.
    QTest::mouseClick(&line, Qt::LeftButton, {}, at(line, 8010));
    QVERIFY(window->runMode().view().inside != nullptr);
    QTest::keyClick(&line, Qt::Key_Right);
    QVERIFY(window->runMode().view().repeated->reached >= 8000);
    QTRY_VERIFY(window->runMode().view().inside != nullptr);
    QCOMPARE(window->runMode().view().inside->cycle, Cycle{8500});
    QTest::keyClick(&line, Qt::Key_Home);
    QTRY_VERIFY(window->runMode().view().inside != nullptr);
    QCOMPARE(window->runMode().view().inside->cycle, Cycle{500});
    QTest::keyClick(&line, Qt::Key_End);
    QVERIFY(!window->runMode().view().repeated.has_value());
    QVERIFY(!words->isVisible());
  }

  void aKeptRunIsScrubbedAfterReopening() {
    const Sandbox sandbox;
    const QString file = sandbox.path(QStringLiteral("late.hopscope"));
    Recording seen;
    {
      const auto window = windowWith(lateTraffic());
      QTest::keyClick(window.get(), Qt::Key_F5);
      QTRY_COMPARE_WITH_TIMEOUT(window->session().runs().size(), std::size_t{1}, 20'000);
      const auto& recording = wholeRun(*window).recording;
      QVERIFY(recording != nullptr);
      seen = *recording;
      QVERIFY(!window->session().saveAs(file.toStdString()));
    }
    const auto window = openWindow();
    QVERIFY(window->openFile(file));
    const StoredRun kept = wholeRun(*window);
    QVERIFY(kept.recording && *kept.recording == seen);
    QVERIFY(kept.recording->spans.size() >= 20);
    window->runMode().showStored(kept.id);
    TimelineStrip& line = strip(*window);
    QTRY_VERIFY(line.picture().seekable);
    QTest::mouseClick(&line, Qt::LeftButton, {}, at(line, 3000));
    QCOMPARE(line.picture().cursor, std::optional<Cycle>(3000));
    const std::size_t span = kept.recording->nearest(3000);
    const auto& heat = window->canvasPane().canvas().picture().heat.channelUtilization;
    QCOMPARE(heat.size(), static_cast<std::size_t>(kept.recording->channels));
    for (ChannelId channel = 0; channel < kept.recording->channels; ++channel)
      QCOMPARE(heat[channel], kept.recording->utilization(span, channel));
    QTest::mouseClick(button(*window, QStringLiteral("backToLive")), Qt::LeftButton);
    QVERIFY(!window->runMode().playback().inPast());
  }

  void whatIfIsAPhaseAndRunsAgainExactly() {
    const Sandbox sandbox;
    Design design = lateTraffic();
    design.settings["run.measure"] = std::int64_t{40'000};
    const auto window = windowWith(design);
    DesignDocument& document = window->session().document();
    RunSession& run = window->runMode().run();
    run.setSpeed(2000);
    QTest::keyClick(window.get(), Qt::Key_F5);
    QTRY_VERIFY(run.snapshot().cycle > 1500);
    run.setSpeed(100);  // however long the change takes to type
    QTest::mouseClick(button(*window, QStringLiteral("whatIfButton")), Qt::LeftButton);
    auto* dialog = window->findChild<QDialog*>(QStringLiteral("whatIf"));
    QVERIFY(dialog != nullptr && dialog->isVisible());
    auto* apply = button(*dialog, QStringLiteral("whatIfApply"));
    QVERIFY(!apply->isEnabled());  // nothing is different yet
    auto* load = dialog->findChild<QWidget*>(QStringLiteral("whatIf.traffic.load"));
    QVERIFY(load != nullptr);
    auto* edit = load->findChild<QLineEdit*>();
    edit->setFocus();
    edit->selectAll();
    QTest::keyClicks(edit, QStringLiteral("0.3"));
    QVERIFY(apply->isEnabled());
    const Cycle before = run.snapshot().cycle;
    QTest::mouseClick(apply, Qt::LeftButton);
    QVERIFY(!dialog->isVisible());
    QTRY_COMPARE(document.design().phases.size(), std::size_t{2});
    QCOMPARE(run.state(), RunnerState::running);
    QVERIFY(run.design().phases == document.design().phases);
    const Phase phase = document.design().phases.front();  // before the one at 5,000
    const Cycle at = std::get<std::int64_t>(phase.at);
    QVERIFY(at >= before && at < 5000);
    QVERIFY(phase.set == (Values{{"traffic.load", Value{0.3}}}));
    QVERIFY(window->messages().textOf(QStringLiteral("stale")).isEmpty());
    QTRY_COMPARE(strip(*window).picture().flags.size(), std::size_t{2});
    QCOMPARE(strip(*window).picture().flags[0].at, at);

    run.setSpeed(0);
    QTRY_COMPARE_WITH_TIMEOUT(window->session().runs().size(), std::size_t{1}, 20'000);
    repeatKeptRun(*window);

    document.undoStack().undo();
    QCOMPARE(document.design().phases.size(), std::size_t{1});
    QVERIFY(!window->messages().textOf(QStringLiteral("stale")).isEmpty());
  }

  /// However many fields it has, the buttons stay in the window.
  void whatIfFitsTheWindow() {
    const Sandbox sandbox;
    Design design = meshDesign(true);
    std::vector<MixPart> parts;
    for (int i = 0; i < 8; ++i) {
      MixPart part;
      part.name = "class " + std::to_string(i);
      part.pattern = "uniform";
      parts.push_back(part);
    }
    design.settings["traffic.pattern"] = std::string("mix");
    design.settings["traffic.parts"] = mixText(parts);
    const auto window = windowWith(design);
    window->runMode().step(1);
    QTRY_COMPARE(window->runMode().run().snapshot().cycle, Cycle{1});
    QTest::mouseClick(button(*window, QStringLiteral("whatIfButton")), Qt::LeftButton);
    auto* dialog = window->findChild<QDialog*>(QStringLiteral("whatIf"));
    QTest::qWait(100);
    QVERIFY(dialog->height() <= window->height());
    auto* apply = button(*dialog, QStringLiteral("whatIfApply"));
    QVERIFY(dialog->rect().contains(apply->geometry()));
    auto* scroll = dialog->findChild<QScrollArea*>();
    QVERIFY(scroll->widget()->height() > scroll->viewport()->height());
    QVERIFY(scroll->widget()->width() <= scroll->viewport()->width());
  }

  void whatIfChangesRoutingAndCaches() {
    const Sandbox sandbox;
    Design design = meshDesign(true);
    design.settings["traffic.load"] = 0.1;
    design.settings["forwarding.lookup"] = std::string("cache");
    design.settings["switch.virtual_channels.local"] = std::int64_t{2};  // what O1TURN needs
    design.settings["run.warmup"] = std::int64_t{1000};
    design.settings["run.measure"] = std::int64_t{40'000};
    design.settings["run.window"] = std::int64_t{500};
    const auto window = windowWith(design);
    DesignDocument& document = window->session().document();
    RunSession& run = window->runMode().run();
    run.setSpeed(10'000);
    QTest::keyClick(window.get(), Qt::Key_F5);
    QTRY_VERIFY(run.snapshot().cycle > 1500);
    QTest::mouseClick(button(*window, QStringLiteral("whatIfButton")), Qt::LeftButton);
    auto* dialog = window->findChild<QDialog*>(QStringLiteral("whatIf"));
    auto* apply = button(*dialog, QStringLiteral("whatIfApply"));
    auto* routing = dialog->findChild<QWidget*>(QStringLiteral("whatIf.routing.algorithm"));
    QVERIFY(routing != nullptr);
    auto* choice = routing->findChild<QComboBox*>();
    // Named by what it is: here no heading says that an algorithm is the routing's.
    QCOMPARE(choice->accessibleName(), QStringLiteral("Routing"));
    const QString before = choice->currentText();
    choice->setFocus();
    QTest::keyClick(choice, Qt::Key_Down);
    QVERIFY(choice->currentText() != before);
    QTest::qWait(50);  // another routing brings other fields
    auto* entries = dialog->findChild<QWidget*>(QStringLiteral("whatIf.forwarding.cache.entries"));
    QVERIFY(entries != nullptr);
    auto* edit = entries->findChild<QLineEdit*>();
    edit->setFocus();
    edit->selectAll();
    QTest::keyClicks(edit, QStringLiteral("8"));
    const Cycle asked = run.snapshot().cycle;
    QTest::mouseClick(apply, Qt::LeftButton);
    QVERIFY2(!dialog->isVisible(),
             qPrintable(dialog->findChild<QLabel*>(QStringLiteral("whatIfProblem"))->text()));
    QTRY_COMPARE(document.design().phases.size(), std::size_t{1});
    const Phase phase = document.design().phases.front();
    const Cycle at = std::get<std::int64_t>(phase.at);
    QVERIFY(at >= asked);
    QCOMPARE(phase.set.count("routing.algorithm"), std::size_t{1});
    QVERIFY(phase.set.at("forwarding.cache.entries") == Value(std::int64_t{8}));
    QTRY_COMPARE(strip(*window).picture().flags.size(), std::size_t{1});
    QCOMPARE(strip(*window).picture().flags[0].at, at);
    QCOMPARE(strip(*window).picture().flags[0].text,
             QStringLiteral("O1TURN, cache entries %1 → 8, caches off for 10 us")
                 .arg(QLocale().toString(2048)));

    run.setSpeed(0);
    QTRY_COMPARE_WITH_TIMEOUT(window->session().runs().size(), std::size_t{1}, 20'000);
    const Results expected = repeatKeptRun(*window);
    const auto hitRate = [](const Results& results, std::size_t window_) {
      return results.windows[window_].hitRate;
    };
    // The smaller caches hit less.
    QVERIFY(hitRate(expected, 2) > hitRate(expected, expected.windows.size() - 1));
  }

  void aClickInAPlotGoesThere() {
    const Sandbox sandbox;
    const auto window = windowWith(lateTraffic());
    QTest::keyClick(window.get(), Qt::Key_F5);
    QTRY_COMPARE_WITH_TIMEOUT(window->session().runs().size(), std::size_t{1}, 20'000);
    auto* plots = window->findChild<LivePlots*>();
    auto* plot = plots->findChild<PlotWidget*>();
    auto* area = plot->findChild<QWidget*>(QStringLiteral("plotArea"));
    QVERIFY(area != nullptr && area->isVisible());
    QTest::mouseClick(area, Qt::LeftButton, {}, {area->width() / 2, area->height() / 2});
    QVERIFY(window->runMode().playback().inPast());
    const Cycle there = window->runMode().playback().span().end;
    QVERIFY(there > 3000 && there < 11'000);
    QCOMPARE(plots->plots()["accepted"].now, std::optional<double>(static_cast<double>(there)));
  }
};

HOPSCOPE_TEST(TimelineTest)
#include "timeline_test.moc"

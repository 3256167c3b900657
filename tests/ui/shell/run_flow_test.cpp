// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractButton>
#include <QAction>
#include <QLabel>
#include <QSlider>
#include <QTest>
#include <algorithm>
#include <cmath>

#include "engine/design/compile.h"
#include "engine/simulation/simulation.h"
#include "tests/support/test_main.h"
#include "tests/ui/shell/window_support.h"
#include "ui/canvas/canvas_pane.h"
#include "ui/canvas/network_canvas.h"
#include "ui/inspectors/buffer_bars.h"
#include "ui/inspectors/journey_chart.h"
#include "ui/inspectors/port_table.h"
#include "ui/plots/live_plots.h"
#include "ui/shell/actions.h"
#include "ui/shell/message_bar.h"
#include "ui/shell/project_session.h"
#include "ui/shell/run_mode.h"
#include "ui/shell/status_line.h"

using namespace hopscope;
using namespace hopscope::test;

/// From the start page to a finished run, with mouse and keyboard.
class RunFlowTest : public QObject {
  Q_OBJECT

 private slots:
  /// A large network: the window goes on while its run is prepared, and the button calls it off.
  void preparingIsSaidAndCalledOff() {
    const Sandbox sandbox;
    const auto window = openWindow();
    openExample(*window, QStringLiteral("mesh-transpose"));
    Design design;
    design.settings["topology.kind"] = std::string("dragonfly");
    design.settings["topology.p"] = std::int64_t{10};
    design.settings["topology.a"] = std::int64_t{20};
    design.settings["topology.h"] = std::int64_t{10};
    window->session().document().load(design);
    RunSession& run = window->runMode().run();
    QTest::mouseClick(button(*window, QStringLiteral("designRunButton")), Qt::LeftButton);
    QVERIFY(run.preparing());
    QCOMPARE(window->mode(), MainWindow::Mode::run);
    QAbstractButton* runButton = button(*window, QStringLiteral("runButton"));
    QCOMPARE(runButton->text(), QStringLiteral("Call off"));
    auto* state = window->status().findChild<QLabel*>(QStringLiteral("statusState"));
    QVERIFY(state != nullptr);
    QVERIFY2(state->text().startsWith(QStringLiteral("Preparing the run: ")),
             qPrintable(state->text()));
    QVERIFY(!window->actions().at("run.step")->isEnabled());
    QTest::mouseClick(runButton, Qt::LeftButton);
    QVERIFY(!run.preparing() && !run.active());
    QCOMPARE(runButton->text(), QStringLiteral("Run"));
    QCOMPARE(state->text(), QStringLiteral("Ready to run"));

    // Again, and the window closes in the middle of it.
    QTest::mouseClick(runButton, Qt::LeftButton);
    QVERIFY(run.preparing());
    answerModal([](QWidget* dialog) { press(dialog, QStringLiteral("Discard changes")); });
    QVERIFY(window->close());
  }

  void startPageToInspectorToStop() {
    const Sandbox sandbox;
    const auto window = openWindow();
    QCOMPARE(window->mode(), MainWindow::Mode::start);
    openExample(*window, QStringLiteral("dragonfly-adversarial"));
    QCOMPARE(window->mode(), MainWindow::Mode::design);
    QVERIFY(window->session().document().topology()->routerCount() == 36);

    RunSession& run = window->runMode().run();
    run.setSpeed(2000);
    QTest::mouseClick(button(*window, QStringLiteral("designRunButton")), Qt::LeftButton);
    QCOMPARE(window->mode(), MainWindow::Mode::run);
    QTRY_VERIFY(run.snapshot().cycle > 100);
    QAbstractButton* runButton = button(*window, QStringLiteral("runButton"));
    QCOMPARE(runButton->text(), QStringLiteral("Pause"));
    QTest::mouseClick(runButton, Qt::LeftButton);
    QTRY_COMPARE(run.state(), RunnerState::paused);
    QTRY_COMPARE(runButton->text(), QStringLiteral("Run"));
    QTest::qWait(100);

    const Cycle before = run.snapshot().cycle;
    QTest::mouseClick(button(*window, QStringLiteral("stepButton")), Qt::LeftButton);
    QTRY_COMPARE(run.snapshot().cycle, before + 1);
    QTRY_COMPARE(run.state(), RunnerState::paused);
    QTest::keyClick(window.get(), Qt::Key_F10, Qt::ShiftModifier);
    QTRY_COMPARE(run.snapshot().cycle, before + 101);
    QTRY_COMPARE(window->findChild<QLabel*>(QStringLiteral("cycleNow"))->text(),
                 QLocale().toString(before + 101));

    clickRouter(*window, 5);
    QTRY_VERIFY(window->session().document().selection().routers == std::set<RouterId>{5});
    auto* ports = window->findChild<PortTable*>();
    QTRY_VERIFY(ports->isVisible());
    QCOMPARE(ports->rows().size(), std::size_t{7});
    // The panel's queues are those of the engine.
    QTRY_VERIFY(run.snapshot().router.has_value() && run.snapshot().router->router == 5);
    std::uint32_t waiting = 0;
    for (const PortDetail& port : run.snapshot().router->ports)
      for (const std::uint32_t flits : port.inputFlits) waiting += flits;
    std::uint32_t shown = 0;
    QTest::qWait(150);
    for (const PortRow& row : ports->rows()) shown += row.waiting;
    QCOMPARE(shown, waiting);

    QTest::mouseClick(button(*window, QStringLiteral("stopButton")), Qt::LeftButton);
    QTRY_COMPARE(run.state(), RunnerState::finished);
    QTRY_COMPARE(window->session().runs().size(), std::size_t{1});
    QVERIFY(!window->session().runs().front().complete);
  }

  void linksAndTerminalsShowTheirBuffers() {
    const Sandbox sandbox;
    Design design = meshDesign(true);
    design.settings["traffic.load"] = 0.5;
    const auto window = windowWith(design);
    RunSession& run = window->runMode().run();
    window->runMode().step(2000);
    QTRY_COMPARE(run.snapshot().cycle, Cycle{2000});
    QTRY_COMPARE(run.state(), RunnerState::paused);
    const Topology& topology = *run.topology();
    LinkId link = 0;
    while (topology.links[link].a.isTerminal || topology.links[link].b.isTerminal) ++link;
    const auto shownBars = [&] {
      std::vector<BufferBars*> shown;
      for (BufferBars* bars : window->findChildren<BufferBars*>())
        if (bars->isVisible()) shown.push_back(bars);
      return shown;
    };
    Parts parts;
    parts.links = {link};
    window->session().document().select(parts);
    QTRY_VERIFY(run.snapshot().router && run.snapshot().neighbour);
    QTRY_COMPARE(shownBars().size(), std::size_t{2});
    // Each direction's buffers are those of the router at its end.
    const LinkEnd& to = topology.to(2 * link);
    const RouterDetail& receiver = run.snapshot().router->router == to.node
                                       ? *run.snapshot().router
                                       : *run.snapshot().neighbour;
    const PortDetail& port = receiver.ports.at(to.port);
    const std::vector<BufferRow>& rows = shownBars().front()->rows();
    QVERIFY(rows.size() >= port.inputFlits.size());
    const std::size_t first = rows.size() - port.inputFlits.size();
    for (std::size_t vc = 0; vc < port.inputFlits.size(); ++vc) {
      QCOMPARE(rows[first + vc].flits, port.inputFlits[vc]);
      QCOMPARE(rows[first + vc].room, port.inputRoom[vc]);
      QVERIFY(rows[first + vc].claimed >= rows[first + vc].flits);
    }

    parts = {};
    parts.terminals = {3};
    window->session().document().select(parts);
    QTRY_VERIFY(run.snapshot().neighbour &&
                run.snapshot().neighbour->router == topology.terminals[3].router);
    QTRY_COMPARE(shownBars().front()->rows().front().name, QStringLiteral("Source queue"));
    const auto labels = window->findChildren<QLabel*>();
    const QString sent = QLocale().toString(
        static_cast<qulonglong>(run.snapshot().channelFlits[2 * topology.terminals[3].link]));
    QVERIFY(std::any_of(labels.begin(), labels.end(), [&](const QLabel* label) {
      return label->isVisible() && label->text().startsWith(sent) &&
             label->text().contains(QStringLiteral("so far"));
    }));
  }

  void aPacketIsFollowed() {
    const Sandbox sandbox;
    const auto window = windowWith(meshDesign(true));
    RunSession& run = window->runMode().run();
    window->runMode().step(1000);
    QTRY_COMPARE(run.snapshot().cycle, Cycle{1000});
    Parts parts;
    parts.terminals = {3};
    window->session().document().select(parts);
    auto* follow =
        qobject_cast<QAbstractButton*>(window->findChild<QWidget*>(QStringLiteral("followPacket")));
    QTRY_VERIFY(follow->isVisible() && follow->isEnabled());
    QTRY_COMPARE(run.state(), RunnerState::paused);
    QTest::mouseClick(follow, Qt::LeftButton);
    auto* words = follow->parentWidget()->findChild<QLabel*>(QStringLiteral("journeyWords"));
    QTRY_COMPARE(words->text(), QStringLiteral("Waiting for the next packet of this terminal."));
    window->runMode().step(2000);
    QTRY_COMPARE(run.snapshot().cycle, Cycle{3000});
    QTRY_VERIFY(run.snapshot().journey && run.snapshot().journey->delivered > 0);
    const Journey& journey = *run.snapshot().journey;
    auto* chart = words->parentWidget()->findChild<JourneyChart*>();
    QTRY_VERIFY(chart->isVisible());
    QTRY_COMPARE(chart->rows().size(), journey.hops.size() + 1);
    // The rows follow each other without a gap, up to the latency.
    Cycle at = 0;
    for (const JourneyRow& row : chart->rows()) {
      QCOMPARE(row.begin, at);
      at += row.cycles();
    }
    QCOMPARE(at, journey.delivered - journey.birth);
    QVERIFY(words->text().contains(QStringLiteral("there after")));
  }

  /// A click on a moving packet lights its way, and its chart grows hop by hop; in both switch
  /// models, wherever it is met.
  void aClickOnAMovingPacketFollowsIt_data() {
    QTest::addColumn<QString>("model");
    QTest::newRow("vct") << QStringLiteral("vct");
    QTest::newRow("wormhole") << QStringLiteral("wormhole");
  }
  void aClickOnAMovingPacketFollowsIt() {
    QFETCH(QString, model);
    const Sandbox sandbox;
    Design design = meshDesign(true);
    design.settings["switch.model"] = model.toStdString();
    design.settings["traffic.load"] = 0.1;
    design.settings["channels.local.latency"] = std::int64_t{8};
    const auto window = windowWith(design);
    RunSession& run = window->runMode().run();
    window->runMode().step(500);
    QTRY_COMPARE(run.snapshot().cycle, Cycle{500});
    QTRY_COMPARE(run.state(), RunnerState::paused);
    NetworkCanvas& canvas = window->canvasPane().canvas();
    const Topology& topology = *run.topology();
    QTRY_VERIFY(!canvas.picture().heat.packets.empty());
    // One between routers, with some of its way behind it, alone where it is.
    const auto placeOf = [&](const MovingPacket& packet) {
      const Placement& places = *canvas.picture().placement;
      const Point from = places.routers[topology.from(packet.channel).node];
      const Point to = places.routers[topology.to(packet.channel).node];
      const double part = static_cast<double>(packet.position);
      return QPointF(from.x + part * (to.x - from.x), from.y + part * (to.y - from.y));
    };
    const std::vector<MovingPacket> packets = canvas.picture().heat.packets;
    const auto betweenRouters = [&](const MovingPacket& packet) {
      return packet.position > 0.3F && packet.position < 0.7F &&
             !topology.links[packet.channel / 2].a.isTerminal;
    };
    const auto chosen = std::find_if(packets.begin(), packets.end(), [&](const MovingPacket& one) {
      return betweenRouters(one) &&
             std::none_of(packets.begin(), packets.end(), [&](const MovingPacket& other) {
               return (one.source != other.source || one.birth != other.birth) &&
                      one.channel / 2 == other.channel / 2;
             });
    });
    QVERIFY(chosen != packets.end());
    QTest::mouseMove(&canvas, pixelAt(*window, placeOf(*chosen)));
    QTest::mouseClick(&canvas, Qt::LeftButton, {}, pixelAt(*window, placeOf(*chosen)));
    QTRY_VERIFY(run.snapshot().journey.has_value());
    QCOMPARE(run.snapshot().journey->source, chosen->source);
    QCOMPARE(run.snapshot().journey->birth, chosen->birth);
    QVERIFY(window->session().document().selection().empty());
    auto* name = window->findChild<QLabel*>(QStringLiteral("followedPacket"));
    QTRY_VERIFY(name->isVisible());
    QCOMPARE(name->text(), QStringLiteral("Packet from terminal %1").arg(chosen->source));
    const auto* chart = name->parentWidget()->findChild<JourneyChart*>();
    // Step by step: the way grows with the rows, and the next hop begins where the last one ended.
    std::size_t longest = 0;
    for (int i = 0; i < 400 && run.snapshot().journey->delivered < 0; ++i) {
      const Cycle before = run.snapshot().cycle;
      QTest::keyClick(window.get(), Qt::Key_F10);
      QTRY_COMPARE(run.snapshot().cycle, before + 1);
      QTRY_COMPARE(run.state(), RunnerState::paused);
      const std::size_t hops = run.snapshot().journey->hops.size();
      longest = std::max(longest, hops);
      // No cycle is told of before it was simulated.
      if (run.snapshot().journey->delivered < 0)
        for (const JourneyRow& row : chart->rows())
          QVERIFY2(row.begin + row.cycles() <= run.snapshot().cycle - chosen->birth,
                   qPrintable(row.name));
    }
    const Journey journey = *run.snapshot().journey;
    QVERIFY(journey.delivered > 0);
    QVERIFY(longest >= 1);
    QTRY_COMPARE(canvas.picture().heat.followed.path.size(), journey.hops.size() + 1);
    QCOMPARE(canvas.picture().heat.followed.path.back(),
             ChannelId{2 * topology.terminals[journey.destination].link + 1});
    QTRY_COMPARE(chart->rows().size(), journey.hops.size() + (journey.unseen > 0 ? 2 : 1));
    Cycle at = 0;
    for (const JourneyRow& row : chart->rows()) {
      QCOMPARE(row.begin, at);
      at += row.cycles();
    }
    QCOMPARE(at, journey.delivered - journey.birth);
    // Escape ends it.
    canvas.setFocus();
    QTest::keyClick(&canvas, Qt::Key_Escape);
    QTRY_VERIFY(!name->isVisible());
    QVERIFY(canvas.picture().heat.followed.path.empty());
    // By keyboard: any packet.
    QTest::keyClick(window.get(), Qt::Key_F10, Qt::ShiftModifier);
    QTRY_COMPARE(run.state(), RunnerState::paused);
    QTRY_VERIFY(!run.snapshot().packets.empty());
    QTest::keyClick(window.get(), Qt::Key_J, Qt::ControlModifier);
    QTRY_VERIFY(name->isVisible());
    QTRY_VERIFY(run.snapshot().journey.has_value());
    QTest::mouseClick(button(*window, QStringLiteral("stopFollowing")), Qt::LeftButton);
    QTRY_VERIFY(!name->isVisible());
  }

  void packetsAreColouredBySizeAndWay() {
    const Sandbox sandbox;
    const auto window = windowWith(meshDesign(true));
    RunSession& run = window->runMode().run();
    window->runMode().step(500);
    QTRY_COMPARE(run.snapshot().cycle, Cycle{500});
    NetworkCanvas& canvas = window->canvasPane().canvas();
    QTRY_VERIFY(!canvas.picture().heat.packets.empty());
    QCOMPARE(canvas.picture().heat.packetSizes,
             std::vector<std::uint32_t>{canvas.picture().heat.packets.front().flits});
    for (const auto& [words, colour] :
         {std::pair("Packets by size", PacketColour::size),
          std::pair("Packets by path, minimal or not", PacketColour::path)}) {
      QAction* action = nullptr;
      for (QAction* each : window->canvasPane().findChildren<QAction*>())
        if (each->text() == QLatin1String(words)) action = each;
      QVERIFY(action != nullptr);
      action->trigger();
      QCOMPARE(canvas.picture().packetColour, colour);
    }
  }

  void packetsAreColouredByClassOfAMix() {
    const Sandbox sandbox;
    Design design = meshDesign(true);
    const auto byClass = [](MainWindow& window) {
      for (QAction* each : window.canvasPane().findChildren<QAction*>())
        if (each->text() == QLatin1String("Packets by class of traffic")) return each;
      return static_cast<QAction*>(nullptr);
    };
    {
      const auto window = windowWith(design);
      window->runMode().step(500);
      QTRY_COMPARE(window->runMode().run().snapshot().cycle, Cycle{500});
      QVERIFY(!byClass(*window)->isEnabled());
      QVERIFY(byClass(*window)->toolTip().contains(QLatin1String("mix")));
    }
    design.settings["traffic.pattern"] = std::string("mix");
    design.settings["traffic.parts"] = std::string("web = 1 uniform; bulk = 1 neighbour");
    const auto window = windowWith(design);
    window->runMode().step(500);
    NetworkCanvas& canvas = window->canvasPane().canvas();
    QTRY_VERIFY(!canvas.picture().heat.packets.empty());
    QCOMPARE(canvas.picture().heat.packetClasses,
             (QStringList{QStringLiteral("web"), QStringLiteral("bulk")}));
    QTRY_VERIFY(byClass(*window)->isEnabled());
    byClass(*window)->trigger();
    QCOMPARE(canvas.picture().packetColour, PacketColour::trafficClass);
    QVERIFY(byClass(*window)->toolTip().contains(QLatin1String("has its colour")));
    NetworkHeat many = canvas.picture().heat;
    for (int i = 3; i <= 9; ++i) many.packetClasses << QStringLiteral("class %1").arg(i);
    canvas.setHeat(many);
    QVERIFY(byClass(*window)->toolTip().contains(QLatin1String("two share one")));
    // A run without classes is coloured by source again.
    window->session().document().setValue("traffic.pattern", std::string("uniform"));
    window->runMode().prepare([&window] { window->runMode().run().step(500); });
    QTRY_VERIFY(!canvas.picture().heat.packets.empty() &&
                canvas.picture().heat.packetClasses.isEmpty());
    QTRY_COMPARE(canvas.picture().packetColour, PacketColour::source);
    QVERIFY(!byClass(*window)->isEnabled());
  }

  void theWindowsResultsAreTheSimulationsBitForBit() {
    const Sandbox sandbox;
    const auto window = windowWith(meshDesign());
    QTest::keyClick(window.get(), Qt::Key_F5);
    QTRY_COMPARE_WITH_TIMEOUT(window->session().runs().size(), std::size_t{1}, 20'000);
    const Results seen = wholeRun(*window).results;
    Compiled compiled = compile(meshDesign());
    QVERIFY(compiled.setup.has_value());
    Simulation direct(std::move(*compiled.setup));
    while (!direct.done()) direct.advance(500);
    const Results expected = direct.results();
    QVERIFY(expected.packetsMeasured > 500);
    QCOMPARE(seen.packetsMeasured, expected.packetsMeasured);
    QCOMPARE(seen.flitHops, expected.flitHops);
    QVERIFY(seen.latency == expected.latency);
    QVERIFY(seen.acceptedLoad == expected.acceptedLoad);
    QCOMPARE(seen.channelUtilization, expected.channelUtilization);
    QCOMPARE(window->runMode().plots().plots()["latency"].curves.front().x.size(),
             expected.windows.size());
    // The canvas shows the measured interval.
    const auto& heat = window->canvasPane().canvas().picture().heat.channelUtilization;
    QCOMPARE(heat.size(), expected.channelUtilization.size());
    for (std::size_t c = 0; c < heat.size(); ++c)
      QCOMPARE(heat[c], static_cast<float>(expected.channelUtilization[c]));
  }

  void theSpeedSliderSpeaks() {
    const Sandbox sandbox;
    const auto window = windowWith(meshDesign(true));
    window->setMode(MainWindow::Mode::run);
    auto* slider = window->findChild<QSlider*>(QStringLiteral("speedSlider"));
    auto* words = window->findChild<QLabel*>(QStringLiteral("speedLabel"));
    QVERIFY(words->text().startsWith(QStringLiteral("10")));
    QCOMPARE(window->runMode().run().speed(), 10'000.0);
    slider->setFocus();
    QTest::keyClick(slider, Qt::Key_Home);
    QCOMPARE(window->runMode().run().speed(), 1.0);
    QVERIFY(words->text().startsWith(QStringLiteral("1")));
    QTest::keyClick(slider, Qt::Key_End);
    QCOMPARE(window->runMode().run().speed(), 0.0);
    QCOMPARE(words->text(), QStringLiteral("flat out"));
  }

  void aChangedDesignIsSaidAndStartsOver() {
    const Sandbox sandbox;
    const auto window = windowWith(meshDesign(true));
    window->actions().at("run.step")->trigger();
    QTRY_COMPARE(window->runMode().run().snapshot().cycle, Cycle{1});
    window->session().document().setValue("traffic.load", 0.4);
    QVERIFY(!window->messages().textOf(QStringLiteral("stale")).isEmpty());
    window->session().document().undoStack().undo();
    QVERIFY(window->messages().textOf(QStringLiteral("stale")).isEmpty());
    window->session().document().setValue("traffic.load", 0.4);
    press(window.get(), QStringLiteral("Start over"));
    QTRY_VERIFY(window->runMode().run().snapshot().cycle > 100);
    QVERIFY(window->messages().textOf(QStringLiteral("stale")).isEmpty());
    QCOMPARE(window->runMode().run().design().settings.at("traffic.load"), Value{0.4});
  }

  void aRefusedRunSaysWhyAndShowsWhere() {
    const Sandbox sandbox;
    const auto window = windowWith(meshDesign());
    DesignDocument& document = window->session().document();
    document.addRouter({900, 900});  // a router with no link
    const RouterId lonely = document.topology()->routerCount() - 1;
    document.addTerminal(lonely);
    QTest::keyClick(window.get(), Qt::Key_F5);
    QVERIFY(!window->messages().textOf(QStringLiteral("refused")).isEmpty());
    QVERIFY(!window->runMode().run().active());
    QCOMPARE(window->mode(), MainWindow::Mode::design);
    press(window->findChild<QWidget*>(QStringLiteral("message:refused")),
          QStringLiteral("Show me"));
    QVERIFY(window->messages().textOf(QStringLiteral("refused")).isEmpty());
  }

  void modesKeepTheSelection() {
    const Sandbox sandbox;
    const auto window = windowWith(meshDesign());
    Parts parts;
    parts.routers = {3};
    window->session().document().select(parts);
    QTest::keyClick(window.get(), Qt::Key_2, Qt::ControlModifier);
    QCOMPARE(window->mode(), MainWindow::Mode::run);
    QTest::keyClick(window.get(), Qt::Key_1, Qt::ControlModifier);
    QCOMPARE(window->mode(), MainWindow::Mode::design);
    QCOMPARE(window->session().document().selection(), parts);
  }
};

HOPSCOPE_TEST(RunFlowTest)
#include "run_flow_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include <QLabel>
#include <QLocale>
#include <QTest>
#include <algorithm>

#include "tests/support/test_main.h"
#include "tests/ui/shell/window_support.h"
#include "ui/canvas/canvas_pane.h"
#include "ui/drawing/packet_swatches.h"
#include "ui/inspectors/learnt_rows.h"
#include "ui/inspectors/learnt_section.h"
#include "ui/inspectors/path_figures.h"
#include "ui/shell/actions.h"
#include "ui/shell/project_session.h"
#include "ui/shell/run_mode.h"

using namespace hopscope;
using namespace hopscope::test;

namespace {

/// A Dragonfly of nine groups, each of which sends to the next one.
Design adversarial(const std::string& routing, const std::string& flowControl = "credits") {
  Design design;
  design.name = "Small Dragonfly";
  design.settings = {{"topology.kind", std::string("dragonfly")},
                     {"channels.local.latency", std::int64_t{10}},
                     {"channels.global.latency", std::int64_t{100}},
                     {"switch.flow_control", flowControl},
                     {"switch.virtual_channels.local", std::int64_t{5}},
                     {"switch.virtual_channels.global", std::int64_t{3}},
                     {"switch.buffers.local", std::int64_t{256}},
                     {"switch.buffers.global", std::int64_t{512}},
                     {"switch.buffers.output", std::int64_t{32}},
                     {"routing.algorithm", routing},
                     {"traffic.pattern", std::string("adversarial")},
                     {"traffic.load", 0.4},
                     {"traffic.packet_flits", std::int64_t{8}},
                     {"run.warmup", std::int64_t{1000}},
                     {"run.measure", std::int64_t{50'000'000}}};
  return design;
}

/// Whether these words stand anywhere in the window.
bool says(const MainWindow& window, const QString& words) {
  const QList<QLabel*> labels = window.findChildren<QLabel*>();
  return std::any_of(labels.begin(), labels.end(), [&](const QLabel* label) {
    return label->isVisible() && label->text().contains(words);
  });
}

/// The rows of the router inspector under one head.
std::vector<LearntRow> rowsUnder(MainWindow& window, const QString& head) {
  for (const LearntList* list : window.findChildren<LearntList*>())
    if (list->isVisible() && list->accessibleName() == head) return list->rows();
  return {};
}

}  // namespace

/// What the window shows of routing that learns, of pauses and of notices.
class AdaptiveTest : public QObject {
  Q_OBJECT

 private slots:
  void pausedChannelsAreHatchedAndNamed() {
    const Sandbox sandbox;
    const auto window = windowWith(adversarial("conditional", "pause"));
    stepTo(*window, 4000);
    QTRY_VERIFY(heatOf(*window).pauses);
    const std::vector<ChannelPause> paused = heatOf(*window).paused;
    QVERIFY(!paused.empty());
    QVERIFY(paused == runOf(*window).snapshot().paused);
    const QImage hatched = window->canvasPane().canvas().grab().toImage();
    NetworkHeat plain = heatOf(*window);
    plain.paused.clear();
    window->canvasPane().setHeat(plain);
    QVERIFY(window->canvasPane().canvas().grab().toImage() != hatched);
    window->session().document().select({{}, {}, {paused.front().channel / 2}});
    const QString words = QStringLiteral("%1 of %2 virtual channels paused")
                              .arg(paused.front().paused)
                              .arg(paused.front().of);
    QTRY_VERIFY(says(*window, words));
    // In Design mode, nothing of it is left; and a run under credits has none.
    window->actions().at("mode.design")->trigger();
    QVERIFY(heatOf(*window).paused.empty() && !heatOf(*window).pauses);
    window->session().document().setValue("switch.flow_control", std::string("credits"));
    window->runMode().startOver();
    QTRY_COMPARE(runOf(*window).state(), RunnerState::running);
    QTRY_VERIFY(runOf(*window).snapshot().cycle > 4000);
    QVERIFY(!heatOf(*window).pauses && heatOf(*window).paused.empty());
  }

  /// Pauses are of a moment: a kept run tells of their share, not of where they are.
  void aKeptRunHasNoHatches() {
    const Sandbox sandbox;
    Design design = adversarial("conditional", "pause");
    design.settings["run.measure"] = std::int64_t{4000};
    const auto window = windowWith(design);
    stepTo(*window, 4000);
    QTRY_VERIFY(heatOf(*window).pauses);
    window->runMode().toggle();
    QTRY_COMPARE_WITH_TIMEOUT(window->session().runs().size(), std::size_t{1}, 30'000);
    QTRY_VERIFY(heatOf(*window).paused.empty() && !heatOf(*window).pauses);
    window->runMode().showStored(window->session().runs().front().id);
    QVERIFY(heatOf(*window).paused.empty() && !heatOf(*window).pauses);
    QVERIFY(wholeRun(*window).results.pauses.value_or(0) > 0);
  }

  void noticesAreToldFromPackets() {
    const Sandbox sandbox;
    const auto window = windowWith(adversarial("qcn_switch"));
    stepTo(*window, 3000);
    int notices = 0;
    for (Cycle cycle = 3050; cycle < 6000 && notices == 0; cycle += 50) {
      stepTo(*window, cycle);
      const auto& packets = heatOf(*window).packets;
      notices = static_cast<int>(std::count_if(packets.begin(), packets.end(),
                                               [](const MovingPacket& p) { return p.notice; }));
    }
    QVERIFY(notices > 0);
    QVERIFY(heatOf(*window).notices);
    const NetworkPicture& picture = window->canvasPane().canvas().picture();
    const std::vector<PacketSwatch> swatches = packetSwatches(picture, Theme::light());
    QVERIFY(swatches.back().notice);
    QCOMPARE(swatches.back().words, QStringLiteral("notices of congestion"));
    const QImage told = window->canvasPane().canvas().grab().toImage();
    NetworkHeat alike = picture.heat;
    for (MovingPacket& packet : alike.packets) packet.notice = false;
    window->canvasPane().setHeat(alike);
    QVERIFY(window->canvasPane().canvas().grab().toImage() != told);
    // Routings without notices have none in their key.
    alike.notices = false;
    window->canvasPane().setHeat(alike);
    QVERIFY(!packetSwatches(window->canvasPane().canvas().picture(), Theme::light()).back().notice);
  }

  void theIntermediateRouterOfAFollowedPacketIsMarked() {
    const Sandbox sandbox;
    const auto window = windowWith(adversarial("valiant"));
    stepTo(*window, 3000);
    const auto& packets = heatOf(*window).packets;
    const auto chosen = std::find_if(packets.begin(), packets.end(), [](const MovingPacket& each) {
      return each.intermediate != kNone && each.path != PathKind::minimal;
    });
    QVERIFY(chosen != packets.end());
    const MovingPacket packet = *chosen;
    emit window->canvasPane().canvas().packetActivated(packet.source, packet.birth);
    QTRY_COMPARE(heatOf(*window).followed.intermediate, packet.intermediate);
    auto* identity = window->findChild<QLabel*>(QStringLiteral("followedIdentity"));
    const auto words = QStringLiteral("by way of router %1")
                           .arg(runOf(*window).topology()->routerIds[packet.intermediate]);
    QTRY_VERIFY(identity->isVisible() && identity->text().contains(words));
    const QImage marked = window->canvasPane().canvas().grab().toImage();
    // Where packets go minimally, none is marked.
    emit window->canvasPane().canvas().packetActivated(kNone, -1);
    QTRY_COMPARE(heatOf(*window).followed.intermediate, RouterId{kNone});
    QVERIFY(window->canvasPane().canvas().grab().toImage() != marked);
  }

  void theInspectorShowsWhatTheRoutingOfTheRunKnows_data() {
    QTest::addColumn<QString>("routing");
    QTest::addColumn<QString>("head");
    QTest::addColumn<int>("rows");  ///< -1: as many as ports to routers
    QTest::newRow("acor") << "acor"
                          << "How far away packets go" << 3;
    QTest::newRow("pb_acor") << "pb_acor"
                             << "How far away packets go" << 3;
    QTest::newRow("piggyback") << "piggyback"
                               << "Reported congested, by port" << 2;
    QTest::newRow("qcn_switch") << "qcn_switch"
                                << "Probability of the minimal path, by port" << 5;
    QTest::newRow("conditional") << "conditional"
                                 << "Rules that send by a port" << 5;
  }
  void theInspectorShowsWhatTheRoutingOfTheRunKnows() {
    QFETCH(QString, routing);
    QFETCH(QString, head);
    QFETCH(int, rows);
    const Sandbox sandbox;
    const auto window = windowWith(adversarial(routing.toStdString()));
    stepTo(*window, 3000);
    window->session().document().select({{5}, {}, {}});
    QTRY_COMPARE(rowsUnder(*window, head).size(), static_cast<std::size_t>(rows));
    for (const LearntRow& row : rowsUnder(*window, head))
      QVERIFY(!row.name.isEmpty() && !row.value.isEmpty());
    // They are of the cycle that is looked at.
    const auto* detail =
        runOf(*window).snapshot().router ? &*runOf(*window).snapshot().router : nullptr;
    QVERIFY(detail != nullptr && detail->router == 5 && !detail->learnt.empty());
    const std::vector<LearntBlock> blocks =
        learntBlocks(detail->learnt, *runOf(*window).topology(), 5, 3000);
    const auto block = std::find_if(blocks.begin(), blocks.end(),
                                    [&](const LearntBlock& each) { return each.head == head; });
    QVERIFY(block != blocks.end() && block->rows == rowsUnder(*window, head));
    // Another routing, another section: none where nothing is learnt.
    window->actions().at("mode.design")->trigger();
    window->session().document().setValue("routing.algorithm", std::string("minimal"));
    window->runMode().startOver();
    QTRY_VERIFY(runOf(*window).snapshot().cycle > 1000);
    window->session().document().select({{5}, {}, {}});
    QTRY_VERIFY(runOf(*window).snapshot().router && runOf(*window).snapshot().router->router == 5);
    QTRY_VERIFY(!window->findChild<LearntSection*>()->isVisible());
  }

  void countersByGroupAreDrawn() {
    const Sandbox sandbox;
    for (const char* routing : {"tpr", "lian"}) {
      const auto window = windowWith(adversarial(routing));
      stepTo(*window, 6000);
      window->session().document().select({{5}, {}, {}});
      auto* section = window->findChild<LearntSection*>();
      QTRY_VERIFY(section->isVisible());
      auto* plot = section->findChild<PlotWidget*>();
      QTRY_VERIFY(plot->isVisible() && plot->picture().curves.size() == 1);
      const PlotCurve& bars = plot->picture().curves.front();
      // Of the eight other groups, nearly all packets go to the next one.
      QCOMPARE(bars.x.size(), std::size_t{8});
      QCOMPARE(bars.x.front(), 1.0);
      QVERIFY(bars.y.front() > 1);
      QCOMPARE(*std::max_element(bars.y.begin(), bars.y.end()), bars.y.front());
    }
  }

  /// A run tells only of what it had.
  void figuresAreOfWhatThereWas() {
    Results results;
    QVERIFY(pathFigures(results).empty());
    results.nonminimalFraction = 0.4;
    results.paths = {0.6, 0, 0, 0, 0, 0.4};
    QCOMPARE(pathFigures(results).size(), std::size_t{1});  // one kind says no more
    results.paths = {0.6, 0.3, 0.1, 0, 0, 0};
    results.recomputations = 12'345;
    results.packetsReordered = 7;
    results.largestDisplacement = 3;
    results.pauses = 0;
    results.paused = 0;
    results.noticesSent = 9;
    results.noticesDropped = 2;
    QStringList lines;
    for (const PathFigure& each : pathFigures(results))
      lines << QStringLiteral("%1: %2").arg(each.name, each.value).replace(QChar(0xa0), ' ');
    QCOMPARE(
        lines,
        (QStringList{
            QStringLiteral("Non-minimal packets: 40.0 %"),
            QStringLiteral("Packets minimal: 60.0 %"),
            QStringLiteral("Packets via a near group: 30.0 %"),
            QStringLiteral("Packets via a near group's router: 10.0 %"),
            QStringLiteral("Paths drawn anew: 12,345"), QStringLiteral("Reordered packets: 7"),
            QStringLiteral("Largest displacement: 3 packets"), QStringLiteral("Pauses: 0"),
            QStringLiteral("Paused, share of the channels' time: 0.00 %"),
            QStringLiteral("Notices of congestion: 9"), QStringLiteral("Notices dropped: 2")}));
  }

  void numbersAreGermanInGerman() {
    const Sandbox sandbox;
    const QLocale before;
    chooseGermanNumbers();
    {
      const auto window = windowWith(adversarial("qcn_switch"));
      stepTo(*window, 12'000);
      window->session().document().select({{5}, {}, {}});
      QTRY_VERIFY(window->findChild<LearntSection*>()->isVisible());
      QVERIFY(says(*window, QStringLiteral("cycle 12.000")));
    }
    QLocale::setDefault(before);
  }
};

HOPSCOPE_TEST(AdaptiveTest)
#include "adaptive_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractButton>
#include <QComboBox>
#include <QLabel>
#include <QListWidget>
#include <QTableWidget>
#include <QTest>

#include "engine/design/application_text.h"
#include "engine/design/compile.h"
#include "engine/routing/possible_channels.h"
#include "engine/simulation/simulation.h"
#include "engine/workload/critical_chain.h"
#include "tests/support/test_main.h"
#include "tests/ui/ranks/rank_support.h"
#include "tests/ui/shell/window_support.h"
#include "ui/ranks/critical_path_view.h"
#include "ui/ranks/rank_chart.h"
#include "ui/ranks/ranks_panel.h"
#include "ui/shell/actions.h"
#include "ui/shell/project_session.h"
#include "ui/shell/run_mode.h"

using namespace hopscope;
using namespace hopscope::test;

namespace {

Setup torusOfRanks(const char* application, std::int64_t eager, std::size_t recorded = 200'000) {
  Design design;
  design.settings["topology.kind"] = std::string("torus");
  design.settings["traffic.load"] = 0.0;
  design.settings["endpoints.eager"] = eager;
  design.settings["endpoints.send_overhead"] = std::string("0:7:0");
  design.settings["endpoints.receive_overhead"] = std::string("0:5:0");
  if (hasErrors(addApplication(design, application))) qFatal("no application");
  Compiled compiled = compile(design);
  if (!compiled.setup) qFatal("does not compile");
  compiled.setup->execution.timelineItems = recorded;
  return std::move(*compiled.setup);
}

/// Cycles of a stretch in which a rank computed.
Cycle computedIn(const RankRows& rows, const ChainStep& step) {
  Cycle computed = 0;
  for (std::size_t i = 0; i < rows.spans(step.rank); ++i) {
    const RankSpan span = rows.span(step.rank, i);
    if (span.phase == RankPhase::computing)
      computed +=
          std::max<Cycle>(0, std::min(span.to, step.until) - std::max(span.from, step.from));
  }
  return computed;
}

}  // namespace

/// The critical path piece by piece.
class CriticalChainTest : public QObject {
  Q_OBJECT

 private slots:
  void addsUpToTheCompletion_data() {
    QTest::addColumn<QByteArray>("application");
    QTest::addColumn<qint64>("eager");
    const struct {
      const char* name;
      const char* text;
    } all[] = {{"ping-pong", "ping_pong(ranks=2 bytes=5000 iterations=4)"},
               {"halo", "halo(ranks=16 iterations=4 bytes=3000 operations=700 compute=1)"},
               {"sweep", "sweep(ranks=16 iterations=2 bytes=500 operations=60 compute=1)"},
               {"cg", "npb_cg(ranks=16 class=S iterations=1 compute=2)"},
               {"ft", "npb_ft(ranks=16 class=S iterations=2 compute=20)"},
               {"tree", "collective(operation=allreduce_recursive_doubling ranks=13 bytes=900)"}};
    for (const auto& each : all)
      for (const qint64 eager : {qint64{65'536}, qint64{0}})
        QTest::addRow("%s, %s", each.name, eager > 0 ? "eager" : "rendezvous")
            << QByteArray(each.text) << eager;
  }

  void addsUpToTheCompletion() {
    QFETCH(QByteArray, application);
    QFETCH(qint64, eager);
    Simulation simulation(torusOfRanks(application.constData(), eager));
    while (!simulation.done()) simulation.advance(1'000'000);
    RankRows rows;
    rows.take(simulation.ranks());
    const ApplicationResult result = simulation.results().applications[0];
    QCOMPARE(result.end, ApplicationEnd::finished);
    const CriticalChain chain = criticalChain(rows, 0);
    QVERIFY(chain.whole);
    QVERIFY(chain.steps.size() > 2);
    QCOMPARE(chain.steps.front().from, Cycle{0});
    QCOMPARE(static_cast<double>(chain.steps.back().until), result.completion);
    Cycle computed = 0;
    for (std::size_t i = 0; i < chain.steps.size(); ++i) {
      const ChainStep& step = chain.steps[i];
      QVERIFY(step.until > step.from);
      if (i > 0) QCOMPARE(step.from, chain.steps[i - 1].until);
      if (step.isMessage)
        QVERIFY(step.rank != step.to);
      else
        computed += computedIn(rows, step);
      // One goes on where the other one left off.
      if (i > 0 && chain.steps[i - 1].isMessage) QCOMPARE(step.rank, chain.steps[i - 1].to);
    }
    QCOMPARE(static_cast<double>(computed), result.path.computation);
    // The last ones alone, where so many are too many.
    const CriticalChain some = criticalChain(rows, 0, 2);
    QVERIFY(!some.whole);
    QCOMPARE(some.steps.back(), chain.steps.back());
    QVERIFY(criticalChain(rows, 7).steps.empty());
  }

  /// The messages of a collective that goes on beside a computation are its path, all 2 (p - 1) of
  /// a ring of p ranks, where they take longer than that; else the computation is.
  void collectivesBesideAreFollowed() {
    const auto chainOf = [](const char* application) {
      Simulation simulation(torusOfRanks(application, 65'536));
      while (!simulation.done()) simulation.advance(1'000'000);
      RankRows rows;
      rows.take(simulation.ranks());
      CriticalChain chain = criticalChain(rows, 0);
      if (static_cast<double>(chain.steps.back().until) !=
          simulation.results().applications[0].completion)
        chain.steps.clear();
      return chain;
    };
    const CriticalChain exposed = chainOf("collective(ranks=8 bytes=9000 overlap=true beside=301)");
    QVERIFY(exposed.whole && !exposed.steps.empty());
    for (std::size_t i = 1; i < exposed.steps.size(); ++i)
      QCOMPARE(exposed.steps[i].from, exposed.steps[i - 1].until);
    QCOMPARE(std::count_if(exposed.steps.begin(), exposed.steps.end(),
                           [](const ChainStep& step) { return step.isMessage; }),
             std::ptrdiff_t{14});
    const CriticalChain hidden =
        chainOf("collective(ranks=8 bytes=9000 overlap=true beside=1000000)");
    QCOMPARE(hidden.steps.size(), std::size_t{1});
    QVERIFY(hidden.whole && !hidden.steps[0].isMessage);
  }

  void whatIsNotRecordedIsNotTold() {
    Simulation simulation(torusOfRanks(
        "halo(ranks=16 iterations=9 bytes=3000 operations=70 compute=1)", 65'536, 100));
    while (!simulation.done()) simulation.advance(1'000'000);
    RankRows rows;
    QVERIFY(criticalChain(rows, 0).steps.empty());
    rows.take(simulation.ranks());
    QVERIFY(rows.cut() && criticalChain(rows, 0).steps.empty());
  }

  /// All that a packet was seen to take is possible; and nothing else where there is one way only.
  void linksOfAMessage() {
    const Setup setup = torusOfRanks("ping_pong(ranks=2 bytes=5000 iterations=4)", 65'536);
    const Topology& topology = *setup.topology;
    for (TerminalId to = 1; to < topology.terminalCount(); to += 5) {
      const auto channels = possibleChannels(topology, *setup.routing, 0, to);
      QVERIFY(std::is_sorted(channels.begin(), channels.end()));
      const auto has = [&](ChannelId channel) {
        return std::binary_search(channels.begin(), channels.end(), channel);
      };
      const TerminalPlace &home = topology.terminals[0], &end = topology.terminals[to];
      QVERIFY(has(topology.port(home.router, home.port).in));
      QVERIFY(has(topology.port(end.router, end.port).out));
      for (const ChannelId channel : channels) {
        const LinkEnd& ending = topology.to(channel);
        QVERIFY(!ending.isTerminal || ending.node == to);
      }
    }
    QVERIFY(possibleChannels(topology, *setup.routing, 3, 3).empty());
  }

  /// A piece that is chosen leads to rank, message and links, and the timeline goes there, too.
  void piecesLeadThere() {
    const Sandbox sandbox;
    const auto window =
        windowWith(meshOfRanks("halo(ranks=16 iterations=3 bytes=4000 operations=300 compute=1)"));
    stepTo(*window, 100);
    QTRY_VERIFY(window->runMode().ranks().isVisible());
    button(*window, QStringLiteral("ranks.path"))->click();
    CriticalPathView& view = window->runMode().ranks().path();
    QVERIFY(view.list().count() == 0);
    finishRun(*window);
    QTRY_VERIFY(view.list().count() > 2 && view.chain().whole);
    auto steps = view.chain().steps;
    std::stable_sort(steps.begin(), steps.end(), [](const ChainStep& a, const ChainStep& b) {
      return a.cycles() > b.cycles();
    });
    const auto message =
        std::find_if(steps.begin(), steps.end(), [](const ChainStep& s) { return s.isMessage; });
    QVERIFY(message != steps.end());
    view.list().setFocus();
    view.list().setCurrentRow(static_cast<int>(message - steps.begin()));
    const auto& seen = *window->runMode().ranks().chart().rows().seen();
    const TerminalId from = seen.ranks[message->rank].terminal,
                     to = seen.ranks[message->to].terminal;
    const Parts& selection = window->session().document().selection();
    QCOMPARE(selection.terminals, (std::set<TerminalId>{from, to}));
    const auto topology = window->session().topology();
    QVERIFY(selection.links.count(topology->terminals[from].link) == 1);
    QVERIFY(selection.links.count(topology->terminals[to].link) == 1);
    QVERIFY(selection.links.size() >= 3);
    QVERIFY(window->runMode().ranks().chart().cursor() ==
            (RankChart::Place{message->rank, message->from}));
    const auto own =
        std::find_if(steps.begin(), steps.end(), [](const ChainStep& s) { return !s.isMessage; });
    view.list().setCurrentRow(static_cast<int>(own - steps.begin()));
    QCOMPARE(selection.terminals, std::set<TerminalId>{seen.ranks[own->rank].terminal});
    QVERIFY(selection.links.empty());
  }

  /// Once the run has been repeated for it, a message leads to the links that it took; and another
  /// run is not told by what this one's messages did.
  void followsItsMessages() {
    const Sandbox sandbox;
    const auto window = windowWith(meshOfRanks("collective(operation=alltoall_direct bytes=900)"));
    stepTo(*window, 50);
    QTRY_VERIFY(window->runMode().ranks().isVisible());
    button(*window, QStringLiteral("ranks.path"))->click();
    CriticalPathView& view = window->runMode().ranks().path();
    QAbstractButton* follow = button(*window, QStringLiteral("pathFollow"));
    QVERIFY(!follow->isVisible());
    finishRun(*window);
    QTRY_VERIFY(view.chain().whole && follow->isVisible());
    follow->click();
    QTRY_VERIFY_WITH_TIMEOUT(view.trace() != nullptr, 20'000);
    QVERIFY(view.trace()->whole && !view.trace()->messages.empty());
    QVERIFY(!follow->isVisible());
    QVERIFY(view.findChild<QLabel*>(QStringLiteral("pathWords"))
                ->text()
                .contains(QStringLiteral("taken in")));
    auto* links = view.findChild<QTableWidget*>(QStringLiteral("pathLinks"));
    QVERIFY(links->isVisible());
    QCOMPARE(links->rowCount(), static_cast<int>(view.trace()->links.size()));
    const Parts& selection = window->session().document().selection();
    links->setCurrentCell(1, 0);
    QCOMPARE(selection.links, std::set<LinkId>{view.trace()->links[1].channel / 2});
    // The longest piece, which is a message.
    const FollowedMessage& message = view.trace()->messages.front();
    std::set<LinkId> taken;
    for (const PathLink& link : linksOf(message.journey)) taken.insert(link.channel / 2);
    auto* order = view.findChild<QComboBox*>(QStringLiteral("pathOrder"));
    order->setCurrentIndex(1);
    view.list().setCurrentRow(static_cast<int>(message.piece));
    QCOMPARE(selection.links, taken);
    window->actions().at("run.restart")->trigger();
    QTRY_VERIFY(view.trace() == nullptr);
  }

  /// A list that does not have all of them says so.
  void aListThatEndsSaysSo() {
    const Sandbox sandbox;
    const auto window = windowWith(meshOfRanks("ping_pong(ranks=2 bytes=8 iterations=150)"));
    stepTo(*window, 50);
    QTRY_VERIFY(window->runMode().ranks().isVisible());
    button(*window, QStringLiteral("ranks.path"))->click();
    CriticalPathView& view = window->runMode().ranks().path();
    finishRun(*window);
    QTRY_VERIFY(view.chain().steps.size() > 200);
    QCOMPARE(view.list().count(), 200);
    auto* words = view.findChild<QLabel*>(QStringLiteral("pathWords"));
    QVERIFY(words->text().contains(QStringLiteral("the longest 200")));
    view.findChild<QComboBox*>(QStringLiteral("pathOrder"))->setCurrentIndex(1);
    QCOMPARE(static_cast<std::size_t>(view.list().count()), view.chain().steps.size());
    QVERIFY(!words->text().contains(QStringLiteral("Listed")));
  }
};

HOPSCOPE_TEST(CriticalChainTest)
#include "critical_chain_test.moc"

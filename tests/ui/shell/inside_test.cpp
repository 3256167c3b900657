// SPDX-License-Identifier: GPL-3.0-or-later
#include <QLabel>
#include <QTest>
#include <algorithm>

#include "tests/support/test_main.h"
#include "tests/ui/shell/window_support.h"
#include "ui/canvas/canvas_pane.h"
#include "ui/inspectors/allocation_matrix.h"
#include "ui/inspectors/waiting_list.h"
#include "ui/shell/project_session.h"
#include "ui/shell/run_mode.h"

using namespace hopscope;
using namespace hopscope::test;

namespace {

/// All send to one corner, so that everybody waits.
std::unique_ptr<MainWindow> crowded(const QString& model) {
  Design design = meshDesign(true);
  design.settings["switch.model"] = model.toStdString();
  design.settings["traffic.pattern"] = std::string("hot_spot");
  design.settings["traffic.load"] = 0.9;
  auto window = openWindow();
  openExample(*window, QStringLiteral("mesh-transpose"));
  window->session().document().load(design);
  window->runMode().step(1500);
  return window;
}

void routerModels() {
  QTest::addColumn<QString>("model");
  QTest::newRow("vct") << QStringLiteral("vct");
  QTest::newRow("wormhole") << QStringLiteral("wormhole");
}

}  // namespace

/// What goes on inside of routers, seen in the inspectors of a run that rests.
class InsideTest : public QObject {
  Q_OBJECT

 private slots:
  void requestsAndGrantsOfACycle_data() { routerModels(); }
  void requestsAndGrantsOfACycle() {
    QFETCH(QString, model);
    const Sandbox sandbox;
    const auto window = crowded(model);
    RunSession& run = window->runMode().run();
    QTRY_COMPARE(run.snapshot().cycle, Cycle{1500});
    QTRY_COMPARE(run.state(), RunnerState::paused);
    clickRouter(*window, 5);
    auto* words = window->findChild<QLabel*>(QStringLiteral("allocationWords"));
    QTRY_VERIFY(words->isVisible());
    QVERIFY(words->text().startsWith(QStringLiteral("Step")));
    QTRY_VERIFY(run.snapshot().router && run.snapshot().router->router == 5);
    auto* crossbar = window->findChild<AllocationMatrix*>(QStringLiteral("crossbarRequests"));
    bool granted = false, refused = false;
    for (int i = 0; i < 60; ++i) {
      const Cycle now = run.snapshot().cycle;
      QTest::keyClick(window.get(), Qt::Key_F10);
      QTRY_COMPARE(run.snapshot().cycle, now + 1);
      QTRY_COMPARE(run.state(), RunnerState::paused);
      QVERIFY(run.snapshot().router->allocation.has_value());
      const AllocationDetail& detail = *run.snapshot().router->allocation;
      QCOMPARE(detail.cycle, now);
      QTRY_VERIFY(crossbar->requests() == detail.crossbar);
      for (const AllocationRequest& request : detail.crossbar)
        (request.granted ? granted : refused) = true;
      QCOMPARE(crossbar->isVisible(), !detail.crossbar.empty() || !detail.channels.empty());
      if (!detail.crossbar.empty())
        QVERIFY(crossbar->accessibleDescription().startsWith(QStringLiteral("Input ")));
      // All of its rows are seen.
      QTRY_VERIFY(!crossbar->isVisible() || crossbar->height() >= crossbar->sizeHint().height());
    }
    QVERIFY(granted);
    QVERIFY(refused);
  }

  void whoWaitsForAChannel_data() { routerModels(); }
  void whoWaitsForAChannel() {
    QFETCH(QString, model);
    const Sandbox sandbox;
    const auto window = crowded(model);
    RunSession& run = window->runMode().run();
    QTRY_COMPARE(run.snapshot().cycle, Cycle{1500});
    QTRY_COMPARE(run.state(), RunnerState::paused);
    const Topology& topology = *run.topology();
    const auto lists = window->findChildren<WaitingList*>();
    QCOMPARE(lists.size(), 2);
    std::size_t waiting = 0;
    for (LinkId link = 0; link < topology.linkCount(); ++link) {
      if (topology.links[link].a.isTerminal) continue;
      Parts parts;
      parts.links = {link};
      window->session().document().select(parts);
      const Link& ends = topology.links[link];
      QTRY_VERIFY(run.snapshot().router && run.snapshot().router->router == ends.a.node &&
                  run.snapshot().neighbour && run.snapshot().neighbour->router == ends.b.node);
      // Each direction at the router it leaves from.
      for (const int direction : {0, 1}) {
        const LinkEnd& from = direction == 0 ? ends.a : ends.b;
        const RouterDetail& detail =
            direction == 0 ? *run.snapshot().router : *run.snapshot().neighbour;
        const std::vector<WaitingRow> expected = waitingRows(detail, from.port, topology);
        QTRY_VERIFY(lists[direction]->rows() == expected);
        const auto wants = [&](const WaitingHead& head) { return head.output == from.port; };
        QCOMPARE(static_cast<std::size_t>(
                     std::count_if(detail.waiting.begin(), detail.waiting.end(), wants)),
                 expected.size());
        for (const WaitingRow& row : expected) QVERIFY(!row.reason.isEmpty());
        waiting += expected.size();
      }
    }
    QVERIFY(waiting > 5);
  }
};

HOPSCOPE_TEST(InsideTest)
#include "inside_test.moc"

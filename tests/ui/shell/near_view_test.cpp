// SPDX-License-Identifier: GPL-3.0-or-later
// What is seen near: buffers that fill, who waits and for what, and a followed packet that stands
// in a router.
#include <QImage>
#include <QTest>
#include <algorithm>
#include <cstdlib>

#include "tests/support/test_main.h"
#include "tests/ui/shell/window_support.h"
#include "ui/canvas/canvas_pane.h"
#include "ui/canvas/canvas_tip.h"
#include "ui/shell/actions.h"
#include "ui/shell/project_session.h"
#include "ui/shell/run_mode.h"

using namespace hopscope;
using namespace hopscope::test;

namespace {

/// Looks at one router from as near as it gets.
void goNear(MainWindow& window, RouterId router) {
  window.canvasPane().canvas().fitParts({{router}, {}, {}});
  window.canvasPane().canvas().zoomTo(400);
  QTest::qWait(100);
}

bool looksInto(const NetworkHeat& heat, RouterId router) {
  return std::any_of(heat.inside.begin(), heat.inside.end(),
                     [&](const RouterDetail& each) { return each.router == router; });
}

int differing(const QImage& a, const QImage& b) {
  int count = 0;
  for (int y = 0; y < a.height(); ++y)
    for (int x = 0; x < a.width(); ++x) count += a.pixel(x, y) != b.pixel(x, y) ? 1 : 0;
  return count;
}

}  // namespace

class NearViewTest : public QObject {
  Q_OBJECT

 private slots:
  /// Of the router that is selected, what was granted in the latest cycle is drawn.
  void grantsAreDrawnOfTheSelectedRouter() {
    const Sandbox sandbox;
    const auto window = windowWith(overloadedMesh());
    stepTo(*window, 400);
    goNear(*window, 5);
    window->session().document().select({{5}, {}, {}});
    const auto grants = [&] {
      std::size_t count = 0;
      for (const RouterDetail& each : heatOf(*window).inside)
        if (each.router == 5 && each.allocation)
          count += static_cast<std::size_t>(
              std::count_if(each.allocation->crossbar.begin(), each.allocation->crossbar.end(),
                            [](const AllocationRequest& request) { return request.granted; }));
      return count;
    };
    // Requests are noted from then on.
    for (Cycle cycle = 401; cycle < 440 && grants() == 0; ++cycle) {
      stepTo(*window, cycle);
      QTest::qWait(60);
    }
    QVERIFY(grants() > 0);
    NetworkCanvas& canvas = window->canvasPane().canvas();
    const QImage with = canvas.grab().toImage();
    NetworkHeat without = heatOf(*window);
    for (RouterDetail& each : without.inside) each.allocation.reset();
    canvas.setHeat(std::move(without));
    QVERIFY(differing(with, canvas.grab().toImage()) > 20);
  }

  void buffersAreShownOfNearRoutersAlone() {
    const Sandbox sandbox;
    const auto window = windowWith(overloadedMesh());
    stepTo(*window, 400);
    goNear(*window, 5);
    QTRY_VERIFY(looksInto(heatOf(*window), 5));
    RouterDetail seen;
    for (const RouterDetail& each : heatOf(*window).inside)
      if (each.router == 5) seen = each;
    // What the inspector says of it.
    runOf(*window).watchRouter(5);
    QTRY_VERIFY(runOf(*window).snapshot().router.has_value());
    const RouterDetail whole = *runOf(*window).snapshot().router;
    std::uint32_t flits = 0;
    for (std::size_t port = 0; port < whole.ports.size(); ++port) {
      QCOMPARE(seen.ports[port].inputFlits, whole.ports[port].inputFlits);
      QCOMPARE(seen.ports[port].inputRoom, whole.ports[port].inputRoom);
      QVERIFY(!seen.ports[port].cache);
      for (const std::uint32_t each : whole.ports[port].inputFlits) flits += each;
    }
    QVERIFY(flits > 0);
    // They are painted: without them the picture is another one.
    NetworkCanvas& canvas = window->canvasPane().canvas();
    const QImage with = canvas.grab().toImage();
    NetworkHeat without = heatOf(*window);
    without.inside.clear();
    canvas.setHeat(std::move(without));
    QVERIFY(differing(with, canvas.grab().toImage()) > 50);
    // And the tip says who waits for what.
    QTRY_VERIFY(!seen.waiting.empty());
    NetworkPicture picture = canvas.picture();
    picture.heat.inside = {whole};
    CanvasMouse mouse;
    mouse.router = 5;
    const QString tip =
        tipLines(window->session().document().design(), picture, mouse).join(QLatin1Char('\n'));
    QVERIFY2(tip.contains(QStringLiteral("has waited")), qPrintable(tip));

    // From afar nobody asks.
    canvas.zoomTo(10);
    QTRY_VERIFY(runOf(*window).snapshot().near.empty());
    stepTo(*window, 401);
    QVERIFY(heatOf(*window).inside.empty());
  }

  void aFollowedPacketStandsInItsRouter() {
    const Sandbox sandbox;
    const auto window = windowWith(overloadedMesh());
    stepTo(*window, 200);
    // One on its way to a router: from then on that channel is its trail, until it is granted the
    // next one.
    const std::vector<MovingPacket> packets = runOf(*window).snapshot().packets;
    const Topology& topology = *runOf(*window).topology();
    const auto coming = std::find_if(
        packets.begin(), packets.end(),
        [&](const MovingPacket& packet) { return !topology.to(packet.channel).isTerminal; });
    QVERIFY(coming != packets.end());
    runOf(*window).follow(coming->source, coming->birth);
    NetworkCanvas& canvas = window->canvasPane().canvas();
    int stood = 0;
    for (Cycle cycle = 201; cycle < 260 && stood < 1; ++cycle) {
      stepTo(*window, cycle);
      QTest::qWait(40);
      const NetworkHeat heat = heatOf(*window);
      const bool onWire =
          std::any_of(heat.packets.begin(), heat.packets.end(),
                      [&](const MovingPacket& packet) { return heat.followed.is(packet); });
      if (onWire || heat.followed.path.size() != 1) continue;
      ++stood;
      const QImage shown = canvas.grab().toImage();
      NetworkHeat gone = heat;
      gone.followed.delivered = true;
      canvas.setHeat(std::move(gone));
      QVERIFY(differing(shown, canvas.grab().toImage()) > 20);
      canvas.setHeat(heat);
    }
    QCOMPARE(stood, 1);
  }
};

HOPSCOPE_TEST(NearViewTest)
#include "near_view_test.moc"

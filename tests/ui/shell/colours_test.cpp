// SPDX-License-Identifier: GPL-3.0-or-later
// What colours show: chosen in the legend, kept with the project, the same on the canvas, in the
// matrix and in Compare; and what a run does not have is not offered.
#include <QAction>
#include <QMenu>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <optional>

#include "tests/support/test_main.h"
#include "tests/ui/shell/window_support.h"
#include "ui/canvas/canvas_pane.h"
#include "ui/canvas/heat_menu.h"
#include "ui/canvas/matrix_canvas.h"
#include "ui/drawing/heat_scale.h"
#include "ui/shell/actions.h"
#include "ui/shell/compare_mode.h"
#include "ui/shell/project_session.h"
#include "ui/shell/run_mode.h"
#include "ui/studies/compare_view.h"

using namespace hopscope;
using namespace hopscope::test;

namespace {

HeatMenu& menuIn(QWidget& in) {
  for (HeatMenu* menu : in.findChildren<HeatMenu*>())
    if (menu->isVisible()) return *menu;
  qFatal("no menu of quantities is shown");
}

QAction& choice(HeatMenu& menu, const char* name) {
  for (QAction* action : menu.menu()->actions())
    if (action->objectName() == QStringLiteral("heat.") + QLatin1String(name)) return *action;
  qFatal("no such quantity");
}

}  // namespace

class ColoursTest : public QObject {
  Q_OBJECT

  static void keepAndSee(MainWindow& window, const char* name) {
    window.session().setViewValue("run.colours", name);
    window.actions().at("mode.design")->trigger();
    window.actions().at("mode.run")->trigger();
    QCOMPARE(heatOf(window).quantity, HeatQuantity::utilization);
  }

  std::optional<Sandbox> sandbox_;

 private slots:
  void init() { sandbox_.emplace(); }
  void cleanup() { sandbox_.reset(); }

  void queuesAreSeenWherePacketsWait() {
    const auto window = windowWith(overloadedMesh());
    stepTo(*window, 600);
    HeatMenu& menu = menuIn(window->canvasPane());
    QCOMPARE(heatOf(*window).quantity, HeatQuantity::utilization);
    QVERIFY(runOf(*window).snapshot().queues.empty());  // nobody asks

    QVERIFY(choice(menu, "queue_fill").isEnabled());
    choice(menu, "queue_fill").trigger();
    QTRY_COMPARE(heatOf(*window).channelQueues.size(), heatOf(*window).channelUtilization.size());
    const std::vector<ChannelQueue> queues = runOf(*window).snapshot().queues;
    double fullest = 0;
    for (ChannelId c = 0; c < queues.size(); ++c) {
      const float shown = channelHeat(heatOf(*window), c);
      if (queues[c].room == 0) {
        QVERIFY(std::isnan(shown));
        continue;
      }
      QCOMPARE(shown, float(queues[c].flits) / float(queues[c].room));
      fullest = std::max(fullest, double(shown));
    }
    QVERIFY2(fullest > 0.2, qPrintable(QString::number(fullest)));
    QCOMPARE(menu.text(), QStringLiteral("Queue fill"));

    choice(menu, "waiting").trigger();
    QTRY_COMPARE(heatOf(*window).queuesOf, HeatQuantity::waiting);
    QTRY_VERIFY(!heatOf(*window).channelQueues.empty());
    const HeatRange range = heatOf(*window).range;
    for (ChannelId c = 0; c < queues.size(); ++c)
      if (queues[c].room > 0) QVERIFY(double(heatOf(*window).channelQueues[c]) <= range.high);
    QVERIFY(range.high >= 10);

    choice(menu, "credits_left").trigger();
    QTRY_COMPARE(heatOf(*window).queuesOf, HeatQuantity::creditsLeft);
    QTRY_VERIFY(!heatOf(*window).channelQueues.empty());
    const auto& taken = heatOf(*window).channelQueues;
    // What waits has been taken, and what is on its way as well.
    QVERIFY(double(*std::max_element(taken.begin(), taken.end(), [](float a, float b) {
              return std::fmax(a, 0.0F) < std::fmax(b, 0.0F);
            })) >= fullest);
  }

  void whatARunLacksIsGreyedWithItsReason() {
    const auto window = windowWith(overloadedMesh());
    stepTo(*window, 300);
    HeatMenu& menu = menuIn(window->canvasPane());
    QAction& hits = choice(menu, "cache_hits");
    QVERIFY(!hits.isEnabled());
    QCOMPARE(hits.toolTip(), QStringLiteral("No forwarding cache was asked for a route."));
    QVERIFY(choice(menu, "power").isEnabled());
  }

  void routersTellOfPower() {
    const auto window = windowWith(overloadedMesh());
    stepTo(*window, 300);
    choice(menuIn(window->canvasPane()), "power").trigger();
    QCOMPARE(heatOf(*window).quantity, HeatQuantity::power);
    const Snapshot& now = runOf(*window).snapshot();
    const double ghz = 1;  // the usual clock
    QTRY_COMPARE(heatOf(*window).routerPower.size(), now.routerEnergy.size());
    const double watts = double(heatOf(*window).routerPower[5]);
    QVERIFY(std::abs(watts - now.routerEnergy[5] * ghz / double(now.cycle)) < 1e-3 * watts);
    // Its square has its colour.
    const QRect area = window->canvasPane().canvas().areaOf({{5}, {}, {}});
    const QColor seen =
        window->canvasPane().canvas().grab().toImage().pixelColor(area.topLeft() + QPoint(11, 11));
    const HeatScale scale(Theme::light(), HeatRamp::heat);
    QCOMPARE(seen.rgb(), scale.color(double(routerHeat(heatOf(*window), 5))).rgb());
  }

  void theChoiceIsTheProjects() {
    const auto window = windowWith(overloadedMesh());
    stepTo(*window, 300);
    choice(menuIn(window->canvasPane()), "waiting").trigger();
    QCOMPARE(window->session().viewValue("run.colours").value_or(""), std::string("waiting"));
    window->actions().at("mode.design")->trigger();
    QVERIFY(heatOf(*window).empty());
    window->actions().at("mode.run")->trigger();
    QTRY_COMPARE(heatOf(*window).quantity, HeatQuantity::waiting);
    // The matrix shows the same under the same legend.
    window->canvasPane().showMatrix(true);
    QCOMPARE(menuIn(window->canvasPane()).text(), QStringLiteral("Waiting time"));
    QVERIFY(!window->canvasPane().matrix().grab().isNull());
    window->canvasPane().showMatrix(false);
    // By the keyboard alone.
    window->actions().at("view.colours")->trigger();
    QMenu* menu = menuIn(window->canvasPane()).menu();
    QTRY_VERIFY(menu->isVisible());
    QCOMPARE(menu->activeAction()->text(), QStringLiteral("Waiting time"));
    QTest::keyClick(menu, Qt::Key_Up);
    QTest::keyClick(menu, Qt::Key_Return);
    QTRY_COMPARE(heatOf(*window).quantity, HeatQuantity::queueFill);
  }

  void aKeptRunHasNoQueues() {
    const auto window = windowWith(meshDesign());
    window->runMode().setSpeed(0);
    window->actions().at("run.toggle")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(window->session().runs().size() == 1, 30'000);
    // It is over, and shown by its measured interval.
    QTRY_VERIFY(!choice(menuIn(window->canvasPane()), "queue_fill").isEnabled());
    window->runMode().showStored(window->session().runs().front().id);
    HeatMenu& menu = menuIn(window->canvasPane());
    for (const char* name : {"queue_fill", "waiting", "credits_left", "path_kind"})
      QVERIFY(!choice(menu, name).isEnabled() &&
              choice(menu, name).toolTip().contains(QStringLiteral("Look inside")));
    QVERIFY(choice(menu, "power").isEnabled());
    choice(menu, "power").trigger();
    QCOMPARE(heatOf(*window).quantity, HeatQuantity::power);
    // Where it was on queues, it shows the utilisation; inside its past there are queues.
    keepAndSee(*window, "queue_fill");
    QVERIFY(window->runMode().recording() != nullptr);
    window->runMode().seek(1000);
    QCOMPARE(heatOf(*window).quantity, HeatQuantity::utilization);
    button(*window, QStringLiteral("lookInside"))->click();
    QTRY_COMPARE_WITH_TIMEOUT(heatOf(*window).quantity, HeatQuantity::queueFill, 30'000);
    QTRY_VERIFY(!heatOf(*window).channelQueues.empty());
  }

  void comparedRunsShareTheScale() {
    Design design = meshDesign();
    const auto window = windowWith(design);
    window->runMode().setSpeed(0);
    for (std::size_t runs = 1; runs <= 2; ++runs) {
      window->actions().at("mode.design")->trigger();
      window->session().document().setValue("traffic.load", runs == 1 ? 0.1 : 0.3);
      window->actions().at("run.toggle")->trigger();
      QTRY_VERIFY_WITH_TIMEOUT(window->session().runs().size() == runs, 30'000);
    }
    window->actions().at("mode.compare")->trigger();
    CompareView& view = window->compareMode().view();
    choice(menuIn(view), "power").trigger();
    const NetworkHeat& a = view.canvas(0).picture().heat;
    const NetworkHeat& b = view.canvas(1).picture().heat;
    QCOMPARE(a.quantity, HeatQuantity::power);
    QCOMPARE(b.quantity, HeatQuantity::power);
    QVERIFY(a.powerRange == b.powerRange);
    QVERIFY(a.routerPower[5] != b.routerPower[5]);
    window->actions().at("mode.run")->trigger();
    QTRY_COMPARE(heatOf(*window).quantity, HeatQuantity::power);
  }

  /// One legend stands for all: where only one of two runs has caches, the other has no data, in
  /// whatever order; where none has any, both show what all runs have.
  void comparedRunsShareTheQuantity() {
    for (const bool cachesFirst : {true, false}) {
      const auto window = windowWith(meshDesign());
      window->runMode().setSpeed(0);
      for (std::size_t runs = 1; runs <= 2; ++runs) {
        window->actions().at("mode.design")->trigger();
        const bool caches = (runs == 1) == cachesFirst;
        window->session().document().setValue("forwarding.lookup",
                                              std::string(caches ? "cache" : "algorithm"));
        window->actions().at("run.toggle")->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(window->session().runs().size() == runs, 30'000);
      }
      window->session().setViewValue("run.colours", "cache_hits");
      window->actions().at("mode.compare")->trigger();
      CompareView& view = window->compareMode().view();
      view.setQuantity(HeatQuantity::cacheHits);
      const std::size_t with = cachesFirst ? 0 : 1;
      const NetworkHeat& has = view.canvas(with).picture().heat;
      const NetworkHeat& lacks = view.canvas(1 - with).picture().heat;
      QCOMPARE(has.quantity, HeatQuantity::cacheHits);
      QCOMPARE(lacks.quantity, HeatQuantity::cacheHits);
      QCOMPARE(menuIn(view).text(), QStringLiteral("Cache hits"));
      QVERIFY(!std::isnan(routerHeat(has, 5)));
      QVERIFY(std::isnan(routerHeat(lacks, 5)) && std::isnan(channelHeat(lacks, 0)));
      view.setQuantity(HeatQuantity::waiting);  // of no kept run
      QCOMPARE(has.quantity, HeatQuantity::utilization);
      QCOMPARE(lacks.quantity, HeatQuantity::utilization);
    }
  }
};

HOPSCOPE_TEST(ColoursTest)
#include "colours_test.moc"

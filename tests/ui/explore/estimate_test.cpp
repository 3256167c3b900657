// SPDX-License-Identifier: GPL-3.0-or-later
// What is estimated while one designs, in the facts and under a curve.
#include <QDoubleSpinBox>
#include <QLabel>
#include <QTest>

#include "engine/design/compile.h"
#include "engine/explore/latency_estimate.h"
#include "tests/support/test_main.h"
#include "tests/ui/shell/window_support.h"
#include "ui/drawing/plot_widget.h"
#include "ui/shell/actions.h"
#include "ui/shell/project_session.h"
#include "ui/studies/latency_curve_dialog.h"
#include "ui/words/numbers.h"

using namespace hopscope;
using namespace hopscope::test;

namespace {

QString factOf(MainWindow& window, const char* name) {
  return window.findChild<QLabel*>(QLatin1String(name))->text();
}

LatencyEstimate estimateOf(const Design& design) {
  return estimateLatency(*compile(design).setup);
}

}  // namespace

class EstimateTest : public QObject {
  Q_OBJECT

 private slots:
  void factsFollowTheDesign() {
    const Sandbox sandbox;
    const auto window = windowWith(meshDesign());
    LatencyEstimate expected = estimateOf(window->session().document().design());
    QVERIFY(!expected.points.empty());
    QTRY_COMPARE_WITH_TIMEOUT(factOf(*window, "estimateSaturation"),
                              realText(expected.saturation, 3), 30'000);
    QCOMPARE(factOf(*window, "estimateZeroLoad"),
             withUnit(realText(expected.zeroLoad, 1), "cycles"));
    // Another network: what was said of the last one is gone at once.
    window->session().document().setValue("topology.dimensions", std::vector<std::int64_t>{6, 6});
    QCOMPARE(factOf(*window, "estimateSaturation"), QStringLiteral("–"));
    expected = estimateOf(window->session().document().design());
    QTRY_COMPARE_WITH_TIMEOUT(factOf(*window, "estimateSaturation"),
                              realText(expected.saturation, 3), 30'000);
    // Where nothing can be said, it says why.
    window->session().document().setValue("routing.algorithm", std::string("minimal_adaptive"));
    const LatencyEstimate none = estimateOf(window->session().document().design());
    QVERIFY(!none.doubt.empty());
    QTRY_VERIFY_WITH_TIMEOUT(
        factOf(*window, "estimateNote").contains(QString::fromStdString(none.doubt.english())),
        30'000);
  }

  void aCurveHasItsEstimateDashed() {
    const Sandbox sandbox;
    Design design = meshDesign();
    const auto window = windowWith(design);
    window->actions().at("study.curve")->trigger();
    LatencyCurveDialog* dialog = window->curveDialog();
    QVERIFY(dialog != nullptr);
    dialog->findChild<QDoubleSpinBox*>(QStringLiteral("curveTo"))->setValue(0.15);
    dialog->start();
    QTRY_VERIFY_WITH_TIMEOUT(!dialog->running(), 60'000);
    const auto dashed = [&]() -> const PlotCurve* {
      for (const PlotWidget* plot : dialog->findChildren<PlotWidget*>())
        for (const PlotCurve& curve : plot->picture().curves)
          if (curve.reference && curve.name.startsWith(QStringLiteral("estimate"))) return &curve;
      return nullptr;
    };
    QTRY_VERIFY_WITH_TIMEOUT(dashed() != nullptr, 30'000);
    QVERIFY(dashed()->x.size() >= 2);
    QVERIFY(dashed()->x.back() <= 0.16);
    QVERIFY(!dialog->findChild<QLabel*>(QStringLiteral("curveEstimate"))->text().isEmpty());
  }
};

HOPSCOPE_TEST(EstimateTest)
#include "estimate_test.moc"

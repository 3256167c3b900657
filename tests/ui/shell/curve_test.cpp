// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAction>
#include <QCheckBox>
#include <QDir>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QSpinBox>
#include <QTableWidget>
#include <QTest>

#include "tests/support/test_main.h"
#include "tests/ui/shell/window_support.h"
#include "ui/plots/run_plots.h"
#include "ui/shell/actions.h"
#include "ui/shell/project_session.h"
#include "ui/studies/latency_curve_dialog.h"

using namespace hopscope;
using namespace hopscope::test;

namespace {

CurvePoint point(double offered, double accepted, Verdict verdict) {
  CurvePoint made;
  made.offered = offered;
  made.accepted = accepted;
  made.latencyMean = 20;
  made.latencyP99 = 40;
  made.verdict = verdict;
  return made;
}

constexpr std::size_t kManyLoads = 150;

/// The points of the curves that a project's file keeps.
std::size_t pointsIn(const std::string& file) {
  auto opened = Project::open(file);
  auto* project = std::get_if<std::unique_ptr<Project>>(&opened);
  if (project == nullptr) qFatal("the project can't be read");
  std::size_t points = 0;
  for (const StoredCurve& curve : (*project)->curves()) points += curve.points.size();
  return points;
}

}  // namespace

/// The latency curve through its dialog.
class CurveTest : public QObject {
  Q_OBJECT

  static LatencyCurveDialog* open(MainWindow& window) {
    QTest::keyClick(&window, Qt::Key_L, Qt::ControlModifier);
    return window.curveDialog();
  }
  static void setLoads(LatencyCurveDialog& dialog, double from, double to, double step) {
    dialog.findChild<QDoubleSpinBox*>(QStringLiteral("curveFrom"))->setValue(from);
    dialog.findChild<QDoubleSpinBox*>(QStringLiteral("curveTo"))->setValue(to);
    dialog.findChild<QDoubleSpinBox*>(QStringLiteral("curveStep"))->setValue(step);
  }
  /// Begins a curve that takes long, and waits for its first point.
  static void computeFor(MainWindow& window) {
    LatencyCurveDialog* dialog = open(window);
    setLoads(*dialog, 0.001, 0.001 * kManyLoads, 0.001);
    dialog->findChild<QSpinBox*>(QStringLiteral("curveSeeds"))->setValue(20);
    dialog->findChild<QSpinBox*>(QStringLiteral("curveThreads"))->setValue(1);
    dialog->start();
    QTRY_VERIFY_WITH_TIMEOUT(!dialog->points().empty(), 30'000);
    QVERIFY(dialog->running());
  }

 private slots:
  void pointsAppearAndAreKept() {
    const Sandbox sandbox;
    const auto window = openWindow();
    openExample(*window, QStringLiteral("mesh-transpose"));
    window->session().document().load(meshDesign());
    LatencyCurveDialog* dialog = open(*window);
    QVERIFY(dialog != nullptr && dialog->isVisible());
    setLoads(*dialog, 0.05, 0.15, 0.05);
    QTest::mouseClick(dialog->findChild<QPushButton*>(QStringLiteral("curveStart")),
                      Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(!dialog->running(), 30'000);
    QCOMPARE(dialog->points().size(), std::size_t{3});
    QCOMPARE(dialog->findChild<QTableWidget*>(QStringLiteral("curveTable"))->rowCount(), 3);
    QCOMPARE(window->session().curves().size(), std::size_t{1});
    QCOMPARE(window->session().curves().front().points.size(), std::size_t{3});
    CurveRequest request;
    request.design = meshDesign();
    request.loads = {0.05, 0.1, 0.15};
    request.jobs = 1;
    const std::vector<CurvePoint> direct = latencyCurve(request);
    for (std::size_t i = 0; i < 3; ++i) {
      QCOMPARE(dialog->points()[i].offered, direct[i].offered);
      QCOMPARE(dialog->points()[i].latencyMean, direct[i].latencyMean);
      QCOMPARE(dialog->points()[i].accepted, direct[i].accepted);
    }
  }

  /// What it is that leaves is the curve: its plots and its numbers.
  void exportOffersTheCurve() {
    const Sandbox sandbox;
    const auto window = windowWith(meshDesign());
    LatencyCurveDialog* dialog = open(*window);
    setLoads(*dialog, 0.05, 0.15, 0.05);
    dialog->start();
    QTRY_VERIFY_WITH_TIMEOUT(!dialog->running(), 30'000);
    const QString folder = sandbox.path(QStringLiteral("out"));
    QVERIFY(QDir().mkpath(folder));
    bool plot = false;
    answerModal([&](QWidget* made) {
      const auto* box = made->findChild<QCheckBox*>(QStringLiteral("exportPlot:latency-curve"));
      plot = box != nullptr && box->isEnabled() && box->isChecked();
      made->findChild<QLineEdit*>(QStringLiteral("exportFolder"))->setText(folder);
      made->findChild<QLineEdit*>(QStringLiteral("exportName"))->setText(QStringLiteral("x"));
      press(made, QStringLiteral("Export"));
      made->close();
    });
    press(dialog, QStringLiteral("Export…"));
    QVERIFY(plot);
    QCOMPARE(QDir(folder).entryList(QDir::Files, QDir::Name),
             (QStringList{QStringLiteral("x-accepted-curve.pdf"), QStringLiteral("x-curve.csv"),
                          QStringLiteral("x-latency-curve.pdf")}));
  }

  void stopKeepsWhatIsThere() {
    const Sandbox sandbox;
    const auto window = openWindow();
    openExample(*window, QStringLiteral("mesh-transpose"));
    window->session().document().load(meshDesign(true));  // would take hours
    LatencyCurveDialog* dialog = open(*window);
    dialog->start();
    QVERIFY(dialog->running());
    QTest::qWait(200);
    auto* stop = dialog->findChild<QPushButton*>(QStringLiteral("curveStop"));
    QCOMPARE(stop->text(), QStringLiteral("Stop"));
    QTest::mouseClick(stop, Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(!dialog->running(), 5000);
    QVERIFY(dialog->findChild<QLabel*>(QStringLiteral("curveStatus"))
                ->text()
                .startsWith(QStringLiteral("Stopped after")));
    QVERIFY(dialog->findChild<QPushButton*>(QStringLiteral("curveStart"))->isVisible());
  }

  void aCurveUnderWayIsKeptWithWhatIsSaved() {
    const Sandbox sandbox;
    const std::string file = sandbox.path(QStringLiteral("curve.hopscope")).toStdString();
    const auto window = windowWith(meshDesign());
    QVERIFY(!window->session().saveAs(file));
    computeFor(*window);
    QVERIFY(!QTest::currentTestFailed());
    QString asked;
    answerModal([&asked](QWidget* dialog) {
      if (const auto* box = qobject_cast<QMessageBox*>(dialog)) asked = box->text();
      press(dialog, QStringLiteral("Keep working"));
    });
    QVERIFY(!window->close());
    QVERIFY2(asked.contains(QStringLiteral("points that the latency curve")), qPrintable(asked));
    QVERIFY(window->curveDialog()->running());
    window->session().addNote(QStringLiteral("Seen"));
    answerModal([&asked](QWidget* dialog) {
      if (const auto* box = qobject_cast<QMessageBox*>(dialog)) asked = box->informativeText();
      press(dialog, QStringLiteral("Save"));
    });
    QVERIFY(window->close());
    QVERIFY2(asked.contains(QStringLiteral("A latency curve is not over")), qPrintable(asked));
    const std::size_t points = pointsIn(file);
    QVERIFY2(points > 0 && points < kManyLoads, qPrintable(QString::number(points)));
  }

  void openingAnotherProjectKeepsTheCurve() {
    const Sandbox sandbox;
    const std::string file = sandbox.path(QStringLiteral("curve.hopscope")).toStdString();
    const auto window = windowWith(meshDesign());
    QVERIFY(!window->session().saveAs(file));
    computeFor(*window);
    QVERIFY(!QTest::currentTestFailed());
    window->setMode(MainWindow::Mode::start);
    answerModal([](QWidget* dialog) { press(dialog, QStringLiteral("Save")); });
    openExample(*window, QStringLiteral("dragonfly-adversarial"));
    QVERIFY(window->session().file().empty());
    QVERIFY(window->session().curves().empty());
    QVERIFY(pointsIn(file) > 0);
  }

  void aCurveMayBeDiscardedWithTheWindow() {
    const Sandbox sandbox;
    const std::string file = sandbox.path(QStringLiteral("curve.hopscope")).toStdString();
    const auto window = windowWith(meshDesign());
    QVERIFY(!window->session().saveAs(file));
    computeFor(*window);
    QVERIFY(!QTest::currentTestFailed());
    answerModal([](QWidget* dialog) { press(dialog, QStringLiteral("Discard the curve")); });
    QVERIFY(window->close());
    QCOMPARE(pointsIn(file), std::size_t{0});
  }

  void aPointIsADecimalSignInGermanToo() {
    const Sandbox sandbox;
    const QLocale before;
    QLocale::setDefault(QLocale(QLocale::German));
    {
      const auto window = windowWith(meshDesign());
      LatencyCurveDialog* dialog = open(*window);
      for (const char* text : {"0.1", "0,1"}) {
        auto* from = dialog->findChild<QDoubleSpinBox*>(QStringLiteral("curveFrom"));
        from->setValue(0.3);
        from->setFocus();
        from->selectAll();
        QTest::keyClicks(from, QLatin1String(text));
        QTest::keyClick(from, Qt::Key_Tab);
        QCOMPARE(from->value(), 0.1);
      }
    }
    QLocale::setDefault(before);
  }

  /// The loads end where the network of the example does, until somebody chooses others.
  void loadsFollowTheSaturationBound() {
    const Sandbox sandbox;
    const auto window = openWindow();
    openExample(*window, QStringLiteral("mesh-transpose"));
    LatencyCurveDialog* dialog = open(*window);
    const auto* to = dialog->findChild<QDoubleSpinBox*>(QStringLiteral("curveTo"));
    const auto* step = dialog->findChild<QDoubleSpinBox*>(QStringLiteral("curveStep"));
    // Seven terminals share its busiest channels.
    QTRY_COMPARE_WITH_TIMEOUT(to->value(), 0.15, 10'000);
    QCOMPARE(step->value(), 0.015);
    setLoads(*dialog, 0.02, 0.2, 0.02);
    window->session().document().load(meshDesign());
    QTest::qWait(1500);
    QCOMPARE(to->value(), 0.2);
  }

  void aBackwardRangeIsNotStarted() {
    const Sandbox sandbox;
    const auto window = openWindow();
    openExample(*window, QStringLiteral("mesh-transpose"));
    LatencyCurveDialog* dialog = open(*window);
    setLoads(*dialog, 0.5, 0.2, 0.05);
    QVERIFY(!dialog->findChild<QPushButton*>(QStringLiteral("curveStart"))->isEnabled());
    setLoads(*dialog, 0.1, 0.2, 0.05);
    QVERIFY(dialog->findChild<QPushButton*>(QStringLiteral("curveStart"))->isEnabled());
  }

  void saturationIsTheLastLoadThatIsAccepted() {
    std::vector<CurvePoint> points{point(0.1, 0.1, Verdict::stable),
                                   point(0.2, 0.199, Verdict::stable)};
    QVERIFY(!saturationLoad(points).has_value());
    points.push_back(point(0.3, 0.22, Verdict::saturated));
    QCOMPARE(saturationLoad(points).value_or(0), 0.2);
    const CurvePlots plots = curvePlots(points);
    QCOMPARE(plots.latency.curves.front().x, (std::vector<double>{0.1, 0.2}));
    QCOMPARE(plots.accepted.curves.front().x, (std::vector<double>{0.1, 0.2, 0.3}));
    QCOMPARE(plots.latency.marks.size(), std::size_t{1});
    // What got through of 0.3: that 0.199 of 0.2 did is chance, which lifts it no higher.
    QCOMPARE(plots.latency.marks.front().x, 0.22);
    points[1].accepted = 0.175;  // terminals that a pattern keeps silent accept nothing either
    QCOMPARE(saturationMark(points).value_or(0), 0.22 / 0.175 * 0.2);
    QCOMPARE(saturationLoad(points).value_or(0), 0.2);
    points[1].verdict = Verdict::saturated;
    QCOMPARE(saturationLoad(points).value_or(0), 0.1);
  }

  /// A load at which nothing arrived is no saturation, and no part of the curve.
  void unknownLoadsArePassedOver() {
    std::vector<CurvePoint> points{point(0.1, 0.1, Verdict::stable),
                                   point(0.2, 0, Verdict::unknown),
                                   point(0.3, 0.3, Verdict::stable)};
    QVERIFY(!saturationLoad(points) && !saturationMark(points));
    QCOMPARE(curvePlots(points).latency.curves.front().x, (std::vector<double>{0.1, 0.3}));
    points.push_back(point(0.4, 0, Verdict::unknown));
    points.push_back(point(0.5, 0.35, Verdict::saturated));
    QCOMPARE(saturationLoad(points).value_or(0), 0.3);
    QCOMPARE(saturationMark(points).value_or(0), 0.35);
    // Where nothing is known of the loads below, and nothing got through, it is that load.
    points = {point(0.02, 0, Verdict::unknown), point(0.04, 0, Verdict::saturated)};
    QCOMPARE(saturationMark(points).value_or(0), 0.04);
    QCOMPARE(curvePlots(points).latency.marks.front().text, QStringLiteral("saturates, 0.040"));
    points.back().accepted = 0.0003;
    QCOMPARE(curvePlots(points).latency.marks.front().text, QStringLiteral("saturates, 0.0003"));
  }
};

HOPSCOPE_TEST(CurveTest)
#include "curve_test.moc"

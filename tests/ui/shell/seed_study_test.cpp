// SPDX-License-Identifier: GPL-3.0-or-later
#include <QCheckBox>
#include <QFile>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QSpinBox>
#include <QTableWidget>
#include <QTest>

#include "tests/support/test_main.h"
#include "tests/ui/shell/window_support.h"
#include "ui/shell/actions.h"
#include "ui/shell/project_session.h"
#include "ui/shell/study_flows.h"
#include "ui/studies/shares_dialog.h"
#include "ui/studies/transient_dialog.h"

using namespace hopscope;
using namespace hopscope::test;

namespace {

/// A small Dragonfly whose traffic turns adversarial in cycle 2,000.
Design turning() {
  Design design;
  design.name = "Small Dragonfly";
  design.settings = {{"topology.kind", std::string("dragonfly")},
                     {"routing.algorithm", std::string("piggyback")},
                     {"traffic.load", 0.3},
                     {"traffic.packet_flits", std::int64_t{4}},
                     {"run.warmup", std::int64_t{1000}},
                     {"run.measure", std::int64_t{3000}}};
  design.phases = {{std::int64_t{2000}, {{"traffic.pattern", std::string("adversarial")}}}};
  return design;
}

QSpinBox& box(QWidget& in, const char* name) {
  auto* found = in.findChild<QSpinBox*>(QLatin1String(name));
  if (found == nullptr) qFatal("no field %s", name);
  return *found;
}

QString words(QWidget& in, const char* name) {
  return in.findChild<QLabel*>(QLatin1String(name))->text();
}

}  // namespace

/// The studies of several seeds, through their dialogs.
class SeedStudyTest : public QObject {
  Q_OBJECT

  static TransientDialog& openTransient(MainWindow& window) {
    window.actions().at("study.transient")->trigger();
    return *window.studyFlows().transientDialog();
  }
  static SharesDialog& openShares(MainWindow& window) {
    window.actions().at("study.shares")->trigger();
    return *window.studyFlows().sharesDialog();
  }

 private slots:
  void theTransientIsThatOfTheEngine() {
    const Sandbox sandbox;
    const auto window = windowWith(turning());
    TransientDialog& dialog = openTransient(*window);
    QVERIFY(dialog.isVisible());
    // Time 0 is where the phase begins, and that is said.
    QCOMPARE(box(dialog, "transientZero").value(), 2000);
    QVERIFY(words(dialog, "transient.note").contains(QStringLiteral("Adversarial")));
    box(dialog, "transientBefore").setValue(400);
    box(dialog, "transientAfter").setValue(800);
    box(dialog, "transientBin").setValue(40);
    box(dialog, "transient.seeds").setValue(2);
    QTest::mouseClick(button(dialog, QStringLiteral("transient.start")), Qt::LeftButton);
    QVERIFY(dialog.running());
    QTRY_VERIFY_WITH_TIMEOUT(!dialog.running(), 30'000);
    TransientRequest request;
    request.design = turning();
    request.design.settings["run.replications"] = std::int64_t{2};
    request.zero = 2000;
    request.bin = 40;
    request.before = 400;
    request.after = 800;
    const Transient direct = studyTransient(request);
    QCOMPARE(direct.bins.size(), std::size_t{30});
    QVERIFY(dialog.transient().bins == direct.bins);
    const auto plots = dialog.findChildren<PlotWidget*>();
    QCOMPARE(plots.size(), 2);
    const PlotPicture& latency = plots[0]->picture();
    QCOMPARE(*latency.xMin, -400.0);
    QCOMPARE(*latency.xMax, 800.0);
    QCOMPARE(latency.marks.front().x, 0.0);
    QCOMPARE(latency.curves.front().x.front(), -380.0);
    QCOMPARE(latency.curves.front().y.back(), direct.bins.back().latency.mean);
    // Kinds of path add up, and there are more after the change than before.
    const PlotPicture& paths = plots[1]->picture();
    QVERIFY(paths.curves.size() >= 2);
    QVERIFY(std::abs(paths.curves.back().y.front() - 100) < 1e-6);
    QVERIFY(words(dialog, "transient.status").startsWith(QStringLiteral("Mean latency before: ")));
    const QString file = sandbox.path(QStringLiteral("t.csv"));
    QVERIFY(dialog.writeTo(file).isEmpty());
    QFile written(file);
    QVERIFY(written.open(QIODevice::ReadOnly));
    QCOMPARE(QString::fromUtf8(written.readAll()), QString::fromStdString(csvOf(direct)));
    QVERIFY(dialog.writeTo(sandbox.path(QStringLiteral("t.svg"))).isEmpty());
    QVERIFY(QFile::exists(sandbox.path(QStringLiteral("t-2.svg"))));
  }

  /// With the dialog open the design is changed: the study is of what is shown.
  void theDesignIsTheOneShown() {
    const Sandbox sandbox;
    const auto window = windowWith(turning());
    TransientDialog& dialog = openTransient(*window);
    box(dialog, "transientBefore").setValue(400);
    box(dialog, "transientAfter").setValue(400);
    box(dialog, "transientBin").setValue(100);
    window->session().document().setValue("traffic.load", 0.05);
    QCOMPARE(box(dialog, "transientAfter").value(), 400);  // what was typed stays
    dialog.start();
    QTRY_VERIFY_WITH_TIMEOUT(!dialog.running(), 30'000);
    TransientRequest request;
    request.design = window->session().document().design();
    request.zero = 2000;
    request.bin = 100;
    request.before = request.after = 400;
    QVERIFY(dialog.transient().bins == studyTransient(request).bins);
  }

  void whatCannotBeComputedIsSaid() {
    const Sandbox sandbox;
    Design calm = turning();
    calm.phases.clear();
    const auto window = windowWith(calm);
    TransientDialog& dialog = openTransient(*window);
    QCOMPARE(box(dialog, "transientZero").value(), 1000);  // the end of the warm-up
    QVERIFY(words(dialog, "transient.note").contains(QStringLiteral("nothing changes")));
    box(dialog, "transientBefore").setValue(2000);
    QVERIFY(words(dialog, "transient.note").startsWith(QStringLiteral("Before time 0")));
    QVERIFY(!button(dialog, QStringLiteral("transient.start"))->isEnabled());
    box(dialog, "transientBefore").setValue(0);
    QVERIFY(button(dialog, QStringLiteral("transient.start"))->isEnabled());
    SharesDialog& shares = openShares(*window);
    box(shares, "sharesGroup").setValue(99);
    shares.start();
    QTRY_VERIFY_WITH_TIMEOUT(!shares.running(), 30'000);
    QVERIFY(words(shares, "shares.status").contains(QStringLiteral("group 99")));
    QVERIFY(!button(shares, QStringLiteral("shares.export"))->isVisible());
  }

  void theSharesAreThoseOfTheEngine() {
    const Sandbox sandbox;
    const auto window = windowWith(turning());
    SharesDialog& dialog = openShares(*window);
    box(dialog, "shares.seeds").setValue(2);
    box(dialog, "sharesGroup").setValue(3);
    dialog.start();
    QTRY_VERIFY_WITH_TIMEOUT(!dialog.running(), 30'000);
    GroupSharesRequest request;
    request.design = turning();
    request.design.settings["run.replications"] = std::int64_t{2};
    request.group = 3;
    const GroupShares direct = studyGroupShares(request);
    QVERIFY(!direct.members.empty());
    QVERIFY(dialog.shares().members == direct.members);
    auto* table = dialog.findChild<QTableWidget*>(QStringLiteral("sharesTable"));
    QCOMPARE(table->rowCount(), static_cast<int>(direct.members.size()));
    QCOMPARE(table->item(0, 0)->text(), QString::number(direct.members.front().id));
    const PlotCurve& bars = dialog.findChild<PlotWidget*>()->picture().curves.front();
    QCOMPARE(bars.y.back(), direct.members.back().accepted.mean);
    // Terminals are more than routers.
    dialog.findChild<QCheckBox*>(QStringLiteral("sharesTerminals"))->setChecked(true);
    dialog.start();
    QTRY_VERIFY_WITH_TIMEOUT(!dialog.running(), 30'000);
    QVERIFY(dialog.shares().members.size() > direct.members.size());
  }

  void aStudyIsCancelledAndForgotten() {
    const Sandbox sandbox;
    Design slow = turning();
    slow.settings["run.measure"] = std::int64_t{50'000'000};
    const auto window = windowWith(slow);
    SharesDialog& dialog = openShares(*window);
    dialog.start();
    QVERIFY(dialog.running());
    QTest::qWait(150);
    QTest::mouseClick(button(dialog, QStringLiteral("shares.cancel")), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(!dialog.running(), 5000);
    QCOMPARE(words(dialog, "shares.status"), QStringLiteral("Stopped."));
    // Another project: what still runs is dropped.
    dialog.start();
    QVERIFY(dialog.running());
    window->studyFlows().forget();
    QTRY_VERIFY_WITH_TIMEOUT(!dialog.running(), 5000);
    QVERIFY(words(dialog, "shares.status").isEmpty());
    dialog.start();  // and closing the window ends it
    QVERIFY(dialog.running());
  }

  void summariesAreGermanInGerman() {
    const Sandbox sandbox;
    const QLocale before;
    chooseGermanNumbers();
    {
      const auto window = windowWith(turning());
      SharesDialog& dialog = openShares(*window);
      dialog.start();
      QTRY_VERIFY_WITH_TIMEOUT(!dialog.running(), 30'000);
      QVERIFY(words(dialog, "shares.status").contains(QStringLiteral("0,")));
      QVERIFY(csvOf(dialog.shares()).find("0.") != std::string::npos);
    }
    QLocale::setDefault(before);
  }
};

HOPSCOPE_TEST(SeedStudyTest)
#include "seed_study_test.moc"

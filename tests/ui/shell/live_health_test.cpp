// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFrame>
#include <QPushButton>
#include <QTest>
#include <algorithm>
#include <cmath>

#include "engine/design/catalogue.h"
#include "engine/design/compile.h"
#include "engine/simulation/saturation_bound.h"
#include "tests/support/test_main.h"
#include "tests/ui/shell/window_support.h"
#include "ui/inspectors/inspector_panel.h"
#include "ui/shell/actions.h"
#include "ui/shell/project_session.h"
#include "ui/shell/run_mode.h"
#include "ui/widgets/finding_row.h"

using namespace hopscope;
using namespace hopscope::test;

namespace {

/// A 4 by 4 mesh that is watched for four seconds at 10,000 cycles a second.
Design meshAt(double load) {
  Design design = meshDesign(true);
  design.settings["traffic.load"] = load;
  design.settings["traffic.pattern"] = std::string("transpose");
  design.settings["run.warmup"] = std::int64_t{1000};
  design.settings["run.measure"] = std::int64_t{40'000};
  design.settings["run.window"] = std::int64_t{500};
  return design;
}

}  // namespace

/// What a run shows to be wrong while it goes on.
class LiveHealthTest : public QObject {
  Q_OBJECT

 private slots:
  void saturationIsSaidAndMendedWhileTheRunGoesOn() {
    const Sandbox sandbox;
    const auto window = windowWith(meshAt(0.9));
    DesignDocument& document = window->session().document();
    RunSession& run = window->runMode().run();
    run.setSpeed(10'000);
    QTest::keyClick(window.get(), Qt::Key_F5);
    QTRY_VERIFY(run.snapshot().cycle > 2000);
    const auto row = [&] { return window->runMode().inspector().findChild<FindingRow*>(); };
    QVERIFY(row() == nullptr);
    QTRY_VERIFY_WITH_TIMEOUT(row() != nullptr && row()->isVisible(), 20'000);
    QVERIFY(run.snapshot().cycle >= 11'000);  // a quarter of what is measured
    run.pause();
    QTRY_COMPARE(run.state(), RunnerState::paused);

    QTest::mouseClick(button(*row(), QStringLiteral("findingShow")), Qt::LeftButton);
    QCOMPARE(document.selection().links.size(), std::size_t{1});
    document.select({});
    QTRY_VERIFY(row()->isVisible());

    QTest::mouseClick(button(*row(), QStringLiteral("healthFix")), Qt::LeftButton);
    QTRY_COMPARE(document.design().phases.size(), std::size_t{1});
    const auto& set = document.design().phases[0].set;
    const double lowered = std::get<double>(set.at("traffic.load"));
    QVERIFY(lowered > 0.2 && lowered < 0.8);
    // It came in the middle of the run, which goes on, and then says what it was offered.
    run.setSpeed(0);
    run.run();
    QTRY_VERIFY_WITH_TIMEOUT(run.results().has_value(), 20'000);
    // What it shows in the end has no load to lower: a phase did.
    QTRY_VERIFY(!row()->isVisible() || !button(*row(), QStringLiteral("healthFix"))->isVisible());
    const Results results = *run.results();
    QVERIFY(results.offeredLoad < 0.9 && results.offeredLoad > lowered);
    QCOMPARE(results.events.size(), std::size_t{1});
  }

  /// A run that is over tells what can be done, too: its design is edited, and Undo takes it back.
  void aSaturatedRunIsMendedForTheNext() {
    const Sandbox sandbox;
    const auto window = windowWith(meshAt(0.9));
    DesignDocument& document = window->session().document();
    window->runMode().run().setSpeed(0);
    QTest::keyClick(window.get(), Qt::Key_F5);
    QTRY_COMPARE_WITH_TIMEOUT(window->session().runs().size(), std::size_t{1}, 30'000);
    pressMessage(*window, QStringLiteral("run"), QStringLiteral("Show me"));
    QCOMPARE(document.selection().links.size(), std::size_t{1});
    // Beyond it less may get through than the network bears: what a check says holds.
    const double bound = saturationBound(*compile(document.design()).setup).load;
    QVERIFY(wholeRun(*window, 0).results.verdict == Verdict::saturated);
    QVERIFY(bound > 0 && bound < 0.9);
    pressKeys(*window, Qt::Key_F5);
    QTRY_COMPARE_WITH_TIMEOUT(window->session().runs().size(), std::size_t{2}, 30'000);
    // At first the message knows what got through; what the network bears follows.
    const double through = std::min(0.9 * bound, wholeRun(*window, 1).results.acceptedLoad);
    const QString lower =
        QStringLiteral("Lower the load to %1").arg(std::floor(100 * through) / 100);
    const auto offers = [&] {
      const auto* message = window->findChild<QFrame*>(QStringLiteral("message:run"));
      if (message == nullptr) return false;
      const auto all = message->findChildren<QAbstractButton*>();
      return std::any_of(all.begin(), all.end(),
                         [&](const QAbstractButton* each) { return each->text() == lower; });
    };
    QTRY_VERIFY_WITH_TIMEOUT(offers(), 30'000);
    pressMessage(*window, QStringLiteral("run"), lower);
    const auto load = [&] {
      return std::get<double>(effectiveValue(document.design(), "traffic.load"));
    };
    QVERIFY(load() <= bound);
    pressKeys(*window, Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(load(), 0.9);
  }

  /// What was measured up to then is as true afterwards, and can be mended for the next run.
  void aStoppedRunKeepsItsFindings() {
    const Sandbox sandbox;
    const auto window = windowWith(meshAt(0.9));
    RunMode& mode = window->runMode();
    mode.run().setSpeed(10'000);
    QTest::keyClick(window.get(), Qt::Key_F5);
    const auto row = [&] { return mode.inspector().findChild<FindingRow*>(); };
    QTRY_VERIFY_WITH_TIMEOUT(row() != nullptr && row()->isVisible(), 20'000);
    window->actions().at("run.stop")->trigger();
    QTRY_COMPARE(window->session().runs().size(), std::size_t{1});
    QVERIFY(!mode.run().results()->complete);
    QTest::qWait(300);
    QVERIFY(row()->isVisible());
    // Of the run as it was kept, too.
    mode.showStored(wholeRun(*window).id);
    QTRY_VERIFY(mode.showsStored() && row()->isVisible());
    mode.backToLive();
    QTRY_VERIFY(row()->isVisible());
    DesignDocument& document = window->session().document();
    QTRY_VERIFY(button(*row(), QStringLiteral("healthFix"))->isVisible());
    QTest::mouseClick(button(*row(), QStringLiteral("healthFix")), Qt::LeftButton);
    QVERIFY(std::get<double>(effectiveValue(document.design(), "traffic.load")) < 0.9);
    QVERIFY(document.design().phases.empty());
  }

  /// A network that fills looks like one that jams.
  void aRunThatWasStoppedEarlyHasNoFindings() {
    const Sandbox sandbox;
    const auto window = windowWith(meshAt(0.9));
    stepTo(*window, 5000);
    window->actions().at("run.stop")->trigger();
    QTRY_COMPARE(window->session().runs().size(), std::size_t{1});
    window->runMode().showStored(wholeRun(*window).id);
    QTest::qWait(300);
    QVERIFY(window->runMode().inspector().findChild<FindingRow*>() == nullptr);
  }

  void aSoundRunHasNoFindings() {
    const Sandbox sandbox;
    const auto window = windowWith(meshAt(0.1));
    RunSession& run = window->runMode().run();
    run.setSpeed(10'000);
    QTest::keyClick(window.get(), Qt::Key_F5);
    QTRY_VERIFY(run.active());
    run.runUntil(30'000);
    run.setSpeed(0);
    QTRY_VERIFY_WITH_TIMEOUT(run.snapshot().cycle == 30'000 && run.snapshot().soFar, 20'000);
    QTest::qWait(300);
    QVERIFY(window->runMode().inspector().findChild<FindingRow*>() == nullptr);
  }
};

HOPSCOPE_TEST(LiveHealthTest)
#include "live_health_test.moc"

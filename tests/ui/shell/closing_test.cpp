// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAction>
#include <QDir>
#include <QElapsedTimer>
#include <QMessageBox>
#include <QTest>

#include "tests/support/test_main.h"
#include "tests/ui/shell/window_support.h"
#include "ui/shell/actions.h"
#include "ui/shell/project_session.h"
#include "ui/shell/run_mode.h"
#include "ui/studies/latency_curve_dialog.h"

using namespace hopscope;
using namespace hopscope::test;

namespace {

/// Threads of this process.
qsizetype threads() {
  return QDir(QStringLiteral("/proc/self/task"))
      .entryList(QDir::Dirs | QDir::NoDotAndDotDot)
      .size();
}

}  // namespace

/// Closing while something runs: no hang, no thread left behind.
class ClosingTest : public QObject {
  Q_OBJECT

 private slots:
  void closingDuringARunStopsIt() {
    const Sandbox sandbox;
    auto window = openWindow();
    openExample(*window, QStringLiteral("mesh-transpose"));
    window->session().document().load(meshDesign(true));
    QTest::keyClick(window.get(), Qt::Key_F5);
    QTRY_VERIFY(window->runMode().run().snapshot().cycle > 1000);
    const qsizetype busy = threads();
    answerModal([](QWidget* dialog) { press(dialog, QStringLiteral("Discard changes")); });
    QElapsedTimer clock;
    clock.start();
    QVERIFY(window->close());
    QVERIFY2(clock.elapsed() < 3000, qPrintable(QString::number(clock.elapsed())));
    QVERIFY(!window->runMode().run().active());
    QTRY_VERIFY(threads() < busy);
    window.reset();
  }

  /// A run is work, too, where no example brings it back.
  void closingAsksForARunThatIsNotOver() {
    const Sandbox sandbox;
    const auto window = windowWith(meshDesign(true));
    const std::string file = sandbox.path(QStringLiteral("a<b>c.hopscope")).toStdString();
    QVERIFY(!window->session().saveAs(file));
    QVERIFY(!window->session().modified());
    RunSession& run = window->runMode().run();
    window->runMode().setSpeed(0);
    QTest::keyClick(window.get(), Qt::Key_F5);
    QTRY_VERIFY(run.snapshot().cycle > 2000);
    QString asked;
    answerModal([&asked](QWidget* dialog) {
      auto* box = qobject_cast<QMessageBox*>(dialog);
      QVERIFY(box != nullptr);
      asked = box->text() + box->informativeText();
      QCOMPARE(box->textFormat(), Qt::PlainText);  // names of files are no markup
      press(dialog, QStringLiteral("Keep working"));
    });
    QVERIFY(!window->close());
    QVERIFY2(asked.contains(QStringLiteral("a<b>c.hopscope")) &&
                 asked.contains(QStringLiteral("saving ends it")),
             qPrintable(asked));
    QVERIFY(run.active() && run.goesOn());
    answerModal([](QWidget* dialog) { press(dialog, QStringLiteral("Save")); });
    QVERIFY(window->close());
    QVERIFY(!run.active());
    auto again = Project::open(file);
    auto* project = std::get_if<std::unique_ptr<Project>>(&again);
    QVERIFY(project != nullptr);
    QCOMPARE((*project)->runs().size(), std::size_t{1});
    QVERIFY((*project)->runs().front().results.cycles > 2000);
    QVERIFY(!(*project)->runs().front().results.complete);
  }

  void aRunMayBeDiscardedWithTheWindow() {
    const Sandbox sandbox;
    const auto window = windowWith(meshDesign(true));
    const std::string file = sandbox.path(QStringLiteral("run.hopscope")).toStdString();
    QVERIFY(!window->session().saveAs(file));
    stepTo(*window, 1500);  // one that rests is lost likewise
    answerModal([](QWidget* dialog) { press(dialog, QStringLiteral("Discard the run")); });
    QVERIFY(window->close());
    auto again = Project::open(file);
    auto* project = std::get_if<std::unique_ptr<Project>>(&again);
    QVERIFY(project != nullptr && (*project)->runs().empty());
  }

  void anotherProjectDuringARunStopsIt() {
    const Sandbox sandbox;
    const auto window = openWindow();
    openExample(*window, QStringLiteral("dragonfly-adversarial"));
    window->runMode().run().setSpeed(1000);
    QTest::keyClick(window.get(), Qt::Key_F5);
    QTRY_VERIFY(window->runMode().run().snapshot().cycle > 100);
    window->setMode(MainWindow::Mode::start);
    openExample(*window, QStringLiteral("mesh-transpose"));
    QVERIFY(!window->runMode().run().active());
    QCOMPARE(window->session().document().topology()->kind, std::string("mesh"));
  }

  void deletingTheWindowDuringARunAndACurveIsClean() {
    const Sandbox sandbox;
    auto window = openWindow();
    openExample(*window, QStringLiteral("mesh-transpose"));
    window->session().document().load(meshDesign(true));
    window->actions().at("study.curve")->trigger();
    window->curveDialog()->start();
    QVERIFY(window->curveDialog()->running());
    QTest::keyClick(window.get(), Qt::Key_F5);
    QTRY_VERIFY(window->runMode().run().snapshot().cycle > 100);
    QElapsedTimer clock;
    clock.start();
    window.reset();
    QVERIFY2(clock.elapsed() < 5000, qPrintable(QString::number(clock.elapsed())));
  }
};

HOPSCOPE_TEST(ClosingTest)
#include "closing_test.moc"

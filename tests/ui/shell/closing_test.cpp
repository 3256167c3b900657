// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAction>
#include <QDir>
#include <QElapsedTimer>
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

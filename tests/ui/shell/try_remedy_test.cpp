// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractButton>
#include <QFrame>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QTest>
#include <algorithm>

#include "engine/design/compile.h"
#include "engine/design/design_json.h"
#include "engine/findings/remedies.h"
#include "projects/stored_run.h"
#include "tests/support/adversarial_design.h"
#include "tests/support/test_main.h"
#include "tests/ui/shell/window_support.h"
#include "ui/inspectors/inspector_panel.h"
#include "ui/shell/compare_mode.h"
#include "ui/shell/health_panel.h"
#include "ui/shell/message_bar.h"
#include "ui/shell/project_session.h"
#include "ui/shell/run_mode.h"
#include "ui/studies/compare_view.h"
#include "ui/widgets/menu_button.h"

using namespace hopscope;
using namespace hopscope::test;

namespace {

std::unique_ptr<MainWindow> saturated() {
  auto window = windowWith(adversarialDragonfly());
  window->runMode().run().setSpeed(0);
  QTest::mouseClick(button(*window, QStringLiteral("designRunButton")), Qt::LeftButton);
  const auto kept = [&] { return window->session().runs().size() == 1; };
  if (!QTest::qWaitFor(kept, 30'000)) QTest::qFail("no run was kept", __FILE__, __LINE__);
  return window;
}

QPushButton* tryButtonNow(MainWindow& window) {
  auto* message = window.findChild<QFrame*>(QStringLiteral("message:run"));
  if (message == nullptr) return nullptr;
  for (QPushButton* each : message->findChildren<QPushButton*>())
    if (each->text().startsWith(QStringLiteral("Try "))) return each;
  return nullptr;
}

/// What can be tried is found out in the background.
QPushButton* tryButton(MainWindow& window) {
  static_cast<void>(QTest::qWaitFor([&] { return tryButtonNow(window) != nullptr; }));
  return tryButtonNow(window);
}

/// The two runs are there, and are those compared.
void verifyCompared(MainWindow& window) {
  QTRY_COMPARE_WITH_TIMEOUT(window.session().runs().size(), std::size_t{2}, 30'000);
  QTRY_COMPARE(window.mode(), MainWindow::Mode::compare);
  const CompareView& view = window.compareMode().view();
  QCOMPARE(view.runs().size(), std::size_t{2});
  QVERIFY(view.runs()[1].run.results.acceptedLoad > 1.5 * view.runs()[0].run.results.acceptedLoad);
}

}  // namespace

/// From "it saturates" to a better design beside it with one press.
class TryRemedyTest : public QObject {
  Q_OBJECT

 private slots:
  void onePressRunsItBesideTheFirst() {
    const Sandbox sandbox;
    const auto window = saturated();
    const Design before = window->session().document().design();
    QPushButton* press = tryButton(*window);
    QVERIFY(press != nullptr);
    QTest::mouseClick(press, Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(window->session().runs().size(), std::size_t{2}, 30'000);
    QTRY_COMPARE(window->mode(), MainWindow::Mode::compare);
    const CompareView& view = window->compareMode().view();
    QCOMPARE(view.runs().size(), std::size_t{2});
    QCOMPARE(view.runs()[0].run.id, window->session().runs()[0].id);
    const Results& first = view.runs()[0].run.results;
    const Results& second = view.runs()[1].run.results;
    QVERIFY(first.verdict == Verdict::saturated);
    QVERIFY2(second.acceptedLoad > 1.5 * first.acceptedLoad,
             qPrintable(QStringLiteral("%1 %2").arg(first.acceptedLoad).arg(second.acceptedLoad)));
    // The design itself stays as it was; the variant stands beside it.
    QCOMPARE(window->session().designs().size(), std::size_t{2});
    QVERIFY(designHash(window->session().designs()[0].design) == designHash(before));
    QVERIFY(designHash(window->session().designs()[1].design) == view.runs()[1].run.designHash);
  }

  /// The inspector has the finding of a run that is over, and all that can be tried.
  void theInspectorOffersAllOfThem() {
    const Sandbox sandbox;
    const auto window = saturated();
    const auto press = [&] {
      return window->runMode().inspector().findChild<QAbstractButton*>(
          QStringLiteral("findingTry"));
    };
    QTRY_VERIFY(press() != nullptr && press()->isVisible());
    auto* others =
        window->runMode().inspector().findChild<MenuButton*>(QStringLiteral("findingTryOther"));
    QVERIFY(others != nullptr && others->isVisible());
    QVERIFY(others->choices()->actions().size() >= 2);
    for (const QAction* each : others->choices()->actions())
      QVERIFY2(each->toolTip().contains(QStringLiteral("--set ")), qPrintable(each->toolTip()));
    QTest::mouseClick(press(), Qt::LeftButton);
    verifyCompared(*window);
  }

  /// A run that goes on is ended and kept for it.
  void whileTheRunGoesOn() {
    const Sandbox sandbox;
    Design design = adversarialDragonfly();
    design.settings["run.measure"] = std::int64_t{400'000};
    const auto window = windowWith(design);
    window->runMode().run().setSpeed(60'000);
    QTest::keyClick(window.get(), Qt::Key_F5);
    const auto press = [&] {
      return window->runMode().inspector().findChild<QAbstractButton*>(
          QStringLiteral("findingTry"));
    };
    QTRY_VERIFY_WITH_TIMEOUT(press() != nullptr && press()->isVisible(), 30'000);
    QVERIFY(window->session().runs().empty());
    window->session().document().select({});
    QTest::mouseClick(press(), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(window->session().runs().size(), std::size_t{1}, 10'000);
    QVERIFY(!window->session().runs()[0].complete);
    QTRY_COMPARE_WITH_TIMEOUT(window->session().runs().size(), std::size_t{2}, 60'000);
    verifyCompared(*window);
  }

  /// From the panel of the design, which has not run yet: it runs first.
  void fromTheDesignWithoutARun() {
    const Sandbox sandbox;
    const auto window = windowWith(adversarialDragonfly());
    const auto press = [&] {
      return window->findChild<QAbstractButton*>(QStringLiteral("findingTry"));
    };
    QTRY_VERIFY_WITH_TIMEOUT(press() != nullptr, 10'000);
    QTest::mouseClick(press(), Qt::LeftButton);
    verifyCompared(*window);
    QVERIFY(designHash(window->session().designs()[0].design) ==
            window->session().runs()[0].designHash);
  }

  /// From the same panel once it has run: that run is the one beside it, and one press tries once.
  void fromTheDesignAfterItsRun() {
    const Sandbox sandbox;
    const auto window = saturated();
    const RowId first = window->session().runs()[0].id;
    QTRY_VERIFY(tryButtonNow(*window) != nullptr);
    window->setMode(MainWindow::Mode::design);
    auto* health = window->findChild<HealthPanel*>();
    QVERIFY(health != nullptr);
    const auto press = [&] {
      return health->findChild<QAbstractButton*>(QStringLiteral("findingTry"));
    };
    QTRY_VERIFY_WITH_TIMEOUT(press() != nullptr && press()->isVisible(), 30'000);
    QTest::mouseClick(press(), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(window->mode(), MainWindow::Mode::compare, 60'000);
    verifyCompared(*window);
    QCOMPARE(window->compareMode().view().runs()[0].run.id, first);
    QCOMPARE(window->session().designs().size(), std::size_t{2});
  }

  /// Ranks that send large messages before they receive wait in a circle, which one press ends.
  void ranksThatSendFirstMaySendEagerly() {
    const Sandbox sandbox;
    const ParsedDesign exchange = parseDesign(R"({"schema": "hopscope.design/1",
      "topology": {"kind": "ring", "routers": 4}, "traffic": {"load": 0},
      "applications": [{"kind": "tit", "ranks": 2, "text":
      "0 send 1 0 70000 6\n0 recv 1 0 90000 6\n1 send 0 0 90000 6\n1 recv 0 0 70000 6\n"}]})");
    QVERIFY(!hasErrors(exchange.issues));
    const auto window = windowWith(exchange.design);
    window->runMode().run().setSpeed(0);
    QTest::mouseClick(button(*window, QStringLiteral("designRunButton")), Qt::LeftButton);
    QPushButton* press = tryButton(*window);
    QVERIFY(press != nullptr);
    QCOMPARE(press->text(), QStringLiteral("Try eager up to 90000 bytes"));
    auto* message = window->findChild<QFrame*>(QStringLiteral("message:run"));
    QStringList said;
    for (const QLabel* label : message->findChildren<QLabel*>()) said << label->text();
    QVERIFY2(said.join(' ').contains(QStringLiteral("Rank 0 sends 70000 bytes to rank 1.")),
             qPrintable(said.join(' ')));
    QTest::mouseClick(press, Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(window->mode(), MainWindow::Mode::compare, 30'000);
    const CompareView& view = window->compareMode().view();
    QVERIFY(view.runs()[0].run.results.verdict == Verdict::stalled);
    QVERIFY(view.runs()[1].run.results.verdict == Verdict::stable);
    QCOMPARE(window->session().runs()[1].name, std::string("SimGrid trace"));
  }

  void whatIsOfferedFits() {
    for (const Design& design : {adversarialDragonfly(), meshDesign()}) {
      const std::vector<Remedy> tries =
          remediesToTry(design, {RemedyKind::spread, RemedyKind::room});
      QVERIFY(tries.size() >= 2);
      for (const Remedy& each : tries) {
        const Design tried = remedied(design, each);
        QVERIFY2(!hasErrors(validate(tried)), asOptions(each).c_str());
        QVERIFY(designHash(tried) != designHash(design));
      }
    }
    QCOMPARE(remediesToTry(adversarialDragonfly(), {RemedyKind::spread})[0].settings[0].first,
             std::string("routing.algorithm"));
  }

  /// A run that is begun by hand meanwhile is nobody's remedy.
  void anotherRunIsNotCompared() {
    const Sandbox sandbox;
    const auto window = saturated();
    QPushButton* press = tryButton(*window);
    QVERIFY(press != nullptr);
    QTest::mouseClick(press, Qt::LeftButton);
    QCOMPARE(window->session().designs().size(), std::size_t{2});
    window->session().document().setValue("traffic.load", 0.05);
    window->runMode().startOver();  // before the one that is tried can be over
    QTRY_VERIFY_WITH_TIMEOUT(
        !window->session().runs().empty() && window->session()
                                                     .runs()
                                                     .design(window->session().runs().back().id)
                                                     ->settings.at("traffic.load") == Value{0.05},
        30'000);
    QTest::qWait(50);
    QCOMPARE(window->mode(), MainWindow::Mode::run);
  }

  /// Only the remedy tells the two runs apart, whatever the design has become meanwhile.
  void theRunIsWhatIsTried() {
    const Sandbox sandbox;
    const auto window = saturated();
    window->session().document().setValue("traffic.load", 0.05);
    QPushButton* press = tryButton(*window);
    QVERIFY(press != nullptr);
    QTest::mouseClick(press, Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(window->session().runs().size(), std::size_t{2}, 30'000);
    QCOMPARE(window->session()
                 .runs()
                 .design(window->session().runs().back().id)
                 ->settings.at("traffic.load"),
             Value{0.3});
  }

  /// Who is elsewhere when it is over is told, and stays there.
  void nobodyIsCalledAway() {
    const Sandbox sandbox;
    const auto window = saturated();
    QPushButton* press = tryButton(*window);
    QVERIFY(press != nullptr);
    QTest::mouseClick(press, Qt::LeftButton);
    window->setMode(MainWindow::Mode::design);
    QTRY_COMPARE_WITH_TIMEOUT(window->session().runs().size(), std::size_t{2}, 30'000);
    QTRY_VERIFY(!window->messages().textOf(QStringLiteral("tried")).isEmpty());
    QCOMPARE(window->mode(), MainWindow::Mode::design);
    pressMessage(*window, QStringLiteral("tried"), QStringLiteral("Compare"));
    QCOMPARE(window->mode(), MainWindow::Mode::compare);
  }

  /// The panels keep their width whatever is offered.
  void messagesDoNotPushThePanels() {
    const Sandbox sandbox;
    const auto window = saturated();
    window->resize(1280, 800);
    QApplication::processEvents();
    QVERIFY(tryButton(*window) != nullptr);
    const int before = window->runMode().inspector().width();
    window->messages().clearAll();
    QApplication::processEvents();
    QCOMPARE(window->runMode().inspector().width(), before);
    QVERIFY2(before >= 300, qPrintable(QString::number(before)));
  }

  void settingsOfAKeptRunComeBack() {
    const Sandbox sandbox;
    const auto window = saturated();
    const StoredRun kept = wholeRun(*window);
    window->runMode().showStored(kept.id);
    // The verb comes with the first difference.
    window->session().document().setValue("traffic.load", 0.05);
    window->session().document().rename(QStringLiteral("Renamed since"));
    QVERIFY(!window->messages().textOf(QStringLiteral("stored")).isEmpty());
    // It speaks of what Run mode shows, and of nothing in Design.
    window->setMode(MainWindow::Mode::design);
    QVERIFY(window->messages().textOf(QStringLiteral("stored")).isEmpty());
    window->setMode(MainWindow::Mode::run);
    QVERIFY(!window->messages().textOf(QStringLiteral("stored")).isEmpty());
    pressMessage(*window, QStringLiteral("stored"), QStringLiteral("Restore its settings"));
    QCOMPARE(designHash(window->session().document().design()), kept.designHash);
    QCOMPARE(window->session().document().design().name, std::string("Renamed since"));
    window->session().document().undoStack().undo();
    QCOMPARE(window->session().document().design().settings.at("traffic.load"), Value{0.05});
  }

  /// Two runs of one name, one after the other: the verb is that of the one shown.
  void runsOfOneNameRestoreTheirOwn() {
    const Sandbox sandbox;
    const auto window = saturated();
    const StoredRun first = wholeRun(*window);
    Design other = first.design;
    other.settings["routing.algorithm"] = std::string("valiant");
    const StoredRun second = makeRun(other, first.results, 1);
    QCOMPARE(second.name, first.name);
    const RowId id = window->session().addRun(second);
    window->session().document().setValue("traffic.load", 0.05);
    window->runMode().showStored(first.id);
    window->runMode().showStored(id);
    pressMessage(*window, QStringLiteral("stored"), QStringLiteral("Restore its settings"));
    QCOMPARE(window->session().document().design().settings.at("routing.algorithm"),
             Value{std::string("valiant")});
  }
};

HOPSCOPE_TEST(TryRemedyTest)
#include "try_remedy_test.moc"

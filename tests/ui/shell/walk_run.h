// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>
#include <QApplication>
#include <QLineEdit>
#include <QMenu>
#include <QTest>
#include <algorithm>
#include <array>

#include "engine/design/catalogue.h"
#include "engine/design/compile.h"
#include "engine/design/design_json.h"
#include "tests/ui/shell/walk_base.h"
#include "tests/ui/shell/walk_parts.h"
#include "ui/canvas/canvas_pane.h"
#include "ui/canvas/heat_menu.h"
#include "ui/canvas/network_canvas.h"
#include "ui/shell/design_mode.h"
#include "ui/shell/dock.h"
#include "ui/shell/message_bar.h"
#include "ui/shell/run_mode.h"
#include "ui/widgets/value_field.h"

namespace hopscope::test {

/// What a walk presses to run its design and to look at the run; nothing of it is lasting but the
/// load and what a stop keeps.
class RunWalk : public WalkBase {
 public:
  using WalkBase::WalkBase;

 protected:
  /// What cannot run is refused, with the reason.
  bool refused() {
    // Circuits without room for them show when their slots are looked for.
    if (!hasErrors(document().issues()) &&
        compile(document().design(), document().topology()).setup.has_value())
      return false;
    say(QStringLiteral("refused"));
    await([&] { return !window_.messages().textOf(QStringLiteral("refused")).isEmpty(); },
          QStringLiteral("what is said of a design that cannot run"));
    return true;
  }

  void pressRun() {
    const std::string wanted = designHash(document().design());
    if (below(2) == 0 && window_.mode() == Mode::design)
      QTest::mouseClick(button(window_, QStringLiteral("designRunButton")), Qt::LeftButton);
    else if (runs().shown() && runs().shownState() == RunnerState::running)
      return;  // that would be Pause
    else
      pressKeys(window_, Qt::Key_F5);
    if (refused()) return;
    await([&] { return runs().ofShownDesign() && run().active(); }, QStringLiteral("the run"));
    expect(designHash(run().design()) == wanted, QStringLiteral("another design runs"));
    expect(!run().active() || run().state() != RunnerState::paused,
           QStringLiteral("the run does not go"));
  }

  void pressPause() {
    if (window_.mode() != Mode::run || runs().shownState() != RunnerState::running) return;
    QTest::mouseClick(button(window_, QStringLiteral("runButton")), Qt::LeftButton);
    await([&] { return run().state() != RunnerState::running; }, QStringLiteral("the pause"));
  }

  void pressStep() {
    if (!usable("run.step")) return;
    const bool anew = !unfinished() || !runs().ofShownDesign();
    const bool rests = run().state() != RunnerState::running;
    const Cycle before = anew ? 0 : present();
    pressKeys(window_, Qt::Key_F10);
    if (refused()) return;
    if (anew)
      await([&] { return runs().ofShownDesign() && run().snapshot().cycle == 1; },
            QStringLiteral("the first cycle"));
    else if (rests)
      await([&] { return run().snapshot().cycle > before; }, QStringLiteral("the next cycle"));
  }

  void pressStop() {
    if (!usable("run.stop")) return;
    if (run().changing()) {
      pressKeys(window_, Qt::Key_F5, Qt::ShiftModifier);
      return expect(!run().changing(), QStringLiteral("the change is not called off"));
    }
    const std::size_t before = session().runs().size();
    pressKeys(window_, Qt::Key_F5, Qt::ShiftModifier);
    await([&] { return session().runs().size() == before + 1; }, QStringLiteral("the kept run"));
  }

  QLineEdit* loadField() {
    auto* field = window_.designMode().propertiesDock()->findChild<ValueField*>("traffic.load");
    return field == nullptr ? nullptr : field->findChild<QLineEdit*>();
  }

  bool typeLoad(const QString& text) {
    toDesign();
    document().select({});
    // A panel that has just come up makes its rows once the events have been seen to.
    QCoreApplication::processEvents();
    QLineEdit* edit = loadField();
    if (edit == nullptr || !edit->isVisible()) return false;
    say(text);
    edit->setFocus();
    edit->selectAll();
    QTest::keyClicks(edit, text);
    return true;
  }

  void setLoad() {
    const QString text = QStringLiteral("0.%1").arg(below(9) + 1);
    if (!typeLoad(text)) return;
    QTest::keyClick(loadField(), Qt::Key_Return);
    canvas().setFocus();
    expect(effectiveValue(document().design(), "traffic.load") == Value(text.toDouble()),
           QStringLiteral("the load is not taken"));
  }

  void setColours() {
    for (HeatMenu* menu : window_.canvasPane().findChildren<HeatMenu*>())
      if (menu->isVisible())
        say(chooseColours(*menu, below(static_cast<int>(menu->menu()->actions().size()))));
  }

  void wrongLoad() {
    if (!typeLoad(QStringLiteral("7"))) return;
    const Cycle before = run().snapshot().cycle;
    const bool went = run().active() && run().goesOn();
    const std::string running = run().active() ? designHash(run().design()) : std::string();
    pressKeys(window_, Qt::Key_F5);
    expect(!window_.messages().textOf(QStringLiteral("field")).isEmpty(),
           QStringLiteral("nothing is said of the wrong load"));
    expect(went || run().snapshot().cycle == before, QStringLiteral("it runs all the same"));
    expect(!run().active() || designHash(run().design()) == running,
           QStringLiteral("another run began"));
    expect(QApplication::focusWidget() == loadField(), QStringLiteral("the field has no focus"));
    if (loadField() != nullptr) QTest::keyClick(loadField(), Qt::Key_Escape);
    canvas().setFocus();
  }

  void find() {
    if (window_.mode() != Mode::design && window_.mode() != Mode::run) return;
    const auto router = static_cast<RouterId>(
        below(static_cast<int>(std::max<std::size_t>(1, document().topology()->routerCount()))));
    if (router >= document().topology()->routerCount()) return;
    say(QString::number(document().topology()->routerIds[router]));
    const QString wrong = findRouter(window_, router);
    expect(wrong.isEmpty(), wrong);
  }

  void select() {
    if (window_.mode() != Mode::design && window_.mode() != Mode::run) return;
    if (document().topology()->routerCount() == 0) return;
    canvas().fit();
    const auto router =
        static_cast<RouterId>(below(static_cast<int>(document().topology()->routerCount())));
    if (!canvas().rect().contains(pixelOf(window_, router))) return;
    clickRouter(window_, router);
  }

  void lookBack() {
    if (!usable("run.windowBefore")) return;
    canvas().setFocus();
    pressKeys(window_, below(3) == 0 ? Qt::Key_Period : Qt::Key_Comma);
  }

  void goThrough() {
    static const std::array<const char*, 5> kActions{"run.stepBack", "run.play", "run.loop",
                                                     "view.present", "view.focus"};
    const char* action =
        kActions[static_cast<std::size_t>(below(static_cast<int>(kActions.size())))];
    say(QLatin1String(action));
    if (usable(action)) window_.actions().at(action)->trigger();
  }
};

}  // namespace hopscope::test

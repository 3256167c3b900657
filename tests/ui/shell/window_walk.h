// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QTableView>
#include <QTest>
#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "engine/design/application_sections.h"
#include "engine/design/catalogue.h"
#include "engine/design/compile.h"
#include "engine/design/design_json.h"
#include "tests/ui/explore/explore_steps.h"
#include "tests/ui/shell/walk_circuits.h"
#include "tests/ui/shell/walk_lesson.h"
#include "tests/ui/shell/walk_parts.h"
#include "tests/ui/shell/walk_run.h"
#include "tests/ui/shell/window_support.h"
#include "tests/ui/shell/wrong_ranks.h"
#include "ui/canvas/canvas_pane.h"
#include "ui/canvas/heat_menu.h"
#include "ui/canvas/network_canvas.h"
#include "ui/generate/generate_dialog.h"
#include "ui/shell/actions.h"
#include "ui/shell/compare_mode.h"
#include "ui/shell/design_mode.h"
#include "ui/shell/dock.h"
#include "ui/shell/kept_runs.h"
#include "ui/shell/message_bar.h"
#include "ui/shell/project_session.h"
#include "ui/shell/run_mode.h"
#include "ui/studies/runs_model.h"
#include "ui/studies/runs_table.h"
#include "ui/widgets/value_field.h"

namespace hopscope::test {

/// Somebody who presses whatever there is, and a model of what has to hold whatever is pressed.
class Walk : public RunWalk {
 public:
  Walk(MainWindow& window, const Sandbox& sandbox, std::uint32_t seed)
      : RunWalk(window, seed), file_(sandbox.path(QStringLiteral("walk.hopscope"))) {
    openExample(window_, QStringLiteral("mesh-transpose"));
    document().load(meshDesign(true));
    run().setSpeed(4000);
    note();
  }

  void step() {
    struct Choice {
      const char* name;
      int weight;
      void (Walk::*act)();
    };
    static const std::vector<Choice> kChoices{
        {"run", 12, &Walk::pressRun},
        {"pause", 8, &Walk::pressPause},
        {"step", 6, &Walk::pressStep},
        {"stop", 4, &Walk::pressStop},
        {"load", 9, &Walk::setLoad},
        {"wrong load", 3, &Walk::wrongLoad},
        {"generate", 5, &Walk::generate},
        {"delete parts", 3, &Walk::deleteParts},
        {"undo", 8, &Walk::undo},
        {"redo", 5, &Walk::redo},
        {"mode", 14, &Walk::changeMode},
        {"compare", 3, &Walk::compare},
        {"show a run", 4, &Walk::showRun},
        {"delete a run", 3, &Walk::deleteRun},
        {"find", 4, &Walk::find},
        {"select", 5, &Walk::select},
        {"look back", 3, &Walk::lookBack},
        {"other design", 4, &Walk::otherDesign},
        {"save", 3, &Walk::save},
        {"open", 1, &Walk::open},
        {"application", 5, &Walk::setApplication},
        {"circuits", 9, &Walk::setCircuits},
        {"what if", 5, &Walk::whatIf},
        {"colours", 5, &Walk::setColours},
        {"explore", 4, &Walk::explore},
        {"lesson", 3, &Walk::lesson},
        {"time or screen", 8, &Walk::goThrough},
    };
    int sum = 0;
    for (const Choice& choice : kChoices) sum += choice.weight;
    // Nobody does that for it once a dialog is gone.
    window_.activateWindow();
    expect(QTest::qWaitForWindowActive(&window_) &&
               QTest::qWaitFor([this] { return QApplication::activeWindow() == &window_; }),
           QStringLiteral("the window is not active"));
    int at = below(sum);
    for (const Choice& choice : kChoices) {
      at -= choice.weight;
      if (at >= 0) continue;
      steps_ << QLatin1String(choice.name);
      (this->*choice.act)();
      break;
    }
    settle();
    check();
    note();
  }

 private:
  QString file_;
  /// What each design was at each place of its history.
  std::map<RowId, std::map<int, std::string>> history_;
  std::map<RowId, int> place_;
  std::map<RowId, std::string> kept_;  ///< runs: their designs and how far they came
  // As of the last save.
  std::string savedDesign_;
  std::size_t savedRuns_ = 0, savedDesigns_ = 0;
  // Before a step.
  std::string runBefore_;
  Cycle cycleBefore_ = 0;
  bool keptBefore_ = true;

  // What is pressed.

  /// Two ranks that send each other messages, or none again.
  void setApplication() {
    toDesign();
    const bool runs = applicationCount(document().design()) > 0;
    say(runs ? QStringLiteral("none") : QStringLiteral("ping-pong"));
    document().setValue("applications.0.kind", std::string(runs ? "none" : "ping_pong"));
  }

  void setCircuits() {
    toDesign();
    say(changeCircuits(document(), [this](int end) { return below(end); }));
  }

  void whatIf() {
    if (!usable("run.whatIf") || !runs().ofShownDesign()) return;
    const std::size_t before = run().design().phases.size();
    window_.messages().clear(QStringLiteral("fault"));
    const Phase change = anyChange([this](int end) { return below(end); });
    say(QString::fromStdString(toText(change.set.begin()->second)));
    if (hasErrors(run().whatIf(change))) return say(QStringLiteral("refused"));
    await(
        [&] {
          return run().design().phases.size() > before || run().state() == RunnerState::finished ||
                 !window_.messages().textOf(QStringLiteral("fault")).isEmpty();
        },
        QStringLiteral("the change"));
    expect(run().design().phases.size() == before || runs().ofShownDesign(),
           QStringLiteral("the design has not got the run's change"));
    note();  // another run by its design, and still the same
  }

  void generate() {
    static const std::array<const char*, 4> kFamilies{"Torus", "Mesh", "Ring", "Hypercube"};
    const QString family = QLatin1String(kFamilies[static_cast<std::size_t>(below(4))]);
    say(family);
    toDesign();
    const bool cancels = below(5) == 0;
    answerModal([&](QWidget* dialog) {
      auto* families = dialog->findChild<QListWidget*>();
      const auto found = families->findItems(family, Qt::MatchExactly);
      if (!found.isEmpty()) families->setCurrentItem(found.front());
      press(dialog, cancels ? QStringLiteral("Cancel") : QStringLiteral("Generate"));
    });
    const std::string before = of(document().design());
    pressKeys(window_, Qt::Key_G, Qt::ControlModifier);
    expect(!cancels || of(document().design()) == before,
           QStringLiteral("what was cancelled changed the design"));
  }

  void lesson() {
    QString did;
    const QString wrong = writeLesson(
        window_, file_ + QStringLiteral(".lesson.json"), [this](int end) { return below(end); },
        did);
    say(did);
    expect(wrong.isEmpty(), wrong);
  }

  void explore() { say(exploreSomething(window_, below(4))); }

  void deleteParts() {
    toDesign();
    if (document().topology()->routerCount() < 4) return;
    Parts parts;
    parts.routers = {static_cast<RouterId>(below(3))};
    document().select(parts);
    canvas().setFocus();
    QTest::keyClick(&canvas(), Qt::Key_Delete);
  }

  void undo() {
    if (!usable("edit.undo")) return;
    canvas().setFocus();
    pressKeys(window_, Qt::Key_Z, Qt::ControlModifier);
  }

  void redo() {
    if (!usable("edit.redo")) return;
    canvas().setFocus();
    pressKeys(window_, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
  }

  /// Nothing is lost by looking elsewhere.
  void changeMode() {
    static const std::array<Qt::Key, 5> kKeys{Qt::Key_1, Qt::Key_2, Qt::Key_3, Qt::Key_4,
                                              Qt::Key_5};
    const std::string design = of(document().design());
    const Parts selection = document().selection();
    const std::size_t kept = session().runs().size();
    const bool active = run().active();
    const std::string running = active ? designHash(run().design()) : std::string();
    const int mode = below(5);
    say(QString::number(mode + 1));
    pressKeys(window_, kKeys[static_cast<std::size_t>(mode)], Qt::ControlModifier);
    expect(of(document().design()) == design, QStringLiteral("a mode changed the design"));
    expect(document().selection() == selection, QStringLiteral("a mode lost the selection"));
    expect(session().runs().size() >= kept, QStringLiteral("a mode lost a run"));
    expect(run().active() == active && (!active || designHash(run().design()) == running),
           QStringLiteral("a mode lost the run"));
  }

  void compare() {
    if (session().runs().size() < 2) return;
    toMode(Mode::compare, Qt::Key_3);
    const auto& all = session().runs();
    const auto size = static_cast<int>(all.size());
    std::vector<RowId> chosen{all[static_cast<std::size_t>(below(size))].id,
                              all[static_cast<std::size_t>(below(size))].id};
    if (chosen[0] == chosen[1]) return;
    window_.compareMode().choose(chosen);
    expect(window_.compareMode().chosen() == chosen, QStringLiteral("other runs are compared"));
  }

  void showRun() {
    if (session().runs().empty()) return;
    const auto& all = session().runs();
    const RowId id = all[static_cast<std::size_t>(below(static_cast<int>(all.size())))].id;
    runs().showStored(id);
    expect(runs().storedRun() == std::optional(id), QStringLiteral("another run is shown"));
  }

  StoredRun whole(RowId id) {
    const auto run = session().runs().run(id);
    expect(run != nullptr, QStringLiteral("a kept run cannot be read"));
    return run ? *run : StoredRun();
  }

  std::multiset<std::string> contents() {
    std::multiset<std::string> all;
    for (const RunHead& each : session().runs()) all.insert(of(whole(each.id)));
    return all;
  }

  /// And brings it back, or not.
  void deleteRun() {
    if (session().runs().empty()) return;
    const std::size_t before = session().runs().size();
    const std::multiset<std::string> all = contents();
    toDesign();
    QTableView& table = *window_.keptRuns().table().table();
    if (!window_.keptRuns().dock()->isVisible())
      pressKeys(window_, Qt::Key_R, Qt::ControlModifier | Qt::ShiftModifier);
    await(
        [&] { return table.isVisible() && table.model()->rowCount() == static_cast<int>(before); },
        QStringLiteral("the table of runs"));
    const int row = below(table.model()->rowCount());
    const QModelIndex cell = table.model()->index(row, RunsModel::load);
    table.setFocus();
    table.selectionModel()->setCurrentIndex(
        cell, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    QTest::keyClick(&table, Qt::Key_Delete);
    await([&] { return session().runs().size() == before - 1; }, QStringLiteral("the deletion"));
    if (below(2) == 0) {
      say(QStringLiteral("and back"));
      pressMessage(window_, QStringLiteral("removed"), QStringLiteral("Undo"));
      await([&] { return session().runs().size() == before; }, QStringLiteral("the run again"));
      expect(contents() == all, QStringLiteral("another run came back"));
    }
    kept_.clear();
    for (const RunHead& each : session().runs()) kept_[each.id] = of(whole(each.id));
    canvas().setFocus();
  }

  void otherDesign() {
    const auto designs = session().designs();
    if (designs.size() < 3 && below(2) == 0) {
      say(QStringLiteral("a copy"));
      session().duplicateDesign(session().currentDesign());
    } else {
      session().show(designs[static_cast<std::size_t>(below(static_cast<int>(designs.size())))].id);
    }
  }

  void save() {
    if (session().file().empty()) {
      answerModal([this](QWidget* dialog) { typeFile(dialog, file_); });
      pressKeys(window_, Qt::Key_S, Qt::ControlModifier);
    } else {
      pressKeys(window_, Qt::Key_S, Qt::ControlModifier);
    }
    expect(QString::fromStdString(session().file()) == file_, QStringLiteral("nothing was saved"));
    expect(!session().modified(), QStringLiteral("there is work left to save"));
    savedDesign_ = of(document().design());
    savedRuns_ = session().runs().size();
    savedDesigns_ = session().designs().size();
  }

  /// Another project, and this one again as it was saved.
  void open() {
    if (session().file().empty()) save();
    if (!failure_.isEmpty()) return;
    {
      // What is typed and what a run has come to is work, too, and may be there only by then.
      const WhenAsked asked(discardChanges);
      pressKeys(window_, Qt::Key_N, Qt::ControlModifier);
    }
    expect(session().file().empty(), QStringLiteral("no new project"));
    expect(!run().active(), QStringLiteral("a run of another project"));
    expect(window_.openFile(file_), QStringLiteral("the project cannot be opened"));
    expect(of(document().design()) == savedDesign_, QStringLiteral("another design was opened"));
    expect(session().runs().size() == savedRuns_, QStringLiteral("other runs were opened"));
    expect(session().designs().size() == savedDesigns_, QStringLiteral("designs are missing"));
    history_.clear();
    place_.clear();
    kept_.clear();
    runBefore_.clear();
    runs().setSpeed(4000);
  }

  // What holds whatever is pressed.

  void settle() {
    await([&] { return !run().preparing() && QApplication::activeModalWidget() == nullptr; },
          QStringLiteral("rest"));
  }

  void check() {
    expect(QApplication::activePopupWidget() == nullptr, QStringLiteral("a menu stays open"));
    if (!session().isOpen()) {
      expect(false, QStringLiteral("the project is gone"));
      return;
    }
    checkHeat();
    checkHistory();
    checkRuns();
    if (runs().ofShownDesign())
      expect(window_.messages().textOf(QStringLiteral("stale")).isEmpty(),
             QStringLiteral("the run is said to be of another state"));
    expect(window_.messages().textOf(QStringLiteral("field")).isEmpty(),
           QStringLiteral("a field is said to be wrong"));
    const QString ranks = wrongRanks(window_);
    expect(ranks.isEmpty(), ranks);
  }

  /// What is drawn is what ran.
  void checkHeat() {
    const NetworkPicture& picture = canvas().picture();
    expect(picture.topology == document().topology(), QStringLiteral("another network is drawn"));
    if (picture.heat.empty()) {
      const bool showsRun = window_.mode() == Mode::run && !runs().showsStored() &&
                            run().active() && runs().ofShownDesign();
      // A drawing that an undo brings back is made first.
      if (showsRun)
        await([&] { return !canvas().picture().heat.empty(); }, QStringLiteral("the run's heat"));
      return;
    }
    expect(window_.mode() == Mode::run || window_.mode() == Mode::learn,
           QStringLiteral("results outside of a run"));
    expect(whyNotShown(picture.heat.quantity, picture.heat).isEmpty(),
           QStringLiteral("colours show what the run does not have"));
    std::shared_ptr<const Topology> network = run().topology();
    if (const auto stored = runs().storedRun()) {
      Issues ignored;
      network = buildTopology(*session().runs().design(*stored), ignored);
    }
    expect(network && network->links == picture.topology->links &&
               network->routerCount() == picture.topology->routerCount() &&
               picture.heat.channelUtilization.size() == picture.topology->channelCount(),
           QStringLiteral("results of another network are drawn"));
  }

  /// Undo and redo come back to what was there.
  void checkHistory() {
    const RowId design = session().currentDesign();
    std::map<int, std::string>& states = history_[design];
    const int at = document().undoStack().index();
    const std::string now = of(document().design());
    const bool moved = steps_.back() == QStringLiteral("undo") ||
                       steps_.back() == QStringLiteral("redo") || place_.count(design) == 0;
    if (moved && states.count(at) != 0)
      expect(states[at] == now, QStringLiteral("the history leads to another design"));
    if (!moved && at <= place_[design] && states.count(at) != 0 && states[at] != now &&
        steps_.back().startsWith(QStringLiteral("mode")))
      expect(false, QStringLiteral("the design changed by itself"));
    // What lay ahead is gone where something new was done.
    if (!moved) states.erase(states.upper_bound(at), states.end());
    if (moved)
      for (auto it = states.begin(); it != states.end();)
        it = it->first > document().undoStack().count() ? states.erase(it) : std::next(it);
    states[at] = now;
    place_[design] = at;
  }

  /// None is lost that nobody deleted, and each says what it is of.
  void checkRuns() {
    std::map<RowId, std::string> now;
    for (const RunHead& head : session().runs()) {
      const StoredRun each = whole(head.id);
      now[each.id] = of(each);
      expect(each.designHash == designHash(each.design),
             QStringLiteral("a kept run is of another design than it says"));
      Issues ignored;
      const auto network = buildTopology(each.design, ignored);
      expect(network && each.results.channelUtilization.size() == network->channelCount() &&
                 (!each.recording || each.recording->channels == network->channelCount()),
             QStringLiteral("a kept run has results of another network"));
    }
    for (const auto& [id, what] : kept_)
      expect(now.count(id) != 0 && now[id] == what, QStringLiteral("a kept run is lost"));
    // A run that another took the place of is kept.
    const std::string hash = run().active() ? designHash(run().design()) : std::string();
    if (!runBefore_.empty() && !keptBefore_ && cycleBefore_ > 0 && hash != runBefore_)
      expect(std::any_of(session().runs().begin(), session().runs().end(),
                         [&](const RunHead& each) {
                           return each.designHash == runBefore_ && each.cycles >= cycleBefore_;
                         }),
             QStringLiteral("a run was dropped at cycle %1").arg(cycleBefore_));
    kept_ = std::move(now);
  }

  void note() {
    runBefore_ = run().active() ? designHash(run().design()) : std::string();
    cycleBefore_ = present();
    keptBefore_ = !unfinished();
  }
};

}  // namespace hopscope::test

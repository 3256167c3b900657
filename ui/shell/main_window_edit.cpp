// SPDX-License-Identifier: GPL-3.0-or-later
// Editing, generating and studies, as the window wires them.
#include <QApplication>
#include <QDateTime>
#include <QScrollArea>
#include <QStackedWidget>
#include <QTableView>
#include <tuple>
#include <utility>
#include <vector>

#include "engine/explore/candidate.h"
#include "ui/canvas/canvas_pane.h"
#include "ui/gallery/lessons_foot.h"
#include "ui/generate/generate_dialog.h"
#include "ui/generate/generator_settings.h"
#include "ui/generate/insert_beside.h"
#include "ui/lessons/lesson_library.h"
#include "ui/lessons/lesson_panel.h"
#include "ui/shell/actions.h"
#include "ui/shell/appearance.h"
#include "ui/shell/arrange_flows.h"
#include "ui/shell/compare_mode.h"
#include "ui/shell/design_mode.h"
#include "ui/shell/dock.h"
#include "ui/shell/explore_mode.h"
#include "ui/shell/file_flows.h"
#include "ui/shell/help_window.h"
#include "ui/shell/kept_runs.h"
#include "ui/shell/learn_mode.h"
#include "ui/shell/main_window.h"
#include "ui/shell/message_bar.h"
#include "ui/shell/network_files.h"
#include "ui/shell/note_dialog.h"
#include "ui/shell/project_panel.h"
#include "ui/shell/project_session.h"
#include "ui/shell/run_mode.h"
#include "ui/shell/status_line.h"
#include "ui/studies/compare_view.h"
#include "ui/studies/difference_dialog.h"
#include "ui/studies/estimate_watch.h"
#include "ui/studies/latency_curve_dialog.h"
#include "ui/studies/runs_table.h"
#include "ui/words/engine_text.h"
#include "ui/words/mnemonics.h"

namespace hopscope {

namespace {

const char* const kNetworkKey = "network";  // messages about files of networks
const char* const kFieldKey = "field";      // and about a field that holds what is not allowed

/// Whether part of it lies within all that holds it. Not its visible region, which is empty where
/// children cover it: those of a page that scrolls do.
bool isInSight(const QWidget& widget) {
  QRect seen = widget.rect();
  for (const QWidget* each = &widget; !each->isWindow(); each = each->parentWidget())
    seen = seen.translated(each->pos()) & each->parentWidget()->rect();
  return widget.isVisible() && !seen.isEmpty();
}

/// The topmost thing that takes the focus and is seen, as a panel may be scrolled; null: none is.
/// A page that scrolls comes after what can be stopped at in it.
QWidget* firstStopIn(QWidget& panel) {
  QWidget* first = nullptr;
  const auto placeOf = [&panel](const QWidget* child) {
    const QPoint at = child->mapTo(&panel, QPoint());
    return std::tuple(qobject_cast<const QScrollArea*>(child) != nullptr, at.y(), at.x());
  };
  for (QWidget* child : panel.findChildren<QWidget*>())
    if ((child->focusPolicy() & Qt::TabFocus) != 0 && child->isEnabled() && isInSight(*child) &&
        (first == nullptr || placeOf(child) < placeOf(first)))
      first = child;
  return first;
}

}  // namespace

void MainWindow::connectEditing() {
  NetworkCanvas& canvas = pane_->canvas();
  connect(actions_->at("edit.undo"), &QAction::triggered, &undo_, &QUndoGroup::undo);
  connect(actions_->at("edit.redo"), &QAction::triggered, &undo_, &QUndoGroup::redo);
  connect(&undo_, &QUndoGroup::canUndoChanged, this, &MainWindow::updateUndo);
  connect(&undo_, &QUndoGroup::canRedoChanged, this, &MainWindow::updateUndo);
  connect(&undo_, &QUndoGroup::undoTextChanged, this, &MainWindow::updateUndo);
  connect(&undo_, &QUndoGroup::redoTextChanged, this, &MainWindow::updateUndo);
  connect(&runMode_->run(), &RunSession::stateChanged, this, &MainWindow::updateUndo);
  const auto onCanvas = [&](const char* id, void (NetworkCanvas::*verb)()) {
    connect(actions_->at(id), &QAction::triggered, &canvas, verb);
  };
  onCanvas("edit.cut", &NetworkCanvas::cutSelection);
  onCanvas("edit.copy", &NetworkCanvas::copySelection);
  onCanvas("edit.paste", &NetworkCanvas::pasteClipboard);
  onCanvas("edit.duplicate", &NetworkCanvas::duplicateSelection);
  onCanvas("edit.delete", &NetworkCanvas::deleteSelection);
  onCanvas("edit.name", &NetworkCanvas::nameSelection);
  onCanvas("edit.bend", &NetworkCanvas::bendSelection);
  onCanvas("edit.straighten", &NetworkCanvas::straightenSelection);
  onCanvas("edit.selectAll", &NetworkCanvas::selectAll);
  // In Compare mode the verbs are about its canvases.
  const auto onView = [&](const char* id, void (CanvasPane::*ofPane)(),
                          void (NetworkCanvas::*ofCanvas)()) {
    connect(actions_->at(id), &QAction::triggered, this, [this, ofPane, ofCanvas] {
      if (mode_ == Mode::compare)
        (shownCanvas().*ofCanvas)();
      else
        (pane_->*ofPane)();
    });
  };
  onView("view.fit", &CanvasPane::fit, &NetworkCanvas::fit);
  onView("view.zoomIn", &CanvasPane::zoomIn, &NetworkCanvas::zoomIn);
  onView("view.zoomOut", &CanvasPane::zoomOut, &NetworkCanvas::zoomOut);
  connect(actions_->at("view.actualSize"), &QAction::triggered, this, [this] {
    if (mode_ == Mode::compare)
      shownCanvas().zoomTo(100);
    else
      pane_->zoomTo(100);
  });
  connect(actions_->at("view.colours"), &QAction::triggered, this, [this] {
    if (mode_ == Mode::compare)
      compareMode_->view().openQuantities();
    else
      pane_->openQuantities();
  });
  connect(actions_->at("edit.find"), &QAction::triggered, pane_, &CanvasPane::openFind);
  QAction* focus = actions_->at("view.focus");
  focus->setCheckable(true);
  connect(focus, &QAction::toggled, &canvas, &NetworkCanvas::setFocusing);
  QAction* matrix = actions_->at("view.matrix");
  matrix->setCheckable(true);
  connect(matrix, &QAction::triggered, pane_, &CanvasPane::showMatrix);
  connect(pane_, &CanvasPane::matrixShown, matrix, &QAction::setChecked);
  const auto tool = [&](const char* id, Tool kind) {
    connect(actions_->at(id), &QAction::triggered, this, [this, kind] {
      setMode(Mode::design);
      pane_->canvas().setTool(kind);
      pane_->canvas().setFocus();
    });
  };
  tool("insert.router", Tool::router);
  tool("insert.terminal", Tool::terminal);
  tool("insert.link", Tool::link);
  tool("insert.note", Tool::note);
  connect(actions_->at("insert.generate"), &QAction::triggered, this, &MainWindow::generate);
  connect(exploreMode_, &ExploreMode::enterRequested, this, [this] { setMode(Mode::explore); });
  connect(exploreMode_, &ExploreMode::openRequested, this, &MainWindow::openCandidate);
  connect(exploreMode_, &ExploreMode::designRequested, this, [this](const Design& design) {
    if (!session_->isOpen()) return files_->newFrom(design);
    session_->addDesign(design);
    setMode(Mode::design);
  });
  const auto page = [this](const char* action, ExploreMode::Page shown) {
    connect(actions_->at(action), &QAction::triggered, this, [this, shown] {
      setMode(Mode::explore);
      exploreMode_->showPage(shown);
    });
  };
  page("study.studies", ExploreMode::Page::studies);
  page("study.space", ExploreMode::Page::designSpace);
  connect(actions_->at("study.cluster"), &QAction::triggered, this, [this] {
    setMode(Mode::explore);
    exploreMode_->askCluster();
  });
  exploreMode_->setWantProject([this](const Design& design) {
    files_->newFrom(design);
    if (!session_->isOpen()) return false;
    setMode(Mode::explore);
    return true;
  });
  connect(&canvas, &NetworkCanvas::generateRequested, this, &MainWindow::generate);
}

NetworkCanvas& MainWindow::shownCanvas() const {
  return mode_ == Mode::compare ? compareMode_->view().canvas(0) : pane_->canvas();
}

void MainWindow::updateActions() {
  const bool open = session_->isOpen();
  const bool shown = open && mode_ != Mode::start && mode_ != Mode::explore;
  const bool editing = open && mode_ == Mode::design;
  for (const char* id : {"file.save", "file.saveAs", "file.export", "file.report",
                         "file.exportNetwork", "file.importApplication", "file.note", "study.curve",
                         "study.transient", "study.shares", "study.messages", "study.runs",
                         "mode.design", "mode.run", "mode.compare", "design.check", "health.next"})
    actions_->at(id)->setEnabled(open);
  for (const char* id : {"view.fit", "view.zoomIn", "view.zoomOut", "view.actualSize"})
    actions_->at(id)->setEnabled(shown);
  actions_->at("view.colours")->setEnabled(shown && mode_ != Mode::design);
  actions_->at("view.present")->setEnabled(open && (mode_ == Mode::design || mode_ == Mode::run));
  for (const char* id :
       {"window.resetLayout", "panel.next", "panel.previous", "edit.copy", "edit.selectAll"})
    actions_->at(id)->setEnabled(shown && mode_ != Mode::compare);
  for (const char* id :
       {"edit.cut", "edit.paste", "edit.duplicate", "edit.delete", "insert.router",
        "insert.terminal", "insert.link", "insert.note", "layout.family", "layout.tidy"})
    actions_->at(id)->setEnabled(editing);
  arrange_->setEditing(editing);
  updateUndo();
}

void MainWindow::updateUndo() {
  // What a run that goes on was changed to is not taken back under it.
  const RunSession& run = runMode_->run();
  const bool rests =
      !run.active() || run.state() == RunnerState::finished || run.state() == RunnerState::failed;
  const bool allowed =
      session_->isOpen() && (mode_ == Mode::design || (mode_ == Mode::run && rests));
  QAction* undo = actions_->at("edit.undo");
  QAction* redo = actions_->at("edit.redo");
  undo->setEnabled(allowed && undo_.canUndo());
  redo->setEnabled(allowed && undo_.canRedo());
  undo->setText(undo_.undoText().isEmpty() ? tr("Undo")
                                           : tr("Undo: %1").arg(withoutMnemonic(undo_.undoText())));
  redo->setText(undo_.redoText().isEmpty() ? tr("Redo")
                                           : tr("Redo: %1").arg(withoutMnemonic(undo_.redoText())));
}

void MainWindow::generate() {
  const bool open = session_->isOpen();
  Design present;
  present.settings["topology.kind"] = std::string("custom");
  if (open) present = session_->document().design();
  GenerateDialog dialog(present, appearance_->theme(), this);
  if (dialog.exec() != QDialog::Accepted) return;
  if (!open) {
    files_->newFrom(dialog.result());
    return;
  }
  setMode(Mode::design);
  if (dialog.insertsBeside())
    insertBeside(session_->document(), dialog.result());
  else
    session_->document().replaceDesign(dialog.result(), dialog.stepName());
  pane_->canvas().fit();
}

/// As if it had been generated.
void MainWindow::openCandidate(const Candidate& candidate) {
  if (!session_->isOpen()) {
    files_->newFrom(designOf(candidate));
    return;
  }
  if (!settleFields()) return;
  setMode(Mode::design);
  session_->document().replaceDesign(
      generatedDesign(session_->document().design(), *candidate.family, candidate.parameters, {}),
      tr("Generate %1").arg(engineText(candidate.family->label)));
  pane_->canvas().fit();
}

void MainWindow::importNetwork() {
  const QString file = askForNetworkFile(this);
  if (file.isEmpty()) return;
  const NetworkImport read = readNetworkFile(file);
  if (!read.design) {
    messages_->post(QLatin1String(kNetworkKey), Severity::error, read.message);
    return;
  }
  if (!session_->isOpen()) {
    files_->newFrom(*read.design);
  } else {
    setMode(Mode::design);
    session_->document().replaceDesign(
        importedInto(session_->document().design(), *read.design),
        tr("Import %1").arg(QString::fromStdString(read.design->name)));
    pane_->canvas().fit();
    // The field that had the keys may be gone.
    pane_->canvas().setFocus();
  }
  // This comes after opening, which clears the bar.
  if (read.message.isEmpty())
    messages_->clear(QLatin1String(kNetworkKey));
  else
    messages_->post(QLatin1String(kNetworkKey), Severity::warning, read.message);
}

void MainWindow::exportNetwork() {
  if (!session_->isOpen()) return;
  const DesignDocument& document = session_->document();
  const QString file = askForNetworkTarget(this, QString::fromStdString(document.design().name));
  if (file.isEmpty()) return;
  const QString problem =
      writeNetworkFile(file, document.design(), *document.topology(), *document.placement());
  if (problem.isEmpty())
    messages_->post(QLatin1String(kNetworkKey), Severity::note,
                    tr("The network was written to %1.").arg(file));
  else
    messages_->post(QLatin1String(kNetworkKey), Severity::error, problem);
}

void MainWindow::connectStudy() {
  runMode_->setGate([this] { return settleFields(); });
  connect(session_, &ProjectSession::aboutToKeep, designMode_, &DesignMode::settleFields);
  connect(designMode_, &DesignMode::fieldsRight, this,
          [this] { messages_->clear(QLatin1String(kFieldKey)); });
  connect(actions_->at("study.curve"), &QAction::triggered, this, &MainWindow::openCurve);
}

void MainWindow::connectLessons() {
  connect(actions_->at("mode.learn"), &QAction::triggered, this, [this] {
    // Without a project there is nothing to show yet: the lesson to go on with brings one.
    if (!session_->isOpen())
      learnMode_->open(static_cast<int>(nextLesson(lessonEntries()).value_or(0)));
    setMode(Mode::learn);
    actions_->at("mode.learn")->setChecked(mode_ == Mode::learn);
  });
  connect(learnMode_, &LearnMode::enterRequested, this, [this] { setMode(Mode::learn); });
  connect(learnMode_, &LearnMode::designRequested, files_, &FileFlows::openCopy);
  connect(learnMode_, &LearnMode::progressChanged, this,
          [this] { start_->setLessons(lessonEntries()); });
  connect(start_, &StartPage::lessonChosen, learnMode_, qOverload<int>(&LearnMode::open));
  start_->setLessons(lessonEntries());
}

void MainWindow::showGuide() {
  if (help_ == nullptr) help_ = new HelpWindow(*actions_, this);
  help_->showPage(mode_ == Mode::start     ? QStringLiteral("1-start")
                  : mode_ == Mode::design  ? QStringLiteral("2-design")
                  : mode_ == Mode::run     ? QStringLiteral("3-run")
                  : mode_ == Mode::learn   ? QStringLiteral("5-learn")
                  : mode_ == Mode::explore ? QStringLiteral("7-explore")
                                           : QStringLiteral("4-study"));
  help_->show();
  help_->raise();
  help_->activateWindow();
}

void MainWindow::connectRuns() {
  QAction* shown = actions_->at("study.runs");
  connect(shown, &QAction::triggered, this, [this] {
    if (docksOf(mode_).empty()) setMode(Mode::design);
    Dock* dock = keptRuns_->dock();
    dock->setVisible(!dock->isVisible());
    if (!dock->isVisible()) return;
    dock->raise();
    resizeDocks({dock}, {260}, Qt::Vertical);
    keptRuns_->table().table()->setFocus();
  });
  ProjectPanel& project = designMode_->projectPanel();
  connect(&project, &ProjectPanel::tableRequested, shown, &QAction::trigger);
  connect(&project, &ProjectPanel::differencesRequested, this, [this](RowId other) {
    const Design& shownDesign = session_->document().design();
    for (const StoredDesign& design : session_->designs()) {
      if (design.id != other) continue;
      DifferenceDialog dialog(QString::fromStdString(shownDesign.name), shownDesign,
                              QString::fromStdString(design.design.name), design.design,
                              appearance_->theme(), this);
      dialog.exec();
      return;
    }
  });
  connect(&project, &ProjectPanel::noteChosen, this, [this](RowId note) { openNote(note, false); });
  connect(&project, &ProjectPanel::noteRequested, actions_->at("file.note"), &QAction::trigger);
  connect(actions_->at("file.note"), &QAction::triggered, this, [this] {
    if (session_->isOpen()) openNote(session_->addNote(session_->freeNoteTitle()), true);
  });
  connect(keptRuns_, &KeptRuns::runChosen, runMode_, &RunMode::showStored);
  const auto compare = [this](const std::vector<RowId>& runs) {
    setMode(Mode::compare);
    compareMode_->choose(runs);
  };
  connect(keptRuns_, &KeptRuns::compareRequested, this, compare);
  connect(exploreMode_, &ExploreMode::runsReady, this,
          [this, compare](const std::vector<RowId>& runs) {
            // Who has gone on to something else meanwhile is not called away from it.
            const auto show = [this, compare, runs] {
              if (runs.size() > 1) return compare(runs);
              runMode_->showStored(runs.front());
            };
            if (mode_ == Mode::explore) return show();
            messages_->post(QStringLiteral("tried"), Severity::note,
                            tr("The points of the study are simulated, and kept as runs."),
                            {{tr("Show"), show}});
          });
  connect(&project, &ProjectPanel::compareRequested, this, compare);
  connect(&project, &ProjectPanel::restoreRequested, runMode_, &RunMode::restoreSettings);
  connect(runMode_, &RunMode::compareRequested, this,
          [this, compare](const std::vector<RowId>& runs) {
            // Who has gone on to something else meanwhile is not called away from it.
            if (mode_ == Mode::run) return compare(runs);
            messages_->post(QStringLiteral("tried"), Severity::note,
                            tr("The run that was tried is over, and kept beside the first."),
                            {{tr("Compare"), [compare, runs] { compare(runs); }}});
          });
}

void MainWindow::openNote(RowId note, bool fresh) {
  if (note_ == nullptr) note_ = new NoteDialog(*session_, this);
  note_->showNote(note, fresh);
}

/// What is still being typed counts in what is begun now. False where it is not allowed: that is
/// said, and its field shown.
bool MainWindow::settleFields() {
  const QString problem = session_->isOpen() ? designMode_->settleFields() : QString();
  if (problem.isEmpty()) {
    messages_->clear(QLatin1String(kFieldKey));
    return true;
  }
  messages_->post(QLatin1String(kFieldKey), Severity::error, problem,
                  {{tr("Show me"), [this] { designMode_->showWrongField(); }}});
  designMode_->showWrongField();
  return false;
}

void MainWindow::openCurve() {
  if (!session_->isOpen() || !settleFields()) return;
  if (curve_ == nullptr) {
    curve_ = new LatencyCurveDialog(this);
    curve_->setTheme(appearance_->theme());
    curve_->setGate([this] { return settleFields(); });
    connect(session_, &ProjectSession::designEdited, curve_, [this] {
      curve_->setDesign(session_->document().design(), session_->currentDesign());
    });
    connect(&designMode_->estimate(), &EstimateWatch::changed, curve_, [this] { boundCurve(); });
    connect(curve_, &LatencyCurveDialog::exportRequested, this, &MainWindow::exportCurve);
    connect(curve_, &LatencyCurveDialog::progressChanged, status_, [this](const QString& text) {
      status_->setStudy(curve_, text, [this] { openCurve(); });
    });
    connect(curve_, &LatencyCurveDialog::curveFinished, this,
            [this](const Design& design, const std::vector<CurvePoint>& points) {
              if (!session_->isOpen()) return;
              StoredCurve curve;
              // The design may have been switched since, or deleted.
              curve.designId = curve_->curveTag();
              curve.name = curve_->curveName();
              curve.started = QDateTime::currentDateTimeUtc().toString(Qt::ISODate).toStdString();
              curve.design = design;
              curve.points = points;
              session_->addCurve(curve);
            });
  }
  curve_->setDesign(session_->document().design(), session_->currentDesign());
  boundCurve();
  curve_->show();
  curve_->raise();
  curve_->activateWindow();
}

/// Its loads end a little above what the Facts say; while that is being counted they stay.
void MainWindow::boundCurve() {
  if (const auto& answer = designMode_->estimate().answer())
    curve_->setBound(answer->estimate.saturation);
}

void MainWindow::showCurve(RowId curve) {
  for (const StoredCurve& stored : session_->curves()) {
    if (stored.id != curve) continue;
    openCurve();
    curve_->showStored(stored.design, stored.points);
    return;
  }
}

void MainWindow::stepPanel(int direction) {
  std::vector<QWidget*> panels{&pane_->canvas()};
  for (Dock* dock : docksOf(mode_))
    if (dock->isVisible()) panels.push_back(dock);
  QWidget* focus = QApplication::focusWidget();
  int at = 0;
  for (std::size_t i = 0; i < panels.size(); ++i)
    if (focus != nullptr && (panels[i] == focus || panels[i]->isAncestorOf(focus)))
      at = static_cast<int>(i);
  // Past panels in which nothing takes the focus. The canvas does, so that it comes round.
  const int count = static_cast<int>(panels.size());
  QWidget* stop = nullptr;
  while (stop == nullptr) {
    at = (at + direction + count) % count;
    QWidget* next = panels[static_cast<std::size_t>(at)];
    stop = at == 0 ? next : firstStopIn(*static_cast<Dock*>(next)->widget());
  }
  stop->setFocus(Qt::TabFocusReason);
}

}  // namespace hopscope

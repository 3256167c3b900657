// SPDX-License-Identifier: GPL-3.0-or-later
// Finding actions and objects, settings, and the history of edits.
#include <QFileInfo>
#include <QUndoView>

#include "engine/design/sections.h"
#include "ui/canvas/canvas_pane.h"
#include "ui/document/part_search.h"
#include "ui/document/property_scope.h"
#include "ui/drawing/icons.h"
#include "ui/shell/actions.h"
#include "ui/shell/appearance.h"
#include "ui/shell/command_palette.h"
#include "ui/shell/compare_mode.h"
#include "ui/shell/design_mode.h"
#include "ui/shell/dock.h"
#include "ui/shell/file_flows.h"
#include "ui/shell/main_window.h"
#include "ui/shell/preferences.h"
#include "ui/shell/presentation.h"
#include "ui/shell/project_session.h"
#include "ui/shell/run_mode.h"
#include "ui/shell/settings_dialog.h"
#include "ui/shell/shortcuts_dialog.h"
#include "ui/shell/undo_keys.h"
#include "ui/studies/run_labels.h"
#include "ui/widgets/focus_frame.h"
#include "ui/words/engine_text.h"
#include "ui/words/mnemonics.h"
#include "ui/words/numbers.h"

namespace hopscope {

void MainWindow::connectFinding() {
  connect(actions_->at("palette.open"), &QAction::triggered, this, &MainWindow::openPalette);
  connect(actions_->at("edit.settings"), &QAction::triggered, this, &MainWindow::openSettings);
  connect(actions_->at("help.shortcuts"), &QAction::triggered, this, [this] {
    ShortcutsDialog dialog(*actions_, this);
    dialog.exec();
  });
  session_->setCheckpointEvery(1000 * preferences_->autosaveSeconds());
  runMode_->setSlowStart(preferences_->slowStart());
  connect(preferences_, &Preferences::changed, this, [this] {
    runMode_->setSlowStart(preferences_->slowStart());
    session_->setCheckpointEvery(1000 * preferences_->autosaveSeconds());
    // Numbers and colours of everything that is shown.
    applyTheme();
    if (session_->isOpen()) documentShown();
  });
  new UndoKeys(this);
  FocusFrame::install();
}

void MainWindow::makeHistory() {
  auto* view = new QUndoView(&undo_, this);
  view->setObjectName(QStringLiteral("undoView"));
  view->setAccessibleName(tr("Edits of this design"));
  view->setEmptyLabel(tr("As it was opened"));
  view->setFrameShape(QFrame::NoFrame);
  historyDock_ = new Dock(tr("History"), "dock.history", view, this);
}

void MainWindow::openSettings() {
  SettingsDialog dialog(*appearance_, *preferences_, this);
  connect(&dialog, &SettingsDialog::shortcutsRequested, this, [this, &dialog] {
    ShortcutsDialog keys(*actions_, &dialog);
    keys.exec();
  });
  dialog.exec();
}

void MainWindow::openPalette() {
  const Theme& theme = appearance_->theme();
  std::vector<PaletteItem> items;
  for (QAction* action : actions_->all()) {
    if (!action->isEnabled() || action == actions_->at("palette.open")) continue;
    items.push_back({spokenText(action->text()).remove(QChar(0x2026)), tr("Action"),
                     action->shortcut().toString(QKeySequence::NativeText), action->icon(),
                     [action] { action->trigger(); }});
  }
  for (const Mode mode : {Mode::design, Mode::run})
    for (Dock* dock : docksOf(mode))
      if (mode == mode_)
        items.push_back(
            {dock->windowTitle(), tr("Panel"), {}, icon(QStringLiteral("layout"), theme), [dock] {
               dock->show();
               dock->raise();
             }});
  if (session_->isOpen()) {
    for (const StoredDesign& design : session_->designs())
      items.push_back({QString::fromStdString(design.design.name),
                       tr("Design"),
                       {},
                       icon(QStringLiteral("file"), theme),
                       [this, id = design.id] {
                         session_->show(id);
                         setMode(Mode::design);
                       }});
    const RunNames& names = session_->runNames();
    for (const RunHead& run : session_->runs()) {
      items.push_back(
          {QStringLiteral("%1 · %2").arg(names.of(run), QString::fromStdString(run.designName)),
           tr("Run"), whenText(QString::fromStdString(run.started)),
           icon(QStringLiteral("runs"), theme), [this, id = run.id] { runMode_->showStored(id); }});
    }
    const std::vector<StoredCurve>& curves = session_->curves();
    const QStringList called = curveLabels(curves);
    for (qsizetype i = 0; i < called.size(); ++i) {
      const StoredCurve& curve = curves[static_cast<std::size_t>(i)];
      items.push_back(
          {called[i], tr("Latency curve"), whenText(QString::fromStdString(curve.started)),
           icon(QStringLiteral("curve"), theme), [this, id = curve.id] { showCurve(id); }});
    }
  }
  for (const Example& example : examples())
    items.push_back({QString::fromStdString(example.title),
                     tr("Example"),
                     {},
                     icon(QStringLiteral("lesson"), theme),
                     [this, &example] { openExample(example, false); }});
  for (const RecentProject& project : files_->recent())
    items.push_back({QFileInfo(project.file).fileName(),
                     tr("Recent project"),
                     {},
                     icon(QStringLiteral("folder"), theme),
                     [this, file = project.file] { openFile(file); }});
  if (session_->isOpen()) addSettings(items);
  CommandPalette palette(
      std::move(items), [this](const QString& text) { return partsCalled(text); }, theme, this);
  palette.exec();
}

void MainWindow::addSettings(std::vector<PaletteItem>& items) {
  const DesignDocument& document = session_->document();
  const PropertyScope everywhere(document.design(), *document.topology(), ScopeKind::all, {});
  const QIcon symbol = icon(QStringLiteral("settings"), appearance_->theme());
  for (const Section& section : sections(document.design()))
    for (const Parameter& parameter : section.parameters) {
      if (section.name == "topology" || !everywhere.hasEffect(parameter)) continue;
      Finding setting;
      setting.path = parameter.name;
      items.push_back({engineText(parameter.label), tr("Setting"), engineText(section.label),
                       symbol, [this, setting] { designMode_->showFinding(setting); }});
      // What people know by its name, "Valiant", they look for by it.
      for (const ParameterChoice& choice : parameter.choices)
        items.push_back(
            {QStringLiteral("%1: %2").arg(engineText(parameter.label), engineText(choice.label)),
             tr("Choice"), engineText(section.label), symbol,
             [this, setting, value = Value(choice.name)] {
               session_->document().setValue(setting.path, value);
               designMode_->showFinding(setting);
             }});
    }
}

std::vector<PaletteItem> MainWindow::partsCalled(const QString& text) {
  std::vector<PaletteItem> found;
  if (!session_->isOpen() || text.trimmed().isEmpty()) return found;
  const DesignDocument& document = session_->document();
  const QIcon symbol = icon(QStringLiteral("search"), appearance_->theme());
  for (const PartHit& hit : findParts(text, *document.topology(), *document.placement()))
    found.push_back({hit.name, tr("Part"), hit.place, symbol, [this, parts = hit.parts] {
                       if (mode_ != Mode::run) setMode(Mode::design);
                       session_->document().select(parts);
                       pane_->fitSelection();
                     }});
  return found;
}

/// What is presented follows the run.
void MainWindow::connectPresentation() {
  const auto figures = [this] {
    if (!presentation_->active()) return;
    std::vector<KeyFigure> shown;
    if (mode_ == Mode::run && session_->isOpen()) shown = runMode_->keyFigures();
    presentation_->strip().showFigures(shown);
  };
  connect(&runMode_->run(), &RunSession::updated, this, figures);
  connect(&runMode_->run(), &RunSession::stateChanged, this, figures);
  connect(&pane_->canvas(), &NetworkCanvas::heatChanged, this, figures);
  connect(presentation_, &Presentation::changed, this, figures);
}

}  // namespace hopscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/actions.h"

#include <QWidget>
#include <stdexcept>
#include <string>

#include "ui/drawing/icons.h"

namespace hopscope {

namespace {

struct ActionSpec {
  const char* id;
  const char* text;
  const char* icon;
  const char* shortcut;
};

/// In the order of the list of shortcuts.
constexpr ActionSpec kSpecs[] = {
    {"file.new", QT_TRANSLATE_NOOP("Actions", "New project"), "new", "Ctrl+N"},
    {"file.open", QT_TRANSLATE_NOOP("Actions", "Open…"), "open", "Ctrl+O"},
    {"file.save", QT_TRANSLATE_NOOP("Actions", "Save"), "save", "Ctrl+S"},
    {"file.saveAs", QT_TRANSLATE_NOOP("Actions", "Save as…"), "", "Ctrl+Shift+S"},
    {"file.importNetwork", QT_TRANSLATE_NOOP("Actions", "Import network…"), "import", ""},
    {"file.exportNetwork", QT_TRANSLATE_NOOP("Actions", "Export network…"), "", ""},
    {"file.export", QT_TRANSLATE_NOOP("Actions", "Export…"), "export", "Ctrl+E"},
    {"file.start", QT_TRANSLATE_NOOP("Actions", "Start page"), "home", ""},
    {"file.quit", QT_TRANSLATE_NOOP("Actions", "Quit"), "", "Ctrl+Q"},
    {"edit.undo", QT_TRANSLATE_NOOP("Actions", "Undo"), "undo", "Ctrl+Z"},
    {"edit.redo", QT_TRANSLATE_NOOP("Actions", "Redo"), "redo", "Ctrl+Shift+Z"},
    {"edit.cut", QT_TRANSLATE_NOOP("Actions", "Cut"), "cut", "Ctrl+X"},
    {"edit.copy", QT_TRANSLATE_NOOP("Actions", "Copy"), "copy", "Ctrl+C"},
    {"edit.paste", QT_TRANSLATE_NOOP("Actions", "Paste"), "paste", "Ctrl+V"},
    {"edit.duplicate", QT_TRANSLATE_NOOP("Actions", "Duplicate"), "", "Ctrl+D"},
    {"edit.delete", QT_TRANSLATE_NOOP("Actions", "Delete"), "trash", "Del"},
    {"edit.selectAll", QT_TRANSLATE_NOOP("Actions", "Select all"), "", "Ctrl+A"},
    {"view.fit", QT_TRANSLATE_NOOP("Actions", "Fit in view"), "fit", "F"},
    {"view.zoomIn", QT_TRANSLATE_NOOP("Actions", "Zoom in"), "zoom-in", "Ctrl++"},
    {"view.zoomOut", QT_TRANSLATE_NOOP("Actions", "Zoom out"), "zoom-out", "Ctrl+-"},
    {"view.actualSize", QT_TRANSLATE_NOOP("Actions", "100 %"), "", "Ctrl+0"},
    {"insert.generate", QT_TRANSLATE_NOOP("Actions", "Generate network…"), "generate", "Ctrl+G"},
    {"insert.router", QT_TRANSLATE_NOOP("Actions", "Place routers"), "router", "R"},
    {"insert.terminal", QT_TRANSLATE_NOOP("Actions", "Place terminals"), "terminal", "T"},
    {"insert.link", QT_TRANSLATE_NOOP("Actions", "Draw links"), "link", "L"},
    {"layout.family", QT_TRANSLATE_NOOP("Actions", "The family's own layout"), "layout", ""},
    {"layout.tidy", QT_TRANSLATE_NOOP("Actions", "Tidy up"), "tidy", ""},
    {"design.check", QT_TRANSLATE_NOOP("Actions", "Check"), "check", ""},
    {"run.toggle", QT_TRANSLATE_NOOP("Actions", "Run or pause"), "run", "F5"},
    {"run.stop", QT_TRANSLATE_NOOP("Actions", "Stop"), "stop", "Shift+F5"},
    {"run.step", QT_TRANSLATE_NOOP("Actions", "Step one cycle"), "step", "F10"},
    {"run.stepMany", QT_TRANSLATE_NOOP("Actions", "Step n cycles"), "step-n", "Shift+F10"},
    {"run.until", QT_TRANSLATE_NOOP("Actions", "Run until…"), "", "Ctrl+F10"},
    {"run.whatIf", QT_TRANSLATE_NOOP("Actions", "What if…"), "whatif", "Ctrl+I"},
    {"run.windowBefore", QT_TRANSLATE_NOOP("Actions", "Look one window back"), "", ","},
    {"run.windowAfter", QT_TRANSLATE_NOOP("Actions", "Look one window on"), "", "."},
    {"run.live", QT_TRANSLATE_NOOP("Actions", "Look at the newest moment"), "", ""},
    {"run.restart", QT_TRANSLATE_NOOP("Actions", "Start over"), "refresh", ""},
    {"study.curve", QT_TRANSLATE_NOOP("Actions", "Latency curve…"), "curve", "Ctrl+L"},
    {"mode.design", QT_TRANSLATE_NOOP("Actions", "Design"), "", "Ctrl+1"},
    {"mode.run", QT_TRANSLATE_NOOP("Actions", "Run"), "", "Ctrl+2"},
    {"panel.next", QT_TRANSLATE_NOOP("Actions", "Next panel"), "", "F6"},
    {"panel.previous", QT_TRANSLATE_NOOP("Actions", "Previous panel"), "", "Shift+F6"},
    {"health.next", QT_TRANSLATE_NOOP("Actions", "Next finding"), "", "F8"},
    {"window.resetLayout", QT_TRANSLATE_NOOP("Actions", "Reset layout"), "", ""},
    {"help.shortcuts", QT_TRANSLATE_NOOP("Actions", "Keyboard shortcuts"), "help", "F1"},
    {"help.hint", QT_TRANSLATE_NOOP("Actions", "Show the first hint again"), "", ""},
    {"help.about", QT_TRANSLATE_NOOP("Actions", "About Hopscope"), "info", ""},
};

}  // namespace

Actions::Actions(QWidget* window) : QObject(window) {
  for (const ActionSpec& spec : kSpecs) {
    auto* action = new QAction(tr(spec.text), this);
    action->setObjectName(QLatin1String(spec.id));
    action->setProperty("iconName", QLatin1String(spec.icon));
    if (*spec.shortcut != '\0') {
      action->setShortcut(QKeySequence::fromString(QLatin1String(spec.shortcut)));
      action->setToolTip(QStringLiteral("%1 (%2)").arg(
          action->text(), action->shortcut().toString(QKeySequence::NativeText)));
    }
    window->addAction(action);
    all_.push_back(action);
  }
}

QAction* Actions::at(const char* id) const {
  for (QAction* action : all_)
    if (action->objectName() == QLatin1String(id)) return action;
  throw std::out_of_range(std::string("no action ") + id);
}

void Actions::setTheme(const Theme& theme) {
  for (QAction* action : all_) {
    const QString name = action->property("iconName").toString();
    if (!name.isEmpty()) action->setIcon(icon(name, theme));
  }
}

}  // namespace hopscope

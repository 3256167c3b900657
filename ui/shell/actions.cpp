// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/actions.h"

#include <QSettings>
#include <QWidget>
#include <stdexcept>
#include <string>

#include "ui/drawing/icons.h"
#include "ui/words/mnemonics.h"

namespace hopscope {

namespace {

struct ActionSpec {
  const char* id;
  const char* text;
  const char* icon;
  const char* shortcut;
};

/// All actions, in the order of the list of shortcuts.
constexpr ActionSpec kSpecs[] = {
    {"file.new", QT_TRANSLATE_NOOP("Actions", "New project"), "new", "Ctrl+N"},
    {"file.open", QT_TRANSLATE_NOOP("Actions", "Open…"), "open", "Ctrl+O"},
    {"file.save", QT_TRANSLATE_NOOP("Actions", "Save"), "save", "Ctrl+S"},
    {"file.saveAs", QT_TRANSLATE_NOOP("Actions", "Save as…"), "", "Ctrl+Shift+S"},
    {"file.importNetwork", QT_TRANSLATE_NOOP("Actions", "Import network…"), "import", ""},
    {"file.importApplication", QT_TRANSLATE_NOOP("Actions", "Import application…"), "", ""},
    {"file.exportNetwork", QT_TRANSLATE_NOOP("Actions", "Export network…"), "", ""},
    {"file.export", QT_TRANSLATE_NOOP("Actions", "Export…"), "export", "Ctrl+E"},
    {"file.report", QT_TRANSLATE_NOOP("Actions", "Report…"), "report", "Ctrl+Shift+E"},
    {"file.note", QT_TRANSLATE_NOOP("Actions", "New note on the project"), "note", "Ctrl+Shift+N"},
    {"lesson.open", QT_TRANSLATE_NOOP("Actions", "Open a lesson…"), "lesson", ""},
    {"lesson.write", QT_TRANSLATE_NOOP("Actions", "Write a lesson…"), "", ""},
    {"lesson.copy", QT_TRANSLATE_NOOP("Actions", "Edit a copy of this lesson…"), "", ""},
    {"file.start", QT_TRANSLATE_NOOP("Actions", "Start page"), "home", ""},
    {"file.quit", QT_TRANSLATE_NOOP("Actions", "Quit"), "", "Ctrl+Q"},
    {"edit.undo", QT_TRANSLATE_NOOP("Actions", "Undo"), "undo", "Ctrl+Z"},
    {"edit.redo", QT_TRANSLATE_NOOP("Actions", "Redo"), "redo", "Ctrl+Shift+Z"},
    {"edit.cut", QT_TRANSLATE_NOOP("Actions", "Cut"), "cut", "Ctrl+X"},
    {"edit.copy", QT_TRANSLATE_NOOP("Actions", "Copy"), "copy", "Ctrl+C"},
    {"edit.paste", QT_TRANSLATE_NOOP("Actions", "Paste"), "paste", "Ctrl+V"},
    {"edit.duplicate", QT_TRANSLATE_NOOP("Actions", "Duplicate"), "", "Ctrl+D"},
    {"edit.array", QT_TRANSLATE_NOOP("Actions", "Duplicate as array…"), "", "Ctrl+Shift+D"},
    {"edit.delete", QT_TRANSLATE_NOOP("Actions", "Delete"), "trash", "Del"},
    {"edit.selectAll", QT_TRANSLATE_NOOP("Actions", "Select all"), "", "Ctrl+A"},
    {"edit.find", QT_TRANSLATE_NOOP("Actions", "Find on the canvas…"), "search", "Ctrl+F"},
    {"view.fit", QT_TRANSLATE_NOOP("Actions", "Fit in view"), "fit", "F"},
    {"view.fitSelection", QT_TRANSLATE_NOOP("Actions", "Fit selection"), "", "Shift+F"},
    {"view.zoomIn", QT_TRANSLATE_NOOP("Actions", "Zoom in"), "zoom-in", "Ctrl++"},
    {"view.zoomOut", QT_TRANSLATE_NOOP("Actions", "Zoom out"), "zoom-out", "Ctrl+-"},
    {"view.actualSize", QT_TRANSLATE_NOOP("Actions", "100 %"), "", "Ctrl+0"},
    {"view.matrix", QT_TRANSLATE_NOOP("Actions", "Matrix of routers"), "matrix", "M"},
    {"view.colours", QT_TRANSLATE_NOOP("Actions", "What colours show…"), "", "Ctrl+Shift+H"},
    {"view.focus", QT_TRANSLATE_NOOP("Actions", "Fade what is not selected"), "", "Ctrl+Shift+A"},
    {"view.present", QT_TRANSLATE_NOOP("Actions", "Presentation"), "present", "F11"},
    {"view.spotlight", QT_TRANSLATE_NOOP("Actions", "Spotlight"), "", "Shift+F11"},
    {"view.light", QT_TRANSLATE_NOOP("Actions", "Light theme"), "", ""},
    {"view.dark", QT_TRANSLATE_NOOP("Actions", "Dark theme"), "", ""},
    {"view.system", QT_TRANSLATE_NOOP("Actions", "Theme of the desktop"), "", ""},
    {"insert.generate", QT_TRANSLATE_NOOP("Actions", "Generate network…"), "generate", "Ctrl+G"},
    {"insert.router", QT_TRANSLATE_NOOP("Actions", "Place routers"), "router", "R"},
    {"insert.terminal", QT_TRANSLATE_NOOP("Actions", "Place terminals"), "terminal", "T"},
    {"insert.link", QT_TRANSLATE_NOOP("Actions", "Draw links"), "link", "L"},
    {"insert.note", QT_TRANSLATE_NOOP("Actions", "Write notes"), "note", "N"},
    {"edit.name", QT_TRANSLATE_NOOP("Actions", "Name the selected part…"), "", "F2"},
    {"edit.bend", QT_TRANSLATE_NOOP("Actions", "Bend links"), "", ""},
    {"edit.straighten", QT_TRANSLATE_NOOP("Actions", "Straighten links"), "", ""},
    {"arrange.left", QT_TRANSLATE_NOOP("Actions", "Align left"), "", ""},
    {"arrange.center", QT_TRANSLATE_NOOP("Actions", "Align centres"), "", ""},
    {"arrange.right", QT_TRANSLATE_NOOP("Actions", "Align right"), "", ""},
    {"arrange.top", QT_TRANSLATE_NOOP("Actions", "Align tops"), "", ""},
    {"arrange.middle", QT_TRANSLATE_NOOP("Actions", "Align middles"), "", ""},
    {"arrange.bottom", QT_TRANSLATE_NOOP("Actions", "Align bottoms"), "", ""},
    {"arrange.across", QT_TRANSLATE_NOOP("Actions", "Distribute across"), "", ""},
    {"arrange.down", QT_TRANSLATE_NOOP("Actions", "Distribute down"), "", ""},
    {"connect.mesh", QT_TRANSLATE_NOOP("Actions", "Connect as full mesh"), "", ""},
    {"connect.ring", QT_TRANSLATE_NOOP("Actions", "Connect as ring"), "", ""},
    {"connect.tree", QT_TRANSLATE_NOOP("Actions", "Connect as tree"), "", ""},
    {"layout.family", QT_TRANSLATE_NOOP("Actions", "The family's own layout"), "layout", ""},
    {"layout.tidy", QT_TRANSLATE_NOOP("Actions", "Tidy up"), "tidy", ""},
    {"view.groups", QT_TRANSLATE_NOOP("Actions", "Collapse or expand groups"), "", "Ctrl+Shift+G"},
    {"design.check", QT_TRANSLATE_NOOP("Actions", "Check"), "check", ""},
    {"run.toggle", QT_TRANSLATE_NOOP("Actions", "Run or pause"), "run", "F5"},
    {"run.stop", QT_TRANSLATE_NOOP("Actions", "Stop"), "stop", "Shift+F5"},
    {"run.step", QT_TRANSLATE_NOOP("Actions", "Step one cycle"), "step", "F10"},
    {"run.stepBack", QT_TRANSLATE_NOOP("Actions", "Step one cycle back"), "step-back", "Alt+F10"},
    {"run.stepMany", QT_TRANSLATE_NOOP("Actions", "Step n cycles"), "step-n", "Shift+F10"},
    {"run.until", QT_TRANSLATE_NOOP("Actions", "Run until…"), "", "Ctrl+F10"},
    {"run.whatIf", QT_TRANSLATE_NOOP("Actions", "What if…"), "whatif", "Ctrl+I"},
    {"run.fail", QT_TRANSLATE_NOOP("Actions", "Fail the selected parts"), "", "Ctrl+Shift+F"},
    {"run.restore", QT_TRANSLATE_NOOP("Actions", "Restore the selected parts"), "", ""},
    {"run.windowBefore", QT_TRANSLATE_NOOP("Actions", "Look one window back"), "", ","},
    {"run.windowAfter", QT_TRANSLATE_NOOP("Actions", "Look one window on"), "", "."},
    {"run.play", QT_TRANSLATE_NOOP("Actions", "Play the recorded windows"), "", "Ctrl+."},
    {"run.loop", QT_TRANSLATE_NOOP("Actions", "Play again and again"), "loop", ""},
    {"run.bookmark", QT_TRANSLATE_NOOP("Actions", "Bookmark this moment…"), "bookmark", "Ctrl+B"},
    {"run.nextBookmark", QT_TRANSLATE_NOOP("Actions", "Go to the next bookmark"), "",
     "Ctrl+Shift+B"},
    {"run.follow", QT_TRANSLATE_NOOP("Actions", "Follow a packet"), "", "Ctrl+J"},
    {"run.live", QT_TRANSLATE_NOOP("Actions", "Look at the newest moment"), "", ""},
    {"run.restart", QT_TRANSLATE_NOOP("Actions", "Start over"), "refresh", ""},
    {"study.curve", QT_TRANSLATE_NOOP("Actions", "Latency curve…"), "curve", "Ctrl+L"},
    {"study.transient", QT_TRANSLATE_NOOP("Actions", "Transient…"), "", ""},
    {"study.shares", QT_TRANSLATE_NOOP("Actions", "Shares of a group…"), "", ""},
    {"study.messages", QT_TRANSLATE_NOOP("Actions", "Messages of applications…"), "", ""},
    {"study.studies", QT_TRANSLATE_NOOP("Actions", "Studies"), "study", ""},
    {"study.cluster", QT_TRANSLATE_NOOP("Actions", "Run on a cluster…"), "", ""},
    {"study.space", QT_TRANSLATE_NOOP("Actions", "Design space"), "", ""},
    {"study.runs", QT_TRANSLATE_NOOP("Actions", "Kept runs"), "runs", "Ctrl+Shift+R"},
    {"mode.design", QT_TRANSLATE_NOOP("Actions", "Design"), "", "Ctrl+1"},
    {"mode.run", QT_TRANSLATE_NOOP("Actions", "Run"), "", "Ctrl+2"},
    {"mode.compare", QT_TRANSLATE_NOOP("Actions", "Compare"), "", "Ctrl+3"},
    {"mode.learn", QT_TRANSLATE_NOOP("Actions", "Learn"), "", "Ctrl+4"},
    {"mode.explore", QT_TRANSLATE_NOOP("Actions", "Explore"), "", "Ctrl+5"},
    {"panel.next", QT_TRANSLATE_NOOP("Actions", "Next panel"), "", "F6"},
    {"panel.previous", QT_TRANSLATE_NOOP("Actions", "Previous panel"), "", "Shift+F6"},
    {"health.next", QT_TRANSLATE_NOOP("Actions", "Next finding"), "", "F8"},
    {"window.new", QT_TRANSLATE_NOOP("Actions", "New window"), "", ""},
    {"window.resetLayout", QT_TRANSLATE_NOOP("Actions", "Reset layout"), "", ""},
    {"palette.open", QT_TRANSLATE_NOOP("Actions", "Find an action or object…"), "search",
     "Ctrl+Shift+P; Ctrl+K"},
    {"edit.settings", QT_TRANSLATE_NOOP("Actions", "Settings…"), "settings", "Ctrl+,"},
    {"help.guide", QT_TRANSLATE_NOOP("Actions", "User guide"), "help", "F1"},
    {"help.shortcuts", QT_TRANSLATE_NOOP("Actions", "Keyboard shortcuts"), "", "Ctrl+F1"},
    {"help.hint", QT_TRANSLATE_NOOP("Actions", "Show the first hint again"), "", ""},
    {"help.about", QT_TRANSLATE_NOOP("Actions", "About Hopscope"), "info", ""},
};

/// None for an empty text, which Qt reads as one empty sequence.
QList<QKeySequence> keysFrom(const QString& text) {
  QList<QKeySequence> keys = QKeySequence::listFromString(text);
  keys.removeAll(QKeySequence());
  return keys;
}

const char* const kDefaultKeys = "defaultKeys";

QString keyOf(const QAction* action) {
  return QStringLiteral("shortcuts/") + action->objectName();
}

}  // namespace

Actions::Actions(QWidget* window) : QObject(window) {
  for (const ActionSpec& spec : kSpecs) {
    auto* action = new QAction(tr(spec.text), this);
    action->setObjectName(QLatin1String(spec.id));
    action->setProperty("iconName", QLatin1String(spec.icon));
    action->setProperty(kDefaultKeys, QLatin1String(spec.shortcut));
    const QVariant own = QSettings().value(keyOf(action));
    apply(action, own.isValid() ? keysFrom(own.toString()) : defaultKeys(action));
    window->addAction(action);
    all_.push_back(action);
  }
}

QList<QKeySequence> Actions::defaultKeys(const QAction* action) const {
  return keysFrom(action->property(kDefaultKeys).toString());
}

void Actions::apply(QAction* action, const QList<QKeySequence>& keys) {
  action->setShortcuts(keys);
  const QString shown = action->shortcut().toString(QKeySequence::NativeText);
  const QString words = spokenText(action->text());
  action->setToolTip(shown.isEmpty() ? words : QStringLiteral("%1 (%2)").arg(words, shown));
}

void Actions::store(const QAction* action) {
  QSettings settings;
  if (action->shortcuts() == defaultKeys(action))
    settings.remove(keyOf(action));
  else
    settings.setValue(keyOf(action), QKeySequence::listToString(action->shortcuts()));
}

QAction* Actions::ownerOf(const QKeySequence& keys, const QAction* besides) const {
  for (QAction* action : all_)
    if (action != besides && action->shortcuts().contains(keys)) return action;
  return nullptr;
}

void Actions::setKeys(QAction* action, const QList<QKeySequence>& keys) {
  for (const QKeySequence& each : keys)
    if (QAction* owner = ownerOf(each, action)) {
      QList<QKeySequence> left = owner->shortcuts();
      left.removeAll(each);
      apply(owner, left);
      store(owner);
    }
  apply(action, keys);
  store(action);
  emit keysChanged();
}

void Actions::resetKeys(QAction* action) {
  setKeys(action, defaultKeys(action));
}

void Actions::resetAllKeys() {
  for (QAction* action : all_) {
    apply(action, defaultKeys(action));
    store(action);
  }
  emit keysChanged();
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

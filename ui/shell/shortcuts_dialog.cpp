// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/shortcuts_dialog.h"

#include <QAction>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <initializer_list>
#include <utility>
#include <vector>

#include "engine/core/version.h"
#include "ui/shell/actions.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/screen_room.h"
#include "ui/words/mnemonics.h"

namespace hopscope {

namespace {

/// Keys that the canvas itself handles.
std::vector<std::pair<QString, QString>> canvasKeys() {
  return {{QObject::tr("Run or pause, on the canvas"), QObject::tr("Space")},
          {QObject::tr("Select, pan"), QStringLiteral("V, H")},
          {QObject::tr("Fit the selection"), QStringLiteral("Shift+F")},
          {QObject::tr("Nudge what is selected"), QObject::tr("Arrows")},
          {QObject::tr("Walk to the neighbour that way"), QObject::tr("Alt+arrows")},
          {QObject::tr("Inspect what is selected"), QObject::tr("Enter")},
          {QObject::tr("Cancel, then deselect"), QObject::tr("Esc")}};
}

void addClose(QDialog& dialog, QVBoxLayout* column) {
  auto* row = new QHBoxLayout;
  row->addStretch();
  auto* close = new QPushButton(QObject::tr("Close"), &dialog);
  close->setDefault(true);
  QObject::connect(close, &QPushButton::clicked, &dialog, &QDialog::accept);
  row->addWidget(close);
  column->addLayout(row);
}

}  // namespace

ShortcutsDialog::ShortcutsDialog(Actions& actions, QWidget* parent)
    : QDialog(parent), actions_(actions) {
  setObjectName(QStringLiteral("shortcuts"));
  setWindowTitle(tr("Keyboard shortcuts"));
  resize(QSize(520, 600).boundedTo(screenRoom(*this)));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(16, 16, 16, 16);
  column->setSpacing(12);
  column->addWidget(makeLabel(TextRole::title, tr("Keyboard shortcuts"), this));
  words_ = new QLineEdit(this);
  words_->setObjectName(QStringLiteral("shortcutsFilter"));
  words_->setPlaceholderText(tr("Filter by name or keys"));
  words_->setAccessibleName(words_->placeholderText());
  words_->setClearButtonEnabled(true);
  column->addWidget(words_);
  table_ = new QTableWidget(this);
  table_->setObjectName(QStringLiteral("shortcutsTable"));
  table_->setAccessibleName(tr("Actions and their keys"));
  table_->setColumnCount(2);
  table_->setFrameShape(QFrame::NoFrame);
  table_->setShowGrid(false);
  table_->verticalHeader()->hide();
  table_->verticalHeader()->setDefaultSectionSize(24);
  table_->horizontalHeader()->hide();
  table_->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
  table_->horizontalHeader()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
  table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
  table_->setSelectionBehavior(QAbstractItemView::SelectRows);
  table_->setSelectionMode(QAbstractItemView::SingleSelection);
  table_->setTabKeyNavigation(false);
  column->addWidget(table_, 1);
  note_ = makeLabel(TextRole::secondary, {}, this);
  note_->setObjectName(QStringLiteral("shortcutsNote"));
  note_->setWordWrap(true);
  column->addWidget(note_);
  auto* row = new QHBoxLayout;
  row->setSpacing(8);
  keys_ = new QKeySequenceEdit(this);
  keys_->setObjectName(QStringLiteral("shortcutsKeys"));
  keys_->setAccessibleName(tr("New keys"));
  keys_->setClearButtonEnabled(true);
  row->addWidget(keys_, 1);
  const auto button = [&](const QString& text, const char* id) {
    auto* made = new QPushButton(text, this);
    made->setObjectName(QLatin1String(id));
    made->setAutoDefault(false);
    row->addWidget(made);
    return made;
  };
  assign_ = button(tr("Assign"), "shortcutsAssign");
  clear_ = button(tr("Remove keys"), "shortcutsClear");
  reset_ = button(tr("Default keys"), "shortcutsReset");
  column->addLayout(row);
  auto* foot = new QHBoxLayout;
  resetAll_ = new QPushButton(tr("Restore all defaults"), this);
  resetAll_->setObjectName(QStringLiteral("shortcutsResetAll"));
  resetAll_->setAutoDefault(false);
  foot->addWidget(resetAll_);
  foot->addStretch();
  auto* close = new QPushButton(tr("Close"), this);
  close->setAutoDefault(false);
  connect(close, &QPushButton::clicked, this, &QDialog::accept);
  foot->addWidget(close);
  column->addLayout(foot);
  connect(words_, &QLineEdit::textChanged, this, &ShortcutsDialog::filter);
  connect(table_, &QTableWidget::currentCellChanged, this, &ShortcutsDialog::showCurrent);
  connect(table_, &QTableWidget::cellDoubleClicked, this, [this] { keys_->setFocus(); });
  connect(keys_, &QKeySequenceEdit::keySequenceChanged, this, &ShortcutsDialog::tell);
  connect(assign_, &QPushButton::clicked, this, &ShortcutsDialog::assign);
  connect(clear_, &QPushButton::clicked, this, [this] {
    if (QAction* action = current()) actions_.setKeys(action, {});
  });
  connect(reset_, &QPushButton::clicked, this, [this] {
    if (QAction* action = current()) actions_.resetKeys(action);
  });
  connect(resetAll_, &QPushButton::clicked, &actions_, &Actions::resetAllKeys);
  connect(&actions_, &Actions::keysChanged, this, &ShortcutsDialog::fill);
  fill();
}

void ShortcutsDialog::fill() {
  const int before = table_->currentRow();
  table_->setRowCount(0);
  const auto add = [this](const QString& name, const QString& keys, const QString& id) {
    const int row = table_->rowCount();
    table_->insertRow(row);
    auto* first = new QTableWidgetItem(name);
    first->setData(Qt::UserRole, id);
    table_->setItem(row, 0, first);
    table_->setItem(row, 1, new QTableWidgetItem(keys));
  };
  for (const QAction* action : actions_.all())
    add(spokenText(action->text()).remove(QChar(0x2026)),
        QKeySequence::listToString(action->shortcuts(), QKeySequence::NativeText),
        action->objectName());
  for (const auto& [name, keys] : canvasKeys()) add(name, keys, {});
  filter(words_->text());
  table_->setCurrentCell(before >= 0 ? before : 0, 0);
  showCurrent();
}

void ShortcutsDialog::filter(const QString& words) {
  for (int row = 0; row < table_->rowCount(); ++row) {
    const QString all =
        table_->item(row, 0)->text() + QLatin1Char(' ') + table_->item(row, 1)->text();
    table_->setRowHidden(row, !all.contains(words.trimmed(), Qt::CaseInsensitive));
  }
}

QAction* ShortcutsDialog::current() const {
  const QTableWidgetItem* item = table_->item(std::max(0, table_->currentRow()), 0);
  const QString id = item != nullptr ? item->data(Qt::UserRole).toString() : QString();
  return id.isEmpty() ? nullptr : actions_.at(id.toLatin1().constData());
}

void ShortcutsDialog::showCurrent() {
  const QAction* action = current();
  // What the canvas handles itself has its keys built in.
  const bool fixed = action == nullptr || action->shortcutContext() == Qt::WidgetShortcut;
  keys_->setKeySequence(fixed ? QKeySequence() : action->shortcut());
  for (QWidget* each : std::initializer_list<QWidget*>{keys_, clear_, reset_})
    each->setEnabled(!fixed);
  reset_->setEnabled(!fixed && action->shortcuts() != actions_.defaultKeys(action));
  tell();
}

void ShortcutsDialog::tell() {
  const QAction* action = current();
  if (!keys_->isEnabled()) {
    note_->setText(tr("The canvas and the text fields handle these keys themselves."));
    assign_->setEnabled(false);
    return;
  }
  const QKeySequence keys = keys_->keySequence();
  const QAction* owner = keys.isEmpty() ? nullptr : actions_.ownerOf(keys, action);
  assign_->setEnabled(!keys.isEmpty() && !action->shortcuts().contains(keys));
  note_->setText(owner != nullptr ? tr("%1 belongs to “%2”, which would lose it.")
                                        .arg(keys.toString(QKeySequence::NativeText),
                                             QString(owner->text()).remove(QChar(0x2026)))
                                  : tr("Choose an action, then press the keys for it."));
}

void ShortcutsDialog::assign() {
  QAction* action = current();
  const QKeySequence keys = keys_->keySequence();
  if (action != nullptr && !keys.isEmpty()) actions_.setKeys(action, {keys});
}

void showAbout(QWidget* parent) {
  QDialog dialog(parent);
  dialog.setObjectName(QStringLiteral("about"));
  dialog.setWindowTitle(QObject::tr("About Hopscope"));
  auto* column = new QVBoxLayout(&dialog);
  column->setContentsMargins(16, 16, 16, 16);
  column->setSpacing(8);
  const QString version =
      QString::fromUtf8(kEngineVersion.data(), static_cast<qsizetype>(kEngineVersion.size()));
  column->addWidget(makeLabel(TextRole::page, QObject::tr("Hopscope %1").arg(version), &dialog));
  auto* text = makeLabel(
      TextRole::label,
      QObject::tr("A workbench for the interconnection networks of supercomputers and data "
                  "centres: draw or generate a network, run it, and see why it behaves as it "
                  "does.\n\nFree software under the GNU General Public License, version 3 or "
                  "later. It stands on Qt, QCustomPlot, Boost.Graph, SQLite and SQLiteCpp, "
                  "nlohmann JSON, CLI11, fmt and Random123."),
      &dialog);
  text->setWordWrap(true);
  text->setFixedWidth(420);
  column->addWidget(text);
  addClose(dialog, column);
  dialog.exec();
}

}  // namespace hopscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/shortcuts_dialog.h"

#include <QDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>
#include <utility>
#include <vector>

#include "engine/core/version.h"
#include "ui/shell/actions.h"
#include "ui/shell/labels.h"

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

void showShortcuts(const Actions& actions, QWidget* parent) {
  QDialog dialog(parent);
  dialog.setObjectName(QStringLiteral("shortcuts"));
  dialog.setWindowTitle(QObject::tr("Keyboard shortcuts"));
  dialog.resize(460, 560);
  auto* column = new QVBoxLayout(&dialog);
  column->setContentsMargins(16, 16, 16, 16);
  column->setSpacing(12);
  column->addWidget(makeLabel(TextRole::title, QObject::tr("Keyboard shortcuts"), &dialog));
  std::vector<std::pair<QString, QString>> rows;
  for (const QAction* action : actions.all()) {
    if (action->shortcut().isEmpty()) continue;
    rows.emplace_back(action->text(), action->shortcut().toString(QKeySequence::NativeText));
  }
  for (auto& row : canvasKeys()) rows.push_back(std::move(row));
  auto* table = new QTableWidget(static_cast<int>(rows.size()), 2, &dialog);
  table->setFrameShape(QFrame::NoFrame);
  table->setShowGrid(false);
  table->verticalHeader()->hide();
  table->verticalHeader()->setDefaultSectionSize(24);
  table->horizontalHeader()->hide();
  table->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
  table->horizontalHeader()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
  table->setEditTriggers(QAbstractItemView::NoEditTriggers);
  table->setSelectionBehavior(QAbstractItemView::SelectRows);
  for (int r = 0; r < table->rowCount(); ++r) {
    const auto& [name, keys] = rows[static_cast<std::size_t>(r)];
    table->setItem(r, 0, new QTableWidgetItem(name));
    table->setItem(r, 1, new QTableWidgetItem(keys));
  }
  column->addWidget(table, 1);
  addClose(dialog, column);
  dialog.exec();
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

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/studies/runs_table.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QShortcut>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/drawing/icons.h"
#include "ui/studies/compare_view.h"
#include "ui/studies/comparison.h"
#include "ui/studies/runs_model.h"
#include "ui/widgets/labels.h"
#include "ui/words/numbers.h"

namespace hopscope {

RunsTable::RunsTable(QWidget* parent)
    : QWidget(parent), model_(new RunsModel(this)), filter_(new RunsFilter(this)) {
  filter_->setSourceModel(model_);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(12, 8, 12, 8);
  column->setSpacing(8);
  auto* head = new QHBoxLayout;
  head->setSpacing(8);
  words_ = new QLineEdit(this);
  words_->setObjectName(QStringLiteral("runsFilter"));
  words_->setAccessibleName(tr("Filter the runs"));
  words_->setPlaceholderText(tr("Filter by name, design, verdict or tag"));
  words_->setClearButtonEnabled(true);
  words_->setMinimumWidth(180);
  words_->setMaximumWidth(320);
  head->addWidget(words_, 1);
  count_ = makeLabel(TextRole::secondary, {}, this);
  head->addWidget(count_);
  head->addStretch();
  const auto button = [&](const QString& text, const char* id, const QString& tip) {
    auto* made = new QPushButton(text, this);
    made->setObjectName(QLatin1String(id));
    made->setToolTip(tip);
    head->addWidget(made);
    return made;
  };
  open_ = button(tr("Open"), "runsOpen", tr("Shows the run on the canvas"));
  compare_ = button(tr("Compare"), "runsCompare", tr("Two to six runs side by side"));
  again_ = button(tr("Run again"), "runsAgain",
                  tr("Repeats the run exactly, with its own settings and seed"));
  remove_ = button(tr("Delete"), "runsDelete", tr("Deletes the runs selected"));
  column->addLayout(head);

  table_ = new QTableView(this);
  table_->setObjectName(QStringLiteral("runsTable"));
  table_->setAccessibleName(tr("Kept runs"));
  table_->setModel(filter_);
  table_->setFrameShape(QFrame::NoFrame);
  table_->setShowGrid(false);
  table_->setSortingEnabled(true);
  table_->sortByColumn(RunsModel::date, Qt::DescendingOrder);
  table_->setSelectionBehavior(QAbstractItemView::SelectRows);
  table_->setSelectionMode(QAbstractItemView::ExtendedSelection);
  table_->setEditTriggers(QAbstractItemView::EditKeyPressed | QAbstractItemView::DoubleClicked);
  table_->setTabKeyNavigation(false);
  table_->setWordWrap(false);
  table_->setContextMenuPolicy(Qt::CustomContextMenu);
  table_->verticalHeader()->hide();
  table_->verticalHeader()->setDefaultSectionSize(24);
  QHeaderView* header = table_->horizontalHeader();
  header->setHighlightSections(false);
  header->setSectionResizeMode(QHeaderView::ResizeToContents);
  header->setSectionResizeMode(RunsModel::name, QHeaderView::Stretch);
  header->setSectionResizeMode(RunsModel::design, QHeaderView::Stretch);
  header->setSectionResizeMode(RunsModel::tags, QHeaderView::Stretch);
  column->addWidget(table_, 1);
  empty_ = makeLabel(TextRole::label, {}, this);
  empty_->setWordWrap(true);
  column->addWidget(empty_);

  auto* foot = new QHBoxLayout;
  foot->setSpacing(8);
  difference_ = makeLabel(TextRole::secondary, {}, this);
  difference_->setObjectName(QStringLiteral("runsDifference"));
  difference_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  foot->addWidget(difference_, 1);
  differences_ = new QPushButton(tr("All differences"), this);
  differences_->setObjectName(QStringLiteral("runsDifferences"));
  differences_->setProperty("link", true);
  foot->addWidget(differences_);
  column->addLayout(foot);

  connect(words_, &QLineEdit::textChanged, this, [this](const QString& text) {
    filter_->setWords(text);
    showCount();
  });
  connect(table_->selectionModel(), &QItemSelectionModel::selectionChanged, this,
          &RunsTable::showSelection);
  connect(model_, &RunsModel::labelled, this, &RunsTable::labelled);
  connect(table_, &QWidget::customContextMenuRequested, this, &RunsTable::showMenu);
  const auto withOne = [this](auto signal) {
    return [this, signal] {
      if (const auto runs = selected(); runs.size() == 1) emit(this->*signal)(runs.front());
    };
  };
  connect(open_, &QPushButton::clicked, this, withOne(&RunsTable::opened));
  connect(again_, &QPushButton::clicked, this, withOne(&RunsTable::runAgain));
  connect(differences_, &QPushButton::clicked, this, withOne(&RunsTable::settingsRequested));
  connect(compare_, &QPushButton::clicked, this, [this] { emit compared(selected()); });
  const auto removeSelected = [this] {
    if (const auto runs = selected(); !runs.empty()) emit removed(runs);
  };
  connect(remove_, &QPushButton::clicked, this, removeSelected);
  const auto key = [this](const QKeySequence& keys, auto act) {
    auto* shortcut = new QShortcut(keys, table_);
    shortcut->setContext(Qt::WidgetShortcut);
    connect(shortcut, &QShortcut::activated, this, act);
  };
  key(QKeySequence::Delete, removeSelected);
  key(QKeySequence(Qt::Key_Return), withOne(&RunsTable::opened));
  key(QKeySequence(Qt::Key_Enter), withOne(&RunsTable::opened));
  showCount();
  showSelection();
}

void RunsTable::setTheme(const Theme& theme) {
  while (!words_->actions().isEmpty()) words_->removeAction(words_->actions().constFirst());
  words_->addAction(icon(QStringLiteral("search"), theme), QLineEdit::LeadingPosition);
}

void RunsTable::setRuns(const RunList& runs, const RunNames& names) {
  const std::vector<RowId> before = selected();
  runs_ = &runs;
  model_->setRuns(runs, names);
  for (const RowId id : before) {
    const int row = model_->rowOf(id);
    if (row < 0) continue;
    const QModelIndex index = filter_->mapFromSource(model_->index(row, 0));
    table_->selectionModel()->select(index,
                                     QItemSelectionModel::Select | QItemSelectionModel::Rows);
    table_->selectionModel()->setCurrentIndex(index, QItemSelectionModel::NoUpdate);
  }
  showCount();
  showSelection();
}

void RunsTable::setDesign(const Design& design) {
  design_ = design;
  showSelection();
}

std::vector<RowId> RunsTable::selected() const {
  std::vector<RowId> ids;
  for (const QModelIndex& index : table_->selectionModel()->selectedRows())
    ids.push_back(model_->idAt(filter_->mapToSource(index).row()));
  return ids;
}

QString RunsTable::differenceText() const {
  return difference_->toolTip();
}

void RunsTable::showCount() {
  const int all = model_->rowCount(), shown = filter_->rowCount();
  count_->setText(all == shown ? plural(all, "run", "runs")
                               : tr("%1 of %2").arg(wholeText(shown), plural(all, "run", "runs")));
  empty_->setVisible(shown == 0);
  empty_->setText(all == 0 ? tr("Each run is kept here with its settings and seed.")
                           : tr("No run has all of these words."));
}

void RunsTable::showSelection() {
  const std::vector<RowId> ids = selected();
  const bool one = ids.size() == 1;
  open_->setEnabled(one);
  again_->setEnabled(one);
  compare_->setEnabled(ids.size() >= 2 && ids.size() <= CompareView::kMost);
  remove_->setEnabled(!ids.empty());
  QString text;
  bool differs = false;
  const auto ran = one && design_ ? runs_->design(ids.front()) : nullptr;
  if (ran) {
    const QString words = differenceWords(*ran, *design_, 4);
    differs = !words.isEmpty();
    text = differs ? tr("Since this run: %1.").arg(words)
                   : tr("The design on the canvas has the settings of this run.");
  }
  difference_->setToolTip(text);
  difference_->setText(text);
  differences_->setVisible(differs);
}

void RunsTable::showMenu(const QPoint& at) {
  QMenu menu(this);
  for (QPushButton* each : {open_, compare_, again_})
    menu.addAction(each->text(), each, &QPushButton::click)->setEnabled(each->isEnabled());
  const QModelIndex index = table_->indexAt(at);
  if (index.isValid()) {
    menu.addSeparator();
    menu.addAction(tr("Rename"), this, [this, row = index.row()] {
      table_->edit(filter_->index(row, RunsModel::name));
    });
    menu.addAction(tr("Tag"), this, [this, row = index.row()] {
      table_->edit(filter_->index(row, RunsModel::tags));
    });
  }
  menu.addSeparator();
  menu.addAction(remove_->text(), remove_, &QPushButton::click)->setEnabled(remove_->isEnabled());
  menu.exec(table_->viewport()->mapToGlobal(at));
}

}  // namespace hopscope

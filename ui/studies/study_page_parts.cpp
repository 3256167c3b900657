// SPDX-License-Identifier: GPL-3.0-or-later
// How the page of studies is laid out, and what of a study is listed.
#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QProgressBar>
#include <QPushButton>
#include <QSplitter>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>
#include <array>

#include "engine/study/study_columns.h"
#include "engine/study/study_latex.h"
#include "ui/studies/study_editor.h"
#include "ui/studies/study_page.h"
#include "ui/studies/study_table_model.h"
#include "ui/studies/study_table_view.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/result_parts.h"
#include "ui/widgets/table_style.h"

namespace hopscope {

namespace {

constexpr int kStudySideWidth = 312;
constexpr int kStudyHeadHeight = 54, kStudyColumnWidth = 104;
/// Columns that are shown until others are chosen, beside the study's own.
constexpr std::array kUsualColumns = {"accepted_load", "latency.mean", "latency.p99"};

}  // namespace

StudyPage::StudyPage(StudyShelf& shelf, QWidget* parent)
    : QWidget(parent), shelf_(shelf), theme_(&Theme::light()), model_(new StudyTableModel(this)) {
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(0);
  row->addWidget(makeSide());
  auto* result = new QWidget(this);
  auto* column = new QVBoxLayout(result);
  column->setContentsMargins(20, 12, 20, 12);
  column->setSpacing(8);
  column->addWidget(makeHead());
  progress_ = makeThinProgress(1000, result);
  column->addWidget(progress_);
  column->addWidget(makeCluster(result));
  auto* split = new QSplitter(Qt::Vertical, result);
  split->setChildrenCollapsible(false);
  split->addWidget(makeDrawing());
  split->addWidget(makeList());
  split->setStretchFactor(0, 11);
  split->setStretchFactor(1, 9);
  column->addWidget(split, 1);
  row->addWidget(result, 1);

  flush_.setParent(this);
  flush_.setObjectName(QStringLiteral("studyFlush"));
  flush_.setSingleShot(true);
  refresh_.setSingleShot(true);
  refresh_.setInterval(kRefreshMilliseconds);
  connect(&flush_, &QTimer::timeout, this, &StudyPage::flush);
  connect(&refresh_, &QTimer::timeout, this, &StudyPage::showTable);
  connect(&runner_, &StudyRunner::arrived, this, &StudyPage::take);
  connect(&runner_, &StudyRunner::wholeArrived, this, &StudyPage::takeWhole);
  connect(&runner_, &StudyRunner::progressed, this, &StudyPage::showProgress);
  connect(&runner_, &StudyRunner::finished, this, &StudyPage::finish);
  connect(editor_, &StudyEditor::changed, this, &StudyPage::documentChanged);
  connect(editor_, &StudyEditor::designWanted, this, [this] {
    if (shelf_.isOpen() && !running()) editor_->addDesign(shelf_.design());
  });
  setView(curves);
  documentChanged();
}

StudyPage::~StudyPage() = default;

QWidget* StudyPage::makeSide() {
  auto* side = new QWidget(this);
  side->setProperty("surface", "panel");
  side->setAttribute(Qt::WA_StyledBackground);
  side->setFixedWidth(kStudySideWidth);
  auto* column = new QVBoxLayout(side);
  column->setContentsMargins(16, 12, 16, 12);
  column->setSpacing(8);
  column->addWidget(makeLabel(TextRole::title, tr("Study"), side));
  choice_ = new QComboBox(side);
  choice_->setObjectName(QStringLiteral("studyChoice"));
  choice_->setAccessibleName(tr("Studies of the project"));
  choice_->setPlaceholderText(tr("Not kept yet"));
  choice_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  choice_->setMinimumContentsLength(8);
  column->addWidget(choice_);
  auto* buttons = new QHBoxLayout;
  column->addLayout(buttons);
  buttons->setSpacing(6);
  const auto button = [&](const QString& text, const char* id, const QString& tip) {
    return addButton(*buttons, text, id, tip);
  };
  new_ = button(tr("New"), "studyNew", tr("A study of the design that is open, over load"));
  file_ = button(tr("Open…"), "studyOpen", tr("A study's document, as the command line has it"));
  remove_ = button(tr("Delete"), "studyDelete", tr("Deletes the study and what was run of it"));
  buttons->addStretch();
  editor_ = new StudyEditor(side);
  column->addWidget(editor_, 1);
  connect(choice_, &QComboBox::currentIndexChanged, this, &StudyPage::chooseStudy);
  connect(new_, &QPushButton::clicked, this, &StudyPage::newFromDesign);
  connect(file_, &QPushButton::clicked, this, &StudyPage::openFile);
  connect(remove_, &QPushButton::clicked, this, &StudyPage::removeStudy);
  return side;
}

QWidget* StudyPage::makeHead() {
  auto* head = new QWidget(this);
  auto* row = new QHBoxLayout(head);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(8);
  auto* words = new QVBoxLayout;
  words->setSpacing(0);
  title_ = new ElidedLabel(TextRole::title, {}, head);
  title_->setObjectName(QStringLiteral("studyTitle"));
  state_ = new ElidedLabel(TextRole::label, {}, head);
  state_->setObjectName(QStringLiteral("studyState"));
  words->addWidget(title_);
  words->addWidget(state_);
  row->addLayout(words, 1);
  const auto button = [&](const QString& text, const char* id, const QString& tip) {
    return addButton(*row, text, id, tip);
  };
  whole_ = new QCheckBox(tr("Keep whole runs"), head);
  whole_->setObjectName(QStringLiteral("studyWhole"));
  whole_->setToolTip(
      tr("What is run is kept among the runs of the project, with all that was "
         "measured; without, a point is simulated again when it is shown"));
  row->addWidget(whole_);
  run_ = button(tr("Run"), "studyRun", tr("Runs what is missing, on all cores"));
  again_ = button(tr("Failed again"), "studyAgain", tr("Runs the points again that have failed"));
  columns_ = button(tr("Columns"), "studyColumns", tr("Which numbers the table shows"));
  columnMenu_ = new QMenu(columns_);
  columns_->setMenu(columnMenu_);
  export_ = button(tr("Export…"), "studyExport", tr("CSV, a page, LaTeX, JSON or the picture"));
  connect(run_, &QPushButton::clicked, this, [this] {
    if (running())
      stop();
    else
      run();
  });
  connect(again_, &QPushButton::clicked, this, [this] { begin(true); });
  connect(export_, &QPushButton::clicked, this, &StudyPage::exportAll);
  connect(columnMenu_, &QMenu::aboutToShow, this, &StudyPage::fillColumnMenu);
  return head;
}

QWidget* StudyPage::makeList() {
  auto* lower = new QWidget(this);
  auto* column = new QVBoxLayout(lower);
  column->setContentsMargins(0, 8, 0, 0);
  column->setSpacing(6);
  words_ = new QLineEdit(lower);
  words_->setObjectName(QStringLiteral("studyFilter"));
  words_->setAccessibleName(tr("Filter the points"));
  words_->setPlaceholderText(tr("Filter by design, value, state or verdict"));
  words_->setClearButtonEnabled(true);
  words_->setMaximumWidth(320);
  auto* row = new QHBoxLayout;
  column->addLayout(row);
  row->setSpacing(8);
  row->addWidget(words_, 1);
  group_ = addAxisBox(*row, tr("Group by"), "studyGroup");
  row->addStretch();
  const auto button = [&](const QString& text, const char* id, const QString& tip) {
    return addButton(*row, text, id, tip);
  };
  asRun_ = button(tr("Show the run"), "studyPointRun",
                  tr("The point, with its first seed, as a run: all that was measured"));
  compare_ = button(tr("Compare"), "studyCompare", tr("Two to six marked points side by side"));
  open_ = button(tr("Open the design"), "studyPoint", tr("The point's design, in the project"));
  list_ = new StudyTableView(*model_, lower);
  list_->setObjectName(QStringLiteral("studyTable"));
  list_->setAccessibleName(tr("Points of the study"));
  styleWideTable(*list_, kStudyHeadHeight);
  list_->setSelectionMode(QAbstractItemView::ExtendedSelection);
  QHeaderView* header = list_->horizontalHeader();
  header->setDefaultSectionSize(kStudyColumnWidth);
  header->setSortIndicator(-1, Qt::AscendingOrder);
  list_->setSortingEnabled(true);
  column->addWidget(list_, 1);
  connect(words_, &QLineEdit::textChanged, this,
          [this](const QString& words) { model_->setFilter(within_, words); });
  connect(group_, &QComboBox::activated, this, [this] {
    const int by = group_->currentData().toInt();
    if (by >= 0) list_->setColumnHidden(by, false);
    model_->setGroup(by);
    showMarked();
  });
  connect(list_->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
          &StudyPage::pointAtCurrent);
  connect(list_->selectionModel(), &QItemSelectionModel::selectionChanged, this,
          &StudyPage::showMarked);
  connect(list_, &QTableView::activated, this, &StudyPage::showRuns);
  connect(asRun_, &QPushButton::clicked, this, &StudyPage::showRuns);
  connect(compare_, &QPushButton::clicked, this, &StudyPage::showRuns);
  connect(open_, &QPushButton::clicked, this, &StudyPage::openPoint);
  return lower;
}

/// What points can be grouped by. A list that is open stays where it is while rows come.
void StudyPage::showGroups() {
  std::vector<std::pair<QString, int>> entries{{tr("Nothing"), -1}};
  for (int column = 0; column < model_->columnCount(); ++column)
    if (const StudyTableModel::Column& each = model_->columnAt(column);
        StudyTableModel::canGroup(each))
      entries.emplace_back(each.title, column);
  bool same = group_->count() == static_cast<int>(entries.size());
  for (int i = 0; same && i < group_->count(); ++i) {
    const auto& [title, column] = entries[static_cast<std::size_t>(i)];
    same = group_->itemText(i) == title && group_->itemData(i).toInt() == column;
  }
  if (!same) {
    group_->clear();
    for (const auto& [title, column] : entries) group_->addItem(title, column);
  }
  group_->setCurrentIndex(std::max(0, group_->findData(model_->group())));
  group_->setEnabled(group_->count() > 1);
}

/// The usual columns and the study's own; others wait in the menu.
void StudyPage::showColumns() {
  for (int column = 0; column < model_->columnCount(); ++column) {
    const StudyTableModel::Column& each = model_->columnAt(column);
    bool shown = each.kind != StudyTableModel::Kind::number;
    if (!shown && table_) {
      const std::string& name = table_->columns[each.place];
      shown = std::find(kUsualColumns.begin(), kUsualColumns.end(), name) != kUsualColumns.end();
      for (const char* interval : kWithInterval) shown = shown || name == intervalOf(interval);
      for (const StudyColumn& own : study_->columns) shown = shown || name == own.name;
    }
    list_->setColumnHidden(column, !shown);
    if (each.kind == StudyTableModel::Kind::design)
      list_->setColumnWidth(column, 2 * kStudyColumnWidth);
  }
}

void StudyPage::fillColumnMenu() {
  columnMenu_->clear();
  for (int column = 0; column < model_->columnCount(); ++column) {
    QAction* action = columnMenu_->addAction(model_->columnAt(column).title);
    action->setCheckable(true);
    action->setChecked(!list_->isColumnHidden(column));
    connect(action, &QAction::toggled, this, [this, column](bool shown) {
      list_->setColumnHidden(column, !shown);
      if (view_ == parallel) draw();  // its axes are the columns of the table
    });
  }
}

}  // namespace hopscope

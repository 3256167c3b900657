// SPDX-License-Identifier: GPL-3.0-or-later
// How the page of studies is laid out, and what of a study is drawn and listed.
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
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <array>

#include "engine/study/study_columns.h"
#include "engine/study/study_latex.h"
#include "ui/drawing/plot_widget.h"
#include "ui/plots/plot_dialog.h"
#include "ui/plots/scatter_plot.h"
#include "ui/plots/study_pictures.h"
#include "ui/studies/runs_model.h"
#include "ui/studies/study_editor.h"
#include "ui/studies/study_page.h"
#include "ui/studies/study_table_model.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/result_parts.h"
#include "ui/widgets/segment_bar.h"
#include "ui/widgets/table_style.h"
#include "ui/words/study_words.h"

namespace hopscope {

namespace {

constexpr int kStudySideWidth = 312;
constexpr int kStudyHeadHeight = 54, kStudyColumnWidth = 104;
constexpr int kFlushEvery = 2000, kRefreshEvery = 400;
/// Columns that are shown until others are chosen, beside the study's own.
constexpr std::array kUsualColumns = {"accepted_load", "latency.mean", "latency.p99"};

}  // namespace

StudyPage::StudyPage(StudyShelf& shelf, QWidget* parent)
    : QWidget(parent),
      shelf_(shelf),
      theme_(&Theme::light()),
      model_(new StudyTableModel(this)),
      filter_(new RunsFilter(this)) {
  filter_->setSourceModel(model_);
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
  auto* split = new QSplitter(Qt::Vertical, result);
  split->setChildrenCollapsible(false);
  split->addWidget(makeDrawing());
  split->addWidget(makeList());
  split->setStretchFactor(0, 11);
  split->setStretchFactor(1, 9);
  column->addWidget(split, 1);
  row->addWidget(result, 1);

  flush_.setSingleShot(true);
  flush_.setInterval(kFlushEvery);
  refresh_.setSingleShot(true);
  refresh_.setInterval(kRefreshEvery);
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
  title_ = makeLabel(TextRole::title, {}, head);
  title_->setObjectName(QStringLiteral("studyTitle"));
  state_ = makeLabel(TextRole::label, {}, head);
  state_->setObjectName(QStringLiteral("studyState"));
  for (QLabel* label : {title_, state_}) {
    label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    words->addWidget(label);
  }
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

QWidget* StudyPage::makeDrawing() {
  auto* drawing = new QWidget(this);
  auto* column = new QVBoxLayout(drawing);
  column->setContentsMargins(0, 0, 0, 6);
  column->setSpacing(4);
  auto* row = new QHBoxLayout;
  column->addLayout(row);
  row->setSpacing(8);
  auto* bar = new SegmentBar(drawing);
  curvesShown_ = bar->add(tr("Curves"), "studyCurves", tr("A number over what is varied"));
  pointsShown_ = bar->add(tr("Points"), "studyPoints", tr("One number over another"));
  connect(curvesShown_, &QToolButton::clicked, this, [this] { setView(curves); });
  connect(pointsShown_, &QToolButton::clicked, this, [this] { setView(points); });
  row->addWidget(bar);
  row->addSpacing(8);
  const auto axis = [&](const QString& text, const char* id) {
    QComboBox* box = addAxisBox(*row, text, id);
    connect(box, &QComboBox::currentIndexChanged, this, [this] {
      if (!filling_) draw();
    });
    return box;
  };
  across_ = axis(tr("Across"), "studyAcross");
  up_ = axis(tr("Up"), "studyUp");
  row->addStretch();
  drawings_ = new QStackedWidget(drawing);
  plot_ = new PlotWidget(drawings_);
  offerPlotDialog(*plot_);
  plot_->setObjectName(QStringLiteral("studyPlot"));
  plot_->setEmptyText(tr("Curves appear here point by point."));
  scatter_ = new ScatterPlot(drawings_);
  scatter_->setObjectName(QStringLiteral("studyScatter"));
  scatter_->setAccessibleName(tr("Points of the study"));
  scatter_->setEmptyText(tr("Points appear here one by one."));
  scatter_->setWords([this](std::size_t point) {
    QStringList words{QString::fromStdString(baseOf(*study_, point).name)};
    const std::vector<std::string> settings = table_->settings, values = valuesOf(*study_, point);
    for (std::size_t i = 0; i < settings.size(); ++i)
      words << tr("%1: %2").arg(studyWords(settings[i]), QString::fromStdString(values[i]));
    return words.join(QLatin1Char('\n'));
  });
  drawings_->addWidget(plot_);
  drawings_->addWidget(scatter_);
  column->addWidget(drawings_, 1);
  connect(scatter_, &ScatterPlot::chosen, this, [this](std::size_t point) {
    const QModelIndex index = filter_->mapFromSource(model_->index(static_cast<int>(point), 0));
    if (index.isValid()) list_->setCurrentIndex(index);
  });
  connect(scatter_, &ScatterPlot::activated, this, [this] { showRuns(); });
  return drawing;
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
  row->setSpacing(8);
  row->addWidget(words_, 1);
  row->addStretch();
  const auto button = [&](const QString& text, const char* id, const QString& tip) {
    return addButton(*row, text, id, tip);
  };
  asRun_ = button(tr("Show the run"), "studyPointRun",
                  tr("The point, with its first seed, as a run: all that was measured"));
  compare_ = button(tr("Compare"), "studyCompare", tr("Two to six marked points side by side"));
  open_ = button(tr("Open the design"), "studyPoint", tr("The point's design, in the project"));
  column->addLayout(row);
  list_ = new QTableView(lower);
  list_->setObjectName(QStringLiteral("studyTable"));
  list_->setAccessibleName(tr("Points of the study"));
  list_->setModel(filter_);
  styleWideTable(*list_, kStudyHeadHeight);
  list_->setSelectionMode(QAbstractItemView::ExtendedSelection);
  QHeaderView* header = list_->horizontalHeader();
  header->setDefaultSectionSize(kStudyColumnWidth);
  header->setSortIndicator(-1, Qt::AscendingOrder);
  list_->setSortingEnabled(true);
  column->addWidget(list_, 1);
  connect(words_, &QLineEdit::textChanged, filter_, &RunsFilter::setWords);
  connect(list_->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] {
    const auto point = currentPoint();
    scatter_->setCurrent(point ? std::optional<std::size_t>(*point) : std::nullopt);
  });
  connect(list_->selectionModel(), &QItemSelectionModel::selectionChanged, this,
          &StudyPage::showMarked);
  connect(list_, &QTableView::activated, this, &StudyPage::showRuns);
  connect(asRun_, &QPushButton::clicked, this, &StudyPage::showRuns);
  connect(compare_, &QPushButton::clicked, this, &StudyPage::showRuns);
  connect(open_, &QPushButton::clicked, this, &StudyPage::openPoint);
  return lower;
}

void StudyPage::setTheme(const Theme& theme) {
  theme_ = &theme;
  plot_->setTheme(theme);
  scatter_->setTheme(theme);
  editor_->setTheme(theme);
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
    connect(action, &QAction::toggled, this,
            [this, column](bool shown) { list_->setColumnHidden(column, !shown); });
  }
}

void StudyPage::setView(View view) {
  view_ = view;
  drawings_->setCurrentIndex(view);
  (view == curves ? curvesShown_ : pointsShown_)->setChecked(true);
  fillAxes();
}

/// What can be drawn; what was chosen stays chosen where it is there.
void StudyPage::fillAxes() {
  filling_ = true;
  const auto fill = [](QComboBox* box, const std::vector<std::string>& names, const char* first) {
    const QString before = box->currentData().toString();
    box->clear();
    for (const std::string& name : names)
      box->addItem(studyWords(name), QString::fromStdString(name));
    int at = box->findData(before);
    if (at < 0) at = box->findData(QLatin1String(first));
    box->setCurrentIndex(std::max(0, at));
  };
  std::vector<std::string> columns;
  if (table_) columns = table_->columns;
  // What every run will have, where there is none yet.
  for (const char* usual : {"latency.mean", "accepted_load"})
    if (std::find(columns.begin(), columns.end(), usual) == columns.end())
      columns.insert(columns.begin(), usual);
  if (view_ == curves)
    fill(across_, study_ ? numericSettings(*study_) : std::vector<std::string>{}, "traffic.load");
  else
    fill(across_, columns, "accepted_load");
  fill(up_, columns, "latency.mean");
  for (QComboBox* box : {across_, up_}) box->setEnabled(study_ && box->count() > 0);
  list_->parentWidget()->setVisible(study_ != nullptr);
  filling_ = false;
  draw();
}

void StudyPage::draw() {
  const std::string across = across_->currentData().toString().toStdString();
  const std::string up = up_->currentData().toString().toStdString();
  const bool any = study_ && table_ && !across.empty();
  if (view_ == curves) {
    plot_->setEmptyText(
        !study_ ? editor_->isEmpty()
                      ? tr("Make a study of the design that is open, or open one.")
                      : tr("Something is missing in the study, or wrong: see the left. What was "
                           "run is kept.")
        : any ? tr("Curves appear here point by point.")
                : tr("Curves need a setting that is varied over numbers."));
    PlotPicture picture;
    picture.title = tr("Curves of the study");
    if (any) picture = studyCurves(*study_, *table_, across, up);
    plot_->setPicture(picture);
  } else {
    scatter_->setPicture(any ? studyScatter(*study_, *table_, across, up) : ScatterPicture{});
  }
}

void StudyPage::drawCurves(const std::string& setting, const std::string& column) {
  setView(curves);
  across_->setCurrentIndex(across_->findData(QString::fromStdString(setting)));
  up_->setCurrentIndex(up_->findData(QString::fromStdString(column)));
}

void StudyPage::drawPoints(const std::string& across, const std::string& up) {
  setView(points);
  across_->setCurrentIndex(across_->findData(QString::fromStdString(across)));
  up_->setCurrentIndex(up_->findData(QString::fromStdString(up)));
}

}  // namespace hopscope

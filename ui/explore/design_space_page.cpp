// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/design_space_page.h"

#include <QComboBox>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QShortcut>
#include <QSplitter>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/explore/candidate_columns.h"
#include "engine/explore/candidate_text.h"
#include "engine/explore/pareto.h"
#include "engine/study/study_documents.h"
#include "ui/drawing/picture_bytes.h"
#include "ui/drawing/save_bytes.h"
#include "ui/explore/candidate_filter_bar.h"
#include "ui/explore/design_space_form.h"
#include "ui/explore/explore_parts.h"
#include "ui/plots/scatter_files.h"
#include "ui/plots/scatter_plot.h"
#include "ui/widgets/column_scroll.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/result_parts.h"
#include "ui/widgets/table_style.h"
#include "ui/words/engine_text.h"
#include "ui/words/numbers.h"

namespace hopscope {

namespace {

constexpr int kSpaceFormWidth = 288;
constexpr int kSearchSteps = 1000;  // of the progress bar
constexpr int kNameWidth = 320, kNumberWidth = 92;
constexpr int kThreeLines = 54;
/// What is looked at first stands first.
constexpr const char* kShownFirst[] = {"cost",     "power",    "throughput", "worst_throughput",
                                       "diameter", "distance", "terminals",  "routers",
                                       "ports",    "racks"};
/// Of a point, beside both axes.
constexpr const char* kInTip[] = {"terminals", "routers", "ports"};

/// Of what all there is is 1: half of it is half the way.
bool isBound(std::size_t column) {
  return candidateColumns()[column].unit == "flits/terminal/cycle";
}

}  // namespace

struct DesignSpacePage::Search {
  FoundCandidates found;
  Issues issues;
};

DesignSpacePage::DesignSpacePage(const Theme& theme, QWidget* parent)
    : QWidget(parent), theme_(&theme), model_(new CandidateModel(this)) {
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(0);
  form_ = new DesignSpaceForm(theme, this);
  QScrollArea* scroll = columnScroll(form_, this);
  scroll->setFixedWidth(kSpaceFormWidth);
  row->addWidget(scroll);

  auto* result = new QWidget(this);
  auto* column = new QVBoxLayout(result);
  column->setContentsMargins(20, 12, 20, 12);
  column->setSpacing(8);
  column->addWidget(makeHead());
  progress_ = makeThinProgress(kSearchSteps, result);
  column->addWidget(progress_);
  auto* split = new QSplitter(Qt::Vertical, result);
  split->setChildrenCollapsible(false);
  auto* upper = new QWidget(split);
  auto* upperColumn = new QVBoxLayout(upper);
  upperColumn->setContentsMargins(0, 0, 0, 6);
  upperColumn->setSpacing(4);
  upperColumn->addWidget(makeAxes());
  plot_ = new ScatterPlot(upper);
  plot_->setObjectName(QStringLiteral("spacePlot"));
  plot_->setAccessibleName(tr("Networks between two axes"));
  plot_->setWords([this](std::size_t candidate) { return wordsOf(candidate); });
  upperColumn->addWidget(plot_, 1);
  auto* lower = new QWidget(split);
  auto* lowerColumn = new QVBoxLayout(lower);
  lowerColumn->setContentsMargins(0, 8, 0, 0);
  lowerColumn->setSpacing(6);
  filter_ = new CandidateFilterBar(lower);
  lowerColumn->addWidget(filter_);
  table_ = new QTableView(lower);
  makeTable();
  lowerColumn->addWidget(table_, 1);
  split->setStretchFactor(0, 11);
  split->setStretchFactor(1, 9);
  column->addWidget(split, 1);
  row->addWidget(result, 1);

  connect(&work_, &BackgroundWork::progressed, this,
          [this](double share) { progress_->setValue(static_cast<int>(kSearchSteps * share)); });
  connect(&work_, &BackgroundWork::finished, this, &DesignSpacePage::finish);
  connect(form_, &DesignSpaceForm::accepted, this, &DesignSpacePage::search);
  connect(form_, &DesignSpaceForm::changed, this, [this] {
    const bool good = form_->request().has_value();
    search_->setEnabled(good || busy());
    setStyleProperty(search_, "primary", good);
  });
  connect(filter_, &CandidateFilterBar::changed, this, &DesignSpacePage::filterChanged);
  connect(model_, &CandidateModel::marksChanged, this, [this] {
    showCounts();
    draw();
  });
  connect(plot_, &ScatterPlot::chosen, this,
          [this](std::size_t candidate) { choose(candidate, true); });
  connect(plot_, &ScatterPlot::markToggled, this, &DesignSpacePage::toggle);
  connect(plot_, &ScatterPlot::activated, this, [this](std::size_t candidate) {
    choose(candidate, true);
    open_->click();
  });
  connect(plot_, &ScatterPlot::rangeDragged, this,
          [this](double fromX, double toX, double fromY, double toY) {
            filter_->setRange(xColumn(), {fromX, toX});
            if (yColumn() != xColumn()) filter_->setRange(yColumn(), {fromY, toY});
          });
  connect(plot_, &ScatterPlot::rangeCleared, this, [this] {
    filter_->setRange(xColumn(), {});
    filter_->setRange(yColumn(), {});
  });
  showCounts();
}

DesignSpacePage::~DesignSpacePage() = default;

QWidget* DesignSpacePage::makeHead() {
  auto* head = new QWidget(this);
  auto* row = new QHBoxLayout(head);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(8);
  row->addWidget(makeLabel(TextRole::title, tr("Design space"), head));
  counts_ = makeLabel(TextRole::label, {}, head);
  counts_->setObjectName(QStringLiteral("spaceCounts"));
  counts_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  row->addWidget(counts_, 1);
  const auto button = [&](const QString& text, const char* id, const QString& tip) {
    return addButton(*row, text, id, tip);
  };
  search_ = button(tr("Search"), "spaceSearch", tr("Finds every network that fits what is wanted"));
  simulate_ = button(tr("Simulate the marked ones"), "spaceSimulate",
                     tr("Makes a study of them over several loads, and runs it"));
  open_ = button(tr("Open as a design"), "spaceOpen",
                 tr("Replaces the network of the design that is open; Undo takes it back"));
  export_ = button(tr("Export…"), "spaceExport", tr("The table as CSV or JSON, or the picture"));
  connect(search_, &QPushButton::clicked, this, [this] {
    if (busy())
      cancel();
    else
      search();
  });
  connect(simulate_, &QPushButton::clicked, this, &DesignSpacePage::simulateMarked);
  connect(open_, &QPushButton::clicked, this, [this] {
    if (current_ && model_->found()) emit openRequested(model_->found()->all[*current_]);
  });
  connect(export_, &QPushButton::clicked, this, &DesignSpacePage::exportAll);
  return head;
}

QWidget* DesignSpacePage::makeAxes() {
  auto* axes = new QWidget(this);
  auto* row = new QHBoxLayout(axes);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(8);
  const auto axis = [&](const QString& text, const char* id, const char* column) {
    QComboBox* box = addAxisBox(*row, text, id);
    for (std::size_t i = 0; i < candidateColumns().size(); ++i) box->addItem(columnTitle(i));
    box->setCurrentIndex(static_cast<int>(columnOf(column)));
    connect(box, &QComboBox::currentIndexChanged, this, [this] { draw(); });
    return box;
  };
  x_ = axis(tr("Across"), "spaceX", "cost");
  y_ = axis(tr("Up"), "spaceY", "throughput");
  row->addStretch();
  auto* hint =
      makeLabel(TextRole::hint,
                tr("Drag a rectangle to see what is in it; the line is the Pareto front."), axes);
  hint->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  hint->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  row->addWidget(hint, 1);
  return axes;
}

void DesignSpacePage::makeTable() {
  table_->setObjectName(QStringLiteral("spaceTable"));
  table_->setAccessibleName(tr("Networks that fit"));
  table_->setModel(model_);
  styleWideTable(*table_, kThreeLines);
  QHeaderView* header = table_->horizontalHeader();
  header->setDefaultSectionSize(kNumberWidth);
  header->setSectionsClickable(true);
  table_->setColumnWidth(0, kNameWidth);
  int place = 1;
  for (const char* name : kShownFirst)
    header->moveSection(
        header->visualIndex(CandidateModel::kFirstNumber + static_cast<int>(columnOf(name))),
        place++);
  header->setSortIndicator(CandidateModel::kFirstNumber + static_cast<int>(columnOf("cost")),
                           Qt::AscendingOrder);
  table_->setSortingEnabled(true);
  connect(table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
          [this](const QModelIndex& index) {
            if (index.isValid() && !choosing_) choose(model_->candidateAt(index.row()), false);
          });
  // Wherever in its row the keys are.
  auto* mark = new QShortcut(Qt::Key_Space, table_);
  mark->setContext(Qt::WidgetShortcut);
  connect(mark, &QShortcut::activated, this, [this] {
    if (current_) toggle(*current_);
  });
  connect(table_, &QTableView::activated, this, [this] { open_->click(); });
}

void DesignSpacePage::setTheme(const Theme& theme) {
  theme_ = &theme;
  form_->setTheme(theme);
  plot_->setTheme(theme);
}

void DesignSpacePage::showPage() {
  if (!searched_ && !busy()) search();
}

void DesignSpacePage::search() {
  if (busy()) {
    again_ = true;
    work_.cancel();
    return;
  }
  auto request = form_->request();
  if (!request) return;
  searched_ = true;
  setStyleProperty(search_, "primary", false);
  problem_.clear();
  found_ = std::make_shared<Search>();
  found_->found.request = std::move(*request);
  work_.start(
      [found = found_](const std::stop_token& stop, const std::function<void(double)>& progress) {
        found->found.all = explore(found->found.request, stop, &found->issues, progress);
        found->found.complete();
      });
  progress_->setValue(0);
  progress_->show();
  search_->setText(tr("Stop"));
  plot_->setEmptyText(tr("Searching…"));
  showCounts();
  emit stateChanged(tr("Searching the design space"), true);
}

void DesignSpacePage::cancel() {
  again_ = false;
  work_.cancel();
}

void DesignSpacePage::finish(bool cancelled, const QString& failure) {
  progress_->hide();
  search_->setText(tr("Search"));
  const std::shared_ptr<Search> search = std::exchange(found_, nullptr);
  emit stateChanged({}, false);
  if (std::exchange(again_, false)) return this->search();
  if (cancelled) {
    setStyleProperty(search_, "primary", true);
    searched_ = model_->found() != nullptr;
    plot_->setEmptyText(tr("The search was stopped."));
    showCounts();
    return;
  }
  if (!failure.isEmpty()) {
    problem_ = failure;
  } else if (hasErrors(search->issues)) {
    problem_ = issueText(search->issues.front());
  } else {
    // What was chosen is chosen again where it still fits.
    const QString name = current_ ? model_->found()->names[*current_] : QString();
    current_.reset();
    choosing_ = true;
    model_->setFound(std::shared_ptr<const FoundCandidates>(search, std::addressof(search->found)));
    choosing_ = false;
    const QStringList names(search->found.names.begin(), search->found.names.end());
    if (const auto at = names.indexOf(name); !name.isEmpty() && at >= 0)
      current_ = static_cast<std::size_t>(at);
  }
  plot_->setEmptyText(problem_.isEmpty()
                          ? tr("No network fits. Ask for a wider range of terminals, for routers "
                               "with more ports, or take limits away.")
                          : problem_);
  filterChanged();
}

void DesignSpacePage::filterChanged() {
  choosing_ = true;
  model_->setFilter(filter_->filter());
  choosing_ = false;
  draw();
  showCounts();
}

std::size_t DesignSpacePage::xColumn() const {
  return static_cast<std::size_t>(x_->currentIndex());
}

std::size_t DesignSpacePage::yColumn() const {
  return static_cast<std::size_t>(y_->currentIndex());
}

void DesignSpacePage::draw() {
  ScatterPicture picture;
  picture.title = tr("%1 over %2")
                      .arg(engineText(candidateColumns()[yColumn()].label),
                           engineText(candidateColumns()[xColumn()].label));
  picture.xTitle = columnTitle(xColumn());
  picture.yTitle = columnTitle(yColumn());
  picture.xLinear = isBound(xColumn());
  picture.yLinear = isBound(yColumn());
  const FoundCandidates* found = model_->found();
  if (found != nullptr) {
    const auto objective = [](std::size_t column, double value) {
      return candidateColumns()[column].wanted == Wanted::more ? -value : value;
    };
    // The front is that of what the filter leaves, and it is no filter to itself.
    std::vector<std::size_t> looked = model_->passing();
    std::vector<std::vector<double>> rows;
    rows.reserve(looked.size());
    for (const std::size_t candidate : looked)
      rows.push_back({objective(xColumn(), model_->value(candidate, xColumn())),
                      objective(yColumn(), model_->value(candidate, yColumn()))});
    front_.clear();
    for (const std::size_t row : undominated(rows)) front_.push_back(looked[row]);
    choosing_ = true;
    model_->setFront(front_);
    choosing_ = false;
    std::vector<const Generator*> kinds;
    const auto nowhere = std::numeric_limits<double>::quiet_NaN();
    picture.points.assign(found->all.size(), {nowhere, nowhere, 0, false});
    for (const Generator& family : generators()) {
      kinds.push_back(&family);
      picture.kinds << engineText(family.label);
    }
    for (const std::size_t candidate : model_->shown()) {
      const auto kind =
          std::find(kinds.begin(), kinds.end(), found->all[candidate].family) - kinds.begin();
      picture.points[candidate] = {model_->value(candidate, xColumn()),
                                   model_->value(candidate, yColumn()),
                                   static_cast<std::uint8_t>(kind), model_->isMarked(candidate)};
    }
    std::vector<std::size_t> joined;
    for (const std::size_t candidate : front_)
      if (model_->rowOf(candidate) >= 0) joined.push_back(candidate);
    std::stable_sort(joined.begin(), joined.end(), [&](std::size_t a, std::size_t b) {
      const auto place = [&](std::size_t each) {
        return std::pair(model_->value(each, xColumn()), model_->value(each, yColumn()));
      };
      return place(a) < place(b);
    });
    picture.front.assign(joined.begin(), joined.end());
  }
  plot_->setPicture(std::move(picture));
  choose(current_, true);
  showCounts();
}

void DesignSpacePage::choose(std::optional<std::size_t> candidate, bool inTable) {
  current_ = candidate;
  plot_->setCurrent(candidate);
  if (inTable) {
    choosing_ = true;
    const int row = candidate ? model_->rowOf(*candidate) : -1;
    if (row < 0) {
      table_->clearSelection();
      table_->selectionModel()->clearCurrentIndex();
    } else if (table_->currentIndex().row() != row) {
      table_->setCurrentIndex(model_->index(row, 0));
      table_->scrollTo(model_->index(row, 0));
    }
    choosing_ = false;
  }
  open_->setEnabled(current_.has_value());
}

void DesignSpacePage::toggle(std::size_t candidate) {
  model_->mark(candidate, !model_->isMarked(candidate));
}

QString DesignSpacePage::wordsOf(std::size_t candidate) const {
  const FoundCandidates& found = *model_->found();
  QStringList lines{found.names[candidate]};
  const auto add = [&](std::size_t column) {
    const CandidateColumn& each = candidateColumns()[column];
    const QString number = figureText(model_->value(candidate, column));
    lines << tr("%1: %2").arg(
        engineText(each.label),
        each.unit.empty() ? number : number + QChar(0x00a0) + engineText(each.unit));
  };
  add(xColumn());
  if (yColumn() != xColumn()) add(yColumn());
  for (const char* name : kInTip)
    if (const std::size_t column = columnOf(name); column != xColumn() && column != yColumn())
      add(column);
  if (model_->isMarked(candidate)) lines << tr("marked");
  return lines.join(QLatin1Char('\n'));
}

void DesignSpacePage::showCounts() {
  const FoundCandidates* found = model_->found();
  const auto marked = static_cast<qint64>(model_->marked().size());
  QString words;
  if (busy()) {
    words = tr("Searching…");
  } else if (!problem_.isEmpty()) {
    words = problem_;
  } else if (found != nullptr) {
    const auto all = static_cast<qint64>(found->all.size());
    const auto shown = static_cast<qint64>(model_->shown().size());
    words = shown == all
                ? plural(all, "network fits", "networks fit")
                : tr("%1 of %2").arg(wholeText(shown), plural(all, "network fits", "networks fit"));
    if (shown > 0)
      words = tr("%1, %2 on the front").arg(words, wholeText(static_cast<qint64>(front_.size())));
  }
  counts_->setText(words);
  counts_->setToolTip(words);
  setStyleProperty(counts_, "tone", problem_.isEmpty() || busy() ? "t2" : "bad");
  simulate_->setText(marked == 0 ? tr("Simulate the marked ones")
                                 : tr("Simulate %1").arg(plural(marked, "network", "networks")));
  simulate_->setEnabled(marked > 0);
  open_->setEnabled(current_.has_value());
  export_->setEnabled(found != nullptr && !found->all.empty());
}

void DesignSpacePage::simulateMarked() {
  const FoundCandidates* found = model_->found();
  if (found == nullptr || model_->marked().empty()) return;
  std::vector<Design> chosen;
  for (const std::size_t candidate : model_->marked())
    chosen.push_back(designOf(found->all[candidate]));
  const QString name =
      chosen.size() == 1
          ? text(chosen.front().name)
          : tr("%1 from the design space")
                .arg(plural(static_cast<qint64>(chosen.size()), "network", "networks"));
  emit studyRequested(text(comparisonStudy(name.toStdString(), chosen)));
}

const ScatterPicture& DesignSpacePage::picture() const {
  return plot_->picture();
}

void DesignSpacePage::exportAll() {
  const FoundCandidates* found = model_->found();
  if (found == nullptr) return;
  const QString file = QFileDialog::getSaveFileName(
      this, tr("Export the design space"), QStringLiteral("networks.csv"),
      tr("Table (*.csv);;Everything as JSON (*.json);;Picture (*.svg *.pdf *.png)"));
  if (file.isEmpty()) return;
  QString problem;
  bool good = false;
  const CandidateTable table{found->all, model_->shown(), front_};
  if (file.endsWith(QStringLiteral(".csv")))
    good =
        saveBytes(file, QByteArray::fromStdString(candidatesCsv(table)), tr("The table"), &problem);
  else if (file.endsWith(QStringLiteral(".json")))
    good = saveBytes(file, QByteArray::fromStdString(candidatesJson(found->request, table)),
                     tr("The table"), &problem);
  else
    good = exportScatter(plot_->picture(), file, &problem);
  emit wrote(good ? tr("The design space was written to %1.").arg(file) : problem, good);
}

}  // namespace hopscope

// SPDX-License-Identifier: GPL-3.0-or-later
// What of a study is drawn, and the ranges that its points are within.
#include <QComboBox>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <array>

#include "engine/core/csv.h"
#include "engine/study/study_points.h"
#include "ui/drawing/heat_map_plot.h"
#include "ui/drawing/panel_grid.h"
#include "ui/drawing/plot_widget.h"
#include "ui/drawing/save_bytes.h"
#include "ui/plots/parallel_plot.h"
#include "ui/plots/plot_dialog.h"
#include "ui/plots/scatter_plot.h"
#include "ui/plots/study_pictures.h"
#include "ui/studies/study_editor.h"
#include "ui/studies/study_files.h"
#include "ui/studies/study_page.h"
#include "ui/studies/study_table_model.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/result_parts.h"
#include "ui/widgets/segment_bar.h"
#include "ui/words/numbers.h"
#include "ui/words/study_words.h"

namespace hopscope {

namespace {

/// Values of a dimension that a menu has room for.
constexpr std::size_t kMostRangeChoices = 40;
constexpr int kAfterRanges = 60;  // ms, that the table waits for a drag

/// "0.2 to 0.5", or the only value.
QString rangeText(const StudyDimension& dimension, const std::pair<double, double>& range) {
  const QString from = dimension.text(range.first), to = dimension.text(range.second);
  return from == to ? from : StudyPage::tr("%1 to %2").arg(from, to);
}

/// The points as two columns and what they are.
QString scatterCsv(const ScatterPicture& picture) {
  const auto cell = [](const QString& text) {
    return QString::fromStdString(csvCell(text.toStdString()));
  };
  QString out = QStringLiteral("design,%1,%2\n").arg(cell(picture.xTitle), cell(picture.yTitle));
  for (const ScatterPicture::Point& point : picture.points)
    out += QStringLiteral("%1,%2,%3\n")
               .arg(cell(picture.kinds.value(point.kind)), QString::fromStdString(csvCell(point.x)),
                    QString::fromStdString(csvCell(point.y)));
  return out;
}

/// The setting or column that a box has.
std::string nameIn(const QComboBox* box) {
  return box->currentData().toString().toStdString();
}

}  // namespace

QWidget* StudyPage::makeDrawing() {
  auto* drawing = new QWidget(this);
  auto* column = new QVBoxLayout(drawing);
  column->setContentsMargins(0, 0, 0, 6);
  column->setSpacing(4);
  auto* row = new QHBoxLayout;
  column->addLayout(row);
  row->setSpacing(8);
  auto* bar = new SegmentBar(drawing);
  struct ViewEntry {
    View view;
    QString text;
    const char* id;
    QString tip;
  };
  for (const ViewEntry& entry :
       {ViewEntry{curves, tr("Curves"), "studyCurves", tr("A number over what is varied")},
        ViewEntry{
            panels, tr("Panels"), "studyPanels",
            tr("Curves in several panels on the same scales, one for each value of a setting")},
        ViewEntry{points, tr("Points"), "studyPoints", tr("One number over another")},
        ViewEntry{map, tr("Heat map"), "studyMap", tr("A number as a colour over two settings")},
        ViewEntry{parallel, tr("Parallel axes"), "studyParallel",
                  tr("Each point as a line over settings and numbers, with ranges to drag")}}) {
    views_.push_back(bar->add(entry.text, entry.id, entry.tip));
    connect(views_.back(), &QToolButton::clicked, this,
            [this, view = entry.view] { setView(view); });
  }
  row->addWidget(bar);
  row->addStretch();
  rangesButton_ = addButton(*row, tr("Ranges"), "studyRanges",
                            tr("Draws and lists only points with some values of what is varied"));
  rangeMenu_ = new QMenu(rangesButton_);
  rangesButton_->setMenu(rangeMenu_);
  connect(rangeMenu_, &QMenu::aboutToShow, this, &StudyPage::fillRangeMenu);
  auto* boxes = new QHBoxLayout;
  column->addLayout(boxes);
  boxes->setSpacing(8);
  const auto axis = [&](const QString& text, const char* id, QLabel*& word) {
    QComboBox* box = addAxisBox(*boxes, text, id);
    word = qobject_cast<QLabel*>(boxes->itemAt(boxes->count() - 2)->widget());
    box->setMinimumContentsLength(14);
    connect(box, &QComboBox::currentIndexChanged, this, [this] {
      if (filling_) return;
      fillAxes();
    });
    return box;
  };
  across_ = axis(tr("Across"), "studyAcross", acrossWord_);
  up_ = axis(tr("Up"), "studyUp", upWord_);
  by_ = axis(tr("Colour"), "studyBy", byWord_);
  boxes->addStretch();
  rangeRow_ = new QWidget(drawing);
  auto* ranges = new QHBoxLayout(rangeRow_);
  ranges->setContentsMargins(0, 0, 0, 0);
  ranges->setSpacing(8);
  rangeWords_ = makeLabel(TextRole::label, {}, rangeRow_);
  rangeWords_->setObjectName(QStringLiteral("studyRangeWords"));
  rangeWords_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  ranges->addWidget(rangeWords_, 1);
  QPushButton* all =
      addButton(*ranges, tr("All points"), "studyAllPoints", tr("Takes all ranges away"));
  connect(all, &QPushButton::clicked, this, [this] { setRanges({}); });
  rangeRow_->hide();
  column->addWidget(rangeRow_);

  drawings_ = new QStackedWidget(drawing);
  plot_ = new PlotWidget(drawings_);
  offerPlotDialog(*plot_);
  plot_->setObjectName(QStringLiteral("studyPlot"));
  panels_ = new PanelGrid(drawings_);
  panels_->setObjectName(QStringLiteral("studyPanelGrid"));
  scatter_ = new ScatterPlot(drawings_);
  scatter_->setObjectName(QStringLiteral("studyScatter"));
  scatter_->setAccessibleName(tr("Points of the study"));
  scatter_->setWords([this](std::size_t place) {
    if (place >= within_.size()) return QString();
    const PointId point = within_[place]->point;
    QStringList words{QString::fromStdString(baseOf(*study_, point).name)};
    const std::vector<std::string> settings = table_->settings, values = valuesOf(*study_, point);
    for (std::size_t i = 0; i < settings.size(); ++i)
      words << tr("%1: %2").arg(studyWords(settings[i]), QString::fromStdString(values[i]));
    return words.join(QLatin1Char('\n'));
  });
  map_ = new HeatMapPlot(drawings_);
  map_->setObjectName(QStringLiteral("studyHeatMap"));
  lines_ = new ParallelPlot(drawings_);
  lines_->setObjectName(QStringLiteral("studyLines"));
  lines_->setToolTip(
      tr("A drag along an axis keeps what lies within, a click beside the range takes it away. "
         "With keys: left and right choose an axis, up and down move the lower end of its range, "
         "with Shift the upper one, Delete takes it away."));
  for (QWidget* each : std::initializer_list<QWidget*>{plot_, panels_, scatter_, map_, lines_})
    drawings_->addWidget(each);
  column->addWidget(drawings_, 1);
  const auto choosePoint = [this](std::size_t place) {
    if (place >= within_.size()) return;
    const int listed = model_->reveal(within_[place]->point);
    if (listed >= 0) list_->setCurrentIndex(model_->index(listed, 0));
  };
  connect(scatter_, &ScatterPlot::chosen, this, choosePoint);
  connect(scatter_, &ScatterPlot::activated, this, [this] { showRuns(); });
  connect(panels_, &PanelGrid::activated, this, [this](std::size_t panel) {
    const PanelsPicture& picture = panels_->picture();
    StudyFilter wanted = ranges_;
    const double level = picture.panels.at(panel).level;
    wanted[picture.by] = {level, level};
    setRanges(wanted);
    setView(curves);
  });
  connect(map_, &HeatMapPlot::chosen, this, [this, choosePoint](std::size_t cell) {
    const std::vector<std::uint32_t>& cells = map_->picture().cellOf;
    const auto first = std::find(cells.begin(), cells.end(), static_cast<std::uint32_t>(cell));
    if (first != cells.end()) choosePoint(static_cast<std::size_t>(first - cells.begin()));
  });
  connect(map_, &HeatMapPlot::activated, this, [this] { showRuns(); });
  connect(lines_, &ParallelPlot::rangesChanged, this, &StudyPage::setRanges);
  rangesMoved_.setSingleShot(true);
  rangesMoved_.setInterval(kAfterRanges);
  connect(&rangesMoved_, &QTimer::timeout, this, [this] {
    model_->setFilter(within_, words_->text());
    // Other rows may have taken the mark away.
    pointAtCurrent();
    showMarked();
  });
  return drawing;
}

void StudyPage::setTheme(const Theme& theme) {
  theme_ = &theme;
  plot_->setTheme(theme);
  panels_->setTheme(theme);
  scatter_->setTheme(theme);
  map_->setTheme(theme);
  lines_->setTheme(theme);
  editor_->setTheme(theme);
}

void StudyPage::setView(View view) {
  view_ = view;
  drawings_->setCurrentIndex(view);
  views_[view]->setChecked(true);
  fillAxes();
}

/// What can be drawn; what was chosen stays chosen where it is there.
void StudyPage::fillAxes() {
  filling_ = true;
  fillAxisBoxes();
  list_->parentWidget()->setVisible(study_ != nullptr);
  rangesButton_->setEnabled(study_ != nullptr && !variedDimensions(*study_).empty());
  filling_ = false;
  draw();
}

void StudyPage::fillAxisBoxes() {
  const auto fill = [](QComboBox* box, const std::vector<std::string>& names,
                       const std::vector<std::string>& first) {
    const QString before = box->currentData().toString();
    box->clear();
    for (const std::string& name : names)
      box->addItem(name == kDesignDimension ? tr("Design") : studyWords(name),
                   QString::fromStdString(name));
    int at = box->findData(before);
    for (const std::string& each : first)
      if (at < 0) at = box->findData(QString::fromStdString(each));
    box->setCurrentIndex(std::max(0, at));
    box->setEnabled(box->count() > 0);
  };
  using Names = std::vector<std::string>;
  Names columns;
  if (table_) columns = table_->columns;
  // What every run will have, where there is none yet.
  for (const char* usual : {"latency.mean", "accepted_load"})
    if (std::find(columns.begin(), columns.end(), usual) == columns.end())
      columns.insert(columns.begin(), usual);
  const Names numeric = study_ ? numericSettings(*study_) : Names{},
              varied = study_ ? variedDimensions(*study_) : Names{};
  // What does not stand still along `name`.
  const auto besides = [&](const std::string& name) {
    Names others;
    for (const std::string& each : varied) {
      const auto axis = axisOfSetting(*study_, each);
      if (each != name && (!axis || axis != axisOfSetting(*study_, name))) others.push_back(each);
    }
    return others;
  };
  const auto show = [](QLabel* word, QComboBox* box, const QString& text) {
    word->setText(text);
    box->setAccessibleName(text);
    word->setVisible(!text.isEmpty());
    box->setVisible(!text.isEmpty());
  };
  show(acrossWord_, across_, view_ == parallel ? QString() : tr("Across"));
  show(upWord_, up_, view_ == parallel ? QString() : tr("Up"));
  switch (view_) {
    case curves:
    case panels:
      show(byWord_, by_, view_ == panels ? tr("A panel for each") : QString());
      fill(across_, numeric, {"traffic.load"});
      fill(up_, columns, {"latency.mean"});
      if (view_ == panels) fill(by_, besides(nameIn(across_)), {});
      break;
    case points:
      show(byWord_, by_, {});
      fill(across_, columns, {"accepted_load"});
      fill(up_, columns, {"latency.mean"});
      break;
    case map:
      show(byWord_, by_, tr("Colour"));
      fill(across_, varied, {"traffic.load"});
      // Settings of a random sample move together, and yet make a map.
      fill(up_,
           [&] {
             Names others = besides(nameIn(across_));
             if (others.empty())
               std::copy_if(varied.begin(), varied.end(), std::back_inserter(others),
                            [&](const std::string& each) { return each != nameIn(across_); });
             return others;
           }(),
           {});
      fill(by_, columns, {"latency.mean"});
      break;
    case parallel:
      show(byWord_, by_, tr("Colour"));
      fill(by_, columns, {"latency.mean"});
      break;
  }
}

/// What is varied, then the columns that the table shows.
std::vector<std::string> StudyPage::parallelNames() const {
  std::vector<std::string> names = variedDimensions(*study_);
  for (int column = 0; column < model_->columnCount(); ++column)
    if (const auto& each = model_->columnAt(column);
        each.kind == StudyTableModel::Kind::number && !list_->isColumnHidden(column))
      names.push_back(table_->columns[each.place]);
  return names;
}

void StudyPage::draw() {
  const std::string across = nameIn(across_), up = nameIn(up_), by = nameIn(by_);
  const QString without =
      !study_ && editor_->isEmpty() ? tr("Make a study of the design that is open, or open one.")
      : !study_                     ? tr("Something is missing in the study, or wrong: see the "
                                                             "left. What was run is kept.")
      : !ranges_.empty() && within_.empty() ? tr("No point lies within the ranges.")
                                            : QString();
  const auto words = [&](const QString& own) { return without.isEmpty() ? own : without; };
  const bool known = study_ && table_;
  const bool any = known && !across.empty();
  // Its rows are those of a table that may be gone.
  if (view_ != parallel) lines_->setPicture({});
  switch (view_) {
    case curves: {
      PlotPicture picture;
      picture.title = tr("Curves of the study");
      if (any) picture = studyCurves(*study_, *table_, within_, across, up);
      plot_->setEmptyText(words(
          !any      ? tr("Curves need a setting that is varied over numbers.")
          : allRan_ ? tr("No point has a number of what is drawn, as a saturated network has no "
                         "latency: draw another one, or lower loads.")
                    : tr("Curves appear here point by point.")));
      plot_->setPicture(picture);
      break;
    }
    case panels:
      panels_->setEmptyText(
          words(tr("Panels need a setting that is varied over numbers, and "
                   "another one, or several designs.")));
      panels_->setPicture(any && !by.empty()
                              ? studyPanels(*study_, *table_, within_, across, up, by)
                              : PanelsPicture{});
      break;
    case points:
      scatter_->setEmptyText(words(tr("Points appear here one by one.")));
      scatter_->setPicture(any ? studyScatter(*study_, *table_, within_, across, up)
                               : ScatterPicture{});
      break;
    case map: {
      HeatMapPicture picture;
      if (any && !up.empty()) picture = studyHeatMap(*study_, *table_, within_, across, up, by);
      map_->setEmptyText(words(!picture.whyEmpty.isEmpty()
                                   ? picture.whyEmpty
                                   : tr("A heat map needs two settings that are varied, or one and "
                                        "several designs.")));
      map_->setPicture(picture);
      break;
    }
    case parallel:
      lines_->setEmptyText(words(tr("Lines appear here, one for each point.")));
      lines_->setPicture(known ? studyParallel(*study_, *table_, parallelNames(), by, ranges_)
                               : ParallelPicture{});
      break;
  }
  pointAtCurrent();
}

/// The row that is current in the table is in what is drawn, too.
void StudyPage::pointAtCurrent() {
  const StudyTableRow* row = currentRow();
  if (view_ == parallel) lines_->setCurrent(row);
  if (view_ != points) return;
  const auto at = std::find_if(within_.begin(), within_.end(), [&](const StudyTableRow* each) {
    return row != nullptr && each->point == row->point;
  });
  scatter_->setCurrent(at == within_.end()
                           ? std::nullopt
                           : std::optional(static_cast<std::size_t>(at - within_.begin())));
}

void StudyPage::setRanges(const StudyFilter& ranges) {
  if (!table_) return;
  ranges_ = ranges;
  within_ = pointsWithin(*study_, *table_, ranges_);
  if (view_ == parallel) {
    // All lines are there already.
    ParallelPicture picture = lines_->picture();
    hopscope::setRanges(picture, *study_, *table_, ranges_);
    lines_->setPicture(std::move(picture));
  } else {
    draw();
  }
  showRanges();
  rangesMoved_.start();
}

/// Which points are left, and why.
void StudyPage::showRanges() {
  rangeRow_->setVisible(table_ && !ranges_.empty());
  if (!table_ || ranges_.empty()) return;
  QStringList words;
  for (const auto& [name, range] : ranges_) {
    const StudyDimension dimension = studyDimension(*study_, *table_, name);
    words << tr("%1 %2").arg(dimension.title, rangeText(dimension, range));
  }
  rangeWords_->setText(tr("%1 of %2: %3")
                           .arg(wholeText(static_cast<qint64>(within_.size())),
                                plural(static_cast<qint64>(table_->rows.size()), "point", "points"),
                                words.join(QStringLiteral(" · "))));
  rangeWords_->setToolTip(rangeWords_->text());
}

/// A menu for each dimension of few values: all, or one of them.
void StudyPage::fillRangeMenu() {
  rangeMenu_->clear();
  if (!table_) return;
  const StudyPoints all = allPoints(*table_);
  for (const std::string& name : variedDimensions(*study_)) {
    const StudyDimension dimension = studyDimension(*study_, *table_, name);
    const std::vector<double> levels = levelsOf(dimension, all);
    if (levels.size() > kMostRangeChoices) continue;
    QMenu* menu = rangeMenu_->addMenu(dimension.title);
    const auto add = [&](const QString& text, std::optional<double> level) {
      const auto range = ranges_.find(name);
      QAction* action = menu->addAction(text);
      action->setCheckable(true);
      action->setChecked(level
                             ? range != ranges_.end() && range->second == std::pair(*level, *level)
                             : range == ranges_.end());
      connect(action, &QAction::triggered, this, [this, name, level] {
        StudyFilter ranges = ranges_;
        if (level)
          ranges[name] = {*level, *level};
        else
          ranges.erase(name);
        setRanges(ranges);
      });
    };
    add(tr("All"), {});
    for (const double level : levels) add(dimension.text(level), level);
  }
  if (rangeMenu_->isEmpty())
    rangeMenu_->addAction(tr("Too many values to choose from: see Parallel axes"))
        ->setEnabled(false);
}

void StudyPage::choose(std::initializer_list<std::pair<QComboBox*, std::string>> names) {
  for (const auto& [box, name] : names) {
    const int at = box->findData(QString::fromStdString(name));
    if (at >= 0) box->setCurrentIndex(at);
  }
}

void StudyPage::drawCurves(const std::string& setting, const std::string& column) {
  setView(curves);
  choose({{across_, setting}, {up_, column}});
}

void StudyPage::drawPanels(const std::string& setting, const std::string& column,
                           const std::string& by) {
  setView(panels);
  choose({{across_, setting}, {up_, column}, {by_, by}});
}

void StudyPage::drawPoints(const std::string& across, const std::string& up) {
  setView(points);
  choose({{across_, across}, {up_, up}});
}

void StudyPage::drawMap(const std::string& across, const std::string& up,
                        const std::string& column) {
  setView(map);
  choose({{across_, across}, {up_, up}, {by_, column}});
}

void StudyPage::drawParallel(const std::string& colour) {
  setView(parallel);
  choose({{by_, colour}});
}

QString StudyPage::drawnCsv() const {
  switch (view_) {
    case curves:
      return plotCsv(plot_->picture());
    case panels:
      return panelsCsv(panels_->picture());
    case points:
      return scatterCsv(scatter_->picture());
    case map:
      return heatMapCsv(map_->picture());
    case parallel:
      break;
  }
  return parallelCsv(lines_->picture());
}

bool StudyPage::exportTo(const QString& file, QString* problem, bool drawn) {
  if (!study_) return false;
  if (drawn) return saveBytes(file, drawnCsv().toUtf8(), tr("The plot"), problem);
  const StudyDrawings pictures{view_ == curves ? &plot_->picture() : nullptr,
                               view_ == points ? &scatter_->picture() : nullptr,
                               view_ == panels ? &panels_->picture() : nullptr,
                               view_ == map ? &map_->picture() : nullptr,
                               view_ == parallel ? &lines_->picture() : nullptr};
  return writeStudyFile(file, *study_, text_, rows_, pictures, problem);
}

}  // namespace hopscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/studies/latency_curve_dialog.h"

#include <QCheckBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "engine/core/thread_team.h"
#include "engine/design/catalogue.h"
#include "engine/study/study.h"
#include "projects/stored_run.h"
#include "ui/document/setting_numbers.h"
#include "ui/inspectors/run_summary.h"
#include "ui/plots/plot_dialog.h"
#include "ui/studies/curve_loads.h"
#include "ui/studies/study_frame.h"
#include "ui/widgets/ending_wait.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/number_boxes.h"
#include "ui/widgets/screen_room.h"
#include "ui/words/engine_text.h"
#include "ui/words/numbers.h"
#include "ui/words/result_words.h"

namespace hopscope {

namespace {

/// More points than this say nothing that fewer don't.
constexpr int kMostPoints = 200;

QDoubleSpinBox* loadField(double value, double minimum, QWidget* parent) {
  auto* field = new RealBox(parent);
  field->setDecimals(3);
  field->setRange(minimum, 1);
  field->setSingleStep(0.05);
  field->setValue(value);
  field->setFixedWidth(96);
  return field;
}

int seedsOf(const Design& design) {
  return static_cast<int>(wholeSetting(design, "run.replications", 1));
}

QTableWidgetItem* numberItem(const QString& text) {
  auto* item = new QTableWidgetItem(text);
  item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
  item->setFlags(Qt::ItemIsSelectable | Qt::ItemIsEnabled);
  return item;
}

}  // namespace

LatencyCurveDialog::LatencyCurveDialog(QWidget* parent) : QDialog(parent) {
  setWindowTitle(tr("Latency curve"));
  setObjectName(QStringLiteral("latencyCurve"));
  resize(QSize(960, 620).boundedTo(screenRoom(*this)));
  const StudyFrame frame =
      layOutStudy(this, tr("Simulates one load after another, several at once, until the network "
                           "no longer accepts what it is offered."));
  title_ = frame.title;
  frame.middle->addWidget(makeForm());
  frame.middle->addWidget(makeResults(), 1);
  status_ = frame.status;
  status_->setObjectName(QStringLiteral("curveStatus"));
  progress_ = frame.progress;
  export_ = new QPushButton(tr("Export…"), this);
  stop_ = new QPushButton(this);
  stop_->setObjectName(QStringLiteral("curveStop"));
  start_ = new QPushButton(tr("Compute curve"), this);
  start_->setObjectName(QStringLiteral("curveStart"));
  start_->setProperty("primary", true);
  start_->setDefault(true);
  for (QPushButton* each : {export_, stop_, start_}) frame.buttons->addWidget(each);

  connect(start_, &QPushButton::clicked, this, &LatencyCurveDialog::start);
  connect(stop_, &QPushButton::clicked, this, [this] {
    if (running())
      cancel();
    else
      close();
  });
  connect(export_, &QPushButton::clicked, this, &LatencyCurveDialog::exportRequested);
  connect(&worker_, &CurveWorker::pointArrived, this, [this] {
    points_ = worker_.points();
    showPoints();
  });
  connect(&estimate_, &EstimateWatch::changed, this, &LatencyCurveDialog::showPoints);
  connect(&worker_, &CurveWorker::progressed, this, &LatencyCurveDialog::showProgress);
  connect(&worker_, &CurveWorker::finished, this, &LatencyCurveDialog::finish);
  setRunning(false);
  showPoints();
}

LatencyCurveDialog::~LatencyCurveDialog() = default;

QWidget* LatencyCurveDialog::makeForm() {
  auto* form = new QWidget(this);
  form->setFixedWidth(248);
  auto* grid = new QGridLayout(form);
  grid->setContentsMargins(0, 0, 0, 0);
  grid->setVerticalSpacing(8);
  grid->setColumnStretch(0, 1);
  int row = 0;
  const auto add = [&](const QString& name, QWidget* field) {
    auto* label = makeLabel(TextRole::label, name, form);
    label->setBuddy(field);
    field->setAccessibleName(name);
    grid->addWidget(label, row, 0);
    grid->addWidget(field, row++, 1, Qt::AlignRight);
  };
  grid->addWidget(makeLabel(TextRole::section, tr("Loads"), form), row++, 0, 1, 2);
  const LoadRange range;
  from_ = loadField(range.from, 0.001, form);
  to_ = loadField(range.to, 0.001, form);
  step_ = loadField(range.step, 0.001, form);
  from_->setObjectName(QStringLiteral("curveFrom"));
  to_->setObjectName(QStringLiteral("curveTo"));
  step_->setObjectName(QStringLiteral("curveStep"));
  add(tr("From"), from_);
  add(tr("To"), to_);
  add(tr("In steps of"), step_);
  rangeNote_ = makeLabel(TextRole::hint, {}, form);
  rangeNote_->setWordWrap(true);
  grid->addWidget(rangeNote_, row++, 0, 1, 2);
  grid->addWidget(makeLabel(TextRole::section, tr("Runs"), form), row++, 0, 1, 2);
  seeds_ = new WholeBox(form);
  seeds_->setRange(1, static_cast<int>(kMostSeeds));
  seeds_->setObjectName(QStringLiteral("curveSeeds"));
  seeds_->setFixedWidth(96);
  add(tr("Seeds per load"), seeds_);
  jobs_ = new WholeBox(form);
  const auto cores = static_cast<int>(coresHere());
  jobs_->setRange(1, std::max(64, cores));
  jobs_->setValue(cores);
  jobs_->setObjectName(QStringLiteral("curveThreads"));
  jobs_->setFixedWidth(96);
  add(tr("Threads"), jobs_);
  stopEarly_ = new QCheckBox(tr("Stop at saturation"), form);
  stopEarly_->setChecked(true);
  grid->addWidget(stopEarly_, row++, 0, 1, 2);
  estimateNote_ = makeLabel(TextRole::hint, {}, form);
  estimateNote_->setObjectName(QStringLiteral("curveEstimate"));
  estimateNote_->setWordWrap(true);
  grid->addWidget(estimateNote_, row++, 0, 1, 2);
  grid->setRowStretch(row, 1);
  for (QDoubleSpinBox* field : {from_, to_, step_})
    connect(field, &QDoubleSpinBox::valueChanged, this, [this] {
      loadsChosen_ = true;
      checkRange();
    });
  connect(seeds_, &QSpinBox::valueChanged, this, &LatencyCurveDialog::checkRange);
  return form;
}

QWidget* LatencyCurveDialog::makeResults() {
  auto* side = new QWidget(this);
  auto* column = new QVBoxLayout(side);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(12);
  auto* plots = new QHBoxLayout;
  plots->setSpacing(16);
  latency_ = new PlotWidget(side);
  offerPlotDialog(*latency_);
  accepted_ = new PlotWidget(side);
  offerPlotDialog(*accepted_);
  latency_->setAccessibleName(tr("Latency against offered load"));
  accepted_->setAccessibleName(tr("Accepted against offered load"));
  for (PlotWidget* plot : {latency_, accepted_}) {
    plot->setEmptyText(tr("Points appear here one by one."));
    plot->setMinimumSize(220, 200);
    plots->addWidget(plot, 1);
  }
  column->addLayout(plots, 1);
  table_ = new QTableWidget(0, 6, side);
  table_->setObjectName(QStringLiteral("curveTable"));
  table_->setHorizontalHeaderLabels({tr("Offered"), tr("Accepted"), tr("Mean latency"),
                                     tr("99th percentile"), tr("Cache hits"), tr("Verdict")});
  table_->horizontalHeader()->setHighlightSections(false);
  table_->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
  table_->horizontalHeader()->setDefaultAlignment(Qt::AlignRight | Qt::AlignVCenter);
  table_->verticalHeader()->hide();
  table_->verticalHeader()->setDefaultSectionSize(22);
  table_->setShowGrid(false);
  table_->setFrameShape(QFrame::NoFrame);
  table_->setSelectionBehavior(QAbstractItemView::SelectRows);
  table_->setMaximumHeight(190);
  column->addWidget(table_);
  return side;
}

void LatencyCurveDialog::setTheme(const Theme& theme) {
  latency_->setTheme(theme);
  accepted_->setTheme(theme);
}

void LatencyCurveDialog::setDesign(const Design& design, qint64 tag) {
  // What was typed for this design stays; another one brings its own.
  if (!running() && (tag != tag_ || seedsOf(design) != seedsOf(design_)))
    seeds_->setValue(seedsOf(design));
  if (tag != tag_) {
    loadsChosen_ = false;
    bound_ = 0;
  }
  design_ = design;
  tag_ = tag;
  offerLoads();
  if (!running() && points_.empty()) title_->setText(QString::fromStdString(design.name));
  checkRange();
}

void LatencyCurveDialog::setBound(double saturation) {
  bound_ = saturation;
  offerLoads();
}

void LatencyCurveDialog::offerLoads() {
  if (loadsChosen_ || running()) return;
  const LoadRange range = loadsUpTo(bound_);
  from_->setValue(range.from);
  to_->setValue(range.to);
  step_->setValue(range.step);
  loadsChosen_ = false;
}

std::string LatencyCurveDialog::curveName() const {
  return hopscope::curveName(curveDesign_);
}

void LatencyCurveDialog::showStored(const Design& design, const std::vector<CurvePoint>& points) {
  if (running()) return;
  curveDesign_ = design;
  points_ = points;
  estimate_.setDesign(design);
  title_->setText(QString::fromStdString(hopscope::curveName(design)));
  seeds_->setValue(seedsOf(design));
  if (!points.empty()) {
    from_->setValue(points.front().offered);
    to_->setValue(points.back().offered);
    if (points.size() > 1) step_->setValue(points[1].offered - points[0].offered);
  }
  status_->clear();
  showPoints();
  setRunning(false);
}

std::vector<double> LatencyCurveDialog::loads() const {
  std::vector<double> out;
  const double step = step_->value();
  for (int i = 0; i <= kMostPoints; ++i) {
    // Multiples of the step, free of the rounding that adding it up would gather.
    const double load = std::round((from_->value() + i * step) * 1e6) / 1e6;
    if (load > to_->value() + 1e-9) break;
    out.push_back(load);
  }
  return out;
}

void LatencyCurveDialog::checkRange() {
  if (running()) return;
  const std::size_t count = loads().size();
  const bool backwards = from_->value() > to_->value();
  const bool many = count > static_cast<std::size_t>(kMostPoints);
  setStyleProperty(to_, "invalid", backwards);
  setStyleProperty(step_, "invalid", many);
  setStyleProperty(rangeNote_, "tone", backwards || many ? "bad" : "t3");
  if (backwards)
    rangeNote_->setText(
        tr("The last load must be at least the first, %1.").arg(realText(from_->value(), 3)));
  else if (many)
    rangeNote_->setText(tr("At most %1 loads: choose a larger step.").arg(kMostPoints));
  else
    rangeNote_->setText(
        tr("%1, %2").arg(plural(static_cast<qint64>(count), "load", "loads"),
                         plural(static_cast<qint64>(count) * seeds_->value(), "run", "runs")));
  start_->setEnabled(!backwards && !many);
}

void LatencyCurveDialog::start() {
  if (running() || !start_->isEnabled() || (gate_ && !gate_())) return;
  CurveRequest request;
  request.design = design_;
  request.loads = loads();
  request.design.settings["run.replications"] = std::int64_t{seeds_->value()};
  request.jobs = static_cast<unsigned>(jobs_->value());
  request.stopAtSaturation = stopEarly_->isChecked();
  curveDesign_ = request.design;
  curveTag_ = tag_;
  estimate_.setDesign(curveDesign_);
  points_.clear();
  title_->setText(QString::fromStdString(curveName()));
  showPoints();
  progress_->setValue(0);
  status_->setText(tr("Computing"));
  clock_.start();
  worker_.start(request);
  setRunning(true);
}

void LatencyCurveDialog::cancel() {
  if (!running()) return;
  worker_.cancel();
  status_->setText(tr("Stopping"));
  stop_->setEnabled(false);
}

bool LatencyCurveDialog::keep(QWidget& window) {
  EndingWait ending(
      tr("The latency curve is being ended."), [this] { return !running(); }, &window);
  connect(&worker_, &CurveWorker::finished, &ending, &EndingWait::look);
  cancel();
  ending.wait();
  return !running();
}

void LatencyCurveDialog::forget() {
  if (running()) {
    forgetting_ = true;
    cancel();
    return;
  }
  loadsChosen_ = false;
  points_.clear();
  status_->clear();
  title_->setText(QString::fromStdString(design_.name));
  showPoints();
  setRunning(false);
}

void LatencyCurveDialog::setRunning(bool running) {
  start_->setVisible(!running);
  stop_->setEnabled(true);
  stop_->setText(running ? tr("Stop") : tr("Close"));
  export_->setVisible(!running && !points_.empty());
  progress_->setVisible(running);
  for (QWidget* field : {static_cast<QWidget*>(from_), static_cast<QWidget*>(to_),
                         static_cast<QWidget*>(step_), static_cast<QWidget*>(seeds_),
                         static_cast<QWidget*>(jobs_), static_cast<QWidget*>(stopEarly_)})
    field->setEnabled(!running);
  if (running) return;
  offerLoads();  // of what has become known meanwhile
  checkRange();
}

void LatencyCurveDialog::showProgress(const CurveProgress& progress) {
  progress_->setValue(static_cast<int>(progress.fraction * 1000));
  QString words = tr("%1 of %2 runs").arg(progress.done).arg(progress.total);
  const double seconds = static_cast<double>(clock_.elapsed()) / 1000;
  if (progress.fraction > 0.02 && seconds > 1)
    words +=
        QStringLiteral(", ") + timeLeftText(seconds * (1 - progress.fraction) / progress.fraction);
  status_->setText(words);
  emit progressChanged(tr("Latency curve: %1").arg(words));
}

void LatencyCurveDialog::finish(bool cancelled, const QString& failure) {
  points_ = worker_.points();
  setRunning(false);
  showPoints();
  emit progressChanged({});
  if (forgetting_) {
    forgetting_ = false;
    forget();
    return;
  }
  if (!failure.isEmpty()) {
    status_->setText(tr("No curve: %1").arg(failure));
    return;
  }
  const std::optional<double> saturation = saturationLoad(points_);
  if (cancelled)
    status_->setText(tr("Stopped after %1.")
                         .arg(plural(static_cast<qint64>(points_.size()), "point", "points")));
  else if (saturation && *saturation > 0)
    status_->setText(tr("Saturates above load %1.").arg(loadText(*saturation)));
  else if (saturation && isOverloaded(points_.front().verdict))
    status_->setText(tr("Saturated already at the first load."));
  else if (saturation)
    status_->setText(tr("Saturated at load %1; of the loads below nothing is known, as no "
                        "measured packet arrived. A longer measurement shows more.")
                         .arg(loadText(firstOverload(points_)->offered)));
  else if (std::any_of(points_.begin(), points_.end(),
                       [](const CurvePoint& point) { return point.verdict == Verdict::unknown; }))
    status_->setText(tr("No load saturates; where no measured packet arrived, nothing is known."));
  else
    status_->setText(tr("Stable at every load."));
  if (!points_.empty()) emit curveFinished(curveDesign_, points_);
}

void LatencyCurveDialog::showPoints() {
  CurvePlots plots = curvePlots(points_);
  if (!points_.empty() && estimate_.answer())
    addEstimate(plots.latency, estimate_.answer()->estimate);
  showEstimateNote();
  latency_->setEmptyText(points_.empty()           ? tr("Points appear here one by one.")
                         : saturationLoad(points_) ? tr("No load had a steady state.")
                                                   : tr("No measured packet arrived at any load."));
  latency_->setPicture(plots.latency);
  accepted_->setPicture(plots.accepted);
  table_->setRowCount(static_cast<int>(points_.size()));
  for (int row = 0; row < table_->rowCount(); ++row) {
    const CurvePoint& point = points_[static_cast<std::size_t>(row)];
    const bool steady = point.verdict == Verdict::stable;
    QString latency = steady ? realText(point.latencyMean, point.latencyMean < 100 ? 1 : 0)
                             : noLatencyWords(point.verdict);
    if (steady && std::isfinite(point.ci95) && point.ci95 > 0)
      latency += QStringLiteral(" ± ") + realText(point.ci95, 1);
    const QStringList cells{loadText(point.offered, 3),
                            loadText(point.accepted, 3),
                            latency,
                            steady ? realText(point.latencyP99, 0) : QStringLiteral("–"),
                            percentText(point.hitRate, 1),
                            verdictWord(point.verdict)};
    for (int c = 0; c < cells.size(); ++c) table_->setItem(row, c, numberItem(cells[c]));
  }
  table_->setVisible(!points_.empty());
  if (!points_.empty()) table_->scrollToBottom();
}

/// What the dashed line is, or why there is none.
void LatencyCurveDialog::showEstimateNote() {
  const auto& answer = estimate_.answer();
  QString words;
  if (!points_.empty() && answer && answer->compiled) {
    if (answer->estimate.points.empty() || !answer->estimate.doubt.empty())
      words = tr("The estimate does not hold here: %1").arg(engineText(answer->estimate.doubt));
    else
      words = tr("Dashed: estimated without a simulation, within a tenth up to 60 % of load %1.")
                  .arg(loadText(answer->estimate.saturation));
  }
  estimateNote_->setText(words);
}

void LatencyCurveDialog::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape && running()) {
    cancel();
    return;
  }
  QDialog::keyPressEvent(event);
}

}  // namespace hopscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/studies/compare_view.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <optional>
#include <utility>

#include "ui/canvas/legend_bar.h"
#include "ui/canvas/network_canvas.h"
#include "ui/drawing/plot_widget.h"
#include "ui/plots/plot_dialog.h"
#include "ui/studies/compare_pane.h"
#include "ui/studies/compare_table.h"
#include "ui/studies/compare_time.h"
#include "ui/studies/comparison.h"
#include "ui/studies/curve_badge.h"
#include "ui/studies/ranks_compared.h"
#include "ui/widgets/labels.h"

namespace hopscope {

namespace {

/// Panes in a row: two and three side by side, more in two rows.
int columnsFor(std::size_t count) {
  return count <= 3 ? static_cast<int>(count) : count == 4 ? 2 : 3;
}

/// The plots, alike, and the table below the networks, in shares of the width.
QList<int> sharesFor(std::size_t count) {
  if (count == 2) return {375, 365, 540};
  return count == 3 ? QList<int>{330, 320, 630} : QList<int>{265, 255, 760};
}

QWidget* inMargins(QWidget* content, QWidget* parent) {
  auto* host = new QWidget(parent);
  host->setProperty("surface", "panel");
  host->setAttribute(Qt::WA_StyledBackground);
  auto* column = new QVBoxLayout(host);
  column->setContentsMargins(12, 4, 12, 8);
  column->addWidget(content);
  return host;
}

}  // namespace

CompareView::CompareView(const Theme& theme, QWidget* parent) : QWidget(parent), theme_(&theme) {
  setObjectName(QStringLiteral("compareView"));
  auto* outer = new QVBoxLayout(this);
  outer->setContentsMargins(0, 0, 0, 0);
  stack_ = new QStackedWidget(this);
  outer->addWidget(stack_);

  auto* empty = new QWidget(stack_);
  empty->setProperty("surface", "canvas");
  empty->setAttribute(Qt::WA_StyledBackground);
  auto* words = new QVBoxLayout(empty);
  words->addStretch();
  emptyTitle_ = makeLabel(TextRole::title, {}, empty);
  emptyText_ = makeLabel(TextRole::label, {}, empty);
  toDesign_ = new QPushButton(tr("Go to the design"), empty);
  toDesign_->setObjectName(QStringLiteral("compareToDesign"));
  toDesign_->setProperty("primary", true);
  connect(toDesign_, &QPushButton::clicked, this, &CompareView::designRequested);
  words->addWidget(emptyTitle_, 0, Qt::AlignHCenter);
  words->addWidget(emptyText_, 0, Qt::AlignHCenter);
  words->addSpacing(12);
  words->addWidget(toDesign_, 0, Qt::AlignHCenter);
  words->addStretch();
  stack_->addWidget(empty);

  auto* split = new QSplitter(Qt::Vertical, stack_);
  split->setChildrenCollapsible(false);
  auto* upper = new QWidget(split);
  auto* column = new QVBoxLayout(upper);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  paneHost_ = new QWidget(upper);
  grid_ = new QGridLayout(paneHost_);
  grid_->setContentsMargins(0, 0, 0, 0);
  grid_->setSpacing(1);
  column->addWidget(paneHost_, 1);
  // The first pane stays for good: the legend bar below shows its zoom.
  for (std::size_t n = 0; n < kMost; ++n) {
    auto* pane = new ComparePane(static_cast<int>(n) + 1, theme, paneHost_);
    pane->hide();
    panes_.push_back(pane);
    connect(&pane->canvas(), &NetworkCanvas::viewChanged, this, [this, n] { followFrom(n); });
    connect(&pane->document(), &DesignDocument::selectionChanged, this,
            [this, n] { selectFrom(n); });
  }
  NetworkCanvas& first = panes_.front()->canvas();
  legend_ = new LegendBar(first, theme, upper);
  legend_->showOnlyZoom();
  connect(legend_, &LegendBar::zoomInRequested, &first, &NetworkCanvas::zoomIn);
  connect(legend_, &LegendBar::zoomOutRequested, &first, &NetworkCanvas::zoomOut);
  connect(legend_, &LegendBar::quantityChosen, this, [this](HeatQuantity quantity) {
    setQuantity(quantity);
    emit quantityChosen(quantity);
  });
  connect(legend_, &LegendBar::fitRequested, &first, &NetworkCanvas::fit);
  connect(&first, &NetworkCanvas::zoomChanged, legend_, &LegendBar::showZoom);
  auto* bar = new QHBoxLayout;
  bar->setSpacing(0);
  bar->addWidget(legend_, 1);
  time_ = new CompareTime(upper);
  bar->addWidget(time_);
  column->addLayout(bar);
  connect(time_, &CompareTime::changed, this, &CompareView::seek);
  split->addWidget(upper);
  lower_ = new QStackedWidget(split);
  below_ = new QSplitter(Qt::Horizontal, lower_);
  below_->setChildrenCollapsible(false);
  latency_ = new PlotWidget(below_);
  offerPlotDialog(*latency_);
  latency_->setAccessibleName(tr("Latency of the runs compared"));
  accepted_ = new PlotWidget(below_);
  offerPlotDialog(*accepted_);
  accepted_->setAccessibleName(tr("Throughput of the runs compared"));
  table_ = new CompareTable(below_);
  for (PlotWidget* plot : {latency_, accepted_}) {
    plot->setEmptyText(
        tr("No curve is kept of these designs. Measure curves, or look at the time."));
    below_->addWidget(inMargins(plot, below_));
  }
  below_->addWidget(table_);
  ranks_ = new RanksCompared(lower_);
  ranks_->setProperty("surface", "panel");
  ranks_->setAttribute(Qt::WA_StyledBackground);
  lower_->addWidget(below_);
  lower_->addWidget(ranks_);
  split->addWidget(lower_);
  split->setSizes({426, 312});
  split->setStretchFactor(0, 3);
  split->setStretchFactor(1, 2);
  connect(below_, &QSplitter::splitterMoved, this, [this] { sharesChosen_ = true; });
  stack_->addWidget(split);
  setTheme(theme);
}

CompareView::~CompareView() {
  // Canvases let go of their documents on the way; nobody may follow them any more.
  for (ComparePane* pane : panes_) {
    pane->canvas().disconnect(this);
    pane->document().disconnect(this);
  }
}

void CompareView::setTheme(const Theme& theme) {
  theme_ = &theme;
  for (ComparePane* pane : panes_) pane->setTheme(theme);
  legend_->setTheme(theme);
  time_->setTheme(theme);
  latency_->setTheme(theme);
  accepted_->setTheme(theme);
  table_->setTheme(theme);
  ranks_->setTheme(theme);
}

NetworkCanvas& CompareView::canvas(std::size_t n) const {
  return panes_.at(n)->canvas();
}

void CompareView::show(std::vector<ComparedEntry> runs, std::size_t keptRuns) {
  runs_ = std::move(runs);
  if (runs_.size() > kMost) runs_.resize(kMost);
  names_.clear();
  for (const ComparedEntry& each : runs_) names_ << each.name;
  if (runs_.size() < 2) {
    emptyTitle_->setText(keptRuns == 0   ? tr("No run to compare yet.")
                         : keptRuns == 1 ? tr("One run is kept.")
                                         : tr("Pick a second run to compare with."));
    emptyText_->setText(keptRuns < 2
                            ? tr("Each run is kept here with its settings and seed. Change "
                                 "something, run again, and compare the two.")
                            : tr("Choose it in the tool bar above."));
    toDesign_->setVisible(keptRuns < 2);
    stack_->setCurrentIndex(0);
    ranks_->show({}, {});
    return;
  }
  stack_->setCurrentIndex(1);
  following_ = true;
  std::vector<Compared> compared;
  for (const ComparedEntry& each : runs_) compared.push_back({&each.run.design, &each.run.results});
  for (std::size_t n = 0; n < runs_.size(); ++n) panes_[n]->show(runs_[n].run, runs_[n].name);
  following_ = false;
  // One legend stands for all of them.
  std::vector<float> power;
  for (std::size_t n = 0; n < runs_.size(); ++n) {
    const std::vector<float>& own = panes_[n]->canvas().picture().heat.routerPower;
    power.insert(power.end(), own.begin(), own.end());
  }
  for (std::size_t n = 0; n < runs_.size(); ++n) panes_[n]->setPowerRange(around(power, {}));
  showQuantity();
  arrangePanes();
  if (!sharesChosen_) below_->setSizes(sharesFor(runs_.size()));
  Cycle recorded = 0;
  for (std::size_t n = 0; n < runs_.size(); ++n)
    recorded = std::max(recorded, panes_[n]->recordedUntil());
  time_->setEnd(recorded);
  table_->show(compareSettings(compared), compareResults(compared));
  showPlots();
  if (lower_->currentWidget() == ranks_) showRanks();
}

void CompareView::seek() {
  std::optional<RecordedSpan> span;
  for (std::size_t n = 0; n < runs_.size(); ++n) {
    const std::optional<RecordedSpan> own = panes_[n]->seek(time_->cycle());
    // For those that were over by then, it would be their end.
    if (own && (!span || own->end > span->end)) span = own;
  }
  showQuantity();
  if (span) time_->showSpan(span->begin, span->end);
  now_ = span ? std::optional(static_cast<double>(span->end)) : std::nullopt;
  if (overTime_) showPlots();
}

void CompareView::arrangePanes() {
  const int columns = columnsFor(runs_.size());
  following_ = true;
  for (std::size_t n = 0; n < panes_.size(); ++n) {
    grid_->removeWidget(panes_[n]);
    const bool used = n < runs_.size();
    panes_[n]->setVisible(used);
    if (used)
      grid_->addWidget(panes_[n], static_cast<int>(n) / columns, static_cast<int>(n) % columns);
  }
  for (int column = 0; column < 3; ++column)
    grid_->setColumnStretch(column, column < columns ? 1 : 0);
  for (int row = 0; row < 2; ++row)
    grid_->setRowStretch(row, row * columns < static_cast<int>(runs_.size()) ? 1 : 0);
  grid_->activate();
  following_ = false;
  followFrom(0);
}

void CompareView::setLinked(bool linked) {
  linked_ = linked;
  if (linked) {
    followFrom(0);
    selectFrom(0);
  }
}

void CompareView::setQuantity(HeatQuantity quantity) {
  quantity_ = quantity;
  showQuantity();
}

/// One legend stands for all: a run without the quantity shows no data, not another quantity.
void CompareView::showQuantity() {
  const auto shown = [this](std::size_t n) -> NetworkCanvas& { return panes_[n]->canvas(); };
  bool any = false;
  for (std::size_t n = 0; n < runs_.size(); ++n)
    any = any || whyNotShown(quantity_, shown(n).picture().heat).isEmpty();
  for (std::size_t n = 0; n < runs_.size(); ++n)
    shown(n).setQuantity(any ? quantity_ : HeatQuantity::utilization,
                         NetworkCanvas::WhereMissing::noData);
}

void CompareView::openQuantities() {
  legend_->openQuantities();
}

void CompareView::setOverTime(bool overTime) {
  if (std::exchange(overTime_, overTime) != overTime) showPlots();
}

void CompareView::setOfRanks(bool ofRanks) {
  lower_->setCurrentWidget(ofRanks ? static_cast<QWidget*>(ranks_) : below_);
  if (ofRanks) showRanks();
}

void CompareView::showRanks() {
  std::vector<StoredRun> runs;
  runs.reserve(runs_.size());
  for (const ComparedEntry& each : runs_) runs.push_back(each.run);
  ranks_->show(std::move(runs), names_);
}

QString CompareView::whyNoRanks() const {
  std::vector<const StoredRun*> runs;
  runs.reserve(runs_.size());
  for (const ComparedEntry& each : runs_) runs.push_back(&each.run);
  return RanksCompared::whyNot(runs);
}

void CompareView::followFrom(std::size_t n) {
  if (!linked_ || following_ || n >= runs_.size()) return;
  following_ = true;
  const NetworkCanvas::RelativeView view = panes_[n]->canvas().relativeView();
  for (std::size_t i = 0; i < runs_.size(); ++i)
    if (i != n) panes_[i]->canvas().follow(view);
  following_ = false;
}

void CompareView::selectFrom(std::size_t n) {
  if (!linked_ || following_ || n >= runs_.size()) return;
  following_ = true;
  const DesignDocument& from = panes_[n]->document();
  for (std::size_t i = 0; i < runs_.size(); ++i)
    // Ids mean the same only where the network is the same.
    if (i != n && panes_[i]->document().topology()->links == from.topology()->links)
      panes_[i]->document().select(from.selection());
  following_ = false;
}

void CompareView::showPlots() {
  std::vector<OverlaidRun> overlaid;
  for (std::size_t n = 0; n < runs_.size(); ++n) {
    const ComparedEntry& each = runs_[n];
    overlaid.push_back(overlaidRun(badgeLetter(static_cast<int>(n) + 1),
                                   names_[static_cast<qsizetype>(n)], each.curve,
                                   each.run.results));
  }
  plots_ = overTime_ ? overlaidWindows(overlaid, now_) : overlaidCurves(overlaid);
  latency_->setPicture(plots_.latency);
  accepted_->setPicture(plots_.accepted);
}

}  // namespace hopscope

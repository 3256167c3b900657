// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/live_plots.h"

#include <QMenu>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/design/lookup_resolution.h"
#include "ui/document/setting_numbers.h"
#include "ui/words/engine_text.h"
#include "ui/words/mnemonics.h"
#include "ui/words/numbers.h"
#include "ui/words/part_names.h"
#include "ui/words/result_words.h"

namespace hopscope {

namespace {

/// Between two drawings of a running plot.
constexpr int kRedrawMilliseconds = 200;

/// What is said where there is nothing to show.
QString missingText(const PlotOverTime* plot, const RunView& view) {
  const char* missing = plot == nullptr ? nullptr : plot->missing;
  if (plot != nullptr && plot->missingKept != nullptr && view.snapshot == nullptr)
    missing = plot->missingKept;
  if (missing != nullptr) return engineText(missing);
  return view.results != nullptr ? LivePlots::tr("Nothing to show of this run.")
                                 : LivePlots::tr("Nothing to show of this run yet.");
}

/// Why nothing is known of a run that is over; empty where something is.
QString whyNothingKnown(const RunView& view) {
  if (view.results == nullptr || view.past) return {};
  const Results& results = *view.results;
  const bool unknown = results.verdict == Verdict::unknown;
  if (measuredNothing(results) || (unknown && !results.complete))
    return LivePlots::tr("The run was stopped before anything was measured.");
  if (!unknown) return {};
  if (results.measuredCycles == 0)
    return LivePlots::tr("The run ended within its warm-up: nothing was measured.");
  return LivePlots::tr(
             "No packet arrived before the run gave up at cycle %1. Let it run longer to see "
             "something.")
      .arg(wholeText(results.cycles));
}

}  // namespace

std::vector<HotChannel> hottestBars(const RunView& view, std::size_t most) {
  std::vector<HotChannel> bars;
  for (const auto& [channel, utilization] : hottestChannels(*view.heat, most))
    bars.push_back({channel, asTitle(channelName(*view.topology, channel)), utilization});
  return bars;
}

LivePlots::LivePlots(QWidget* parent) : QWidget(parent), compareMenu_(new QMenu(this)) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(12, 8, 12, 8);
  column->setSpacing(12);
  compareMenu_->setTitle(tr("Compare with"));
  connect(compareMenu_, &QMenu::aboutToShow, this, &LivePlots::fillCompareMenu);
  const std::array<RunPlot, 3> first{RunPlot::latency, RunPlot::accepted, RunPlot::automatic};
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    slots_[i] = new PlotSlot(static_cast<int>(i), first[i], this);
    slots_[i]->setMinimumHeight(150);
    slots_[i]->addToMenu(compareMenu_);
    column->addWidget(slots_[i], 1);
    connect(slots_[i], &PlotSlot::seekRequested, this, &LivePlots::seekRequested);
    connect(slots_[i], &PlotSlot::channelClicked, this, &LivePlots::channelClicked);
    connect(slots_[i], &PlotSlot::chosen, this, [this] {
      stale_ = true;
      emit choiceChanged();
    });
  }
  clear();
}

void LivePlots::setTheme(const Theme& theme) {
  for (PlotSlot* slot : slots_) slot->setTheme(theme);
}

void LivePlots::clear() {
  plots_ = runPlots({}, 0, {}, {});
  windows_.clear();
  drawnWindows_ = 0;
  drawnNow_ = -1;
  stale_ = true;
  for (PlotSlot* slot : slots_) slot->setEmptyText(tr("Curves grow here while the network runs."));
  apply({});
}

void LivePlots::show(const RunView& view, const PlotTimes& times) {
  const std::vector<WindowSample>* windows = view.windows();
  if (windows == nullptr) return;
  const std::optional<Cycle> cursor = view.past ? std::optional(view.past->end) : std::nullopt;
  const bool same = !stale_ && cursor == drawnCursor_;
  if (same && windows->size() == drawnWindows_ && times.now == drawnNow_) return;
  // A cursor that is dragged is followed at once.
  if (times.running && same && sinceDrawn_.isValid() && sinceDrawn_.elapsed() < kRedrawMilliseconds)
    return;
  sinceDrawn_.start();
  drawnWindows_ = windows->size();
  drawnNow_ = times.now;
  drawnCursor_ = cursor;
  stale_ = false;
  windows_ = *windows;
  plots_ = runPlots(windows_, times.offeredLoad, times.now, times.planned, times.phases);
  if (cursor)
    for (PlotPicture* picture : plots_.all()) picture->now = static_cast<double>(*cursor);
  addCompared();
  apply(view);
}

void LivePlots::addCompared() {
  if (!compared_) return;
  RunPlots other = runPlots(compared_->windows, 0, {}, {});
  for (const PlotOverTime& plot : plotsOverTime()) {
    if (plot.stacked != nullptr) continue;  // areas cannot lie behind areas
    for (PlotCurve& curve : other.of(plot).curves) {
      if (curve.reference) continue;
      curve.faded = true;
      curve.name = compared_->name;
      plots_.of(plot).curves.push_back(std::move(curve));
    }
  }
}

PlotPicture LivePlots::pictureOf(RunPlot plot, const RunView& view) {
  static const std::vector<HistogramBar> kNoBars;
  const auto& latencies = view.results != nullptr    ? view.results->histogram
                          : view.snapshot != nullptr ? view.snapshot->latencies
                                                     : kNoBars;
  if (const PlotOverTime* overTime = plot.overTime()) return plots_.of(*overTime);
  if (plot == RunPlot::histogram) return histogramPlot(latencies);
  if (plot == RunPlot::cumulative) return cumulativePlot(latencies);
  if (plot == RunPlot::fairness)
    return view.topology ? fairnessPlot(*view.topology, view.heat->channelUtilization)
                         : fairnessPlot({}, {});
  return {};
}

RunPlot LivePlots::meantBy(RunPlot plot, const Design* design) const {
  if (plot != RunPlot::automatic) return plot;
  // Before anything is counted, only the design says whether anybody asks a cache.
  if (windows_.empty())
    return design != nullptr && usesCaches(*design) ? RunPlot::hits : RunPlot::hottest;
  if (!plots_[RunPlot::hits.key].curves.empty()) return RunPlot::hits;
  if (!plots_[RunPlot::timeSlots.key].curves.empty()) return RunPlot::timeSlots;
  // Several kinds of longer path tell more than their sum.
  if (plots_[RunPlot::paths.key].curves.size() > 2) return RunPlot::paths;
  return plots_[RunPlot::nonminimal.key].curves.empty() ? RunPlot::hottest : RunPlot::nonminimal;
}

void LivePlots::apply(const RunView& view) {
  const QString unknown = whyNothingKnown(view);
  for (PlotSlot* slot : slots_) {
    const RunPlot plot = meantBy(slot->plot(), view.design);
    // What this network has not at all, no longer run shows either.
    const bool never = plot.overTime() != nullptr && plot.overTime()->missing != nullptr;
    if (!unknown.isEmpty() && !never)
      slot->setEmptyText(unknown);
    else if (windows_.empty() && plot == RunPlot::hottest)
      slot->setEmptyText(tr("The links that carry most are listed here while the network runs."));
    else if (!windows_.empty())
      slot->setEmptyText(missingText(plot.overTime(), view));
    else if (view.results != nullptr)
      slot->setEmptyText(tr("The run ended before its first window was over."));
    else if (view.design != nullptr && view.snapshot != nullptr)
      slot->setEmptyText(tr("The first point comes when a window is over."));
    // Where nothing was counted, nothing is known of the links.
    if (plot == RunPlot::hottest && unknown.isEmpty() && !windows_.empty() &&
        view.heat != nullptr && !view.heat->channelUtilization.empty())
      slot->setEmptyText(view.snapshot != nullptr && !view.past
                             ? tr("No link carried anything in the last window.")
                             : tr("No link carried anything."));
    if (plot == RunPlot::hottest)
      slot->showBars(view.topology ? hottestBars(view, BarList::kMost) : std::vector<HotChannel>());
    else
      slot->show(pictureOf(plot, view));
  }
}

void LivePlots::setComparable(std::vector<ComparableRun> runs) {
  comparable_ = std::move(runs);
  if (!compared_ || compared_->id == 0) return;
  const auto same = std::find_if(comparable_.begin(), comparable_.end(),
                                 [&](const ComparableRun& run) { return run.id == compared_->id; });
  if (same == comparable_.end() || same->name == compared_->name) return;
  compared_->name = same->name;
  stale_ = true;
}

bool LivePlots::wantsLatencies() const {
  return std::any_of(slots_.begin(), slots_.end(), [](const PlotSlot* slot) {
    return slot->plot() == RunPlot::histogram || slot->plot() == RunPlot::cumulative;
  });
}

void LivePlots::compare(std::optional<ComparedRun> run) {
  compared_ = std::move(run);
  stale_ = true;
  emit choiceChanged();
}

void LivePlots::fillCompareMenu() {
  compareMenu_->clear();
  const auto add = [&](const QString& text, bool checked, auto then) {
    QAction* action = compareMenu_->addAction(withoutMnemonic(text));
    action->setCheckable(true);
    action->setChecked(checked);
    connect(action, &QAction::triggered, this, then);
  };
  add(tr("Nothing"), !compared_, [this] { compare({}); });
  if (!windows_.empty())
    add(tr("This run up to now (pin)"), false, [this] {
      compare(ComparedRun{0, tr("pinned at %1").arg(wholeText(windows_.back().end)), windows_});
    });
  compareMenu_->addSeparator();
  for (const ComparableRun& run : comparable_)
    add(run.name, compared_ && compared_->id == run.id, [this, run] {
      compare(ComparedRun{run.id, run.name, run.windows()});
    });
}

}  // namespace hopscope

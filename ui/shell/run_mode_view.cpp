// SPDX-License-Identifier: GPL-3.0-or-later
// What Run mode shows: heat, panels, timeline, status. What it does is in run_mode.cpp.
#include <QDateTime>
#include <QLocale>
#include <QMainWindow>
#include <QPushButton>
#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/design/catalogue.h"
#include "engine/design/design_json.h"
#include "engine/design/senders.h"
#include "projects/stored_run.h"
#include "ui/canvas/canvas_header.h"
#include "ui/canvas/canvas_pane.h"
#include "ui/document/setting_numbers.h"
#include "ui/inspectors/inspector_panel.h"
#include "ui/inspectors/key_figures.h"
#include "ui/inspectors/run_summary.h"
#include "ui/plots/live_plots.h"
#include "ui/ranks/rank_words.h"
#include "ui/reports/report.h"
#include "ui/run/failures.h"
#include "ui/run/heat_meter.h"
#include "ui/run/run_controls.h"
#include "ui/run/timeline_slots.h"
#include "ui/run/timeline_strip.h"
#include "ui/shell/actions.h"
#include "ui/shell/fault_flows.h"
#include "ui/shell/message_bar.h"
#include "ui/shell/run_mode.h"
#include "ui/shell/status_line.h"
#include "ui/words/numbers.h"
#include "ui/words/part_names.h"

namespace hopscope {

namespace {

constexpr int kTimelineMilliseconds = 200;
/// More windows than this share cells of the strip.
constexpr std::size_t kTimelineCells = 2000;

/// The counts of several replications are those of all; what is shown is the time of one.
Cycle ofOneRun(const Results& results, Cycle cycles) {
  return cycles / static_cast<Cycle>(std::max<std::size_t>(1, results.replications.size()));
}

Cycle measureEnd(const Results& results) {
  return results.warmupUsed + ofOneRun(results, results.measuredCycles);
}

}  // namespace

RunView RunMode::view() const {
  RunView view = presentView();
  view.ofRun = view.topology;
  view.topology = asNamedNow(view.topology);
  if (playback_.recorded())
    view.history = [this](ChannelId channel) { return playback_.history(channel); };
  if (!playback_.inPast()) return view;
  view.past = playback_.span();
  view.heat = &playback_.heat();
  view.heatCycles = view.past->end - view.past->begin;
  view.inside = inside_.at(view.past->end);
  if (inside_.wanted()) view.repeated = Repetition{inside_.reached(), inside_.failure()};
  return view;
}

std::shared_ptr<const Topology> RunMode::asNamedNow(std::shared_ptr<const Topology> network) const {
  if (!fits_ || !network) return network;
  std::shared_ptr<const Topology> shown = session_.topology();
  const bool same =
      shown && shown->routerIds == network->routerIds && shown->terminalIds == network->terminalIds;
  return same ? shown : network;
}

std::vector<KeyFigure> RunMode::keyFigures() const {
  RunView shown = shownView();
  const std::optional<Results> results =
      shown.design != nullptr && !stored_ && run_.active() ? run_.results() : std::nullopt;
  if (results) shown.results = &*results;
  return hopscope::keyFigures(shown);
}

/// Nothing where the run is of another network than the one on the canvas. A kept one that is shown
/// on purpose is told from it by its message.
RunView RunMode::shownView() const {
  return fits_ || stored_ ? view() : RunView{};
}

RunView RunMode::presentView() const {
  RunView view;
  if (stored_) {
    view.topology = stored_->topology;
    view.design = &stored_->run.design;
    view.heat = &stored_->heat;
    view.results = &stored_->run.results;
    view.findings = &storedHealth_.findings();
    return view;
  }
  if (!run_.active()) return view;
  view.topology = run_.topology();
  view.design = &run_.design();
  view.heat = &run_.heat();
  view.snapshot = &run_.snapshot();
  view.followed = &run_.followed();
  // A lesson has its own way from what is wrong to what mends it, and asks for it first.
  view.findings = inLesson_ ? nullptr : &health_.findings();
  view.repeating = run_.catchingUp().has_value();
  view.heatCycles = std::max<Cycle>(1, run_.heatCycles());
  return view;
}

std::optional<RowId> RunMode::storedRun() const {
  return stored_ ? std::optional(stored_->run.id) : std::nullopt;
}

QString RunMode::runDate() const {
  const QString iso = stored_         ? QString::fromStdString(stored_->run.started)
                      : run_.active() ? runStarted_
                                      : QString();
  return reportDate(iso.toStdString());
}

bool RunMode::heatFits() const {
  if (!session_.isOpen()) return false;
  const auto shown = session_.topology();
  const auto of = stored_ ? stored_->topology : run_.topology();
  return of && shown && of->links == shown->links && of->routerCount() == shown->routerCount();
}

void RunMode::watchSelection() {
  if (!session_.isOpen()) return;
  const Parts& selection = session_.document().selection();
  const bool one =
      shown_ && fits_ &&
      selection.routers.size() + selection.terminals.size() + selection.links.size() == 1;
  RouterId router = kNone, neighbour = kNone;
  const auto shown = session_.topology();
  if (one && shown) {
    const auto routerAt = [](const LinkEnd& end) { return end.isTerminal ? kNone : end.node; };
    LinkId link = kNone;
    if (!selection.routers.empty())
      router = *selection.routers.begin();
    else if (!selection.terminals.empty() && *selection.terminals.begin() < shown->terminalCount())
      link = shown->terminals[*selection.terminals.begin()].link;
    else if (!selection.links.empty())
      link = *selection.links.begin();
    if (link < shown->linkCount()) {
      router = routerAt(shown->links[link].a);
      neighbour = routerAt(shown->links[link].b);
    }
  }
  if (waitCycleRouters_.empty()) run_.watchRouter(router, neighbour);
  inside_.watch(router, neighbour);
  updateActions();
  // It steps back for what is selected, and circuits are those of it.
  if (shown_ && (!waitCycle_.empty() || stored_ || !circuitsDock_->isHidden())) showHeat();
  showPanels(true);
}

void RunMode::followPacket(TerminalId source, Cycle birth) {
  run_.follow(source, birth);
  showHeat();
  showPanels(true);
}

void RunMode::followAny() {
  if (stored_ || !run_.active()) return;
  leavePast();
  emit enterRequested();
  const Parts& selection = session_.document().selection();
  if (fits_ && selection.terminals.size() == 1) {
    followPacket(*selection.terminals.begin(), -1);
    return;
  }
  const MovingPacket* best = nullptr;
  for (const MovingPacket& packet : run_.snapshot().packets) {
    if (packet.notice) continue;
    const LinkEnd& from = run_.topology()->from(packet.channel);
    const bool chosen = selection.links.count(packet.channel / 2) != 0 ||
                        (!from.isTerminal && selection.routers.count(from.node) != 0);
    if (fits_ && !(selection.links.empty() && selection.routers.empty()) && !chosen) continue;
    if (best == nullptr || packet.position < best->position) best = &packet;
  }
  if (best == nullptr) {
    messages_.post(QLatin1String(kRunKey), Severity::note,
                   tr("Packets are seen while the run rests or is slow, up to 200 cycles a second; "
                      "none is on a wire here now."));
    return;
  }
  messages_.clear(QLatin1String(kRunKey));
  const TerminalId source = best->source;
  const Cycle birth = best->birth;
  session_.document().select({});
  followPacket(source, birth);
}

NetworkHeat RunMode::withFaults(NetworkHeat heat) const {
  addCircuits(heat);
  if (stored_) {
    const Cycle at =
        playback_.inPast() ? playback_.span().end - 1 : lastCycle(stored_->run.results);
    markFailed(heat, stored_->run.design, stored_->run.results.events, *stored_->topology, at);
    heat.waitCycle = shownWaitCycle();
    return heat;
  }
  if (!run_.active()) return heat;
  const Cycle at = playback_.inPast() ? playback_.span().end - 1 : run_.snapshot().cycle;
  const FailedParts failed = failedParts(*run_.topology(), run_.failedAt(at));
  heat.failedLinks = failed.links;
  heat.failedRouters = failed.routers;
  heat.waitCycle = shownWaitCycle();
  return heat;
}

void RunMode::showHeat() {
  if (!shown_ || !fits_) {
    pane_.clearHeat();
    return;
  }
  lookNear();
  if (playback_.inPast()) {
    NetworkHeat heat = playback_.heat();
    addPastRanks(heat);
    if (inside_.at(playback_.span().end) != nullptr) {
      takeInside(inside_.heat(), heat);
    }
    pane_.setHeat(withFaults(std::move(heat)));
  } else if (stored_)
    pane_.setHeat(withFaults(stored_->heat));
  else if (run_.active())
    pane_.setHeat(withFaults(run_.heat()));
  else
    pane_.clearHeat();
}

void RunMode::showPanels(bool force) {
  if (!shown_ || !session_.isOpen()) return;
  RunView view = shownView();
  const std::optional<Results> results =
      view.design != nullptr && !stored_ && run_.active() ? run_.results() : std::nullopt;
  if (results) {
    view.results = &*results;
    if (!view.past) view.heatCycles = 0;
  }
  if (force)
    pane_.header().showFindings(view.findings != nullptr && !view.past ? *view.findings
                                                                       : std::vector<Finding>());
  showCircuits(view, force);
  showRanks(view, force);
  inspector_->show(view, fits_ ? session_.document().selection() : Parts{}, force);
  if (view.design == nullptr || view.windows() == nullptr) return;
  PlotTimes times;
  times.now = view.snapshot != nullptr ? view.snapshot->cycle : lastCycle(*view.results);
  times.planned = view.snapshot != nullptr ? plannedEnd(*view.snapshot) : measureEnd(*view.results);
  times.offeredLoad = offeredLoad(*view.design);
  times.running = !force && run_.state() == RunnerState::running;
  times.phases = phaseMarks(*view.design, view.topology.get());
  plots_->show(view, times);
}

void RunMode::showTimeline() {
  timelineClock_.start();
  TimelinePicture picture;
  const RunView view = shownView();
  if (view.design != nullptr && view.windows() != nullptr) {
    const bool live = view.snapshot != nullptr;
    picture.warmup = live ? view.snapshot->warmup : view.results->warmupUsed;
    picture.planned = live ? plannedEnd(*view.snapshot) : measureEnd(*view.results);
    picture.now = live ? view.snapshot->cycle : lastCycle(*view.results);
    picture.phase = view.snapshot != nullptr ? view.snapshot->phase : RunPhase::done;
    picture.live = view.snapshot != nullptr && run_.state() == RunnerState::running;
    const std::vector<WindowSample>& windows = *view.windows();
    const std::size_t stride = windows.size() / kTimelineCells + 1;
    for (std::size_t i = 0; i < windows.size(); i += stride) {
      const std::size_t last = std::min(i + stride, windows.size()) - 1;
      TimelinePicture::Heat cell{windows[i].end - windows[i].length, windows[last].end, 0};
      for (std::size_t w = i; w <= last; ++w)
        cell.hottest = std::max(cell.hottest, windows[w].hottestChannel);
      picture.heat.push_back(cell);
    }
    picture.slotLane = slotLane(windows, stride);
    if (!windows.empty() && windows.front().length == windows.back().length)
      picture.window = windows.front().length;
    for (const PhaseMark& mark : phaseMarks(*view.design, view.topology.get()))
      picture.flags.push_back({mark.at, mark.text, false});
    for (const Bookmark& each : bookmarks()) picture.flags.push_back({each.at, each.name, true});
    std::stable_sort(picture.flags.begin(), picture.flags.end(),
                     [](const auto& a, const auto& b) { return a.at < b.at; });
    picture.stretch = player_.stretch();
    picture.playing = player_.playing();
    picture.looping = player_.looping();
    picture.ended = !live || run_.state() == RunnerState::finished;
    picture.seekable = playback_.recorded();
    if (view.past) picture.cursor = view.past->end;
  }
  timeline_->setPicture(std::move(picture));
  fitTimeline();
}

/// Everything that follows the time looked at.
void RunMode::showTime() {
  if (!playback_.inPast())
    inside_.leave();
  else if (inside_.wanted())
    lookInside();
  showHeat();
  showPanels(true);
  showTimeline();
  updateActions();
}

void RunMode::onInside() {
  if (!playback_.inPast()) return;
  showHeat();
  showPanels(inside_.at(playback_.span().end) != nullptr);
}

void RunMode::showProgress() {
  if (stored_)
    controls_->setProgress(lastCycle(stored_->run.results), measureEnd(stored_->run.results));
  else if (run_.active() && !fits_)
    controls_->setProgress(0, 0);
  else
    controls_->setProgress(run_.snapshot().cycle, plannedCycles(run_.snapshot()));
}

void RunMode::onUpdated() {
  health_.look(run_);
  noteWaitCycle();
  if (run_.replicating()) {
    updateActions();
    showStatus();
  }
  showProgress();
  if (stored_ || !shown_ || !fits_) return;
  const bool resting = run_.state() != RunnerState::running;
  // A planned phase may have let parts fail. And a step may be over before anyone saw it run: then
  // nothing but the cycle tells that there is one to go back to.
  if (const PartIds failed = run_.failedNow(); resting || failed != failedOffered_) updateActions();
  if (!playback_.inPast()) showHeat();
  showPanels(resting);
  if (resting || !timelineClock_.isValid() || timelineClock_.elapsed() >= kTimelineMilliseconds)
    showTimeline();
}

/// What the run that pauses has come to, where it was asked to wait for that.
QString RunMode::goalSentence() const {
  const Snapshot& snapshot = run_.snapshot();
  if (run_.state() != RunnerState::paused) return {};
  const RunGoal& goal = run_.goal();
  if (goal.followed && snapshot.journey && snapshot.journey->delivered >= 0)
    return tr("The packet from %1 to %2 was delivered at cycle %3, %4 after its generation.")
        .arg(
            terminalName(*run_.topology(), snapshot.journey->source),
            terminalName(*run_.topology(), snapshot.journey->destination),
            wholeText(snapshot.journey->delivered),
            cyclesText(static_cast<double>(snapshot.journey->delivered - snapshot.journey->birth)));
  if (goal.rank.any() && snapshot.goalRank != kNone && snapshot.ranks)
    return rankCameWords(*snapshot.ranks, snapshot.goalRank, goal.rank);
  const bool atWindow = !snapshot.windows.empty() && snapshot.windows.back().end == snapshot.cycle;
  if (!goal.window.any() || !snapshot.goalValue || !atWindow) return {};
  return conditionSentence(awaited_, goal.window, *snapshot.goalValue, snapshot.windows.back());
}

RunnerState RunMode::shownState() const {
  // A run that is repeated can be paused, or not, for when that is done; one of another network
  // than the one shown is not the button's.
  const bool rests = run_.state() == RunnerState::running && (!run_.goesOn() || !fits_);
  return rests ? RunnerState::paused : run_.state();
}

void RunMode::showControls() {
  controls_->setState(shownState(), run_.active(), run_.preparing().has_value());
}

void RunMode::onStateChanged() {
  health_.look(run_);
  showControls();
  updateActions();
  if (run_.preparing()) {
    showStatus();
    return;
  }
  if (run_.state() == RunnerState::failed)
    messages_.post(
        QLatin1String(kRunKey), Severity::error,
        tr("The run ended at cycle %1: %2")
            .arg(wholeText(run_.snapshot().cycle), QString::fromStdString(run_.failure())));
  if (run_.state() == RunnerState::failed) goOnAfterEnd(0);
  checkStale();
  if (const QString met = goalSentence(); !met.isEmpty())
    messages_.post(QLatin1String(kRunKey), Severity::note, met);
  else if (run_.state() == RunnerState::running)
    messages_.clear(QLatin1String(kRunKey));
  if (shown_ && !stored_ && fits_) {
    showPanels(true);
    showTimeline();
  }
  showStatus();
}

std::shared_ptr<const Recording> RunMode::recording() const {
  return stored_ ? stored_->run.recording : recordingOfLive();
}

std::shared_ptr<const Recording> RunMode::recordingOfLive() const {
  const auto recorder = run_.recorder();
  if (!recorder) return {};
  return recorder->read([](const Recording& recording) {
    return std::make_shared<const Recording>(recording.within(kKeptRecordingBytes));
  });
}

/// The run has another phase from `at` on: the design gets it too, as a step that can be undone.
void RunMode::onPhasesChanged(Cycle at) {
  const bool same = ofShownDesign();
  const std::string before = std::exchange(runHash_, designHash(run_.design()));
  bookmarks_.carry(before, runHash_, at);
  keepBookmarks();
  kept_ = false;  // one that was stepped back comes to something else now
  if (same)
    session_.document().setPhases(run_.design().phases,
                                  tr("What if from cycle %1").arg(wholeText(at)));
  if (!stored_) playback_.follow(run_.recorder());  // of a repeated run another one
  updateActions();
  showPanels(true);
  showTimeline();
}

void RunMode::updateActions() {
  const bool open = session_.isOpen();
  const bool running = run_.active() && run_.state() == RunnerState::running;
  const bool unfinished =
      run_.active() && (running || run_.state() == RunnerState::paused || run_.replicating());
  actions_.at("run.toggle")->setEnabled(open);
  const bool preparing = run_.preparing().has_value();
  actions_.at("run.stop")
      ->setEnabled((unfinished && !stored_ && !run_.stopping()) || preparing || run_.changing());
  const bool mayStep = open && !(run_.active() && run_.goesOn() && fits_) && !preparing;
  actions_.at("run.step")->setEnabled(mayStep);
  actions_.at("run.stepMany")->setEnabled(mayStep);
  actions_.at("run.stepBack")->setEnabled(open && fits_ && !stored_ && run_.mayStepBack());
  actions_.at("run.until")->setEnabled(open && !preparing);
  actions_.at("run.whatIf")
      ->setEnabled(unfinished && !run_.replicating() && !run_.stopping() && (fits_ || stored_));
  whatIfButton_->setEnabled(actions_.at("run.whatIf")->isEnabled());
  const bool mayFail =
      open && shown_ && fits_ && !stored_ && actions_.at("run.whatIf")->isEnabled();
  if (mayFail) {
    failedOffered_ = run_.failedNow();
    faults_->offer(*run_.topology(), session_.document().selection(), failedOffered_);
  } else {
    faults_->offerNothing();
  }
  actions_.at("run.restart")->setEnabled(run_.active());
  const bool recorded = open && shown_ && ((run_.active() && fits_) || stored_);
  actions_.at("run.windowBefore")->setEnabled(recorded);
  actions_.at("run.windowAfter")->setEnabled(recorded && playback_.inPast());
  actions_.at("run.follow")->setEnabled(open && run_.active() && !stored_ && fits_);
  actions_.at("run.live")->setEnabled(recorded && playback_.inPast());
  for (const char* id : {"run.play", "run.loop"})
    actions_.at(id)->setEnabled(recorded && playback_.recorded());
  actions_.at("run.bookmark")->setEnabled(recorded);
  actions_.at("run.nextBookmark")->setEnabled(recorded && !bookmarks().empty());
  showLive();
}

}  // namespace hopscope

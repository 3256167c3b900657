// SPDX-License-Identifier: GPL-3.0-or-later
// The panel of ranks in Run mode: it is there for runs of applications.
#include <QMainWindow>
#include <QTimer>
#include <algorithm>
#include <utility>

#include "engine/routing/possible_channels.h"
#include "ui/canvas/canvas_pane.h"
#include "ui/canvas/network_canvas.h"
#include "ui/drawing/ranks_shown.h"
#include "ui/ranks/critical_path_view.h"
#include "ui/ranks/ranks_panel.h"
#include "ui/shell/dock.h"
#include "ui/shell/offered_dock.h"
#include "ui/shell/run_mode.h"

namespace hopscope {

namespace {

constexpr int kRanksHeight = 250;  ///< of the window, at first

}  // namespace

void RunMode::placeRanks() {
  ranks_ = new RanksPanel(&window_);
  ranksDock_ = new Dock(tr("Applications"), "dock.ranks", ranks_, &window_);
  ranksOffer_ = new OfferedDock(ranksDock_, this);
  connect(ranksDock_, &QDockWidget::visibilityChanged, this, [this](bool visible) {
    if (visible) showPanels(true);
  });
  connect(ranks_, &RanksPanel::seekRequested, this, &RunMode::seek);
  connect(ranks_, &RanksPanel::pieceChosen, this, &RunMode::selectPiece);
  connect(ranks_, &RanksPanel::linkChosen, this, [this](ChannelId channel) {
    Parts parts;
    parts.links.insert(channel / 2);
    if (fits_) session_.document().select(parts);
  });
  ranks_->path().setDesign([this] { return run_.design(); });
  connect(ranks_, &RanksPanel::terminalChosen, this, [this](TerminalId terminal) {
    Parts parts;
    parts.terminals.insert(terminal);
    if (fits_) session_.document().select(parts);
  });
}

/// Selects a rank's terminal, or those of a message and the links that it took, or else all that it
/// may take.
void RunMode::selectPiece(TerminalId from, TerminalId to, const std::vector<ChannelId>& taken) {
  const std::shared_ptr<const Topology> topology = run_.topology();
  const std::shared_ptr<const RoutingAlgorithm> routing = run_.routing();
  if (!fits_ || !topology || !routing || std::max(from, to) >= topology->terminalCount()) return;
  Parts parts;
  parts.terminals = {from, to};
  for (const ChannelId channel :
       taken.empty() ? possibleChannels(*topology, *routing, from, to) : taken)
    if (channel < topology->channelCount()) parts.links.insert(channel / 2);
  session_.document().select(parts);
}

void RunMode::showRanks(const RunView& view, bool force) {
  const bool fits = RanksPanel::fits(view);
  if (ranksOffer_->offer(fits) && !std::exchange(ranksSized_, true))
    window_.resizeDocks({ranksDock_}, {kRanksHeight}, Qt::Vertical);
  // What is left of another run is not kept in memory, nor shown.
  if (!fits) {
    ranks_->forget();
    pastRanks_.take(nullptr);
  } else if (ranksDock_->isVisible()) {
    ranks_->showRun(view, force);
  }
}

/// What ranks were at in the past of the live run, which has recorded it; a kept one has not.
void RunMode::addPastRanks(NetworkHeat& heat) {
  if (stored_) {
    if (!stored_->run.results.applications.empty()) heat.ranks = noRanksSeen(false);
    return;
  }
  const auto& seen = run_.snapshot().ranks;
  if (!seen) return;
  if (seen->ranks.size() > kManyRanks && pane_.canvas().quantity() != HeatQuantity::ranks) {
    heat.ranks = noRanksSeen(true);
    return;
  }
  if (!pastRanks_.take(seen, RankRows::kAtOnce)) {
    heat.ranks = noRanksSeen(true);
    QTimer::singleShot(0, this, &RunMode::showHeat);
    return;
  }
  const Cycle at = playback_.span().end;
  heat.ranks = ranksShown(*seen, *run_.topology(),
                          [&](std::uint32_t rank) { return pastRanks_.phaseAt(rank, at); });
}

/// Of a kept run it is known which of its ranks came to their end; where they are is found out
/// beside the window.
void RunMode::addLastRanks() {
  storedRanks_.cancel();
  if (stored_->run.results.applications.empty()) return;
  stored_->heat.ranks = noRanksSeen(true);
  storedRanks_.begin(std::make_shared<ApplicationsJob>(stored_->run.design, stored_->topology),
                     this, [this, id = stored_->run.id](const ApplicationsJob& job) {
                       if (stored_ && stored_->run.id == id) showLastRanks(job.plan.get());
                     });
}

void RunMode::showLastRanks(const ApplicationPlan* plan) {
  Stored& stored = *stored_;
  const std::vector<ApplicationResult>& applications = stored.run.results.applications;
  if (plan == nullptr || plan->jobs.size() != applications.size()) {
    stored.heat.ranks = noRanksSeen(false);
    return;
  }
  RanksShown shown = noRanks(*plan, *stored.topology);
  for (std::uint32_t job = 0; job < applications.size(); ++job) {
    const std::vector<RankTimes>& ranks = applications[job].perRank;
    const Places& places = plan->jobs[job].places;
    for (std::uint32_t rank = 0; rank < std::min(ranks.size(), places.size()); ++rank) {
      const bool finished = ranks[rank].finished >= 0;
      if (!finished && applications[job].end != ApplicationEnd::stalled) continue;
      addRank(shown, *stored.topology, {places[rank], job, rank},
              finished ? RankPhase::finished : RankPhase::waiting);
    }
  }
  stored.heat.ranks = std::make_shared<const RanksShown>(std::move(shown));
  showHeat();
}

}  // namespace hopscope

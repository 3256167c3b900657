// SPDX-License-Identifier: GPL-3.0-or-later
// The panel of ranks in Run mode: it is there for runs of applications.
#include <QMainWindow>
#include <utility>

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
  connect(ranks_, &RanksPanel::terminalChosen, this, [this](TerminalId terminal) {
    Parts parts;
    parts.terminals.insert(terminal);
    if (fits_) session_.document().select(parts);
  });
}

void RunMode::showRanks(const RunView& view, bool force) {
  const bool fits = RanksPanel::fits(view);
  if (ranksOffer_->offer(fits) && !std::exchange(ranksSized_, true))
    window_.resizeDocks({ranksDock_}, {kRanksHeight}, Qt::Vertical);
  // What is left of another run is not kept in memory, nor shown.
  if (!fits)
    ranks_->forget();
  else if (ranksDock_->isVisible())
    ranks_->showRun(view, force);
}

}  // namespace hopscope

// SPDX-License-Identifier: GPL-3.0-or-later
// The panel of circuits in Run mode: it is there for runs whose switches have time slots.
#include <QMainWindow>
#include <utility>

#include "ui/circuits/circuits_panel.h"
#include "ui/run/circuit_tubes.h"
#include "ui/run/timeline_strip.h"
#include "ui/shell/dock.h"
#include "ui/shell/offered_dock.h"
#include "ui/shell/project_session.h"
#include "ui/shell/run_mode.h"

namespace hopscope {

namespace {

constexpr int kInspectorShare = 220, kCircuitsShare = 680;  ///< of the column, at first

}  // namespace

void RunMode::placeCircuits() {
  circuits_ = new CircuitsPanel(&window_);
  circuitsDock_ = new Dock(tr("Circuits"), "dock.circuits", circuits_, &window_);
  circuitsOffer_ = new OfferedDock(circuitsDock_, this);
  connect(circuitsDock_, &QDockWidget::visibilityChanged, this, [this](bool visible) {
    if (visible) showPanels(true);
    if (shown_) showHeat();
  });
  connect(circuits_, &CircuitsPanel::insideRequested, this, &RunMode::lookInside);
  connect(circuits_, &CircuitsPanel::partsWanted, this, [this](const Parts& parts) {
    if (fits_) session_.document().select(parts);
  });
}

void RunMode::showCircuits(const RunView& view, bool force) {
  const bool fits = CircuitsPanel::fits(view);
  // Links need the height more than figures do; from then on it is as its user has it.
  if (circuitsOffer_->offer(fits) && !std::exchange(circuitsSized_, true))
    window_.resizeDocks({inspectorDock_, circuitsDock_}, {kInspectorShare, kCircuitsShare},
                        Qt::Vertical);
  if (!fits || !circuitsDock_->isVisible()) return;
  circuits_->showRun(view, force);
  RouterId router = kNone;
  const Parts& selection = session_.document().selection();
  if (fits_ && view.topology && selection.routers.size() == 1)
    router = *selection.routers.begin();
  else if (fits_ && view.topology && selection.terminals.size() == 1 &&
           *selection.terminals.begin() < view.topology->terminalCount())
    router = view.topology->terminals[*selection.terminals.begin()].router;
  circuits_->lookAt(router);
}

void RunMode::addCircuits(NetworkHeat& heat) const {
  if (!inLesson_ && circuitsDock_->isHidden()) return;
  const RunView shown = view();
  const Snapshot* state = shown.state();
  if (state == nullptr || !state->circuits || !shown.topology) return;
  heat.circuits = circuitsShown(*shown.topology, *state->circuits,
                                fits_ ? session_.document().selection() : Parts());
}

/// The lane of slots takes room of its own.
void RunMode::fitTimeline() {
  const int height = timeline_->sizeHint().height() + 1;
  if (timelineDock_->maximumHeight() == height) return;
  timelineDock_->setMaximumHeight(height);
  if (timelineDock_->isVisible()) window_.resizeDocks({timelineDock_}, {height}, Qt::Vertical);
}

}  // namespace hopscope

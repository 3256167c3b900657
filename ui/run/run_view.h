// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "engine/design/design.h"
#include "engine/simulation/recording.h"
#include "engine/simulation/results.h"
#include "engine/simulation/snapshot.h"
#include "engine/topology/topology.h"
#include "ui/drawing/network_painter.h"

namespace hopscope {

struct Finding;

/// How far the repetition of a run is that shows its past from inside.
struct Repetition {
  Cycle reached = 0;
  QString failure;  ///< why there will be none; empty: there will
};

/// One run as panels look at it: the live one, or one that the project keeps. Pointers live as
/// long as the call they are handed to.
struct RunView {
  std::shared_ptr<const Topology> topology;  ///< null: there is nothing to show
  /// The network as the run itself has it, without the names given since: each run has its own.
  std::shared_ptr<const Topology> ofRun;
  const Design* design = nullptr;
  const NetworkHeat* heat = nullptr;
  const Snapshot* snapshot = nullptr;  ///< of a live run
  const Results* results = nullptr;    ///< of a finished run
  /// The packet that is followed in a live run; null, or without a source: none.
  const FollowedPacket* followed = nullptr;
  /// What the live run shows to be wrong by now; null: nobody looks.
  const std::vector<Finding>* findings = nullptr;
  bool repeating = false;  ///< a live run is brought back to where it was
  Cycle heatCycles = 0;    ///< what the heat is taken over; 0: the measured interval
  /// The recorded span looked at, which the heat is of; else now, or the run as a whole.
  std::optional<RecordedSpan> past;
  /// The moment looked at in the past, where the run was repeated up to it; else null.
  const Snapshot* inside = nullptr;
  std::optional<Repetition> repeated;  ///< where that was asked for
  std::function<std::vector<std::pair<double, double>>(ChannelId)> history;

  const std::vector<WindowSample>* windows() const {
    return snapshot != nullptr  ? &snapshot->windows
           : results != nullptr ? &results->windows
                                : nullptr;
  }
  /// The state of the network at the moment looked at; null where it is not known.
  const Snapshot* state() const { return past ? inside : snapshot; }
  /// What is known of the inside of a router: of watched ones.
  const RouterDetail* detail(RouterId router) const {
    const Snapshot* now = state();
    if (now == nullptr) return nullptr;
    for (const std::optional<RouterDetail>* each : {&now->router, &now->neighbour})
      if (*each && (*each)->router == router) return &**each;
    return nullptr;
  }
  /// The window that is looked at: of the past, or the newest; null before the first.
  const WindowSample* window() const {
    const std::vector<WindowSample>* all = windows();
    if (all == nullptr || all->empty()) return nullptr;
    if (!past) return &all->back();
    for (const WindowSample& each : *all)
      if (each.end >= past->end) return &each;
    return &all->back();
  }
};

/// How many phases of the run's design have begun where it is looked at: now, in its past, or at
/// its end.
std::size_t phasesBegun(const RunView& view);

/// The cycle that a run is to reach before it drains; 0 where programs run until they are done.
Cycle plannedCycles(const Snapshot& snapshot);

/// Where the time of a run ends as far as one can tell: as planned; where programs run until they
/// are done, somewhat after now.
Cycle plannedEnd(const Snapshot& snapshot);

/// The busiest channels with their utilisation, the busiest first; those without data
/// and those that carry nothing are none.
std::vector<std::pair<ChannelId, float>> hottestChannels(const NetworkHeat& heat, std::size_t most);

}  // namespace hopscope

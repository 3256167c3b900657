// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "engine/design/design.h"
#include "engine/simulation/results.h"
#include "engine/simulation/snapshot.h"
#include "ui/drawing/network_painter.h"
#include "ui/run/rate_meter.h"

namespace hopscope {

/// Makes what a canvas shows of a run from its snapshots: rates, power, and of queues the quantity
/// that is asked for.
class HeatMeter {
 public:
  /// A run of that design begins, or is repeated from its beginning.
  void reset(const Topology& topology, const Design& design);
  /// What is to be shown. Queues are observed for those quantities alone that need them.
  void show(HeatQuantity quantity);
  bool shows(HeatQuantity quantity) const { return quantity_ == quantity; }
  bool wantsQueues() const { return entryOf(quantity_).ofQueues; }

  /// `resting`: queues stand as they are in that cycle; else they are smoothed, for from one
  /// picture to the next thousands of cycles pass.
  void add(const Snapshot& snapshot, bool resting);
  /// Rates, power and queues; what moves stays.
  void fill(NetworkHeat& heat) const;
  /// Cycles the rates are taken over.
  Cycle covered() const { return rates_.covered(); }

 private:
  void addPower(const Snapshot& snapshot);
  void addQueues(const Snapshot& snapshot, bool resting);

  RateMeter rates_;
  HeatQuantity quantity_ = HeatQuantity::utilization;
  QueuesSeen seen_ = QueuesSeen::yes;
  bool countsCredits_ = true;
  double frequencyGhz_ = 1;
  std::vector<float> power_, queues_;
  HeatRange range_, powerRange_;
};

/// What moves, and the buffers that are looked into.
void takeMoving(const Snapshot& snapshot, NetworkHeat& heat);

/// What a picture has but rates, into a recorded one of the same network and moment.
void takeInside(const NetworkHeat& from, NetworkHeat& into);

/// What each router took over the measured interval, in watts; empty where that is not known.
std::vector<float> measuredPower(const Results& results, const Design& design);

}  // namespace hopscope

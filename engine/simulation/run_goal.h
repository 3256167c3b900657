// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <limits>

#include "engine/core/ids.h"
#include "engine/simulation/results.h"

namespace hopscope {

/// What of one part of the network a run may wait for, window by window.
enum class PartQuantity : std::uint8_t {
  utilization,  ///< of a channel, 0..1
  hitRate,      ///< of a router's forwarding caches, 0..1; missing without lookups
  buffered      ///< flits in a router's input buffers at the window's end
};

/// Something that one window of a run may show: a quantity above or below a limit. A quantity that
/// is missing (NaN) is neither.
struct WindowCondition {
  /// A quantity of the run as a whole.
  using Quantity = double (*)(const WindowSample&);

  Quantity quantity = nullptr;
  bool above = true;
  double limit = 0;
  /// Where `quantity` is null: the channel or router that `ofPart` is a quantity of; kNone: no
  /// condition.
  std::uint32_t part = kNone;
  PartQuantity ofPart = PartQuantity::utilization;

  bool any() const { return quantity != nullptr || part != kNone; }
  bool holds(double value) const { return above ? value > limit : value < limit; }
  bool operator==(const WindowCondition&) const = default;
};

/// Something that ranks of applications may come to.
struct RankCondition {
  enum class Event : std::uint8_t {
    none,
    waits,      ///< it begins to wait, for a message or for its interface
    iteration,  ///< it begins iteration `iteration` (OperationKind::mark), from 0 on
    finished,   ///< its program ends
  };

  Event event = Event::none;
  /// Whichever of these ranks is the first to; they are numbered over all jobs.
  std::uint32_t first = 0, count = 0;
  std::uint32_t iteration = 0;

  bool any() const { return event != Event::none && count > 0; }
  bool operator==(const RankCondition&) const = default;
};

/// When a run pauses by itself: whatever comes first.
struct RunGoal {
  static constexpr Cycle kNever = std::numeric_limits<Cycle>::max();

  Cycle cycle = kNever;  ///< before this cycle is simulated
  /// At the end of the cycle that delivers this packet, counted since cycle 0; 0: never.
  std::uint64_t delivered = 0;
  WindowCondition window;   ///< at the end of the first whole window from now on of which it holds
  bool followed = false;    ///< at the end of the cycle that delivers the packet that is followed
  RankCondition rank = {};  ///< at the end of the first cycle from now on in which that happens

  bool operator==(const RunGoal&) const = default;
};

}  // namespace hopscope

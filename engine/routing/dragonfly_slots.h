// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/ids.h"
#include "engine/core/parameter.h"
#include "engine/fabric/vc_counts.h"

namespace hopscope::routings {

/// Which virtual channel a packet takes at its next hop in a Dragonfly. Slots stand in an order
/// such as L0 G0 L1: local channel 0, global channel 0, local channel 1. Each hop takes the first
/// slot of its kind of link after the one taken last, so that every path is an increasing sequence
/// and no cycle of waiting packets can close (Benito 2020, section 2; Dally & Seitz 1987).
class DragonflySlots {
 public:
  /// What has been taken so far, 0 at the source. Fits into kBits bits.
  using Taken = std::uint32_t;
  static constexpr unsigned kBits = 4;

  struct Step {
    VcMask vcs = 0;  ///< one virtual channel; none where the order has no place for this hop
    Taken taken = 0;
  };

  /// A parameter's text: "auto" (the order that `vcs` allow), "by_hop", or the slots one after the
  /// other. Nothing where the text is none of these.
  static std::optional<DragonflySlots> read(std::string_view text, const VcCounts& vcs);

  /// The order for networks with so many virtual channels: 2/1, 3/2 or 4/2.
  static DragonflySlots forCounts(const VcCounts& vcs);

  /// One slot a hop and kind, as Benito 2020 first describes it: the first local hop takes L0, the
  /// second L1, …. Not free of deadlock: a path that begins with its global hop takes G0 before L0.
  static DragonflySlots byHop();

  const Step& local(Taken taken) const { return local_[taken]; }
  const Step& global(Taken taken) const { return global_[taken]; }

  /// The virtual channels that these paths take, each written as "lgl"; nothing where the order has
  /// no slot for one of their hops.
  std::optional<VcCounts> needed(const std::vector<std::string_view>& paths) const;

 private:
  struct Slot {
    bool global = false;
    VcIndex vc = 0;
  };
  explicit DragonflySlots(const std::vector<Slot>& order);
  DragonflySlots() = default;

  static std::optional<std::vector<Slot>> parse(std::string_view text);

  std::array<Step, 1u << kBits> local_{}, global_{};
};

/// "vc_slots": the order of the slots as text, "auto" for the routing's own.
Parameter vcSlotsParameter(const char* help);

}  // namespace hopscope::routings

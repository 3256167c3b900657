// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/core/ids.h"
#include "engine/scheduling/slot_order.h"
#include "engine/simulation/results.h"
#include "engine/switching/circuit_observation.h"

namespace hopscope {

/// One time slot as the panel shows it.
struct SlotShown {
  bool worms = false;
  double length = 0;                      ///< cycles of a turn; 0: it is left out
  std::optional<std::uint32_t> circuits;  ///< that it has now; nothing of worms, and of kept runs
  std::uint64_t turns = 0, skipped = 0, preempted = 0;
  Cycle used = 0, idle = 0;
  SlotFate latest = SlotFate::used;  ///< of the last time that it was its turn

  bool operator==(const SlotShown&) const = default;
};

/// The slots of a run, now or over its measured interval.
struct SlotsShown {
  std::vector<SlotShown> all;  ///< in their order, that of worms last
  std::uint32_t circuitSlots = 0;
  double guard = 0;               ///< cycles
  std::uint32_t current = kNone;  ///< whose turn it is
  double since = 0;               ///< cycles of that turn by now

  bool operator==(const SlotsShown&) const = default;
};

SlotsShown slotsNow(const CircuitDetail& detail);
/// Of a run's results; its guard band is not among them.
SlotsShown slotsOf(const std::vector<SlotResult>& results);

/// "Slot 2", "Slot of worms".
QString slotName(std::uint32_t slot, std::uint32_t circuitSlots);

}  // namespace hopscope

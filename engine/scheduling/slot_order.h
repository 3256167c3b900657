// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "engine/core/ids.h"

namespace hopscope {

/// Which slot follows which (Ding 2006, sections 4.3 to 4.5).
enum class SlotPolicy : std::uint8_t {
  fixed,         ///< all in turn, whether they carry something or not
  skipEmpty,     ///< SES: a slot without a circuit takes no time, nor that of worms without worms
  adjustLength,  ///< SLA: the same, with slots as long as an expected mix of traffic needs them
  preempt,       ///< PREEMPT: circuits keep their registers but no slot while nobody has data
};

/// Whose data keep a slot of circuits with PREEMPT.
enum class PreemptScope : std::uint8_t {
  global,   ///< anybody's: one signal, R_valid
  perSlot,  ///< of the circuits in that slot
};

/// What the controller sees when a slot ends.
struct SlotSignals {
  bool configured = false;  ///< the slot has a circuit; of the slot of worms: a worm waits
  bool ownData = false;     ///< there are data for one of its circuits
  bool anyData = false;     ///< there are data for any circuit
};

/// What becomes of a slot.
enum class SlotFate : std::uint8_t { used, skipped, preempted };

/// Of a slot of circuits, or of that of worms (`worms`).
inline SlotFate fateOf(SlotPolicy policy, PreemptScope scope, bool worms, const SlotSignals& seen) {
  if (policy == SlotPolicy::fixed) return SlotFate::used;
  if (!seen.configured) return SlotFate::skipped;
  if (worms || policy != SlotPolicy::preempt) return SlotFate::used;
  return (scope == PreemptScope::global ? seen.anyData : seen.ownData) ? SlotFate::used
                                                                       : SlotFate::preempted;
}

/// The slot after `slot`, of `slots`; kNone where none is used: the controller stays and asks again
/// the next cycle. `fate(slot)` gives a SlotFate; `passedOver(slot, fate)` hears of those that take
/// no time.
template <typename Fate, typename PassedOver>
std::uint32_t slotAfter(std::uint32_t slot, std::uint32_t slotCount, Fate&& fate,
                        PassedOver&& passedOver) {
  for (std::uint32_t tried = 0; tried < slotCount; ++tried) {
    if (++slot >= slotCount) slot = 0;
    const SlotFate found = fate(slot);
    if (found == SlotFate::used) return slot;
    passedOver(slot, found);
  }
  return kNone;
}

/// Lengths of slots with SLA; 0: the slot is left out.
struct SlotLengths {
  Cycle circuits = 0;  ///< of each of the K
  Cycle worms = 0;

  bool operator==(const SlotLengths&) const = default;
};

/// The source gives no rule; ours shares the time out as the traffic is expected: worms to circuits
/// as K (1 - r) to e r, the smaller of both slots as long as usual. `predictable` is r, the share
/// of the traffic that takes circuits, 0 … 1; `efficiency` is e, what worms make of their slot,
/// above 0; `usual` in cycles, at least 1.
SlotLengths adjustedLengths(double predictable, double efficiency, std::uint32_t slotCount,
                            Cycle usual);

}  // namespace hopscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "engine/core/ids.h"
#include "engine/core/value.h"
#include "engine/design/design.h"
#include "engine/simulation/results.h"

namespace hopscope::test {

/// A network of slotted switches; `settings` besides its kind.
Design slottedDesign(const char* kind, const Values& settings);
/// What it comes to, however many cycles it goes on by at a time.
Results resultsOf(const Design& design, Cycle step = 1'000'000);
/// A packet of it is followed, and each of its cycles has a place and a cause; fails the test where
/// one has not.
void followAPacket(const Design& design);
/// Compiling it fails, first of all for this, and it is said what mends it.
bool isRefused(const Design& design, const char* path, const char* words);

/// The cycle of the last of `flits` that leave from `ready` on, at the cycles that `mayLeave`: by
/// counting.
template <typename MayLeave>
Cycle lastFlit(Cycle ready, std::uint32_t flits, MayLeave&& mayLeave) {
  for (Cycle at = ready;; ++at)
    if (mayLeave(at) && --flits == 0) return at;
}

}  // namespace hopscope::test

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "engine/core/issue.h"
#include "engine/simulation/setup.h"

namespace hopscope {

/// The first pair of different ports for which no configuration is loaded, at first or by programs.
std::optional<PortPair> pairWithoutSlot(TerminalId ports, const HybridSettings& settings);

/// Pairs of the setup's hybrid switches that would wait for ever: those that nothing carries, where
/// terminals send of themselves (`highestLoad`, in any phase); and those that circuits keep out
/// which are never given up for want of use. Slots that programs load are none that are free. Who
/// only plays programs is told when they wait in vain.
Issues checkStarvation(const Setup& setup, double highestLoad);

}  // namespace hopscope

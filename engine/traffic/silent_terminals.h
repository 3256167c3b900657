// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include "engine/traffic/traffic_pattern.h"

namespace hopscope {

/// A pattern some of whose terminals neither send nor receive: packets from or to them are not
/// generated. The others draw as they would without.
std::unique_ptr<TrafficPattern> withSilentTerminals(std::shared_ptr<const TrafficPattern> pattern,
                                                    std::vector<bool> silent);

/// Whether a terminal ever has a destination.
bool sends(const TrafficPattern& pattern, TerminalId terminal);

/// How much of the load a terminal offers: 1, 0 if it sends to nobody, or the share of those
/// classes of a mix in which it has a destination.
double sendingShare(const TrafficPattern& pattern, TerminalId terminal);

}  // namespace hopscope

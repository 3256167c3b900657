// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>

#include "engine/routing/channel_load.h"

namespace hopscope {

/// What channelLoads() counts where every terminal sends to all others alike, or to itself as well,
/// by the symmetry of network and routing (RoutingAlgorithm::evenness): of a grid one row of each
/// dimension is followed, of other networks what comes to one terminal, from one source of those
/// that are alike (AlikeSources). Some milliseconds for 10,000 terminals. Nothing where there is no
/// such symmetry, or it would take more decisions.
std::optional<ChannelLoads> uniformLoads(const Topology& topology, const RoutingAlgorithm& routing,
                                         bool includeSelf, std::uint64_t mostDecisions = 20'000'000,
                                         const std::stop_token& stop = {});

}  // namespace hopscope

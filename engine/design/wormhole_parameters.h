// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "engine/core/parameter.h"
#include "engine/design/network_traits.h"
#include "engine/design/settings_reader.h"
#include "engine/fabric/vc_counts.h"
#include "engine/switching/injection.h"
#include "engine/switching/wormhole_settings.h"

/// The parameters of `switch.model: wormhole`, and what becomes of them.
namespace hopscope {

/// All that stand beside `switch.model`, with full paths. `fallback` are the virtual channels of a
/// port where nothing is said of its kind of link, `traits` say which kinds there are.
std::vector<Parameter> wormholeParameters(unsigned fallback, const NetworkTraits& traits);

/// Those that stand with the traffic.
std::vector<Parameter> wormholeTrafficParameters();

/// What a design has by default: four virtual channels, or what the routing needs.
unsigned wormholeVirtualChannels(const VcCounts& least);

/// The virtual channels of each kind of link.
VcCounts resolveWormholeVcs(const SettingsReader& reader, const NetworkTraits& traits);

/// The sizes of packets that differ; empty where all are alike. `longest` is that of the longest.
std::vector<PacketSize> resolvePacketSizes(const SettingsReader& reader, std::uint32_t& longest);

/// The routers' settings, checked against packets of at most `packetFlits`.
WormholeSettings resolveWormhole(const SettingsReader& reader, std::uint32_t packetFlits);

}  // namespace hopscope

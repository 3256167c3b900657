// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "engine/design/network_traits.h"
#include "engine/design/settings_reader.h"
#include "engine/fabric/switch_settings.h"

namespace hopscope {

/// The fraction nearest to `value` with a denominator of at most 64, in lowest terms.
std::pair<std::uint32_t, std::uint32_t> asFraction(double value);

/// The allocator declared below `path`: its kind, arbiter and iterations.
AllocatorSettings resolveAllocator(const SettingsReader& reader, const std::string& path);

/// One switch's settings, checked against the packets it has to hold. Buffers of link kinds that
/// the network doesn't have are read, but need not hold a packet.
SwitchSettings resolveSwitch(const SettingsReader& reader, const NetworkTraits& traits,
                             std::uint32_t packetFlits);

}  // namespace hopscope

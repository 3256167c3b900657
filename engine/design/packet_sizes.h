// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "engine/core/registry.h"
#include "engine/design/settings_reader.h"
#include "engine/switching/injection.h"

namespace hopscope {

/// The longest packets that a design may ask for, in flits.
inline constexpr std::uint32_t kLongestPacket = 4096;

/// The setting `traffic.packet_sizes`.
Parameter packetSizesParameter();

/// The sizes of packets that differ; empty where all are alike. `longest` is that of the longest.
std::vector<PacketSize> resolvePacketSizes(const SettingsReader& reader, std::uint32_t& longest);

}  // namespace hopscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "engine/design/settings_reader.h"
#include "engine/forwarding/lookup_settings.h"

namespace hopscope {

/// The kind of lookup that has this name in designs; a CAM has two.
std::optional<LookupKind> lookupKindOf(std::string_view name);

/// Whether routers look routes up in caches, all of them or those of an override.
bool usesCaches(const Design& design);

/// One switch's route lookup, checked against the number of destinations.
LookupSettings resolveLookup(const SettingsReader& reader, std::uint32_t destinations);

}  // namespace hopscope

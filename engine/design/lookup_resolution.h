// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "engine/design/settings_reader.h"
#include "engine/forwarding/lookup_settings.h"

namespace hopscope {

/// One switch's route lookup, checked against the number of destinations.
LookupSettings resolveLookup(const SettingsReader& reader, std::uint32_t destinations);

}  // namespace hopscope

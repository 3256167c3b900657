// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "engine/core/parameter.h"
#include "engine/design/settings_reader.h"
#include "engine/fabric/allocator_settings.h"

namespace hopscope {

/// The settings of one allocator, below `path`.
struct AllocatorParameters {
  std::string path;
  std::string label, arbiterLabel, iterationsLabel;
  AllocatorKind fallback = AllocatorKind::islip;
  std::string help;
};

/// Its kind, its arbiter and its iterations, in this order.
std::vector<Parameter> allocatorParameters(const AllocatorParameters& allocator);

/// What they say.
AllocatorSettings resolveAllocator(const SettingsReader& reader, const std::string& path);

}  // namespace hopscope

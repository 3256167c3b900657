// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <variant>
#include <vector>

#include "engine/core/issue.h"
#include "engine/core/registry.h"
#include "engine/topology/topology.h"

namespace hopscope {

/// The terminal of each rank.
using Places = std::vector<TerminalId>;

/// What a mapping is made of.
struct MappingRequest {
  const Topology& topology;
  std::uint32_t ranks = 1;
  const Values& values;  ///< the mapping's own, complete with defaults
  std::uint64_t seed = 1;
};

/// A mapping in the registry. Adding one: a function in mappings.cpp and a line in its list.
struct MappingEntry : Entry {
  /// The terminals, or why there are none; its path is a parameter's name, or empty.
  std::function<std::variant<Places, Issue>(const MappingRequest&)> place;
};

const Registry<MappingEntry>& mappings();

/// The mapping of which a list says the places.
inline constexpr const char* kListedMapping = "listed";

}  // namespace hopscope

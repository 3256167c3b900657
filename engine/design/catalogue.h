// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/parameter.h"
#include "engine/design/design.h"

namespace hopscope {

/// A section of the Design document, with what applies under the design's present choices.
struct Section {
  std::string name;   ///< "switch"
  std::string label;  ///< "Switch"
  std::string help;
  std::vector<Parameter> parameters;  ///< names are full dotted paths: "switch.buffers.local"
};

/// All sections in document order. What a section holds depends on the design's choices:
/// topology.kind decides which topology.* parameters there are, and so on.
std::vector<Section> sections(const Design& design);

/// The declared parameter of that full path under the design's present choices.
std::optional<Parameter> findParameter(const Design& design, std::string_view path);

/// The value in force: the explicit one or the default. A known path is required.
Value effectiveValue(const Design& design, std::string_view path);

/// Every applicable path with its value in force.
Values effectiveSettings(const Design& design);

/// False for a setting that these settings make idle, such as the geometry of a cache where no
/// cache is looked up. `settings` may be a design's own, or those of one router.
bool hasEffect(const Values& settings, const Parameter& parameter);

/// Every name that is registered, for `describe`: groups are topology, routing, traffic, switch,
/// forwarding, run, channels, clock, applications, endpoints; and what is no setting of a design,
/// phases among it.
struct CatalogueGroup {
  std::string name, label;
  struct Item {
    std::string name, label, help, source;
    std::vector<Parameter> parameters;
  };
  std::vector<Item> items;
  bool inDesigns = true;  ///< a section of the design document
};
std::vector<CatalogueGroup> catalogue();
inline constexpr const char* kPhaseKeys = "phases";  ///< the group of a phase's keys

}  // namespace hopscope

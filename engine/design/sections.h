// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/design/catalogue.h"
#include "engine/design/network_traits.h"

namespace hopscope {

/// The choices on which other settings depend: which parameters there are at all.
inline constexpr const char* kTopologyKind = "topology.kind";
inline constexpr const char* kRoutingAlgorithm = "routing.algorithm";
inline constexpr const char* kSwitchModel = "switch.model";
inline constexpr const char* kTrafficPattern = "traffic.pattern";

/// What stands as the kind of a network that another file holds.
inline constexpr const char* kImportedKind = "import";

/// The classes of a mix, a text that a document writes as a list (design/mix_json.h).
inline constexpr const char* kTrafficParts = "traffic.parts";

/// `sections(design)` for a network whose traits are known.
std::vector<Section> sections(const Design& design, const NetworkTraits& traits);

/// Finds a declared parameter by its full path; nullptr where there is none.
const Parameter* find(const std::vector<Section>& all, std::string_view path);

/// The value in force under these sections: explicit, or the default.
Value effective(const Design& design, const Parameter& parameter);

/// The value in force of every declared parameter.
Values effective(const Design& design, const std::vector<Section>& all);

/// The one name under which a setting is kept. A choice may be written as a name or as an object
/// {"kind": NAME, …}: "switch.allocator" stands for "switch.allocator.kind", "traffic.pattern.kind"
/// for "traffic.pattern", and "traffic.pattern.offset" for "traffic.offset". Other paths stay.
std::string canonicalPath(const std::vector<Section>& all, const std::string& path);

/// The settings below `prefix` ("traffic.") with their short names, for the declared `parameters`.
Values ownValues(const Values& settings, const std::string& prefix,
                 const std::vector<Parameter>& parameters);

}  // namespace hopscope

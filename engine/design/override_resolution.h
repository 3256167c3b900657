// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/core/issue.h"
#include "engine/design/design.h"
#include "engine/design/sections.h"
#include "engine/topology/topology.h"

namespace hopscope {

/// What the overrides say, by dense id. A later override wins over an earlier one.
struct ResolvedOverrides {
  struct Setting {
    Value value;
    std::string place;  ///< "overrides[2].switch.latency"
  };
  std::map<RouterId, std::map<std::string, Setting>> routers;  ///< by full path
  std::map<LinkId, Setting> latencies, bandwidths;             ///< of links
};

/// Checks the overrides of a design against its network: what they name exists, what they set may
/// differ from router to router.
ResolvedOverrides resolveOverrides(const Design& design, const Topology& topology,
                                   const std::vector<Section>& sections, Issues& issues);

/// The checks that need no network: what is set may be set there, and is of the right type.
void checkOverride(const Override& entry, const std::string& place,
                   const std::vector<Section>& sections, Issues& issues);

}  // namespace hopscope

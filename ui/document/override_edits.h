// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <map>
#include <set>
#include <vector>

#include "engine/design/design.h"

namespace hopscope {

/// Overrides taken apart: what is set for each router and each link, by id. A later entry of the
/// document wins over an earlier one, as it does when a design is compiled.
struct OverridesById {
  std::map<std::uint32_t, Values> routers, links;
};

OverridesById overridesById(const std::vector<Override>& overrides);

/// Put together again: ids with the same values share an entry, ordered by their lowest id.
std::vector<Override> overridesFrom(const OverridesById& byId);

/// Drops what is set for ids that `keepRouter` and `keepLink` refuse. Leaves an unaffected list
/// exactly as it is.
void keepOverrides(std::vector<Override>& overrides,
                   const std::function<bool(std::uint32_t)>& keepRouter,
                   const std::function<bool(std::uint32_t)>& keepLink);

}  // namespace hopscope

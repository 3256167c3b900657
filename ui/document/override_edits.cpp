// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/override_edits.h"

#include <algorithm>

namespace hopscope {

OverridesById overridesById(const std::vector<Override>& overrides) {
  OverridesById byId;
  const auto add = [](std::map<std::uint32_t, Values>& to, const std::vector<std::uint32_t>& ids,
                      const Values& values) {
    for (const std::uint32_t id : ids)
      for (const auto& [path, value] : values) to[id].insert_or_assign(path, value);
  };
  for (const Override& entry : overrides) {
    add(byId.routers, entry.routers, entry.values);
    add(byId.links, entry.channels, entry.values);
  }
  return byId;
}

std::vector<Override> overridesFrom(const OverridesById& byId) {
  std::vector<Override> overrides;
  const auto collect = [&overrides](const std::map<std::uint32_t, Values>& from,
                                    std::vector<std::uint32_t> Override::*ids) {
    std::map<Values, std::size_t> known;
    for (const auto& [id, values] : from) {
      if (values.empty()) continue;
      const auto [it, isNew] = known.emplace(values, overrides.size());
      if (isNew) overrides.emplace_back().values = values;
      (overrides[it->second].*ids).push_back(id);
    }
  };
  collect(byId.routers, &Override::routers);
  collect(byId.links, &Override::channels);
  return overrides;
}

void keepOverrides(std::vector<Override>& overrides,
                   const std::function<bool(std::uint32_t)>& keepRouter,
                   const std::function<bool(std::uint32_t)>& keepLink) {
  const auto keep = [](std::vector<std::uint32_t>& ids,
                       const std::function<bool(std::uint32_t)>& wanted) {
    ids.erase(
        std::remove_if(ids.begin(), ids.end(), [&wanted](std::uint32_t id) { return !wanted(id); }),
        ids.end());
  };
  std::vector<Override> kept;
  for (Override& entry : overrides) {
    const bool wasEmpty = entry.routers.empty() && entry.channels.empty();
    keep(entry.routers, keepRouter);
    keep(entry.channels, keepLink);
    if (wasEmpty || !entry.routers.empty() || !entry.channels.empty()) kept.push_back(entry);
  }
  overrides = std::move(kept);
}

}  // namespace hopscope

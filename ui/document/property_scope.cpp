// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/property_scope.h"

#include <algorithm>
#include <utility>

#include "engine/design/catalogue.h"
#include "ui/document/override_edits.h"

namespace hopscope {

PropertyScope::PropertyScope(const Design& design, const Topology& topology, ScopeKind kind,
                             std::set<RouterId> routers)
    : kind_(kind), routers_(std::move(routers)), common_(effectiveSettings(design)) {
  for (const RouterId router : routers_)
    if (router < topology.routerCount()) ids_.insert(topology.routerIds[router]);
  overrides_ = overridesById(design.overrides).routers;
  if (kind_ == ScopeKind::all) return;
  for (auto it = overrides_.begin(); it != overrides_.end();)
    it = holds(it->first) ? std::next(it) : overrides_.erase(it);
}

ScopedValue PropertyScope::valueOf(const Parameter& parameter) const {
  ScopedValue scoped;
  const auto common = common_.find(parameter.name);
  scoped.value = common == common_.end() ? parameter.fallback : common->second;
  if (!parameter.perRouter) return scoped;
  std::size_t own = 0;
  std::optional<Value> shared;
  bool mixed = false;
  for (const auto& [id, values] : overrides_) {
    const auto it = values.find(parameter.name);
    if (it == values.end()) continue;
    ++own;
    mixed = mixed || (shared && *shared != it->second);
    shared = it->second;
  }
  scoped.differs = own > 0;
  if (kind_ == ScopeKind::all || own == 0) return scoped;
  if (mixed || (own < ids_.size() && shared != scoped.value))
    scoped.value.reset();
  else
    scoped.value = shared;
  return scoped;
}

bool PropertyScope::hasEffect(const Parameter& parameter) const {
  if (hopscope::hasEffect(common_, parameter)) return true;
  return std::any_of(overrides_.begin(), overrides_.end(), [&](const auto& entry) {
    Values settings = common_;
    for (const auto& [name, value] : entry.second) settings.insert_or_assign(name, value);
    return hopscope::hasEffect(settings, parameter);
  });
}

int PropertyScope::overrideCount() const {
  std::size_t count = 0;
  for (const auto& [id, values] : overrides_) count += values.size();
  return static_cast<int>(count);
}

std::set<RouterId> groupOf(const Topology& topology, const std::set<RouterId>& routers) {
  if (routers.empty() || *routers.rbegin() >= topology.routerCount()) return {};
  const std::int32_t group = topology.group[*routers.begin()];
  for (const RouterId router : routers)
    if (topology.group[router] != group) return {};
  std::set<RouterId> members;
  for (RouterId router = 0; router < topology.routerCount(); ++router)
    if (topology.group[router] == group) members.insert(members.end(), router);
  if (members.size() == topology.routerCount()) return {};
  return members;
}

}  // namespace hopscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>

#include "engine/core/parameter.h"
#include "engine/design/design.h"
#include "engine/topology/topology.h"

namespace hopscope {

/// Which routers the property panel speaks of.
enum class ScopeKind : std::uint8_t { all, group, selected };

/// What one setting is worth in a scope.
struct ScopedValue {
  std::optional<Value> value;  ///< nothing where it is not the same everywhere
  bool differs = false;        ///< some router of the scope has a value of its own
};

/// A design's settings seen from a set of routers: all, a group or the selected ones.
class PropertyScope {
 public:
  /// `routers` are dense ids; they matter only where `kind` is not `all`.
  PropertyScope(const Design& design, const Topology& topology, ScopeKind kind,
                std::set<RouterId> routers);

  ScopeKind kind() const { return kind_; }
  const std::set<RouterId>& routers() const { return routers_; }
  ScopedValue valueOf(const Parameter& parameter) const;
  /// False where the setting is idle for every router of the scope.
  bool hasEffect(const Parameter& parameter) const;
  /// How many settings of the scope's routers are their own.
  int overrideCount() const;
  /// The own id of a router is in the scope.
  bool holds(std::uint32_t routerId) const { return ids_.count(routerId) != 0; }

 private:
  ScopeKind kind_;
  std::set<RouterId> routers_;
  std::set<std::uint32_t> ids_;
  Values common_;                              ///< in force for all routers, by path
  std::map<std::uint32_t, Values> overrides_;  ///< of the scope's routers, by id
};

/// The routers of the group that all of `routers` belong to; empty where there is none or the
/// family has no groups.
std::set<RouterId> groupOf(const Topology& topology, const std::set<RouterId>& routers);

}  // namespace hopscope

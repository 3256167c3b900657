// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/topology/balance.h"

#include <algorithm>
#include <cstdint>

namespace hopscope {

namespace {

std::int64_t numberOf(std::uint64_t value) {
  return static_cast<std::int64_t>(value);
}

}  // namespace

std::optional<Balance> balanceOf(const Generator& family, const Values& parameters) {
  if (!family.structure) return {};
  const std::optional<DragonflyStructure> shape = family.structure(parameters).dragonfly;
  if (!shape) return {};
  Balance balance{false, "a = 2p = 2h", parameters};
  balance.holds = shape->perGroup == 2 * shape->perRouter && shape->perGroup == 2 * shape->globals;
  if (balance.holds) return balance;
  const std::uint64_t wanted = family.facts(parameters).terminals;
  std::uint64_t h = 1;
  // 2h routers of h terminals a group, and 2h * h other groups.
  while (2 * h * h * (2 * h * h + 1) < wanted) ++h;
  const std::uint64_t perGroup = 2 * h * h, mostGroups = 2 * h * h + 1;
  const std::uint64_t groups = std::max<std::uint64_t>(2, (wanted + perGroup - 1) / perGroup);
  balance.balanced["p"] = numberOf(h);
  balance.balanced["a"] = numberOf(2 * h);
  balance.balanced["h"] = numberOf(h);
  balance.balanced["groups"] = numberOf(groups == mostGroups ? 0 : groups);
  if (hasErrors(family.check(balance.balanced))) return {};
  return balance;
}

}  // namespace hopscope

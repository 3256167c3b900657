// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include "engine/core/value.h"
#include "engine/topology/generator.h"

namespace hopscope {

/// Whether the links of a network carry uniform traffic alike.
struct Balance {
  bool holds = false;
  std::string rule;  ///< "a = 2p = 2h"
  /// Balanced parameters for at least as many terminals, of the smallest routers that do; those
  /// given where the rule holds already.
  Values balanced;
};

/// By the rule of Kim, Dally, Scott & Abts, ISCA 2008, section 3.1, for complete groups with links
/// between all of them; nothing for families without such a rule, and where no balanced network of
/// the size may be built. Called only on parameters without errors.
std::optional<Balance> balanceOf(const Generator& family, const Values& parameters);

}  // namespace hopscope

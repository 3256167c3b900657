// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "engine/workload/operation.h"

namespace hopscope::trace {

/// An operation of a schedule and those of the same rank that it waits for.
struct GoalNode {
  Operation operation;
  std::vector<std::uint32_t> after;  ///< whose end it waits for
  std::vector<std::uint32_t> with;   ///< whose beginning it waits for
};

/// The operations of a rank one after the other.
struct GoalOrder {
  Operations operations;
  bool loose = false;  ///< some were not told to wait for each other, and do
  bool cut = false;    ///< some wait for each other in a circle
};

/// Messages are begun as soon as they may, in the order of the file; what waits comes after all
/// that needs no waiting.
GoalOrder inOrder(const std::vector<GoalNode>& nodes);

}  // namespace hopscope::trace

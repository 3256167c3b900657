// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/core/ids.h"
#include "engine/workload/application_plan.h"
#include "engine/workload/matrix_entry.h"

namespace hopscope {

/// What one rank of an application sent another.
struct MessagePair {
  std::string application;
  std::uint32_t source = 0, destination = 0;                       ///< ranks of the application
  TerminalId sourceTerminal = kNone, destinationTerminal = kNone;  ///< where they are
  std::uint64_t messages = 0, bytes = 0;

  bool operator==(const MessagePair&) const = default;
};

/// The entries of a matrix with the names of their ranks.
std::vector<MessagePair> messagePairs(const ApplicationPlan& plan,
                                      const std::vector<MatrixEntry>& matrix);

/// A message that has arrived.
struct MessageArrival {
  std::string application;
  std::uint32_t source = 0, destination = 0;  ///< ranks of the application
  std::uint64_t bytes = 0;
  Cycle created = 0, arrived = 0;  ///< handed to its interface; there for its rank
};

}  // namespace hopscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "engine/design/design.h"

namespace hopscope {

/// One sentence on whether packets can block each other for ever, for the screen.
struct DeadlockVerdict {
  bool free = false;
  QString sentence;
};

/// Terminals up to which the proof is quick enough to run while a dialog is open.
inline constexpr std::uint64_t kMaxProvenTerminals = 20'000;

/// Compiles the design and walks its channel dependencies; may take a second, so call it from a
/// worker.
DeadlockVerdict proveDeadlockFree(const Design& design);

}  // namespace hopscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include "engine/workload/traces/trace_format.h"

namespace hopscope::trace {

/// Reads a schedule in GOAL as text: sends, receives and computations of each rank, and which waits
/// for which ("requires": for its end, "irequires": for its beginning). Computation is in
/// nanoseconds. A rank here does one thing after the other: where a schedule has chains that do not
/// wait for each other, that is told.
/// Source: Hoefler, Siebert & Lumsdaine 2009 (GOAL); Hoefler, Schneider & Lumsdaine 2010
/// (LogGOPSim).
ReadTrace readGoal(std::string_view text);

/// Whether the text begins like one.
bool looksLikeGoal(std::string_view text);

}  // namespace hopscope::trace

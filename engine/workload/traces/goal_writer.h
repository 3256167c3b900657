// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/workload/traces/trace_format.h"

namespace hopscope::trace {

/// Writes a program as a schedule in GOAL. Time is in whole nanoseconds; what is left of one is
/// kept for the next. Collectives are written as the messages they are made of.
WrittenTrace writeGoal(const TraceSource& source);

}  // namespace hopscope::trace

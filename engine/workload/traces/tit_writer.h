// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/workload/traces/trace_format.h"

namespace hopscope::trace {

/// Writes a program as a time-independent trace with tags, which SimGrid replays: computation in
/// operations, other time as sleep. Collectives are written as the messages they are made of, so
/// that a replay does what the program does.
WrittenTrace writeTimeIndependent(const TraceSource& source);

}  // namespace hopscope::trace

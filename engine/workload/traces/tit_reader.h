// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include "engine/workload/traces/trace_format.h"

namespace hopscope::trace {

/// Reads a time-independent trace: one action a line, "RANK ACTION ARGUMENTS", as SimGrid replays
/// it, with and without tags. Source: Casanova, Desprez, Markomanolis & Suter 2015, and the
/// documentation of SimGrid ("Replaying traces").
ReadTrace readTimeIndependent(std::string_view text);

/// Whether the text begins like one.
bool looksTimeIndependent(std::string_view text);

}  // namespace hopscope::trace

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/workload/application.h"
#include "engine/workload/traces/trace_format.h"

namespace hopscope::application {

/// The application whose ranks do what a trace of that format says; `format` outlives it.
ApplicationEntry traceProgram(const TraceFormat& format);

}  // namespace hopscope::application

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "engine/workload/application_workload.h"

namespace hopscope {

/// A recorded timeline in the Trace Event Format (Google 2016), which Chrome and Perfetto open: a
/// process for each application, a thread for each rank, flows for messages. Times in microseconds.
std::string chromeTrace(const ApplicationWorkload& applications, double picosecondsPerCycle);

}  // namespace hopscope

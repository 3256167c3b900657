// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/switching/switching.h"

namespace hopscope {

/// Whether a workload has come to its end is asked for at these cycles: the next one after now().
/// They do not depend on how the network is divided, nor on how it is stepped.
Cycle nextLook(const Switching& network);

/// Simulates until the workload has finished and nothing is under way, or nothing ever happens
/// again; at the latest until cycle `most`.
void runToEnd(Switching& network, const Workload& workload, Cycle most);

}  // namespace hopscope

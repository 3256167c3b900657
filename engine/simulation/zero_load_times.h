// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "engine/simulation/setup.h"
#include "engine/workload/head_times.h"

namespace hopscope {

/// How long packets and messages take through the network of a setup where nobody else is. Of
/// tables and caches the time of a lookup that waits for none, and of a cache that of a hit.
std::shared_ptr<const HeadTimes> zeroLoadTimes(const Setup& setup);

/// Whether these are the times of the packets alone, one after the other at a flit a cycle, where
/// what packets of one message cost each other depends on more than their way: on when they meet
/// the slots of their circuits, and on what caches hold by then.
bool isOfOnePacketEach(const Setup& setup);

}  // namespace hopscope

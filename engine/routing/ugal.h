// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/routing/routing_algorithm.h"

namespace hopscope::routings {

/// What forbids UGAL on this network, whatever queues it sees. `label` is its name in sentences.
Issues checkUgal(const char* label, const Topology& topology, const VcCounts& vcs,
                 const Values& values);

}  // namespace hopscope::routings

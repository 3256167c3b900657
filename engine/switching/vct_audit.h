// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/fabric/fabric.h"
#include "engine/switching/vct_part.h"

namespace hopscope {

using VctParts = std::vector<std::unique_ptr<VctPart>>;

/// Credits equal what is on its way, in the buffers and coming back, for every virtual channel;
/// queues are in order and within their room. One sentence a violation. `next` is the cycle to
/// come.
std::vector<std::string> creditViolations(const Fabric& fabric, const VctParts& parts,
                                          const Partition& partition, Cycle next);

/// Packets on wires and in buffers, source queues included; a walk over all of them.
std::uint64_t packetsPresent(const Fabric& fabric, const VctParts& parts,
                             const Partition& partition, Cycle next);

/// A table still looks up the output of a packet at the front of its queue.
bool lookupsUnderWay(const Fabric& fabric, Cycle next);

}  // namespace hopscope

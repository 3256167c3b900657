// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "engine/workload/collective.h"
#include "engine/workload/operation.h"

/// The collectives of traces: MPI's names say what, not how.
namespace hopscope::trace {

/// How MPICH does it, by size and number of ranks. Source: Thakur, Rabenseifner & Gropp 2005.
const CollectiveEntry& usualCollective(CollectivePurpose purpose, std::uint64_t bytes,
                                       std::uint32_t ranks);

// Those whose parts differ in size, as what `rank` does. `parts` are bytes, one for each rank.

/// All send their part to `root`, at once.
Operations gatherOf(const std::vector<std::uint64_t>& parts, std::uint32_t rank,
                    std::uint32_t root);
/// `root` sends each its part, at once.
Operations scatterOf(const std::vector<std::uint64_t>& parts, std::uint32_t rank,
                     std::uint32_t root);
/// Parts go round in a ring.
Operations allGatherOf(const std::vector<std::uint64_t>& parts, std::uint32_t rank);
/// In step i to the rank i further on, from the one i before; what is empty is not sent.
Operations allToAllOf(const std::vector<std::uint64_t>& sent,
                      const std::vector<std::uint64_t>& received, std::uint32_t rank);

}  // namespace hopscope::trace

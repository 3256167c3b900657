// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>
#include <vector>

#include "engine/workload/traces/trace_format.h"

namespace hopscope {

/// Whether a file looks like a Chakra execution trace: messages of Protocol Buffers with their
/// lengths before them, the first with a version and attributes.
bool looksLikeChakra(std::string_view bytes);

/// Reads Chakra execution traces, schema 0.0.4 (Sridharan et al., Chakra, 2023; MLCommons,
/// et_def.proto), a file for each rank in their order. Nodes go on when those have ended that they
/// name as dependencies; computation takes the time or the operations that its node says; a
/// collective holds up its rank until it is over, and is that of all ranks whose traces have one of
/// the same process group. Sizes: of an all-gather, what a rank brings; of an all-to-all, what it
/// sends to all together; of others the whole vector. Paths of the issues are "rank 3".
ReadTrace readChakra(const std::vector<std::string_view>& files);

}  // namespace hopscope

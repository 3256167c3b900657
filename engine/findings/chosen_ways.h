// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "engine/design/design.h"

namespace hopscope {

/// What is known of a routing by the ways it sends packets: the design itself, or, where its
/// routing chooses by what it sees between the shortest ways and two legs through anywhere, the
/// design with each of the two: it has the better of them.
std::vector<Design> chosenWays(const Design& design);

}  // namespace hopscope

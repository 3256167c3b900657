// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "engine/core/parameter.h"
#include "engine/fabric/vc_counts.h"

/// The design's own parameters, with full paths, in document order.
namespace hopscope {

std::vector<Parameter> clockParameters();
/// `switch.model` alone: which other parameters there are.
Parameter switchModelParameter();
/// Those of virtual cut-through. `least`: the virtual channels that the routing needs, which is
/// what a design has by default.
std::vector<Parameter> switchParameters(const VcCounts& least);
std::vector<Parameter> forwardingParameters();
/// Those that every pattern shares, without traffic.pattern.
std::vector<Parameter> trafficParameters();
std::vector<Parameter> runParameters();

}  // namespace hopscope

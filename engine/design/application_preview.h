// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "engine/core/issue.h"
#include "engine/design/design.h"
#include "engine/topology/topology.h"
#include "engine/workload/application_plan.h"

namespace hopscope {

/// The applications of a design on its terminals, without their zero-load times and without
/// compiling the design; null where it has none, or has errors (appended). `topology`: its network.
std::shared_ptr<const ApplicationPlan> previewApplications(const Design& design,
                                                           std::shared_ptr<const Topology> topology,
                                                           Issues& issues);

}  // namespace hopscope

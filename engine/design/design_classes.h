// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/design/design.h"
#include "engine/simulation/traffic_class_names.h"

namespace hopscope {

/// The classes of traffic of a design, over all its phases, in the order of the numbers that they
/// have in a run of it. The design need not be without errors.
ClassNames classNamesOf(const Design& design);

}  // namespace hopscope

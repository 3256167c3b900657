// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "engine/core/parameter.h"
#include "engine/design/design.h"
#include "engine/design/override_resolution.h"
#include "engine/design/settings_reader.h"
#include "engine/design/switch_models.h"
#include "engine/fabric/link_rate.h"
#include "engine/topology/topology.h"

namespace hopscope {

/// What a link may carry; its name is "bandwidth".
Parameter bandwidthParameter();

/// What each link carries: by its class, its own or an override's. A bandwidth stands for the
/// fraction nearest to it with a denominator of at most 1,000. Empty where all are full, so that
/// nobody asks. Refuses slower ones where the switches can't have them.
std::vector<LinkRate> resolveBandwidths(const Design& design, const Topology& topology,
                                        const SwitchModel& model, const SettingsReader& read,
                                        const ResolvedOverrides& overrides);

/// The same of a design that need not be right: what is not possible is left out.
std::vector<LinkRate> bandwidthsOf(const Design& design, const Topology& topology);

}  // namespace hopscope

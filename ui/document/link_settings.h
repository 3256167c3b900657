// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "engine/core/ids.h"
#include "engine/design/design.h"
#include "engine/topology/topology.h"
#include "ui/document/override_edits.h"
#include "ui/document/property_scope.h"

namespace hopscope {

/// The latency of a link that is in force: an override's, a drawn link's own, or its class's.
/// `overrides` are those of the design, taken apart.
ScopedValue linkLatency(const Design& design, const Topology& topology, LinkId link,
                        const OverridesById& overrides);
/// The same of its bandwidth.
ScopedValue linkBandwidth(const Design& design, const Topology& topology, LinkId link,
                          const OverridesById& overrides);

/// "15 cycles", or as the design says it, "90 ns"; empty where there is none.
QString linkLatencyText(const Design& design, const Topology& topology, LinkId link);
/// "0.5 flits/cycle"; empty where it is one a cycle.
QString linkBandwidthText(const Design& design, const Topology& topology, LinkId link);

}  // namespace hopscope

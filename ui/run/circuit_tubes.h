// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/switching/circuit_observation.h"
#include "engine/topology/topology.h"
#include "ui/document/design_document.h"
#include "ui/drawing/network_painter.h"

namespace hopscope {

/// What the canvas shows of circuits: through the one crossbar there is, or along their paths. Of
/// more than kMostTubes along paths those that begin or end at terminals that are chosen, or at
/// those of routers that are; none of more than kMostChosenTubes.
CircuitsShown circuitsShown(const Topology& topology, const CircuitDetail& detail,
                            const Parts& chosen = {});

}  // namespace hopscope

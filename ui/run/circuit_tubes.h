// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/switching/circuit_observation.h"
#include "ui/drawing/network_painter.h"

namespace hopscope {

/// What the canvas shows of the circuits of a network of one crossbar.
CircuitsShown circuitsShown(const CircuitDetail& detail);
/// Likewise, where their slots move on.
CircuitsShown circuitsShown(const ShiftedDetail& detail);

}  // namespace hopscope

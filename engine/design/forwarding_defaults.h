// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/core/value.h"

namespace hopscope {

/// Defaults, by path, that depend on other settings of the forwarding section: the times of its
/// profile, intervals that follow their latency, the energy of a binary CAM. `settings` are the
/// explicit ones.
Values forwardingDefaults(const Values& settings);

}  // namespace hopscope

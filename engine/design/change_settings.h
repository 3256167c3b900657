// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include "engine/design/design.h"

namespace hopscope {

/// Has `change` alter the settings of a design. Those that apply no longer after a choice, here and
/// in overrides, go.
void changeSettings(Design& design, const std::function<void(Values&)>& change);

}  // namespace hopscope

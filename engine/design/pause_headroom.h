// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/design/settings_reader.h"
#include "engine/simulation/setup.h"

namespace hopscope {

/// Refuses a design whose switches pause their senders but would lose packets: a buffer that says
/// XOFF when more may still come than it has room for, or that is too small ever to say XON.
/// `reader`: of the design's own settings.
void checkPauses(const Setup& setup, const SettingsReader& reader);

}  // namespace hopscope

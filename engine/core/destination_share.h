// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/core/ids.h"

namespace hopscope {

/// A part of what a terminal sends.
struct DestinationShare {
  TerminalId destination = kNone;
  double share = 0;  ///< of the source's packets, 0..1
};

}  // namespace hopscope

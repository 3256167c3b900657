// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/core/ids.h"

namespace hopscope {

/// What a rank did with its time, from the start of its job until it had finished.
struct RankTimes {
  Cycle computation = 0;
  /// On messages, or waiting for one that was on its way.
  Cycle communication = 0;
  Cycle waiting = 0;    ///< for messages that were yet to be sent
  Cycle finished = -1;  ///< when its program ended; -1: it has not

  bool operator==(const RankTimes&) const = default;
};

}  // namespace hopscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/core/ids.h"

namespace hopscope {

/// How far `candidate` is behind a round-robin pointer: 0 is next in turn; the smallest wins.
inline unsigned turnsUntil(unsigned candidate, unsigned pointer, unsigned size) {
  return candidate >= pointer ? candidate - pointer : candidate + size - pointer;
}

/// The pointer after `winner` had its turn.
inline PortIndex pointerAfter(unsigned winner, unsigned size) {
  return static_cast<PortIndex>(winner + 1 == size ? 0 : winner + 1);
}

}  // namespace hopscope

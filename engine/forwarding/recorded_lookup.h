// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "engine/core/ids.h"

namespace hopscope {

/// One lookup of a recorded run, or the moment at which all caches were emptied.
struct RecordedLookup {
  std::uint32_t cache = kNone;  ///< which one, of all lanes of all ports; kNone: all were emptied
  std::uint32_t key = kNone;    ///< a destination, or the tag that node reduction made of it

  bool operator==(const RecordedLookup&) const = default;
};

/// How often a destination was looked up at an input port.
struct LookupTally {
  PortIndex input = kNoPort;
  TerminalId destination = kNone;
  std::uint64_t count = 0;

  bool operator==(const LookupTally&) const = default;
};

}  // namespace hopscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <string>
#include <vector>

#include "engine/core/ids.h"

namespace hopscope {

/// When packets, flits and credits are counted while a run goes on: every cycle at first, then more
/// and more seldom, as what is wrong stays wrong, and the more seldom the larger the network is,
/// whose count is dearer. Only in builds with HOPSCOPE_CHECKED, and never in others.
class ConservationWatch {
 public:
  explicit ConservationWatch(std::size_t ports)
      : spacing_(std::max<Cycle>(1, static_cast<Cycle>(ports / 64))) {}

  /// The cycle of the next count.
  Cycle due() const { return due_; }

  /// Takes what a count at cycle `now` has found: ends the program at the first thing that is
  /// wrong.
  void counted(Cycle now, const std::vector<std::string>& violations) {
    if (!violations.empty()) {
      std::fputs((violations.front() + "\n").c_str(), stderr);
      std::abort();
    }
    due_ = now + std::max(spacing_, now / 1024);
  }

 private:
#ifdef HOPSCOPE_CHECKED
  Cycle due_ = 1;
#else
  Cycle due_ = std::numeric_limits<Cycle>::max();
#endif
  Cycle spacing_;
};

}  // namespace hopscope

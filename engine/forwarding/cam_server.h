// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "engine/core/ids.h"
#include "engine/forwarding/lookup_settings.h"

namespace hopscope {

/// A table (CAM, TCAM or DRAM) as a server: a bank may begin a lookup every `interval`, and its
/// answer is there `latency` later (Hirasawa 2022, equation 4.6). Banks take turns, so N of them
/// begin N lookups an interval. Requests are served in the order of the calls.
struct CamServer {
  std::array<Picoseconds, kMostCamBanks> free{};  ///< earliest begin of a bank's next lookup
  std::uint32_t banks = 1;
  std::uint32_t turn = 0;     ///< the bank that is free first
  std::uint64_t lookups = 0;  ///< served so far
  std::uint64_t rows = 0;     ///< read so far, of a linear table
  Picoseconds waited = 0;     ///< of all lookups together, before their begin

  /// Serves a request made at `at`; returns when the answer is there.
  Picoseconds serve(Picoseconds at, Picoseconds latency, Picoseconds interval) {
    const Picoseconds start = std::max(at, free[turn]);
    free[turn] = start + interval;
    if (++turn >= banks) turn = 0;
    ++lookups;
    waited += start - at;
    return start + latency;
  }
};

}  // namespace hopscope

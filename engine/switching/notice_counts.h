// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace hopscope {

/// Notices of congestion since cycle 0.
struct NoticeCounts {
  bool counted = false;        ///< there are congestion points
  std::uint64_t sent = 0;      ///< that found room in the queue of their switch
  std::uint64_t dropped = 0;   ///< that did not
  std::uint64_t received = 0;  ///< by the switch of the packet's source

  std::uint64_t underWay() const { return sent - received; }
  NoticeCounts& operator+=(const NoticeCounts& other) {
    counted = counted || other.counted;
    sent += other.sent;
    dropped += other.dropped;
    received += other.received;
    return *this;
  }
};

}  // namespace hopscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "engine/workload/endpoint_settings.h"

namespace hopscope {

/// What messages come to in packets and flits (Packets). Programs send few sizes, and these take
/// divisions: so the latest are kept.
class MessageLengths {
 public:
  struct Length {
    std::uint64_t bytes = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t flits = 0;    ///< in all
    std::uint32_t packets = 0;  ///< at least 1
    std::uint32_t last = 0;     ///< flits of the last packet
  };

  explicit MessageLengths(const Packets& packets) : packets_(packets) {}

  /// Valid until the next one is asked for. `bytes`: at most kMostBytes.
  const Length& of(std::uint64_t bytes) {
    Length& kept = kept_[static_cast<std::size_t>((bytes * 0x9e3779b97f4a7c15U) >> kShift)];
    if (kept.bytes != bytes) divide(bytes, kept);
    return kept;
  }

 private:
  static constexpr unsigned kShift = 59;

  [[gnu::noinline]] void divide(std::uint64_t bytes, Length& into) const {
    into = {bytes, packets_.allFlits(bytes), packets_.count(bytes), packets_.lastFlits(bytes)};
  }

  Packets packets_;
  std::array<Length, std::size_t{1} << (64 - kShift)> kept_{};
};

}  // namespace hopscope

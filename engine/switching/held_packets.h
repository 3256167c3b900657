// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/core/ids.h"
#include "engine/core/rng.h"

namespace hopscope {

/// Packets that terminals have announced by a probe, each until its time has come. All wait
/// equally long, so the first in is the first out.
class HeldPackets {
 public:
  struct Held {
    Cycle due = 0;
    TerminalId source = kNone, destination = kNone;
    std::uint32_t flits = 1;
    std::uint8_t trafficClass = 0;
    Rng routing;  ///< as it was for the probe, so that both take the same path
  };

  void push(const Held& held) {
    if (count_ == ring_.size()) grow(2 * ring_.size() + kFirst);
    ring_[(first_ + count_++) % ring_.size()] = held;
  }

  /// Hands out and forgets what is due at `now` or was before.
  template <typename Visit>
  void drain(Cycle now, Visit&& visit) {
    while (count_ > 0 && ring_[first_].due <= now) {
      const Held held = ring_[first_];
      first_ = (first_ + 1) % ring_.size();
      --count_;
      visit(held);
    }
  }

  bool empty() const { return count_ == 0; }

  /// Makes room for half as many again as there have been at the most.
  void leaveRoom() {
    if (!ring_.empty()) grow(ring_.size() + ring_.size() / 2);
  }

 private:
  static constexpr std::size_t kFirst = 64;

  void grow(std::size_t size) {
    std::vector<Held> larger(size);
    for (std::size_t i = 0; i < count_; ++i) larger[i] = ring_[(first_ + i) % ring_.size()];
    ring_.swap(larger);
    first_ = 0;
  }

  std::vector<Held> ring_;
  std::size_t first_ = 0, count_ = 0;
};

}  // namespace hopscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "engine/core/ids.h"
#include "engine/scheduling/channel_slots.h"

namespace hopscope {

/// Slot tables of a routed network (Goossens, Dielissen & Radulescu, Æthereal, IEEE Design & Test
/// 2005): a circuit that leaves its terminal in slot s has the n-th channel of its path in slot
/// s + n, modulo the slots. A word takes one slot per channel and never waits on its way.
class ShiftedSlots {
 public:
  ShiftedSlots(std::uint32_t channels, std::uint32_t slotCount)
      : channels_(slotCount, {channels}) {}

  std::uint32_t slotCount() const { return channels_.slotCount(); }

  /// Takes the path in the first slot, from `from` on, in which all its channels are free; gives
  /// the slot in which the circuit leaves its terminal, or kNone. A path longer than the slots
  /// comes back to a slot, but on another channel.
  std::uint32_t establish(const std::vector<ChannelId>& path, std::uint32_t from = 0) {
    for (std::uint32_t tried = 0; tried < slotCount(); ++tried) {
      const std::uint32_t start = (from + tried) % slotCount();
      if (!isFree(path, start)) continue;
      forEachHop(path, start, [this](std::uint32_t slot, ChannelId channel) {
        channels_.take(slot, 0, channel);
        return true;
      });
      return start;
    }
    return kNone;
  }
  void release(const std::vector<ChannelId>& path, std::uint32_t start) {
    forEachHop(path, start, [this](std::uint32_t slot, ChannelId channel) {
      channels_.release(slot, 0, channel);
      return true;
    });
  }
  bool isFree(const std::vector<ChannelId>& path, std::uint32_t start) const {
    return forEachHop(path, start, [this](std::uint32_t slot, ChannelId channel) {
      return !channels_.isBusy(slot, 0, channel);
    });
  }

  const ChannelSlots& channels() const { return channels_; }

 private:
  /// False as soon as `visit` says so.
  template <typename Visit>
  bool forEachHop(const std::vector<ChannelId>& path, std::uint32_t start, Visit&& visit) const {
    std::uint32_t slot = start;
    for (const ChannelId channel : path) {
      if (!visit(slot, channel)) return false;
      if (++slot == slotCount()) slot = 0;
    }
    return true;
  }

  ChannelSlots channels_;
};

/// Slots from when a word is ready, at the beginning of slot `ready`, until it has arrived: the
/// wait for the circuit's slot, and one slot for each channel of its path.
inline std::uint64_t shiftedLatency(std::uint64_t ready, std::uint32_t start,
                                    std::uint32_t slotCount, std::size_t channels) {
  return (start + slotCount - ready % slotCount) % slotCount + channels;
}

}  // namespace hopscope

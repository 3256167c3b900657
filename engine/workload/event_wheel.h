// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "engine/core/ids.h"

namespace hopscope {

/// What will happen at one part's ranks and interfaces, in order of time, then of kind, then as it
/// was noted. What happens soon has a slot of its cycle; what is far off waits in a heap, and gets
/// into its slot before anything can be noted there, so that the order is that of one heap.
template <unsigned kKinds>
class EventWheel {
 public:
  EventWheel() : slots_(kSlots) {}

  bool empty() const { return next() == kNever; }

  /// `time`: not before the last one given to `handleUpTo`.
  void note(Cycle time, unsigned kind, std::uint64_t what) {
    assert(time >= now_);
    if (time - now_ < static_cast<Cycle>(kSlots)) {
      insert(time, kind, what);
      return;
    }
    far_.push_back({time, std::uint64_t{kind} << 56 | noted_++, what});
    std::push_heap(far_.begin(), far_.end());
  }

  /// When the next one happens; kNever where there is none.
  static constexpr Cycle kNever = std::numeric_limits<Cycle>::max();
  Cycle next() const {
    const auto at = static_cast<std::size_t>(now_) & kMask;
    // Words from that of now on, its own twice: what is before it comes last.
    for (std::size_t i = 0; i <= kWords; ++i) {
      const std::size_t word = (at / 64 + i) % kWords;
      std::uint64_t busy = busy_[word];
      if (i == 0) busy &= ~std::uint64_t{0} << (at % 64);
      if (busy == 0) continue;
      const std::size_t slot = word * 64 + static_cast<std::size_t>(std::countr_zero(busy));
      return now_ + static_cast<Cycle>((slot - at) & kMask);
    }
    return far_.empty() ? kNever : far_.front().time;
  }

  /// Calls handle(time, kind, what) for all that happens up to `now`, also for what is noted
  /// meanwhile.
  template <typename Handle>
  void handleUpTo(Cycle now, const Handle& handle) {
    for (Cycle time = next(); time <= now; time = next()) {
      moveTo(time);
      handleSlot(time, handle);
      if (time == now) return;  // nothing is left of it
    }
    moveTo(now);
  }
  /// Calls see(what) for what stands noted for a cycle that is soon, in the order in which it will
  /// be handled.
  template <typename See>
  void peek(Cycle soon, unsigned kind, const See& see) const {
    const Slot& slot = slots_[static_cast<std::size_t>(soon) & kMask];
    if (!slot.has(kind)) return;
    for (std::uint32_t at = slot.first[kind];; at = nodes_[at].next) {
      see(nodes_[at].what);
      if (at == slot.last[kind]) return;
    }
  }
  /// Makes room for half as many again as there have been at a time.
  void leaveRoom() {
    nodes_.reserve(nodes_.size() + nodes_.size() / 2);
    far_.reserve(far_.capacity() + far_.capacity() / 2);
  }
  /// There is none up to `now`; the same as calling that.
  bool rests(Cycle now) {
    if (now != now_ + 1 || isBusy(now_) || isBusy(now) || farIsNear(now)) return false;
    now_ = now;
    return true;
  }

 private:
  static constexpr std::size_t kSlots = 256, kMask = kSlots - 1, kWords = kSlots / 64;
  static constexpr std::uint32_t kNobody = 0xffffffff;

  struct Node {
    std::uint64_t what;
    std::uint32_t next;
  };
  struct Slot {
    std::uint32_t kinds = 0;  ///< a bit for each kind of which there is any
    std::array<std::uint32_t, kKinds> first{}, last{};

    bool has(unsigned kind) const { return (kinds >> kind & 1) != 0; }
  };
  struct Far {
    Cycle time;
    std::uint64_t order;  ///< kind, then when it was noted
    std::uint64_t what;

    bool operator<(const Far& other) const {
      return time != other.time ? time > other.time : order > other.order;
    }
  };

  bool isBusy(Cycle time) const {
    const auto at = static_cast<std::size_t>(time) & kMask;
    return (busy_[at / 64] >> (at % 64) & 1) != 0;
  }
  bool farIsNear(Cycle now) const {
    return !far_.empty() && far_.front().time - now < static_cast<Cycle>(kSlots);
  }

  void moveTo(Cycle now) {
    now_ = std::max(now_, now);
    while (farIsNear(now_)) {
      const Far& first = far_.front();
      insert(first.time, static_cast<unsigned>(first.order >> 56), first.what);
      std::pop_heap(far_.begin(), far_.end());
      far_.pop_back();
    }
  }

  void insert(Cycle time, unsigned kind, std::uint64_t what) {
    const std::uint32_t index = newNode();
    nodes_[index].what = what;
    const auto at = static_cast<std::size_t>(time) & kMask;
    Slot& slot = slots_[at];
    (slot.has(kind) ? nodes_[slot.last[kind]].next : slot.first[kind]) = index;
    slot.last[kind] = index;
    slot.kinds |= 1U << kind;
    busy_[at / 64] |= std::uint64_t{1} << (at % 64);
  }

  std::uint32_t newNode() {
    if (free_ == kNobody) {
      nodes_.push_back({});
      return static_cast<std::uint32_t>(nodes_.size() - 1);
    }
    const std::uint32_t index = free_;
    free_ = nodes_[index].next;
    return index;
  }

  template <typename Handle>
  void handleSlot(Cycle time, const Handle& handle) {
    const auto at = static_cast<std::size_t>(time) & kMask;
    Slot& slot = slots_[at];
    // The first kind anew each time: what was handled may have noted one of it.
    while (slot.kinds != 0) {
      const auto kind = static_cast<unsigned>(std::countr_zero(slot.kinds));
      const std::uint32_t index = slot.first[kind];
      Node& node = nodes_[index];
      const std::uint64_t what = node.what;
      slot.first[kind] = node.next;
      if (index == slot.last[kind]) slot.kinds &= slot.kinds - 1;
      node.next = free_;
      free_ = index;
      handle(time, kind, what);
    }
    busy_[at / 64] &= ~(std::uint64_t{1} << (at % 64));
  }

  std::vector<Slot> slots_;  ///< of cycles [now, now + kSlots)
  std::array<std::uint64_t, kWords> busy_{};
  std::vector<Node> nodes_;
  std::uint32_t free_ = kNobody;
  Cycle now_ = 0;
  std::vector<Far> far_;  ///< a heap
  std::uint64_t noted_ = 0;
};

}  // namespace hopscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/fabric/cycle_stamp.h"
#include "engine/fabric/touch.h"

namespace hopscope {

/// What packets under way will say to the terminals of one part of a network. It does not travel
/// with them, so that packets that say nothing are none the larger. A table with open addresses
/// (Knuth, The Art of Computer Programming 3, 6.4, algorithms L and R): a letter costs no memory of
/// its own, and the table grows with the most that were under way at once.
class Letters {
 public:
  Letters() { resize(kFirst); }

  /// Of the packet that `source` generated at `birth`; no other one of its has a letter.
  void expect(TerminalId source, CycleStamp birth, std::uint64_t letter) {
    if (2 * ++count_ > slots_.size()) grow();
    put({keyOf(source, birth), letter});
  }

  /// What it will say; 0 where none is expected.
  std::uint64_t look(TerminalId source, CycleStamp birth) const {
    const std::uint64_t key = keyOf(source, birth);
    std::size_t at = placeOf(key);
    while (slots_[at].key != key) {
      if (slots_[at].key == kNobody) return 0;
      at = next(at);
    }
    return slots_[at].letter;
  }
  /// The packet has arrived.
  std::uint64_t take(TerminalId source, CycleStamp birth) {
    const std::uint64_t key = keyOf(source, birth);
    std::size_t at = placeOf(key);
    while (slots_[at].key != key) {
      assert(slots_[at].key != kNobody);  // no such letter was expected
      at = next(at);
    }
    const std::uint64_t letter = slots_[at].letter;
    --count_;
    // Those behind it that would have stood there move up.
    for (std::size_t later = next(at); slots_[later].key != kNobody; later = next(later)) {
      if (((later - placeOf(slots_[later].key)) & mask_) < ((later - at) & mask_)) continue;
      slots_[at] = slots_[later];
      at = later;
    }
    slots_[at].key = kNobody;
    return letter;
  }
  /// Makes room for half as many again as there are.
  void leaveRoom() {
    if (3 * count_ > slots_.size()) grow();
  }
  /// Brings it into the cache.
  void touch() const { hopscope::touch(slots_); }

 private:
  static constexpr std::uint64_t kNobody = ~std::uint64_t{0};  ///< no terminal has that number
  static constexpr std::size_t kFirst = 64;

  struct Slot {
    std::uint64_t key = kNobody, letter = 0;
  };

  static std::uint64_t keyOf(TerminalId source, CycleStamp birth) {
    return std::uint64_t{source} << 32 | birth;
  }
  std::size_t next(std::size_t at) const { return (at + 1) & mask_; }
  /// Where it would like to stand.
  std::size_t placeOf(std::uint64_t key) const {
    return static_cast<std::size_t>((key * 0x9e3779b97f4a7c15U) >> shift_);
  }
  void put(const Slot& slot) {
    std::size_t at = placeOf(slot.key);
    while (slots_[at].key != kNobody) at = next(at);
    slots_[at] = slot;
  }
  [[gnu::noinline]] void grow() {
    std::vector<Slot> before;
    before.swap(slots_);
    resize(2 * before.size());
    for (const Slot& slot : before)
      if (slot.key != kNobody) put(slot);
  }
  /// `size`: a power of two.
  void resize(std::size_t size) {
    slots_.resize(size);
    mask_ = size - 1;
    shift_ = 64 - std::countr_zero(size);
  }

  std::vector<Slot> slots_;
  std::size_t count_ = 0, mask_ = 0;
  int shift_ = 0;  ///< of a key's hash, down to a place
};

}  // namespace hopscope

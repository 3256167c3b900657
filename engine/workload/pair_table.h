// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace hopscope {

/// What is known of pairs of ranks: a table that grows with the pairs that talk to each other.
template <typename T>
class PairTable {
 public:
  PairTable() { resize(kFirst); }

  /// The pair's record; a new one where there is none. Valid until the next new one.
  T& of(std::uint32_t a, std::uint32_t b) {
    const std::uint64_t key = keyOf(a, b);
    if (Slot& slot = find(key); slot.key == key) return slot.value;
    return add(key);
  }

  /// The pair's record will be asked for soon.
  void prefetch(std::uint32_t a, std::uint32_t b) const {
    __builtin_prefetch(&slots_[placeOf(keyOf(a, b))]);
  }

  /// Calls see(a, b, record) for every pair, in no order.
  template <typename See>
  void forEach(const See& see) const {
    for (const Slot& slot : slots_)
      if (slot.key != 0)
        see(static_cast<std::uint32_t>((slot.key - 1) >> 32),
            static_cast<std::uint32_t>(slot.key - 1), slot.value);
  }
  /// Calls change(record) for every pair.
  template <typename Change>
  void changeAll(const Change& change) {
    for (Slot& slot : slots_)
      if (slot.key != 0) change(slot.value);
  }

 private:
  struct Slot {
    std::uint64_t key = 0;  ///< 0: empty
    T value{};
  };
  static constexpr std::size_t kFirst = 64;

  static std::uint64_t keyOf(std::uint32_t a, std::uint32_t b) {
    return (std::uint64_t{a} << 32 | b) + 1;
  }
  std::size_t placeOf(std::uint64_t key) const {
    return static_cast<std::size_t>((key * 0x9e3779b97f4a7c15U) >> shift_);
  }
  Slot& find(std::uint64_t key) {
    std::size_t at = placeOf(key);
    while (slots_[at].key != 0 && slots_[at].key != key) at = (at + 1) & mask_;
    return slots_[at];
  }
  [[gnu::noinline]] T& add(std::uint64_t key) {
    if (2 * ++count_ > slots_.size()) grow();
    Slot& slot = find(key);
    slot.key = key;
    return slot.value;
  }
  void grow() {
    std::vector<Slot> before;
    before.swap(slots_);
    resize(2 * before.size());
    for (Slot& slot : before)
      if (slot.key != 0) find(slot.key) = slot;
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

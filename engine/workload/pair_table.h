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
  PairTable() : slots_(kFirst) {}

  /// The pair's record; a new one where there is none. Valid until the next new one.
  T& of(std::uint32_t a, std::uint32_t b) {
    const std::uint64_t key = keyOf(a, b);
    Slot* slot = &find(key);
    if (slot->key == key) return slot->value;
    if (2 * ++count_ > slots_.size()) {
      grow();
      slot = &find(key);
    }
    slot->key = key;
    return slot->value;
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
    const int shift = 64 - std::countr_zero(slots_.size());
    return static_cast<std::size_t>((key * 0x9e3779b97f4a7c15U) >> shift);
  }
  Slot& find(std::uint64_t key) {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = placeOf(key);
    while (slots_[at].key != 0 && slots_[at].key != key) at = (at + 1) & mask;
    return slots_[at];
  }
  void grow() {
    std::vector<Slot> before(slots_.size() * 2);
    before.swap(slots_);
    for (Slot& slot : before)
      if (slot.key != 0) find(slot.key) = slot;
  }

  std::vector<Slot> slots_;
  std::size_t count_ = 0;
};

}  // namespace hopscope

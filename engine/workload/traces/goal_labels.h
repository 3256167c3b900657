// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

namespace hopscope::trace {

/// The labels of a rank's operations, each with its number. A table with open addresses that is
/// used again for the next rank: a schedule has a label for each of its operations.
class GoalLabels {
 public:
  GoalLabels() : slots_(kFirst) {}

  /// False where there is one of that name. The text must live as long.
  bool add(std::string_view label, std::uint32_t number) {
    if (2 * (count_ + 1) > slots_.size()) grow();
    const std::size_t hash = std::hash<std::string_view>()(label);
    Slot& slot = slots_[placeOf(label, hash)];
    if (slot.round == round_) return false;
    slot = {label, hash, round_, number};
    ++count_;
    return true;
  }

  std::optional<std::uint32_t> find(std::string_view label) const {
    const Slot& slot = slots_[placeOf(label, std::hash<std::string_view>()(label))];
    return slot.round == round_ ? std::optional(slot.number) : std::nullopt;
  }

  void clear() {
    ++round_;
    count_ = 0;
  }

 private:
  static constexpr std::size_t kFirst = 64;

  struct Slot {
    std::string_view label;
    std::size_t hash = 0;
    std::uint32_t round = 0;  ///< in which it was filled; others are empty
    std::uint32_t number = 0;
  };

  std::size_t placeOf(std::string_view label, std::size_t hash) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = hash & mask;
    while (slots_[at].round == round_ && (slots_[at].hash != hash || slots_[at].label != label))
      at = (at + 1) & mask;
    return at;
  }

  void grow() {
    std::vector<Slot> before(2 * slots_.size());
    before.swap(slots_);
    for (const Slot& slot : before)
      if (slot.round == round_) slots_[placeOf(slot.label, slot.hash)] = slot;
  }

  std::vector<Slot> slots_;
  std::size_t count_ = 0;
  std::uint32_t round_ = 1;
};

}  // namespace hopscope::trace

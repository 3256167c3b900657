// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace hopscope::trace {

/// Ranks that may be able to go on, each once.
class AwakeRanks {
 public:
  explicit AwakeRanks(std::size_t ranks) : isIn_(ranks, true) {
    ranks_.reserve(ranks);
    for (std::size_t rank = ranks; rank-- > 0;) ranks_.push_back(static_cast<std::uint32_t>(rank));
  }
  void add(std::uint32_t rank) {
    if (isIn_[rank]) return;
    isIn_[rank] = true;
    ranks_.push_back(rank);
  }
  std::optional<std::uint32_t> take() {
    if (ranks_.empty()) return {};
    const std::uint32_t rank = ranks_.back();
    ranks_.pop_back();
    isIn_[rank] = false;
    return rank;
  }

 private:
  std::vector<std::uint32_t> ranks_;
  std::vector<bool> isIn_;
};

}  // namespace hopscope::trace

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "engine/workload/program.h"

namespace hopscope {

/// A program that is there operation by operation.
class ListedProgram final : public Program {
 public:
  /// `lives`: what operations point to.
  explicit ListedProgram(std::vector<Operations> ranks,
                         std::shared_ptr<const Collective> lives = nullptr)
      : ranks_(std::move(ranks)), lives_(std::move(lives)) {}

  std::uint32_t ranks() const override { return static_cast<std::uint32_t>(ranks_.size()); }
  bool block(std::uint32_t rank, std::uint64_t block, Operations& out) const override {
    const Operations& all = ranks_[rank];
    const std::uint64_t from = block * kBlock;
    if (from >= all.size()) return false;
    const auto first = all.begin() + static_cast<std::ptrdiff_t>(from);
    const auto left = all.end() - first;
    out.insert(out.end(), first, first + (left < kBlock ? left : kBlock));
    return true;
  }

 private:
  static constexpr std::ptrdiff_t kBlock = 64;

  std::vector<Operations> ranks_;
  std::shared_ptr<const Collective> lives_;
};

}  // namespace hopscope

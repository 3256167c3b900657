// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "engine/workload/program.h"

namespace hopscope {

/// A program that is there operation by operation, in a few bytes for each: a trace has millions.
/// An operation is the number of its shape and what differs from the one before it, in numbers of
/// seven bits a byte (as LEB128 has them).
class PackedProgram final : public Program {
 public:
  /// `lives`: what operations point to.
  explicit PackedProgram(const std::vector<Operations>& ranks,
                         std::shared_ptr<const Collective> lives = nullptr);

  std::uint32_t ranks() const override { return static_cast<std::uint32_t>(ranks_.size()); }
  bool block(std::uint32_t rank, std::uint64_t block, Operations& out) const override;

  /// What its operations take, in bytes.
  std::size_t bytes() const;

 private:
  /// What many operations have in common.
  struct Shape {
    OperationKind kind = OperationKind::compute;
    bool ofCollective = false, unasked = false, confirmed = false;
    std::uint8_t has = 0;  ///< which numbers follow
    const Collective* collective = nullptr;
    Group group = {};

    bool operator==(const Shape&) const = default;
  };
  class Shapes;
  struct PackedRank {
    std::vector<std::uint8_t> bytes;
    std::vector<std::uint32_t> blocks;  ///< where in them each begins
  };

  static PackedRank packed(const Operations& all, std::uint32_t rank, Shapes& shapes);

  std::vector<Shape> shapes_;
  std::vector<PackedRank> ranks_;
  std::shared_ptr<const Collective> lives_;
};

}  // namespace hopscope

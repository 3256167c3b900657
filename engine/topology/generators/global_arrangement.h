// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace hopscope::families {

/// How the global links of a Dragonfly are arranged. The links of a group are numbered l = h *
/// position + x. With fewer groups than the maximum each pair of groups gets the same number of
/// links, and those left over stay unused.
struct GlobalArrangement {
  enum class Kind : std::uint8_t {
    palmtree,     ///< to the groups before it, one after the other; every group sees the same
    consecutive,  ///< to groups 0, 1, 2, … in order, itself skipped
  };

  std::uint64_t p = 0, a = 0, h = 0, groups = 0, lag = 1;
  Kind kind = Kind::palmtree;

  /// Links between each two groups (each `lag` cables).
  std::uint64_t trunk() const { return a * h / (groups - 1); }
  /// Used links of a group: l < used().
  std::uint64_t used() const { return trunk() * (groups - 1); }
  /// The group at the other end of link l of `group`.
  std::uint64_t peerGroup(std::uint64_t group, std::uint64_t l) const {
    const std::uint64_t step = l % (groups - 1);
    if (kind == Kind::palmtree) return (group + groups - 1 - step) % groups;
    return step < group ? step : step + 1;
  }
  /// The number which that link has there.
  std::uint64_t peerLink(std::uint64_t group, std::uint64_t l) const {
    if (kind == Kind::palmtree) return used() - 1 - l;
    const std::uint64_t step = l % (groups - 1);
    return l - step + (step < group ? group - 1 : group);
  }
};

}  // namespace hopscope::families

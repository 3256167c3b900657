// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace hopscope::families {

/// The palmtree arrangement of a Dragonfly's global links. The links of a group are numbered
/// l = h * position + x; with fewer groups than the maximum each pair of groups gets the same
/// number of links, and those left over stay unused. Every group sees the same pattern.
struct Palmtree {
  std::uint64_t p = 0, a = 0, h = 0, groups = 0, lag = 1;

  /// Links between each two groups (each `lag` cables).
  std::uint64_t trunk() const { return a * h / (groups - 1); }
  /// Used links of a group: l < used().
  std::uint64_t used() const { return trunk() * (groups - 1); }
  /// The group at the other end of link l of `group`, and the number of the link there.
  std::uint64_t peerGroup(std::uint64_t group, std::uint64_t l) const {
    return (group + groups - 1 - l % (groups - 1)) % groups;
  }
  std::uint64_t peerLink(std::uint64_t l) const { return used() - 1 - l; }
};

}  // namespace hopscope::families

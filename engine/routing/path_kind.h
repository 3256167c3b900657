// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace hopscope {

/// What kind of path a packet took, or takes as far as is decided. On a network of groups, a
/// non-minimal path is told by the longest path that its routing let it take to the intermediate
/// router: local (l) and global (g) hops (Benito, PhD thesis, 2020, section 4).
enum class PathKind : std::uint8_t {
  minimal,
  g,     ///< -g-: into a group next to the source's router
  gl,    ///< -gl: to a router of such a group
  lg,    ///< lg-: into any other group
  lgl,   ///< lgl: to a router of any other group
  other  ///< non-minimal in another way, or on a detour round what has failed
};

inline constexpr std::size_t kPathKindCount = 6;

inline constexpr bool isMinimal(PathKind kind) {
  return kind == PathKind::minimal;
}

}  // namespace hopscope

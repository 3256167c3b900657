// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/forwarding/lookup_settings.h"

namespace hopscope {

/// Hits of LRU caches of one number of sets and every number of ways at once (Mattson, Gecsei,
/// Slutz & Traiger, IBM Systems Journal 9, 1970): a key is found in a cache of w ways if fewer than
/// w others of its set were asked for since it was last.
class StackDistance {
 public:
  /// Memory: 4 bytes times `sets` times `mostWays`.
  StackDistance(HashKind hash, std::uint32_t sets, std::uint32_t mostWays);

  /// How many others of its set were asked for since `key` (not kNone) was, or mostWays where these
  /// are as many or it never was.
  std::uint32_t access(std::uint32_t key);
  /// Nothing is held any more. The counters go on.
  void clear();

  /// How many of all accesses so far hit, with `ways` from 1 to mostWays.
  std::uint64_t hits(std::uint32_t ways) const;
  std::uint64_t accesses() const { return accesses_; }

 private:
  HashKind hash_;
  std::uint32_t sets_, mask_, ways_;
  std::uint64_t accesses_ = 0;
  std::vector<std::uint32_t> stacks_;     ///< set-major, the latest key first; key + 1, 0: none
  std::vector<std::uint64_t> distances_;  ///< accesses by how many others came between
};

}  // namespace hopscope

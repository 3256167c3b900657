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

  /// `key` is not kNone.
  void access(std::uint32_t key);

  /// Of all accesses so far, with `ways` from 1 to mostWays.
  std::uint64_t hits(std::uint32_t ways) const;
  std::uint64_t accesses() const { return accesses_; }

 private:
  HashKind hash_;
  std::uint32_t sets_, mask_, ways_;
  std::uint64_t accesses_ = 0;
  std::vector<std::uint32_t> stacks_;     ///< set-major, the latest key first; key + 1, 0: none
  std::vector<std::uint64_t> distances_;  ///< accesses by how many others came between
};

/// Hit rates of LRU caches over one recorded stream of keys.
struct HitMap {
  std::vector<std::uint32_t> entries, ways;
  /// [entries][ways], 0 to 1; NaN where ways do not divide entries, or the stream is empty.
  std::vector<std::vector<double>> rates;
};

/// The whole map, from one pass for each number of sets that occurs.
HitMap hitMap(const std::vector<std::uint32_t>& keys, HashKind hash,
              const std::vector<std::uint32_t>& entries, const std::vector<std::uint32_t>& ways);

}  // namespace hopscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

namespace hopscope {

/// Why a cache missed (Hill 1987): the key was never seen; a fully associative LRU cache of the
/// same size would have missed too; or only the limited associativity is to blame.
enum class MissCause : std::uint8_t { compulsory, capacity, conflict };

/// Says why a cache of `entries` lines missed, from the whole stream of keys it was asked for.
/// Exact. Keys are below `keys`; memory is about 8 bytes a key, allocated once.
class MissClassifier {
 public:
  /// `keys` = 0 makes a classifier that is off.
  MissClassifier(std::uint32_t entries, std::uint32_t keys);

  bool enabled() const { return !next_.empty(); }
  /// Tells of one access and returns the cause it has in case the cache missed.
  MissCause access(std::uint32_t key);
  /// Forgets everything, also what was seen.
  void clear();

 private:
  void unlink(std::uint32_t key);
  void pushFront(std::uint32_t key);

  std::uint32_t entries_;
  std::uint32_t resident_ = 0;  ///< keys in the shadow
  /// The shadow's recency list, intrusive over the keys; the last element is its head. A key
  /// outside the list has one of two marks instead: never seen, or dropped.
  std::vector<std::uint32_t> next_, previous_;
};

}  // namespace hopscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

namespace hopscope {

/// Why a cache missed (Hill 1987): the key was never seen; a fully associative LRU cache of the
/// same size would have missed too; or only the limited associativity is to blame.
enum class MissCause : std::uint8_t { compulsory, capacity, conflict };

/// Says why a cache of `entries` lines missed, from the whole stream of keys it was asked for.
/// Exact. Keys are below `keys`; memory is about 8 bytes a key, or a bit a key where the cache has
/// a line for each; allocated once.
class MissClassifier {
 public:
  /// `keys` = 0 makes a classifier that is off.
  MissClassifier(std::uint32_t entries, std::uint32_t keys);

  bool enabled() const { return keys_ != 0; }
  /// Tells of one access and returns the cause it has in case the cache missed.
  MissCause access(std::uint32_t key) { return holdsAll_ ? see(key) : use(key); }
  /// Whether it has to be told of hits, too.
  bool countsHits() const { return enabled() && !holdsAll_; }
  /// Tells of one access that hit, or waits for a miss that did not.
  void hit(std::uint32_t key) {
    if (countsHits()) use(key);
  }
  /// Forgets everything, also what was seen.
  void clear();

 private:
  MissCause see(std::uint32_t key);
  MissCause use(std::uint32_t key);
  void unlink(std::uint32_t key);
  void pushFront(std::uint32_t key);

  std::uint32_t entries_, keys_;
  /// As many entries as keys: a fully associative cache never drops one, so that the order of use
  /// does not matter and `seen_` is all there is to know.
  bool holdsAll_;
  std::vector<bool> seen_;
  std::uint32_t resident_ = 0;  ///< keys in the shadow
  /// The shadow's recency list, intrusive over the keys; the last element is its head. A key
  /// outside the list has one of two marks instead: never seen, or dropped.
  std::vector<std::uint32_t> next_, previous_;
};

}  // namespace hopscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

namespace hopscope {

/// An entry of a longest-prefix table: the codes whose highest `length` bits are those of `value`.
struct PrefixEntry {
  std::uint32_t value = 0;  ///< bits below the prefix are 0
  unsigned length = 0;
  std::uint32_t target = 0;

  bool operator==(const PrefixEntry&) const = default;
};

/// Marks a code that no frame carries.
inline constexpr std::uint32_t kUnusedCode = 0xffff'ffff;

/// The smallest table of prefixes that sends every code to its target, the longest match deciding
/// (ORTC; Draves, King, Venkatachary & Zill, INFOCOM 1999, with don't-care for unused codes).
/// `targets[c]` is the target of code c, or kUnusedCode; codes from targets.size() to 2^bits - 1
/// are unused too. bits <= 24. Targets are small numbers, such as ports: memory is 2^bits * the
/// largest target / 4 bytes.
class PrefixCompactor {
 public:
  std::vector<PrefixEntry> compact(const std::vector<std::uint32_t>& targets, unsigned bits);
  /// The size of that table alone.
  std::size_t count(const std::vector<std::uint32_t>& targets, unsigned bits);

 private:
  void merge(const std::vector<std::uint32_t>& targets, unsigned bits);
  template <typename Emit>
  void assign(unsigned bits, const Emit& emit) const;

  // A complete binary tree: node 1 is the root, node n has the children 2n and 2n + 1. Each has the
  // set of targets that cost its part of the table least; empty where all codes are unused.
  std::size_t words_ = 1;
  std::vector<std::uint64_t> sets_;
};

}  // namespace hopscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/forwarding/prefix_compaction.h"

#include <algorithm>

namespace hopscope {
namespace {

constexpr std::size_t kWordBits = 64;

bool empty(const std::uint64_t* set, std::size_t words) {
  return std::all_of(set, set + words, [](std::uint64_t word) { return word == 0; });
}

bool contains(const std::uint64_t* set, std::uint32_t target) {
  return (set[target / kWordBits] >> target % kWordBits & 1) != 0;
}

std::uint32_t lowest(const std::uint64_t* set) {
  std::uint32_t word = 0;
  while (set[word] == 0) ++word;
  return word * 64 + static_cast<std::uint32_t>(__builtin_ctzll(set[word]));
}

}  // namespace

void PrefixCompactor::merge(const std::vector<std::uint32_t>& targets, unsigned bits) {
  std::uint32_t largest = 0;
  for (const std::uint32_t target : targets)
    if (target != kUnusedCode) largest = std::max(largest, target);
  words_ = largest / kWordBits + 1;
  const std::size_t leaves = std::size_t{1} << bits;
  sets_.assign(2 * leaves * words_, 0);
  for (std::size_t code = 0; code < targets.size(); ++code)
    if (targets[code] != kUnusedCode)
      sets_[(leaves + code) * words_ + targets[code] / kWordBits] |= std::uint64_t{1}
                                                                     << targets[code] % kWordBits;
  for (std::size_t node = leaves - 1; node > 0; --node) {
    const std::uint64_t* left = &sets_[2 * node * words_];
    const std::uint64_t* right = left + words_;
    std::uint64_t* own = &sets_[node * words_];
    bool common = false;
    for (std::size_t w = 0; w < words_; ++w) {
      own[w] = left[w] & right[w];
      common = common || own[w] != 0;
    }
    if (common) continue;
    for (std::size_t w = 0; w < words_; ++w) own[w] = left[w] | right[w];
  }
}

template <typename Emit>
void PrefixCompactor::assign(unsigned bits, const Emit& emit) const {
  struct Open {
    std::size_t node;
    unsigned length;
    std::uint32_t inherited;
  };
  std::vector<Open> open{{1, 0, kUnusedCode}};
  while (!open.empty()) {
    Open here = open.back();
    open.pop_back();
    const std::uint64_t* set = &sets_[here.node * words_];
    if (empty(set, words_)) continue;
    if (here.inherited == kUnusedCode || !contains(set, here.inherited)) {
      here.inherited = lowest(set);
      const auto above = static_cast<std::uint32_t>(here.node - (std::size_t{1} << here.length));
      emit(PrefixEntry{above << (bits - here.length), here.length, here.inherited});
    }
    if (here.length == bits) continue;
    open.push_back({2 * here.node + 1, here.length + 1, here.inherited});
    open.push_back({2 * here.node, here.length + 1, here.inherited});
  }
}

std::vector<PrefixEntry> PrefixCompactor::compact(const std::vector<std::uint32_t>& targets,
                                                  unsigned bits) {
  merge(targets, bits);
  std::vector<PrefixEntry> entries;
  assign(bits, [&](const PrefixEntry& entry) { entries.push_back(entry); });
  return entries;
}

std::size_t PrefixCompactor::count(const std::vector<std::uint32_t>& targets, unsigned bits) {
  merge(targets, bits);
  std::size_t entries = 0;
  assign(bits, [&](const PrefixEntry&) { ++entries; });
  return entries;
}

}  // namespace hopscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/core/registry.h"

#include <algorithm>
#include <numeric>

namespace hopscope {
namespace {

/// Insertions, deletions, replacements and swaps of neighbours that turn one text into the other
/// (Damerau 1964, no letter being edited twice).
std::size_t editDistance(std::string_view from, std::string_view to) {
  std::vector<std::size_t> row(to.size() + 1), above, before;  // of the letters so far
  std::iota(row.begin(), row.end(), std::size_t{0});
  above = row;
  for (std::size_t i = 1; i <= from.size(); ++i) {
    before.swap(above);
    above.swap(row);
    row.resize(above.size());
    row[0] = i;
    for (std::size_t j = 1; j <= to.size(); ++j) {
      const std::size_t replaced = above[j - 1] + (from[i - 1] == to[j - 1] ? 0 : 1);
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, replaced});
      if (i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1])
        row[j] = std::min(row[j], before[j - 2] + 1);
    }
  }
  return row.back();
}

}  // namespace

std::string nearestName(std::string_view typed, const std::vector<std::string>& known) {
  constexpr std::size_t kFar = 4;
  constexpr std::size_t kLongestName = 200;  // hostile input must not cost quadratic time
  if (typed.size() > kLongestName) return {};
  std::size_t best = kFar;
  std::string nearest;
  for (const std::string& name : known) {
    const std::size_t distance = editDistance(typed, name);
    // A name of which more than half is another is not "near", however short both are.
    if (distance < best && 2 * distance <= std::max(typed.size(), name.size())) {
      best = distance;
      nearest = name;
    }
  }
  if (!nearest.empty()) return nearest;
  // What was typed may be the beginning of a name.
  constexpr std::size_t kWord = 4;
  for (const std::string& name : known)
    if (typed.size() >= kWord && name.starts_with(typed) &&
        (nearest.empty() || name.size() < nearest.size()))
      nearest = name;
  return nearest;
}

}  // namespace hopscope

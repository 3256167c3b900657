// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <optional>
#include <vector>

namespace hopscope {

struct FuzzyMatch {
  int score = 0;            ///< higher is better
  std::vector<int> places;  ///< of the letters found, ascending
};

/// Finds the letters of `pattern` in `text` in their order, whatever stands between; case and
/// blanks do not matter. Beginnings of words and letters in a row count most. Nothing where a
/// letter is missing, or where they lie strewn within words; an empty pattern is found everywhere.
std::optional<FuzzyMatch> fuzzyMatch(const QString& pattern, const QString& text);

}  // namespace hopscope

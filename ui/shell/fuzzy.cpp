// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/fuzzy.h"

#include <algorithm>
#include <limits>

namespace hopscope {

namespace {

constexpr int kFound = 1, kInRow = 10, kWordBegins = 8, kTextBegins = 4;
constexpr int kNever = std::numeric_limits<int>::min() / 2;

bool beginsWord(const QString& text, int at) {
  return at == 0 || (text[at].isLetterOrNumber() && !text[at - 1].isLetterOrNumber());
}

}  // namespace

std::optional<FuzzyMatch> fuzzyMatch(const QString& pattern, const QString& text) {
  QString letters;
  for (const QChar letter : pattern)
    if (!letter.isSpace()) letters += letter.toCaseFolded();
  FuzzyMatch match;
  if (letters.isEmpty()) return match;
  const QString folded = text.toCaseFolded();
  const int n = static_cast<int>(letters.size()), m = static_cast<int>(folded.size());
  if (n > m) return {};
  // best[i][j]: the best score of the first i + 1 letters with the last of them at j.
  std::vector<std::vector<int>> best(static_cast<std::size_t>(n),
                                     std::vector<int>(static_cast<std::size_t>(m), kNever));
  auto from = best;  // where the letter before lies
  for (int i = 0; i < n; ++i) {
    int before = kNever, beforeAt = -1;  // best of the letter before, anywhere to the left
    for (int j = 0; j < m; ++j) {
      const auto row = static_cast<std::size_t>(i), place = static_cast<std::size_t>(j);
      if (i > 0 && j > 0 && best[row - 1][place - 1] > before) {
        before = best[row - 1][place - 1];
        beforeAt = j - 1;
      }
      if (folded[j] != letters[i]) continue;
      const int here =
          kFound + (beginsWord(text, j) ? kWordBegins : 0) + (j == 0 ? kTextBegins : 0);
      if (i == 0) {
        best[row][place] = here;
        continue;
      }
      if (before > kNever) {
        best[row][place] = before + here;
        from[row][place] = beforeAt;
      }
      if (j > 0 && best[row - 1][place - 1] > kNever &&
          best[row - 1][place - 1] + here + kInRow > best[row][place]) {
        best[row][place] = best[row - 1][place - 1] + here + kInRow;
        from[row][place] = j - 1;
      }
    }
  }
  const auto& last = best.back();
  const auto end = std::max_element(last.begin(), last.end());
  if (*end == kNever) return {};
  // Where two match alike, the shorter is meant.
  match.score = *end * 100 - m;
  int at = static_cast<int>(end - last.begin());
  for (int i = n - 1; i >= 0; --i) {
    match.places.push_back(at);
    at = from[static_cast<std::size_t>(i)][static_cast<std::size_t>(at)];
  }
  std::reverse(match.places.begin(), match.places.end());
  // Letters strewn over the text, mostly within words, are an accident.
  int groups = 0, begun = 0;
  for (std::size_t i = 0; i < match.places.size(); ++i) {
    if (i > 0 && match.places[i] == match.places[i - 1] + 1) continue;
    ++groups;
    begun += beginsWord(text, match.places[i]);
  }
  if (groups > 2 && 2 * begun < groups) return {};
  return match;
}

}  // namespace hopscope

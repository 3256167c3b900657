// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/simulation/results.h"
#include "engine/study/study_columns.h"

namespace hopscope {

inline constexpr std::array kApplicationEnds = {
    ApplicationEnd::finished, ApplicationEnd::unfinished, ApplicationEnd::stalled};

/// As it stands in files: "finished", "unfinished" or "stalled".
std::string_view nameOf(ApplicationEnd end);

/// How far the applications of a run came, all together: the worst of them. Nothing where it has
/// none.
std::optional<ApplicationEnd> outcomeOf(const Results& results);

/// Whether there are applications and not all of them finished.
inline bool isUnfinished(const std::optional<ApplicationEnd>& outcome) {
  return outcome.value_or(ApplicationEnd::finished) != ApplicationEnd::finished;
}

/// Its name; empty where there is none.
std::string_view outcomeText(const std::optional<ApplicationEnd>& outcome);

/// outcomeOf() of a run of which numbers by name are kept (summaryOf).
std::optional<ApplicationEnd> outcomeOf(const NamedValues& values, Verdict verdict);

/// outcomeOf() of many runs whose values stand in the same columns.
class OutcomeColumns {
 public:
  explicit OutcomeColumns(const std::vector<std::string>& columns);

  /// Values that are missing at the end do not exist.
  std::optional<ApplicationEnd> of(const std::vector<double>& values, Verdict verdict) const;

  bool any() const { return !applications_.empty(); }

 private:
  struct Places {
    std::size_t ranks, completion;
  };
  std::vector<Places> applications_;
};

}  // namespace hopscope

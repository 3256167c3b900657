// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/study/study.h"
#include "engine/study/study_rows.h"
#include "engine/study/study_table.h"

namespace hopscope {

/// A column over the points of a group.
struct GroupValue {
  double mean = 0, least = 0, most = 0;  ///< NaN where no point has a value
  std::uint64_t points = 0;              ///< that have one
  /// No point has a value, and where one was run the formula divides by nothing (kUndefinedWord).
  bool undefined = false;
};

/// What points of a study say together, as they are told (toldValue): of a latency, those with a
/// steady state.
struct GroupSummary {
  std::uint64_t points = 0, done = 0, runs = 0;
  std::optional<Verdict> verdict;  ///< the worst; nothing where nothing was run
  std::optional<ApplicationEnd> outcome;
  std::vector<GroupValue> values;  ///< of StudyTable::columns
};

GroupSummary summaryOf(const StudyTable& table, const std::vector<const StudyTableRow*>& points);

/// What the points of a study can be grouped by: "design", what is varied, "status", "verdict" and
/// "outcome".
std::vector<std::string> groupNames(const Study& study);
/// A row per group, in the order of their first points: its value, how many points it has and how
/// many of them are done, runs, the worst verdict, and of each column the mean, the least and the
/// most. `name` is one of groupNames().
std::string studyGroupsCsv(const Study& study, const StudyRows& rows, std::string_view name);

}  // namespace hopscope

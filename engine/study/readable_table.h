// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "engine/study/study.h"
#include "engine/study/study_rows.h"

namespace hopscope {

/// A number, and half the width of its interval where that is known.
struct ReadableValue {
  /// Four digits that say something; empty where there is none, kUndefinedWord where its formula
  /// divides by nothing.
  std::string value;
  std::string interval;  ///< likewise
};

struct ReadableRow {
  /// Design where there are several, what is varied, and what became of it: outcome, verdict,
  /// whether it is feasible and among the best, where that is not the same for all.
  std::vector<std::string> words;
  std::vector<ReadableValue> values;
};

/// A study for who reads it in print: its finished points, with a few of studyTable()'s columns.
/// Where a point has no steady state its latencies have no value.
struct ReadableTable {
  std::vector<std::string> words, numbers;  ///< the heads of both kinds of columns
  std::vector<ReadableRow> rows;
  std::size_t failed = 0, open = 0;  ///< points without a row: could not be run, were not
  /// Of those that could not, which and why, a line each; of kMostReasons of them.
  std::vector<std::string> reasons;

  static constexpr std::size_t kMostReasons = 50;
};

/// "Not in it: 6 points could not be run, 2 points not run yet."; empty where it has all.
std::string missingPoints(const ReadableTable& table);

/// Columns that the table does not have are left out.
ReadableTable readableTable(const Study& study, const StudyRows& rows,
                            const std::vector<std::string>& columns);

/// The columns that a paper wants first, of those that there are: accepted load, mean latency, and
/// the study's own.
std::vector<std::string> usualColumns(const Study& study);

}  // namespace hopscope

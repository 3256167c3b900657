// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/study/study.h"
#include "engine/study/study_rows.h"

namespace hopscope {

enum class PointStatus : std::uint8_t {
  done,
  failed,   ///< a run of it could not be made
  leftOut,  ///< beyond the first saturated step of the rising axis
  open      ///< to be run yet, or run again
};

/// "done", "failed", "left out" or "open".
std::string_view nameOf(PointStatus status);

/// What the runs of a point say together (pooled).
struct StudyTableRow {
  PointId point = 0;
  PointStatus status = PointStatus::open;
  std::uint32_t runs = 0;
  Verdict verdict = Verdict::stable;  ///< the worst that is known
  /// The worst of its applications in any run; nothing where there are none.
  std::optional<ApplicationEnd> outcome;
  /// Shares of its runs (kStableShare), NaN where there are none; of those that measured anything
  /// of the traffic they were offered, those that were stable. Runs without applications have
  /// finished.
  double stable = 0, finished = 0;
  std::string failure;
  std::vector<double> values;  ///< of StudyTable::columns; NaN where there is none
  /// Places of those that are not there because their formula divides by nothing.
  std::vector<std::size_t> undefined;
  /// Meets all constraints, and its applications finished, unless a constraint asks for that; of a
  /// point that is not done, nothing is known of it (isJudged).
  bool feasible = true;
  bool best = false;  ///< no feasible point is better in one objective and as good in all
};

/// A study as a table: what was measured, the intervals over seeds (latency.mean.half_width,
/// accepted_load.half_width), the study's own columns, and the shares of runs that objectives name.
struct StudyTable {
  std::vector<std::string> settings;  ///< that are varied
  std::vector<std::string> columns;
  std::vector<StudyTableRow> rows;  ///< of all points, in their order
  bool hasOutcomes = false;         ///< of some row
};

StudyTable studyTable(const Study& study, const StudyRows& rows);

/// Where queues grow, a latency depends on how long one looked.
bool isLatencyColumn(std::string_view column);
/// A value as it is told to people and drawn: NaN where there is none, and of a latency without a
/// steady state. Files have what was measured.
double toldValue(const StudyTableRow& row, std::string_view column, std::size_t place);
/// What people are told of a value whose formula divides by nothing, other than of one that is not
/// there. In files for programs neither is a number, and both are missing.
inline constexpr const char* kUndefinedWord = "NaN";
bool isUndefined(const StudyTableRow& row, std::size_t place);
/// Whether it can be told if it is feasible, and among the best.
bool isJudged(const StudyTableRow& row);

/// A row per point: design, settings, status, runs, verdict, the outcome of its applications (where
/// any point has some), columns, feasible, best, failure. An
/// empty field where a value does not exist, or is not known (isJudged).
std::string studyCsv(const Study& study, const StudyRows& rows);
/// A row per run, with what was measured.
std::string studyRunsCsv(const Study& study, const StudyRows& rows);
/// The same as studyCsv() with the study's document, from which it can be repeated. A value that
/// does not exist, or is not known, is null.
std::string studyJson(const Study& study, const std::string& document, const StudyRows& rows);

}  // namespace hopscope

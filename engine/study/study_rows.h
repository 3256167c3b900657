// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/simulation/results.h"
#include "engine/study/study_columns.h"
#include "engine/study/study_points.h"

namespace hopscope {

/// One run of a point.
struct StudyRow {
  PointId point = 0;
  std::uint32_t run = 0;  ///< the first, second, … of the point
  std::string failure;    ///< why it could not be run, in words; empty where it was
  Verdict verdict = Verdict::stable;
  NamedValues values;

  bool failed() const { return !failure.empty(); }
  bool operator==(const StudyRow&) const;  ///< NaN is the same as NaN
};

/// A row as one line of JSON without its end; numbers read back as the same. What does not
/// exist (NaN) is null.
std::string writeRow(const StudyRow& row);
/// Nothing where the line is no row.
std::optional<StudyRow> readRow(std::string_view line);

/// All rows of a study, which share the names of their columns.
class StudyRows {
 public:
  struct Row {
    PointId point;
    std::uint32_t run;
    std::string failure;
    Verdict verdict;
    std::vector<double> values;  ///< by column; what is missing at the end does not exist
  };

  /// Adds a row, or leaves what is there of the same point and run unless that failed. True where
  /// it was new.
  bool add(const StudyRow& row);
  /// The same with values by the columns that there are.
  bool add(Row row);
  std::size_t column(const std::string& name);  ///< of that name; a new one where there is none
  std::optional<std::size_t> find(std::string_view name) const;
  void removeFailed();

  const std::vector<std::string>& columns() const { return columns_; }
  const std::vector<Row>& rows() const { return rows_; }
  StudyRow named(const Row& row) const;  ///< with its values by name
  /// The rows by point, and within it by run.
  std::vector<const Row*> sorted() const;

 private:
  std::size_t& placeOf(PointId point, std::uint32_t run);

  std::vector<std::string> columns_;
  std::vector<Row> rows_;
  std::vector<std::vector<std::size_t>> places_;  ///< by point and run; 1 is the first row
};

/// Adds all rows of another table, as add() does.
void addRows(StudyRows& to, const StudyRows& from);

}  // namespace hopscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "engine/study/study.h"
#include "engine/study/study_rows.h"

namespace hopscope {

/// What there is of a study, point by point, and what is still to be run. Whether a point is done,
/// and which are left out, follows from the rows alone, in whatever order they came.
class StudyState {
 public:
  explicit StudyState(const Study& study);

  /// `unfinished`: an application of the run had not finished.
  void add(PointId point, bool failed, Verdict verdict, double latency, bool unfinished);
  void add(const StudyRow& row);
  void add(const StudyRows& rows);

  /// It has all the runs that it needs, or one of them failed.
  bool done(PointId point) const;
  bool failed(PointId point) const { return points_[point].failed; }
  /// A lower step of the rising axis is saturated already.
  bool leftOut(PointId point) const;
  /// How many runs it needs as far as is known: one more where its interval is too wide.
  std::uint32_t wanted(PointId point) const;
  std::uint32_t runs(PointId point) const { return points_[point].runs; }

  struct Counts {
    std::uint64_t points = 0, done = 0, failed = 0, leftOut = 0;  ///< `done` without the others
    std::uint64_t unfinished = 0;  ///< of those done: applications had not finished in every run
    std::uint64_t runs = 0;        ///< rows
    std::uint64_t missing = 0;     ///< runs, as far as is known

    /// Nothing is missing, nothing failed, and all applications finished.
    bool allIsWell() const { return missing == 0 && failed == 0 && unfinished == 0; }
  };
  /// A walk over all points, or those of them that `among` takes.
  Counts counts(const std::function<bool(PointId)>& among = {}) const;

 private:
  struct Point {
    std::uint32_t runs = 0;
    bool failed = false, overloaded = false;  ///< some run saturated or deadlocked
    bool unfinished = false;                  ///< so were applications of some run
    double sum = 0, squares = 0;              ///< of the mean latencies, about the first one
    double first = 0;
    std::uint32_t timed = 0;  ///< runs with a latency
  };

  bool settled(const Point& point) const;
  std::uint64_t curveOf(PointId point) const;

  const Study& study_;
  std::vector<Point> points_;
  std::uint64_t inner_ = 1;            ///< points between two steps of the rising axis
  std::vector<std::uint32_t> limits_;  ///< per curve the lowest saturated step
};

}  // namespace hopscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/study/study_state.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/core/not_a_number.h"
#include "engine/statistics/confidence_interval.h"
#include "engine/study/run_outcome.h"

namespace hopscope {

namespace {

constexpr const char* kLatency = "latency.mean";

double latencyOf(const StudyRow& row) {
  for (const auto& [name, value] : row.values)
    if (name == kLatency) return value;
  return kNan;
}

}  // namespace

StudyState::StudyState(const Study& study) : study_(study), points_(pointCount(study)) {
  if (!study.rising) return;
  for (std::size_t axis = *study.rising + 1; axis < study.axes.size(); ++axis)
    inner_ *= study.axes[axis].steps.size();
  const std::size_t steps = study.axes[*study.rising].steps.size();
  limits_.assign(points_.size() / steps, std::numeric_limits<std::uint32_t>::max());
}

void StudyState::add(PointId point, bool failed, Verdict verdict, double latency, bool unfinished) {
  Point& one = points_[point];
  ++one.runs;
  one.failed = one.failed || failed;
  if (failed) return;
  one.unfinished = one.unfinished || unfinished;
  if (std::isfinite(latency)) {
    if (one.timed++ == 0) one.first = latency;
    const double beyond = latency - one.first;
    one.sum += beyond;
    one.squares += beyond * beyond;
  }
  if (!isOverloaded(verdict)) return;
  one.overloaded = true;
  if (!study_.rising) return;
  std::uint32_t& limit = limits_[curveOf(point)];
  limit = std::min(limit, static_cast<std::uint32_t>(stepOf(study_, point, *study_.rising)));
}

void StudyState::add(const StudyRow& row) {
  add(row.point, row.failed(), row.verdict, latencyOf(row),
      isUnfinished(outcomeOf(row.values, row.verdict)));
}

void StudyState::add(const StudyRows& rows) {
  const auto latency = rows.find(kLatency);
  const OutcomeColumns outcomes(rows.columns());
  for (const StudyRows::Row& row : rows.rows()) {
    const bool known = latency && *latency < row.values.size();
    add(row.point, !row.failure.empty(), row.verdict, known ? row.values[*latency] : kNan,
        isUnfinished(outcomes.of(row.values, row.verdict)));
  }
}

bool StudyState::settled(const Point& point) const {
  if (point.runs < study_.seeds.least) return false;
  if (point.runs >= study_.seeds.most || point.overloaded || point.timed < 2) return true;
  const double n = point.timed;
  const double mean = point.first + point.sum / n;
  const double variance = std::max(0.0, point.squares - point.sum * point.sum / n) / (n - 1);
  return studentT95(point.timed - 1) * std::sqrt(variance / n) <= study_.seeds.interval * mean;
}

bool StudyState::done(PointId point) const {
  return points_[point].failed || settled(points_[point]);
}

bool StudyState::leftOut(PointId point) const {
  return study_.rising && stepOf(study_, point, *study_.rising) > limits_[curveOf(point)];
}

std::uint32_t StudyState::wanted(PointId point) const {
  const Point& one = points_[point];
  if (done(point)) return one.runs;
  return std::max(study_.seeds.least, one.runs + 1);
}

std::uint64_t StudyState::curveOf(PointId point) const {
  const std::size_t steps = study_.axes[*study_.rising].steps.size();
  return point / (inner_ * steps) * inner_ + point % inner_;
}

StudyState::Counts StudyState::counts(const std::function<bool(PointId)>& among) const {
  Counts counts;
  for (PointId point = 0; point < points_.size(); ++point) {
    if (among && !among(point)) continue;
    ++counts.points;
    counts.runs += points_[point].runs;
    if (leftOut(point))
      ++counts.leftOut;
    else if (points_[point].failed)
      ++counts.failed;
    else if (settled(points_[point]))
      ++counts.done, counts.unfinished += points_[point].unfinished ? 1 : 0;
    else
      counts.missing += wanted(point) - points_[point].runs;
  }
  return counts;
}

}  // namespace hopscope

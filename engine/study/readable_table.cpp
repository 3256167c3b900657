// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/study/readable_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "engine/core/not_a_number.h"
#include "engine/study/run_outcome.h"
#include "engine/study/study_columns.h"
#include "engine/study/study_table.h"
#include "engine/study/verdict_names.h"

namespace hopscope {

namespace {

std::string readableNumber(double value) {
  if (!std::isfinite(value)) return {};
  if (value == std::floor(value) && std::abs(value) < 1e9)
    return fmt::format("{}", static_cast<long long>(value));
  const int digits = static_cast<int>(std::floor(std::log10(std::abs(value)))) + 1;
  return fmt::format("{:.{}f}", value, std::clamp(4 - digits, 0, 8));
}

bool isUnsteady(const StudyTableRow& row) {
  return row.runs > 0 && row.verdict != Verdict::stable;
}

/// A point without a row.
void addMissing(const Study& study, const std::vector<std::string>& settings,
                const StudyTableRow& row, ReadableTable& readable) {
  if (row.failure.empty()) {
    if (row.status == PointStatus::open) ++readable.open;
    return;
  }
  if (++readable.failed > ReadableTable::kMostReasons) return;
  std::vector<std::string> where;
  if (study.designs.size() > 1) where.push_back(baseOf(study, row.point).name);
  const std::vector<std::string> values = valuesOf(study, row.point);
  for (std::size_t i = 0; i < values.size() && i < settings.size(); ++i)
    where.push_back(fmt::format("{} = {}", settings[i], values[i]));
  std::string reason = fmt::format("{}: {}", fmt::join(where, ", "), row.failure);
  std::replace_if(
      reason.begin(), reason.end(), [](char each) { return each < ' ' && each >= 0; }, ' ');
  readable.reasons.push_back(std::move(reason));
}

}  // namespace

std::string missingPoints(const ReadableTable& table) {
  const auto points = [](std::size_t count) {
    return fmt::format("{} {}", count, count == 1 ? "point" : "points");
  };
  std::vector<std::string> parts;
  if (table.failed > 0) parts.push_back(points(table.failed) + " could not be run");
  if (table.open > 0) parts.push_back(points(table.open) + " not run yet");
  return parts.empty() ? std::string() : fmt::format("Not in it: {}.", fmt::join(parts, ", "));
}

std::vector<std::string> usualColumns(const Study& study) {
  std::vector<std::string> columns{"accepted_load", "latency.mean"};
  for (const StudyColumn& column : study.columns) columns.push_back(column.name);
  return columns;
}

ReadableTable readableTable(const Study& study, const StudyRows& rows,
                            const std::vector<std::string>& columns) {
  const StudyTable table = studyTable(study, rows);
  const auto place = [&](const std::string& name) -> std::optional<std::size_t> {
    const auto found = std::find(table.columns.begin(), table.columns.end(), name);
    if (found == table.columns.end()) return {};
    return static_cast<std::size_t>(found - table.columns.begin());
  };
  ReadableTable readable;
  const bool several = study.designs.size() > 1;
  if (several) readable.words.emplace_back("design");
  for (const std::string& setting : table.settings) readable.words.push_back(setting);
  if (table.hasOutcomes) readable.words.emplace_back("outcome");
  const bool verdicts = std::any_of(table.rows.begin(), table.rows.end(), &isUnsteady);
  const bool constrained = !study.constraints.empty(), judged = !study.objectives.empty();
  if (verdicts) readable.words.emplace_back("verdict");
  if (constrained) readable.words.emplace_back("feasible");
  if (judged) readable.words.emplace_back("best");
  std::vector<std::pair<std::size_t, std::optional<std::size_t>>> shown;
  for (const std::string& name : columns)
    if (const auto at = place(name)) {
      readable.numbers.push_back(name);
      shown.emplace_back(*at, place(intervalOf(name)));
    }
  for (const StudyTableRow& row : table.rows) {
    if (row.runs == 0) {
      addMissing(study, table.settings, row, readable);
      continue;
    }
    ReadableRow& each = readable.rows.emplace_back();
    if (several) each.words.push_back(baseOf(study, row.point).name);
    for (const std::string& value : valuesOf(study, row.point)) each.words.push_back(value);
    if (table.hasOutcomes) each.words.emplace_back(outcomeText(row.outcome));
    if (verdicts) each.words.emplace_back(nameOf(row.verdict));
    const auto judgement = [&row](bool holds) {
      return !isJudged(row) ? "" : holds ? "yes" : "no";
    };
    if (constrained) each.words.emplace_back(judgement(row.feasible));
    if (judged) each.words.emplace_back(judgement(row.best));
    for (const auto& [at, interval] : shown) {
      const std::string& name = table.columns[at];
      const double half = interval && row.runs > 1 ? toldValue(row, name, *interval) : kNan;
      each.values.push_back({isUndefined(row, at) ? std::string(kUndefinedWord)
                                                  : readableNumber(toldValue(row, name, at)),
                             readableNumber(half)});
    }
  }
  return readable;
}

}  // namespace hopscope

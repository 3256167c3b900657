// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/study/study_groups.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "engine/core/not_a_number.h"
#include "engine/study/csv_writer.h"
#include "engine/study/run_outcome.h"
#include "engine/study/study_columns.h"
#include "engine/study/study_points.h"
#include "engine/study/verdict_names.h"

namespace hopscope {

namespace {

constexpr const char *kDesignGroup = "design", *kStatusGroup = "status";
constexpr const char* kNoApplication = "no application";

GroupValue valueOf(const StudyTable& table, const std::vector<const StudyTableRow*>& points,
                   std::size_t place) {
  GroupValue value{kNan, kNan, kNan};
  double sum = 0;
  bool undefined = false;
  for (const StudyTableRow* row : points) {
    const double told = toldValue(*row, table.columns[place], place);
    undefined = undefined || isUndefined(*row, place);
    if (std::isnan(told)) continue;
    value.least = value.points == 0 ? told : std::min(value.least, told);
    value.most = value.points == 0 ? told : std::max(value.most, told);
    sum += told;
    ++value.points;
  }
  if (value.points > 0) value.mean = sum / static_cast<double>(value.points);
  value.undefined = undefined && value.points == 0;
  return value;
}

std::string groupOf(const Study& study, const StudyTable& table, const StudyTableRow& row,
                    std::string_view name) {
  if (name == kDesignGroup) return baseOf(study, row.point).name;
  if (name == kStatusGroup) return std::string(nameOf(row.status));
  if (name == kVerdictName || name == kOutcomeName) {
    // Of what was not run, the state says why there is nothing to tell.
    if (row.runs == 0) return std::string(nameOf(row.status));
    if (name == kVerdictName) return std::string(nameOf(row.verdict));
    return row.outcome ? std::string(nameOf(*row.outcome)) : std::string(kNoApplication);
  }
  const auto at = std::find(table.settings.begin(), table.settings.end(), name);
  return valuesOf(study, row.point)[static_cast<std::size_t>(at - table.settings.begin())];
}

}  // namespace

GroupSummary summaryOf(const StudyTable& table, const std::vector<const StudyTableRow*>& points) {
  GroupSummary summary;
  summary.points = points.size();
  for (const StudyTableRow* row : points) {
    summary.done += row->status == PointStatus::done ? 1 : 0;
    summary.runs += row->runs;
    if (row->runs == 0) continue;
    summary.verdict = worse(summary.verdict.value_or(row->verdict), row->verdict);
    summary.outcome = std::max(summary.outcome, row->outcome);
  }
  summary.values.reserve(table.columns.size());
  for (std::size_t place = 0; place < table.columns.size(); ++place)
    summary.values.push_back(valueOf(table, points, place));
  return summary;
}

std::vector<std::string> groupNames(const Study& study) {
  std::vector<std::string> names{kDesignGroup};
  for (std::string& setting : variedSettings(study)) names.push_back(std::move(setting));
  names.insert(names.end(), {kStatusGroup, kVerdictName, kOutcomeName});
  return names;
}

std::string studyGroupsCsv(const Study& study, const StudyRows& rows, std::string_view name) {
  const StudyTable table = studyTable(study, rows);
  std::vector<std::pair<std::string, std::vector<const StudyTableRow*>>> groups;
  std::map<std::string, std::size_t> places;
  for (const StudyTableRow& row : table.rows) {
    const std::string value = groupOf(study, table, row, name);
    const auto [place, fresh] = places.emplace(value, groups.size());
    if (fresh) groups.emplace_back(value, std::vector<const StudyTableRow*>());
    groups[place->second].second.push_back(&row);
  }
  std::vector<std::string> header{std::string(name), "points", "done", "runs"};
  if (name != kVerdictName) header.emplace_back(kVerdictName);
  for (const std::string& column : table.columns)
    header.insert(header.end(), {column, column + ".least", column + ".most"});
  CsvWriter csv(header);
  for (const auto& [value, points] : groups) {
    const GroupSummary summary = summaryOf(table, points);
    csv.text(value).number(summary.points).number(summary.done).number(summary.runs);
    if (name != kVerdictName)
      csv.text(summary.verdict ? nameOf(*summary.verdict) : std::string_view());
    for (const GroupValue& each : summary.values)
      for (const double number : {each.mean, each.least, each.most}) csv.number(number);
    csv.endRow();
  }
  return csv.take();
}

}  // namespace hopscope

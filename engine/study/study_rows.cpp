// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/study/study_rows.h"
#include "engine/core/not_a_number.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "engine/study/study.h"
#include "engine/study/verdict_names.h"

namespace hopscope {

namespace {

using RowJson = nlohmann::ordered_json;

bool same(double a, double b) {
  return a == b || (std::isnan(a) && std::isnan(b));
}

}  // namespace

bool StudyRow::operator==(const StudyRow& other) const {
  return point == other.point && run == other.run && failure == other.failure &&
         verdict == other.verdict &&
         std::equal(values.begin(), values.end(), other.values.begin(), other.values.end(),
                    [](const auto& a, const auto& b) {
                      return a.first == b.first && same(a.second, b.second);
                    });
}

std::string writeRow(const StudyRow& row) {
  RowJson json{{"point", row.point}, {"run", row.run}};
  if (row.failed()) {
    json["failure"] = row.failure;
  } else {
    json["verdict"] = nameOf(row.verdict);
    RowJson values = RowJson::object();
    for (const auto& [name, value] : row.values)
      values[name] = std::isfinite(value) ? RowJson(value) : RowJson();
    json["values"] = std::move(values);
  }
  return json.dump(-1, ' ', false, RowJson::error_handler_t::replace);
}

std::optional<StudyRow> readRow(std::string_view line) {
  const RowJson json = RowJson::parse(line, nullptr, false);
  if (!json.is_object() || !json.contains("point") || !json["point"].is_number_unsigned() ||
      !json.contains("run") || !json["run"].is_number_unsigned())
    return {};
  StudyRow row;
  row.point = json["point"].get<PointId>();
  const auto run = json["run"].get<std::uint64_t>();
  if (row.point >= kMostStudyPoints || run >= kMostSeeds) return {};
  row.run = static_cast<std::uint32_t>(run);
  if (const auto failure = json.find("failure"); failure != json.end()) {
    if (!failure->is_string() || failure->get<std::string>().empty()) return {};
    row.failure = failure->get<std::string>();
    return row;
  }
  const auto verdict = json.find("verdict"), values = json.find("values");
  if (verdict == json.end() || !verdict->is_string() || values == json.end() ||
      !values->is_object())
    return {};
  const auto known = verdictOf(verdict->get<std::string>());
  if (!known) return {};
  row.verdict = *known;
  for (const auto& [name, value] : values->items()) {
    // Names stand in lines of their own in a project.
    if (name.empty() || name.find('\n') != std::string::npos) return {};
    if (!value.is_number() && !value.is_null()) return {};
    row.values.emplace_back(name, value.is_null() ? kNan : value.get<double>());
  }
  return row;
}

std::size_t StudyRows::column(const std::string& name) {
  if (const auto found = find(name)) return *found;
  columns_.push_back(name);
  return columns_.size() - 1;
}

std::optional<std::size_t> StudyRows::find(std::string_view name) const {
  const auto found = std::find(columns_.begin(), columns_.end(), name);
  if (found == columns_.end()) return {};
  return static_cast<std::size_t>(found - columns_.begin());
}

std::size_t& StudyRows::placeOf(PointId point, std::uint32_t run) {
  if (places_.size() <= point) places_.resize(point + 1);
  if (places_[point].size() <= run) places_[point].resize(run + 1);
  return places_[point][run];
}

bool StudyRows::add(const StudyRow& row) {
  std::vector<double> values(columns_.size(), kNan);
  // Rows mostly have the same columns in the same order.
  std::size_t next = 0;
  for (const auto& [name, value] : row.values) {
    const std::size_t at = next < columns_.size() && columns_[next] == name ? next : column(name);
    if (values.size() <= at) values.resize(at + 1, kNan);
    values[at] = value;
    next = at + 1;
  }
  return add(Row{row.point, row.run, row.failure, row.verdict, std::move(values)});
}

bool StudyRows::add(Row row) {
  std::size_t& place = placeOf(row.point, row.run);
  if (place == 0) {
    rows_.push_back(std::move(row));
    place = rows_.size();
    return true;
  }
  Row& there = rows_[place - 1];
  if (there.failure.empty() || !row.failure.empty()) return false;
  there = std::move(row);
  return true;
}

void StudyRows::removeFailed() {
  std::vector<Row> rows = std::move(rows_);
  rows_.clear();
  places_.clear();
  for (Row& row : rows)
    if (row.failure.empty()) add(std::move(row));
}

std::vector<const StudyRows::Row*> StudyRows::sorted() const {
  std::vector<const Row*> all;
  for (const Row& row : rows_) all.push_back(&row);
  std::sort(all.begin(), all.end(), [](const Row* a, const Row* b) {
    return std::pair(a->point, a->run) < std::pair(b->point, b->run);
  });
  return all;
}

StudyRow StudyRows::named(const Row& row) const {
  StudyRow named{row.point, row.run, row.failure, row.verdict, {}};
  for (std::size_t i = 0; i < row.values.size(); ++i)
    named.values.emplace_back(columns_[i], row.values[i]);
  return named;
}

void addRows(StudyRows& to, const StudyRows& from) {
  for (const StudyRows::Row& row : from.rows()) to.add(from.named(row));
}

}  // namespace hopscope

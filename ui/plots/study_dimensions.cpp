// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/study_dimensions.h"

#include <QObject>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>

#include "engine/core/not_a_number.h"
#include "engine/study/study_points.h"
#include "ui/words/numbers.h"
#include "ui/words/study_words.h"

namespace hopscope {

namespace {

/// How many points one step of each axis holds; at the end, how many a design does.
std::vector<std::uint64_t> pointsInStep(const Study& study) {
  std::vector<std::uint64_t> inside(study.axes.size() + 1, 1);
  std::uint64_t points = 1;
  for (std::size_t axis = study.axes.size(); axis-- > 0;) {
    inside[axis] = points;
    points *= std::max<std::size_t>(1, study.axes[axis].steps.size());
  }
  inside.back() = points;
  return inside;
}

/// The number of each step, or the place of its word among those that differ.
std::vector<double> valuesOfSteps(const StudyAxis& axis, std::size_t within, QStringList& levels) {
  std::vector<double> values;
  values.reserve(axis.steps.size());
  for (const auto& step : axis.steps) {
    const auto number = numberOf(step[within]);
    if (!number) break;
    values.push_back(*number);
  }
  if (values.size() == axis.steps.size()) return values;
  values.clear();
  std::map<std::string, double> places;
  for (const auto& step : axis.steps) {
    const auto [at, fresh] = places.emplace(step[within], static_cast<double>(places.size()));
    if (fresh) levels << QString::fromStdString(step[within]);
    values.push_back(at->second);
  }
  return values;
}

}  // namespace

StudyPoints allPoints(const StudyTable& table) {
  StudyPoints points;
  points.reserve(table.rows.size());
  for (const StudyTableRow& row : table.rows) points.push_back(&row);
  return points;
}

QString StudyDimension::text(double value) const {
  if (std::isnan(value)) return QStringLiteral("–");
  if (levels.isEmpty()) return varied ? plainText(value) : figureText(value);
  return levels.value(static_cast<qsizetype>(std::lround(value)));
}

std::optional<std::size_t> axisOfSetting(const Study& study, const std::string& setting) {
  for (std::size_t axis = 0; axis < study.axes.size(); ++axis) {
    const auto& settings = study.axes[axis].settings;
    if (std::find(settings.begin(), settings.end(), setting) != settings.end()) return axis;
  }
  return {};
}

std::vector<std::string> variedDimensions(const Study& study) {
  std::vector<std::string> names = variedSettings(study);
  if (study.designs.size() > 1) names.insert(names.begin(), kDesignDimension);
  return names;
}

StudyDimension studyDimension(const Study& study, const StudyTable& table,
                              const std::string& name) {
  StudyDimension dimension;
  dimension.name = name;
  dimension.title = studyWords(name);
  dimension.values.assign(table.rows.size(), kNan);
  const std::vector<std::uint64_t> inside = pointsInStep(study);
  if (const auto place = axisOfSetting(study, name)) {
    dimension.varied = true;
    const StudyAxis& axis = study.axes[*place];
    const auto within = std::find(axis.settings.begin(), axis.settings.end(), name);
    const std::vector<double> steps = valuesOfSteps(
        axis, static_cast<std::size_t>(within - axis.settings.begin()), dimension.levels);
    for (const StudyTableRow& row : table.rows)
      dimension.values[row.point] = steps[row.point / inside[*place] % steps.size()];
    return dimension;
  }
  const auto column = std::find(table.columns.begin(), table.columns.end(), name);
  if (column != table.columns.end()) {
    const auto place = static_cast<std::size_t>(column - table.columns.begin());
    for (const StudyTableRow& row : table.rows)
      dimension.values[row.point] = toldValue(row, name, place);
    return dimension;
  }
  if (name != kDesignDimension) return dimension;
  dimension.title = QObject::tr("Design");
  dimension.varied = true;
  for (const StudyDesign& design : study.designs)
    dimension.levels << QString::fromStdString(design.name);
  for (const StudyTableRow& row : table.rows)
    dimension.values[row.point] = static_cast<double>(row.point / inside.back());
  return dimension;
}

std::vector<double> levelsOf(const StudyDimension& dimension, const StudyPoints& points) {
  std::vector<double> levels;
  levels.reserve(points.size());
  for (const StudyTableRow* row : points)
    if (const double value = dimension.valueOf(*row); !std::isnan(value)) levels.push_back(value);
  std::sort(levels.begin(), levels.end());
  levels.erase(std::unique(levels.begin(), levels.end()), levels.end());
  return levels;
}

StudyPoints pointsWithin(const Study& study, const StudyTable& table, const StudyFilter& filter) {
  StudyPoints points = allPoints(table);
  for (const auto& [name, range] : filter) {
    const StudyDimension dimension = studyDimension(study, table, name);
    std::erase_if(points, [&, from = range.first, to = range.second](const StudyTableRow* row) {
      const double value = dimension.valueOf(*row);
      return !(value >= from && value <= to);
    });
  }
  return points;
}

}  // namespace hopscope

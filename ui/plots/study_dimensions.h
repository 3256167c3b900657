// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/study/study.h"
#include "engine/study/study_table.h"

namespace hopscope {

/// Some points of a table, in its order.
using StudyPoints = std::vector<const StudyTableRow*>;

StudyPoints allPoints(const StudyTable& table);

/// The name of the dimension that tells the designs of a study apart.
inline constexpr const char* kDesignDimension = "design";

/// What points of a study differ in: the design, a varied setting, or a column of their table.
struct StudyDimension {
  std::string name;  ///< of the setting or column, or kDesignDimension
  QString title;
  bool varied = false;  ///< is chosen before the run, not measured
  /// Words of the values 0, 1, 2 …, in the study's order; empty where the values are numbers.
  QStringList levels;
  /// Of every row of the table; NaN where it has none, as a latency without a steady state.
  std::vector<double> values;

  double valueOf(const StudyTableRow& row) const { return values[row.point]; }
  /// A value as it is written beside an axis.
  QString text(double value) const;
};

/// The axis on which a setting is varied.
std::optional<std::size_t> axisOfSetting(const Study& study, const std::string& setting);
/// The design where there are several, then each varied setting.
std::vector<std::string> variedDimensions(const Study& study);
/// Of that name; one without values where there is none.
StudyDimension studyDimension(const Study& study, const StudyTable& table, const std::string& name);
/// The values that some of `points` have, each once, ascending; NaN is none.
std::vector<double> levelsOf(const StudyDimension& dimension, const StudyPoints& points);

/// Ranges that values have to lie in, both ends included, by the names of dimensions.
using StudyFilter = std::map<std::string, std::pair<double, double>>;

/// The points within all ranges. A value that does not exist lies in no range.
StudyPoints pointsWithin(const Study& study, const StudyTable& table, const StudyFilter& filter);

}  // namespace hopscope

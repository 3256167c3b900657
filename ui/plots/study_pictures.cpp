// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/study_pictures.h"

#include <QObject>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <utility>

#include "engine/core/not_a_number.h"
#include "engine/explore/pareto.h"
#include "engine/study/study_columns.h"
#include "engine/study/study_points.h"
#include "ui/words/numbers.h"
#include "ui/words/study_words.h"

namespace hopscope {

namespace {

/// Of the width, beside the first and the last point.
constexpr double kBeside = 0.03;

std::optional<std::size_t> placeOf(const std::vector<std::string>& names, const std::string& name) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) return {};
  return static_cast<std::size_t>(found - names.begin());
}

double valueAt(const StudyTableRow& row, const std::string& column,
               std::optional<std::size_t> place) {
  return place ? toldValue(row, column, *place) : kNan;
}

/// "valiant, 4": a point without the axis that curves are drawn along, and without `apart`.
QString curveName(const Study& study, PointId point, std::size_t without,
                  const std::string& apart) {
  QStringList parts;
  if (study.designs.size() > 1 && apart != kDesignDimension)
    parts << QString::fromStdString(baseOf(study, point).name);
  for (std::size_t axis = 0; axis < study.axes.size(); ++axis) {
    const StudyAxis& each = study.axes[axis];
    // What is the same for all tells none of them apart.
    if (axis == without || each.steps.size() == 1) continue;
    const std::vector<std::string>& values = each.steps[stepOf(study, point, axis)];
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (each.settings[i] == apart) continue;
      const std::string& value = values[i];
      const auto number = numberOf(value);
      parts << (number ? plainText(*number) : QString::fromStdString(value));
    }
  }
  return parts.join(QStringLiteral(", "));
}

/// +1: the more the better, −1: the less; 0: nobody knows.
int directionOf(const Study& study, const std::string& column) {
  for (const StudyObjective& objective : study.objectives)
    if (objective.column == column) return objective.most ? 1 : -1;
  if (isLatencyColumn(column)) return -1;
  return column == "accepted_load" ? 1 : 0;
}

}  // namespace

std::vector<std::string> numericSettings(const Study& study) {
  std::vector<std::string> found;
  for (const StudyAxis& axis : study.axes)
    for (std::size_t i = 0; i < axis.settings.size(); ++i)
      if (std::all_of(axis.steps.begin(), axis.steps.end(),
                      [i](const auto& step) { return numberOf(step[i]).has_value(); }))
        found.push_back(axis.settings[i]);
  return found;
}

PlotPicture studyCurves(const Study& study, const StudyTable& table, const StudyPoints& points,
                        const std::string& setting, const std::string& column,
                        const std::string& apart) {
  PlotPicture picture;
  picture.title = QObject::tr("%1 over %2").arg(studyWords(column), studyWords(setting));
  picture.xTitle = studyWords(setting);
  picture.yTitle = studyWords(column);
  const auto axis = axisOfSetting(study, setting);
  const auto value = placeOf(table.columns, column);
  if (!axis) return picture;
  const StudyDimension along = studyDimension(study, table, setting);
  const auto interval = placeOf(table.columns, intervalOf(column));
  // All steps of the axis are one curve: its first point stands for it.
  std::uint64_t stride = 1;
  for (std::size_t after = *axis + 1; after < study.axes.size(); ++after)
    stride *= study.axes[after].steps.size();
  std::unordered_map<PointId, std::size_t> places;
  std::size_t leftOut = 0;
  for (const StudyTableRow* row : points) {
    const PointId first = row->point - stepOf(study, row->point, *axis) * stride;
    auto at = places.find(first);
    if (at == places.end()) {
      if (places.size() == kMostStudyCurves) {
        ++leftOut;
        continue;
      }
      at = places.emplace(first, picture.curves.size()).first;
      PlotCurve curve;
      const QString name = curveName(study, first, *axis, apart);
      curve.name = name.isEmpty() ? studyWords(column) : name;
      curve.number = static_cast<int>(picture.curves.size()) % Theme::kCurves + 1;
      curve.markers = true;
      picture.curves.push_back(std::move(curve));
    }
    PlotCurve& curve = picture.curves[at->second];
    const double y = valueAt(*row, column, value);
    if (std::isnan(y)) continue;
    curve.x.push_back(along.valueOf(*row));
    curve.y.push_back(y);
    const double half = valueAt(*row, column, interval);
    curve.errors.push_back(std::isnan(half) ? 0 : half);
  }
  for (PlotCurve& curve : picture.curves)
    if (std::all_of(curve.errors.begin(), curve.errors.end(), [](double e) { return e == 0; }))
      curve.errors.clear();
  // Those of which nothing is known yet would fill the legend.
  std::erase_if(picture.curves, [](const PlotCurve& curve) { return curve.x.empty(); });
  if (leftOut > 0)
    picture.title = QObject::tr("%1, the first %2 curves")
                        .arg(picture.title)
                        .arg(static_cast<int>(kMostStudyCurves));
  picture.yMin = 0;
  double least = 0, most = 0;
  bool any = false;
  for (const PlotCurve& curve : picture.curves)
    for (const double x : curve.x) {
      least = any ? std::min(least, x) : x;
      most = any ? std::max(most, x) : x;
      any = true;
    }
  // Markers at both ends are drawn whole.
  if (any && most > least) {
    picture.xMin = least - kBeside * (most - least);
    picture.xMax = most + kBeside * (most - least);
  }
  return picture;
}

ScatterPicture studyScatter(const Study& study, const StudyTable& table, const StudyPoints& points,
                            const std::string& across, const std::string& up) {
  ScatterPicture picture;
  picture.title = QObject::tr("%1 over %2").arg(studyWords(up), studyWords(across));
  picture.xTitle = studyWords(across);
  picture.yTitle = studyWords(up);
  const auto x = placeOf(table.columns, across), y = placeOf(table.columns, up);
  if (study.designs.size() > 1)
    for (const StudyDesign& design : study.designs)
      picture.kinds << QString::fromStdString(design.name);
  const int ahead = directionOf(study, across), upwards = directionOf(study, up);
  std::vector<std::vector<double>> rows;
  const std::uint64_t perDesign = std::max<std::uint64_t>(
      1, pointCount(study) / std::max<std::size_t>(1, study.designs.size()));
  const bool latencies = isLatencyColumn(across) || isLatencyColumn(up);
  for (const StudyTableRow* row : points) {
    const auto kind =
        static_cast<std::uint8_t>(std::min<std::uint64_t>(255, row->point / perDesign));
    const bool steady = row->verdict == Verdict::stable || !latencies;
    const double left = steady ? valueAt(*row, across, x) : kNan,
                 high = steady ? valueAt(*row, up, y) : kNan;
    picture.points.push_back({left, high, kind, false});
    rows.push_back({-ahead * left, -upwards * high});
  }
  if (ahead != 0 && upwards != 0) {
    for (const std::size_t row : undominated(rows))
      picture.front.push_back(static_cast<std::uint32_t>(row));
    std::stable_sort(picture.front.begin(), picture.front.end(), [&](auto a, auto b) {
      return std::pair(picture.points[a].x, picture.points[a].y) <
             std::pair(picture.points[b].x, picture.points[b].y);
    });
  }
  return picture;
}

}  // namespace hopscope

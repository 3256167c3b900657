// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/study/study_points.h"

#include <charconv>
#include <utility>
#include <variant>

#include "engine/design/catalogue.h"
#include "engine/design/design_json.h"

namespace hopscope {

std::uint64_t pointCount(const Study& study) {
  std::uint64_t points = study.designs.size();
  for (const StudyAxis& axis : study.axes) {
    points *= axis.steps.size();
    if (points > kMostStudyPoints) return kMostStudyPoints + 1;
  }
  return points;
}

std::size_t stepOf(const Study& study, PointId point, std::size_t axis) {
  for (std::size_t after = study.axes.size(); --after > axis;)
    point /= study.axes[after].steps.size();
  return point % study.axes[axis].steps.size();
}

const StudyDesign& baseOf(const Study& study, PointId point) {
  for (const StudyAxis& axis : study.axes) point /= axis.steps.size();
  return study.designs[point];
}

std::vector<std::string> variedSettings(const Study& study) {
  std::vector<std::string> settings;
  for (const StudyAxis& axis : study.axes)
    settings.insert(settings.end(), axis.settings.begin(), axis.settings.end());
  return settings;
}

std::vector<std::string> valuesOf(const Study& study, PointId point) {
  std::vector<std::string> values;
  for (std::size_t axis = 0; axis < study.axes.size(); ++axis) {
    const auto& step = study.axes[axis].steps[stepOf(study, point, axis)];
    values.insert(values.end(), step.begin(), step.end());
  }
  return values;
}

std::optional<double> numberOf(const std::string& value) {
  double number = 0;
  const char* const end = value.data() + value.size();
  const auto [stop, error] = std::from_chars(value.data(), end, number);
  if (error != std::errc() || stop != end) return {};
  return number;
}

Design designOf(const Study& study, PointId point, std::uint32_t run, Issues& issues) {
  Design design = baseOf(study, point).design;
  const std::vector<std::string> settings = variedSettings(study), values = valuesOf(study, point);
  SettingTexts varied;
  varied.reserve(settings.size());
  for (std::size_t i = 0; i < settings.size(); ++i) varied.emplace_back(settings[i], values[i]);
  for (Issue& issue : setFromTexts(design, std::move(varied))) issues.push_back(std::move(issue));
  if (hasErrors(issues)) return design;
  // Replications take the seeds that follow.
  const auto first = std::get<std::int64_t>(effectiveValue(design, "run.seed"));
  const auto each = std::get<std::int64_t>(effectiveValue(design, "run.replications"));
  design.settings["run.seed"] = first + each * static_cast<std::int64_t>(run);
  return design;
}

}  // namespace hopscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/study/sweep.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <optional>

#include "engine/design/catalogue.h"
#include "engine/design/compile.h"
#include "engine/design/design_json.h"

namespace hopscope {

namespace {

std::optional<double> parseNumber(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return {};
  return value;
}

// Commas within brackets belong to a list.
std::vector<std::string> splitValues(std::string_view text, char separator) {
  std::vector<std::string> values(1);
  int depth = 0;
  for (const char character : text) {
    depth += character == '[' ? 1 : character == ']' ? -1 : 0;
    if (character == separator && depth == 0)
      values.emplace_back();
    else
      values.back() += character;
  }
  return values;
}

Issue refusal(std::string_view axis, const std::string& text) {
  return {Severity::error, "--over " + std::string(axis), text,
          "Write it as traffic.load=0.05:0.95:0.05 (first:last:step) or as "
          "routing.algorithm=minimal,valiant."};
}

std::variant<std::vector<std::string>, std::string> rangeValues(
    const std::vector<std::string>& parts) {
  const auto first = parseNumber(parts[0]);
  const auto last = parseNumber(parts[1]);
  const auto step = parseNumber(parts[2]);
  if (!first || !last || !step) return "The three parts of a range are numbers.";
  if (*step <= 0 || *last < *first)
    return "A range goes upwards: the last number is not below the first and the step is above 0.";
  // A step that misses the last value by rounding still meets it.
  const double steps = std::floor((*last - *first) / *step + 1e-6);
  if (steps + 1 > static_cast<double>(kMaxSweepRuns))
    return fmt::format("The range has more than {} values.", kMaxSweepRuns);
  std::vector<std::string> values;
  // Twelve digits: 0.05 + 2 * 0.05 reads 0.15, not 0.15000000000000002.
  for (double index = 0; index <= steps; ++index)
    values.push_back(fmt::format("{:.12g}", *first + index * *step));
  return values;
}

}  // namespace

std::variant<SweepAxis, Issue> parseAxis(std::string_view text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos || equals == 0)
    return refusal(text, "There is no setting and \"=\" at its beginning.");
  SweepAxis axis{std::string(text.substr(0, equals)), {}};
  const std::string_view list = text.substr(equals + 1);
  const auto parts = splitValues(list, ':');
  if (parts.size() == 3) {
    auto values = rangeValues(parts);
    if (const auto* problem = std::get_if<std::string>(&values)) return refusal(text, *problem);
    axis.values = std::get<std::vector<std::string>>(std::move(values));
    return axis;
  }
  if (parts.size() != 1) return refusal(text, "A range has three parts: first:last:step.");
  axis.values = splitValues(list, ',');
  for (const std::string& value : axis.values)
    if (value.empty()) return refusal(text, "One of its values is empty.");
  return axis;
}

SweepPlan planSweep(const Design& design, std::vector<SweepAxis> axes, unsigned seeds) {
  SweepPlan plan;
  plan.base = design;
  plan.axes = std::move(axes);
  std::size_t points = 1;
  for (const SweepAxis& axis : plan.axes)
    points = std::min(points * axis.values.size(), kMaxSweepRuns + 1);
  if (points * seeds > kMaxSweepRuns) {
    plan.issues.push_back({Severity::error, "--over",
                           fmt::format("The sweep has more than {} runs.", kMaxSweepRuns),
                           "Take fewer values or seeds."});
    return plan;
  }
  for (std::size_t point = 0; point < points; ++point) {
    SweepRun run{std::vector<std::string>(plan.axes.size()), design};
    std::size_t rest = point;
    for (std::size_t axis = plan.axes.size(); axis-- > 0;) {
      const auto& values = plan.axes[axis].values;
      run.values[axis] = values[rest % values.size()];
      rest /= values.size();
    }
    for (std::size_t axis = 0; axis < plan.axes.size(); ++axis)
      for (Issue& issue : setFromText(run.design, plan.axes[axis].path, run.values[axis]))
        plan.issues.push_back(std::move(issue));
    if (!hasErrors(plan.issues))
      for (Issue& issue : validate(run.design)) plan.issues.push_back(std::move(issue));
    if (hasErrors(plan.issues)) return plan;
    const auto first = std::get<std::int64_t>(effectiveValue(run.design, "run.seed"));
    for (unsigned seed = 0; seed < seeds; ++seed) {
      run.design.settings["run.seed"] = first + static_cast<std::int64_t>(seed);
      plan.runs.push_back(run);
    }
  }
  return plan;
}

std::vector<SweepRow> sweep(const SweepPlan& plan, unsigned jobs, std::stop_token stop,
                            const std::function<void(const BatchProgress&)>& onProgress) {
  std::vector<Design> designs;
  designs.reserve(plan.runs.size());
  for (const SweepRun& run : plan.runs) designs.push_back(run.design);
  std::vector<std::optional<Results>> finished(plan.runs.size());
  BatchHooks hooks;
  hooks.progress = onProgress;
  hooks.finished = [&finished](std::size_t index, Results results) {
    finished[index] = std::move(results);
    return finished.size();
  };
  runBatch(designs, jobs, std::move(stop), hooks);
  std::vector<SweepRow> rows;
  for (std::size_t index = 0; index < plan.runs.size(); ++index)
    if (finished[index])
      rows.push_back(
          {plan.runs[index].values, plan.runs[index].design, std::move(*finished[index])});
  return rows;
}

}  // namespace hopscope

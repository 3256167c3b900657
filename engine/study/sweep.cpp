// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/study/sweep.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <new>
#include <numeric>
#include <optional>
#include <set>

#include "engine/design/catalogue.h"
#include "engine/design/compile.h"
#include "engine/design/design_json.h"
#include "engine/design/sections.h"
#include "engine/study/value_series.h"

namespace hopscope {

namespace {

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

Issue refusal(std::string_view axis, const Sentence& text) {
  return {Severity::error, "--over " + std::string(axis), text,
          sentence("Write it as traffic.load=0.05:0.95:0.05 (first:last:step) or as "
                   "routing.algorithm=minimal,valiant.")};
}

/// A whole number, with spaces around it.
bool isOneNumber(const std::string& value) {
  const std::size_t first = value.find_first_not_of(' ');
  if (first == std::string::npos) return false;
  const std::size_t end = value.find_last_not_of(' ') + 1;
  const std::size_t digits = first + (value[first] == '+' || value[first] == '-' ? 1 : 0);
  return digits < end && value.find_first_not_of("0123456789", digits) >= end;
}

/// "4,8", which is one list for a setting, and two lists of one number each for an axis.
bool readsAsOneList(const Design& design, const SweepAxis& axis) {
  const std::vector<Section> all = sections(design);
  const Parameter* const parameter = find(all, canonicalPath(all, axis.path));
  return parameter != nullptr && parameter->type == ParameterType::integers &&
         axis.values.size() > 1 && std::all_of(axis.values.begin(), axis.values.end(), isOneNumber);
}

/// Runs by descending load: the more packets, the longer a run takes.
std::vector<std::size_t> byLoad(const std::vector<SweepRun>& runs) {
  std::vector<double> loads;
  for (const SweepRun& run : runs) {
    const Value load = effectiveValue(run.design, "traffic.load");
    const auto* whole = std::get_if<std::int64_t>(&load);
    loads.push_back(whole != nullptr ? static_cast<double>(*whole) : std::get<double>(load));
  }
  std::vector<std::size_t> order(runs.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return loads[a] > loads[b]; });
  return order;
}

}  // namespace

std::variant<SweepAxis, Issue> parseAxis(std::string_view text, const Design& design) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos || equals == 0)
    return refusal(text, sentence("There is no setting and \"=\" at its beginning."));
  SweepAxis axis{std::string(text.substr(0, equals)), {}};
  const std::string_view list = text.substr(equals + 1);
  const auto parts = splitValues(list, ':');
  if (parts.size() == 3) {
    auto values = steppedValues(parts[0], parts[1], parts[2], kMaxSweepRuns);
    if (const auto* problem = std::get_if<Sentence>(&values)) return refusal(text, *problem);
    axis.values = std::get<std::vector<std::string>>(std::move(values));
    return axis;
  }
  if (parts.size() != 1)
    return refusal(text, sentence("A range has three parts: first:last:step."));
  axis.values = splitValues(list, ',');
  for (const std::string& value : axis.values)
    if (value.empty()) return refusal(text, sentence("One of its values is empty."));
  if (readsAsOneList(design, axis))
    return Issue{Severity::error, "--over " + axis.path,
                 sentence("The values of this setting are lists, and it does not show where "
                          "one ends."),
                 sentence("Write [{}] for one list, or [{}] for lists of one number each.",
                          fmt::join(axis.values, ","), fmt::join(axis.values, "],["))};
  return axis;
}

bool shareNetwork(const std::vector<SweepAxis>& axes) {
  return std::none_of(axes.begin(), axes.end(),
                      [](const SweepAxis& axis) { return axis.path.rfind("topology", 0) == 0; });
}

namespace {

bool has(const SettingTexts& settings, const RefusedSetting& setting) {
  return std::find(settings.begin(), settings.end(), std::pair(setting.path, setting.text)) !=
         settings.end();
}

/// What holds at a point of a sweep, beside its design.
class PointSettings {
 public:
  explicit PointSettings(const std::vector<RefusedSetting>& settings)
      : settings_(settings), held_(settings.size(), false) {}

  /// Those of them that there are at this point, with what is varied. Axes must hold, and come
  /// last: of one setting the axis wins, as it does over the design.
  Issues set(Design& design, const SettingTexts& varied) {
    SettingTexts all;
    for (const RefusedSetting& each : settings_)
      if (!has(varied, each)) all.emplace_back(each.path, each.text);
    all.insert(all.end(), varied.begin(), varied.end());
    Issues issues;
    for (RefusedSetting& refused : setWhatCanBe(design, std::move(all))) {
      if (has(varied, refused))
        issues.insert(issues.end(), refused.issues.begin(), refused.issues.end());
      else
        missing_.insert(refused.path);
    }
    for (std::size_t i = 0; i < settings_.size(); ++i)
      held_[i] = held_[i] || missing_.count(settings_[i].path) == 0;
    missing_.clear();
    return issues;
  }

  /// What is said of those that no point had.
  Issues neverHeld() const {
    Issues issues;
    for (std::size_t i = 0; i < settings_.size(); ++i)
      if (!held_[i])
        issues.insert(issues.end(), settings_[i].issues.begin(), settings_[i].issues.end());
    return issues;
  }

 private:
  const std::vector<RefusedSetting>& settings_;
  std::vector<bool> held_;
  std::set<std::string> missing_;
};

/// A setting that is varied twice would have two values at a point.
Issues checkAxes(const Design& design, const std::vector<SweepAxis>& axes) {
  Issues issues;
  const std::vector<Section> all = sections(design);
  std::set<std::string> varied;
  for (const SweepAxis& axis : axes) {
    const std::string path = canonicalPath(all, axis.path);
    if (!varied.insert(path).second)
      issues.push_back({Severity::error, "--over " + axis.path,
                        sentence("The setting is varied twice."),
                        sentence("Name all of its values in one list.")});
  }
  return issues;
}

}  // namespace

SweepPlan planSweep(const Design& design, std::vector<SweepAxis> axes, unsigned seeds,
                    const std::vector<RefusedSetting>& settings) {
  SweepPlan plan;
  plan.base = design;
  plan.axes = std::move(axes);
  plan.issues = checkAxes(design, plan.axes);
  if (hasErrors(plan.issues)) return plan;
  std::size_t points = 1;
  for (const SweepAxis& axis : plan.axes)
    points = std::min(points * axis.values.size(), kMaxSweepRuns + 1);
  if (points * seeds > kMaxSweepRuns) {
    plan.issues.push_back({Severity::error, "--over",
                           sentence("The sweep has more than {} runs.", kMaxSweepRuns),
                           sentence("Take fewer values or seeds.")});
    return plan;
  }
  // A network that all points share is built once.
  const bool shared = shareNetwork(plan.axes);
  Issues ofTopology;
  const auto topology = shared ? buildTopology(design, ofTopology) : nullptr;
  PointSettings beside(settings);
  for (std::size_t point = 0; point < points; ++point) {
    SweepRun run{std::vector<std::string>(plan.axes.size()), design};
    std::size_t rest = point;
    for (std::size_t axis = plan.axes.size(); axis-- > 0;) {
      const auto& values = plan.axes[axis].values;
      run.values[axis] = values[rest % values.size()];
      rest /= values.size();
    }
    SettingTexts varied;
    varied.reserve(plan.axes.size());
    for (std::size_t axis = 0; axis < plan.axes.size(); ++axis)
      varied.emplace_back(plan.axes[axis].path, run.values[axis]);
    for (Issue& issue : beside.set(run.design, varied)) plan.issues.push_back(std::move(issue));
    if (!hasErrors(plan.issues))
      for (Issue& issue : topology ? validate(run.design, topology) : validate(run.design))
        plan.issues.push_back(std::move(issue));
    if (hasErrors(plan.issues)) return plan;
    const auto first = std::get<std::int64_t>(effectiveValue(run.design, "run.seed"));
    const auto each = std::get<std::int64_t>(effectiveValue(run.design, "run.replications"));
    for (unsigned seed = 0; seed < seeds; ++seed) {
      run.design.settings["run.seed"] = first + each * static_cast<std::int64_t>(seed);
      plan.runs.push_back(run);
    }
  }
  for (Issue& issue : beside.neverHeld()) plan.issues.push_back(std::move(issue));
  return plan;
}

SweepOutcome sweep(const SweepPlan& plan, unsigned jobs, std::stop_token stop,
                   const SweepHooks& hooks) {
  // The longest runs begin first, so that no core waits for the last one.
  const std::vector<std::size_t> order = byLoad(plan.runs);
  std::vector<Design> designs;
  designs.reserve(order.size());
  for (const std::size_t index : order) designs.push_back(plan.runs[index].design);
  std::vector<std::optional<Results>> finished(plan.runs.size());
  BatchHooks batch;
  batch.progress = hooks.progress;
  batch.finished = [&](std::size_t place, Results results) {
    finished[order[place]] = std::move(results);
    if (hooks.finished) hooks.finished(order[place], *finished[order[place]]);
    return finished.size();
  };
  SweepOutcome outcome;
  try {
    runBatch(designs, jobs, std::move(stop), batch);
  } catch (const std::bad_alloc&) {
    outcome.failure = "The memory of this machine is not enough for one of the runs.";
  } catch (const std::exception& error) {
    outcome.failure = error.what();
  }
  for (std::size_t index = 0; index < plan.runs.size(); ++index)
    if (finished[index])
      outcome.rows.push_back(
          {plan.runs[index].values, plan.runs[index].design, std::move(*finished[index]), index});
  return outcome;
}

}  // namespace hopscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/study/study_axis_reader.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "engine/study/value_series.h"

namespace hopscope {

namespace {

constexpr std::int64_t kLargestSeed = 1'000'000'000;

/// A value as `--set` takes it.
std::string valueText(const Json& json) {
  return json.is_string() ? json.get<std::string>() : json.dump();
}

class AxisReader {
 public:
  AxisReader(const Json& json, std::string path, std::uint32_t stream, Issues& issues)
      : json_(json), path_(std::move(path)), stream_(stream), issues_(issues) {}

  std::optional<StudyAxis> read() {
    if (!checkObject(json_, path_, issues_)) return {};
    if (json_.contains("together")) return readTogether();
    if (json_.contains("latin_hypercube")) return readHypercube();
    auto values = readSetting(json_, path_, {"setting", "values", "range", "log_range", "random"});
    if (!values) return {};
    StudyAxis axis{{values->first}, {}};
    for (std::string& value : values->second) axis.steps.push_back({std::move(value)});
    return axis;
  }

 private:
  using Column = std::pair<std::string, std::vector<std::string>>;

  void refuse(const std::string& path, Sentence text, Sentence remedy = {}) {
    hopscope::refuse(issues_, path, std::move(text), std::move(remedy));
  }

  /// A setting with its values, in one of the forms that are allowed here.
  std::optional<Column> readSetting(const Json& json, const std::string& path,
                                    std::vector<std::string> forms) {
    std::vector<std::string> known = forms;
    known.emplace_back("seed");
    if (!checkObject(json, path, issues_) || !checkKeys(json, path, known, issues_)) return {};
    const auto name = json.find("setting");
    if (name == json.end() || !name->is_string() || name->get<std::string>().empty()) {
      refuse(path, sentence("The axis names no setting."),
             sentence("Write \"setting\": \"traffic.load\", and its values."));
      return {};
    }
    const Json* list = nullptr;
    std::string form;
    for (std::size_t i = 1; i < forms.size(); ++i)
      if (const auto found = json.find(forms[i]); found != json.end()) {
        if (list != nullptr) {
          refuse(path, sentence("The axis has both \"{}\" and \"{}\".", form, forms[i]),
                 sentence("Keep one of them."));
          return {};
        }
        list = &*found;
        form = forms[i];
      }
    if (list == nullptr) {
      refuse(path, sentence("The axis has no values."),
             sentence("Write \"values\": [0.1, 0.2], or \"range\": [first, last, step]."));
      return {};
    }
    auto values = readValues(form, *list, path + '.' + form);
    if (!values) return {};
    return Column{name->get<std::string>(), std::move(*values)};
  }

  std::optional<std::vector<std::string>> readValues(const std::string& form, const Json& json,
                                                     const std::string& path) {
    if (!json.is_array() || json.empty()) {
      refuse(path,
             json.is_array() ? sentence("The list is empty.")
                             : sentence("It cannot be {}.", kindInWords(json)),
             sentence("A list with at least one value is wanted."));
      return {};
    }
    if (json.size() > kMostStudyPoints) {
      refuse(path, sentence("The axis has more than {} values.", kMostStudyPoints));
      return {};
    }
    if (form == "values") {
      std::vector<std::string> values;
      for (const Json& value : json) values.push_back(valueText(value));
      return values;
    }
    if (json.size() != 3 || !json[0].is_number() || !json[1].is_number() || !json[2].is_number()) {
      refuse(path, sentence("Three numbers are wanted."),
             form == "range" ? sentence("Write [first, last, step].")
                             : sentence("Write [first, last, points]."));
      return {};
    }
    if (form == "range") {
      auto series = steppedValues(json[0].dump(), json[1].dump(), json[2].dump(), kMostStudyPoints);
      if (const auto* problem = std::get_if<Sentence>(&series)) {
        refuse(path, *problem);
        return {};
      }
      return std::get<std::vector<std::string>>(std::move(series));
    }
    const ValueInterval interval{json[0].get<double>(), json[1].get<double>(), form == "log_range",
                                 json[0].is_number_integer() && json[1].is_number_integer()};
    if (Sentence problem = check(interval); !problem.empty()) {
      refuse(path, std::move(problem));
      return {};
    }
    const auto points = readCount(json[2], path + "[2]");
    if (!points) return {};
    if (form == "log_range") return spacedValues(interval, *points);
    const auto seed = readSeed(json_, path_);
    if (!seed) return {};
    return randomValues(interval, *points, *seed, stream_);
  }

  std::optional<std::uint32_t> readCount(const Json& json, const std::string& path) {
    if (json.is_number_integer() && json.get<double>() >= 1 &&
        json.get<double>() <= static_cast<double>(kMostStudyPoints))
      return json.get<std::uint32_t>();
    refuse(path, sentence("The number of points cannot be {}.", json.dump()),
           sentence("A whole number from 1 to {} is allowed.", kMostStudyPoints));
    return {};
  }

  std::optional<std::uint64_t> readSeed(const Json& json, const std::string& path) {
    const auto found = json.find("seed");
    if (found == json.end()) return 1;
    if (found->is_number_integer() && found->get<double>() >= 0 &&
        found->get<double>() <= kLargestSeed)
      return found->get<std::uint64_t>();
    refuse(path + ".seed", sentence("The seed cannot be {}.", found->dump()),
           sentence("A whole number from 0 to {} is allowed.", kLargestSeed));
    return {};
  }

  std::optional<StudyAxis> readTogether() {
    if (!checkKeys(json_, path_, {"together"}, issues_)) return {};
    const Json& list = json_["together"];
    const std::string path = path_ + ".together";
    if (!list.is_array() || list.size() < 2) {
      refuse(path, sentence("Settings that move together are a list of at least two."),
             sentence("Write [{{\"setting\": …, \"values\": […]}}, …]."));
      return {};
    }
    StudyAxis axis;
    for (std::size_t i = 0; i < list.size(); ++i) {
      const std::string place = fmt::format("{}[{}]", path, i);
      auto column = readSetting(list[i], place, {"setting", "values", "range", "log_range"});
      if (!column) return {};
      axis.settings.push_back(column->first);
      if (i == 0) axis.steps.resize(column->second.size());
      if (column->second.size() != axis.steps.size()) {
        refuse(place,
               sentence("It has {} values, and the first setting {}.", column->second.size(),
                        axis.steps.size()),
               sentence("Settings that move together have equally many."));
        return {};
      }
      for (std::size_t step = 0; step < axis.steps.size(); ++step)
        axis.steps[step].push_back(std::move(column->second[step]));
    }
    return axis;
  }

  std::optional<StudyAxis> readHypercube() {
    if (!checkKeys(json_, path_, {"latin_hypercube"}, issues_)) return {};
    const Json& cube = json_["latin_hypercube"];
    const std::string path = path_ + ".latin_hypercube";
    if (!checkObject(cube, path, issues_) ||
        !checkKeys(cube, path, {"points", "settings", "seed"}, issues_))
      return {};
    const Json none;
    const auto points =
        readCount(cube.contains("points") ? cube["points"] : none, path + ".points");
    const auto seed = readSeed(cube, path);
    if (!points || !seed) return {};
    if (!cube.contains("settings") || !cube["settings"].is_object() || cube["settings"].empty()) {
      refuse(path + ".settings", sentence("The hypercube names no settings."),
             sentence("Write {{\"traffic.load\": [0.1, 0.9]}}."));
      return {};
    }
    if (*points * std::uint64_t{cube["settings"].size()} > kMostStudyPoints) {
      refuse(path, sentence("The hypercube has more than {} values.", kMostStudyPoints),
             sentence("Take fewer points or settings."));
      return {};
    }
    StudyAxis axis;
    std::vector<ValueInterval> intervals;
    for (const auto& [name, json] : cube["settings"].items()) {
      const std::string place = fmt::format("{}.settings.{}", path, name);
      const bool logarithmic = json.is_array() && json.size() == 3 && json[2] == "log";
      if (!json.is_array() || (json.size() != 2 && !logarithmic) || !json[0].is_number() ||
          !json[1].is_number()) {
        refuse(place, sentence("An interval is wanted."),
               sentence("Write [first, last] or [first, last, \"log\"]."));
        return {};
      }
      intervals.push_back({json[0].get<double>(), json[1].get<double>(), logarithmic,
                           json[0].is_number_integer() && json[1].is_number_integer()});
      if (Sentence problem = check(intervals.back()); !problem.empty()) {
        refuse(place, std::move(problem));
        return {};
      }
      axis.settings.push_back(name);
    }
    axis.steps = latinHypercube(intervals, *points, *seed, stream_);
    return axis;
  }

  const Json& json_;
  std::string path_;
  std::uint32_t stream_;
  Issues& issues_;
};

}  // namespace

std::optional<StudyAxis> readAxis(const Json& json, const std::string& path, std::uint32_t stream,
                                  Issues& issues) {
  return AxisReader(json, path, stream, issues).read();
}

}  // namespace hopscope

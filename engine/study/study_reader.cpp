// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "engine/core/fingerprint.h"
#include "engine/core/text.h"
#include "engine/design/design_json.h"
#include "engine/design/json_screen.h"
#include "engine/design/json_values.h"
#include "engine/study/run_outcome.h"
#include "engine/study/study.h"
#include "engine/study/study_axis_reader.h"
#include "engine/study/study_columns.h"
#include "engine/study/study_points.h"
#include "engine/study/verdict_names.h"

namespace hopscope {

namespace {

constexpr std::size_t kLongestName = 1000;
constexpr std::size_t kMostTried = 10'000;

/// A quantity of a point that is one of some words, and the number that objectives and formulas
/// have in its place.
struct WordQuantity {
  const char* name;
  std::vector<std::string> words;
  const char* share;
};

const WordQuantity* findWordQuantity(std::string_view name) {
  static const std::vector<WordQuantity> all = [] {
    WordQuantity verdict{kVerdictName, {}, kStableShare}, outcome{kOutcomeName, {}, kFinishedShare};
    for (const Verdict each : kVerdicts) verdict.words.emplace_back(nameOf(each));
    for (const ApplicationEnd each : kApplicationEnds) outcome.words.emplace_back(nameOf(each));
    return std::vector<WordQuantity>{verdict, outcome};
  }();
  const auto found = std::find_if(all.begin(), all.end(),
                                  [&](const WordQuantity& each) { return each.name == name; });
  return found == all.end() ? nullptr : &*found;
}

class StudyReader {
 public:
  explicit StudyReader(const DesignSource& source) : source_(source) {}

  ParsedStudy read(std::string_view text) {
    issues_ = screenJson(text);
    if (hasErrors(issues_)) return finish();
    document_ = Json::parse(text);
    if (!readHead()) return finish();
    readDesigns();
    readAxes();
    if (!hasErrors(issues_)) checkSteps();
    readSeeds();
    readRising();
    if (!hasErrors(issues_)) readQuestions();
    return finish();
  }

 private:
  void refuse(const std::string& path, Sentence text, Sentence remedy = {}) {
    hopscope::refuse(issues_, path, std::move(text), std::move(remedy));
  }

  ParsedStudy finish() {
    std::string document = hasErrors(issues_) ? std::string() : document_.dump(2);
    return {std::move(study_), std::move(document), std::move(issues_)};
  }

  bool readHead() {
    const std::string remedy = fmt::format("\"schema\": \"{}\"", kStudySchema);
    if (!document_.is_object() || !document_.contains("schema")) {
      refuse("schema", sentence("This is no study: it does not say so."),
             sentence("A study begins with {}.", remedy));
      return false;
    }
    if (document_["schema"] != kStudySchema) {
      refuse("schema",
             sentence("The document's schema is {}.", clipped(document_["schema"].dump())),
             sentence("This version reads {}.", remedy));
      return false;
    }
    for (const auto& [key, member] : document_.items())
      if (std::find(kKeys.begin(), kKeys.end(), key) == kKeys.end())
        refuse(clipped(key), sentence("A study has no \"{}\".", clipped(key)),
               suggestion(key, kKeys));
    if (const auto name = document_.find("name"); name != document_.end()) {
      if (const auto words = toText(*name, "name", issues_))
        study_.name = words->substr(0, kLongestName);
    }
    return true;
  }

  void readDesigns() {
    const bool one = document_.contains("design"), several = document_.contains("designs");
    if (one == several) {
      refuse("design",
             one ? sentence("The study has both \"design\" and \"designs\".")
                 : sentence("The study has no design."),
             sentence("Write \"design\": \"FILE\", the design itself, or a list of them as "
                      "\"designs\"."));
      return;
    }
    if (one) {
      readDesign(document_["design"], "design");
      return;
    }
    Json& list = document_["designs"];
    if (!list.is_array() || list.empty())
      refuse("designs", sentence("A list of designs is wanted."));
    else
      for (std::size_t i = 0; i < list.size(); ++i)
        readDesign(list[i], fmt::format("designs[{}]", i));
    std::set<std::string> names;
    for (StudyDesign& each : study_.designs) {
      const std::string name = each.name;
      for (int number = 2; !names.insert(each.name).second; ++number)
        each.name = fmt::format("{} ({})", name, number);
    }
  }

  /// A design in the document, or the name of its file, which it then takes the place of.
  void readDesign(Json& json, const std::string& path) {
    std::string name;
    if (json.is_string()) {
      const auto file = json.get<std::string>();
      Sentence why;
      const auto text = source_ ? source_(file, why) : std::nullopt;
      if (!text) {
        refuse(path,
               why.empty() ? sentence("The design {} cannot be read.", clipped(file))
                           : sentence("The design {} cannot be read: {}", clipped(file), why),
               sentence("Name a file beside the study's, or write the design itself here."));
        return;
      }
      name = std::filesystem::path(file).stem().string();
      Issues found = screenJson(*text);
      if (!hasErrors(found)) {
        json = Json::parse(*text);
        readWhole(json, path, name);
        return;
      }
      for (Issue& issue : found) issue.path = fmt::format("{}: {}", clipped(file), issue.path);
      issues_.insert(issues_.end(), found.begin(), found.end());
      return;
    }
    readWhole(json, path, fmt::format("design {}", study_.designs.size() + 1));
  }

  void readWhole(const Json& json, const std::string& path, const std::string& fallback) {
    ParsedDesign parsed = parseDesign(json.dump());
    for (Issue& issue : parsed.issues) {
      issue.path = issue.path.empty() ? path : path + '.' + issue.path;
      issues_.push_back(std::move(issue));
    }
    std::string name = parsed.design.name.empty() ? fallback : parsed.design.name;
    study_.designs.push_back({std::move(name), std::move(parsed.design)});
  }

  void readAxes() {
    const auto axes = document_.find("axes");
    if (axes == document_.end()) return;
    if (!axes->is_array()) {
      refuse("axes", sentence("The axes cannot be {}.", kindInWords(*axes)),
             sentence("A list of axes is wanted."));
      return;
    }
    std::set<std::string> taken;
    for (std::size_t i = 0; i < axes->size(); ++i) {
      const std::string path = axisPath(i);
      auto axis = readAxis((*axes)[i], path, static_cast<std::uint32_t>(i), issues_);
      if (!axis) continue;
      for (const std::string& setting : axis->settings)
        if (!taken.insert(setting).second)
          refuse(path, sentence("The setting {} is in two axes.", clipped(setting)),
                 sentence("Each setting belongs to one axis."));
      study_.axes.push_back(std::move(*axis));
      // Before anything is done with each of them.
      if (pointCount(study_) > kMostStudyPoints) {
        refuse("axes", sentence("The study has more than {} points.", kMostStudyPoints),
               sentence("Take fewer values, or fewer axes."));
        return;
      }
    }
  }

  static std::string axisPath(std::size_t axis) { return fmt::format("axes[{}]", axis); }

  /// The axes in the order in which their settings are set, whatever their own is.
  std::vector<std::size_t> axesByPlace(const Design& design) const {
    std::vector<std::pair<SettingPlace, std::size_t>> order;
    for (std::size_t axis = 0; axis < study_.axes.size(); ++axis) {
      const std::vector<std::string>& settings = study_.axes[axis].settings;
      SettingPlace first = settingPlace(design, settings.front());
      for (const std::string& setting : settings)
        first = std::min(first, settingPlace(design, setting));
      order.emplace_back(first, axis);
    }
    std::sort(order.begin(), order.end());
    std::vector<std::size_t> axes;
    axes.reserve(order.size());
    for (const auto& [place, axis] : order) axes.push_back(axis);
    return axes;
  }

  /// Values are tried with the first steps of the axes that are set before their own.
  void checkSteps() {
    for (const StudyDesign& base : study_.designs) {
      Design design = base.design;
      for (const std::size_t axis : axesByPlace(design)) {
        const StudyAxis& each = study_.axes[axis];
        Design first;
        for (std::size_t step = 0; step < each.steps.size(); step = nextTried(each, step)) {
          Design one = design;
          if (!takeStep(one, each, step, axis)) return;
          if (step == 0) first = std::move(one);
        }
        design = std::move(first);
      }
    }
  }

  /// Of a long axis, as only ranges make them, some steps stand for those between them.
  static std::size_t nextTried(const StudyAxis& axis, std::size_t step) {
    const std::size_t last = axis.steps.size() - 1;
    if (step == last) return step + 1;
    return std::min(last, step + 1 + axis.steps.size() / kMostTried);
  }

  bool takeStep(Design& design, const StudyAxis& axis, std::size_t step, std::size_t place) {
    SettingTexts texts;
    for (std::size_t i = 0; i < axis.settings.size(); ++i)
      texts.emplace_back(axis.settings[i], axis.steps[step][i]);
    for (const RefusedSetting& refused : setWhatCanBe(design, std::move(texts))) {
      if (!hasErrors(refused.issues)) continue;
      for (Issue issue : refused.issues) {
        issue.path =
            fmt::format("{}, {} = {}", axisPath(place), refused.path, clipped(refused.text));
        issues_.push_back(std::move(issue));
      }
      return false;
    }
    return true;
  }

  void readSeeds() {
    const auto seeds = document_.find("seeds");
    if (seeds == document_.end()) return;
    if (seeds->is_object()) {
      if (!checkKeys(*seeds, "seeds", {"least", "most", "until_interval"}, issues_)) return;
      study_.seeds.least = seedCount(*seeds, "least", 3);
      study_.seeds.most = seedCount(*seeds, "most", 20);
      if (study_.seeds.most < study_.seeds.least)
        refuse("seeds.most", sentence("It is below seeds.least, {}.", study_.seeds.least));
      if (study_.seeds.least < 2 && study_.seeds.most > 1)
        return refuse("seeds.least", sentence("An interval takes two seeds at least."),
                      sentence("Write \"seeds\": 1 for one run of each point."));
      const auto interval = seeds->find("until_interval");
      // With as many at most as at least there is nothing to go on until.
      if (interval == seeds->end() && study_.seeds.most == study_.seeds.least) return;
      if (interval == seeds->end() || !interval->is_number() || interval->get<double>() <= 0 ||
          interval->get<double>() > 1)
        refuse("seeds.until_interval",
               sentence("Until which interval a point is run again is not said."),
               sentence("Write the half-width over the mean, as 0.02 for 2 %."));
      else
        study_.seeds.interval = interval->get<double>();
      return;
    }
    study_.seeds.least = study_.seeds.most = countOf(*seeds, "seeds");
  }

  std::uint32_t seedCount(const Json& json, const char* key, std::uint32_t fallback) {
    const auto found = json.find(key);
    return found == json.end() ? fallback : countOf(*found, std::string("seeds.") + key);
  }

  std::uint32_t countOf(const Json& json, const std::string& path) {
    if (json.is_number_integer() && json.get<double>() >= 1 && json.get<double>() <= kMostSeeds)
      return json.get<std::uint32_t>();
    refuse(path, sentence("The number of seeds cannot be {}.", clipped(json.dump())),
           sentence("A whole number from 1 to {} is allowed.", kMostSeeds));
    return 1;
  }

  void readRising() {
    const auto rising = document_.find("stop_rising");
    if (rising == document_.end()) return;
    const auto name = toText(*rising, "stop_rising", issues_);
    if (!name) return;
    for (std::size_t axis = 0; axis < study_.axes.size(); ++axis)
      if (study_.axes[axis].settings.front() == *name) study_.rising = axis;
    if (!study_.rising)
      return refuse("stop_rising", sentence("No axis varies {}.", clipped(*name)),
                    sentence("Name the first setting of an axis, such as traffic.load."));
    const auto& steps = study_.axes[*study_.rising].steps;
    for (std::size_t step = 1; step < steps.size(); ++step) {
      const auto before = numberOf(steps[step - 1].front()), here = numberOf(steps[step].front());
      if (!before || !here || !(*before < *here))
        return refuse("stop_rising",
                      sentence("The values of {} do not rise: {} follows {}.", clipped(*name),
                               clipped(steps[step].front()), clipped(steps[step - 1].front())),
                      sentence("Write the axis in ascending order."));
    }
  }

  /// Columns, constraints and objectives: formulas over what is known of a point.
  void readQuestions() {
    known_ = summaryNames();
    for (const char* name : kWithInterval) known_.push_back(intervalOf(name));
    known_.insert(known_.end(), {kStableShare, kFinishedShare});
    for (const StudyAxis& axis : study_.axes)
      known_.insert(known_.end(), axis.settings.begin(), axis.settings.end());
    if (const auto columns = document_.find("columns"); columns != document_.end()) {
      if (!checkObject(*columns, "columns", issues_)) return;
      for (const auto& [name, json] : columns->items()) readColumn(name, json);
    }
    if (const auto list = document_.find("constraints"); list != document_.end()) {
      if (!list->is_array())
        refuse("constraints", sentence("A list of conditions is wanted."),
               sentence("Write [\"latency.mean < 100\"]."));
      else
        for (std::size_t i = 0; i < list->size(); ++i)
          readConstraint((*list)[i], fmt::format("constraints[{}]", i));
    }
    if (const auto objectives = document_.find("objectives"); objectives != document_.end()) {
      if (!checkObject(*objectives, "objectives", issues_)) return;
      for (const auto& [name, json] : objectives->items()) readObjective(name, json);
    }
  }

  void readColumn(const std::string& name, const Json& json) {
    const std::string path = "columns." + clipped(name);
    const auto text = toText(json, path, issues_);
    if (!text) return;
    if (isKnown(name) || findWordQuantity(name) != nullptr) {
      refuse(path, sentence("There is a column of that name already."));
      return;
    }
    Sentence problem;
    auto formula = Expression::parse(name, problem);
    if (!formula || formula->names() != std::vector<std::string>{name}) {
      refuse(path, sentence("That is no name of a column."),
             sentence("A letter, then letters, digits, points and underscores are allowed."));
      return;
    }
    formula = Expression::parse(*text, problem);
    if (!formula) {
      refuse(path, sentence("\"{}\" is no formula: {}", clipped(*text), problem));
      return;
    }
    if (!namesKnown(formula->names(), path)) return;
    known_.push_back(name);
    study_.columns.push_back({name, *text, std::move(formula)});
  }

  void readConstraint(const Json& json, const std::string& path) {
    const auto text = toText(json, path, issues_);
    if (!text) return;
    Sentence problem;
    Condition condition = Condition::parse(*text, problem);
    if (!problem.empty()) {
      refuse(path, sentence("\"{}\" is no condition: {}", clipped(*text), problem));
      return;
    }
    const std::vector<std::string>& left = condition.left->names();
    if (left.size() == 1 && findWordQuantity(left.front()) != nullptr) {
      if (!comparesWord(condition, *findWordQuantity(left.front()), path)) return;
    } else if (!namesKnown(left, path)) {
      return;
    }
    if (condition.right && !namesKnown(condition.right->names(), path)) return;
    study_.constraints.push_back(std::move(condition));
  }

  /// "verdict != deadlocked"; nothing else can be asked of it.
  bool comparesWord(const Condition& condition, const WordQuantity& quantity,
                    const std::string& path) {
    const std::string words = fmt::format("{}", fmt::join(quantity.words, ", "));
    std::string plain = condition.text;
    std::erase(plain, ' ');
    if (condition.right || plain.rfind(quantity.name + condition.comparison, 0) != 0) {
      refuse(
          path,
          sentence("\"{}\" is no condition: {} is a word.", clipped(condition.text), quantity.name),
          sentence("Compare it by == or != with one of {}; {} is a number.", words,
                   quantity.share));
      return false;
    }
    if (std::find(quantity.words.begin(), quantity.words.end(), condition.word) !=
        quantity.words.end())
      return true;
    refuse(path, sentence("{} is never \"{}\".", quantity.name, clipped(condition.word)),
           sentence("It is one of {}.", words));
    return false;
  }

  void readObjective(const std::string& name, const Json& json) {
    const std::string path = "objectives." + clipped(name);
    if (!namesKnown({name}, path)) return;
    if (json != "max" && json != "min") {
      refuse(path, sentence("An objective is \"max\" or \"min\"."));
      return;
    }
    study_.objectives.push_back({name, json == "max"});
  }

  bool isKnown(const std::string& name) const {
    return std::find(known_.begin(), known_.end(), name) != known_.end();
  }

  bool namesKnown(const std::vector<std::string>& names, const std::string& path) {
    for (const std::string& name : names) {
      if (isKnown(name) || name.rfind(kOfApplications, 0) == 0) continue;
      if (const WordQuantity* quantity = findWordQuantity(name)) {
        refuse(path, sentence("{} is a word, and no number.", name),
               sentence("A number is {}, the share of a point's runs.", quantity->share));
        return false;
      }
      refuse(path, sentence("Nothing is called \"{}\".", clipped(name)), suggestion(name, known_));
      return false;
    }
    return true;
  }

  inline static const std::vector<std::string> kKeys = {
      "schema", "name",        "design",  "designs",     "axes",
      "seeds",  "stop_rising", "columns", "constraints", "objectives"};

  const DesignSource& source_;
  Json document_;
  Study study_;
  Issues issues_;
  std::vector<std::string> known_;  ///< names that formulas may use
};

}  // namespace

ParsedStudy parseStudy(std::string_view json, const DesignSource& source) {
  return StudyReader(source).read(json);
}

std::string studyHash(const std::string& document) {
  Json content = Json::parse(document);
  content.erase("name");
  return fingerprint(content.dump());
}

}  // namespace hopscope

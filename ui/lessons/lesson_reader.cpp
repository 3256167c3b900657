// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lessons/lesson_reader.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "engine/core/registry.h"
#include "engine/core/text.h"
#include "engine/design/compile.h"
#include "engine/design/design_json.h"
#include "engine/design/json_screen.h"
#include "ui/lessons/lesson_check.h"

namespace hopscope {

namespace {

using Json = nlohmann::json;
using Kind = LessonAction::Kind;

constexpr const char* kSchema = "hopscope.lesson/1";
constexpr std::size_t kMostSteps = 30, kFewestAnswers = 2, kMostAnswers = 6;
constexpr std::size_t kMostParts = 40;  // conditions, actions, rows, columns of one step
constexpr std::size_t kLongestText = 8000, kLongestFormula = 400;  // bytes

std::string at(const std::string& path, std::size_t index) {
  return path + "[" + std::to_string(index) + "]";
}
std::string below(const std::string& path, const std::string& key) {
  return path.empty() ? key : path + "." + key;
}
/// The same place as a JSON pointer; no key of a lesson has points or brackets.
std::string pointerOf(const std::string& path) {
  std::string pointer = path.empty() ? "" : "/";
  for (const char c : path)
    if (c != ']') pointer += c == '.' || c == '[' ? '/' : c;
  return pointer;
}
std::string placeIn(const std::string& file, const std::string& path) {
  if (file.empty()) return path;
  return file + ": " + (path.empty() ? "the document" : path);
}

class Reader {
 public:
  Reader(const Json& root, std::string file) : root_(root), file_(std::move(file)) {}

  LessonFile read() {
    Lesson lesson;
    if (!isObject(root_, "")) return result(lesson);
    knownKeys(root_, "", {"schema", "title", "why", "minutes", "design", "steps"});
    if (text(root_, "", "schema", true) != kSchema && issues_.empty())
      fail("schema", sentence("This is no lesson that this version reads."),
           sentence("It says \"{}\".", kSchema));
    lesson.name = file_.substr(0, file_.rfind(".json"));
    lesson.title = text(root_, "", "title", true);
    lesson.why = text(root_, "", "why", true);
    lesson.minutes = whole(root_, "minutes");
    if (const Json* found = member(root_, "", "design", true))
      lesson.design = design(*found, "design");
    const Json* steps = member(root_, "", "steps", true);
    if (steps == nullptr || !isArray(*steps, "steps")) return result(lesson);
    if (steps->empty() || steps->size() > kMostSteps)
      fail("steps", sentence("A lesson has 1 to {} steps.", kMostSteps));
    for (std::size_t s = 0; s < steps->size() && issues_.empty(); ++s)
      lesson.steps.push_back(step((*steps)[s], at("steps", s)));
    if (issues_.empty())
      for (const Issue& issue : checkLesson(lesson)) fail(issue.path, issue.text, issue.remedy);
    return result(lesson);
  }

 private:
  void fail(const std::string& path, const Sentence& words, const Sentence& remedy = {}) {
    issues_.push_back({Severity::error, placeIn(file_, path), words, remedy});
  }

  LessonFile result(Lesson& lesson) {
    LessonFile file;
    file.issues = issues_;
    file.unknownKeys = unknownKeys_;
    if (issues_.empty()) file.lesson = std::move(lesson);
    return file;
  }

  bool isObject(const Json& json, const std::string& path) {
    if (!json.is_object())
      fail(path, sentence("This is no object."), sentence("It begins with {{ and ends with }}."));
    return json.is_object();
  }
  bool isArray(const Json& json, const std::string& path) {
    if (json.is_array() && json.size() > kMostParts) {
      fail(path, sentence("This list has {} elements.", json.size()),
           sentence("At most {} are allowed.", kMostParts));
      return false;
    }
    if (!json.is_array())
      fail(path, sentence("This is no list."), sentence("It begins with [ and ends with ]."));
    return json.is_array();
  }

  void knownKeys(const Json& object, const std::string& path,
                 const std::vector<std::string>& known) {
    for (const auto& [key, value] : object.items()) {
      static_cast<void>(value);
      if (std::find(known.begin(), known.end(), key) != known.end()) continue;
      const std::string near = nearestName(key, known);
      fail(below(path, key), sentence("There is no key \"{}\" here.", clipped(key)),
           near.empty() ? sentence("Known are {}.", listed(known))
                        : sentence("Did you mean \"{}\"?", near));
      unknownKeys_.push_back(
          {issues_.back().path, (Json::json_pointer(pointerOf(path)) / key).to_string()});
    }
  }

  static std::string listed(const std::vector<std::string>& names) {
    std::string all;
    for (const std::string& name : names) all += (all.empty() ? "" : ", ") + name;
    return all;
  }

  const Json* member(const Json& object, const std::string& path, const std::string& key,
                     bool required) {
    const auto found = object.find(key);
    if (found != object.end()) return &*found;
    if (required) fail(below(path, key), sentence("The key \"{}\" is missing.", key));
    return nullptr;
  }

  std::string text(const Json& object, const std::string& path, const std::string& key,
                   bool required = false) {
    const Json* found = member(object, path, key, required);
    if (found == nullptr) return {};
    if (!found->is_string()) {
      fail(below(path, key), sentence("This is no text."), sentence("It stands in quotes."));
      return {};
    }
    const auto& words = found->get_ref<const std::string&>();
    if (words.empty()) fail(below(path, key), sentence("Nothing is written here."));
    if (words.size() > kLongestText)
      fail(below(path, key), sentence("This text of {} bytes is too long.", words.size()),
           sentence("{} are allowed.", kLongestText));
    return issues_.empty() ? words : std::string();
  }

  int whole(const Json& object, const std::string& key) {
    const Json* found = member(object, "", key, true);
    if (found == nullptr) return 0;
    if (!found->is_number_integer() || found->get<std::int64_t>() < 1 ||
        found->get<std::int64_t>() > 60) {
      fail(key, sentence("This is no whole number from 1 to 60."));
      return 0;
    }
    return found->get<int>();
  }

  Design design(const Json& json, const std::string& path) {
    const ParsedDesign parsed = parseDesign(json.dump());
    for (const Issue& issue : parsed.issues)
      if (issue.severity == Severity::error)
        fail(below(path, issue.path), issue.text, issue.remedy);
    return parsed.design;
  }

  LessonStep step(const Json& json, const std::string& path) {
    LessonStep made;
    if (!isObject(json, path)) return made;
    knownKeys(json, path,
              {"title", "text", "question", "task", "button", "do", "until", "found", "figures",
               "keep", "caption", "panel", "then", "highlight"});
    made.title = text(json, path, "title", true);
    made.text = text(json, path, "text", true);
    if (const Json* asked = member(json, path, "question", false))
      made.question = question(*asked, below(path, "question"));
    made.task = text(json, path, "task");
    made.button = text(json, path, "button");
    made.found = text(json, path, "found");
    made.keep = text(json, path, "keep");
    made.caption = text(json, path, "caption");
    made.panel = text(json, path, "panel");
    made.then = text(json, path, "then");
    made.highlight = text(json, path, "highlight");
    if (const Json* list = member(json, path, "do", false)) {
      const std::string place = below(path, "do");
      if (isArray(*list, place))
        for (std::size_t i = 0; i < list->size(); ++i)
          addActions((*list)[i], at(place, i), made.actions);
    }
    if (const Json* list = member(json, path, "until", false)) {
      const std::string place = below(path, "until");
      if (isArray(*list, place))
        for (std::size_t i = 0; i < list->size(); ++i)
          addCondition((*list)[i], at(place, i), made.until);
    }
    if (const Json* table = member(json, path, "figures", false))
      made.figures = figures(*table, below(path, "figures"));
    return made;
  }

  LessonQuestion question(const Json& json, const std::string& path) {
    LessonQuestion made;
    if (!isObject(json, path)) return made;
    knownKeys(json, path, {"ask", "answers"});
    made.ask = text(json, path, "ask", true);
    const Json* answers = member(json, path, "answers", true);
    const std::string place = below(path, "answers");
    if (answers == nullptr || !isArray(*answers, place)) return made;
    if (answers->size() < kFewestAnswers || answers->size() > kMostAnswers)
      fail(place, sentence("A question has {} to {} answers.", kFewestAnswers, kMostAnswers));
    for (std::size_t i = 0; i < answers->size() && issues_.empty(); ++i) {
      const Json& each = (*answers)[i];
      if (!isObject(each, at(place, i))) continue;
      knownKeys(each, at(place, i), {"text", "when"});
      LessonQuestion::Answer answer;
      answer.text = text(each, at(place, i), "text", true);
      const Json* when = member(each, at(place, i), "when", true);
      const std::string conditions = below(at(place, i), "when");
      if (when != nullptr && isArray(*when, conditions)) {
        if (when->empty())
          fail(conditions, sentence("This holds of any outcome."), sentence("Give a condition."));
        for (std::size_t c = 0; c < when->size(); ++c)
          addCondition((*when)[c], at(conditions, c), answer.when);
      }
      made.answers.push_back(std::move(answer));
    }
    return made;
  }

  void addCondition(const Json& json, const std::string& path, std::vector<Condition>& conditions) {
    if (!json.is_string()) {
      fail(path, sentence("This is no text."), sentence("A condition reads \"accepted < 0.6\"."));
      return;
    }
    const auto& text = json.get_ref<const std::string&>();
    if (text.size() > kLongestFormula || conditions.size() == kMostParts) {
      fail(path, sentence("There is too much here."),
           sentence("{} conditions of {} bytes are allowed.", kMostParts, kLongestFormula));
      return;
    }
    Sentence problem;
    conditions.push_back(Condition::parse(text, problem));
    if (!problem.empty())
      fail(path, sentence("The condition \"{}\" can't be read.", clipped(text)), problem);
  }

  void addActions(const Json& json, const std::string& path, std::vector<LessonAction>& actions) {
    if (!isObject(json, path)) return;
    knownKeys(json, path, {"open", "set", "run", "select"});
    if (json.size() != 1) {
      fail(path, sentence("One thing is done at a time: open, set, run or select."));
      return;
    }
    LessonAction action;
    if (const auto found = json.find("open"); found != json.end()) {
      action.kind = Kind::open;
      action.design = design(*found, below(path, "open"));
      actions.push_back(action);
    } else if (json.contains("run")) {
      if (json["run"] != Json(true))
        fail(below(path, "run"), sentence("This is not true."),
             sentence("A run is started by true."));
      action.kind = Kind::run;
      actions.push_back(action);
    } else if (json.contains("select")) {
      action.kind = Kind::select;
      action.target = text(json, path, "select", true);
      actions.push_back(action);
    } else if (json.contains("set")) {
      const std::string place = below(path, "set");
      if (!isObject(json["set"], place)) return;
      action.kind = Kind::set;
      for (const auto& [key, value] : json["set"].items()) {
        action.path = key;
        action.target = value.is_string() ? value.get<std::string>() : value.dump();
        actions.push_back(action);
      }
    }
  }

  LessonTable figures(const Json& json, const std::string& path) {
    LessonTable table;
    if (!isObject(json, path)) return table;
    knownKeys(json, path, {"columns", "rows"});
    if (const Json* columns = member(json, path, "columns", false)) {
      const std::string place = below(path, "columns");
      if (isArray(*columns, place))
        for (std::size_t i = 0; i < columns->size(); ++i) {
          const Json& column = (*columns)[i];
          if (!isObject(column, at(place, i))) continue;
          knownKeys(column, at(place, i), {"title", "run"});
          table.columns.push_back(
              {text(column, at(place, i), "title", true), text(column, at(place, i), "run")});
        }
    }
    if (table.columns.empty()) table.columns.push_back({});
    const Json* rows = member(json, path, "rows", true);
    const std::string place = below(path, "rows");
    if (rows == nullptr || !isArray(*rows, place)) return table;
    for (std::size_t i = 0; i < rows->size(); ++i)
      table.rows.push_back(row((*rows)[i], at(place, i)));
    return table;
  }

  LessonTable::Row row(const Json& json, const std::string& path) {
    LessonTable::Row made;
    if (!isObject(json, path)) return made;
    knownKeys(json, path, {"label", "value", "unit"});
    made.label = text(json, path, "label", true);
    made.unit = text(json, path, "unit");
    const std::string value = text(json, path, "value", true);
    Sentence problem;
    const std::vector<LessonPlaceholder> found = placeholdersOf("{" + value + "}", problem);
    if (!problem.empty() || found.size() != 1) {
      fail(below(path, "value"), sentence("The figure \"{}\" can't be read.", clipped(value)),
           problem);
      return made;
    }
    made.value = found.front().value;
    made.format = found.front().format;
    return made;
  }

  const Json& root_;
  std::string file_;
  Issues issues_;
  std::vector<LessonKey> unknownKeys_;
};

}  // namespace

LessonFile readLesson(std::string_view json, const std::string& file) {
  LessonFile result;
  for (Issue issue : screenJson(json)) {
    issue.path = placeIn(file, issue.path);
    result.issues.push_back(std::move(issue));
  }
  if (!result.issues.empty()) return result;
  const Json root = Json::parse(json, nullptr, false);
  result = Reader(root, file).read();
  if (result.lesson) result.lesson->json = std::string(json);
  return result;
}

}  // namespace hopscope

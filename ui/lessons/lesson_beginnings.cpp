// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lessons/lesson_beginnings.h"

#include <QCoreApplication>
#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "engine/design/design_json.h"

namespace hopscope {

namespace {

std::string words(const char* text) {
  return QCoreApplication::translate("LessonBeginnings", text).toStdString();
}

}  // namespace

LessonJson stepBeginning(StepKind kind) {
  LessonJson step = LessonJson::object();
  if (kind == StepKind::reading) {
    step["title"] = words(QT_TRANSLATE_NOOP("LessonBeginnings", "The network"));
    step["text"] = words(
        QT_TRANSLATE_NOOP("LessonBeginnings",
                          "What there is to see. **Bold** words lead, and figures come from the "
                          "learner's own network: it has {routers} routers."));
    step["panel"] = "none";
    return step;
  }
  step["title"] = words(QT_TRANSLATE_NOOP("LessonBeginnings", "Run it"));
  step["text"] = words(QT_TRANSLATE_NOOP("LessonBeginnings", "What is this about?"));
  if (kind == StepKind::prediction) {
    LessonJson stable = LessonJson::object(), saturated = LessonJson::object();
    stable["text"] = words(QT_TRANSLATE_NOOP("LessonBeginnings", "Stable: there is room"));
    stable["when"] = {"verdict == stable"};
    saturated["text"] = words(QT_TRANSLATE_NOOP("LessonBeginnings", "Saturated: queues grow"));
    saturated["when"] = {"verdict == saturated"};
    step["question"]["ask"] =
        words(QT_TRANSLATE_NOOP("LessonBeginnings", "What will the run come to?"));
    step["question"]["answers"] = LessonJson::array({stable, saturated});
  }
  step["task"] = words(QT_TRANSLATE_NOOP("LessonBeginnings", "Press **Run**."));
  step["do"] = LessonJson::array({LessonJson::object({{"run", true}})});
  step["until"] = LessonJson::array({"run == finished"});
  step["found"] =
      words(QT_TRANSLATE_NOOP("LessonBeginnings", "It accepts {accepted:3} of {offered:3}."));
  step["panel"] = "inspector";
  step["highlight"] = "run";
  return step;
}

LessonJson designPart(const Design& design) {
  return LessonJson::parse(writeDesign(design));
}

LessonJson lessonBeginning(const Design& design) {
  LessonJson lesson = LessonJson::object();
  lesson["schema"] = "hopscope.lesson/1";
  lesson["title"] = words(QT_TRANSLATE_NOOP("LessonBeginnings", "A lesson of my own"));
  lesson["why"] =
      words(QT_TRANSLATE_NOOP("LessonBeginnings", "One sentence that says why it is interesting."));
  lesson["minutes"] = 5;
  lesson["design"] = designPart(design);
  lesson["steps"] =
      LessonJson::array({stepBeginning(StepKind::reading), stepBeginning(StepKind::prediction)});
  return lesson;
}

bool hasLessonShape(const LessonJson& json) {
  if (!json.is_object() || !json.contains("steps") || !json["steps"].is_array()) return false;
  return std::all_of(json["steps"].begin(), json["steps"].end(),
                     [](const LessonJson& step) { return step.is_object(); });
}

QString textOf(const LessonJson& object, const char* key) {
  return object.contains(key) && object[key].is_string()
             ? QString::fromStdString(object[key].get<std::string>())
             : QString();
}

std::pair<std::size_t, std::string> stepAndPlace(const std::string& path) {
  constexpr std::string_view kSteps = "steps[";
  if (path.rfind(kSteps, 0) != 0) return {0, path};
  std::size_t step = 0;
  const char* end = path.data() + path.size();
  const auto [stop, error] = std::from_chars(path.data() + kSteps.size(), end, step);
  if (error != std::errc() || stop == end) return {0, path};
  const std::size_t after = static_cast<std::size_t>(stop - path.data()) + 1;
  return {step + 1, after < path.size() ? path.substr(after + 1) : std::string()};
}

}  // namespace hopscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lessons/lesson_check.h"

#include <algorithm>
#include <map>
#include <memory>
#include <span>
#include <utility>

#include "engine/core/registry.h"
#include "engine/core/text.h"
#include "engine/design/catalogue.h"
#include "engine/design/compile.h"
#include "engine/design/design_json.h"
#include "ui/lessons/lesson_choices.h"
#include "ui/lessons/lesson_facts.h"

namespace hopscope {

namespace {

using Kind = LessonAction::Kind;

/// So many networks are built to look whether they have the parts that steps point at.
constexpr int kMostNetworks = 8;

std::vector<std::string> valuesOf(std::span<const LessonChoice> choices) {
  std::vector<std::string> values;
  values.reserve(choices.size());
  for (const LessonChoice& choice : choices) values.emplace_back(choice.value);
  return values;
}

const std::vector<std::string> kPanels = valuesOf(kLessonPanels);
const std::vector<std::string> kHighlights = valuesOf(kLessonHighlights);
const std::vector<std::string> kTargets{"hottest_link", "deadlock", "nothing"};

std::string listed(const std::vector<std::string>& names) {
  std::string all;
  for (const std::string& name : names) all += (all.empty() ? "" : ", ") + name;
  return all;
}

/// The name that is near, or else the only one of which this is a part ("p99").
std::string meant(const std::string& typed, const std::vector<std::string>& names) {
  std::string near = nearestName(typed, names);
  if (!near.empty() || typed.size() < 3) return near;
  for (const std::string& name : names) {
    if (name.find(typed) == std::string::npos) continue;
    if (!near.empty()) return {};
    near = name;
  }
  return near;
}

class Checker {
 public:
  explicit Checker(Lesson& lesson) : lesson_(lesson), design_(lesson.design) {}

  Issues check() {
    checkDesign("design");
    for (std::size_t s = 0; s < lesson_.steps.size() && issues_.empty(); ++s) {
      path_ = "steps[" + std::to_string(s) + "]";
      checkStep(lesson_.steps[s]);
    }
    return std::move(issues_);
  }

 private:
  void fail(const std::string& key, const Sentence& words, const Sentence& remedy = {}) {
    issues_.push_back({Severity::error, key, words, remedy});
  }

  void oneOf(const std::string& key, const std::string& word,
             const std::vector<std::string>& known) {
    if (word.empty() || std::find(known.begin(), known.end(), word) != known.end()) return;
    const std::string near = nearestName(word, known);
    fail(path_ + "." + key, sentence("\"{}\" is not known here.", clipped(word)),
         near.empty() ? sentence("Known are {}.", listed(known))
                      : sentence("Did you mean \"{}\"?", near));
  }

  void checkDesign(const std::string& path) {
    for (const Issue& issue : validate(design_))
      if (issue.severity == Severity::error)
        fail(path + "." + issue.path, issue.text, issue.remedy);
  }

  void checkStep(LessonStep& step) {
    oneOf("panel", step.panel, kPanels);
    oneOf("then", step.then, kPanels);
    checkHighlight(step);
    const bool asks = !step.task.empty();
    if (asks != !step.actions.empty() || asks != !step.until.empty())
      fail(path_ + (!asks                  ? ".task"
                    : step.actions.empty() ? ".do"
                                           : ".until"),
           sentence("What the learner does, what does it for them and when it is done belong "
                    "together."),
           sentence("Give \"task\", \"do\" and \"until\", or none of them."));
    if (!asks && !step.question.ask.empty())
      fail(path_ + ".question",
           sentence("Nothing is done in this step, so that nothing answers it."),
           sentence("Ask in a step that has a \"task\"."));
    if (!asks && (!step.found.empty() || !step.keep.empty()))
      fail(path_ + (step.found.empty() ? ".keep" : ".found"),
           sentence("Nothing is done in this step, so that nothing is found."),
           sentence("Leave \"found\" and \"keep\" out."));
    checkText("text", step.text);
    checkText("caption", step.caption);
    checkActions(step);
    if (!issues_.empty()) return;
    if (!step.actions.empty()) checkDesign(path_ + ".do");
    for (std::size_t i = 0; i < step.until.size(); ++i)
      checkCondition(path_ + ".until[" + std::to_string(i) + "]", step.until[i]);
    checkQuestion(step.question);
    if (!step.keep.empty()) keep(step);
    checkText("found", step.found);
    checkFigures(step.figures);
  }

  void checkQuestion(const LessonQuestion& question) {
    const std::string place = path_ + ".question";
    checkText("question.ask", question.ask);
    for (std::size_t a = 0; a < question.answers.size(); ++a)
      for (std::size_t i = 0; i < question.answers[a].when.size(); ++i)
        checkCondition(
            place + ".answers[" + std::to_string(a) + "].when[" + std::to_string(i) + "]",
            question.answers[a].when[i]);
  }

  /// Has `topology_` be the network of the design at hand. False where the lesson has more of them
  /// than are built: a part that is not there then is not ringed, and nothing else is amiss.
  bool build() {
    std::string hash = designHash(design_);
    if (hash == built_) return true;
    if (networks_ == kMostNetworks) return false;
    Issues issues;
    topology_ = buildTopology(design_, issues);
    built_ = std::move(hash);
    ++networks_;
    return true;
  }

  void checkHighlight(const LessonStep& step) {
    constexpr std::string_view kSetting = "setting:";
    const bool part =
        step.highlight.rfind("router:", 0) == 0 || step.highlight.rfind("link:", 0) == 0;
    if (part) {
      if (!build()) return;
      LessonFacts facts;
      facts.topology = topology_;
      if (partsOf(facts, step.highlight).empty())
        fail(path_ + ".highlight",
             sentence("There is no \"{}\" in this network.", clipped(step.highlight)),
             sentence("A part is named by its id, as in \"router:5\" or \"link:12\"."));
      return;
    }
    if (step.highlight.rfind(kSetting, 0) != 0) {
      oneOf("highlight", step.highlight, kHighlights);
      return;
    }
    const std::string setting = step.highlight.substr(kSetting.size());
    if (!findParameter(design_, setting))
      fail(path_ + ".highlight",
           sentence("There is no setting \"{}\" in this design.", clipped(setting)));
  }

  void checkActions(LessonStep& step) {
    bool ran = false;
    std::map<Kind, int> seen;
    for (LessonAction& action : step.actions) {
      const std::string place = path_ + ".do";
      if (ran && action.kind != Kind::select)
        fail(place, sentence("Something is done while a run is under way."),
             sentence("\"run\" comes last."));
      if (action.kind == Kind::set) {
        // What a user types has the same checks of path, type and range.
        for (const Issue& issue : setFromText(design_, action.path, action.target))
          if (issue.severity == Severity::error)
            fail(place + ".set." + action.path, issue.text, issue.remedy);
        if (!issues_.empty()) return;
        const auto set = design_.settings.find(action.path);
        if (set == design_.settings.end())
          fail(place + ".set." + action.path, sentence("This is another name of a setting."),
               sentence("Its full name belongs here."));
        else
          action.value = set->second;
      }
      if (action.kind == Kind::select) oneOf("do", action.target, kTargets);
      if (action.kind == Kind::open) design_ = action.design;
      ran = ran || action.kind == Kind::run;
    }
  }

  void keep(const LessonStep& step) {
    const bool plain = std::all_of(step.keep.begin(), step.keep.end(),
                                   [](char c) { return (c >= 'a' && c <= 'z') || c == '_'; });
    if (!plain || kept_.count(step.keep) != 0)
      fail(path_ + ".keep", sentence("\"{}\" can't name an outcome.", clipped(step.keep)),
           sentence("Small letters, and no name twice."));
    kept_[step.keep] = design_;
  }

  bool known(const std::string& name, const Design& design) const {
    const std::vector<std::string> quantities = lessonQuantities();
    return std::find(quantities.begin(), quantities.end(), name) != quantities.end() ||
           findParameter(design, name).has_value();
  }

  void checkNames(const std::string& place, const std::vector<std::string>& names) {
    for (const std::string& name : names) {
      const std::size_t dot = name.find('.');
      if (dot != std::string::npos)
        if (const auto run = kept_.find(name.substr(0, dot)); run != kept_.end()) {
          if (known(name.substr(dot + 1), run->second)) continue;
          fail(place, sentence("\"{}\" is no quantity of a run and no setting.",
                               clipped(name.substr(dot + 1))));
          continue;
        }
      if (known(name, design_)) continue;
      const std::string near = meant(name, lessonQuantities());
      fail(place,
           sentence("\"{}\" is no quantity of a run, no setting and no outcome kept before.",
                    clipped(name)),
           near.empty()
               ? sentence("Such are \"accepted\", \"latency\" and \"traffic.load\"; the editor "
                          "lists all of them under \"Insert a number\".")
               : sentence("Did you mean \"{}\"?", near));
    }
  }

  void checkCondition(const std::string& place, const Condition& condition) {
    checkNames(place, condition.left->names());
    if (condition.right) {
      checkNames(place, condition.right->names());
      return;
    }
    if (condition.left->names().size() != 1) return;
    const std::string& name = condition.left->names().front();
    std::vector<std::string> words;
    if (name == "run") words = {"none", "running", "paused", "finished", "stopped"};
    if (name == "verdict") words = {"stable", "unknown", "saturated", "stalled", "deadlocked"};
    if (const auto parameter = findParameter(design_, name))
      for (const ParameterChoice& choice : parameter->choices) words.push_back(choice.name);
    if (words.empty() && condition.word != "true" && condition.word != "false")
      checkNames(place, {condition.word});
    if (words.empty() || std::find(words.begin(), words.end(), condition.word) != words.end())
      return;
    const std::string near = nearestName(condition.word, words);
    fail(place, sentence("\"{}\" is never \"{}\".", name, clipped(condition.word)),
         near.empty() ? sentence("It is one of {}.", listed(words))
                      : sentence("Did you mean \"{}\"?", near));
  }

  void checkText(const std::string& key, const std::string& text) {
    Sentence problem;
    const std::vector<LessonPlaceholder> places = placeholdersOf(text, problem);
    if (!problem.empty())
      fail(path_ + "." + key, sentence("A number in braces can't be read."), problem);
    for (const LessonPlaceholder& place : places)
      checkNames(path_ + "." + key, place.value->names());
  }

  void checkFigures(const LessonTable& table) {
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
      const std::string& run = table.columns[c].run;
      if (!run.empty() && kept_.count(run) == 0)
        fail(path_ + ".figures.columns[" + std::to_string(c) + "].run",
             sentence("No step before keeps an outcome \"{}\".", clipped(run)));
    }
    for (std::size_t r = 0; r < table.rows.size(); ++r)
      checkNames(path_ + ".figures.rows[" + std::to_string(r) + "].value",
                 table.rows[r].value->names());
  }

  Lesson& lesson_;
  Design design_;  ///< as it is at the step being checked
  std::map<std::string, Design> kept_;
  std::shared_ptr<const Topology> topology_;  ///< of the design whose hash is `built_`
  std::string built_;
  int networks_ = 0;  ///< that were built
  std::string path_;
  Issues issues_;
};

}  // namespace

Issues checkLesson(Lesson& lesson) {
  return Checker(lesson).check();
}

}  // namespace hopscope

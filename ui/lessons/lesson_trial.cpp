// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lessons/lesson_trial.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <map>
#include <memory>
#include <set>
#include <string>

#include "engine/design/compile.h"
#include "engine/design/design_json.h"
#include "engine/study/batch.h"
#include "ui/lessons/lesson_facts.h"
#include "ui/lessons/lesson_text.h"

namespace hopscope {

namespace {

class Trial {
 public:
  Trial(const Lesson& lesson, const std::stop_token& stop) : lesson_(lesson), stop_(stop) {
    facts_.design = lesson.design;
    build();
  }

  LessonTrial play(const std::function<void(std::size_t)>& stepping) {
    trial_.cameOut.resize(lesson_.steps.size());
    for (std::size_t s = 0; s < lesson_.steps.size(); ++s) {
      if (stop_.stop_requested()) return std::move(trial_);
      if (stepping) stepping(s);
      path_ = fmt::format("steps[{}]", s);
      if (!playStep(lesson_.steps[s], trial_.cameOut[s])) return std::move(trial_);
    }
    trial_.complete = true;
    return std::move(trial_);
  }

 private:
  void fail(const std::string& key, const Sentence& text, const Sentence& remedy = {}) {
    trial_.issues.push_back({Severity::error, path_ + "." + key, text, remedy});
  }

  LessonView view() const { return {&facts_, &kept_}; }

  bool holds(const Condition& condition) const {
    return condition.holds([this](std::string_view name) { return view().value(name); });
  }
  bool hold(const std::vector<Condition>& conditions) const {
    return std::all_of(conditions.begin(), conditions.end(),
                       [this](const Condition& each) { return holds(each); });
  }

  /// False where it was stopped.
  bool playStep(const LessonStep& step, std::optional<std::size_t>& cameOut) {
    checkNumbers("text", step.text);
    if (step.until.empty()) {
      checkNumbers("caption", step.caption);
      checkFigures(step.figures);
      return true;
    }
    checkNumbers("question.ask", step.question.ask);
    checkNumbers("task", step.task);
    if (hold(step.until))
      fail("until", sentence("This holds before anything is done."),
           sentence("Ask for what only the outcome has."));
    for (const LessonAction& action : step.actions)
      if (!perform(action)) return false;
    const bool judged = checkEnd(step.until);
    if (judged && !step.question.ask.empty()) cameOut = compare(step.question);
    if (!step.keep.empty()) kept_[step.keep] = facts_;
    checkNumbers("found", step.found);
    checkNumbers("caption", step.caption);
    checkFigures(step.figures);
    return true;
  }

  /// False where a condition is of a run under way, so that the outcome is another one.
  bool checkEnd(const std::vector<Condition>& until) {
    bool judged = true;
    for (std::size_t i = 0; i < until.size(); ++i) {
      if (holds(until[i])) continue;
      const std::string key = fmt::format("until[{}]", i);
      if (!isOfRunUnderWay(until[i])) {
        fail(key, sentence("\"{}\" does not hold: {}.", until[i].text, valuesOf(until[i])));
        continue;
      }
      judged = false;
      trial_.passedOver.push_back(
          {Severity::warning, path_ + "." + key,
           sentence("\"{}\" is of a run under way and is not checked.", until[i].text),
           sentence("A check sees the end of a run.")});
    }
    return judged;
  }

  static bool isOfRunUnderWay(const Condition& condition) {
    std::set<std::string> names;
    addNames(condition, names);
    if (names.count("cycle") != 0 || condition.word == "cycle") return true;
    if (condition.right || names != std::set<std::string>{"run"}) return false;
    if (condition.comparison == "!=") return condition.word == "finished";
    return condition.word == "running" || condition.word == "paused" || condition.word == "stopped";
  }

  std::optional<std::size_t> compare(const LessonQuestion& question) {
    std::optional<std::size_t> first;
    for (std::size_t a = 0; a < question.answers.size(); ++a) {
      if (!hold(question.answers[a].when)) continue;
      if (first)
        fail(fmt::format("question.answers[{}].when", a),
             sentence("Answers {} and {} both describe the outcome.", *first + 1, a + 1),
             sentence("One of them has to be the right one."));
      else
        first = a;
    }
    if (first) return first;
    std::set<std::string> names;
    for (const LessonQuestion::Answer& answer : question.answers)
      for (const Condition& condition : answer.when) addNames(condition, names);
    fail("question.answers",
         sentence("None of the answers describes the outcome: {}.", valuesOf(names)));
    return {};
  }

  static void addNames(const Condition& condition, std::set<std::string>& names) {
    names.insert(condition.left->names().begin(), condition.left->names().end());
    if (condition.right)
      names.insert(condition.right->names().begin(), condition.right->names().end());
  }
  std::string valuesOf(const Condition& condition) const {
    std::set<std::string> names;
    addNames(condition, names);
    return valuesOf(names);
  }
  /// "accepted = 0.1249, verdict = saturated", as conditions are written.
  std::string valuesOf(const std::set<std::string>& names) const {
    std::string text;
    for (const std::string& name : names) {
      const ExpressionValue value = view().value(name);
      std::string shown = "?";
      if (const auto* number = std::get_if<double>(&value)) shown = fmt::format("{:.5g}", *number);
      if (const auto* word = std::get_if<std::string>(&value)) shown = *word;
      text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", name, shown);
    }
    return text;
  }

  void checkNumbers(const std::string& key, const std::string& text) {
    Sentence problem;
    for (const LessonPlaceholder& place : placeholdersOf(text, problem))
      if (std::holds_alternative<std::monostate>(
              place.value->value([this](std::string_view name) { return view().value(name); })))
        fail(key, sentence("There is no number for \"{}\" at this step.",
                           text.substr(place.begin, place.length)));
  }

  void checkFigures(const LessonTable& table) {
    for (const LessonTable::Column& column : table.columns) {
      const auto kept = kept_.find(column.run);
      const LessonFacts& facts = kept == kept_.end() ? facts_ : kept->second;
      const LessonView there{&facts, &kept_};
      for (std::size_t r = 0; r < table.rows.size(); ++r)
        if (std::holds_alternative<std::monostate>(table.rows[r].value->value(
                [&there](std::string_view name) { return there.value(name); })))
          fail(fmt::format("figures.rows[{}].value", r),
               sentence("There is no number for \"{}\" at this step.", table.rows[r].label));
    }
  }

  /// False where it was stopped, or can't go on.
  bool perform(const LessonAction& action) {
    switch (action.kind) {
      case LessonAction::Kind::open:
        facts_.selection = {};
        [[fallthrough]];
      case LessonAction::Kind::set:
        applyTo(facts_.design, action);
        build();
        showRun();
        return true;
      case LessonAction::Kind::run:
        return run();
      case LessonAction::Kind::select:
        facts_.selection = partsOf(facts_, action.target);
        return true;
    }
    return true;
  }

  bool run() {
    std::optional<Results> results;
    try {
      results = runReplications(facts_.design, 1, stop_);
    } catch (const std::exception& failure) {
      fail("do", sentence("The run failed: {}", std::string(failure.what())));
      return false;
    }
    if (stop_.stop_requested() || !results) return false;
    results_ = std::make_shared<const Results>(std::move(*results));
    ran_ = designHash(facts_.design);
    showRun();
    return true;
  }

  void build() {
    Issues issues;
    facts_.topology = buildTopology(facts_.design, issues);
  }

  /// A run of other settings is none.
  void showRun() {
    const bool shown = results_ != nullptr && designHash(facts_.design) == ran_;
    facts_.results = shown && results_->complete ? results_ : nullptr;
    facts_.cycle = shown ? results_->cycles : 0;
    facts_.run = !shown               ? LessonFacts::Run::none
                 : results_->complete ? LessonFacts::Run::finished
                                      : LessonFacts::Run::stopped;
  }

  const Lesson& lesson_;
  std::stop_token stop_;
  LessonFacts facts_;
  std::map<std::string, LessonFacts> kept_;
  std::shared_ptr<const Results> results_;
  std::string ran_;  ///< the hash of the design that they are of
  std::string path_;
  LessonTrial trial_;
};

}  // namespace

LessonTrial tryLesson(const Lesson& lesson, const std::stop_token& stop,
                      const std::function<void(std::size_t)>& stepping) {
  return Trial(lesson, stop).play(stepping);
}

}  // namespace hopscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lessons/lesson_player.h"

#include <algorithm>

#include "ui/lessons/lesson_library.h"

namespace hopscope {

namespace {

/// Whether a step speaks of the outcome kept as `run`.
bool speaksOf(const LessonStep& step, const std::string& run) {
  const auto names = [&](const std::vector<std::string>& all) {
    return std::any_of(all.begin(), all.end(),
                       [&](const std::string& name) { return name.rfind(run + ".", 0) == 0; });
  };
  const auto inText = [&](const std::string& text) {
    Sentence problem;
    const std::vector<LessonPlaceholder> places = placeholdersOf(text, problem);
    return std::any_of(places.begin(), places.end(),
                       [&](const LessonPlaceholder& place) { return names(place.value->names()); });
  };
  const auto inConditions = [&](const std::vector<Condition>& conditions) {
    return std::any_of(conditions.begin(), conditions.end(), [&](const Condition& condition) {
      return names(condition.left->names()) ||
             (condition.right && names(condition.right->names())) ||
             condition.word.rfind(run + ".", 0) == 0;
    });
  };
  if (inConditions(step.until)) return true;
  for (const LessonQuestion::Answer& answer : step.question.answers)
    if (inConditions(answer.when)) return true;
  for (const LessonTable::Column& column : step.figures.columns)
    if (column.run == run) return true;
  for (const LessonTable::Row& row : step.figures.rows)
    if (names(row.value->names())) return true;
  return inText(step.text) || inText(step.question.ask) || inText(step.task) ||
         inText(step.found) || inText(step.caption);
}

}  // namespace

LessonPlayer::LessonPlayer(LessonHost& host, QObject* parent) : QObject(parent), host_(host) {}

std::size_t LessonPlayer::resumeStep(const Lesson& lesson) {
  const LessonProgress progress = progressOf(lesson);
  return resumeStep(lesson, progress.done ? 0 : progress.reached);
}

std::size_t LessonPlayer::resumeStep(const Lesson& lesson, std::size_t wanted) {
  std::size_t from = std::min(wanted, lesson.steps.size() - 1);
  for (std::size_t s = from; s-- > 0;) {
    const std::string& kept = lesson.steps[s].keep;
    if (kept.empty()) continue;
    for (std::size_t later = from; later < lesson.steps.size(); ++later)
      if (speaksOf(lesson.steps[later], kept)) {
        from = s;
        break;
      }
  }
  return from;
}

void LessonPlayer::start(const Lesson& lesson, std::size_t step) {
  lesson_ = &lesson;
  seen_.assign(lesson.steps.size(), std::nullopt);
  predicted_.assign(lesson.steps.size(), std::nullopt);
  kept_.clear();
  reached_ = step;
  enter(std::min(step, lesson.steps.size() - 1));
}

void LessonPlayer::close() {
  if (lesson_ == nullptr) return;
  lesson_ = nullptr;
  step_ = 0;
  seen_.clear();
  predicted_.clear();
  kept_.clear();
  emit changed();
}

void LessonPlayer::enter(std::size_t step) {
  step_ = step;
  reached_ = std::max(reached_, step);
  LessonProgress progress = progressOf(*lesson_);
  progress.reached = reached_;
  setProgress(*lesson_, progress);
  now_ = host_.lessonFacts();
  emit changed();
  refresh();
}

bool LessonPlayer::hold(const std::vector<Condition>& conditions, const LessonFacts& facts) const {
  const LessonView view{&facts, &kept_};
  return std::all_of(conditions.begin(), conditions.end(), [&](const Condition& condition) {
    return condition.holds([&](std::string_view name) { return view.value(name); });
  });
}

bool LessonPlayer::conditionsHold() const {
  return asks() && hold(current().until, now_);
}

bool LessonPlayer::questions() const {
  return asks() && !done() && !current().question.ask.empty() && !predicted_[step_];
}

bool LessonPlayer::isToPredict() const {
  for (std::size_t step = step_; lesson_ != nullptr && step < lesson_->steps.size(); ++step)
    if (!lesson_->steps[step].question.ask.empty() && !predicted_[step] && !seen_[step])
      return true;
  return false;
}

void LessonPlayer::predict(std::size_t answer) {
  if (!questions() || (answer != kNoIdea && answer >= current().question.answers.size())) return;
  predicted_[step_] = answer;
  emit changed();
  // Who ran first and answers now has done what is asked.
  refresh();
}

std::optional<std::size_t> LessonPlayer::prediction() const {
  return lesson_ == nullptr ? std::nullopt : predicted_[step_];
}

std::optional<std::size_t> LessonPlayer::cameOut() const {
  if (!done()) return {};
  const auto& answers = current().question.answers;
  for (std::size_t i = 0; i < answers.size(); ++i)
    if (hold(answers[i].when, *seen_[step_])) return i;
  return {};
}

void LessonPlayer::refresh() {
  if (lesson_ == nullptr) return;
  now_ = host_.lessonFacts();
  if (done() || questions() || !conditionsHold()) return;
  seen_[step_] = now_;
  if (!current().keep.empty()) kept_[current().keep] = now_;
  emit changed();
}

void LessonPlayer::next() {
  if (!mayGoOn()) return;
  if (!last()) {
    enter(step_ + 1);
    return;
  }
  setProgress(*lesson_, {true, 0});
  emit finished();
}

void LessonPlayer::back() {
  if (lesson_ != nullptr && step_ > 0) enter(step_ - 1);
}

void LessonPlayer::doIt() {
  if (!asks()) return;
  if (questions()) predict(kNoIdea);
  // A step's own list outlives it: performing may bring other steps.
  const std::vector<LessonAction> actions = current().actions;
  for (const LessonAction& action : actions) host_.perform(action);
  refresh();
}

LessonView LessonPlayer::view() const {
  return {done() ? &*seen_[step_] : &now_, &kept_};
}

}  // namespace hopscope

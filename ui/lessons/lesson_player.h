// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "ui/lessons/lesson.h"
#include "ui/lessons/lesson_facts.h"
#include "ui/lessons/lesson_text.h"

namespace hopscope {

/// What a lesson acts on: the window's own document, run and selection.
class LessonHost {
 public:
  virtual ~LessonHost() = default;
  virtual LessonFacts lessonFacts() const = 0;
  /// Does it as the user would: an undoable edit, a selection, a run from the beginning.
  virtual void perform(const LessonAction& action) = 0;
};

/// Where the learner is in a lesson. A step is done once its conditions held; it stays done, with
/// the outcome as it was then, whatever the learner tries afterwards.
class LessonPlayer : public QObject {
  Q_OBJECT

 public:
  explicit LessonPlayer(LessonHost& host, QObject* parent = nullptr);

  /// The step to go on with when a lesson is opened anew: the one reached, or an earlier one where
  /// what follows compares with outcomes that are no longer there.
  static std::size_t resumeStep(const Lesson& lesson);
  /// The same for whoever wants to begin at `wanted`.
  static std::size_t resumeStep(const Lesson& lesson, std::size_t wanted);

  /// Begins at `step`; the host shows designBefore(lesson, step) already.
  void start(const Lesson& lesson, std::size_t step);
  void close();
  const Lesson* lesson() const { return lesson_; }
  std::size_t step() const { return step_; }
  const LessonStep& current() const { return lesson_->steps[step_]; }
  bool asks() const { return lesson_ != nullptr && !current().until.empty(); }
  /// The task of this step is done.
  bool done() const { return lesson_ != nullptr && seen_[step_].has_value(); }
  bool mayGoOn() const { return lesson_ != nullptr && (!asks() || done() || step_ < reached_); }
  bool last() const { return lesson_ != nullptr && step_ + 1 == lesson_->steps.size(); }
  /// The learner is asked what will come out, and has not said it. Until then nothing is done in
  /// this step, whatever runs meanwhile: what is found out is not told before.
  bool questions() const;
  /// In this step or in one that follows, the learner is to say what will come out.
  bool isToPredict() const;
  /// Takes an answer, by its place in the list; kNoIdea: the learner would rather see.
  void predict(std::size_t answer);
  static constexpr std::size_t kNoIdea = static_cast<std::size_t>(-1);
  /// What was answered in this step; nothing before, and where nothing is asked.
  std::optional<std::size_t> prediction() const;
  /// The answer that describes the outcome of this step; nothing before it is done.
  std::optional<std::size_t> cameOut() const;
  /// The conditions of this step hold at this moment.
  bool conditionsHold() const;

  void next();  ///< after the last step: the lesson is finished
  void back();
  void doIt();
  /// The design, the run or the selection changed.
  void refresh();

  /// What the texts of this step speak of: its outcome once it is done.
  LessonView view() const;

 signals:
  void changed();   ///< another step, or it was done
  void finished();  ///< the lesson's last step was left

 private:
  void enter(std::size_t step);
  bool hold(const std::vector<Condition>& conditions, const LessonFacts& facts) const;

  LessonHost& host_;
  const Lesson* lesson_ = nullptr;
  std::size_t step_ = 0;
  std::size_t reached_ = 0;
  std::vector<std::optional<LessonFacts>> seen_;       ///< the outcome of each step done
  std::vector<std::optional<std::size_t>> predicted_;  ///< of each step
  std::map<std::string, LessonFacts> kept_;
  LessonFacts now_;
};

}  // namespace hopscope

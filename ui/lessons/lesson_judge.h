// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QThreadPool>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/core/issue.h"
#include "ui/lessons/lesson_reader.h"
#include "ui/lessons/lesson_trial.h"

namespace hopscope {

/// What was found of a lesson's text.
struct LessonJudgement {
  Issues issues;  ///< what can't be read, by place in the file; then nothing was run
  std::size_t steps = 0;
  std::optional<LessonTrial> trial;  ///< where its claims were asked for, and it can be read
  std::vector<LessonKey> unknownKeys = {};
};

/// Reads and tries lessons away from the window's thread. The newest question counts; what was
/// asked before it is dropped.
class LessonJudge : public QObject {
  Q_OBJECT

 public:
  explicit LessonJudge(QObject* parent = nullptr);
  ~LessonJudge() override;

  /// `runs`: its claims are checked, too.
  void ask(std::string json, bool runs);
  void drop();  ///< what was asked
  bool running() const { return running_; }

 signals:
  void judged(const hopscope::LessonJudgement& judgement);
  void stepping(int step);  ///< of the trial, 0 based

 private:
  QThreadPool pool_;
  std::stop_source stop_;
  quint64 asked_ = 0;
  bool running_ = false;  ///< claims are being checked
};

}  // namespace hopscope

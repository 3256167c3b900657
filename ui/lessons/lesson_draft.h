// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>
#include <QThreadPool>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "projects/file_handle.h"

namespace hopscope {

/// A lesson that was still being written when its program ended.
struct LostLesson {
  QString draft;      ///< where it is kept
  QString title;      ///< of the lesson, the first words of a long one; may be empty
  QString file;       ///< that it belongs to; empty where it has none
  QByteArray digest;  ///< of what that file held when it was read or written last
  QString changed;    ///< UTC, ISO 8601
};

/// A recovery copy of the lesson that is being written, in the state folder. It is locked while
/// this lives; one that can be locked was left behind. Written aside, the newest only: a lesson may
/// be some MiB.
class LessonDraft {
 public:
  LessonDraft();
  LessonDraft(LessonDraft&& other) noexcept = default;
  LessonDraft& operator=(LessonDraft&& other) noexcept;
  /// Leaves the copy where it was not dropped.
  ~LessonDraft();

  /// Writes down what is there to lose. Where it can't be written there is none; nothing is asked.
  void keep(std::string json, LostLesson of);
  /// It is saved, or may go.
  void drop();
  /// Takes over what another left, so that it is never twice; its JSON, empty where it can't be
  /// read. Nothing where it is gone, or somebody else took it.
  std::optional<std::string> adopt(const LostLesson& lost);

 private:
  bool begin();

  QString place_;  ///< empty: nothing is kept
  FileHandle lock_;
  std::unique_ptr<QThreadPool> pool_;
};

/// What was left behind, the newest first. Locks that were left without anything go.
std::vector<LostLesson> lostLessons();
/// Removes it, unless somebody has it.
void discardLost(const LostLesson& lost);

}  // namespace hopscope

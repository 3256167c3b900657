// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <memory>

#include "ui/drawing/theme.h"
#include "ui/lessons/lesson.h"

class QWidget;

namespace hopscope {

class Actions;
class LearnMode;
class LessonEditor;
class MessageBar;
class ProjectSession;
struct LostLesson;

/// Lessons of the user's own: opened from files, written, copied and tried.
class LessonFlows : public QObject {
  Q_OBJECT

 public:
  LessonFlows(ProjectSession& session, LearnMode& learn, Actions& actions, MessageBar& messages,
              QWidget* window);

  void setTheme(const Theme& theme);
  /// Opens a lesson's file for who learns from it. False, with a message where it can't be read, or
  /// where what is open is to stay.
  bool openFile(const QString& path);
  /// Says what was being written when the program ended, one message a lesson, and brings it back.
  void offerLost();
  /// True when what is being written may go.
  bool mayClose();
  /// What is being written can be had back as it is now, whatever comes next.
  void settle();
  /// Drops what is being written: the window closes, and nothing is asked twice.
  void leave();
  /// Null before somebody writes, or wants back what was lost.
  LessonEditor* editor() const { return editor_; }

 private:
  void write();
  void copy();
  void choose();
  void preview(const std::shared_ptr<const Lesson>& lesson, std::size_t step);
  LessonEditor& ownEditor();
  LessonEditor& shownEditor();
  void restore(const LostLesson& lost, const QString& name);
  void remember(const QString& path);

  ProjectSession& session_;
  LearnMode& learn_;
  MessageBar& messages_;
  QWidget* window_;
  const Theme* theme_;
  LessonEditor* editor_ = nullptr;
  int offered_ = 0;  ///< messages about lost lessons, numbered from 1
  std::shared_ptr<const Lesson> previewed_;
};

}  // namespace hopscope

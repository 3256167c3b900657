// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "ui/drawing/theme.h"

class QFrame;
class QLabel;
class QPushButton;
class QScrollArea;

namespace hopscope {

class LessonFigures;
class LessonPlayer;
class PredictionBox;

/// One lesson: how far it is, what the step is about and asks, what to do, what came out of it.
class LessonPage : public QWidget {
  Q_OBJECT

 public:
  explicit LessonPage(LessonPlayer& player, QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  void refresh();  ///< from the player

 signals:
  void listRequested();

 private:
  QWidget* makeHead();
  QWidget* makeBody();
  QWidget* makeFoot();
  void showTask();

  LessonPlayer& player_;
  const Theme* theme_;
  QLabel* title_ = nullptr;
  QLabel* count_ = nullptr;
  QWidget* bar_ = nullptr;
  QScrollArea* scroll_ = nullptr;
  QLabel* stepTitle_ = nullptr;
  QLabel* text_ = nullptr;
  PredictionBox* prediction_ = nullptr;
  QFrame* task_ = nullptr;
  QLabel* taskIcon_ = nullptr;
  QLabel* taskText_ = nullptr;
  QPushButton* doIt_ = nullptr;
  QLabel* found_ = nullptr;
  LessonFigures* figures_ = nullptr;
  QPushButton* back_ = nullptr;
  QPushButton* next_ = nullptr;
  std::size_t shownStep_ = static_cast<std::size_t>(-1);
  const void* shownLesson_ = nullptr;
};

}  // namespace hopscope

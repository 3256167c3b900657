// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <optional>
#include <vector>

#include "ui/gallery/lesson_card.h"

class QLabel;
class QPushButton;

namespace hopscope {

/// The lesson to go on with (0 based): one that was begun; else the one after the last that was
/// finished; else the first that was not. Nothing where all are finished.
std::optional<std::size_t> nextLesson(const std::vector<LessonEntry>& lessons);

/// Below a list of lessons: how many are done, and what goes on with the next.
class LessonsFoot : public QWidget {
  Q_OBJECT

 public:
  /// `name`: what the names of its two parts begin with.
  explicit LessonsFoot(const QString& name, QWidget* parent = nullptr);

  void setLessons(const std::vector<LessonEntry>& lessons);

 signals:
  void chosen(int lesson);  ///< 0 based

 private:
  QLabel* done_;
  QPushButton* goOn_;
  std::optional<std::size_t> next_;
};

}  // namespace hopscope

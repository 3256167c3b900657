// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

#include "ui/lessons/lesson.h"
#include "ui/lessons/lesson_text.h"

class QGridLayout;

namespace hopscope {

/// The figures of a step: a row per quantity, a column per run.
class LessonFigures : public QFrame {
  Q_OBJECT

 public:
  explicit LessonFigures(QWidget* parent = nullptr);

  void show(const LessonTable& table, const LessonView& view);

 private:
  void clear();

  QGridLayout* grid_;
};

}  // namespace hopscope

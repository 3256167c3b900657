// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>
#include <QString>

#include "ui/drawing/theme.h"

namespace hopscope {

/// A lesson as lists show it.
struct LessonEntry {
  int number = 0;  ///< 0: a lesson of the user's
  QString title, why;
  int minutes = 0;
  bool done = false;
  bool begun = false;  ///< there is a step to go on with
};

/// A lesson in a row: number or tick, title, how long it takes. Click or Enter opens it.
class LessonCard : public QAbstractButton {
  Q_OBJECT

 public:
  static constexpr int kHeight = 36;

  explicit LessonCard(const LessonEntry& entry, QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  void setEntry(const LessonEntry& entry);
  const LessonEntry& entry() const { return entry_; }
  QSize sizeHint() const override { return {240, kHeight}; }
  /// At which nothing of it is cut.
  int wholeWidth() const;
  /// What is seen of the title.
  QString shownTitle() const;

 protected:
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  QString time() const;
  int besideTitle() const;  ///< px

  const Theme* theme_;
  LessonEntry entry_;
};

}  // namespace hopscope

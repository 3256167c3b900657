// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStackedWidget>
#include <vector>

#include "ui/drawing/theme.h"
#include "ui/gallery/lesson_card.h"

class QLabel;
class QPushButton;
class QScrollArea;

namespace hopscope {

class LessonPage;
class LessonPlayer;
class LessonsFoot;

/// The lessons as lists show them, with what is done.
std::vector<LessonEntry> lessonEntries();

/// The left column of Learn mode: the list of lessons, or the one at hand.
class LessonPanel : public QStackedWidget {
  Q_OBJECT

 public:
  explicit LessonPanel(LessonPlayer& player, QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  /// The lesson at hand; the list where there is none.
  void refresh();
  void showList();
  /// At which no title of the program's own lessons is cut.
  int wholeWidth() const;

 signals:
  void lessonChosen(int index);  ///< 0 based
  void ownChosen(const QString& file);
  void openRequested();
  void writeRequested();

 private:
  QWidget* makeList();
  QWidget* makeOwn(QWidget* parent);
  void showOwn();

  LessonPlayer& player_;
  std::vector<LessonCard*> cards_, ownCards_;
  const Theme* theme_;
  QScrollArea* list_ = nullptr;
  QWidget* own_ = nullptr;  ///< the cards of the user's lessons, with their head
  LessonsFoot* foot_ = nullptr;
  LessonPage* page_;
};

}  // namespace hopscope

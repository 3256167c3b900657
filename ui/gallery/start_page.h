// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

#include "ui/drawing/theme.h"
#include "ui/gallery/lesson_card.h"

class QBoxLayout;
class QAction;
class QFrame;
class QGridLayout;
class QLabel;
class QPushButton;
class QVBoxLayout;

namespace hopscope {

class ExampleCard;
class LessonsFoot;
class SideButton;
struct Example;

/// A project the user had open before.
struct RecentProject {
  QString file;
  int designs = 0, runs = 0;
  QString when;  ///< UTC, ISO 8601
};

/// What the page's buttons do; owned by the window's action registry.
struct StartActions {
  QAction* generate = nullptr;
  QAction* draw = nullptr;
  QAction* open = nullptr;
};

/// The page the program starts on: actions, recent projects, examples by category, a first hint.
class StartPage : public QWidget {
  Q_OBJECT

 public:
  explicit StartPage(const StartActions& actions, QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  void setRecent(const std::vector<RecentProject>& recent);
  /// Shows the examples of one category; empty: all.
  void setCategory(const QString& category);
  void showAllExamples();  ///< beyond the first rows, which leave the lessons in sight
  void setLessons(const std::vector<LessonEntry>& lessons);
  void showHint();  ///< the first hint, again
  const std::vector<ExampleCard*>& cards() const { return cards_; }
  const std::vector<LessonCard*>& lessonCards() const { return lessonCards_; }

 signals:
  void exampleChosen(const hopscope::Example& example, bool guided);
  void recentChosen(const QString& file);
  void lessonChosen(int index);  ///< 0 based

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void showEvent(QShowEvent* event) override;

 private:
  QWidget* makeSide(const StartActions& actions);
  QWidget* makeHint();
  QWidget* makeExamples();
  QWidget* makeLessons();
  QWidget* makeAction(QAction* action, const QString& text, bool primary);
  void arrangeCards();
  void arrangeLessons(int columns);
  void loadNext();

  const Theme* theme_;
  std::vector<SideButton*> sideButtons_;
  QLabel* logo_ = nullptr;
  QLabel* recentTitle_ = nullptr;
  QVBoxLayout* recentColumn_ = nullptr;
  QFrame* hint_ = nullptr;
  QWidget* gridHost_ = nullptr;
  QGridLayout* grid_ = nullptr;
  QBoxLayout* head_ = nullptr;
  QFrame* segments_ = nullptr;
  QPushButton* more_ = nullptr;
  std::vector<ExampleCard*> cards_;
  QWidget* lessonHost_ = nullptr;
  QGridLayout* lessonGrid_ = nullptr;
  std::vector<LessonCard*> lessonCards_;
  LessonsFoot* lessonFoot_ = nullptr;
  QString category_;
  int columns_ = 0;
  bool allExamples_ = false;
  bool allFit_ = false;  ///< without scrolling
  std::size_t nextToLoad_ = 0;
  bool loading_ = false;
};

}  // namespace hopscope

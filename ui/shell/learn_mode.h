// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <memory>
#include <vector>

#include "ui/drawing/theme.h"
#include "ui/lessons/lesson_player.h"

class QMainWindow;

namespace hopscope {

class Actions;
class CanvasPane;
class CaptionBar;
class DesignMode;
class Dock;
class DockLayout;
class HighlightRing;
class LessonPanel;
class ProjectSession;
class RunControls;
class RunMode;
class StatusLine;

/// Learn mode: the lesson's steps at the left of the canvas, a caption below it, and at its right
/// the panel that the step is about. What a lesson does goes through the document and the run of
/// the other modes.
class LearnMode : public QObject, private LessonHost {
  Q_OBJECT

 public:
  LearnMode(ProjectSession& session, DesignMode& design, RunMode& run, Actions& actions,
            CanvasPane& pane, StatusLine& status, QMainWindow& window);

  QWidget* toolStrip() const { return strip_; }
  CaptionBar* captionBar() const { return caption_; }
  std::vector<Dock*> docks() const;
  void arrange(DockLayout& layout);  ///< the docks' places
  void setTheme(const Theme& theme);
  void setShown(bool shown);
  /// Opens a lesson (0 based) where the user left it. Needs a project of its own for that, which
  /// is asked for by designRequested.
  void open(int index);
  /// The same for a lesson of the user's, at a step. Does nothing where what is open is to stay.
  void open(std::shared_ptr<const Lesson> lesson, std::size_t step);
  void documentShown();
  void projectOpened();  ///< another project, or the one asked for
  LessonPlayer& player() { return player_; }
  LessonPanel& panel() { return *panel_; }

 signals:
  void enterRequested();  ///< this mode should be shown
  void designRequested(const hopscope::Design& design);
  void progressChanged();
  void lessonOpened();  ///< one has begun
  // What the list of lessons asks for.
  void ownChosen(const QString& file);
  void openRequested();
  void writeRequested();

 private:
  LessonFacts lessonFacts() const override;
  void perform(const LessonAction& action) override;
  void begin();
  void showStep();
  void showPanel();
  void showHighlight();
  void showControls();
  void noteRun();
  QWidget* settingField(const std::string& path) const;
  QWidget* highlighted() const;
  Parts highlightedPart() const;

  ProjectSession& session_;
  DesignMode& design_;
  RunMode& run_;
  CanvasPane& pane_;
  StatusLine& status_;
  QMainWindow& window_;
  LessonPlayer player_;
  QWidget* strip_;
  RunControls* controls_;
  LessonPanel* panel_;
  Dock* lessonDock_;
  CaptionBar* caption_;
  HighlightRing* ring_;
  std::shared_ptr<const Results> results_;  ///< of the finished run
  /// The lesson that a project is being opened for, and the one at hand.
  std::shared_ptr<const Lesson> pending_, present_;
  std::size_t pendingStep_ = 0;
  bool ownProject_ = false;  ///< the open project was made for lessons
  bool shown_ = false;
};

}  // namespace hopscope

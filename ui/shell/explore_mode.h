// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointer>
#include <QString>
#include <functional>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "engine/design/design.h"
#include "projects/project.h"
#include "ui/drawing/theme.h"

class QStackedWidget;
class QToolButton;
class QWidget;

namespace hopscope {

struct Candidate;
class DesignSpacePage;
class FiguresPage;
class MatchingPage;
class MessageBar;
class ModelsPage;
class PointRuns;
class PowerPage;
class ProjectSession;
class RulesPage;
class StatusLine;
class StudyPage;
class StudyShelf;
class TreesPage;

/// Explore mode: the figures of the sources, the rule calculator, the models, what networks of any
/// size take, how schedulers of circuits go about it, the networks that fit a request, and studies.
/// Needs no project. Its pages are made when the mode is first shown.
class ExploreMode : public QObject {
  Q_OBJECT

 public:
  enum class Page { figures, rules, models, power, matching, trees, designSpace, studies };

  ExploreMode(ProjectSession& session, MessageBar& messages, StatusLine& status, const Theme& theme,
              QWidget& window);
  ~ExploreMode() override;

  QWidget* toolStrip() const { return strip_; }
  QWidget& view();
  void setTheme(const Theme& theme);
  void setShown(bool shown);
  void showPage(Page page);
  /// The page of studies, and how the one that is shown is to be handed to a cluster.
  void askCluster();
  /// Asked for a project where a study is to be run and none is open.
  void setWantProject(std::function<bool(const Design&)> want) { want_ = std::move(want); }
  /// Another project is open.
  void projectOpened();
  Page page() const;

 signals:
  void enterRequested();  ///< this mode should be shown
  void openRequested(const hopscope::Candidate& candidate);
  /// A point of a study, as one more design of the project.
  void designRequested(const hopscope::Design& design);
  /// Points of a study, as runs: the project has them.
  void runsReady(const std::vector<hopscope::RowId>& runs);

 private:
  void makePages();
  void showStatus();
  /// What a page computes, which is told while it is shown; a study also elsewhere.
  void noteState(Page page, const QString& text, bool lively);
  void noteWritten(const QString& sentence, bool good);

  ProjectSession& session_;
  MessageBar& messages_;
  StatusLine& status_;
  const Theme* theme_;
  QWidget* strip_;
  std::vector<QToolButton*> segments_;
  QStackedWidget* view_;
  FiguresPage* figures_ = nullptr;
  RulesPage* rules_ = nullptr;
  ModelsPage* models_ = nullptr;
  PowerPage* power_ = nullptr;
  MatchingPage* matching_ = nullptr;
  TreesPage* trees_ = nullptr;
  DesignSpacePage* space_ = nullptr;
  std::unique_ptr<StudyShelf> shelf_;
  QPointer<StudyPage> studies_;
  PointRuns* pointRuns_;
  std::function<bool(const Design&)> want_;
  struct State {
    QString text;
    bool lively = false;
  };
  std::map<Page, State> states_;
  bool shown_ = false;
};

}  // namespace hopscope

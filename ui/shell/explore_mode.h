// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <vector>

#include "ui/drawing/theme.h"

class QStackedWidget;
class QToolButton;
class QWidget;

namespace hopscope {

class FiguresPage;
class MatchingPage;
class MessageBar;
class ModelsPage;
class PowerPage;
class ProjectSession;
class RulesPage;
class StatusLine;
class TreesPage;

/// Explore mode: the figures of the sources, the rule calculator, the models, what networks of any
/// size take, and how schedulers of circuits go about it. Needs no project. Its pages are made when
/// the mode is first shown.
class ExploreMode : public QObject {
  Q_OBJECT

 public:
  enum class Page { figures, rules, models, power, matching, trees };

  ExploreMode(ProjectSession& session, MessageBar& messages, StatusLine& status, const Theme& theme,
              QWidget& window);

  QWidget* toolStrip() const { return strip_; }
  QWidget& view();
  void setTheme(const Theme& theme);
  void setShown(bool shown);
  void showPage(Page page);
  Page page() const;

 private:
  void makePages();
  void showStatus();
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
  QString figuresState_;
  bool figuresLively_ = false;
  bool shown_ = false;
};

}  // namespace hopscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <vector>

#include "ui/drawing/theme.h"
#include "ui/shell/health_panel.h"

class QAction;
class QMainWindow;
class QPushButton;

namespace hopscope {

class Actions;
class CanvasPane;
class Dock;
class DockLayout;
class EstimateWatch;
class ProjectPanel;
class ProjectSession;
class PropertyPanel;
class StatusLine;

/// Design mode: the tool strip and the docks for project, facts, health and properties; keeps the
/// health of the shown design up to date.
class DesignMode : public QObject {
  Q_OBJECT

 public:
  DesignMode(ProjectSession& session, Actions& actions, CanvasPane& pane, StatusLine& status,
             QMainWindow& window);

  QWidget* toolStrip() const { return strip_; }
  std::vector<Dock*> docks() const;
  void arrange(DockLayout& layout);  ///< the docks' default places
  void setTheme(const Theme& theme);
  void setShown(bool shown);
  void documentShown();
  void forget();  ///< the document is going away
  /// Selects what a finding is about, or shows the setting.
  void showFinding(const Finding& finding);
  void showFinding(const Issue& issue);
  void nextFinding();
  /// PropertyPanel::settle() of the design shown.
  QString settleFields();
  /// Shows the field that holds what is not allowed, with the keys; this mode, where none shows it.
  void showWrongField();
  Dock* propertiesDock() const { return propertiesDock_; }
  ProjectPanel& projectPanel() { return *project_; }
  const EstimateWatch& estimate() const { return *estimate_; }  ///< of the design shown
  const HealthReport& health() const { return health_->report(); }

 signals:
  void enterRequested();                                ///< this mode should be shown
  void trialRequested(const hopscope::Remedy& remedy);  ///< a run of the design with it
  void fieldsRight();                                   ///< none holds any more what is not allowed

 private:
  void makeStrip(Actions& actions);
  void showHealth(const HealthReport& report);
  void waitForHealth(bool network);
  void showStatus();
  void showPlace(QPointF place);
  void checkFields();

  ProjectSession& session_;
  CanvasPane& pane_;
  StatusLine& status_;
  QMainWindow& window_;
  QWidget* strip_;
  std::vector<std::pair<QPushButton*, QString>> stripButtons_;  ///< with their icons' names
  QPushButton* run_ = nullptr;
  ProjectPanel* project_;
  FactsPanel* facts_;
  EstimateWatch* estimate_;
  HealthPanel* health_;
  PropertyPanel* properties_;
  HealthWatcher* watcher_;
  Dock* projectDock_;
  Dock* factsDock_;
  Dock* healthDock_;
  Dock* propertiesDock_;
  bool shown_ = false;
  std::size_t nextFinding_ = 0;
  std::size_t runs_ = 0;  ///< kept when the health was looked at
  QString place_;
};

}  // namespace hopscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <memory>
#include <optional>

#include "ui/run/run_view.h"

class QLabel;
class QTableView;

namespace hopscope {

class PanelSection;
class RulesModel;
class RulesOrder;

/// The table of a switch as rules, in the phase of the run that is looked at: priority, match,
/// mask, action, and how often each rule applied to what was looked up there while it is watched.
class RuleSection : public QWidget {
  Q_OBJECT

 public:
  explicit RuleSection(QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  void show(const RunView& view, RouterId router);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  /// What is made of a network and a router once, off the window's thread.
  struct Made;

  void take(const RunView& view, RouterId router);
  void refresh(const RouterDetail* detail);
  /// What could not be shown when it came.
  void catchUp();
  void make();
  void showMade(std::shared_ptr<const Made> made);
  void showHits(const RouterDetail* detail);
  void showWords(const QString& ofHits);
  /// Gives what a rule matches the room that the first columns leave.
  void fitColumns();

  // The view shown last is gone by the time the rules are made or the section is opened.
  std::shared_ptr<const Topology> ofRun_;
  RouterId router_ = kNone;
  std::size_t begun_ = 0;                 ///< phases
  std::shared_ptr<const Design> design_;  ///< as it is in force
  bool failed_ = false;                   ///< parts have
  bool live_ = false;
  bool owed_ = false;  ///< the hits are not shown
  std::optional<RouterDetail> detail_;

  bool stale_ = false;  ///< other rules are to be made
  int asked_ = 0;       ///< answers to earlier questions are dropped
  std::shared_ptr<const Made> made_;
  PanelSection* section_;
  QLabel* words_;
  QTableView* table_;
  RulesModel* model_;
  RulesOrder* order_;
};

}  // namespace hopscope

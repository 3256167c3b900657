// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <memory>

#include "ui/run/run_view.h"

class QLabel;
class QTableView;

namespace hopscope {

class PanelSection;
class RulesModel;
class RulesOrder;

/// The table of a switch as rules: priority, match, mask, action, and how often each rule applied
/// to what was looked up there while it is watched.
class RuleSection : public QWidget {
  Q_OBJECT

 public:
  explicit RuleSection(QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  void show(const RunView& view, RouterId router);

 private:
  /// What is made of a network and a router once, off the window's thread.
  struct Made;

  void make(const RunView& view, RouterId router);
  void showMade(std::shared_ptr<const Made> made);
  void showHits(const RunView& view);

  std::shared_ptr<const Topology> topology_;
  RouterId router_ = kNone;
  int asked_ = 0;  ///< answers to earlier questions are dropped
  std::shared_ptr<const Made> made_;
  PanelSection* section_;
  QLabel* words_;
  QTableView* table_;
  RulesModel* model_;
  RulesOrder* order_;
};

}  // namespace hopscope

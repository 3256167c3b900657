// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <vector>

#include "engine/core/issue.h"
#include "engine/core/parameter.h"
#include "engine/design/design.h"
#include "ui/drawing/theme.h"

class QLabel;
class QPushButton;
class QScrollArea;
class QVBoxLayout;

namespace hopscope {

class PropertyRow;

/// Asks what of the traffic shall change from the next cycle of a run on: load, pattern, and what
/// belongs to the pattern. The run goes on meanwhile.
class WhatIfDialog : public QDialog {
  Q_OBJECT

 public:
  explicit WhatIfDialog(QWidget* parent = nullptr);

  /// Shows the traffic of a run as it is in `inForce`, in which no phase is left to come.
  void ask(const Design& run, const Design& inForce, const Theme& theme);
  /// The settings that differ from those asked with.
  Values changes() const;
  /// Why the change was refused.
  void showIssues(const Issues& issues);

 signals:
  void applied(const hopscope::Values& changes);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void rebuild();
  void fit();
  void readFields();
  void update();
  void showColors();

  const Theme* theme_;
  Design run_, before_, after_;
  std::vector<Parameter> built_;  ///< what the rows were made from
  std::vector<PropertyRow*> rows_;
  QVBoxLayout* column_;
  QScrollArea* scroll_;
  QWidget* body_ = nullptr;
  QLabel* problem_;
  QPushButton* apply_;
};

}  // namespace hopscope

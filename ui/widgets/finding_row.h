// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "ui/document/finding.h"
#include "ui/drawing/theme.h"

class QLabel;
class QPushButton;
class QVBoxLayout;

namespace hopscope {

class ElidedButton;
class MenuButton;

/// One finding: its symbol, its words, "Show me", the button of its remedy, and what can be tried.
class FindingRow : public QWidget {
  Q_OBJECT

 public:
  /// `remedyHint` is the tool tip of the remedy's button.
  FindingRow(const Finding& finding, const Theme& theme, QString remedyHint,
             QWidget* parent = nullptr);

  /// Another one in the same place: a button that is held down stays so.
  void show(const Finding& finding);
  void setTheme(const Theme& theme);

 signals:
  void showMe(const hopscope::Finding& finding);
  void fix(const hopscope::Remedy& remedy);
  void tryIt(const hopscope::Remedy& remedy);  ///< beside the run, or the design

 private:
  void offerToShow(bool wanted);
  void offerRemedy();
  void offerTries();
  void showSeverity();

  Finding finding_;
  const Theme* theme_;
  QString remedyHint_;
  QLabel* symbol_;
  QVBoxLayout* column_;
  QLabel* text_;
  QLabel* reason_;
  QPushButton* show_ = nullptr;  ///< made when first needed
  ElidedButton* fix_ = nullptr;  ///< likewise
  ElidedButton* try_ = nullptr;  ///< likewise
  MenuButton* more_ = nullptr;   ///< likewise
  std::vector<Remedy> offered_;  ///< what they are made for
};

}  // namespace hopscope

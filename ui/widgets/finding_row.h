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

/// One finding: its symbol, its words, "Show me", and the button of its remedy.
class FindingRow : public QWidget {
  Q_OBJECT

 public:
  /// `remedyHint` is the tool tip of the remedy's button.
  FindingRow(const Finding& finding, const Theme& theme, QString remedyHint,
             QWidget* parent = nullptr);

  /// Another one of the same severity, in the same place: a button that is held down stays so.
  void show(const Finding& finding);

 signals:
  void showMe(const hopscope::Finding& finding);
  void fix(const hopscope::Remedy& remedy);

 private:
  void offerToShow(bool wanted);
  void offerRemedy();

  Finding finding_;
  QString remedyHint_;
  QVBoxLayout* column_;
  QLabel* text_;
  QLabel* reason_;
  QPushButton* show_ = nullptr;  ///< made when first needed
  ElidedButton* fix_ = nullptr;  ///< likewise
};

}  // namespace hopscope

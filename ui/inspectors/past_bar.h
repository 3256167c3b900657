// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

#include "ui/run/run_view.h"

class QLabel;
class QPushButton;

namespace hopscope {

/// Above the inspectors while the past is looked at: offers to repeat the run up to that moment for
/// what is not recorded, and says how far that is.
class PastBar : public QFrame {
  Q_OBJECT

 public:
  explicit PastBar(QWidget* parent = nullptr);

  /// Hides itself unless the past is looked at.
  void show(const RunView& view);

 signals:
  /// What the run was like inside at the moment looked at is wanted.
  void insideRequested();

 private:
  QLabel* words_;
  QPushButton* inside_;
};

}  // namespace hopscope

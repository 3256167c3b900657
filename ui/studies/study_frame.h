// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QDialog;
class QHBoxLayout;
class QLabel;
class QProgressBar;

namespace hopscope {

/// What the dialogs that compute a study have in common: a title and what the study is, below them
/// room for a form and its results side by side, and a foot with the progress and the buttons.
struct StudyFrame {
  QLabel* title;
  QHBoxLayout* middle;
  QLabel* status;
  QProgressBar* progress;  ///< 0 to 1000
  QHBoxLayout* buttons;
};

StudyFrame layOutStudy(QDialog* dialog, const QString& words);

}  // namespace hopscope

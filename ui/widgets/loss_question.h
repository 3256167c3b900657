// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <functional>

class QWidget;

namespace hopscope {

/// A question before something is lost that can't be brought back. All words are plain text.
struct LossQuestion {
  const char* name;  ///< of the dialog, for who looks for it
  QString title;
  QString text;     ///< the question
  QString outcome;  ///< what is lost
  QString lose;     ///< the button that goes on
  QString keep;     ///< the other one, which Escape and Enter press
};

/// True where it may be lost.
bool asksToLose(QWidget* parent, const LossQuestion& question);

/// A question whether what was changed is to be saved before it goes.
struct SaveQuestion {
  const char* name;  ///< of the dialog, for who looks for it
  QString title;
  QString text;     ///< the question
  QString outcome;  ///< what is lost
  QString lose;     ///< the button that goes on without
  QString stay;     ///< the button that goes back, which Escape presses
};

/// True where one may go on: `save` was asked for and did, or the changes are not wanted.
bool asksToSave(QWidget* parent, const SaveQuestion& question, const std::function<bool()>& save);

}  // namespace hopscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProgressDialog>
#include <functional>

namespace hopscope {

/// Waits for work that has been told to end, so that what it has is kept before its project closes.
/// From its first moment on nothing else takes keys: the window would be closed within its close.
class EndingWait : public QProgressDialog {
  Q_OBJECT

 public:
  EndingWait(const QString& words, std::function<bool()> over, QWidget* window);

  /// Goes on where the work is over; to be called whenever it may be.
  void look();
  /// Returns once the work is over, or the user would rather not wait.
  void wait();

 private:
  std::function<bool()> over_;
};

}  // namespace hopscope

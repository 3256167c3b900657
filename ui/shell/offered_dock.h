// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include "ui/shell/dock.h"

class QMainWindow;

namespace hopscope {

/// A dock that is there for some runs only: it comes with the first of them, and not again once its
/// user has closed it. Lessons open and close docks themselves.
class OfferedDock : public QObject {
  Q_OBJECT

 public:
  OfferedDock(Dock* dock, QObject* parent);

  Dock* dock() const { return dock_; }
  /// Whether what is shown has something for it. True when it comes into sight with this.
  bool offer(bool fits);
  bool offered() const { return offered_; }
  /// What is shown is another run, or none: it is offered anew.
  void leave() { offered_ = false; }
  void setInLesson(bool inLesson) { inLesson_ = inLesson; }
  /// As in the beginning: nobody has closed it.
  void forgetClosed() { closed_ = false; }

 private:
  Dock* dock_;
  bool offered_ = false, closed_ = false, inLesson_ = false;
};

}  // namespace hopscope

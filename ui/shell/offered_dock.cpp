// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/offered_dock.h"

#include <QAction>

namespace hopscope {

OfferedDock::OfferedDock(Dock* dock, QObject* parent) : QObject(parent), dock_(dock) {
  dock_->hide();
  connect(dock_, &Dock::chosen, this, [this](bool shown) {
    // What a lesson shows or a reader of it closes says nothing of runs.
    if (!inLesson_) closed_ = !shown;
  });
}

bool OfferedDock::offer(bool fits) {
  if (inLesson_) return false;
  const bool comes = fits && !offered_;
  offered_ = fits;
  dock_->toggleViewAction()->setVisible(fits);
  if (comes) dock_->setVisible(!closed_);
  if (!fits && !dock_->isHidden()) dock_->hide();
  return comes;
}

}  // namespace hopscope

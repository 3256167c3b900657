// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/ending_wait.h"

#include <utility>

namespace hopscope {

EndingWait::EndingWait(const QString& words, std::function<bool()> over, QWidget* window)
    : QProgressDialog(words, tr("Cancel closing"), 0, 0, window), over_(std::move(over)) {
  setWindowTitle(tr("Saving"));
  setWindowModality(Qt::ApplicationModal);
}

void EndingWait::look() {
  if (over_()) accept();
}

void EndingWait::wait() {
  if (!over_()) exec();
}

}  // namespace hopscope

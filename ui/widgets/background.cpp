// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/background.h"

namespace hopscope {

namespace {

/// A job speaks to the application: it ends before that goes.
void awaitJobs() {
  backgroundThreads().waitForDone();
}

}  // namespace

QThreadPool& backgroundThreads() {
  static QThreadPool pool;
  [[maybe_unused]] static const bool awaited = (qAddPostRoutine(awaitJobs), true);
  return pool;
}

}  // namespace hopscope

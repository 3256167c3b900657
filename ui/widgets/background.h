// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QPointer>
#include <QThreadPool>
#include <memory>
#include <utility>

namespace hopscope {

/// Where work in the background is done. Not Qt's global pool: Qt draws large shapes in pieces
/// there and the window waits for each, so that a job of seconds would hold up a frame.
QThreadPool& backgroundThreads();

/// Runs `work` in the background and hands its result to `done` on the window's thread,
/// unless `context` is gone by then. `work` must own all it touches.
template <typename Work, typename Done>
void inBackground(QObject* context, Work work, Done done) {
  backgroundThreads().start([guard = QPointer<QObject>(context), work = std::move(work),
                             done = std::move(done)]() mutable {
    auto result = std::make_shared<decltype(work())>(work());
    QCoreApplication* application = QCoreApplication::instance();
    if (application == nullptr) return;
    QMetaObject::invokeMethod(
        application,
        [guard = std::move(guard), done = std::move(done), result = std::move(result)]() mutable {
          if (guard) done(std::move(*result));
        },
        Qt::QueuedConnection);
  });
}

}  // namespace hopscope

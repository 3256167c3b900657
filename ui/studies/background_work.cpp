// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/studies/background_work.h"

#include <exception>
#include <mutex>
#include <string>
#include <utility>

namespace hopscope {

namespace {
constexpr int kLookMilliseconds = 60;
}

struct BackgroundWork::Slot {
  std::mutex mutex;
  double share = 0;
  bool done = false;
  bool cancelled = false;
  std::string failure;
};

BackgroundWork::BackgroundWork(QObject* parent) : QObject(parent) {
  timer_.setInterval(kLookMilliseconds);
  connect(&timer_, &QTimer::timeout, this, &BackgroundWork::pull);
}

BackgroundWork::~BackgroundWork() = default;

void BackgroundWork::start(Work work) {
  if (running()) return;
  slot_ = std::make_shared<Slot>();
  thread_ = std::jthread([slot = slot_, work = std::move(work)](const std::stop_token& stop) {
    std::string failure;
    try {
      work(stop, [&slot](double share) {
        const std::lock_guard lock(slot->mutex);
        slot->share = share;
      });
    } catch (const std::exception& error) {
      failure = error.what();
    }
    const std::lock_guard lock(slot->mutex);
    slot->failure = std::move(failure);
    slot->cancelled = stop.stop_requested();
    slot->done = true;
  });
  timer_.start();
}

void BackgroundWork::cancel() {
  if (running()) thread_.request_stop();
}

void BackgroundWork::pull() {
  double share = 0;
  bool done = false, cancelled = false;
  QString failure;
  {
    const std::lock_guard lock(slot_->mutex);
    share = slot_->share;
    done = slot_->done;
    cancelled = slot_->cancelled;
    failure = QString::fromStdString(slot_->failure);
  }
  emit progressed(share);
  if (!done) return;
  timer_.stop();
  thread_.join();
  thread_ = {};
  emit finished(cancelled, failure);
}

}  // namespace hopscope

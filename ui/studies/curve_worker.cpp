// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/studies/curve_worker.h"

#include <exception>
#include <iterator>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

namespace hopscope {

namespace {
constexpr int kPullMilliseconds = 60;
}

struct CurveWorker::Slot {
  std::mutex mutex;
  std::vector<CurvePoint> arrived;
  std::optional<CurveProgress> progress;
  bool done = false;
  bool cancelled = false;
  std::string failure;
};

CurveWorker::CurveWorker(QObject* parent) : QObject(parent) {
  timer_.setInterval(kPullMilliseconds);
  connect(&timer_, &QTimer::timeout, this, &CurveWorker::pull);
}

CurveWorker::~CurveWorker() = default;

void CurveWorker::start(const CurveRequest& request) {
  if (running()) return;
  points_.clear();
  slot_ = std::make_shared<Slot>();
  thread_ = std::jthread([slot = slot_, request](const std::stop_token& stop) {
    std::string failure;
    try {
      latencyCurve(
          request, stop,
          [&slot](const CurvePoint& point) {
            const std::lock_guard lock(slot->mutex);
            slot->arrived.push_back(point);
            slot->arrived.back().runs.clear();  // a curve keeps its points, not every run
          },
          [&slot](const CurveProgress& progress) {
            const std::lock_guard lock(slot->mutex);
            slot->progress = progress;
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

void CurveWorker::cancel() {
  if (running()) thread_.request_stop();
}

void CurveWorker::pull() {
  std::vector<CurvePoint> arrived;
  std::optional<CurveProgress> progress;
  bool done = false, cancelled = false;
  QString failure;
  {
    const std::lock_guard lock(slot_->mutex);
    arrived.swap(slot_->arrived);
    progress.swap(slot_->progress);
    done = slot_->done;
    cancelled = slot_->cancelled;
    failure = QString::fromStdString(slot_->failure);
  }
  if (!arrived.empty()) {
    points_.insert(points_.end(), std::make_move_iterator(arrived.begin()),
                   std::make_move_iterator(arrived.end()));
    emit pointArrived();
  }
  if (progress) emit progressed(*progress);
  if (!done) return;
  timer_.stop();
  thread_.join();
  thread_ = {};
  emit finished(cancelled, failure);
}

}  // namespace hopscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/studies/curve_worker.h"

#include <iterator>
#include <mutex>
#include <optional>
#include <utility>

namespace hopscope {

struct CurveWorker::Slot {
  std::mutex mutex;
  std::vector<CurvePoint> arrived;
  std::optional<CurveProgress> progress;
};

CurveWorker::CurveWorker(QObject* parent) : QObject(parent) {
  connect(&work_, &BackgroundWork::progressed, this, &CurveWorker::pull);
  connect(&work_, &BackgroundWork::finished, this, &CurveWorker::finished);
}

CurveWorker::~CurveWorker() = default;

void CurveWorker::start(const CurveRequest& request) {
  if (running()) return;
  points_.clear();
  slot_ = std::make_shared<Slot>();
  work_.start([slot = slot_, request](const std::stop_token& stop, const auto&) {
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
  });
}

void CurveWorker::pull() {
  std::vector<CurvePoint> arrived;
  std::optional<CurveProgress> progress;
  {
    const std::lock_guard lock(slot_->mutex);
    arrived.swap(slot_->arrived);
    progress.swap(slot_->progress);
  }
  if (!arrived.empty()) {
    points_.insert(points_.end(), std::make_move_iterator(arrived.begin()),
                   std::make_move_iterator(arrived.end()));
    emit pointArrived();
  }
  if (progress) emit progressed(*progress);
}

}  // namespace hopscope

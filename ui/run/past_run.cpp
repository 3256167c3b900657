// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/past_run.h"

#include "engine/design/design_json.h"
#include "ui/run/run_session.h"

namespace hopscope {

PastRun::PastRun(QObject* parent) : QObject(parent) {}

PastRun::~PastRun() = default;

void PastRun::seek(const Design& design, Cycle cycle) {
  const std::string written = writeDesign(design);
  const bool later = session_ && session_->active() && failure_.isEmpty() && written == design_ &&
                     session_->snapshot().cycle < cycle;
  sought_ = cycle;
  design_ = written;
  if (later) {
    goOn();
    return;
  }
  failure_.clear();
  session_ = std::make_unique<RunSession>();
  session_->watchRouter(router_, neighbour_);
  connect(session_.get(), &RunSession::updated, this, &PastRun::look);
  session_->prepareLater(design, [this](const Issues& issues) {
    for (const Issue& issue : issues)
      if (issue.severity == Severity::error) failure_ = QString::fromStdString(issue.text);
    if (failure_.isEmpty()) goOn();
    emit changed();
  });
}

void PastRun::watch(RouterId router, RouterId neighbour) {
  router_ = router;
  neighbour_ = neighbour;
  if (session_) session_->watchRouter(router, neighbour);
}

void PastRun::leave() {
  session_.reset();
  failure_.clear();
}

/// All but the last cycle at once: what is asked for in a cycle is watched from the one before.
void PastRun::goOn() {
  last_ = true;
  resting_ = 0;
  session_->runUntil(sought_ - 1);
}

void PastRun::look() {
  if (!session_ || !session_->active()) return;
  if (session_->state() == RunnerState::failed) {
    failure_ = QString::fromStdString(session_->failure());
  } else if (last_ && session_->state() == RunnerState::paused &&
             session_->snapshot().cycle == sought_ - 1) {
    // The first picture of the pause was taken before the pause was known; with the second one
    // all that is watched in a pause is.
    if (++resting_ > 1) {
      last_ = false;
      session_->step(1);
    }
  }
  emit changed();
}

const Snapshot* PastRun::at(Cycle cycle) const {
  if (!session_ || !session_->active() || cycle != sought_ || last_) return nullptr;
  const bool there = session_->state() != RunnerState::running;
  return there && session_->snapshot().cycle >= cycle ? &session_->snapshot() : nullptr;
}

const NetworkHeat& PastRun::heat() const {
  return session_->heat();
}

Cycle PastRun::reached() const {
  return session_ && session_->active() ? session_->snapshot().cycle : 0;
}

}  // namespace hopscope

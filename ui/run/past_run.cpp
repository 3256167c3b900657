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
  session_->watchAll();
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

void PastRun::goOn() {
  session_->runUntil(sought_);
}

void PastRun::look() {
  if (session_->state() == RunnerState::failed)
    failure_ = QString::fromStdString(session_->failure());
  emit changed();
}

const Snapshot* PastRun::at(Cycle cycle) const {
  const bool there = cycle == sought_ && failure_.isEmpty() && session_ && session_->active() &&
                     session_->snapshot().cycle >= cycle;
  return there ? &session_->snapshot() : nullptr;
}

const NetworkHeat& PastRun::heat() const {
  return session_->heat();
}

Cycle PastRun::reached() const {
  return session_ && session_->active() ? session_->snapshot().cycle : 0;
}

}  // namespace hopscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/past_run.h"

#include <utility>

#include "engine/design/design_json.h"
#include "engine/study/replications.h"
#include "ui/run/run_session.h"
#include "ui/words/engine_text.h"

namespace hopscope {

PastRun::PastRun(QObject* parent) : QObject(parent), session_(std::make_unique<RunSession>()) {
  session_->watchAll();
  connect(session_.get(), &RunSession::updated, this, &PastRun::look);
}

PastRun::~PastRun() = default;

void PastRun::seek(const Design& design, Cycle cycle) {
  const std::string written = writeDesign(design);
  const bool same = wanted_ && failure_.isEmpty() && written == design_;
  if (same && cycle == sought_) return;
  const bool later = same && reached() < cycle;
  wanted_ = true;
  sought_ = cycle;
  design_ = written;
  if (later) {
    goOn();  // or once it is prepared
    return;
  }
  failure_.clear();
  session_->discard();
  // The others would be simulated to the end where this one comes to its own.
  session_->prepareLater(replicationsOf(design).front(), [this](const Issues& issues) {
    for (const Issue& issue : issues)
      if (issue.severity == Severity::error) failure_ = engineText(issue.text);
    if (failure_.isEmpty()) goOn();
    emit changed();
  });
}

void PastRun::watch(RouterId router, RouterId neighbour) {
  session_->watchRouter(router, neighbour);
}

void PastRun::watchNear(std::vector<RouterId> routers) {
  session_->watchNear(std::move(routers));
}

void PastRun::showQuantity(HeatQuantity quantity) {
  session_->showQuantity(quantity);
}

void PastRun::leave() {
  wanted_ = false;
  session_->discard();
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
  const bool there = cycle == sought_ && wanted_ && failure_.isEmpty() && session_->active() &&
                     session_->snapshot().cycle >= cycle;
  return there ? &session_->snapshot() : nullptr;
}

const NetworkHeat& PastRun::heat() const {
  return session_->heat();
}

Cycle PastRun::reached() const {
  return session_->active() ? session_->snapshot().cycle : 0;
}

}  // namespace hopscope

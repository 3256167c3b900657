// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/simulation/path_follower.h"

#include <algorithm>
#include <utility>

namespace hopscope {

PathFollower::PathFollower(std::vector<ChainStep> steps, JourneyLog& log)
    : steps_(std::move(steps)), log_(log) {
  messages_.reserve(static_cast<std::size_t>(std::count_if(
      steps_.begin(), steps_.end(), [](const ChainStep& step) { return step.isMessage; })));
  goOn();
}

/// To the next piece that is a message.
void PathFollower::goOn() {
  while (next_ < steps_.size() && !steps_[next_].isMessage) ++next_;
  log_.follow(kNone);
  twins_ = 0;
  present_ = {};
  present_.piece = next_;
}

bool PathFollower::isNext(const Message& message) const {
  if (done()) return false;
  const ChainStep& step = steps_[next_];
  return message.source == step.rank && message.destination == step.to &&
         message.bytes == step.bytes && message.posted == step.from;
}

void PathFollower::sent(const Message& message, TerminalId from, TerminalId to, Cycle now) {
  if (!isNext(message) || twins_++ != steps_[next_].twins) return;
  present_.started = message.started;
  present_.handedOver = now;
  log_.follow(from);
  log_.begin(from, to, now);
}

void PathFollower::arrived(const Message& message, Cycle now) {
  if (!isNext(message) || now != steps_[next_].until) return;
  present_.journey = log_.journey();
  if (present_.journey.source == kNone) present_.started = present_.handedOver = message.started;
  messages_.push_back(std::move(present_));
  ++next_;
  goOn();
}

}  // namespace hopscope

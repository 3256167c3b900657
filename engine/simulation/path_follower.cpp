// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/simulation/path_follower.h"

#include <algorithm>
#include <utility>

namespace hopscope {
namespace {

/// It is there, and each of its hops goes on where the one before left off.
bool isOnePath(const Journey& journey) {
  const auto broken = [](const JourneyHop& a, const JourneyHop& b) { return a.out != b.in; };
  return journey.delivered >= 0 &&
         std::adjacent_find(journey.hops.begin(), journey.hops.end(), broken) == journey.hops.end();
}

}  // namespace

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
  followed_ = nullptr;
  present_ = {};
  present_.piece = next_;
}

bool PathFollower::isNext(const Message& message) const {
  if (done()) return false;
  const ChainStep& step = steps_[next_];
  return message.source == step.rank && message.destination == step.to &&
         message.bytes == step.bytes && message.posted() == step.from;
}

void PathFollower::sent(const Message& message, TerminalId from, TerminalId to, Cycle now) {
  if (!isNext(message) || twins_++ != steps_[next_].twins) return;
  followed_ = &message;
  present_.started = message.reached();
  present_.handedOver = now;
  log_.follow(from);
  log_.begin(from, to, true, now);
}

void PathFollower::arrived(const Message& message, Cycle now) {
  if (!isNext(message) || now != steps_[next_].until) return;
  if (&message != followed_) {
    // It stayed at its terminal, or one that was sent before it came after it.
    present_.started = present_.handedOver = message.reached();
    lost_ = lost_ || twins_ > 0;
  } else if (isOnePath(log_.journey())) {
    present_.journey = log_.journey();
  } else {
    lost_ = true;
  }
  messages_.push_back(std::move(present_));
  ++next_;
  goOn();
}

}  // namespace hopscope

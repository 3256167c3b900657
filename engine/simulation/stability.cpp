// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/simulation/stability.h"

#include <algorithm>
#include <cmath>

namespace hopscope {

bool Stability::gathers(const PacketBalance& to) const {
  const auto tried = static_cast<double>(to.tried - from_.tried);
  const auto arrived = static_cast<double>(to.arrived - from_.arrived);
  const auto refused = static_cast<double>(to.refused - from_.refused);
  // A network that has run empty fills first to where it was.
  const std::uint64_t fills = filled_ - std::min(filled_, from_.underWay);
  const double gathered = std::max(refused, tried - arrived - static_cast<double>(fills));
  return gathered > std::max(0.01 * tried, 3 * std::sqrt(tried));
}

void Stability::begin(Cycle now, const PacketBalance& at) {
  state_ = State::measuring;
  from_ = at;
  silentSince_ = now;
  // What sends again since the warm-up has filled in it.
  if (!silent_) filled_ = 0;
}

void Stability::fallSilent(Cycle now, const PacketBalance& at) {
  silent_ = true;
  silentSince_ = now;
  if (state_ == State::measuring) gathered_ = gathered_ || gathers(at);
  filled_ = at.underWay;
}

void Stability::sendAgain(Cycle now, const PacketBalance& at) {
  silent_ = false;
  if (state_ == State::measuring) silentCycles_ += now - silentSince_;
  from_ = at;
}

void Stability::end(Cycle now, const PacketBalance& at) {
  gathered_ = saturated(at);
  if (silent_) silentCycles_ += now - silentSince_;
  endedSilent_ = silent_;
  state_ = State::ended;
}

bool Stability::saturated(const PacketBalance& at) const {
  return gathered_ || (state_ == State::measuring && !silent_ && gathers(at));
}

}  // namespace hopscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/simulation/stability.h"

#include <algorithm>
#include <cmath>

namespace hopscope {
namespace {

constexpr double kNoteworthy = 0.01;    ///< of the packets tried
constexpr double kDeviations = 3;       ///< beyond which nothing is an accident
constexpr double kTellingTransits = 4;  ///< a stretch so long tells of itself
/// Where a queue grows all the time, packets have waited half of it for each that is in the queue
/// at the end. So of what is missing half has gathered where they have waited a quarter.
constexpr double kTellingWait = 0.25;

}  // namespace

double Stability::onWires(const PacketBalance& to) const {
  const auto length = static_cast<double>(to.now - from_.now);
  const auto tried = static_cast<double>(to.tried - from_.tried);
  if (length >= to.transit) {
    if (length == 0) return 0;
    // Queues fill, too, from the beginning, to what they hold at their load. In long stretches that
    // is little, and waiting is what is looked for.
    const double waited = isShort(to) ? std::max(0.0, to.waited - from_.waited) : 0;
    return (tried * to.transit + waited) / length;
  }
  // A part of those that were there when it began is there still.
  return tried + static_cast<double>(from_.underWay) * (1 - length / to.transit);
}

bool Stability::misses(const PacketBalance& to, double held) const {
  const auto tried = static_cast<double>(to.tried - from_.tried);
  const auto arrived = static_cast<double>(to.arrived - from_.arrived);
  return tried - arrived - held > std::max(kNoteworthy * tried, kDeviations * std::sqrt(tried));
}

bool Stability::isShort(const PacketBalance& to) const {
  return static_cast<double>(to.now - from_.now) <
         kTellingTransits * std::max(to.transit, to.slowest);
}

bool Stability::hasWaited(const PacketBalance& to) const {
  const auto tried = static_cast<double>(to.tried - from_.tried);
  const auto arrived = static_cast<double>(to.arrived - from_.arrived);
  return to.waited - from_.waited >
         kTellingWait * static_cast<double>(to.now - from_.now) * (tried - arrived);
}

bool Stability::gathers(const PacketBalance& to) const {
  const auto refused = static_cast<double>(to.refused - from_.refused);
  const double share = kNoteworthy * static_cast<double>(to.tried - from_.tried);
  if (refused > share + kDeviations * std::sqrt(share)) return true;
  if (isShort(to) && !hasWaited(to)) return false;
  // A network that has run empty fills first to where it was, any network to what its wires hold.
  const double holds = std::max(static_cast<double>(filled_), onWires(to));
  return misses(to, std::max(0.0, holds - static_cast<double>(from_.underWay)));
}

void Stability::begin(const PacketBalance& at) {
  state_ = State::measuring;
  from_ = at;
  silentSince_ = at.now;
  // What had gathered in the warm-up is no measure of what may gather now.
  filled_ = 0;
}

void Stability::fallSilent(const PacketBalance& at) {
  silent_ = true;
  silentSince_ = at.now;
  if (state_ == State::measuring && at.arrived != from_.arrived)
    gathered_ = gathered_ || gathers(at);
  filled_ = state_ == State::measuring ? at.underWay : 0;
}

void Stability::changeTraffic(const PacketBalance& at) {
  if (state_ != State::measuring || silent_) return;
  if (at.arrived == from_.arrived && at.tried != from_.tried) return;
  gathered_ = gathered_ || gathers(at);
  from_ = at;
  filled_ = 0;
}

void Stability::sendAgain(const PacketBalance& at) {
  silent_ = false;
  if (state_ == State::measuring) silentCycles_ += at.now - silentSince_;
  from_ = at;
}

void Stability::end(const PacketBalance& at) {
  gathered_ = saturated(at);
  if (silent_) silentCycles_ += at.now - silentSince_;
  endedSilent_ = silent_;
  transit_ = std::max(at.transit, at.slowest);
  lastStretch_ = at.now - from_.now;
  mayGather_ = !gathered_ && !silent_ && misses(at, 0) && isShort(at);
  state_ = State::ended;
}

bool Stability::saturated(const PacketBalance& at) const {
  return gathered_ || (state_ == State::measuring && !silent_ && gathers(at));
}

}  // namespace hopscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/simulation/stability.h"

#include <algorithm>
#include <cmath>

namespace hopscope {
namespace {

constexpr double kNoteworthy = 0.01;    ///< of the packets tried
constexpr double kDeviations = 3;       ///< beyond which nothing is an accident
constexpr double kTellingTransits = 4;  ///< a stretch so long tells of itself

}  // namespace

double Stability::onWires(const PacketBalance& to) const {
  const auto length = static_cast<double>(to.now - from_.now);
  const auto tried = static_cast<double>(to.tried - from_.tried);
  if (length >= to.transit) return length > 0 ? tried * to.transit / length : 0;
  // A part of those that were there when it began is there still.
  return tried + static_cast<double>(from_.underWay) * (1 - length / to.transit);
}

bool Stability::misses(const PacketBalance& to, double held) const {
  const auto tried = static_cast<double>(to.tried - from_.tried);
  const auto arrived = static_cast<double>(to.arrived - from_.arrived);
  return tried - arrived - held > std::max(kNoteworthy * tried, kDeviations * std::sqrt(tried));
}

bool Stability::gathers(const PacketBalance& to) const {
  // A network that has run empty fills first to where it was, any network to what its wires hold.
  const double holds = std::max(static_cast<double>(filled_), onWires(to));
  const auto refused = static_cast<double>(to.refused - from_.refused);
  const double share = kNoteworthy * static_cast<double>(to.tried - from_.tried);
  return misses(to, std::max(0.0, holds - static_cast<double>(from_.underWay))) ||
         refused > share + kDeviations * std::sqrt(share);
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
  transit_ = at.transit;
  lastStretch_ = at.now - from_.now;
  mayGather_ = !gathered_ && !silent_ && misses(at, 0) &&
               static_cast<double>(lastStretch_) < kTellingTransits * transit_;
  state_ = State::ended;
}

bool Stability::saturated(const PacketBalance& at) const {
  return gathered_ || (state_ == State::measuring && !silent_ && gathers(at));
}

}  // namespace hopscope

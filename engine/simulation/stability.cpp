// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/simulation/stability.h"

#include <algorithm>
#include <cmath>

namespace hopscope {
namespace {

constexpr double kNoteworthy = 0.01;    ///< of the packets tried
constexpr double kDeviations = 3;       ///< beyond which nothing is an accident
constexpr double kDoubtful = 1.5;       ///< of them, beyond which it need not be one
constexpr double kTellingTransits = 4;  ///< a stretch so long tells of itself
constexpr double kTellingPackets = 32;  ///< likewise, of those that a channel takes in a row
/// Of the packets tried: more than any queue takes in to be filled in a brief stretch.
constexpr double kOverwhelming = 0.2;
/// Where a queue grows all the time, packets have waited half of it for each that is in the queue
/// at the end. So of what is missing half has gathered where they have waited a quarter.
constexpr double kTellingWait = 0.25;

}  // namespace

double Stability::transitIn(const PacketBalance& to) const {
  const double halves = to.halves - from_.halves;
  if (halves <= 0) return to.transit;
  const double own = 2 * (to.moved - from_.moved) / halves;
  // In less than twice the way none may have gone all of it: it is at least what is known.
  const bool isKnown = static_cast<double>(to.now - from_.now) >= 2 * own;
  return isKnown ? own : std::max(own, to.transit);
}

double Stability::onWires(const PacketBalance& to) const {
  const auto length = static_cast<double>(to.now - from_.now);
  const auto tried = static_cast<double>(to.tried - from_.tried);
  const double transit = transitIn(to);
  if (length >= transit) return length > 0 ? tried * transit / length : 0;
  // A part of those that were there when it began is there still.
  return tried + static_cast<double>(from_.underWay) * (1 - length / transit);
}

double Stability::missing(const PacketBalance& to) const {
  const auto tried = static_cast<double>(to.tried - from_.tried);
  return tried - static_cast<double>(to.arrived - from_.arrived);
}

bool Stability::isNoteworthy(const PacketBalance& to, double packets, double deviations) const {
  const auto tried = static_cast<double>(to.tried - from_.tried);
  return packets > std::max(kNoteworthy * tried, deviations * std::sqrt(tried));
}

double Stability::wayOf(const PacketBalance& to) const {
  const auto tried = static_cast<double>(to.tried - from_.tried);
  const auto length = static_cast<double>(to.now - from_.now);
  // Little 1961, of those that move: of nothing that has arrived yet more is not known.
  const double observed = tried > 0 ? length * to.moving / tried : 0;
  return std::max({transitIn(to), to.turn, observed});
}

bool Stability::isShort(const PacketBalance& to) const {
  return static_cast<double>(to.now - from_.now) < kTellingTransits * wayOf(to);
}

bool Stability::isBrief(const PacketBalance& to) const {
  return static_cast<double>(to.now - from_.now) < kTellingPackets * to.packet;
}

bool Stability::hasWaited(const PacketBalance& to) const {
  return to.waited - from_.waited >
         kTellingWait * static_cast<double>(to.now - from_.now) * missing(to);
}

double Stability::growth(const PacketBalance& to) const {
  const auto before = static_cast<double>(from_.underWay);
  const double wires = onWires(to), length = static_cast<double>(to.now - from_.now);
  // A network that has run empty fills first to where it was, any network to what its wires hold.
  const double holds = std::max(static_cast<double>(filled_), wires);
  const double gathered = missing(to) - std::max(0.0, holds - before);
  if (!to.onlyRates || length == 0) return gathered;
  // A queue that holds as much all the time has had as many wait on average (Little 1961), one
  // that grows all the time half as many.
  const double waited = std::max(0.0, to.waited - from_.waited);
  const double more = missing(to) + before - wires;
  // In a short stretch queues have only begun to fill.
  if (isShort(to)) return std::min(gathered, more - waited / length);
  // In a network that began empty none waits before it has come to a queue.
  const double began = before < wires ? transitIn(to) : 0;
  return std::min(gathered, 2 * (more - waited / (length - began)));
}

bool Stability::gathers(const PacketBalance& to) const {
  const auto refused = static_cast<double>(to.refused - from_.refused);
  const double share = kNoteworthy * static_cast<double>(to.tried - from_.tried);
  if (refused > share + kDeviations * std::sqrt(share)) return true;
  if (isShort(to) && !hasWaited(to)) return false;
  const double grown = growth(to);
  if (isBrief(to) && grown < kOverwhelming * static_cast<double>(to.tried - from_.tried))
    return false;
  return isNoteworthy(to, grown, kDeviations);
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

bool Stability::changeTraffic(const PacketBalance& at) {
  if (state_ != State::measuring || silent_) return false;
  if (at.arrived == from_.arrived && at.tried != from_.tried) return false;
  gathered_ = gathered_ || gathers(at);
  from_ = at;
  filled_ = 0;
  return true;
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
  transit_ = wayOf(at);
  lastStretch_ = at.now - from_.now;
  const bool quiet = !gathered_ && !silent_;
  mayGather_ = quiet && mayGatherAt(at);
  wasBrief_ = mayGather_ && !isShort(at);
  if (quiet && !mayGather_ && !isShort(at) && isNoteworthy(at, growth(at), kDoubtful))
    doubtful_ = growth(at);
  state_ = State::ended;
}

bool Stability::mayGatherAt(const PacketBalance& now) const {
  if (isShort(now)) return isNoteworthy(now, missing(now), kDeviations);
  return isBrief(now) && isNoteworthy(now, growth(now), kDeviations);
}

bool Stability::saturated(const PacketBalance& at) const {
  return gathered_ || (state_ == State::measuring && !silent_ && gathers(at));
}

}  // namespace hopscope

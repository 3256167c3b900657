// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "engine/core/ids.h"

namespace hopscope {

/// Packets that terminals tried to send, those of them that found full source queues, and those
/// that arrived, since cycle 0; and those that are on their way, at their terminals or in the
/// network.
struct PacketBalance {
  Cycle now = 0;
  std::uint64_t tried = 0, refused = 0, arrived = 0, underWay = 0;
  /// Cycles that a packet takes where nothing else is in its way, until its turn comes included
  /// where slots take turns; on average, as far as is known by now.
  double transit = 0;
  /// What `transit` is made of, so that a stretch can tell its own: cycles that the packets of the
  /// measured interval have moved by now, and the halves of ways that these are, one for each that
  /// was sent and one for each that has arrived. No halves: nothing is known but `transit`.
  double moved = 0, halves = 0;
  /// Cycles until the turn of any packet comes, where slots take turns; 0 elsewhere.
  double turn = 0;
  /// Packets on wires and in pipelines: of those under way all that wait for nothing.
  double moving = 0;
  /// Cycles that the packets of the measured interval have waited by now, but for turns of slots;
  /// summed over them.
  double waited = 0;
  /// Cycles that a packet takes along the slowest channel of a terminal.
  double packet = 0;
  /// None of those that waited was of a program, which `tried` and `arrived` leave out.
  bool onlyRates = true;
};

/// Whether more is sent than arrives while a run is measured. Cycles in which terminals have to be
/// silent, until the network has run empty for another routing, tell nothing of it: what had
/// gathered before drains then. Neither does what is on the wires of a network at its load
/// (Little 1961) and was not when the stretch began. A stretch that is short beside the way of a
/// packet tells something only where packets have waited in it: what is missing else is on its way.
/// How long that way is says what moves in the stretch, never what waits. One in which a channel
/// takes but a few packets tells of an overload that is far beyond what the network bears, and of
/// no other: queues that will hold some packets each have yet to fill.
class Stability {
 public:
  void begin(const PacketBalance& at);  ///< the measured interval
  void end(const PacketBalance& at);
  void fallSilent(const PacketBalance& at);
  void sendAgain(const PacketBalance& at);
  /// Terminals send otherwise from now on: a stretch ends, and another begins, unless nothing has
  /// arrived yet that could tell of it; whether it does.
  bool changeTraffic(const PacketBalance& at);

  /// More than 1 % of the packets tried do not arrive, or are refused whatever arrives from before,
  /// and that is no accident (three standard deviations of what gathers, and of the hundredth that
  /// may be refused), in one of the stretches that terminals could send in. `at`: now, or at the
  /// end.
  bool saturated(const PacketBalance& at) const;
  /// Measured cycles in which terminals had to be silent, up to the last change.
  Cycle silentCycles() const { return silentCycles_; }
  /// Nothing gathered when measuring ended, if what is missing was on its way: the last stretch was
  /// short beside what packets take, or brief.
  bool mayGather() const { return mayGather_; }
  /// The last stretch was not short beside the way of a packet: queues were yet to fill in it.
  bool wasBrief() const { return wasBrief_; }
  /// The same of the stretch under way, now.
  bool mayGatherAt(const PacketBalance& now) const;
  /// Packets that gathered in the last stretch where they are too few to be told from chance, and
  /// too many not to be mentioned; 0 elsewhere.
  double doubtful() const { return doubtful_; }
  double transit() const { return transit_; }         ///< at least, when measuring ended
  Cycle lastStretch() const { return lastStretch_; }  ///< how long it was then
  /// They had to be when measuring ended.
  bool endedSilent() const { return state_ == State::ended && endedSilent_; }

 private:
  enum class State : std::uint8_t { before, measuring, ended };

  /// So many of those tried are more than so many standard deviations.
  bool isNoteworthy(const PacketBalance& to, double packets, double deviations) const;
  /// Packets of the stretch that have not arrived; negative: others arrived for them.
  double missing(const PacketBalance& to) const;
  bool gathers(const PacketBalance& to) const;
  /// The stretch is too short beside the way of a packet to tell of what has not arrived.
  bool isShort(const PacketBalance& to) const;
  /// Channels took too few packets in the stretch for queues to have filled.
  bool isBrief(const PacketBalance& to) const;
  /// PacketBalance::transit of the packets of the stretch: those before it, of another pattern or
  /// routing, took other ways.
  double transitIn(const PacketBalance& to) const;
  /// Cycles that a packet is on its way in the stretch, by what is known of it: rather too few.
  double wayOf(const PacketBalance& to) const;
  /// Of what has not arrived at least half waits, by how long packets have waited.
  bool hasWaited(const PacketBalance& to) const;
  /// What has gathered of the packets that are missing: what queues held all the time has not.
  double growth(const PacketBalance& to) const;
  /// Packets of the stretch that are on the wires at its end if no queue grows.
  double onWires(const PacketBalance& to) const;

  State state_ = State::before;
  bool silent_ = false, endedSilent_ = false, mayGather_ = false, wasBrief_ = false;
  bool gathered_ = false;     ///< in a stretch that is over
  PacketBalance from_;        ///< where the stretch began
  std::uint64_t filled_ = 0;  ///< packets under way when terminals last fell silent
  double transit_ = 0, doubtful_ = 0;
  Cycle lastStretch_ = 0;
  Cycle silentSince_ = 0;  ///< of the measured cycles
  Cycle silentCycles_ = 0;
};

}  // namespace hopscope

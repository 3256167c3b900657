// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "engine/workload/rank_observation.h"

namespace hopscope {

/// How many of the messages have arrived by then; they are in the order of their arrival.
std::size_t arrivedBy(const FlightList& messages, Cycle cycle);

/// What ranks did, row by row, as it grows with a run. What an observation adds is looked at once.
class RankRows {
 public:
  static constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();
  /// What can be looked at while a person waits for a picture: some milliseconds.
  static constexpr std::size_t kAtOnce = 200'000;

  /// Takes what `seen` has more than the one before; another run begins anew. Null: nothing. Looks
  /// at so many stretches and messages at most; false where there are more, for takeMore(), or this
  /// again.
  bool take(std::shared_ptr<const RankObservation> seen, std::size_t most = kAll);
  bool takeMore(std::size_t most = kAll);
  /// All of what was seen last has been looked at.
  bool complete() const { return complete_; }

  const RankObservation* seen() const { return seen_.get(); }
  const std::shared_ptr<const RankObservation>& shared() const { return seen_; }
  std::uint32_t count() const;  ///< rows: ranks over all jobs
  Cycle end() const { return seen_ ? seen_->now : 0; }
  bool cut() const;  ///< what came last is not recorded

  /// The stretches of a rank one after the other; the last may be what it is at now.
  std::size_t spans(std::uint32_t rank) const;
  RankSpan span(std::uint32_t rank, std::size_t index) const;
  /// The first stretch of a rank that ends after `cycle`; spans() where there is none.
  std::size_t after(std::uint32_t rank, Cycle cycle) const;
  /// The same of one that is not before `hint`, found the faster the nearer it is.
  std::size_t afterFrom(std::uint32_t rank, Cycle cycle, std::size_t hint) const;
  /// What a rank was at, if anything is known of it.
  std::optional<RankSpan> at(std::uint32_t rank, Cycle cycle) const;
  /// The same also where nothing was recorded because it took no time; nothing where that is not
  /// known.
  std::optional<RankPhase> phaseAt(std::uint32_t rank, Cycle cycle) const;

  /// Calls see(flight) for messages that were on their way in [from, to), at most so many, and none
  /// of protocols; how many there are beyond them is not said. True where these are all.
  template <typename See>
  bool flights(Cycle from, Cycle to, std::size_t most, See&& see) const {
    for (std::size_t part = 0; seen_ && part < seen_->parts.size(); ++part) {
      const FlightList& all = seen_->parts[part].flights;
      for (std::size_t i = arrivedBy(all, from); i < all.size(); ++i) {
        const MessageFlight flight = all[i];
        if (flight.arrived >= to + longest_) break;
        if (flight.posted >= to) {
          // One that took long has all of these looked at: piece by piece.
          if (leavesOut(part, i, to)) i += FlightList::kPiece - 1 - i % FlightList::kPiece;
          continue;
        }
        if (flight.answer) continue;
        if (most-- == 0) return false;
        see(flight);
      }
    }
    return true;
  }

 private:
  bool isOpen(std::uint32_t rank) const;
  /// No message of the piece in which that one stands was sent before `to`.
  bool leavesOut(std::size_t part, std::size_t flight, Cycle to) const {
    const std::size_t piece = flight / FlightList::kPiece;
    return piece < firstPosted_[part].size() && firstPosted_[part][piece] >= to;
  }

  std::shared_ptr<const RankObservation> seen_;
  std::vector<std::vector<std::uint32_t>> spans_;  ///< of a rank: places in its part's list
  std::vector<std::size_t> spansTaken_, flightsTaken_;
  /// By part, of each full piece of messages: when the first was sent.
  std::vector<std::vector<Cycle>> firstPosted_;
  std::vector<Cycle> first_;  ///< by part: the same of the piece that is not full
  Cycle longest_ = 0;         ///< that a message was on its way
  bool complete_ = true;
};

}  // namespace hopscope

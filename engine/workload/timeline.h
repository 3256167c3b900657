// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/core/ids.h"
#include "engine/core/piece_list.h"
#include "engine/workload/rank_phase.h"

namespace hopscope {

/// What a rank was at for a while. Ranks are numbered over all jobs.
struct RankSpan {
  std::uint32_t rank = 0;
  RankPhase phase = RankPhase::computing;
  Cycle from = 0, to = 0;

  bool operator==(const RankSpan&) const = default;
};

/// A message from the moment its interface had it until it was there.
struct MessageFlight {
  std::uint32_t source = 0, destination = 0;
  std::uint32_t bytes = 0;
  Cycle posted = 0, arrived = 0;
  /// Of a protocol: that a receive is ready, or that a message is there.
  bool answer = false;

  bool operator==(const MessageFlight&) const = default;
};

/// A RankSpan in two thirds of its room: millions of them are kept. Ranks below 2^24, cycles below
/// 2^48, up to which what is longer counts.
class PackedSpan {
 public:
  PackedSpan() = default;
  explicit PackedSpan(const RankSpan& span)
      : rank_(span.rank | static_cast<std::uint32_t>(span.phase) << 24) {
    const auto from = static_cast<std::uint64_t>(span.from);
    const std::uint64_t length =
        std::min(static_cast<std::uint64_t>(span.to - span.from), (std::uint64_t{1} << 48) - 1);
    from_ = static_cast<std::uint32_t>(from);
    length_ = static_cast<std::uint32_t>(length);
    high_ = static_cast<std::uint32_t>(from >> 32 << 16 | length >> 32);
  }
  explicit operator RankSpan() const {
    const auto from = static_cast<Cycle>(std::uint64_t{high_ >> 16} << 32 | from_);
    const auto length = static_cast<Cycle>(std::uint64_t{high_ & 0xffff} << 32 | length_);
    return {rank_ & 0xffffff, static_cast<RankPhase>(rank_ >> 24), from, from + length};
  }

 private:
  std::uint32_t rank_ = 0, from_ = 0, length_ = 0, high_ = 0;
};
static_assert(sizeof(PackedSpan) == 16);

/// A MessageFlight likewise. Ranks below 2^24, cycles below 2^40, under way for less than 2^39.
class PackedFlight {
 public:
  PackedFlight() = default;
  explicit PackedFlight(const MessageFlight& flight) : bytes_(flight.bytes) {
    const auto arrived = static_cast<std::uint64_t>(flight.arrived);
    const auto taken = static_cast<std::uint64_t>(flight.arrived - flight.posted);
    arrived_ = static_cast<std::uint32_t>(arrived);
    taken_ = static_cast<std::uint32_t>(taken);
    source_ = flight.source | static_cast<std::uint32_t>(arrived >> 32) << 24;
    destination_ = flight.destination | static_cast<std::uint32_t>(taken >> 32 & 0x7f) << 24 |
                   static_cast<std::uint32_t>(flight.answer) << 31;
  }
  explicit operator MessageFlight() const {
    const auto arrived = static_cast<Cycle>(std::uint64_t{source_ >> 24} << 32 | arrived_);
    const auto taken = static_cast<Cycle>(std::uint64_t{destination_ >> 24 & 0x7f} << 32 | taken_);
    return {source_ & 0xffffff,     destination_ & 0xffffff, bytes_, arrived - taken, arrived,
            destination_ >> 31 != 0};
  }

 private:
  std::uint32_t source_ = 0, destination_ = 0, bytes_ = 0, arrived_ = 0, taken_ = 0;
};
static_assert(sizeof(PackedFlight) == 20);

using SpanList = PieceList<RankSpan, PackedSpan>;
using FlightList = PieceList<MessageFlight, PackedFlight>;

/// What the ranks of one part of a network did and the messages that reached them, as it happened.
struct TimelinePart {
  SpanList spans;      ///< of a rank: one after the other
  FlightList flights;  ///< in the order of their arrival
  /// Those that only announce one (rendezvous), which is as long as they say; likewise in order.
  FlightList requests;
  std::size_t most = 0;  ///< of each; what comes later is not kept
  bool cut = false;      ///< something was not kept

  void add(const RankSpan& span) { keep(spans, span); }
  void add(const MessageFlight& flight) { keep(flights, flight); }
  void addRequest(const MessageFlight& flight) { keep(requests, flight); }

 private:
  template <typename List, typename Item>
  void keep(List& items, const Item& item) {
    if (items.size() < most)
      items.push_back(item);
    else
      cut = true;
  }
};

/// The parts of a network together, in order of time; without messages of protocols.
struct Timeline {
  std::vector<RankSpan> spans;         ///< by their begin, then by rank
  std::vector<MessageFlight> flights;  ///< by their arrival
  bool cut = false;
};

Timeline joined(const std::vector<TimelinePart>& parts);

}  // namespace hopscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

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

  bool operator==(const MessageFlight&) const = default;
};

/// What the ranks of one part of a network did and the messages that reached them, as it happened.
struct TimelinePart {
  PieceList<RankSpan> spans;         ///< of a rank: one after the other
  PieceList<MessageFlight> flights;  ///< in the order of their arrival
  /// Those that only announce one (rendezvous), which is as long as they say; likewise in order.
  PieceList<MessageFlight> requests;
  std::size_t most = 0;  ///< of each; what comes later is not kept
  bool cut = false;      ///< something was not kept

  void add(const RankSpan& span) { keep(spans, span); }
  void add(const MessageFlight& flight) { keep(flights, flight); }
  void addRequest(const MessageFlight& flight) { keep(requests, flight); }

 private:
  template <typename Item>
  void keep(PieceList<Item>& items, const Item& item) {
    if (items.size() < most)
      items.push_back(item);
    else
      cut = true;
  }
};

/// The parts of a network together, in order of time.
struct Timeline {
  std::vector<RankSpan> spans;         ///< by their begin, then by rank
  std::vector<MessageFlight> flights;  ///< by their arrival
  bool cut = false;
};

Timeline joined(const std::vector<TimelinePart>& parts);

}  // namespace hopscope

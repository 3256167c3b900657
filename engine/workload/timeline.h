// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/core/ids.h"
#include "engine/workload/rank_phase.h"

namespace hopscope {

/// What a rank was at for a while. Ranks are numbered over all jobs.
struct RankSpan {
  std::uint32_t rank = 0;
  RankPhase phase = RankPhase::computing;
  Cycle from = 0, to = 0;
};

/// A message from the moment its interface had it until it was there.
struct MessageFlight {
  std::uint32_t source = 0, destination = 0;
  std::uint32_t bytes = 0;
  Cycle posted = 0, arrived = 0;
};

/// What ranks did and the messages between them, as it happened.
struct Timeline {
  std::vector<RankSpan> spans;
  std::vector<MessageFlight> flights;
  std::size_t most = 0;  ///< of each; what comes later is not kept
  bool cut = false;      ///< something was not kept

  void add(const RankSpan& span) { keep(spans, span); }
  void add(const MessageFlight& flight) { keep(flights, flight); }

 private:
  template <typename Item>
  void keep(std::vector<Item>& items, const Item& item) {
    if (items.size() < most)
      items.push_back(item);
    else
      cut = true;
  }
};

}  // namespace hopscope

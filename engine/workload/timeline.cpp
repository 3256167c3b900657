// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/workload/timeline.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace hopscope {

Timeline joined(const std::vector<TimelinePart>& parts) {
  Timeline all;
  for (const TimelinePart& part : parts) {
    for (std::size_t i = 0; i < part.spans.size(); ++i) all.spans.push_back(part.spans[i]);
    for (std::size_t i = 0; i < part.flights.size(); ++i)
      if (const MessageFlight flight = part.flights[i]; !flight.answer)
        all.flights.push_back(flight);
    all.cut = all.cut || part.cut;
  }
  std::sort(all.spans.begin(), all.spans.end(), [](const RankSpan& a, const RankSpan& b) {
    return std::tuple(a.from, a.rank, a.to) < std::tuple(b.from, b.rank, b.to);
  });
  std::sort(all.flights.begin(), all.flights.end(),
            [](const MessageFlight& a, const MessageFlight& b) {
              return std::tuple(a.arrived, a.destination, a.source, a.posted) <
                     std::tuple(b.arrived, b.destination, b.source, b.posted);
            });
  return all;
}

}  // namespace hopscope

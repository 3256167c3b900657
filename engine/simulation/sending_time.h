// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/simulation/setup.h"

namespace hopscope {

/// Which terminals have anything to send, and for how long: those that a pattern keeps silent, or
/// whose router has failed, are no senders for so long.
class SendingTime {
 public:
  explicit SendingTime(const Setup& setup);

  /// Another pattern is in force from this cycle on.
  void change(const std::shared_ptr<const TrafficPattern>& pattern, Cycle now);
  /// Per router, cycles of its terminals up to now in which they could send.
  void take(std::vector<std::uint64_t>& cycles, Cycle now) const;
  /// Of a router, its terminals that can send at present.
  std::uint64_t senders(RouterId router) const { return senders_[router]; }
  /// The same, at any time so far.
  std::uint64_t most(RouterId router) const { return most_[router]; }

 private:
  void count();

  const Topology* topology_;
  bool all_;  ///< what else sends decides by itself who does
  std::shared_ptr<const TrafficPattern> pattern_;
  std::vector<std::uint64_t> senders_;  ///< per router, under `pattern_`
  std::vector<std::uint64_t> most_;     ///< the same, under any so far
  std::vector<std::uint64_t> before_;   ///< per router, cycles before `since_`
  Cycle since_ = 0;
};

}  // namespace hopscope

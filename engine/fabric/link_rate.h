// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "engine/core/ids.h"

namespace hopscope {

/// What a channel carries: `flits` flits in `cycles` cycles, an exact ratio in lowest terms; one a
/// cycle at the most.
struct LinkRate {
  std::uint32_t flits = 1;
  std::uint32_t cycles = 1;

  bool full() const { return flits == cycles; }
  /// Flits a cycle, above 0 and at most 1.
  double perCycle() const { return static_cast<double>(flits) / cycles; }
  /// Whole cycles in which so many flits have surely left a channel that was idle.
  Cycle span(std::uint64_t count) const {
    return static_cast<Cycle>((count * cycles + flits - 1) / flits);
  }
  /// The least that they take, in whole cycles, where other flits left right before them.
  Cycle leastSpan(std::uint64_t count) const { return static_cast<Cycle>(count * cycles / flits); }
  bool operator<(const LinkRate& other) const {
    return std::uint64_t{flits} * other.cycles < std::uint64_t{other.flits} * cycles;
  }
  bool operator==(const LinkRate&) const = default;
};

/// That of a link among those of all; empty: every link is full.
inline LinkRate rateOf(const std::vector<LinkRate>& rates, LinkId link) {
  return rates.empty() ? LinkRate{} : rates[link];
}

/// When a channel may take the next flit, in whole cycles but without drift: what a stream is ahead
/// of the cycle in which its next flit leaves is kept, in parts of a cycle, `rate.flits` of them.
/// So the k-th flit of a stream leaves ⌈k / bandwidth⌉ cycles behind its first, for any k. A
/// channel that has been free for a whole cycle begins anew.
class LinkPace {
 public:
  LinkPace() = default;
  explicit LinkPace(LinkRate rate) : rate_(rate) {}

  const LinkRate& rate() const { return rate_; }
  /// So many flits begin to leave; `follows`: in the first cycle in which the channel takes any.
  /// Cycles until it takes others.
  std::uint32_t take(std::uint64_t count, bool follows) {
    const std::uint64_t due = count * rate_.cycles - (follows ? spare_ : 0);
    const std::uint64_t busy = (due + rate_.flits - 1) / rate_.flits;
    spare_ = static_cast<std::uint32_t>(busy * rate_.flits - due);
    return static_cast<std::uint32_t>(busy);
  }

 private:
  LinkRate rate_;
  std::uint32_t spare_ = 0;  ///< parts of a cycle, below rate_.flits
};

}  // namespace hopscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/simulation/end_watch.h"

namespace hopscope {
namespace {

/// At multiples of so many cycles all buffers may be walked over.
constexpr Cycle kWalkAt = 1024;
/// They are once so many flits have moved for each channel since the latest walk, or after so many
/// cycles.
constexpr std::uint64_t kHopsBetweenWalks = 2048;
constexpr Cycle kCyclesBetweenWalks = 16 * kWalkAt;

}  // namespace

void EndWatch::look(const ObservedNetwork& network, bool walks) {
  overflowed_ = network.full();
  const Cycle now = network.now();
  still_ = network.alive() > 0 && now - network.lastMove() > network.longestPause() &&
           !network.underWay();
  if (still_) {
    standing_ = network.standing(true);
    inVain_ = network.waitingInVain();
    return;
  }
  // In a network that rests it would depend on who asks how often.
  if (!walks || now % kWalkAt != 0 || network.alive() == 0) return;
  const std::uint64_t hops = network.flitHops();
  if (now - walkedAt_ < kCyclesBetweenWalks &&
      hops - hopsThen_ < kHopsBetweenWalks * network.channelFlits().size())
    return;
  walkedAt_ = now;
  hopsThen_ = hops;
  walk(network);
}

void EndWatch::walk(const ObservedNetwork& network) {
  if (!stuck() && network.alive() > 0) standing_ = network.standing(false);
}

void EndWatch::tell(const ObservedNetwork& network, Results& results) const {
  results.verdict = standing_.buffers == 0 ? Verdict::stalled : Verdict::deadlocked;
  results.deadlock = standing_.cycle;
  results.deadlockedBuffers = standing_.buffers;
  results.warnings.insert(results.warnings.end(), inVain_.begin(), inVain_.end());
  const Cycle now = network.now();
  results.warnings.push_back(
      still_ ? sentence("Stopped at cycle {}: no packet moved for {} cycles while {} wait.", now,
                        now - network.lastMove(), network.alive())
             : sentence("Stopped at cycle {}: the packets in {} buffers can never go on, though "
                        "others still move; {} are under way.",
                        now, standing_.buffers, network.alive()));
}

}  // namespace hopscope

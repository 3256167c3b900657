// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>

namespace hopscope {

/// Which queues of switches watch themselves, and what they make of it: the congestion points of
/// IEEE 802.1Qau, at the ports between switches (Benito, PhD thesis, 2020, section 4.6).
struct CongestionPoints {
  enum class Place : std::uint8_t { inputs, outputs };

  Place place = Place::outputs;
  std::uint32_t every = 100;   ///< packets that enter the queue, until it is looked at again
  double chance = 0.3;         ///< that a queue which is too long sends a notice, 0..1
  double setpoint = 0.2;       ///< Qeq, a share of the queue's room, 0..1
  double weight = 0;           ///< w, of how much the queue has grown
  bool processesOwn = false;   ///< at inputs: the switch itself hears of the victim's output, too
  double noticeBytes = 0;      ///< 0: as long as the shortest packet
  std::uint32_t room = 1'000;  ///< flits of notices that a switch holds back before it drops some

  static constexpr std::uint32_t kMostFeedback = 63;  ///< six bits

  /// What a notice says of a queue of `flits` that was `before` when it was looked at last:
  /// floor(63 (Qoff + w Qdelta) / (Qeq (2w + 1))), at most 63. Below 0: it is not too long, and
  /// says nothing.
  int feedback(double flits, double before, double roomFlits) const {
    const double wanted = setpoint * roomFlits;
    const double excess = flits - wanted + weight * (flits - before);
    if (excess <= 0) return -1;
    const double most = wanted * (2 * weight + 1);
    return static_cast<int>(std::min(excess, most) * kMostFeedback / most);
  }
};

}  // namespace hopscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace hopscope::formulas {

/// Times of an idle crossbar with buffers, circuits and slots, in ns (Ding 2006, section 5.5.2).
struct CircuitDelays {
  double nic = 10;        ///< sending; receiving as much
  double serial = 30;     ///< parallel to serial; serial to parallel as much
  double cable = 20;      ///< from the NIC to the switch, and from there to the other NIC
  double scheduler = 80;  ///< one pass
  double buffer = 10;     ///< the switch of worms; circuits pass without
  double word = 10;       ///< a word on a link

  double wire() const { return 2 * serial + cable; }  ///< a request or a grant
  /// Of a circuit through the crossbar: serial once, however many cables.
  double straight() const { return 2 * serial + 2 * cable; }
};

/// From the sender to the last word's arrival. `words` and `wormWords` are at least 1; each further
/// worm of a message is scheduled anew.
double wormholeLatency(const CircuitDelays& delays, std::int64_t words, std::int64_t wormWords);
/// Request, grant and data one after the other.
double circuitLatency(const CircuitDelays& delays, std::int64_t words);
/// Over a circuit that exists, without the wait for its slot; a miss takes `missPenalty` more.
double slotLatency(const CircuitDelays& delays, std::int64_t words);
double missPenalty(const CircuitDelays& delays);

}  // namespace hopscope::formulas

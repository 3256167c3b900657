// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <bit>
#include <utility>

#include "engine/fabric/calendar.h"
#include "engine/fabric/fabric.h"

namespace hopscope {

/// No virtual channel.
inline constexpr VcIndex kNoVc = 0xff;

/// The output side of all routers: the queue towards the link, and credits. The queue needs no
/// events: what departs when is known at the grant.
class OutputUnit {
 public:
  explicit OutputUnit(Fabric& fabric) : fabric_(fabric) {}

  /// The earliest cycle from `now` on at which the crossbar side can take a packet: output idle,
  /// room in its queue. A packet's slot is free the cycle after its departure.
  Cycle available(Cycle now, const OutputPort& out) const {
    const Cycle idle = std::max(out.busyUntil, now);
    // Departures are a packet apart, so this many cycles ahead there is room for one more.
    if (out.lastDeparture - idle < Cycle{out.slots - 1} * fabric_.packetFlits) return idle;
    const CycleStamp oldest = fabric_.departures[out.firstSlot + out.nextSlot];
    const auto ahead = static_cast<std::int32_t>(oldest - static_cast<CycleStamp>(now));
    return std::max(idle, now + ahead + 1);
  }

  /// Of the virtual channels a head may take, the one with the most room downstream for a whole
  /// packet; kNoVc where none has room.
  VcIndex freeVc(const OutputPort& out, VcMask allowed) const {
    if (out.downstream == kNone) return 0;
    std::uint32_t least = out.room - fabric_.packetFlits + 1;
    VcIndex best = kNoVc;
    for (; allowed != 0; allowed &= allowed - 1) {
      const auto vc = static_cast<VcIndex>(std::countr_zero(allowed));
      const std::uint32_t used = fabric_.used[out.firstVc + vc];
      if (used < least) {
        least = used;
        best = vc;
      }
    }
    return best;
  }

  /// Puts a packet into the queue and returns when its head departs onto the link.
  Cycle depart(Cycle now, OutputPort& out, VcIndex vc) {
    const Cycle departure =
        std::max(now + Cycle{out.switchLatency}, out.lastDeparture + Cycle{fabric_.packetFlits});
    out.lastDeparture = departure;
    fabric_.departures[out.firstSlot + out.nextSlot] = static_cast<CycleStamp>(departure);
    out.nextSlot = out.nextSlot + 1 == out.slots ? 0 : out.nextSlot + 1;
    if (out.downstream != kNone) fabric_.used[out.firstVc + vc] += fabric_.packetFlits;
    return departure;
  }

  /// Has an input told when a credit comes in.
  void waitForCredit(const OutputPort& out, PortIndex input) {
    fabric_.waiting[out.firstWaiting + input / 64u] |= std::uint64_t{1} << (input % 64u);
  }

  /// Takes a credit in and calls `wake(PortIndex)` for each input that waited for one.
  template <typename Wake>
  void receiveCredit(const Credit& credit, Wake&& wake) {
    const OutputPort& out = fabric_.outputs[credit.output];
    fabric_.used[out.firstVc + credit.vc] -= credit.flits;
    for (unsigned w = 0; w < out.waitingWords; ++w) {
      std::uint64_t bits = std::exchange(fabric_.waiting[out.firstWaiting + w], 0);
      for (; bits != 0; bits &= bits - 1)
        wake(static_cast<PortIndex>(w * 64u + static_cast<unsigned>(std::countr_zero(bits))));
    }
  }

 private:
  Fabric& fabric_;
};

}  // namespace hopscope

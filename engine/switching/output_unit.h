// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <utility>

#include "engine/fabric/calendar.h"
#include "engine/fabric/fabric.h"

namespace hopscope {

/// No virtual channel.
inline constexpr VcIndex kNoVc = 0xff;

/// Flits of the packets in an output queue at cycle `now`.
inline std::uint32_t queuedFlits(const Fabric& fabric, PortId output, CycleStamp now) {
  const DepartureRings& runs = fabric.runs;
  std::uint32_t count = 0;
  std::uint32_t run = fabric.outputs[output].run;
  for (std::uint32_t i = 1; i < runs.each(); ++i) {
    const DepartureRun& latest = runs.run(output, run);
    const std::uint32_t each = runs.length(output, run);
    const std::int32_t left = ahead(latest.last, now);
    if (left < 0) break;
    run = runs.before(output, run);
    count += std::min(latest.sent - runs.run(output, run).sent,
                      (static_cast<std::uint32_t>(left) / each + 1) * each);
  }
  return count;
}

/// The output side of all routers: the queue towards the link, and credits. The queue needs no
/// events: what departs when is known at the grant.
class OutputUnit {
 public:
  explicit OutputUnit(Fabric& fabric)
      : fabric_(fabric),
        outputs_(fabric.outputs.data()),
        sums_(fabric.queueSums.empty() ? nullptr : fabric.queueSums.data()),
        paced_(!fabric.paces.empty()) {}

  /// How long until the crossbar side can take a packet: output idle, room in its queue. A packet's
  /// room is free the cycle after its head's departure.
  std::int32_t wait(CycleStamp now, PortId output, const SwitchTimes& times) const {
    const OutputPort& out = outputs_[output];
    const std::int32_t idle = std::max(ahead(out.busyUntil, now), 0);
    if (ahead(out.linkFree, now) - idle <= static_cast<std::int32_t>(times.queueSurely))
      return idle;
    return std::max(idle, waitForRoom(now, output, times.queueRoom));
  }

  /// Whether the output's own queue has no room for a packet. An output that holds a single one has
  /// no queue: the packet is on its way.
  bool full(PortId output, CycleStamp now) const {
    const SwitchTimes& times = fabric_.times[fabric_.inputs[output].settings];
    return times.queueRoom >= 2 * fabric_.longest &&
           ahead(outputs_[output].linkFree, now) > static_cast<std::int32_t>(times.queueSurely) &&
           waitForRoom(now, output, times.queueRoom) > 0;
  }

  /// Of the virtual channels a head may take, the one with the most room downstream for a whole
  /// packet; kNoVc where none has room.
  VcIndex freeVc(PortId output, VcMask allowed) const {
    const OutputPort& out = outputs_[output];
    if (out.downstream == kNone) return 0;
    std::uint32_t least = out.room - fabric_.longest + 1;
    VcIndex best = kNoVc;
    for (; allowed != 0; allowed &= allowed - 1) {
      const auto vc = static_cast<VcIndex>(std::countr_zero(allowed));
      const std::uint32_t used = fabric_.used(output, vc);
      if (used < least) {
        least = used;
        best = vc;
      }
    }
    return best;
  }

  /// Puts a packet of so many flits, counted in `sent` already, into the queue and returns when its
  /// head departs onto the link. `kAlike`: all packets have one length, and links are full.
  template <bool kAlike>
  CycleStamp depart(CycleStamp now, PortId output, const SwitchTimes& times, VcIndex vc,
                    std::uint32_t flits) {
    OutputPort& out = outputs_[output];
    const auto through = static_cast<std::int32_t>(times.latency);
    const std::int32_t behind = ahead(out.linkFree, now);
    const CycleStamp departure = now + static_cast<CycleStamp>(std::max(through, behind));
    DepartureRings& runs = fabric_.runs;
    const auto sent = static_cast<std::uint32_t>(out.sent);
    const bool paced = !kAlike && paced_;
    if constexpr (kAlike) {
      if (through > behind) out.run = runs.next(out.run);
    } else {
      if (behind <= 0)
        out.run = runs.begin(output, now, sent - flits);
      else if (through > behind || paced || runs.length(output, out.run) != flits)
        out.run = runs.next(output, out.run, now);
    }
    runs.put<kAlike>(output, out.run, {departure, sent}, flits);
    out.linkFree = departure + (paced ? busy(output, departure, flits) : flits);
    if (out.downstream != kNone) {
      fabric_.used(output, vc) += flits;
      if (sums_ != nullptr) sums_[output] += flits;
    }
    return departure;
  }

  /// Cycles that a link that need not be full is taken by so many flits from `departure` on.
  std::uint32_t busy(PortId output, CycleStamp departure, std::uint32_t flits) {
    return fabric_.paces[output].take(flits, departure == outputs_[output].linkFree);
  }

  /// Has an input told when a credit comes in, or its sender may go on (PauseControl).
  void waitForCredit(PortId output, PortIndex input) {
    fabric_.waiting(output)[input / 64u] |= std::uint64_t{1} << (input % 64u);
  }

  /// Takes a credit in and calls `wake(PortId)` for each input that waited for one.
  template <bool kAlike, typename Wake>
  void receiveCredit(Credit credit, Wake&& wake) {
    const PortId output = credit.output();
    const std::uint32_t flits = fabric_.flitsOf<kAlike>(credit.length());
    fabric_.used(output, credit.vc()) -= flits;
    if (sums_ != nullptr) sums_[output] -= flits;
    wakeWaiting(output, wake);
  }

  /// Calls `wake(PortId)` for each input that waits for room behind an output.
  template <typename Wake>
  void wakeWaiting(PortId output, Wake&& wake) {
    const PortId first = output - outputs_[output].index;
    std::uint64_t* const waiting = fabric_.waiting(output);
    for (unsigned w = 0; w < fabric_.waitingWords(); ++w)
      for (std::uint64_t bits = std::exchange(waiting[w], 0); bits != 0; bits &= bits - 1)
        wake(first + w * 64u + static_cast<unsigned>(std::countr_zero(bits)));
  }

 private:
  /// How long until so many of the packets before the next one have left that the others' flits
  /// and those of the longest are at most `room`.
  std::int32_t waitForRoom(CycleStamp now, PortId output, std::uint32_t room) const {
    const OutputPort& out = outputs_[output];
    if (out.sent + fabric_.longest <= room) return 0;
    std::uint32_t left = room - fabric_.longest;
    const DepartureRings& runs = fabric_.runs;
    std::uint32_t run = out.run;
    for (std::uint32_t i = 1; i < runs.each(); ++i) {
      const std::uint32_t before = runs.before(output, run);
      const DepartureRun& latest = runs.run(output, run);
      if (ahead(latest.last, now) < 0) return 0;
      const std::uint32_t held = latest.sent - runs.run(output, before).sent;
      if (held > left) {
        // Where all packets are alike, room is for whole ones.
        if (fabric_.alike == 0) left -= left % runs.length(output, run);
        return ahead(latest.last - left, now) + 1;
      }
      left -= held;
      run = before;
    }
    return 0;  // what is farther back than the ring reaches has left
  }

  Fabric& fabric_;
  OutputPort* const outputs_;
  std::uint32_t* const sums_;  ///< Fabric::queueSums; nullptr: none are kept
  const bool paced_;           ///< not all links are full
};

}  // namespace hopscope

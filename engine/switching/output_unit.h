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

/// Packets in an output queue at cycle `now`.
inline std::uint32_t queuedPackets(const Fabric& fabric, PortId output, CycleStamp now) {
  const DepartureRun* const ring = &fabric.runs[std::size_t{output} * fabric.runsEach];
  std::uint32_t count = 0;
  std::uint32_t run = fabric.outputs[output].run;
  for (std::uint32_t i = 1; i < fabric.runsEach; ++i) {
    const DepartureRun& latest = ring[run];
    const std::int32_t left = ahead(latest.last, now);
    if (left < 0) break;
    run = (run == 0 ? fabric.runsEach : run) - 1;
    count += std::min(latest.number - ring[run].number,
                      static_cast<std::uint32_t>(left) / fabric.packetFlits + 1);
  }
  return count;
}

/// The output side of all routers: the queue towards the link, and credits. The queue needs no
/// events: what departs when is known at the grant.
class OutputUnit {
 public:
  explicit OutputUnit(Fabric& fabric) : fabric_(fabric), outputs_(fabric.outputs.data()) {}

  /// How long until the crossbar side can take a packet: output idle, room in its queue. A packet's
  /// slot is free the cycle after its departure.
  std::int32_t wait(CycleStamp now, PortId output, const SwitchTimes& times) const {
    const OutputPort& out = outputs_[output];
    const std::int32_t idle = std::max(ahead(out.busyUntil, now), 0);
    // Departures are a packet apart, so this many cycles ahead there is room for one more.
    const auto full = static_cast<std::int32_t>((times.queueSlots - 1) * fabric_.packetFlits);
    if (ahead(out.lastDeparture, now) - idle < full) return idle;
    return std::max(idle, waitForSlot(now, output, times));
  }

  /// Of the virtual channels a head may take, the one with the most room downstream for a whole
  /// packet; kNoVc where none has room.
  VcIndex freeVc(PortId output, VcMask allowed) const {
    const OutputPort& out = outputs_[output];
    if (out.downstream == kNone) return 0;
    std::uint32_t least = out.room - fabric_.packetFlits + 1;
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

  /// Puts a packet into the queue and returns when its head departs onto the link.
  CycleStamp depart(CycleStamp now, PortId output, const SwitchTimes& times, VcIndex vc) {
    OutputPort& out = outputs_[output];
    const auto through = static_cast<std::int32_t>(times.latency);
    const std::int32_t behind =
        ahead(out.lastDeparture, now) + static_cast<std::int32_t>(fabric_.packetFlits);
    out.lastDeparture = now + static_cast<CycleStamp>(std::max(through, behind));
    if (through > behind) out.run = out.run + 1 == fabric_.runsEach ? 0 : out.run + 1;
    ringOf(output)[out.run] = {out.lastDeparture, static_cast<std::uint32_t>(out.sent)};
    if (out.downstream != kNone) fabric_.used(output, vc) += fabric_.packetFlits;
    return out.lastDeparture;
  }

  /// Has an input told when a credit comes in.
  void waitForCredit(PortId output, PortIndex input) {
    fabric_.waiting(output)[input / 64u] |= std::uint64_t{1} << (input % 64u);
  }

  /// Takes a credit in and calls `wake(PortId)` for each input that waited for one.
  template <typename Wake>
  void receiveCredit(Credit credit, Wake&& wake) {
    const PortId output = credit.output();
    fabric_.used(output, credit.vc()) -= fabric_.packetFlits;
    const PortId first = output - outputs_[output].index;
    std::uint64_t* const waiting = fabric_.waiting(output);
    for (unsigned w = 0; w < fabric_.waitingWords(); ++w)
      for (std::uint64_t bits = std::exchange(waiting[w], 0); bits != 0; bits &= bits - 1)
        wake(first + w * 64u + static_cast<unsigned>(std::countr_zero(bits)));
  }

 private:
  const DepartureRun* ringOf(PortId output) const {
    return &fabric_.runs[std::size_t{output} * fabric_.runsEach];
  }
  DepartureRun* ringOf(PortId output) {
    return &fabric_.runs[std::size_t{output} * fabric_.runsEach];
  }
  std::uint32_t before(std::uint32_t run) const { return (run == 0 ? fabric_.runsEach : run) - 1; }

  /// How long until the packet that is as many before the next one as there are slots has left.
  std::int32_t waitForSlot(CycleStamp now, PortId output, const SwitchTimes& times) const {
    const OutputPort& out = outputs_[output];
    if (out.sent < times.queueSlots) return 0;
    const auto oldest = static_cast<std::uint32_t>(out.sent) - times.queueSlots + 1;
    std::uint32_t run = out.run;
    for (std::uint32_t i = 1; i < fabric_.runsEach; ++i) {
      if (ahead(ringOf(output)[before(run)].number, oldest) < 0) break;
      run = before(run);
    }
    // Farther back than the ring reaches: it has left, whatever comes out here.
    const DepartureRun& found = ringOf(output)[run];
    return ahead(found.last - (found.number - oldest) * fabric_.packetFlits, now) + 1;
  }

  Fabric& fabric_;
  OutputPort* const outputs_;
};

}  // namespace hopscope

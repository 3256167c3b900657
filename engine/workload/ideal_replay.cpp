// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/workload/ideal_replay.h"

#include <algorithm>

#include "engine/workload/application_workload.h"
#include "engine/workload/event_wheel.h"

namespace hopscope {
namespace {

/// Wires from each terminal to each other one.
class IdealWires final : public SourceQueues {
 public:
  explicit IdealWires(const HeadTimes& heads) : heads_(heads), times_(&heads) {}

  bool enter(Cycle now, const NewPacket& packet, Rng& /*routing*/) override {
    HeadTimes::Pair& pair = known_.of(packet.source, packet.destination);
    if (pair.head < 0) pair = heads_.pair(packet.source, packet.destination);
    under_.note(now + times_.of(pair, packet.flits) - 1, 0, packet.letter);
    return true;
  }
  void drop(const NewPacket& /*packet*/) override {}

  Cycle next() const { return under_.next(); }
  void deliver(Cycle now, Endpoints& endpoints) {
    under_.handleUpTo(now, [&](Cycle /*time*/, unsigned /*kind*/, std::uint64_t letter) {
      Delivery delivery;
      delivery.at = now;
      delivery.letter = letter;
      endpoints.hear(delivery);
    });
  }

 private:
  const HeadTimes& heads_;
  AloneTimes times_;
  PairTable<HeadTimes::Pair> known_;
  EventWheel<1> under_;  ///< letters, in the cycle in which their last flit arrives
};

}  // namespace

IdealOutcome playIdeal(const std::shared_ptr<const ApplicationPlan>& plan, Cycle most,
                       const std::stop_token& stop) {
  // A wire carries a flit a cycle, however fast terminals hand them over.
  auto ideal = std::make_shared<ApplicationPlan>(*plan);
  ideal->packets.flitsPerCycle = 1;
  ApplicationWorkload workload(ideal, true);
  workload.stopWith(stop);
  TerminalId terminals = 0;
  for (const Job& job : plan->jobs)
    for (const TerminalId place : job.places) terminals = std::max(terminals, place + 1);
  const auto source = workload.source(0, terminals);
  auto& endpoints = static_cast<Endpoints&>(*source);
  IdealWires wires(*plan->headTimes);
  for (Cycle now = 0; now < most && !stop.stop_requested();) {
    const Cycle next = std::min(wires.next(), endpoints.nextOffer(now));
    if (next >= most) break;
    now = next;
    wires.deliver(now, endpoints);
    endpoints.offer(now, wires);
  }
  return {workload.outcomes(), workload.matrix(), endpoints.misfit()};
}

}  // namespace hopscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/workload/ideal_replay.h"

#include <algorithm>

#include "engine/workload/application_workload.h"

namespace hopscope {
namespace {

/// Wires from each terminal to each other one.
class IdealWires final : public SourceQueues {
 public:
  explicit IdealWires(const HeadTimes& heads) : heads_(heads) {}

  bool enter(Cycle now, const NewPacket& packet, Rng& /*routing*/) override {
    HeadTimes::Pair& pair = known_.of(packet.source, packet.destination);
    if (pair.head < 0) pair = heads_.pair(packet.source, packet.destination);
    under_.push_back({now + heads_.alone(pair, packet.flits) - 1, count_++, packet});
    std::push_heap(under_.begin(), under_.end());
    return true;
  }
  void drop(const NewPacket& /*packet*/) override {}

  Cycle next() const { return under_.empty() ? kNoCycle : under_.front().at; }
  void deliver(Cycle now, Endpoints& endpoints) {
    while (next() <= now) {
      const UnderWay arrived = under_.front();
      std::pop_heap(under_.begin(), under_.end());
      under_.pop_back();
      Delivery delivery;
      delivery.at = now;
      delivery.source = arrived.packet.source;
      delivery.destination = arrived.packet.destination;
      delivery.flits = arrived.packet.flits;
      delivery.letter = arrived.packet.letter;
      endpoints.hear(delivery);
    }
  }

 private:
  struct UnderWay {
    Cycle at;  ///< the cycle in which the last flit arrives
    std::uint64_t number;
    NewPacket packet;

    bool operator<(const UnderWay& other) const {
      return at != other.at ? at > other.at : number > other.number;
    }
  };

  const HeadTimes& heads_;
  PairTable<HeadTimes::Pair> known_;
  std::vector<UnderWay> under_;  ///< a heap
  std::uint64_t count_ = 0;
};

}  // namespace

IdealOutcome playIdeal(const std::shared_ptr<const ApplicationPlan>& plan, Cycle most) {
  // A wire carries a flit a cycle, however fast terminals hand them over.
  auto ideal = std::make_shared<ApplicationPlan>(*plan);
  ideal->packets.flitsPerCycle = 1;
  ApplicationWorkload workload(ideal, true);
  TerminalId terminals = 0;
  for (const Job& job : plan->jobs)
    for (const TerminalId place : job.places) terminals = std::max(terminals, place + 1);
  const auto source = workload.source(0, terminals);
  auto& endpoints = static_cast<Endpoints&>(*source);
  IdealWires wires(*plan->headTimes);
  for (Cycle now = 0; now < most;) {
    const Cycle next = std::min(wires.next(), endpoints.nextOffer(now));
    if (next >= most) break;
    now = next;
    wires.deliver(now, endpoints);
    endpoints.offer(now, wires);
  }
  return {workload.outcomes(), workload.matrix(), endpoints.misfit()};
}

}  // namespace hopscope

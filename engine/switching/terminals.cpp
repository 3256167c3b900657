// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/switching/terminals.h"

#include <algorithm>
#include <numeric>

namespace hopscope {

std::uint64_t InjectionCounts::allFlits() const {
  return std::accumulate(offeredFlits.begin(), offeredFlits.end(), std::uint64_t{0});
}

InjectionCounts& InjectionCounts::operator+=(const InjectionCounts& other) {
  generated += other.generated;
  generatedFlits += other.generatedFlits;
  refused += other.refused;
  measured += other.measured;
  refusedMeasured += other.refusedMeasured;
  reacting += other.reacting;
  prefetches += other.prefetches;
  for (std::size_t i = 0; i < offeredFlits.size(); ++i) offeredFlits[i] += other.offeredFlits[i];
  return *this;
}

Terminals::Terminals(const Plan& plan)
    : first_(plan.first),
      injection_(plan.traffic, plan.seed, plan.first, plan.last - plan.first),
      turns_(plan.first, plan.workload != nullptr ? plan.last - plan.first : 0),
      offered_(plan.last - plan.first, 0),
      delivered_(plan.last - plan.first, plan.first, plan.all) {
  if (plan.workload != nullptr)
    workload_ = plan.workload->source(plan.first, plan.last - plan.first);
  prefetches_ = workload_ && workload_->prefetches();
  countClasses(plan.traffic);
}

/// Programs and a rate are classes of their own where traffic is mixed; else their packets are told
/// apart for their order alone: those of programs pass older ones in queues without end.
void Terminals::countClasses(const TrafficPlan& plan) {
  const std::size_t classes = classesOf(plan);
  delivered_.countClasses(classes);
  if (classes > 0)
    delivered_.keepClassesApart();
  else if (workload_ && plan.load > 0)
    delivered_.keepReactingApart();
}

void Terminals::offerInTurns(Cycle now, SourceQueues& queues) {
  turns_.offerAtRate(queues, [&](auto& turns) { injection_.offerTo(now, turns); });
  turns_.offerOfWorkload(queues, [&](SourceQueues& turns) { workload_->offer(now, turns); });
}

Cycle Terminals::nextOffer(Cycle now) const {
  const Cycle next = injection_.nextOffer(now);
  return workload_ ? std::min(next, workload_->nextOffer(now)) : next;
}

void Terminals::countDropped(const NewPacket& packet) {
  ++counts_.refused;
  counts_.offeredFlits[packet.trafficClass] += packet.flits;
  counts_.refusedMeasured += measuring_;
  if (packet.letter == 0) offered_[packet.source - first_] += packet.flits;
}

void Terminals::receiveLetter(Delivery& delivery) {
  delivery.letter = letters_.take(delivery.source, stampOf(delivery.at - delivery.latency));
  receiveWithLetter(delivery);
}

void Terminals::setTraffic(Cycle now, const TrafficPlan& plan) {
  injection_.setTraffic(now, plan);
  countClasses(plan);
}

void Terminals::setMeasuring(Cycle now, bool measuring) {
  measuring_ = measuring;
  if (!measuring) return;
  injection_.leaveRoom();
  letters_.leaveRoom();
  if (workload_) workload_->leaveRoom();
  delivered_.beginMeasuring(now);
}

}  // namespace hopscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "engine/fabric/cycle_stamp.h"
#include "engine/routing/routing_algorithm.h"
#include "engine/switching/delivery_counter.h"
#include "engine/switching/injection.h"
#include "engine/switching/injection_counts.h"
#include "engine/switching/letters.h"
#include "engine/switching/source_turns.h"
#include "engine/traffic/traffic_source.h"

namespace hopscope {

/// The terminals of one part of a network: who sends, and what is counted of what goes and comes.
/// How packets wait for the network and leave it is a matter of its switches.
class Terminals {
 public:
  /// Of terminals [first, last) of a network of `all`.
  struct Plan {
    TerminalId first = 0, last = 0, all = 0;
    const TrafficPlan& traffic;
    Workload* workload;  ///< may be null
    const RoutingAlgorithm& routing;
    std::uint64_t seed;
  };
  explicit Terminals(const Plan& plan);

  /// Has them bring what they send at cycle `now`.
  void offer(Cycle now, SourceQueues& queues) { offerTo(now, queues); }
  /// The same for queues of a kind that is known.
  template <typename Queues>
  void offerTo(Cycle now, Queues& queues) {
    if (workload_)
      offerInTurns(now, queues);
    else
      injection_.offerTo(now, queues);
  }
  /// A terminal has a packet a cycle at the most, for there is no workload.
  bool oneEach() const { return workload_ == nullptr; }
  /// TrafficSource::nextOffer, of all of them.
  Cycle nextOffer(Cycle now) const;
  /// A packet was taken into a source queue.
  void countEntered(const NewPacket& packet) {
    if (packet.probe) {
      ++counts_.prefetches;
      return;
    }
    ++counts_.generated;
    counts_.generatedFlits += packet.flits;
    counts_.offeredFlits[packet.trafficClass] += packet.flits;
    counts_.measured += measuring_;
    counts_.reacting += packet.letter != 0;
    if (packet.letter == 0) offered_[packet.source - first_] += packet.flits;
  }
  /// A packet was refused for good.
  void countDropped(const NewPacket& packet);
  /// A packet is under way to one of them and will say `letter` (NewPacket).
  void expect(TerminalId source, CycleStamp birth, std::uint64_t letter) {
    letters_.expect(source, birth, letter);
  }

  /// A packet has arrived at one of them.
  void receive(const Delivery& delivery) { delivered_.add(delivery); }
  /// One with a letter, which is filled in.
  void receiveLetter(Delivery& delivery);
  /// One with a letter will arrive in the next cycle.
  void prefetchLetter(TerminalId source, CycleStamp birth) const {
    if (!prefetches_) return;
    if (const std::uint64_t letter = letters_.look(source, birth)) workload_->prefetch(letter);
  }
  /// One that has brought its letter along, so that nothing was expected.
  void receiveWithLetter(const Delivery& delivery) {
    delivered_.addReacting(delivery);
    workload_->hear(delivery);
  }
  void receiveProbe() { delivered_.addProbe(); }

  void setTraffic(Cycle now, const TrafficPlan& plan);
  /// Packets generated from now on are to be measured, or not.
  void setMeasuring(Cycle now, bool measuring);
  bool measures(const NewPacket& packet) const { return measuring_ && !packet.probe; }
  /// No packet has been announced by a probe and is still to come.
  bool noneHeld() const { return injection_.noneHeld(); }
  /// Brings what generating works on into the cache.
  void touch() const {
    injection_.touch();
    if (!prefetches_) return;
    workload_->touch();
    letters_.touch();
  }

  const InjectionCounts& injected() const { return counts_; }
  /// ObservedNetwork::offered, of these terminals.
  void offered(std::vector<std::uint64_t>& out) const {
    std::copy(offered_.begin(), offered_.end(), out.begin() + first_);
  }
  DeliveryCounter& delivered() { return delivered_; }
  const DeliveryCounter& delivered() const { return delivered_; }

 private:
  void countClasses(const TrafficPlan& plan);
  void offerInTurns(Cycle now, SourceQueues& queues);

  TerminalId first_;
  Injection injection_;
  std::unique_ptr<TrafficSource> workload_;
  SourceTurns turns_;  ///< of no terminals where there is no workload
  InjectionCounts counts_;
  std::vector<std::uint64_t> offered_;  ///< flits of packets at a rate, per terminal from `first_`
  DeliveryCounter delivered_;
  Letters letters_;
  bool measuring_ = false;
  bool prefetches_ = false;  ///< the workload's, a load nearer
};

}  // namespace hopscope

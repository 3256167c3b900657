// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "engine/switching/delivery_groups.h"
#include "engine/switching/delivery_order.h"
#include "engine/switching/delivery_tally.h"

namespace hopscope {

/// Counts the packets delivered in a part of a network. What can be had from other counters is not
/// counted, so that a packet costs little: DeliveryTally is what comes of it.
class DeliveryCounter {
 public:
  /// Of packets delivered to terminals [first, first + terminals) of a network of `all`.
  DeliveryCounter(std::uint32_t terminals, TerminalId first, std::uint32_t all);

  /// Counts packets of so many classes of traffic apart from now on, or of more than before.
  void countClasses(std::size_t classes) {
    if (classes > byClass_.size()) byClass_.resize(classes);
    order_.countClasses(static_cast<std::uint32_t>(classes));
  }

  /// Packets of a workload overtake those alone that are of one, too, from now on, and those at a
  /// rate likewise, though both are of one class.
  void keepReactingApart() {
    reactingKind_ = 1;
    order_.countClasses(2);
  }
  /// Each class is of one of them from now on.
  void keepClassesApart() { reactingKind_ = 0; }

  /// Measuring begins, at cycle `now`.
  void beginMeasuring(Cycle now) {
    measureFrom_ = batchStart_ = now;
    batchEnd_ = now + 1;
    flitsBefore_ = flits_;
  }

  /// Adds packets to such groups from now on; those kept before are forgotten.
  void setGroups(DeliveryGroups groups) { groups_ = std::move(groups); }
  const DeliveryGroups& groups() const { return groups_; }

  /// In its caller: a Delivery is larger than what is done with it.
  [[gnu::always_inline]] void add(const Delivery& delivery) {
    addAs(delivery, delivery.trafficClass);
  }
  /// One that is of a workload, and was not sent at a rate.
  void addReacting(const Delivery& delivery) {
    addAs(delivery, reactingKind_ > 0 ? reactingKind_ : delivery.trafficClass);
    ++reacting_;
  }

  /// Whether `prefetch` is worth its while.
  bool prefetches() const { return order_.prefetches(); }
  /// Of a packet that will be delivered soon: has the processor fetch what is kept of its order.
  void prefetch(TerminalId source, TerminalId destination, std::uint32_t trafficClass) const {
    order_.prefetch(source, destination, trafficClass);
  }

  /// A probe, of a prefetch, which is none of those counted.
  void addProbe() { ++probes_; }
  std::uint64_t probes() const { return probes_; }

  /// Begins a new window.
  void clearWindow();

  std::uint64_t packets() const { return packets_; }  ///< since cycle 0
  std::uint64_t measured() const;
  /// Adds everything to the tally of the whole network.
  void addTo(DeliveryTally& whole) const;

  LatencySplit split;  ///< kept by those who move the packets

 private:
  /// `kind`: what it may overtake, of its pair.
  [[gnu::always_inline]] void addAs(const Delivery& delivery, std::uint32_t kind) {
    if (const std::uint32_t displacement = order_.note(delivery, kind); displacement != 0)
      addReordered(displacement, delivery.measured);
    if (!byClass_.empty()) byClass_[delivery.trafficClass].add(delivery);
    if (!groups_.empty()) groups_.add(delivery);
    if (delivery.at >= batchEnd_) beginBatch(delivery.at);
    ++packets_;
    flits_ += delivery.flits;
    ++paths_[static_cast<std::size_t>(delivery.path)];
    received_[delivery.destination - first_] += delivery.flits;
    if (!delivery.measured) {
      window_[0].add(delivery.latency);
      warmup_.add(delivery.at, static_cast<std::uint64_t>(delivery.latency));
      return;
    }
    window_[1].add(delivery.latency);
    ofSize(delivery.flits).byPath[static_cast<std::size_t>(delivery.path)].add(delivery);
    byBirth_.add(delivery.at - delivery.latency - measureFrom_,
                 static_cast<std::uint64_t>(delivery.latency));
  }

  struct OfSize {
    std::uint32_t flits = 0;
    std::array<ClassTally, kPathKindCount> byPath;
  };

  OfSize& ofSize(std::uint32_t flits) {
    OfSize& recent = bySize_[recent_];
    return recent.flits == flits ? recent : find(flits);
  }
  OfSize& find(std::uint32_t flits);
  void addReordered(std::uint32_t displacement, bool measured) {
    ++reordered_;
    if (!measured) return;
    ++measuredReordered_;
    if (displacement > largestDisplacement_) largestDisplacement_ = displacement;
  }
  /// Adds what was delivered in the present batch of `byArrival_` to it, and begins that of `now`.
  void beginBatch(Cycle now);

  std::uint64_t packets_ = 0, flits_ = 0, reacting_ = 0, probes_ = 0;
  std::array<std::uint64_t, kPathKindCount> paths_{};  ///< packets by PathKind
  TimeBatches warmup_;
  TimeBatches byArrival_;  ///< up to `batchStart_`
  Cycle measureFrom_ = 0, batchStart_ = 0;
  Cycle batchEnd_ = std::numeric_limits<Cycle>::max();  ///< never, before measuring
  std::uint64_t flitsBefore_ = 0;                       ///< `flits_` at the batch's start
  /// Latencies of the present window: not measured, measured; and the measured ones before it.
  std::array<Histogram, 2> window_;
  Histogram before_;
  std::vector<std::uint64_t> received_;  ///< per terminal from the first
  std::vector<OfSize> bySize_;           ///< in order of appearance; the first is of no packet
  std::size_t recent_ = 0;               ///< of `bySize_`
  std::vector<TrafficTally> byClass_;    ///< of traffic; empty where there is one only
  DeliveryGroups groups_;                ///< empty where nobody asked for any
  TimeBatches byBirth_;
  TerminalId first_;
  DeliveryOrder order_;
  std::uint32_t reactingKind_ = 0;  ///< of packets of a workload, for their order; 0: their class
  std::uint64_t reordered_ = 0, measuredReordered_ = 0, largestDisplacement_ = 0;
};

}  // namespace hopscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "engine/routing/path_kind.h"
#include "engine/statistics/histogram.h"
#include "engine/statistics/time_batches.h"
#include "engine/traffic/delivery.h"

namespace hopscope {

/// Where the cycles of measured packets went, summed over packets; hop by hop, so that packets
/// still under way have a part in it.
struct LatencySplit {
  std::uint64_t source = 0;            ///< in the source queue, until the first router grants
  std::uint64_t lookup = 0;            ///< until the route was known
  std::uint64_t vcAllocation = 0;      ///< for a virtual channel, or room in the next buffer
  std::uint64_t switchAllocation = 0;  ///< for the crossbar, and behind others in the buffers
  std::uint64_t traversal = 0;         ///< the switches' pipelines
  std::uint64_t channel = 0;           ///< on the wires
  std::uint64_t serialization = 0;     ///< of the tail behind the head

  /// What a packet takes also where nothing is in its way, but for tables.
  std::uint64_t moving() const { return traversal + channel + serialization; }
  std::uint64_t total() const {
    return source + lookup + vcAllocation + switchAllocation + traversal + channel + serialization;
  }
  LatencySplit& operator+=(const LatencySplit& other);
};

/// Packets of one kind.
struct ClassTally {
  std::uint64_t packets = 0;
  std::uint64_t latency = 0, hops = 0;  ///< summed over packets

  void add(const Delivery& delivery) {
    ++packets;
    latency += static_cast<std::uint64_t>(delivery.latency);
    hops += delivery.hops;
  }
  ClassTally& operator+=(const ClassTally& other);
};

/// Packets of one class of traffic.
struct TrafficTally {
  std::uint64_t flits = 0;  ///< since cycle 0
  std::uint64_t hops = 0;   ///< below, of measured packets alone; summed over them
  Histogram latency;

  void add(const Delivery& delivery) {
    flits += delivery.flits;
    if (!delivery.measured) return;
    hops += delivery.hops;
    latency.add(delivery.latency);
  }
  TrafficTally& operator+=(const TrafficTally& other);
  void clear();
};

/// All that is counted of delivered packets. Whole numbers only: what the parts of a network count
/// adds up to the same whole in any order.
struct DeliveryTally {
  explicit DeliveryTally(std::uint32_t terminals) : received(terminals, 0) {
    bySize.reserve(kSizesAtFirst);
  }

  /// As constructed; allocates nothing.
  void clear();
  /// Adds what was counted of measured packets of one size.
  void addSize(std::uint32_t flits, const ClassTally& packets);

  std::uint64_t packets = 0, flits = 0;               ///< since cycle 0
  std::uint64_t reacting = 0;                         ///< of `packets`, of a workload
  std::array<std::uint64_t, kPathKindCount> paths{};  ///< of `packets`, by PathKind
  std::uint64_t reordered = 0;          ///< of `packets`, after a younger one of their pair
  TimeBatches warmup;                   ///< latency of unmeasured packets by time of delivery
  TimeBatches byArrival;                ///< flits by time of delivery, from the start of measuring
  Histogram windowLatency;              ///< of packets delivered in the present window
  std::vector<std::uint64_t> received;  ///< flits since cycle 0, per terminal

  std::uint64_t measured = 0;  ///< measured packets delivered; below, of these alone
  std::uint64_t measuredHops = 0;
  std::uint64_t measuredReordered = 0;
  std::uint64_t largestDisplacement = 0;  ///< by how many packets of its pair one was overtaken
  std::array<ClassTally, kPathKindCount> byPath;  ///< by PathKind
  /// By size in flits, in order of size.
  std::vector<std::pair<std::uint32_t, ClassTally>> bySize;
  std::vector<TrafficTally> byClass;  ///< of traffic; empty where there is one only
  Histogram latency;
  TimeBatches byBirth;  ///< latency by time of generation, from the start of measuring
  LatencySplit split;

  /// More sizes of packets than this are rare; there is made room for them when they come.
  static constexpr std::size_t kSizesAtFirst = 16;
};

}  // namespace hopscope

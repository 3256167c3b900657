// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/core/ids.h"
#include "engine/simulation/results.h"
#include "engine/switching/circuit_observation.h"
#include "engine/switching/journey.h"
#include "engine/switching/observation.h"
#include "engine/workload/matrix_entry.h"
#include "engine/workload/rank_observation.h"

namespace hopscope {

enum class RunPhase : std::uint8_t { warmup, measure, drain, done };

/// What the observer wants filled beyond the counters.
struct WatchList {
  RouterId router = kNone;  ///< the router whose detail is wanted
  bool packets = false;     ///< packets on wires
  std::uint32_t maxPackets = 20'000;
  bool latencies = false;           ///< the histogram so far
  RouterId neighbour = kNone;       ///< another router whose detail is wanted
  bool windows = true;              ///< Snapshot::windows
  bool allocations = false;         ///< requests and grants of `router`, cycle by cycle
  bool results = false;             ///< Snapshot::soFar
  bool learnt = false;              ///< Snapshot::learnt
  bool circuits = false;            ///< Snapshot::circuits
  bool ranks = false;               ///< Snapshot::ranks
  bool rankPairs = false;           ///< Snapshot::rankPairs
  bool queues = false;              ///< Snapshot::queues
  std::vector<RouterId> near = {};  ///< routers whose buffers are wanted

  bool operator==(const WatchList&) const = default;
};

/// A picture of a running simulation, taken between two cycles. Counters count from cycle 0; the
/// reader takes differences.
struct Snapshot {
  Cycle cycle = 0;
  Cycle warmup = 0;   ///< where the warm-up ends, as far as is known by now
  Cycle planned = 0;  ///< where the measured interval ends, likewise
  RunPhase phase = RunPhase::warmup;
  std::vector<std::uint64_t> channelFlits;               ///< per channel, flits sent
  std::vector<std::uint64_t> routerLookups, routerHits;  ///< per router, of its caches
  std::vector<double> routerEnergy;                      ///< per router, nJ
  EnergyParts energy;                                    ///< of all of them
  std::uint64_t flitHops = 0;
  std::uint64_t packetsGenerated = 0, packetsRefused = 0, packetsDelivered = 0;
  std::vector<WindowSample> windows;  ///< all finished windows
  std::vector<MovingPacket> packets;
  std::vector<ChannelPause> paused;  ///< now
  std::uint64_t pauses = 0;          ///< of virtual channels, so far
  /// Names by MovingPacket::trafficClass; empty where traffic is not mixed.
  std::vector<std::string> trafficClasses;
  /// Latencies of the measured packets so far; before the first, of those of the present window.
  std::vector<HistogramBar> latencies;
  bool hasQueues = false, countsCredits = false;  ///< ObservedNetwork's
  std::vector<ChannelQueue> queues;               ///< per channel; empty where not watched
  std::optional<RouterDetail> router, neighbour;
  std::vector<RouterDetail> near;  ///< buffers of the routers asked for, and who waits there
  std::optional<Journey> journey;  ///< of the packet that is followed
  Learnt learns = Learnt::nothing;
  std::vector<float> learnt;                      ///< as Simulation::learnt
  std::shared_ptr<const CircuitDetail> circuits;  ///< null where there are none
  std::shared_ptr<const RankObservation> ranks;   ///< null where no applications run
  /// Messages between ranks so far, in order; a runner takes them as seldom as `soFar`, and when it
  /// comes to rest.
  std::shared_ptr<const std::vector<MatrixEntry>> rankPairs;
  std::vector<RunEvent> events;  ///< phases that have come into force
  /// What the measured interval says so far; null before it. A runner takes it about once a second,
  /// when it may be older than the rest, and when it comes to rest.
  std::shared_ptr<const Results> soFar;
  double wallSeconds = 0;
  std::optional<double> goalValue;  ///< what a window's condition was met by (RunGoal::window)
  std::uint32_t goalRank = kNone;   ///< the rank that met its own (RunGoal::rank); kNone: none
};

}  // namespace hopscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "engine/core/rng.h"
#include "engine/fabric/fabric.h"
#include "engine/routing/routing_algorithm.h"
#include "engine/switching/vct_router.h"
#include "engine/traffic/traffic_pattern.h"

namespace hopscope {

/// What the terminals send.
struct TerminalPlan {
  double load = 0;  ///< flits per terminal and cycle
  std::uint64_t seed = 1;
  Cycle measureFrom = 0, measureUntil = 0;  ///< packets born in [from, until) are measured
};

/// All terminals: Bernoulli generation into finite source queues. A trial without room is lost and
/// counted; latency starts on entry. One draw per packet: the gap to the next one is geometric.
class Terminals {
 public:
  Terminals(Fabric& fabric, const RoutingAlgorithm& routing, const TrafficPattern& traffic,
            VctRouter& router, const TerminalPlan& plan);

  /// Generates the packets of cycle `now`.
  void generate(Cycle now);

  std::uint64_t generated() const { return generated_; }  ///< packets that entered a source queue
  std::uint64_t refused() const { return refused_; }      ///< trials without room
  std::uint64_t measured() const { return measured_; }    ///< of `generated`, to be measured
  /// Of `refused`, in the measured interval.
  std::uint64_t refusedMeasured() const { return refusedMeasured_; }

 private:
  /// One terminal's streams of random numbers and its next packet.
  struct Source {
    Rng gaps, destinations, routes;
    Cycle next = 0;
  };

  Cycle gap(Rng& rng) const;
  void schedule(Cycle now, TerminalId terminal);
  void send(Cycle now, TerminalId terminal);

  Fabric& fabric_;
  const RoutingAlgorithm& routing_;
  const TrafficPattern& traffic_;
  VctRouter& router_;
  Cycle measureFrom_, measureUntil_;
  double probability_;     ///< of a packet per terminal and cycle
  double inverseLogMiss_;  ///< 1 / ln(1 - probability)
  std::vector<Source> sources_;
  TimingWheel<TerminalId> births_;
  std::uint64_t generated_ = 0, refused_ = 0, measured_ = 0, refusedMeasured_ = 0;
};

}  // namespace hopscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "engine/routing/router_memory.h"

namespace hopscope::routings {

/// How a switch answers notices of congestion (Benito, PhD thesis, 2020, section 4.6).
struct QcnReaction {
  bool compares = true;         ///< with the mean feedback of the switch's ports
  double reduction = 1.0 / 64;  ///< Lf, of the probability for each unit of feedback
  std::uint32_t packets = 100;  ///< PCl, sent by a port until its probability rises
  double increase = 1;          ///< PI, per cent
  double below = 0;             ///< Th1: feedback by so much below the mean raises it
  double above = 30;            ///< Th2: by so much above it lowers it
  double least = 0;             ///< of a probability, per cent
};

/// What the switches of a part know of their ports: the probability, in per cent, with which a
/// packet may take the minimal path through each. A notice comes by the port through which packets
/// to the congested queue go.
class QcnMemory final : public RouterMemory {
 public:
  QcnMemory(const MemoryPlan& plan, const QcnReaction& reaction);

  /// Per cent, 0 to 100; 100 of ports to terminals.
  double probability(RouterId router, PortIndex port) const {
    return ports_[index(router, port)].probability;
  }
  /// Whether the rule that leads to a port holds for a packet that drew `number`, 0 to 100.
  bool holds(RouterId router, PortIndex port, double number) const {
    return number < probability(router, port);
  }

  /// A notice with this feedback, 0 to 63.
  void hear(RouterId router, PortIndex port, std::uint32_t feedback);

  Hears hears() const override {
    Hears hears;
    hears.sends = hears.notices = true;
    return hears;
  }
  void noticed(Cycle now, RouterId router, PortIndex port, std::uint32_t detail) override;
  void sent(Cycle now, RouterId router, PortIndex output) override;
  double learnt(Cycle /*now*/, RouterId router, PortIndex port) override {
    return probability(router, port) / 100;
  }
  void describe(Cycle now, RouterId router, std::vector<LearntFact>& out) override;

 private:
  struct PortState {
    double probability = 100;
    std::uint32_t sent = 0;      ///< packets since the last notice, or the last rise
    std::uint32_t feedback = 0;  ///< of the last notice
    bool transit = false;        ///< leads to another router
  };
  struct RouterState {
    std::uint32_t ports = 0;     ///< to other routers
    std::uint32_t feedback = 0;  ///< summed over them
  };

  std::size_t index(RouterId router, PortIndex port) const {
    return topology_.firstPort[router] + port - firstPort_;
  }
  void raise(PortState& port) const;
  void lower(PortState& port, double factor) const;

  const Topology& topology_;
  QcnReaction reaction_;
  RouterId firstRouter_;
  PortId firstPort_;
  std::vector<PortState> ports_;
  std::vector<RouterState> routers_;
};

}  // namespace hopscope::routings

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "engine/fabric/calendar.h"
#include "engine/fabric/fabric.h"
#include "engine/routing/routing_algorithm.h"
#include "engine/switching/delivery_tally.h"
#include "engine/switching/injection.h"
#include "engine/switching/mailbox.h"
#include "engine/switching/partition.h"
#include "engine/switching/vct_router.h"

namespace hopscope {

/// A part of a virtual cut-through network with all that is under way in it: routers, terminals and
/// what they count. Simulated for a stretch of cycles at a time, on its own; what leaves it waits
/// in its mailbox.
class VctPart {
 public:
  struct Surroundings {
    Fabric& fabric;
    const Partition& partition;
    std::uint32_t index;  ///< of this part
    const RoutingAlgorithm& routing;
    RouteStage& routes;
    const std::vector<SwitchSettings>& switches;
    const TrafficPlan& traffic;
    std::uint64_t seed;
  };
  explicit VctPart(const Surroundings& surroundings);
  VctPart(const VctPart&) = delete;
  VctPart& operator=(const VctPart&) = delete;

  /// Simulates the stretch of cycles [from, until).
  void advance(Cycle from, Cycle until);
  /// Takes in what another part sent in the latest stretch. Once all parts have done so, all that
  /// is under way stands in their calendars.
  void receive(const VctPart& from);

  void setMeasuring(Cycle now, bool measuring);
  Injection& injection() { return injection_; }
  const Injection& injection() const { return injection_; }
  DeliveryTally& tally() { return tally_; }
  const DeliveryTally& tally() const { return tally_; }
  const VctRouter& router() const { return router_; }
  const Calendar& calendar() const { return calendar_; }

 private:
  bool enter(Cycle now, TerminalId terminal, TerminalId destination, Rng& draws);
  void deliver(Cycle now, const Packet& packet);

  Fabric& fabric_;
  const RoutingAlgorithm& routing_;
  std::uint32_t index_;
  Calendar calendar_;
  Mailbox mailbox_;
  DeliveryTally tally_;
  VctRouter router_;
  Injection injection_;
  Cycle measureFrom_ = 0;
};

}  // namespace hopscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/routing/congestion_board.h"
#include "engine/routing/dragonfly_slots.h"
#include "engine/routing/routing_algorithm.h"

/// The parameters that the routing algorithms of a Dragonfly share, and what they mean.
namespace hopscope::routings {

/// The longest path to the intermediate router (Benito 2020, section 4).
enum class PhaseA : std::uint8_t { g, gl, lg, lgl };
/// What becomes of packets whose destination is in their own group.
enum class IntraGroup : std::uint8_t { restricted, unrestricted, minimal };
/// The routers that `lgl` draws from.
enum class Roots : std::uint8_t { remote, any, fogsim };
/// The paths whose hops UGAL and Piggyback count.
enum class HopCounts : std::uint8_t { real, consecutive, consecutiveMinimal };

/// When a packet is sent by an intermediate router.
enum class DragonflyMode : std::uint8_t {
  minimal,    ///< never
  valiant,    ///< always
  ugal,       ///< where queue times hops is less on that path (UGAL-L; Singh 2005)
  piggyback,  ///< also where the minimal global link is reported congested
  acor,       ///< always, the farther the more attempts are in vain (Benito 2020, section 5.4)
  pbAcor,     ///< as Piggyback says, and then as ACOR does (section 5.4.3)
  tpr,        ///< as UGAL, with a threshold by counters of traffic (section 6.2)
  lian        ///< so too, and how far away by the same counters (section 6.2)
};

/// How ACOR's levels change. Counts are of attempts in vain on non-minimal paths.
struct LevelRules {
  bool perPacket = false;
  Cycle interval = 500;
  std::vector<std::int64_t> increase, decrease;  ///< between level i and i + 1
};

/// What TPR and LIAN count and conclude. Counters are in packets.
struct CounterRules {
  Cycle window = 200;
  double storedWeight = 0;
  double benign = 3, adverse = 5;
  double benignThreshold = 150, mixedThreshold = -30, adverseThreshold = -150;  ///< flits
  double localThreshold = 20, globalCounter = 5, busyGroups = 3;
};

/// The parameters as the algorithms use them.
struct DragonflyPolicy {
  DragonflyMode mode = DragonflyMode::minimal;
  /// Policies of phase A that draws may follow, in order.
  std::vector<PhaseA> levels{PhaseA::lgl};
  IntraGroup intraGroup = IntraGroup::restricted;
  Roots roots = Roots::remote;
  HopCounts hopCounts = HopCounts::real;
  bool randomTrunk = true;
  bool ejectInPassing = false;
  bool recompute = false;  ///< roots are drawn anew after attempts in vain
  double threshold = 0;    ///< UGAL's T in flits
  CongestionBroadcast broadcast;
  LevelRules level;
  CounterRules counters;

  /// What is fixed by the mode alone.
  static DragonflyPolicy of(DragonflyMode mode);

  bool misroutes() const { return mode != DragonflyMode::minimal; }
  /// The minimal path is compared with the one by the root.
  bool compares() const {
    return misroutes() && mode != DragonflyMode::valiant && mode != DragonflyMode::acor;
  }
  bool broadcasts() const {
    return mode == DragonflyMode::piggyback || mode == DragonflyMode::pbAcor;
  }
  /// Roots are drawn farther away level by level.
  bool escalates() const { return mode == DragonflyMode::acor || mode == DragonflyMode::pbAcor; }
  /// Traffic is counted by the group it goes to.
  bool counts() const { return mode == DragonflyMode::tpr || mode == DragonflyMode::lian; }

  /// The kinds of path that occur, each as "lgllgl"; every path is part of one of them.
  std::vector<std::string_view> paths() const;
};

/// `globals` are the global links of a router, h.
DragonflyPolicy dragonflyPolicy(DragonflyMode mode, std::uint32_t globals, const Values& values);

/// The parameters of an algorithm of that mode on a Dragonfly.
std::vector<Parameter> dragonflyParameters(DragonflyMode mode);

/// What forbids an algorithm of that mode on this Dragonfly. `label` is its name in sentences.
Issues checkDragonfly(DragonflyMode mode, const Sentence& label, const Topology& topology,
                      const VcCounts& vcs, const Values& values);

/// The fewest virtual channels with which it is free of deadlock on a Dragonfly.
VcCounts dragonflyVirtualChannels(DragonflyMode mode, const Values& values);

/// RoutingEntry::redraws of algorithms with the parameter "recompute", which Dragonflies and HyperX
/// know.
bool redrawsAtSource(const Topology& topology, const Values& values);

/// The entry of an algorithm of that mode, for Dragonflies alone; without its name, help and
/// source.
RoutingEntry dragonflyEntry(DragonflyMode mode, const char* label);

std::unique_ptr<RoutingAlgorithm> makeDragonfly(DragonflyMode mode, const Topology& topology,
                                                const VcCounts& vcs, const Values& values);

}  // namespace hopscope::routings

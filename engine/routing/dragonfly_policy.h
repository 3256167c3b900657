// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/routing/dragonfly_slots.h"
#include "engine/routing/routing_algorithm.h"

/// The parameters that the routing algorithms of a Dragonfly share, and what they mean.
namespace hopscope::routings {

/// The longest way to the intermediate router (Benito 2020, section 4).
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
  ugal,       ///< where queue times hops is less that way (UGAL-L; Singh 2005)
  piggyback,  ///< also where the minimal global link is reported congested
};

/// The parameters as the algorithms use them.
struct DragonflyPolicy {
  DragonflyMode mode = DragonflyMode::minimal;
  PhaseA phaseA = PhaseA::lgl;
  IntraGroup intraGroup = IntraGroup::restricted;
  Roots roots = Roots::remote;
  HopCounts hopCounts = HopCounts::real;
  bool randomTrunk = true;
  bool ejectInPassing = false;
  double threshold = 0;  ///< UGAL's T in flits
  CongestionBroadcast broadcast;

  bool misroutes() const { return mode != DragonflyMode::minimal; }
  bool adaptive() const { return mode >= DragonflyMode::ugal; }
  /// Phase A ends on entering the intermediate group.
  bool endsOnEntry() const { return phaseA == PhaseA::g || phaseA == PhaseA::lg; }
  /// Phase A begins with a global link of the source's router.
  bool beginsGlobal() const { return phaseA == PhaseA::g || phaseA == PhaseA::gl; }

  /// The kinds of path that occur, each as "lgllgl"; every path is part of one of them.
  std::vector<std::string_view> paths() const;
};

DragonflyPolicy dragonflyPolicy(DragonflyMode mode, const Values& values);

/// The parameters of an algorithm of that mode on a Dragonfly.
std::vector<Parameter> dragonflyParameters(DragonflyMode mode);

/// What forbids an algorithm of that mode on this Dragonfly. `label` is its name in sentences.
Issues checkDragonfly(DragonflyMode mode, const Sentence& label, const Topology& topology,
                      const VcCounts& vcs, const Values& values);

/// The fewest virtual channels with which it is free of deadlock on a Dragonfly.
VcCounts dragonflyVirtualChannels(DragonflyMode mode, const Values& values);

std::unique_ptr<RoutingAlgorithm> makeDragonfly(DragonflyMode mode, const Topology& topology,
                                                const VcCounts& vcs, const Values& values);

}  // namespace hopscope::routings

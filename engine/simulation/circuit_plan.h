// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <variant>
#include <vector>

#include "engine/scheduling/planned_circuit.h"
#include "engine/simulation/setup.h"

namespace hopscope {

/// Slots for all pairs that exchange traffic, so that no channel has two circuits in a slot.
struct CircuitPlan {
  /// How slots were found, for people: "edge colouring", "level-wise, first slot".
  std::string method;
  std::uint32_t slotCount = 0;  ///< that the plan takes
  std::uint32_t fewest = 0;  ///< no plan takes less: the most circuits of one channel; of a tree,
                             ///< of a terminal
  bool shifted = false;      ///< the n-th channel of a path is taken n slots later
  PlannedCircuits circuits;  ///< by source and destination
};

/// Most circuits of a plan.
inline constexpr std::uint64_t kMostPlannedCircuits = 250'000;

/// Plans circuits for the pairs of the setup's traffic: on a crossbar by edge colouring, which
/// takes the fewest slots (König 1916); on a tree level by level (Ding 2006, section 7.4), the
/// first slot with a way; elsewhere along the routing's paths in an idle network, with slots that
/// move on by one each hop (Æthereal, IEEE D&T 2005). Of switches whose slots move on, those that
/// they run with (planShiftedCircuits). Refuses setups with too many pairs, or none. Once `stop` is
/// requested this and those below end soon with planningStopped().
std::variant<CircuitPlan, Issues> planCircuits(const Setup& setup,
                                               const std::stop_token& stop = {});

/// That no plan was made because whoever asked for it wanted no more of it: an error.
Issues planningStopped();

/// The pairs that these classes of the setup's mixed traffic send between, in any phase, and the
/// numbers of the classes, a bit each. Refuses names that no class has, and applications, whose
/// messages are of no class.
struct ClassPairs {
  std::vector<PortPair> pairs;
  std::uint32_t classes = 0;
};
std::variant<ClassPairs, Issues> pairsOfClasses(const Setup& setup,
                                                const std::vector<std::string>& names,
                                                const std::stop_token& stop = {});

/// What the circuits and slot tables of a network may take whose slots move on by one each hop.
inline constexpr std::uint64_t kMostSlottedBytes = std::uint64_t{1} << 30;

/// Plans such slots for whatever the setup may send, on any topology: the pairs of its traffic, of
/// cycle 0 and of all phases, a terminal with itself included; those of all terminals where there
/// is a workload or an application. In `slotCount` slots, or as few as are found to do, where that
/// is 0; each pair has `slotsEach` of them, about as far apart as they can be, and an entry for
/// each. Refuses what takes more than kMostSlottedBytes, or too few slots.
///
/// Where the setup's switches want circuits for some pairs only, those are planned; the other pairs
/// travel by best effort. Where that takes only slots that nobody has, each channel that such a
/// pair takes has one at least: a slot more than the circuits of the busiest channel, where their
/// number is 0, or else such plans are refused.
std::variant<CircuitPlan, Issues> planShiftedCircuits(const Setup& setup, std::uint32_t slotCount,
                                                      std::uint32_t slotsEach = 1,
                                                      const std::stop_token& stop = {});

/// A plan of planShiftedCircuits that is held by all that run with it.
struct SharedCircuits {
  std::uint32_t slotCount = 0;
  std::shared_ptr<const PlannedCircuits> circuits;
};

/// As planShiftedCircuits. Where the last one that was planned is of the same paths and slots, and
/// is still held by somebody, it is that one: a run that is repeated or changed waits for no search
/// of slots. On any thread.
std::variant<SharedCircuits, Issues> shareShiftedCircuits(const Setup& setup,
                                                          std::uint32_t slotCount,
                                                          std::uint32_t slotsEach,
                                                          const std::stop_token& stop = {});

/// The plan in words, and as JSON ("hopscope.circuits/1") with the ids of the design.
std::string describe(const Topology& topology, const CircuitPlan& plan);
std::string writeCircuits(const Topology& topology, const CircuitPlan& plan);

}  // namespace hopscope

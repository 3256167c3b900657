// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "engine/core/units.h"
#include "engine/design/design.h"
#include "engine/design/sections.h"
#include "engine/routing/detour_chart.h"
#include "engine/simulation/setup.h"

namespace hopscope {

struct TrafficEntry;

/// The moment a phase begins, as a declared parameter.
const Parameter& phaseBegin();

/// May a phase set this? Pattern, load and what belongs to the pattern (the size of packets and
/// when they are generated stay as they are); the routing, for which the network runs empty first;
/// and size, ways, replacement and hash of the caches, which are empty then.
bool isPhaseSetting(const std::string& path);

/// Whether a phase sets anything of a section: "routing.".
bool setsAnyOf(const Phase& phase, const std::string& prefix);

/// Whether the tables hold other paths from a phase on: they are written anew, and the caches are
/// emptied and off meanwhile (forwarding.reprogram).
bool rewritesTables(const Phase& phase);

/// How long phase `index` has the caches off, as its setting has it ("10 us", or cycles); nothing
/// where they stay on, or no router has one.
std::optional<Value> cachesOffFor(const Design& design, std::size_t index);

/// The design as it is from phase `index` on: the settings of all phases up to it stand in its
/// settings. Those that belong to a pattern or a routing given up are dropped.
Design designInPhase(const Design& design, std::size_t index);

/// Times of a design without errors, "10 us" or cycles, in cycles of its clock.
std::vector<Cycle> cyclesOf(const Design& design, const std::vector<Value>& times);

/// When the phases of a design without errors begin.
std::vector<Cycle> phaseBegins(const Design& design);

/// A phase of a checked design.
struct ResolvedPhase {
  Cycle at = 0;
  const TrafficEntry* pattern = nullptr;
  Values values;  ///< of the pattern
  double load = 0;
  bool reprogram = false;
  bool setsRouting = false, setsLookups = false;
  std::optional<NetworkFaults> faults;  ///< from then on; nothing: none, now or before
};

/// What a phase changes, in words: "Channels 9 and 12 fail. Load becomes 0.4."
std::string phaseInWords(const Design& design, std::size_t index);

/// Reads the phases of a design. What is wrong with them is appended to `issues` with its path;
/// the result is of use only where that is nothing.
std::vector<ResolvedPhase> resolvePhases(const Design& design, const Topology& topology,
                                         const NetworkTraits& traits, const Clock& clock,
                                         const RunSettings& run, Issues& issues);

}  // namespace hopscope

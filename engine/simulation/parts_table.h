// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>

#include "engine/routing/path_kind.h"
#include "engine/simulation/results.h"
#include "engine/switching/delivery_tally.h"

namespace hopscope {

/// What a whole is split into, said once. A part that is added here is measured, written, read,
/// pooled, waited for and drawn; what adds it up is not told by a table: LatencySplit, in the
/// routers, and EnergyMeter.
struct PartWords {
  const char* name;   ///< in files
  const char* label;  ///< on the screen
  const char* said;   ///< within a line of text
  int place;          ///< among the parts on the screen: latencies in the order a packet meets them
  int curve;          ///< the number of the curve whose colour it has everywhere
};

/// Where cycles of the latency go.
struct LatencyPartEntry {
  PartWords words;
  double LatencyParts::*part;
  std::uint64_t LatencySplit::*counted;  ///< cycles, summed over packets
};

/// In the order of files.
inline constexpr std::array<LatencyPartEntry, 7> kLatencyParts{{
    {{"source", "Source queue", "source queue", 0, 2},
     &LatencyParts::source,
     &LatencySplit::source},
    {{"lookup", "Route lookup", "route lookup", 1, 6},
     &LatencyParts::lookup,
     &LatencySplit::lookup},
    {{"vc_allocation", "VC allocation", "VC allocation", 2, 4},
     &LatencyParts::vcAllocation,
     &LatencySplit::vcAllocation},
    {{"switch_allocation", "Switch allocation", "switch allocation", 3, 5},
     &LatencyParts::switchAllocation,
     &LatencySplit::switchAllocation},
    {{"traversal", "Switch traversal", "traversal", 4, 3},
     &LatencyParts::traversal,
     &LatencySplit::traversal},
    {{"serialization", "Serialization", "serialization", 6, 7},
     &LatencyParts::serialization,
     &LatencySplit::serialization},
    {{"channel", "Channels", "channels", 5, 1}, &LatencyParts::channel, &LatencySplit::channel},
}};

/// What takes energy in a switch; on the screen, what is always taken comes first.
struct EnergyPartEntry {
  PartWords words;
  double EnergyParts::*part;
};

inline constexpr std::array<EnergyPartEntry, 4> kEnergyParts{{
    {{"buffers", "Buffers", "buffers", 2, 3}, &EnergyParts::buffers},
    {{"links", "Links", "links", 1, 1}, &EnergyParts::links},
    {{"lookup", "Route lookup", "route lookup", 3, 6}, &EnergyParts::lookup},
    {{"fixed", "Processor and logic", "processor and logic", 0, 8}, &EnergyParts::fixed},
}};

/// The kinds of path that packets take, in the order of PathKind. On the screen they have words;
/// the letters of the literature are what is `said` of them.
struct PathPartEntry {
  PartWords words;
  double PathShares::*part;
  PathKind path;

  /// As deliveries number it.
  constexpr std::size_t kind() const { return static_cast<std::size_t>(path); }
};

inline constexpr std::array<PathPartEntry, kPathKindCount> kPathParts{{
    {{"minimal", "minimal", "minimal", 0, 1}, &PathShares::minimal, PathKind::minimal},
    {{"g", "via a near group", "-g-", 1, 3}, &PathShares::g, PathKind::g},
    {{"gl", "via a near group's router", "-gl", 2, 4}, &PathShares::gl, PathKind::gl},
    {{"lg", "via any group", "lg-", 3, 6}, &PathShares::lg, PathKind::lg},
    {{"lgl", "via any router", "lgl", 4, 2}, &PathShares::lgl, PathKind::lgl},
    {{"other", "non-minimal", "non-minimal", 5, 5}, &PathShares::other, PathKind::other},
}};

inline constexpr const PathPartEntry& pathPart(PathKind kind) {
  return kPathParts[static_cast<std::size_t>(kind)];
}

/// What time slots are spent on.
struct SlotPartEntry {
  PartWords words;
  double SlotParts::*part;
};

inline constexpr std::array<SlotPartEntry, 5> kSlotParts{{
    {{"circuits", "Circuits with data", "circuits with data", 0, 1}, &SlotParts::circuits},
    {{"circuits_idle", "Circuits without data", "circuits without data", 1, 6},
     &SlotParts::idleCircuits},
    {{"worms", "Worms or best effort", "worms or best effort", 2, 2}, &SlotParts::worms},
    {{"worms_idle", "Slot of worms, idle", "slot of worms, idle", 3, 5}, &SlotParts::idleWorms},
    {{"none", "No slot", "no slot", 4, 8}, &SlotParts::none},
}};

/// The parts of a table as they stand on the screen.
template <typename Parts>
Parts onScreen(Parts parts) {
  Parts placed = parts;
  for (const auto& each : parts) placed[static_cast<std::size_t>(each.words.place)] = each;
  return placed;
}

}  // namespace hopscope

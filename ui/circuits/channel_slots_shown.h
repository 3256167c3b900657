// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <cstdint>
#include <memory>
#include <vector>

#include "engine/switching/circuit_observation.h"
#include "engine/topology/topology.h"

namespace hopscope {

/// A channel that leaves a router, slot by slot of a round.
struct ChannelSlotsRow {
  ChannelId channel = kNone;
  std::vector<std::uint32_t> owners;  ///< per slot: the entry of the plan; kNone: nobody has it
};

/// The channels out of a router, in the order of its ports, and whose their slots are. A walk over
/// all paths of the plan.
std::vector<ChannelSlotsRow> channelSlotsOf(const Topology& topology, const ShiftedDetail& detail,
                                            RouterId router);

/// What the time of all channels went to, as shares of it, 0..1; NaN at cycle 0.
struct ChannelTime {
  double circuits = 0;  ///< with a flit of a circuit
  double idle = 0;      ///< slots that circuits have, with none of theirs
  double effort = 0;    ///< with a flit of best effort, whosever slot it was
  double none = 0;      ///< the rest
};
ChannelTime channelTimeOf(const ShiftedDetail& detail);

/// The entry that the pair of an entry is counted by.
std::uint32_t firstOfPair(const PlannedCircuits& planned, std::uint32_t entry);

/// "Slot 5 of the channel router 6 → router 7: circuit from terminal 3 to terminal 12, which leaves
/// in slot 3; 340 flits sent, 12 wait." Or who may have it.
QString slotOwnerWords(const Topology& topology, const ShiftedDetail& detail,
                       const ChannelSlotsRow& row, std::uint32_t slot);

/// "Round of 12 slots of 3 cycles; 64 circuits; best effort in slots that no circuit has."
QString roundWords(const ShiftedDetail& detail);

}  // namespace hopscope

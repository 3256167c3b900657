// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "engine/core/bit_matrix.h"
#include "engine/core/ids.h"
#include "engine/scheduling/cell_array.h"
#include "engine/scheduling/circuit_registers.h"
#include "engine/scheduling/planned_circuit.h"
#include "engine/scheduling/slot_order.h"
#include "engine/switching/circuit_counts.h"

/// What can be seen between two cycles of a crossbar whose circuits and worms share time slots.
namespace hopscope {

/// A turn of a slot, or its being passed over, which takes no time.
struct SlotTurn {
  std::uint32_t slot = 0;
  SlotFate fate = SlotFate::used;
  Cycle begin = 0, end = 0;  ///< [begin, end); of the one under way, up to now
  Cycle dataFrom = 0;        ///< the guard band ends
  /// When processors last gave up their circuits by command, in it or behind it; -1: they did not.
  Cycle flushed = -1;

  bool operator==(const SlotTurn&) const = default;
};

/// An output's link in a turn.
struct LinkTurn {
  std::uint32_t input = kNone;  ///< whose circuit the link had; kNone: none, or the slot of worms
  std::uint32_t flits = 0;

  bool operator==(const LinkTurn&) const = default;
};

/// Flits of a pair of ports that wait in its NIC, or, of worms, in the switch.
struct PairQueue {
  std::uint32_t input = 0, output = 0;
  std::uint32_t circuit = 0;  ///< for its circuit
  std::uint32_t worms = 0;

  bool operator==(const PairQueue&) const = default;
};

/// Circuits of a whole network, whose slots move on by one each hop. Nothing of them changes but
/// what they carry.
struct ShiftedDetail {
  /// By source and destination, an entry for each slot; the first one of a pair is what the pair
  /// is counted by.
  std::shared_ptr<const PlannedCircuits> planned;
  std::uint32_t slotCount = 1;
  Cycle slotLength = 1;
  Cycle now = 0;
  bool bestEffort = false;  ///< packets without a circuit travel, too
  bool idleToo = false;     ///< also where a circuit has nothing to send
  CircuitCounts counts;     ///< where `bestEffort`
  /// Flits, per entry that a pair is counted by; empty of very many.
  std::vector<std::uint64_t> sent;
  std::vector<std::uint32_t> waiting;    ///< flits in the interface, likewise
  std::vector<std::uint64_t> effort;     ///< flits of best effort, per channel; empty: none travel
  std::vector<std::uint32_t> queued;     ///< flits of best effort in the buffer behind a channel
  std::vector<std::uint64_t> onChannel;  ///< flits of circuits and of best effort, per channel

  /// Slot of a round whose turn it is at the terminals.
  std::uint32_t slot() const { return static_cast<std::uint32_t>(now / slotLength % slotCount); }
};

/// The circuits of a crossbar.
struct CircuitDetail {
  std::uint32_t ports = 0, circuitSlots = 0;
  /// Of a network whose slots move on, which has no more to tell; null of a crossbar or tree.
  std::shared_ptr<const ShiftedDetail> shifted;
  bool tree = false;    ///< circuits take channels between switches, too: ports alone don't tell
  bool passes = false;  ///< steps of the scheduler can be looked at cell by cell
  bool worms = false;   ///< there is a slot of worms, behind those of circuits
  SlotLengths lengths;  ///< 0: that kind of slot is left out
  Cycle guard = 0;
  Cycle now = 0;
  std::uint32_t slot = kNone;        ///< whose turn it is; kNone: none has anything to do
  Cycle slotBegin = 0, slotEnd = 0;  ///< of that turn, as it is planned
  std::vector<SlotUse> uses;         ///< per slot, since cycle 0

  CircuitRegisters known{0, 0};  ///< circuits as the NICs know them
  /// Of a tree, for each of those, slot by slot and input by input: its channels between switches.
  std::vector<std::vector<ChannelId>> ways;
  CircuitRegisters scheduled{0, 0};   ///< as the scheduler has them: a wire ahead
  BitMatrix requests;                 ///< R at the scheduler
  BitMatrix asked;                    ///< pairs that the NICs ask for, also those on a wire
  std::vector<std::uint32_t> wormTo;  ///< U: per input, the output its worm is connected to; kNone
  std::vector<PairQueue> queues;      ///< by input and output; those with flits

  /// The latest turns, the oldest first, and `ports` links for each of them; from when on it is
  /// watched.
  std::vector<SlotTurn> turns;
  std::vector<LinkTurn> links;
  /// The latest step of the scheduler that changed something; nothing before the first that is
  /// watched.
  std::optional<GreedyStep> step;

  std::uint32_t slotCount() const { return circuitSlots + (worms ? 1 : 0); }
  const LinkTurn& link(std::size_t turn, std::uint32_t output) const {
    return links[turn * ports + output];
  }
  /// Planned length of a slot.
  Cycle lengthOf(std::uint32_t which) const {
    return which == circuitSlots ? lengths.worms : lengths.circuits;
  }
};

/// What a pair of ports waits for before its data go over a circuit.
struct PairState {
  enum class Waits : std::uint8_t {
    nothing,  ///< nobody asks for it
    request,  ///< its request is on the wire to the scheduler
    input,    ///< in every slot its input has another circuit
    ports,    ///< in every slot its input or its output has another circuit
    pass,     ///< there is a slot with both ports free: for the scheduler's pass over it
    grant,    ///< it has a circuit, of which its NIC has not heard yet
    slot,     ///< it has a circuit: for its slot
    sending   ///< its slot has its turn
  };
  Waits waits = Waits::nothing;
  std::vector<std::uint32_t> inSlots;  ///< that have its circuit, or both ports free (`pass`)
  /// Slot by slot of those that schedulers fill: who has its output, and what its input has; kNone:
  /// nobody. Only where ports keep it from a circuit.
  struct Holder {
    std::uint32_t slot = 0, input = kNone, output = kNone;
  };
  std::vector<Holder> holders;
};
PairState stateOf(const CircuitDetail& detail, std::uint32_t input, std::uint32_t output);

}  // namespace hopscope

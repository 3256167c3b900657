// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/fabric/timing_wheel.h"
#include "engine/scheduling/planned_circuit.h"
#include "engine/switching/hybrid_packets.h"
#include "engine/topology/topology.h"

namespace hopscope {

/// When packets without a circuit may take a channel (slotted::BestEffort).
enum class BestEffortTime : std::uint8_t {
  none,  ///< never: all that is sent has a circuit
  free,  ///< in slots in which no circuit has it
  idle,  ///< in those, and in cycles in which the circuit that has it sends nothing
};

/// Circuits whose slots move on by one each hop. Times in cycles.
struct SlottedSettings {
  std::uint32_t slotCount = 0;  ///< in a round; of a design that leaves it open: 0
  Cycle slotLength = 3;         ///< of a slot, and from a channel to the next; at least 1
  Cycle nic = 1;                ///< from the processor into its interface, or out of it; at least 1
  std::uint32_t nicFlits = 256;  ///< buffer of an interface
  std::uint32_t slotsEach = 1;   ///< that a circuit has in a round; at least 1
  BestEffortTime bestEffort = BestEffortTime::none;
  /// Of a virtual channel of a switch's input, for best effort: at least the longest packet.
  std::uint32_t bufferFlits = 0;
  /// Classes of traffic whose packets take circuits, a bit each; all others travel by best effort.
  std::uint32_t circuitClasses = ~std::uint32_t{0};

  bool operator==(const SlottedSettings&) const = default;
};

namespace slotted {

/// Terminals that send over such circuits (Goossens, Dielissen & Radulescu, Æthereal, IEEE Design &
/// Test 2005, guaranteed services): the interface of a terminal has the one table there is; a flit
/// that leaves it in the slot of its circuit has every channel of its path to itself, slot by slot,
/// and waits nowhere. So switches need neither buffers nor arbiters, and nothing of them is
/// simulated but where flits are.
class Circuits {
 public:
  /// `planned`: by source and destination, an entry for each slot of a circuit; no two of one
  /// channel in one slot. They outlive it, as the topology does.
  Circuits(const SlottedSettings& settings, const Topology& topology,
           const PlannedCircuits& planned);

  /// The first entry of a circuit, which is what it is called by; kNone: there is none.
  std::uint32_t find(TerminalId source, TerminalId destination) const;
  const PlannedCircuit& planned(std::uint32_t circuit) const { return planned_[circuit]; }
  /// What is larger than its buffer waits until that is empty.
  bool hasRoom(TerminalId source, std::uint32_t flits) const {
    return nicUsed_[source] == 0 || nicUsed_[source] + flits <= settings_.nicFlits;
  }
  /// Hands a packet over in cycle `now`.
  void enter(Cycle now, std::uint32_t circuit, const hybrid::HybridPacket& packet);
  /// Each interface with data for the circuit of this slot sends a flit.
  void send(Cycle now);
  /// Calls deliver(packet, circuit) for those whose last flit is at their processor now; they are
  /// gone then.
  template <typename Deliver>
  void deliver(Cycle now, Deliver&& deliver) {
    arrivals_.drain(now, [&](const Arrival& arrival) {
      lastMove_ = now;
      deliver(packets_[arrival.packet], arrival.circuit);
      packets_.give(arrival.packet);
    });
  }

  const SlottedSettings& settings() const { return settings_; }
  /// All that is under way, also what others than circuits move.
  const hybrid::HybridPackets& packets() const { return packets_; }
  hybrid::HybridPackets& packets() { return packets_; }
  /// Calls visit(circuit) for those that sent a flit in cycle `now`.
  template <typename Visit>
  void forEachSent(Cycle now, Visit&& visit) const {
    const std::size_t row = rowOf(now) * terminals_;
    for (TerminalId t = 0; t < terminals_; ++t)
      if (sentAt_[row + t] == now) visit(sentOn_[row + t]);
  }
  /// Flits of an entry's circuit that have left their terminal, and that wait there.
  std::uint64_t sentOver(std::uint32_t circuit) const { return flits_[circuit]; }
  std::uint64_t waitingFor(std::uint32_t circuit) const;
  /// From a terminal's interface to the other's.
  Cycle onItsWay(std::uint32_t circuit) const {
    return static_cast<Cycle>(planned_[circuit].path.size()) * settings_.slotLength;
  }
  std::uint64_t flitHops() const { return flitHops_; }
  /// Flits that left their terminal, each counted once for each channel of its path.
  std::uint64_t onChannels() const { return onChannels_; }
  /// Channels in whose slots circuits are, on average over a round.
  double owned() const { return owned_; }
  Cycle lastMove() const { return lastMove_; }
  /// A packet that waits sends a flit within so many cycles, or another of its interface does.
  Cycle longestPause() const {
    return settings_.slotCount * settings_.slotLength + arrivals_.horizon() + settings_.nic;
  }
  /// Flits per channel, counted as they leave their terminals. A walk over all circuits.
  void addFlits(std::vector<std::uint64_t>& perChannel) const;
  void leaveRoom();
  /// Two flits on a channel at a time, and what is miscounted, up to the cycle before `now`. A
  /// sentence each.
  std::vector<std::string> violations(Cycle now) const;

 private:
  std::size_t rowOf(Cycle now) const {
    return static_cast<std::size_t>(now) % (sentAt_.size() / terminals_);
  }

  struct Arrival {
    PacketIndex packet = kNone;
    std::uint32_t circuit = 0;
  };

  SlottedSettings settings_;
  const Topology& topology_;
  const PlannedCircuits& planned_;
  std::uint32_t terminals_, words_;
  std::vector<std::uint32_t> firstOf_;  ///< per terminal: its first circuit; and behind the last
  std::vector<std::uint32_t> inSlot_;   ///< slot by slot and terminal by terminal; kNone: none
  std::vector<std::uint64_t> filled_;   ///< slot by slot: terminals with data for their circuit
  hybrid::HybridPackets packets_;
  std::vector<hybrid::NicQueue> queues_;  ///< per circuit
  std::vector<std::uint64_t> flits_;      ///< per circuit: sent
  std::vector<std::uint32_t> nicUsed_;    ///< per terminal
  TimingWheel<Arrival> arrivals_;         ///< up to the longest path ahead
  std::vector<Cycle> sentAt_;             ///< a ring of cycles, terminal by terminal: the last
  std::vector<std::uint32_t> sentOn_;     ///< and the circuit
  std::uint64_t flitHops_ = 0, onChannels_ = 0;
  double owned_ = 0;
  Cycle lastMove_ = 0;
};

}  // namespace slotted

}  // namespace hopscope

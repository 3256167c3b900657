// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/switching/bitmap.h"
#include "engine/switching/circuit_counts.h"
#include "engine/switching/hybrid_circuits.h"
#include "engine/switching/hybrid_fifo.h"
#include "engine/switching/hybrid_packets.h"
#include "engine/switching/hybrid_relays.h"
#include "engine/switching/hybrid_settings.h"
#include "engine/switching/hybrid_worms.h"
#include "engine/switching/slot_log.h"

namespace hopscope::hybrid {

/// A hybrid crossbar and the NICs facing it (Ding, PhD thesis, University of Pittsburgh 2006,
/// chapters 3 to 5), cycle by cycle: wormhole, circuit, time-division and hybrid networks are
/// settings of it. A packet to which its NIC knows a circuit takes it; others are worms where there
/// are any, or ask for a circuit. A circuit that sends owns its NIC's link: while all that are set
/// up did, whether they have data or not, no worm would reach the switch, and the slot of worms
/// would be skipped for ever. Worms freeze at the end of their slot and go on in the next. In a
/// tree switches take their configurations one after the other as a flit
/// comes to them; circuits that turn below the top are as late as those that turn there, so that
/// flits of two slots never meet. Worms of a tree have all of it in their slot, and are as late
/// likewise, from the lowest switch on. Over relays
/// (hybrid_relays.h) a packet takes two circuits.
///
/// In a cycle: flits and grants arrive, passes start, a slot begins, its circuits or worms send,
/// NICs send worms to the switch (`move`); packets arrive (`deliver`); terminals hand over others
/// (`enter`); `close`.
class HybridCrossbar {
 public:
  HybridCrossbar(const HybridSettings& settings, std::shared_ptr<const Topology> topology,
                 Cycle wire, Cycle above, std::uint64_t seed);
  HybridCrossbar(const HybridCrossbar&) = delete;
  HybridCrossbar& operator=(const HybridCrossbar&) = delete;

  void move(Cycle now);
  /// Calls deliver(index, packet) for those whose last flit is at their processor now; they are
  /// gone then.
  template <typename Deliver>
  void deliver(Cycle now, Deliver&& deliver) {
    for (Fifo<Arrival>& arrivals : arrivals_)
      for (; !arrivals.empty() && arrivals.front().at <= now; arrivals.pop()) {
        const PacketIndex index = arrivals.front().packet;
        deliver(packets_[index]);
        packets_.give(index);
      }
  }
  /// What is larger than its buffer waits until that is empty.
  bool hasRoom(std::uint32_t input, std::uint32_t output, std::uint32_t flits) const {
    return nicHasRoom(input, flits) &&
           (pairUsed_.empty() ||
            fits(flits, pairUsed_[pairOf(input, output)], settings_.pairFlits));
  }
  /// The same, whatever the room for one destination.
  bool nicHasRoom(std::uint32_t input, std::uint32_t flits) const {
    return fits(flits, nicUsed_[input], settings_.nicFlits);
  }
  /// Where there is none: until there may be, as a NIC sends a flit a cycle at the most.
  Cycle cyclesUntilRoom(std::uint32_t input, std::uint32_t flits) const {
    if (!pairUsed_.empty()) return 1;
    const std::uint32_t used = nicUsed_[input];
    return std::max<Cycle>(1,
                           flits > settings_.nicFlits ? used : used + flits - settings_.nicFlits);
  }
  /// `draws`: of its relay, if there are any.
  void enter(Cycle now, const HybridPacket& packet, Rng& draws);
  void predict(Cycle now, std::uint32_t input, std::uint32_t output) {
    circuits_.predict(now, input, output);
  }
  void flush(Cycle now, std::uint32_t input);
  /// A configuration that is commanded takes its slot, now or as soon as that has ended and nothing
  /// of its own has been sent in part: no other packet of them begins.
  void load(Cycle now, std::uint32_t which);
  void close(Cycle now) {
    hadData_[static_cast<std::size_t>(now % wire_)] = circuitFlits_;
    if (circuitFlits_ > 0) lastData_ = now;
    if (!slotHadData_.empty()) noteSlotData(now);
  }

  /// Nothing is under way but slots that take turns, up to a cycle before nextDue().
  bool quiet(Cycle now) const {
    return packets_.alive() == 0 && circuits_.quiet() && worms_.quiet() && now - lastData_ > wire_;
  }
  Cycle nextDue() const { return circuits_.nextDue(); }
  /// There are packets, and nothing will ever move one: all wait in NICs for circuits that nobody
  /// will set up. A walk over all pairs.
  bool stuck() const;
  /// The pairs of ports that wait so, and flits that the slots' configurations have to carry yet
  /// before others take their place (LoadedConfiguration::flits).
  std::vector<PortPair> waitingPairs() const;
  std::uint64_t toCarry(std::uint32_t slot) const { return circuits_.toCarry(slot); }
  /// Lets the time be `until` while all is quiet.
  void rest(Cycle now, Cycle until);
  /// What packets have to wait for takes no longer than this, unless others go before.
  Cycle longestPause() const;

  const HybridSettings& settings() const { return settings_; }
  const HybridPackets& packets() const { return packets_; }
  const CircuitCounts& counts() const { return circuits_.counts(); }
  const std::vector<SlotUse>& slotUses() const { return uses_; }
  std::uint32_t slot() const { return slot_; }
  Cycle slotEnd() const { return slotEnd_; }  ///< of its turn, as planned
  const Circuits& circuits() const { return circuits_; }
  /// The output that a worm of that input is connected to; kNone: none.
  std::uint32_t wormTo(std::uint32_t input) const { return worms_.outputOf(input); }
  /// Keeps the latest turns of slots and the scheduler's steps from now on, or none any more.
  void watch(bool wanted);
  const SlotLog* log() const { return log_.get(); }  ///< null: it is not watched
  /// Flits that each NIC has sent, and each terminal has been sent.
  const std::vector<std::uint64_t>& sent() const { return sent_; }
  const std::vector<std::uint64_t>& received() const { return received_; }
  /// Where circuits go between the switches of a tree; null on a crossbar.
  const TreeWays* ways() const { return circuits_.ways(); }
  std::uint64_t flitsCrossed() const { return flitsCrossed_; }
  Cycle lastMove() const { return lastMove_; }
  std::uint32_t nicUsed(std::uint32_t input) const { return nicUsed_[input]; }
  /// Flits behind a terminal's interface, and the room for them: what the switch keeps of its
  /// worms, or it itself for others.
  std::uint32_t keptBehind(std::uint32_t input) const {
    return relays_.inUse() ? relays_.used(input) : worms_.used(input);
  }
  std::uint32_t roomBehind() const {
    return relays_.inUse() ? settings_.relayFlits : settings_.switchFlits;
  }
  Cycle wire() const { return wire_; }
  void leaveRoom();

  /// Every flit of every packet is in its NIC, on a wire, in the switch or has left it, and buffers
  /// hold what is counted. A sentence a violation.
  std::vector<std::string> violations() const;

 private:
  static bool fits(std::uint32_t flits, std::uint32_t used, std::uint32_t room) {
    return used == 0 || used + flits <= room;
  }
  struct Arrival {
    Cycle at = 0;
    PacketIndex packet = kNone;
  };

  bool isWormSlot() const { return slot_ == settings_.circuitSlots; }
  bool slotHasEnded(Cycle now) const;
  void noteSlotData(Cycle now);
  SlotFate fateOfSlot(std::uint32_t slot, Cycle now) const;
  void chooseSlot(Cycle now);
  void beginSlot(Cycle now);
  bool swap(std::uint32_t slot, Cycle now);
  void strand(const LoadedConfiguration& old, Cycle now);
  void strand(std::uint32_t input, std::uint32_t output, Cycle now);
  bool isWhole(const LoadedConfiguration& configuration) const;
  bool isDraining(std::uint32_t slot) const {
    return !toLoad_.empty() && slot < settings_.circuitSlots && toLoad_[slot] != kNone;
  }
  bool begun(std::uint32_t input, std::uint32_t output) const;
  void loadWaiting(Cycle now);
  void replace(std::uint32_t slot, Cycle now);
  void sendCircuits(Cycle now);
  void keep(Cycle now);
  void sendRelayed(Cycle now);
  PacketIndex nextRelayed(std::uint32_t input, std::uint32_t output, Cycle now);
  void sendWorms(Cycle now);
  void sendFromNics(Cycle now);
  std::size_t pairOf(std::uint32_t input, std::uint32_t output) const {
    return std::size_t{input} * ports_ + output;
  }

  HybridSettings settings_;
  std::uint32_t ports_;
  Cycle wire_, above_;
  HybridPackets packets_;
  Circuits circuits_;
  Worms worms_;
  Relays relays_;

  // In the NICs.
  std::vector<NicQueue> toCircuit_;       ///< per pair
  std::vector<NicQueue> toSwitch_;        ///< per input
  std::vector<std::uint32_t> nicUsed_;    ///< per input, flits
  std::vector<std::uint32_t> pairUsed_;   ///< per pair, for circuits; empty: not limited
  std::vector<std::uint64_t> sending_;    ///< a bit for each input whose circuit sends this cycle
  std::vector<std::uint64_t> withWorms_;  ///< likewise of those with worms
  std::vector<std::uint32_t> toLoad_;     ///< per slot, where programs load: what is commanded
  Bitmap withCircuit_;                    ///< inputs with data for their circuit of this slot
  std::uint64_t circuitFlits_ = 0;        ///< in all NICs
  std::vector<std::uint64_t> hadData_;  ///< the same, of the last cycles: a ring of a wire's delay
  std::vector<std::uint8_t> slotHadData_;  ///< the same slot by slot: 1 where its circuits had any
  Cycle lastData_ = -1'000'000'000;        ///< when there were any

  std::uint32_t slot_ = kNone;      ///< kNone: none has anything to do
  std::uint32_t lastSlot_ = kNone;  ///< that had its turn
  std::uint32_t settled_ = kNone;   ///< whose configuration the crossbar has; kNone: another one
  Cycle slotEnd_ = 0, dataFrom_ = 0;
  std::vector<SlotUse> uses_;
  std::unique_ptr<SlotLog> log_;  ///< null: nobody looks

  Fifo<Arrival> arrivals_[2];  ///< over circuits, of worms
  std::vector<std::uint64_t> sent_, received_;
  std::uint64_t flitsCrossed_ = 0;
  Cycle lastMove_ = 0;
};

}  // namespace hopscope::hybrid

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/core/bit_matrix.h"
#include "engine/scheduling/wormhole_scheduler.h"
#include "engine/switching/bitmap.h"
#include "engine/switching/hybrid_circuits.h"
#include "engine/switching/hybrid_fifo.h"
#include "engine/switching/hybrid_packets.h"
#include "engine/switching/hybrid_settings.h"

namespace hopscope::hybrid {

/// The buffered half of a hybrid crossbar: worms on the wires to it and in its queues, one for each
/// pair of ports, and the connections of its scheduler (Ding 2006, sections 3.2 and 8.4.1). In a
/// tree the queues are in the lowest switches, and a connection has a way through the tree to
/// itself: nothing is buffered between. All requests and tails reach the scheduler at the top as
/// late, and grants come back as late, so it does the same as one that is nearer and slower.
class Worms {
 public:
  /// `above`: from the lowest switches of the tree to its top; 0 on a crossbar. `circuits` outlive
  /// it, and have the tree and its ways.
  Worms(const HybridSettings& settings, std::uint32_t ports, Cycle wire, Cycle above,
        Circuits& circuits, HybridPackets& packets, std::uint64_t seed);

  /// Inputs without room for a flit more in their buffer, a bit each.
  const std::uint64_t* full() const { return full_.data(); }
  /// A flit leaves its NIC in the cycle of the last `advance`; there must be room.
  void send(std::uint32_t input, PacketIndex packet) {
    wire_[row_ * ports_ + input] = packet;
    setBit(wired_.data() + row_ * words_, input);
    if (++used_[input] == settings_.switchFlits) setBit(full_.data(), input);
    ++onWire_;
  }
  /// What is due in cycle `now`: flits reach the switch, connections come into force.
  void advance(Cycle now);
  /// Starts a pass, where one is due.
  void pass(Cycle now);
  /// In their slot: each connected input with a flit sends it. crossed(index, packet, input, last)
  /// hears of it. How many do.
  template <typename Crossed>
  std::uint32_t cross(Crossed&& crossed) {
    std::uint32_t flits = 0;
    for (const std::uint32_t input : crossing_.members()) {
      const std::uint32_t output = connected_[input];
      SwitchQueue& queue = queues_[pairOf(input, output)];
      const PacketIndex index = queue.first;
      HybridPacket& packet = packets_[index];
      ++packet.crossed;
      ++flits;
      --used_[input];
      clearBit(full_.data(), input);
      const bool last = packet.crossed == packet.flits;
      if (packet.atSwitch == packet.crossed) crossing_.clear(input);
      if (last) queue.pop(packets_);
      crossed(index, packet, input, last);
      if (--wormLeft_[input] == 0 || last)
        disconnect(input, output);
      else if (settings_.prefetchGrant)
        foresee(input, output, packet);
    }
    waiting_ -= flits;
    return flits;
  }

  /// A worm waits, or a connection is held.
  bool active() const { return waiting_ > 0 || scheduler_.connections() > 0; }
  /// Nothing is on a wire, and no connection is on its way.
  bool quiet() const { return onWire_ == 0 && connections_.empty() && !active(); }
  std::uint32_t used(std::uint32_t input) const { return used_[input]; }
  /// A sentence for each channel of a tree that two connections have, or that is taken for none.
  void audit(std::vector<std::string>& found) const;
  std::uint32_t outputOf(std::uint32_t input) const { return connected_[input]; }
  std::uint64_t onWire() const { return onWire_; }
  std::uint64_t waiting() const { return waiting_; }
  void leaveRoom() { connections_.leaveRoom(); }

 private:
  struct Connection {
    Cycle at = 0;
    std::uint32_t input = 0, output = 0;
  };

  std::size_t pairOf(std::uint32_t input, std::uint32_t output) const {
    return std::size_t{input} * ports_ + output;
  }
  void arrive(std::uint32_t input, PacketIndex index);
  void offer(std::uint32_t input, std::uint32_t output);
  void foresee(std::uint32_t input, std::uint32_t output, const HybridPacket& packet);
  void disconnect(std::uint32_t input, std::uint32_t output);

  const HybridSettings& settings_;
  HybridPackets& packets_;
  TreeWays* ways_;  ///< null: a crossbar
  std::uint32_t ports_, words_;
  Cycle wireLength_, schedulerLatency_;
  std::size_t row_ = 0;                   ///< of this cycle, in what follows
  std::vector<PacketIndex> wire_;         ///< cycle by cycle and port by port: whose flit
  std::vector<std::uint64_t> wired_;      ///< cycle by cycle: ports with a flit
  std::vector<SwitchQueue> queues_;       ///< per pair
  std::vector<std::uint32_t> used_;       ///< per input: flits in its buffer, or on their way there
  std::vector<std::uint64_t> full_;       ///< a bit for each input whose buffer has no room
  std::vector<std::uint32_t> connected_;  ///< per input: its output once granted, or kNone
  std::vector<std::uint32_t> wormLeft_;   ///< per input: flits until it is scheduled anew
  std::vector<std::uint8_t> foreseen_;    ///< per input: its tail was told to have left
  std::vector<std::uint32_t> drivenBy_;   ///< per output: the input connected to it, or kNone
  Bitmap crossing_;                       ///< inputs that are connected and have a flit
  WormholeScheduler scheduler_;
  Fifo<Connection> connections_;
  bool changed_ = false;  ///< since the last pass
  Cycle nextPass_ = 0;
  std::uint64_t onWire_ = 0, waiting_ = 0;  ///< flits
};

}  // namespace hopscope::hybrid

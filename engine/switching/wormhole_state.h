// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "engine/core/ids.h"
#include "engine/fabric/link_rate.h"
#include "engine/fabric/vc_counts.h"
#include "engine/switching/partition.h"
#include "engine/switching/wormhole_packets.h"
#include "engine/switching/wormhole_settings.h"
#include "engine/topology/topology.h"

/// The flat arrays of a wormhole network: what the phases of its cycle read and write, beside what
/// PartState has of each part.
namespace hopscope::wormhole {

/// A virtual channel (VC) of a port: port << vcShift | virtual channel. Ports are those of the
/// topology; after them come the terminals, which have output VCs alone.
using VcId = std::uint32_t;

/// One virtual channel of an input port. What every flit touches is kept small: the fewer cache
/// lines a cycle walks over, the faster it is.
struct alignas(16) WormInputVc {
  Flit front;             ///< the first flit, where `count` > 0
  CycleStamp asked;       ///< when the head asked for a virtual channel; then, for how long it did
  std::uint16_t count;    ///< flits in the buffer
  std::uint16_t pointer;  ///< of virtual channel allocation: the local output VC looked
                          ///< at first; and kHolds
  std::uint16_t outPort;  ///< the output port its packet wants, local
  std::uint16_t vcs;      ///< a mask of those it may take there; then the one it holds
};
/// In WormInputVc::pointer: the packet holds a virtual channel.
inline constexpr std::uint16_t kHolds = 0x8000;

/// An input port.
struct alignas(32) InputSide {
  std::uint64_t grants = 0;  ///< outputs that grant to it, in one cycle's allocation
  PortId firstPort = 0;      ///< of its router
  RouterId router = kNone;
  VcId upstream = kNone;          ///< the output VCs that feed it: of a router or of a terminal
  std::uint32_t creditDelay = 0;  ///< from a flit's grant until its credit can be used upstream
  std::uint16_t requests = 0;     ///< virtual channels with a flit, an output VC and a credit
  PortIndex index = 0;
  PortIndex acceptPointer = 0;   ///< accept pointer: the output looked at first
  std::uint8_t vcPointer = 0;    ///< the virtual channel looked at first
  std::uint8_t creditQueue = 0;  ///< into which its credits go: of PartState::credits
};

/// Of PartState::flights: to the part's own input VCs, to its terminals, and, from the third on, to
/// a neighbour each.
inline constexpr std::uint8_t kToInputs = 0, kToTerminals = 1, kToFirstNeighbour = 2;
/// Of PartState::credits: to its own output VCs, and, from the second on, to a neighbour each.
inline constexpr std::uint8_t kCreditsToOwn = 0, kCreditsToFirstNeighbour = 1;
/// Parts that a part exchanges flits with.
inline constexpr std::size_t kMostNeighbours = 250;

/// An output port, or a terminal's.
struct alignas(32) OutputSide {
  std::uint64_t sent = 0;    ///< flits since cycle 0
  std::uint32_t flight = 0;  ///< from a grant until the flit has arrived
  VcId downstream = kNone;   ///< the input VCs it feeds; where it ejects: its own
  VcId firstVc = 0;          ///< the input VCs of its router
  /// Virtual channels that a packet may be given; of a terminal: with credit.
  std::uint16_t available = 0;
  std::uint16_t grantPointer = 0;  ///< grant pointer: the local input VC looked at first, if lean
  PortIndex index = 0;
  std::uint16_t all = 1;     ///< its virtual channels as a mask
  std::uint16_t always = 0;  ///< those that every head may take, whatever routing says
  std::uint8_t queue = 0;    ///< into which its flits go: of PartState::flights
  VcIndex vcs = 1;           ///< of the input port with its number too

  bool ejects() const { return queue == kToTerminals; }  ///< to a terminal
};

/// One virtual channel of an output port.
struct WormOutputVc {
  std::uint16_t credits = 0;
  std::uint16_t pointer = 0;  ///< of virtual channel allocation: the local input VC looked at first
  VcId owner = kNone;         ///< the input VC whose packet holds it
};

/// A terminal's source queue: unbounded, one flit a cycle.
struct Source {
  PacketIndex head = kNone, tail = kNone;
  std::uint32_t letters = 0;    ///< packets of programs in it, also one being sent
  std::uint16_t flitsLeft = 0;  ///< of the packet being sent; 0: none is
  std::uint16_t vc = 0;         ///< the virtual channel used last
};

/// A flit and the virtual channel at which it arrives.
struct Arrival {
  Flit flit;
  VcId vcId;
};

/// What a wormhole network is made of.
struct Plan {
  std::shared_ptr<const Topology> topology;
  std::vector<Cycle> linkLatency;  ///< per link
  VcCounts virtualChannels;
  WormholeSettings settings;
  std::vector<std::uint32_t> bufferFlits;  ///< per router; empty: all as in `settings`
  std::vector<LinkRate> linkRates = {};    ///< per link; empty: all are full
};

/// The flat arrays, and what never changes. A view of them: all parts of a network share the
/// arrays, and each writes what belongs to its own routers and terminals alone.
struct State {
  std::shared_ptr<const Topology> topology;
  std::vector<LinkRate> linkRates;  ///< as in the plan
  WormholeSettings settings;
  bool lean = false;  ///< allocation works on machine words, see wormhole_bit_allocation.h
  /// All ones where a virtual channel is free behind a packet's tail; 0 where its buffer has to run
  /// empty first (VcReuse::empty).
  std::uint16_t freeBehindTail = 0xffff;
  unsigned vcShift = 0;
  PortId ports = 0;  ///< of routers; terminals follow
  /// No flit and no credit is longer on its way, from grant to arrival.
  Cycle longestWire = 0;
  Cycle horizon = 0;  ///< nor is one that is put into a calendar
  /// What one part sends is with another one after so many cycles at the earliest: as long they may
  /// be out of step.
  Cycle stretch = 0;

  std::span<InputSide> inputs;     ///< per port
  std::span<OutputSide> outputs;   ///< per port, then per terminal
  std::span<WormInputVc> inVcs;    ///< per input VC
  std::span<WormOutputVc> outVcs;  ///< per output VC
  std::span<std::uint16_t> room;   ///< flits an output VC's buffer downstream holds
  /// Flits behind the first of each input VC, in rings of 2^ringShift.
  std::span<Flit> rings;
  std::span<std::uint16_t> ringHeads;
  unsigned ringShift = 0;
  std::span<std::uint16_t> tails;  ///< per input VC: complete packets; where they are stored
  /// If lean, per output: its router's input VCs that request it, and those that ask
  /// for one of its virtual channels. Sets of `maskWords` words each.
  std::span<std::uint64_t> masks;
  unsigned maskWords = 1;
  std::span<Source> sources;  ///< per terminal
  /// Per output, for PartState's lists (PortList).
  std::span<std::uint16_t> notSwitching, notAllocating;

  PortId portOf(VcId vcId) const { return vcId >> vcShift; }
  VcIndex vcOf(VcId vcId) const { return static_cast<VcIndex>(vcId & ((1u << vcShift) - 1)); }
  VcId vcIdOf(PortId port, unsigned vc) const { return port << vcShift | vc; }
  bool isTerminal(VcId outVc) const { return portOf(outVc) >= ports; }
  bool holds(VcId vcId) const { return (inVcs[vcId].pointer & kHolds) != 0; }
  /// The output VC that an input VC holds.
  VcId outOf(VcId vcId) const {
    const WormInputVc& ivc = inVcs[vcId];
    return vcIdOf(inputs[portOf(vcId)].firstPort + ivc.outPort, ivc.vcs);
  }
  std::uint64_t* wants(PortId output) const { return &masks[std::size_t{output} * 2 * maskWords]; }
  std::uint64_t* wanted(PortId output) const { return wants(output) + maskWords; }
  /// The place of the i-th flit behind the first.
  std::size_t ringAt(VcId vcId, unsigned i) const {
    const unsigned mask = (1u << ringShift) - 1;
    return (std::size_t{vcId} << ringShift) + ((ringHeads[vcId] + i) & mask);
  }
  /// Flits given to an output VC and not credited back yet.
  std::uint32_t occupancy(VcId outVc) const {
    return std::uint32_t{room[outVc]} - outVcs[outVc].credits;
  }
  LinkRate rateOf(PortId output) const {
    return hopscope::rateOf(linkRates, channelOf(output) / 2);
  }
  /// The channel behind an output.
  ChannelId channelOf(PortId output) const {
    return output < ports ? topology->ports[output].out
                          : 2 * topology->terminals[output - ports].link;
  }
  /// Of the channel behind a router's output, in cycles.
  Cycle channelLatency(PortId output) const {
    return Cycle{outputs[output].flight} - 1 - settings.delays.traversal;
  }
};

/// The arrays' memory.
class Arrays {
 public:
  /// Of a network that is cut so.
  Arrays(const Plan& plan, const Partition& partition);
  Arrays(const Arrays&) = delete;
  Arrays& operator=(const Arrays&) = delete;

  const State& state() const { return s_; }

 private:
  void addRouters(const Plan& plan);
  void addTerminals(const Plan& plan);
  void connect(const Partition& partition);

  State s_;
  std::vector<InputSide> inputs_;
  std::vector<OutputSide> outputs_;
  std::vector<WormInputVc> inVcs_;
  std::vector<WormOutputVc> outVcs_;
  std::vector<std::uint16_t> room_;
  std::vector<Flit> rings_;
  std::vector<std::uint16_t> ringHeads_, tails_;
  std::vector<std::uint64_t> masks_;
  std::vector<Source> sources_;
  std::vector<std::uint16_t> notSwitching_, notAllocating_;
};

}  // namespace hopscope::wormhole

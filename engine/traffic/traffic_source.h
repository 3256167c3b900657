// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <limits>
#include <memory>

#include "engine/core/ids.h"
#include "engine/core/rng.h"
#include "engine/traffic/delivery.h"

namespace hopscope {

/// A cycle that does not come.
inline constexpr Cycle kNoCycle = std::numeric_limits<Cycle>::max();

/// A packet that a terminal has for the network.
struct NewPacket {
  TerminalId source = kNone, destination = kNone;
  std::uint32_t flits = 1;
  bool probe = false;  ///< goes before a packet, and is counted with none
  std::uint8_t trafficClass = 0;
  /// What the source at the destination is told when it arrives (TrafficSource::hear); 0: nothing.
  std::uint64_t letter = 0;
  bool alone =
      false;  ///< those who send at a rate have no other one for its terminal in this cycle
};

/// What a terminal tells its interface about circuits.
enum class CircuitCommand : std::uint8_t {
  predict,  ///< there will be packets to that peer
  flush,    ///< circuits that it has are not needed any more
  preload,  ///< circuits that programs name (HybridSettings::commanded) take their slot
};

/// The source queues of some terminals.
class SourceQueues {
 public:
  virtual ~SourceQueues() = default;

  /// Takes a packet generated at cycle `now`, if there is room; `routing` is drawn from for its
  /// way.
  virtual bool enter(Cycle now, const NewPacket& packet, Rng& routing) = 0;
  /// A packet that was refused at cycle `now` is refused in all cycles before this one.
  virtual Cycle notBefore(Cycle now, const NewPacket& /*packet*/) const { return now + 1; }
  /// Whether a packet, were it taken, would take room that another one of its terminal waits for,
  /// which was refused.
  virtual bool isInTheWay(const NewPacket& /*packet*/, const NewPacket& /*refused*/) const {
    return true;
  }
  /// Counts a packet that was refused, and will not be offered again.
  virtual void drop(const NewPacket& packet) = 0;
  /// Interfaces without circuits pass over it. `what`: the peer, or the number of the circuits.
  virtual void command(Cycle /*now*/, TerminalId /*terminal*/, CircuitCommand /*command*/,
                       std::uint32_t /*what*/) {}
};

/// What the terminals of one part of a network send. What a terminal does depends on its own past
/// alone, so that it does not matter how terminals are divided among sources.
class TrafficSource {
 public:
  virtual ~TrafficSource() = default;

  /// Called in every cycle, but for those before `nextOffer` while the network rests. Of packets
  /// with a letter a terminal has one a cycle at the most. What is refused is dropped, or offered
  /// again later, so that nothing is lost.
  virtual void offer(Cycle now, SourceQueues& queues) = 0;
  /// A packet with a letter has arrived at one of its terminals, in cycle `delivery.at`. What is
  /// sent for that is offered when this is asked next, in that cycle or the one behind it.
  virtual void hear(const Delivery& /*delivery*/) {}
  /// It will hear of that letter in the next cycle: has the processor fetch what that needs.
  virtual void prefetch(std::uint64_t /*letter*/) const {}
  /// Whether that is worth its while.
  virtual bool prefetches() const { return false; }
  /// Brings what it works on into the cache.
  virtual void touch() const {}
  /// Makes room for half as many again as it has had at a time: from now on nothing is to be
  /// allocated while it goes on as before.
  virtual void leaveRoom() {}
  /// The first cycle from `now` on in which it may offer something, unless it hears of a delivery
  /// before.
  virtual Cycle nextOffer(Cycle now) const = 0;
};

/// What terminals do beside sending at a rate: a protocol, an application.
class Workload {
 public:
  virtual ~Workload() = default;

  /// The source of terminals [first, first + count), which are one part of the network. Parts may
  /// run at the same time. It lives as long as the network.
  virtual std::unique_ptr<TrafficSource> source(TerminalId first, std::uint32_t count) = 0;
  /// What it is for has been done. Asked between two cycles.
  virtual bool finished() const = 0;
};

}  // namespace hopscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "engine/traffic/traffic_source.h"

namespace hopscope {

/// Has those who send at a rate and a workload take turns where both fill the source queue of a
/// terminal. A rate is asked first in each cycle, so it would have all the room that comes free.
/// Here a packet of the workload that was refused has the next room, and the rate is refused
/// meanwhile. Nothing is changed of source queues that have room.
class SourceTurns {
 public:
  /// Of terminals [first, first + count).
  SourceTurns(TerminalId first, std::uint32_t count) : first_(first), waiting_(count) {}

  /// Calls offer(queues) for what is sent at a rate.
  template <typename Offer>
  void offerAtRate(SourceQueues& queues, const Offer& offer) {
    RateQueues turns(*this, queues);
    offer(turns);
  }
  /// The same for a workload, which offers again what is refused unless it drops it.
  template <typename Offer>
  void offerOfWorkload(SourceQueues& queues, const Offer& offer) {
    WorkloadQueues turns(*this, queues);
    offer(turns);
  }

 private:
  /// The packet of a workload that a terminal was refused.
  struct Waiting {
    TerminalId destination = kNone;  ///< kNone: there is none
    std::uint32_t flits = 0;
    std::uint8_t trafficClass = 0;
  };

  class Queues : public SourceQueues {
   public:
    Queues(SourceTurns& turns, SourceQueues& queues) : turns_(turns), queues_(queues) {}
    Cycle notBefore(Cycle now, const NewPacket& packet) const override {
      return queues_.notBefore(now, packet);
    }
    void command(Cycle now, TerminalId terminal, CircuitCommand command,
                 std::uint32_t what) override {
      queues_.command(now, terminal, command, what);
    }

   protected:
    Waiting& waitingOf(TerminalId terminal) { return turns_.waiting_[terminal - turns_.first_]; }

    SourceTurns& turns_;
    SourceQueues& queues_;
  };
  class RateQueues final : public Queues {
   public:
    using Queues::Queues;
    bool enter(Cycle now, const NewPacket& packet, Rng& routing) override {
      const Waiting& waiting = waitingOf(packet.source);
      if (waiting.destination != kNone && holdsBack(waiting, packet)) return false;
      return queues_.enter(now, packet, routing);
    }
    void drop(const NewPacket& packet) override { queues_.drop(packet); }

   private:
    bool holdsBack(const Waiting& waiting, const NewPacket& packet) const {
      NewPacket refused{packet.source, waiting.destination, waiting.flits};
      refused.trafficClass = waiting.trafficClass;
      return queues_.isInTheWay(packet, refused);
    }
  };
  class WorkloadQueues final : public Queues {
   public:
    using Queues::Queues;
    bool enter(Cycle now, const NewPacket& packet, Rng& routing) override {
      const bool taken = queues_.enter(now, packet, routing);
      waitingOf(packet.source) =
          taken ? Waiting{} : Waiting{packet.destination, packet.flits, packet.trafficClass};
      return taken;
    }
    void drop(const NewPacket& packet) override {
      waitingOf(packet.source) = {};
      queues_.drop(packet);
    }
  };

  TerminalId first_;
  std::vector<Waiting> waiting_;  ///< per terminal
};

}  // namespace hopscope

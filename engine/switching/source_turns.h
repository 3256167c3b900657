// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "engine/traffic/traffic_source.h"

namespace hopscope {

/// Has those who send at a rate and a workload take turns where both fill the source queue of a
/// terminal. A rate is asked first in each cycle, so it would have all the room that comes free.
/// Here a packet of the workload that was refused has the next room, and the rate is refused
/// meanwhile; once it has been taken, the rate has the room after that, if it wants any, before the
/// workload may claim another one. Nothing is changed of source queues that have room.
class SourceTurns {
 public:
  /// Of terminals [first, first + count).
  SourceTurns(TerminalId first, std::uint32_t count) : first_(first), last_(count) {}

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
  /// The packet of a workload that a terminal offered last.
  struct Last {
    TerminalId destination = kNone;
    std::uint32_t flits = 0;
    std::uint8_t trafficClass = 0;
    bool claims = false;  ///< it was refused, and has the next room
    bool rateHad = true;  ///< since one was taken, the rate has had room that it would have used
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
    Last& lastOf(TerminalId terminal) { return turns_.last_[terminal - turns_.first_]; }

    SourceTurns& turns_;
    SourceQueues& queues_;
  };
  class RateQueues final : public Queues {
   public:
    using Queues::Queues;
    bool enter(Cycle now, const NewPacket& packet, Rng& routing) override {
      Last& last = lastOf(packet.source);
      const bool inTheWay = (last.claims || !last.rateHad) && takesRoomOf(last, packet);
      if (inTheWay && last.claims) return false;
      const bool taken = queues_.enter(now, packet, routing);
      last.rateHad = last.rateHad || (taken && inTheWay);
      return taken;
    }
    void drop(const NewPacket& packet) override { queues_.drop(packet); }

   private:
    bool takesRoomOf(const Last& last, const NewPacket& packet) const {
      NewPacket other{packet.source, last.destination, last.flits};
      other.trafficClass = last.trafficClass;
      return queues_.isInTheWay(packet, other);
    }
  };
  class WorkloadQueues final : public Queues {
   public:
    using Queues::Queues;
    bool enter(Cycle now, const NewPacket& packet, Rng& routing) override {
      const bool taken = queues_.enter(now, packet, routing);
      Last& last = lastOf(packet.source);
      last = {packet.destination, packet.flits, packet.trafficClass,
              !taken && (last.claims || last.rateHad), !taken && last.rateHad};
      return taken;
    }
    void drop(const NewPacket& packet) override {
      lastOf(packet.source).claims = false;
      queues_.drop(packet);
    }
  };

  TerminalId first_;
  std::vector<Last> last_;  ///< per terminal
};

}  // namespace hopscope

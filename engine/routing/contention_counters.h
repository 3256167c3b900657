// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "engine/fabric/timing_wheel.h"
#include "engine/routing/dragonfly_wiring.h"
#include "engine/routing/router_memory.h"

namespace hopscope::routings {

/// Says which output a packet's minimal path takes.
class MinimalOutputs {
 public:
  virtual ~MinimalOutputs() = default;
  virtual PortIndex minimalOutput(RouterId router, TerminalId destination,
                                  std::uint32_t detail) const = 0;
};

/// How many packets want each output of a router: heads of its input queues counted at the output
/// of their minimal path, from when they become the head until their tail has left the input
/// (García, Vallejo, Beivide, Camarero, Valero, Rodríguez & Minkenberg, IPDPS 2015, section III:
/// Base). Those that go round a failure want none. Where routers tell their group (ECtN), also how
/// many of those that entered the group here, from a terminal or another group, go to each other
/// group; told at multiples of `interval` cycles, and known to the others one local channel later.
class ContentionCounters final : public RouterMemory {
 public:
  struct Plan {
    bool told = false;
    Cycle interval = 100;
    VcIndex channels = kMaxVcs;  ///< packets take no more, of any link
  };

  /// `outputs` and `wiring` outlive it.
  ContentionCounters(const MinimalOutputs& outputs, const DragonflyWiring& wiring,
                     const MemoryPlan& network, const Plan& plan);

  /// Packets that want an output, as the decisions of this cycle see it.
  std::uint32_t waiting(RouterId router, PortIndex output) const {
    return waiting_[firstPort_[router - firstRouter_] + output];
  }
  /// Packets in the router's group that want another group: its own now, the others' as they told.
  std::uint32_t waitingInGroup(RouterId router, std::uint32_t group, Cycle now) const;

  Hears hears() const override {
    Hears hears;
    hears.heads = true;
    return hears;
  }
  void headed(Cycle now, const QueueHead& head) override;
  void left(Cycle now, const QueueHead& head, Cycle until) override;
  void settle(Cycle now, const RouterView& view) override;
  void leaveRoom() override { ends_.leaveRoom(); }

 private:
  /// What is counted of a head, and where.
  struct Wish {
    std::uint32_t output = kNone;  ///< index into waiting_; kNone: nothing
    std::uint32_t group = kNone;   ///< that it wants, of those that entered here
  };
  /// A queue of an input: what it counts for, and what its next head will once the one before has
  /// left.
  struct Queue {
    Wish counted, next;
    Cycle until = 0;  ///< when the tail that is leaving has left; 0: none is
  };
  /// The end of a transfer.
  struct End {
    RouterId router = 0;
    std::uint32_t queue = 0;
  };
  /// A counter that others know as it was at the last multiples of the interval.
  struct Told {
    std::uint32_t value = 0;
    std::uint16_t before = 0, longBefore = 0;  ///< at the two intervals' ends before `end`
    std::uint32_t end = 0;                     ///< number of the interval's end that comes next
  };

  /// Those of one virtual channel stand together.
  std::uint32_t queueOf(const QueueHead& head) const {
    return head.vc * static_cast<std::uint32_t>(entersHere_.size()) +
           firstPort_[head.router - firstRouter_] + head.input;
  }
  void settleUntil(Cycle now);
  void count(Cycle now, RouterId router, const Wish& wish, int by);
  void change(Told& counter, Cycle now, int by) const;
  std::uint32_t known(const Told& counter, Cycle now) const;

  const MinimalOutputs& outputs_;
  const DragonflyWiring& wiring_;
  Plan plan_;
  Cycle delay_;
  RouterId firstRouter_;
  std::vector<std::uint32_t> firstPort_;  ///< per router, from its part's first
  std::vector<std::uint8_t> entersHere_;  ///< per port: from a terminal or another group
  std::vector<std::uint32_t> waiting_;    ///< per port
  std::vector<Queue> queues_;             ///< per virtual channel and port
  TimingWheel<End> ends_;
  Cycle settled_ = -1;                    ///< all that ended until then counts no longer
  std::vector<Told> ofRouter_, ofGroup_;  ///< by router or group of the part, and group wanted
};

}  // namespace hopscope::routings

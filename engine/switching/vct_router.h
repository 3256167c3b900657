// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "engine/fabric/calendar.h"
#include "engine/fabric/fabric.h"
#include "engine/routing/router_memory.h"
#include "engine/routing/routing_algorithm.h"
#include "engine/scheduling/allocator.h"
#include "engine/switching/alarm_clock.h"
#include "engine/switching/allocation_log.h"
#include "engine/switching/bounded_list.h"
#include "engine/switching/congestion_sampler.h"
#include "engine/switching/delivery_tally.h"
#include "engine/switching/input_unit.h"
#include "engine/switching/journey.h"
#include "engine/switching/mailbox.h"
#include "engine/switching/notice_counts.h"
#include "engine/switching/output_unit.h"
#include "engine/switching/partition.h"
#include "engine/switching/pause_control.h"
#include "engine/switching/route_stage.h"
#include "engine/switching/vct_view.h"

/// Of a loop's only lambda, whose registers the compiler saves at each call otherwise.
#define HOPSCOPE_INLINE __attribute__((always_inline))

namespace hopscope {

/// The virtual cut-through routers of a part of the network, phase by phase (Kermani & Kleinrock
/// 1979; the combined input/output queued switch of Benito 2020, section 3). A packet moves whole:
/// its head is granted the crossbar only when the next buffer has room for all of it. Work is
/// proportional to what moves: an input that can't go on sleeps until the time, or the credit, that
/// it waits for.
class VctRouter {
 public:
  /// What the routers of a part work with; all of it outlives them.
  struct Surroundings {
    Fabric& fabric;
    Calendar& calendar;
    const Partition& partition;
    const Part& part;
    const RoutingAlgorithm& routing;
    RouteStage& routes;
    const std::vector<SwitchSettings>& switches;
    LatencySplit& split;   ///< of measured packets
    double meanFlits = 1;  ///< of packets
    std::uint64_t seed = 1;
    std::uint32_t noticeFlits = 0;  ///< of a notice; 0: as the shortest packet
  };
  explicit VctRouter(const Surroundings& surroundings);

  /// Switching::setRouting; `idle`: no packet is under way in the network.
  void setRouting(const RoutingAlgorithm& routing, bool idle);

  /// Where everything goes that leaves the part, from now on.
  void setMailbox(Mailbox& mailbox) { mailbox_ = &mailbox; }
  /// Who wants to know of a packet's grants, or of a router's; nullptr: nobody.
  void setJourneyLog(JourneyLog* log) {
    journeys_ = log;
    noteWatchers();
  }
  void setAllocationLog(AllocationLog* log) {
    allocations_ = log;
    noteWatchers();
  }

  /// As Calendar's.
  void leaveRoom() {
    if (memory_) memory_->leaveRoom();
  }
  /// Brings what grants look at beside ports into the cache.
  void touch() const {
    if (sampler_) sampler_->touch();
  }

  /// A packet was taken into the source queue of `input`.
  void noteEntry(Cycle now, PortId input, TerminalId destination) {
    if (hears_.entries) tellEntry(now, input, destination);
  }

  /// Whether buffers tell somebody what comes and goes (kTells, below).
  bool tells() const { return pauses_ || sampler_; }

  // The phases of cycle `now`, in this order. `kAlike`: all packets have one length, which need not
  // be looked up at each hop then. `kTells`: buffers have their senders
  // stop and go on, or send notices of congestion.
  template <bool kAlike>
  void receiveCredits(Cycle now);
  void receivePauses(Cycle now);
  template <bool kAlike, bool kTells>
  void receiveHeads(Cycle now);
  template <bool kAlike>
  void allocate(Cycle now);

  /// A head that is at the input port of its terminal now.
  template <bool kAlike>
  void enqueue(Cycle now, const Arrival& arrival);

  std::uint64_t flitHops() const { return flitHops_; }
  const NoticeCounts& notices() const { return notices_; }
  std::uint64_t recomputations() const { return inputUnit_.recomputations(); }
  /// ObservedNetwork::learnt of these routers, appended to `out`; RouterMemory::describe of one.
  void learnt(Cycle now, Learnt what, std::vector<float>& out) const;
  void describe(Cycle now, RouterId router, std::vector<LearntFact>& out) const;
  PauseCounts pauses(Cycle now) const { return pauses_ ? pauses_->counts(now) : PauseCounts{}; }
  void observePaused(std::vector<ChannelPause>& out) const {
    if (pauses_) pauses_->observe(out);
  }
  /// The cycle in which a packet last came to the head of an idle queue, or was granted.
  Cycle lastMove() const { return lastMove_; }

 private:
  /// What the cycle loop asks of a SwitchSettings.
  struct Rules {
    SwitchTimes times;
    /// Its allocator; nullptr where each input puts one request forward and each output grants one
    /// by round robin, which the ports do themselves (OutputPort::leader).
    Allocator* allocator = nullptr;
    bool allRequests = false;  ///< its allocator wants every request of an input
    bool onRequest = false;    ///< PointerRule
    bool consumer = false;     ///< EjectionRule
    bool letsGo = false;       ///< OutputHold::transfer
    bool queueless = false;    ///< without output queues: the crossbar is as slow as the channel
  };

  /// What an InputVc knew of a head that has left it.
  struct Wanted {
    std::uint32_t nextDetail = 0;
    CycleStamp roomless = 0;
    bool waits = false;
  };

  QueueHead headOf(PortId input, VcIndex vc, const Packet& packet) const;
  /// The packet at the front of a queue, if there is one, has come there.
  void tellHead(Cycle now, PortId input, VcIndex vc);
  /// One has left it, and the next one has come.
  void tellLeft(Cycle now, PortId input, VcIndex vc, const Packet& packet, Cycle until);
  void prepareChoices(const RoutingAlgorithm& routing);
  void makeMemory(const RoutingAlgorithm& routing);
  void placeCongestionPoints(const CongestionPoints& points, std::uint32_t noticeFlits);
  void noteWatchers() {
    observed_ = journeys_ != nullptr || allocations_ != nullptr || hears_.grants || hears_.sends ||
                pauses_ || sampler_;
  }
  void tellEntry(Cycle now, PortId input, TerminalId destination);
  void tellQueue(PortId output) {
    if (hears_.queues == nullptr || hears_.queues[output - firstPort_] == 0) return;
    memory_->queueChanged(fabric_.inputs[output].router, fabric_.outputs[output].index);
  }
  void activate(PortId input) { active_.insert(input - firstPort_); }
  template <bool kAlike, bool kTells>
  void admit(Cycle now, const Arrival& arrival);
  /// A head has come to the front of an empty queue.
  void arouse(Cycle now, const Arrival& arrival);
  /// What a head's arrival means to who watches the buffer it comes to.
  void tellArrival(Cycle now, PortId input, const Packet& packet);
  /// A notice that has come to the switch of its destination goes no further.
  template <bool kAlike>
  bool intercepts(Cycle now, const Arrival& arrival);
  /// Room for a packet is given back to the sender before an input.
  void giveCredit(Cycle now, PortId input, VcIndex vc, LengthIndex length);
  void hearNotices(Cycle now);
  template <bool kAlike>
  void sendNotices(Cycle now);
  /// Whether the head of that virtual channel is a notice, which goes before all others.
  bool isNotice(PortId input, VcIndex vc) const {
    return (noticeVcs_[input - firstPort_] >> vc & 1) != 0;
  }
  /// Has the sender of a virtual channel stop, or go on.
  void pause(Cycle now, PortId input, VcIndex vc, bool on);
  [[gnu::always_inline]] void setAlarm(CycleStamp now, PortId input, InputPort& in,
                                       std::int32_t wait) {
    const std::int32_t pending = ahead(in.wakeAt, now);
    if (pending > 0 && pending <= wait) return;
    in.wakeAt = now + static_cast<CycleStamp>(wait);
    alarms_.set(now, wait, input - firstPort_);
  }
  /// Of a set that is not empty. Unlike std::has_single_bit no call where the processor may not
  /// count bits.
  static bool holdsOne(unsigned set) { return (set & (set - 1)) == 0; }
  template <bool kAlike>
  void attempt(CycleStamp now, PortId input);
  /// One head's attempt. How long it can't go on, 0 where it has made a request, or kSpent.
  template <bool kAlike>
  std::int32_t attempt(CycleStamp now, PortId input, InputPort& in, const Rules& rules, VcIndex vc);
  /// How long a head waits from its arrival by a slower channel than the one it wants, until so
  /// much of its packet is there that the rest comes in time.
  std::uint32_t gathers(PortId input, PortId output, const Packet& packet) const;
  /// A notice that its switch has made itself, which came by no channel.
  bool isOwnNotice(PortId input, const Packet& packet) const {
    return packet.notice && inputs_[input].upstream == kNone;
  }
  /// The most cycles that a packet takes to leave its input.
  Cycle longestTransfer() const;
  /// What is left of an attempt of a head that is asked, once its output can't take it.
  std::int32_t nextChance(CycleStamp now, PortId input, const InputPort& in, const Rules& rules,
                          const InputVc& queue);
  /// Of a head that finds no room downstream.
  std::int32_t waitForRoom(CycleStamp now, const InputPort& in, InputVc& queue);
  /// Puts a request before its output, which keeps the one whose turn comes first.
  void bid(PortId input, PortIndex index, PortId output, VcIndex inputVc, VcIndex outputVc);
  /// Whether a request goes after the one that leads, where notices go before all others.
  bool goesAfter(PortId input, PortIndex index, PortId output, VcIndex inputVc) const;
  void addRequest(Allocator& allocator, PortId input, const InputPort& in, const InputVc& queue,
                  VcIndex inputVc, VcIndex outputVc);
  /// An input that made a request in this cycle; it may have won.
  void retry(CycleStamp now, PortId input);
  /// Has the cache fetch what the next cycles will touch.
  void lookAhead(Cycle now) const;
  template <bool kAlike>
  void move(Cycle now, PortId input, PortId output, VcIndex inputVc, VcIndex outputVc);
  /// A request in the router that is looked into.
  void noteRequest(PortId input, PortId output, VcIndex inputVc, VcIndex outputVc);
  /// A grant while somebody wants to know of all.
  void noteGrant(Cycle time, PortId input, PortId output, VcIndex inputVc, const Wanted& wanted,
                 const QueuedPacket& head, CycleStamp departure);
  /// A hop of the packet that is followed.
  void noteHop(Cycle time, PortId input, PortId output, const Wanted& wanted,
               const QueuedPacket& head, CycleStamp departure);
  void countWait(CycleStamp now, const InputPort& in, const Wanted& wanted,
                 const QueuedPacket& head, CycleStamp departure, const OutputPort& out,
                 const Rules& rules, LatencySplit& into) const;

  Fabric& fabric_;
  // The fabric's arrays, which never move, a load nearer.
  InputPort* const inputs_;
  OutputPort* const outputs_;
  InputVc* const inputVcs_;
  Calendar& calendar_;
  Mailbox* mailbox_ = nullptr;
  JourneyLog* journeys_ = nullptr;
  AllocationLog* allocations_ = nullptr;
  std::unique_ptr<PauseControl> pauses_;  ///< nullptr: credits tell of room
  const RoutingAlgorithm* routing_;
  std::unique_ptr<CongestionSampler> sampler_;  ///< nullptr: no queue sends notices
  std::vector<std::uint16_t> noticeVcs_;        ///< per port, where it is there
  std::vector<Arrival> heard_;                  ///< notices that came in this cycle
  LengthIndex noticeLength_ = 0;
  NoticeCounts notices_;
  bool observed_ = false;  ///< grants, by one of them, or by a memory
  LatencySplit& split_;
  const Part& part_;
  std::uint64_t seed_;
  PortId firstPort_, portCount_;
  std::vector<PartIndex> peerPart_;  ///< per port: where its link leads
  double meanFlits_;
  bool paced_;                            ///< not all links are full
  std::unique_ptr<RouterMemory> memory_;  ///< nullptr: nothing is learnt
  Hears hears_;
  VctView view_;
  /// Inputs of a switch share a CAM, so they look up in an order of their own, not in that of the
  /// calendar.
  bool sortsArrivals_;
  std::vector<const Arrival*> arrivalAt_;  ///< per input with an arrival in this cycle
  DrainSet arrived_;                       ///< these inputs
  std::vector<Arrival> probes_;            ///< of this cycle
  InputUnit inputUnit_;
  OutputUnit outputUnit_;
  std::vector<std::unique_ptr<Allocator>> allocators_;
  std::vector<Rules> rules_;  ///< per SwitchSettings
  std::vector<Rng> choices_;  ///< per port; empty where nothing is chosen
  AlarmClock alarms_;         ///< inputs that will try again
  DrainSet active_;           ///< inputs that try in the cycle to come
  /// Outputs with a leader: to terminals, inside the part, out of it. Alike ones follow each other,
  /// so that the processor guesses right what becomes of a packet.
  std::array<BoundedList<PortId>, 3> contested_;
  BoundedList<PortId> losers_;  ///< inputs whose request may have been in vain
  std::uint64_t flitHops_ = 0;
  Cycle lastMove_ = 0;
};

}  // namespace hopscope

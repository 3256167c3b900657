// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/switching/hybrid_network.h"

#include <algorithm>
#include <utility>

#include "engine/switching/hybrid_crossbar.h"
#include "engine/switching/hybrid_observation.h"
#include "engine/switching/journey.h"

namespace hopscope {
namespace {

using hybrid::HybridCrossbar;
using hybrid::HybridPacket;

class HybridNetwork final : public CircuitNetwork {
 public:
  explicit HybridNetwork(const HybridPlan& plan)
      : CircuitNetwork(plan.network),
        crossbar_(plan.settings, topology_, plan.wire, plan.above, plan.network.seed) {}

  void watchCircuits(bool wanted) override { crossbar_.watch(wanted); }
  std::uint64_t flitHops() const override {
    const hybrid::TreeWays* const ways = crossbar_.ways();
    return crossbar_.flitsCrossed() + (ways == nullptr ? 0 : ways->innerFlits());
  }
  const std::vector<std::uint64_t>& channelFlits() const override {
    if (const hybrid::TreeWays* const ways = crossbar_.ways()) channelFlits_ = ways->flits();
    for (TerminalId t = 0; t < topology_->terminalCount(); ++t) {
      channelFlits_[upOf(t)] = crossbar_.sent()[t];
      channelFlits_[downOf(t)] = crossbar_.received()[t];
    }
    return channelFlits_;
  }
  const CircuitCounts* circuits() const override { return &crossbar_.counts(); }
  const std::vector<SlotUse>& slotUses() const override { return crossbar_.slotUses(); }
  std::shared_ptr<const CircuitDetail> observeCircuits() const override {
    return std::make_shared<CircuitDetail>(hybrid::observeCircuits(crossbar_, now_));
  }

  Cycle lastMove() const override { return crossbar_.lastMove(); }
  Cycle longestPause() const override { return crossbar_.longestPause(); }
  /// Circuits come and go, and slots take turns, so what waits may go on, unless none will come.
  /// What is offered later may be what a configuration has to carry before the next one takes its
  /// slot, or the word of a program to load one.
  bool underWay() const override {
    if (crossbar_.quiet(now_)) return false;
    if (!crossbar_.stuck()) return true;
    return (crossbar_.circuits().hasMoreToLoad() || !crossbar_.settings().commanded.empty()) &&
           terminals_.nextOffer(now_) != kNoCycle;
  }
  std::vector<Sentence> waitingInVain() const override;
  void observeRouter(RouterId router, RouterDetail& out) const override;

 protected:
  const hybrid::HybridPackets& packets() const override { return crossbar_.packets(); }
  void leaveRoom() override { crossbar_.leaveRoom(); }
  std::vector<std::string> wrongInside() const override { return crossbar_.violations(); }
  MovingPacket whereIs(const HybridPacket& packet) const override;
  Cycle waitedSince(const HybridPacket& packet) const override;

  void run(Cycle until) override {
    for (; now_ < until; ++now_) {
      crossbar_.move(now_);
      crossbar_.deliver(now_, [this](const HybridPacket& packet) { receive(packet); });
      terminals_.offer(now_, *this);
      crossbar_.close(now_);
    }
  }
  void rest(Cycle until) override {
    crossbar_.rest(now_, until);
    now_ = until;
  }
  Cycle nextOffer() const override {
    const Cycle due = crossbar_.nextDue();
    const Cycle next = terminals_.nextOffer(now_);
    return due < 0 ? next : std::clamp(due, now_, next);
  }

 private:
  ChannelId upOf(TerminalId terminal) const { return 2 * topology_->terminals[terminal].link; }
  ChannelId downOf(TerminalId terminal) const { return upOf(terminal) + 1; }

  bool enter(Cycle now, const NewPacket& entering, Rng& draws) override;
  Cycle notBefore(Cycle now, const NewPacket& packet) const override {
    return now + crossbar_.cyclesUntilRoom(packet.source, packet.flits);
  }
  bool isInTheWay(const NewPacket& packet, const NewPacket& refused) const override {
    return packet.destination == refused.destination ||
           crossbar_.nicUsed(refused.source) + packet.flits + refused.flits >
               crossbar_.settings().nicFlits;
  }
  void command(Cycle now, TerminalId terminal, CircuitCommand command,
               std::uint32_t what) override {
    switch (command) {
      case CircuitCommand::flush:
        return crossbar_.flush(now, terminal);
      case CircuitCommand::predict:
        return crossbar_.predict(now, terminal, what);
      case CircuitCommand::preload:
        return crossbar_.load(now, what);
    }
  }
  void receive(const HybridPacket& packet);
  LatencySplit spent(const HybridPacket& packet) const;

  HybridCrossbar crossbar_;
};

bool HybridNetwork::enter(Cycle now, const NewPacket& entering, Rng& draws) {
  if (!crossbar_.hasRoom(entering.source, entering.destination, entering.flits)) return false;
  crossbar_.enter(now, taken(now, entering), draws);
  return true;
}

/// Where the cycles of a packet went that is at its processor now.
LatencySplit HybridNetwork::spent(const HybridPacket& packet) const {
  const HybridSettings& s = crossbar_.settings();
  const auto cycles = [](Cycle time) { return static_cast<std::uint64_t>(time); };
  const Cycle wire = crossbar_.wire();
  LatencySplit split;
  split.source = cycles(packet.departure - packet.birth - s.nic);
  split.serialization = packet.flits - 1;
  const Cycle circuits = packet.relay == kNoPort ? 1 : 2;
  split.channel = cycles(packet.circuit ? circuits * s.straight : 2 * wire);
  split.traversal = cycles(2 * s.nic + (packet.circuit ? 0 : s.buffer));
  // Behind others in the switch or at a relay, for a connection, and for turns of slots.
  split.switchAllocation = cycles(now_ - packet.birth) - split.total();
  return split;
}

void HybridNetwork::receive(const HybridPacket& packet) {
  handOver(packet, packet.relay == kNoPort ? PathKind::minimal : PathKind::other, packet.hops,
           spent(packet));
  if (!follows(packet)) return;
  // Of one that was found behind the switch nothing more is known, nor of switches in a tree and of
  // times at relays.
  if (journeys_->journey().foundOn != kNone || crossbar_.ways() != nullptr ||
      packet.relay != kNoPort)
    return journeys_->end(now_, 0);
  JourneyHop& hop = journeys_->hop(upOf(packet.source), downOf(packet.destination),
                                   packet.departure + crossbar_.wire());
  hop.wire = crossbar_.wire();
  hop.spent = spent(packet);
  journeys_->end(now_, 0);
}

/// Before it leaves its NIC a packet is at the beginning of the channel to the switch, while it
/// waits there at its end.
MovingPacket HybridNetwork::whereIs(const HybridPacket& packet) const {
  const HybridSettings& s = crossbar_.settings();
  MovingPacket seen = atItsSource(packet, upOf(packet.source));
  if (packet.departure < 0) return seen;
  if (packet.relay != kNoPort && packet.atSwitch > 0) {
    // At its relay, or as far behind it as flits have left that.
    seen.channel = packet.crossed == 0 ? downOf(packet.relay) : downOf(packet.destination);
    seen.position = packet.crossed == 0
                        ? 1.0F
                        : static_cast<float>(packet.crossed) / static_cast<float>(packet.flits + 1);
    return seen;
  }
  const Cycle up = packet.circuit ? (s.straight + 1) / 2 : crossbar_.wire();
  const Cycle gone = now_ - packet.departure;
  if (gone < up || (!packet.circuit && packet.crossed == 0)) {
    seen.position =
        std::min(1.0F, static_cast<float>(gone) / static_cast<float>(std::max<Cycle>(1, up)));
    return seen;
  }
  seen.channel = downOf(packet.relay == kNoPort ? packet.destination : packet.relay);
  const Cycle down = std::max<Cycle>(1, packet.circuit ? s.straight - up : crossbar_.wire());
  const Cycle since = packet.circuit ? gone - up : Cycle{packet.crossed} - 1;
  seen.position = std::min(1.0F, static_cast<float>(since) / static_cast<float>(down));
  return seen;
}

/// Worms wait in the switch, others at their relay, where a packet is kept once it is there as a
/// whole: the turns of slots that it took to come there count as waiting, as they do in `spent`.
Cycle HybridNetwork::waitedSince(const HybridPacket& packet) const {
  if (packet.atSwitch == 0 || packet.crossed > 0) return -1;
  const Cycle way = packet.relay == kNoPort
                        ? crossbar_.wire()
                        : crossbar_.settings().straight + Cycle{packet.flits} - 1;
  return now_ - packet.departure - way;
}

/// A port's input buffer is the switch's for worms, or its terminal's for others; what it has sent
/// and can't hold waits in the NIC.
void HybridNetwork::observeRouter(RouterId router, RouterDetail& out) const {
  out = {};
  out.router = router;
  out.ports.resize(topology_->radix(router));
  for (PortDetail& port : out.ports) {
    port.inputFlits = port.inputRoom = {0};
    port.downstream = {0};
  }
  // In a tree nothing is kept but before the lowest switches.
  for (TerminalId t = 0; t < topology_->terminalCount(); ++t) {
    if (topology_->terminals[t].router != router) continue;
    PortDetail& port = out.ports[topology_->terminals[t].port];
    port.inputFlits = {crossbar_.keptBehind(t)};
    port.inputRoom = {crossbar_.roomBehind()};
  }
  if (crossbar_.ways() != nullptr) return;  // which port up they will have is open yet
  crossbar_.packets().forEach([&](PacketIndex /*index*/, const HybridPacket& packet) {
    if (packet.circuit || packet.atSwitch == 0 || packet.crossed > 0) return;
    WaitingHead head;
    head.input = topology_->terminals[packet.source].port;
    head.output = topology_->terminals[packet.destination].port;
    head.source = packet.source;
    head.destination = packet.destination;
    head.birth = packet.birth;
    head.waited = now_ - packet.departure - crossbar_.wire();
    head.reason = WaitReason::arbitration;
    out.waiting.push_back(head);
  });
}

std::vector<Sentence> HybridNetwork::waitingInVain() const {
  constexpr std::size_t kNamed = 8;
  std::vector<Sentence> found;
  if (!crossbar_.stuck()) return found;
  const auto& ids = topology_->terminalIds;
  const std::vector<PortPair> pairs = crossbar_.waitingPairs();
  for (std::size_t i = 0; i < std::min(kNamed, pairs.size()); ++i)
    found.push_back(
        sentence("Terminal {} waits for a circuit to terminal {}, which no slot has or will have.",
                 ids[pairs[i].input], ids[pairs[i].output]));
  if (pairs.size() > kNamed)
    found.push_back(sentence("{} more pairs of terminals wait.", pairs.size() - kNamed));
  for (std::uint32_t slot = 0; slot < crossbar_.settings().circuitSlots; ++slot)
    if (const std::uint64_t flits = crossbar_.toCarry(slot); flits > 0)
      found.push_back(sentence("Slot {} keeps its circuits until they have carried {} flits more.",
                               slot, flits));
  return found;
}

}  // namespace

std::unique_ptr<Switching> makeHybridNetwork(const HybridPlan& plan) {
  return std::make_unique<HybridNetwork>(plan);
}

}  // namespace hopscope

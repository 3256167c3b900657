// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/switching/wormhole_words.h"

#include <array>

#include "engine/switching/wormhole_requests.h"

namespace hopscope::wormhole {
namespace {

/// Lanes are numbered with shifts; a constant shift halves the instructions they cost, and so do
/// masks of a known size (LaneMask).
template <unsigned kShift, unsigned kWords>
class WordsOf final : public Words {
 public:
  WordsOf(State& state, const RoutingAlgorithm& routing, LatencySplit& split)
      : s_(state),
        routing_(routing),
        split_(split),
        lanes_(state.lanes.data()),
        inputs_(state.inputs.data()),
        outputs_(state.outputs.data()),
        outLanes_(state.outLanes.data()),
        terminals_(state.topology->terminalCount()),
        mask_(state.maskWords),
        masks_(state.masks.data()),
        exposed_(state.ports),
        freed_(state.ports) {
    const std::size_t pairs = std::size_t{state.topology->routerCount()} * terminals_;
    if (!routing.looksAtInput() && pairs <= kMostKnown) known_.resize(pairs);
  }

  void allocate(Cycle now) override {
    s_.winners.clear();
    allocateSwitch([this](Lane lane, const InputSide&) { s_.winners.push_back({lane, 0}); });
    allocateLanes(now);
  }

  void advanceHeads(Cycle now) override {
    for (std::size_t i = 0; i < exposedCount_; ++i) ask(now, exposed_[i]);
  }

  void receiveFlits(Cycle now) override {
    s_.flights[0].drain(now, [&](const Arrival& arrival) {
      const Lane lane = arrival.lane;
      InputLane& il = lanes_[lane];
      const unsigned before = il.count++;
      if (before != 0) {
        s_.rings[s_.ringAt(lane, before - 1)] = arrival.flit;
        return;
      }
      il.front = arrival.flit;
      if ((arrival.flit & kHead) != 0)
        ask(now, lane);
      else if (outLanes_[s_.outOf(lane)].credits != 0)
        requestSwitch(s_, lane);
    });
  }

  void allocateAndDepart(Cycle now) override {
    Departures sent{freed_.data(), exposed_.data()};
    const std::size_t flits =
        allocateSwitch([&](Lane lane, const InputSide& in) { depart(now, lane, in, sent); });
    allocateLanes(now);
    settle(now, flits, sent);
  }

 private:
  static constexpr unsigned kVcs = 1u << kShift;
  static constexpr std::size_t kMostKnown = 65'536;

  struct Known {
    PortIndex port = kNoPort;
    std::uint16_t vcs = 0;
  };

  /// Of one cycle.
  struct Departures {
    Lane *freed, *exposed;  ///< ends of `freed_` and `exposed_`
    std::uint64_t heads = 0, vcWait = 0, switchWait = 0, wires = 0;  ///< measured heads
  };

  static unsigned vcOf(Lane lane) { return lane & (kVcs - 1); }

  /// Routes the head at the front and asks for a virtual channel.
  void ask(Cycle now, Lane lane) {
    InputLane& il = lanes_[lane];
    const InputSide& in = inputs_[lane >> kShift];
    WormPacket& packet = s_.packets[packetOf(il.front)];
    const RouteChoice choice = route(in, packet);
    packet.detail = choice.nextDetail;
    const PortId port = in.firstPort + choice.port;
    const OutputSide& out = outputs_[port];
    il.outPort = choice.port;
    il.vcs = static_cast<std::uint16_t>((choice.vcs & out.all) | out.always);
    il.asked = static_cast<CycleStamp>(now);
    mask_.set(wanted(port), lane - (in.firstPort << kShift));
    s_.allocating.set(port);
  }

  /// Steps that neither read nor change a packet's state are remembered, where the table is small
  /// enough to stay in the cache.
  RouteChoice route(const InputSide& in, const WormPacket& packet) {
    if (packet.detail != 0 || known_.empty())
      return routing_.route(in.router, in.index, {packet.destination, packet.detail});
    Known& known = known_[in.router * terminals_ + packet.destination];
    if (known.port != kNoPort) return {known.port, known.vcs, 0};
    const RouteChoice choice = routing_.route(in.router, in.index, {packet.destination, 0});
    if (choice.nextDetail == 0) known = {choice.port, static_cast<std::uint16_t>(choice.vcs)};
    return choice;
  }

  // As State's, with a constant number of words.
  std::uint64_t* wants(PortId output) { return masks_ + output * 2 * mask_.words(); }
  std::uint64_t* wanted(PortId output) { return wants(output) + mask_.words(); }

  /// Calls `win(lane, its input port)` for each flit that may cross; how many these are.
  template <typename Win>
  std::size_t allocateSwitch(Win&& win) {
    std::size_t granted = 0;
    PortId* const accepting = s_.accepting.data();
    for (const PortId port : s_.switching.members()) {
      const OutputSide& out = outputs_[port];
      const PortId input = port - out.index + (mask_.next(wants(port), out.inputTurn) >> kShift);
      InputSide& in = inputs_[input];
      accepting[granted] = input;
      granted += in.grants == 0;
      in.grants |= std::uint64_t{1} << out.index;
    }
    for (std::size_t i = 0; i < granted; ++i) {
      const PortId input = accepting[i];
      InputSide& in = inputs_[input];
      const unsigned output = nextBit(in.grants, in.outputTurn);
      const PortId port = in.firstPort + output;
      const unsigned asking = mask_.slice(wants(port), unsigned{in.index} << kShift, kVcs);
      const unsigned vc = nextBit(asking, in.laneTurn);
      in.grants = 0;
      // A pointer beyond the last is as good as one to the first, and needs no comparison.
      outputs_[port].inputTurn = static_cast<std::uint16_t>((in.index + 1u) << kShift);
      in.outputTurn = static_cast<PortIndex>(output + 1u);
      in.laneTurn = static_cast<std::uint16_t>(vc + 1u);
      win((input << kShift) + vc, in);
    }
    return granted;
  }

  /// Most outputs have one head that asks: lists, so that each loop knows what comes.
  void allocateLanes(Cycle now) {
    PortId* const quiet = s_.accepting.data();
    PortId* const crowded = s_.crowded.data();
    std::size_t one = 0, several = 0;
    for (const PortId port : s_.allocating.members()) {
      const auto open = static_cast<unsigned>(outputs_[port].available != 0);
      const auto alone = static_cast<unsigned>(mask_.hasOne(wanted(port)));
      quiet[one] = port;
      crowded[several] = port;
      one += open & alone;
      several += open & ~alone;
    }
    for (std::size_t i = 0; i < one; ++i) serveOne(now, quiet[i]);
    for (std::size_t i = 0; i < several; ++i) serveSeveral(now, crowded[i]);
  }

  void serveOne(Cycle now, PortId port) {
    OutputSide& out = outputs_[port];
    const unsigned local = mask_.first(wanted(port));
    const Lane lane = ((port - out.index) << kShift) + local;
    if (const unsigned granted = out.available & lanes_[lane].vcs; granted != 0)
      accept(now, port, out, lane, local, granted);
  }

  void serveSeveral(Cycle now, PortId port) {
    const unsigned a = mask_.first(wanted(port));
    const unsigned b = mask_.next(wanted(port), a + 1);
    if (mask_.next(wanted(port), b + 1) == a)
      serveTwo(now, port, a, b);
    else
      serveMany(now, port);
  }

  /// A free output lane grants to the second of two heads where its pointer lies between them.
  void serveTwo(Cycle now, PortId port, unsigned a, unsigned b) {
    OutputSide& out = outputs_[port];
    const Lane firstLane = (port - out.index) << kShift;
    const OutputLane* const outLanes = &outLanes_[port << kShift];
    unsigned second = 0;
    for (unsigned vc = 0; vc < kVcs; ++vc) {
      const unsigned turn = outLanes[vc].turn;
      second |= (static_cast<unsigned>(a < turn) & static_cast<unsigned>(turn <= b)) << vc;
    }
    const unsigned open = out.available, allowedA = lanes_[firstLane + a].vcs,
                   allowedB = lanes_[firstLane + b].vcs;
    const unsigned toA = open & allowedA & ~(second & allowedB);
    const unsigned toB = open & allowedB & (second | ~allowedA);
    if (toA != 0) accept(now, port, out, firstLane + a, a, toA);
    if (toB != 0) accept(now, port, out, firstLane + b, b, toB);
  }

  /// Each free output lane grants to a head, each head accepts one.
  void serveMany(Cycle now, PortId port) {
    OutputSide& out = outputs_[port];
    const Lane firstLane = (port - out.index) << kShift;
    const OutputLane* const outLanes = &outLanes_[port << kShift];
    std::array<unsigned, kMaxVcs> heads, granted;
    unsigned found = 0;
    for (unsigned open = out.available; open != 0; open &= open - 1) {
      const unsigned vc = nextBit(open, 0);
      const unsigned local = requester(port, firstLane, outLanes[vc].turn, vc);
      if (local == kNone) continue;
      unsigned i = 0;
      while (i < found && heads[i] != local) ++i;
      if (i == found) {
        heads[found] = local;
        granted[found++] = 0;
      }
      granted[i] |= 1u << vc;
    }
    for (unsigned i = 0; i < found; ++i)
      accept(now, port, out, firstLane + heads[i], heads[i], granted[i]);
  }

  /// The local input lane to which a free output lane grants; kNone where no head may take it.
  unsigned requester(PortId port, Lane firstLane, unsigned turn, unsigned vc) {
    const unsigned first = mask_.next(wanted(port), turn);
    unsigned local = first;
    while ((lanes_[firstLane + local].vcs >> vc & 1u) == 0) {
      local = mask_.next(wanted(port), local + 1);
      if (local == first) return kNone;
    }
    return local;
  }

  /// Of the granted virtual channels of one output port, a head accepts the first at or after its
  /// pointer in the order (port, virtual channel). The pointer stands on this port as often as not:
  /// no branch.
  [[gnu::always_inline]] void accept(Cycle now, PortId port, OutputSide& out, Lane lane,
                                     unsigned local, unsigned granted) {
    InputLane& il = lanes_[lane];
    const unsigned firstOfPort = unsigned{out.index} << kShift;
    const unsigned ahead = il.turn - firstOfPort;
    const unsigned vc = nextBit(granted, ahead < kVcs ? ahead : 0);
    OutputLane& ol = outLanes_[(port << kShift) + vc];
    il.turn = static_cast<std::uint16_t>(kHolds | (firstOfPort + vc + 1));
    il.vcs = static_cast<std::uint16_t>(vc);
    il.asked = static_cast<CycleStamp>(now) - il.asked;
    ol.turn = static_cast<std::uint16_t>(local + 1);
    ol.owner = lane;
    out.available &= static_cast<std::uint16_t>(~(1u << vc));
    withdraw(wanted(port), local, port, s_.allocating);
    if (ol.credits != 0) {
      mask_.set(wants(port), local);
      s_.switching.set(port);
    }
  }

  /// The first flit of a lane crosses the switch.
  [[gnu::always_inline]] void depart(Cycle now, Lane lane, const InputSide& in, Departures& sent) {
    InputLane& il = lanes_[lane];
    const Flit flit = il.front;
    const PortId port = in.firstPort + il.outPort;
    const unsigned outVc = il.vcs;
    const Lane outLane = (port << kShift) + outVc;
    OutputSide& out = outputs_[port];
    OutputLane& ol = outLanes_[outLane];
    const Cycle arrives = now + Cycle{out.flight};

    s_.flights[out.ejects].push(arrives, {flit, out.downstream + outVc});
    s_.credits.push(now + Cycle{in.creditDelay}, in.upstream + vcOf(lane));
    ++s_.channelFlits[out.channel];
    const bool credit = --ol.credits != 0;

    if ((flit & kHead) != 0) {
      WormPacket& packet = s_.packets[packetOf(flit)];
      if (packet.measured) {
        // One cycle each in the two allocations and the crossbar is the least.
        sent.vcWait += il.asked + 1;
        sent.switchWait += static_cast<CycleStamp>(now) - packet.arrival - il.asked;
        sent.wires += out.flight;
        ++sent.heads;
      }
      packet.arrival = static_cast<CycleStamp>(arrives);
      ++packet.hops;
    }

    const bool more = nextFlit(s_, lane);
    if ((flit & kTail) != 0) {
      ol.owner = kNone;
      il.turn &= static_cast<std::uint16_t>(~kHolds);
      withdraw(wants(port), lane - (in.firstPort << kShift), port, s_.switching);
      *sent.freed++ = outLane;
      *sent.exposed = lane;
      sent.exposed += more;
    } else if (!more || !credit) {
      withdraw(wants(port), lane - (in.firstPort << kShift), port, s_.switching);
    }
  }

  /// What departures leave behind. What a tail gives free is not allocated before the next cycle.
  void settle(Cycle now, std::size_t flits, const Departures& sent) {
    for (const Lane* freed = freed_.data(); freed != sent.freed; ++freed)
      outputs_[*freed >> kShift].available |= static_cast<std::uint16_t>(1u << vcOf(*freed));
    exposedCount_ = static_cast<std::size_t>(sent.exposed - exposed_.data());
    if (flits == 0) return;
    s_.lastMove = now;
    s_.flitHops += flits;
    split_.vcAllocation += sent.vcWait;
    split_.switchAllocation += sent.switchWait;
    split_.traversal += sent.heads;
    split_.channel += sent.wires - 2 * sent.heads;
  }

  /// A lane leaves a mask of an output, which stands in `active` while the mask has members.
  void withdraw(std::uint64_t* mask, unsigned local, PortId port, Bitmap& active) {
    mask_.clear(mask, local);
    active.keep(port, mask_.any(mask));
  }

  State& s_;
  const RoutingAlgorithm& routing_;
  LatencySplit& split_;
  // The arrays never move.
  InputLane* lanes_;
  InputSide* inputs_;
  OutputSide* outputs_;
  OutputLane* outLanes_;
  std::uint32_t terminals_;
  LaneMask<kWords> mask_;
  std::uint64_t* masks_;
  std::vector<Lane> exposed_;  ///< lanes whose next head came to the front in the last cycle
  std::size_t exposedCount_ = 0;
  std::vector<Lane> freed_;   ///< output lanes that tails left in this cycle
  std::vector<Known> known_;  ///< per router and destination; empty where not kept
};

template <unsigned kShift>
std::unique_ptr<Words> makeWordsOf(State& state, const RoutingAlgorithm& routing,
                                   LatencySplit& split) {
  if (state.maskWords == 1) return std::make_unique<WordsOf<kShift, 1>>(state, routing, split);
  if (state.maskWords == 2) return std::make_unique<WordsOf<kShift, 2>>(state, routing, split);
  return std::make_unique<WordsOf<kShift, 0>>(state, routing, split);
}

}  // namespace

std::unique_ptr<Words> makeWords(State& state, const RoutingAlgorithm& routing,
                                 LatencySplit& split) {
  switch (state.laneShift) {
    case 0:
      return makeWordsOf<0>(state, routing, split);
    case 1:
      return makeWordsOf<1>(state, routing, split);
    case 2:
      return makeWordsOf<2>(state, routing, split);
    case 3:
      return makeWordsOf<3>(state, routing, split);
    default:
      return makeWordsOf<4>(state, routing, split);
  }
}

}  // namespace hopscope::wormhole

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/switching/wormhole_words.h"

#include <array>

#include "engine/switching/wormhole_requests.h"

namespace hopscope::wormhole {
namespace {

/// The first bit at or after `from` in some words, round the end; one is set.
unsigned nextBit(const std::uint64_t* words, unsigned count, unsigned from) {
  unsigned w = from / 64;
  if (w >= count) w = from = 0;
  std::uint64_t word = words[w] & (~std::uint64_t{0} << (from % 64));
  while (word == 0) {
    w = w + 1 == count ? 0 : w + 1;
    word = words[w];
  }
  return w * 64 + static_cast<unsigned>(std::countr_zero(word));
}

/// Lanes are numbered with shifts; a constant shift halves the instructions they cost.
template <unsigned kShift>
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
        rings_(state.rings.data()),
        terminals_(state.topology->terminalCount()) {
    const std::size_t pairs = std::size_t{state.topology->routerCount()} * terminals_;
    if (!routing.looksAtInput() && pairs <= kMostKnown) known_.resize(pairs);
  }

  void allocate(Cycle now) override {
    allocateSwitch();
    allocateLanes(now);
  }

  void advanceHeads(Cycle now) override {
    for (const Lane lane : s_.exposed) ask(now, lane);
    s_.exposed.clear();
  }

  void receiveFlits(Cycle now) override {
    s_.flights[0].drain(now, [&](const Arrival& arrival) {
      const Lane lane = arrival.lane;
      InputLane& il = lanes_[lane];
      const unsigned before = il.count++;
      if (before != 0) {
        const InputSide& in = inputs_[lane >> kShift];
        rings_[in.ringBase + (vcOf(lane) << in.ringShift) +
               ((il.ringHead + before - 1u) & in.ringMask)] = arrival.flit;
        return;
      }
      il.front = arrival.flit;
      if (il.out == kNone)
        ask(now, lane);
      else if (outLanes_[il.out].credits != 0)
        requestSwitch(s_, lane);
    });
  }

  void allocateAndDepart(Cycle now) override {
    allocateSwitch();
    allocateLanes(now);
    depart(now);
  }

 private:
  static constexpr unsigned kVcs = 1u << kShift;
  static constexpr std::size_t kMostKnown = 65'536;

  struct Known {
    PortIndex port = kNoPort;
    std::uint16_t vcs = 0;
  };

  static unsigned vcOf(Lane lane) { return lane & (kVcs - 1); }

  /// Routes the head at the front and asks for a virtual channel.
  void ask(Cycle now, Lane lane) {
    InputLane& il = lanes_[lane];
    const InputSide& in = inputs_[lane >> kShift];
    const WormPacket& packet = s_.packets[packetOf(il.front)];
    const RouteChoice choice = route(in, packet);
    const PortId port = in.firstPort + choice.port;
    OutputSide& out = outputs_[port];
    il.outPort = choice.port;
    il.allowed = static_cast<std::uint16_t>((choice.vcs & out.all) | out.always);
    il.nextDetail = choice.nextDetail;
    il.requested = static_cast<CycleStamp>(now);
    const unsigned local = lane - (in.firstPort << kShift);
    out.waitingXor ^= static_cast<std::uint16_t>(local);
    out.wanted[local / 64] |= std::uint64_t{1} << (local % 64);
    ++out.waiting;
    s_.allocating.add(port, out.asked == 0);
    out.asked = 1;
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

  void allocateSwitch() {
    PortId* const requested = s_.switching.members.data();
    const std::size_t members = s_.switching.count;
    std::size_t kept = 0, granted = 0;
    PortId* const accepting = s_.accepting.data();
    for (std::size_t i = 0; i < members; ++i) {
      const PortId port = requested[i];
      const bool stays = outputs_[port].wants != 0;
      outputs_[port].requested = stays;
      requested[kept] = port;
      kept += stays;
    }
    s_.switching.count = kept;
    for (std::size_t i = 0; i < kept; ++i) {
      const PortId port = requested[i];
      const OutputSide& out = outputs_[port];
      const PortId input = port - out.index + hopscope::nextBit(out.wants, out.inputTurn);
      InputSide& in = inputs_[input];
      accepting[granted] = input;
      granted += in.grants == 0;
      in.grants |= std::uint64_t{1} << out.index;
    }
    s_.winners.resize(granted);
    Winner* const winners = s_.winners.data();
    for (std::size_t i = 0; i < granted; ++i) {
      const PortId input = accepting[i];
      InputSide& in = inputs_[input];
      const unsigned output = hopscope::nextBit(in.grants, in.outputTurn);
      OutputSide& out = outputs_[in.firstPort + output];
      const unsigned vc = hopscope::nextBit(out.asking[in.index], in.laneTurn);
      in.grants = 0;
      // A pointer beyond the last is as good as one to the first, and needs no comparison.
      out.inputTurn = static_cast<PortIndex>(in.index + 1u);
      in.outputTurn = static_cast<PortIndex>(output + 1u);
      in.laneTurn = static_cast<std::uint16_t>(vc + 1u);
      winners[i] = {(input << kShift) + vc, 0};
    }
  }

  /// Most outputs have one head that asks, some two: lists, so that each loop knows what comes.
  void allocateLanes(Cycle now) {
    PortId* const asked = s_.allocating.members.data();
    PortId* const quiet = s_.accepting.data();
    PortId* const paired = s_.crowded.data();
    PortId* const crowded = paired + s_.ports;
    const std::size_t members = s_.allocating.count;
    std::size_t kept = 0, one = 0, two = 0, several = 0;
    for (std::size_t i = 0; i < members; ++i) {
      const PortId port = asked[i];
      OutputSide& out = outputs_[port];
      const unsigned waiting = out.waiting;
      const bool open = out.available != 0;
      asked[kept] = port;
      quiet[one] = port;
      paired[two] = port;
      crowded[several] = port;
      out.asked = waiting != 0;
      kept += waiting != 0;
      one += static_cast<unsigned>(waiting == 1) & static_cast<unsigned>(open);
      two += static_cast<unsigned>(waiting == 2) & static_cast<unsigned>(open);
      several += static_cast<unsigned>(waiting > 2) & static_cast<unsigned>(open);
    }
    s_.allocating.count = kept;
    for (std::size_t i = 0; i < one; ++i) serveOne(now, quiet[i]);
    for (std::size_t i = 0; i < two; ++i) serveTwo(now, paired[i]);
    for (std::size_t i = 0; i < several; ++i) serveSeveral(now, crowded[i]);
  }

  void serveOne(Cycle now, PortId port) {
    OutputSide& out = outputs_[port];
    const unsigned local = out.waitingXor;
    const Lane lane = ((port - out.index) << kShift) + local;
    if (const unsigned granted = out.available & lanes_[lane].allowed; granted != 0)
      accept(now, port, out, lane, local, granted);
  }

  /// A free output lane grants to the second of two heads where its pointer lies between them.
  void serveTwo(Cycle now, PortId port) {
    OutputSide& out = outputs_[port];
    unsigned first = 0;
    while (out.wanted[first] == 0) ++first;
    const unsigned a = first * 64 + hopscope::nextBit(out.wanted[first], 0);
    const unsigned b = out.waitingXor ^ a;
    const Lane firstLane = (port - out.index) << kShift;
    const OutputLane* const outLanes = &outLanes_[port << kShift];
    unsigned second = 0;
    for (unsigned vc = 0; vc < kVcs; ++vc) {
      const unsigned turn = outLanes[vc].turn;
      second |= (static_cast<unsigned>(a < turn) & static_cast<unsigned>(turn <= b)) << vc;
    }
    const unsigned open = out.available, allowedA = lanes_[firstLane + a].allowed,
                   allowedB = lanes_[firstLane + b].allowed;
    const unsigned toA = open & allowedA & ~(second & allowedB);
    const unsigned toB = open & allowedB & (second | ~allowedA);
    if (toA != 0) accept(now, port, out, firstLane + a, a, toA);
    if (toB != 0) accept(now, port, out, firstLane + b, b, toB);
  }

  /// Each free output lane grants to a head, each head accepts one.
  void serveSeveral(Cycle now, PortId port) {
    OutputSide& out = outputs_[port];
    const Lane firstLane = (port - out.index) << kShift;
    const OutputLane* const outLanes = &outLanes_[port << kShift];
    std::array<unsigned, kMaxVcs> heads, granted;
    unsigned found = 0;
    for (unsigned open = out.available; open != 0; open &= open - 1) {
      const unsigned vc = hopscope::nextBit(open, 0);
      const unsigned local = requester(out, firstLane, outLanes[vc].turn, vc);
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

  static unsigned next(const OutputSide& out, unsigned from) {
    if (out.wantedWords == 1) return hopscope::nextBit(out.wanted[0], from % 64);
    return nextBit(out.wanted, out.wantedWords, from);
  }

  /// The local input lane to which a free output lane grants; kNone where no head may take it.
  unsigned requester(const OutputSide& out, Lane firstLane, unsigned turn, unsigned vc) const {
    const unsigned first = next(out, turn);
    unsigned local = first;
    while ((lanes_[firstLane + local].allowed >> vc & 1u) == 0) {
      local = next(out, local + 1);
      if (local == first) return kNone;
    }
    return local;
  }

  /// Of the granted virtual channels of one output port, a head accepts the first at or after its
  /// pointer in the order (port, virtual channel). The pointer stands on this port as often as not:
  /// no branch.
  void accept(Cycle now, PortId port, OutputSide& out, Lane lane, unsigned local,
              unsigned granted) {
    InputLane& il = lanes_[lane];
    const unsigned turn = il.turn;
    const unsigned later = granted & (~0u << (turn & (kVcs - 1)));
    const unsigned usesTurn =
        static_cast<unsigned>(turn >> kShift == out.index) & static_cast<unsigned>(later != 0);
    const unsigned choice = granted & (later | (usesTurn - 1u));
    const unsigned bit = choice & (0u - choice);
    const unsigned vc = hopscope::nextBit(choice, 0);
    const Lane outLane = (port << kShift) + vc;
    OutputLane& ol = outLanes_[outLane];
    il.turn = static_cast<std::uint16_t>((unsigned{out.index} << kShift) + vc + 1);
    il.out = outLane;
    il.granted = static_cast<CycleStamp>(now);
    ol.turn = static_cast<std::uint16_t>(local + 1);
    ol.owner = lane;
    out.available &= static_cast<std::uint16_t>(~bit);
    --out.waiting;
    out.waitingXor ^= static_cast<std::uint16_t>(local);
    out.wanted[local / 64] &= ~(std::uint64_t{1} << (local % 64));
    if (ol.credits != 0)
      askOutput(s_, out, port, static_cast<PortIndex>(local >> kShift),
                static_cast<std::uint16_t>(1u << (local & (kVcs - 1))));
  }

  void depart(Cycle now) {
    const std::size_t count = s_.winners.size();
    if (count == 0) return;
    s_.lastMove = now;
    s_.flitHops += count;
    WormPacket* const packets = s_.packets.data();
    std::uint64_t* const channelFlits = s_.channelFlits.data();
    const Winner* const winners = s_.winners.data();
    s_.exposed.resize(count);
    Lane* exposed = s_.exposed.data();
    std::uint64_t vcWait = 0, switchWait = 0, wires = 0, heads = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const Lane lane = winners[i].lane;
      InputLane& il = lanes_[lane];
      const InputSide& in = inputs_[lane >> kShift];
      const unsigned vc = vcOf(lane);
      const Flit flit = il.front;
      const Lane outLane = il.out;
      OutputSide& out = outputs_[outLane >> kShift];
      OutputLane& ol = outLanes_[outLane];
      const Cycle arrives = now + Cycle{out.flight};

      s_.flights[out.ejects].push(arrives, {flit, out.downstream + vcOf(outLane)});
      s_.credits.push(now + Cycle{in.creditDelay}, in.upstream + vc);
      ++channelFlits[out.channel];
      const bool credit = --ol.credits != 0;

      if ((flit & kHead) != 0) {
        WormPacket& packet = packets[packetOf(flit)];
        if (packet.measured) {
          // One cycle each in the two allocations and the crossbar is the least.
          vcWait += il.granted + 1 - il.requested;
          switchWait += static_cast<CycleStamp>(now) - il.granted + (il.requested - packet.arrival);
          wires += out.flight;
          ++heads;
        }
        packet.detail = il.nextDetail;
        packet.arrival = static_cast<CycleStamp>(arrives);
        ++packet.hops;
      }

      // Whether there is a next flit is anybody's guess: no branch. Without one, `front` is unused.
      il.front = rings_[in.ringBase + (vc << in.ringShift) + (il.ringHead & in.ringMask)];
      const unsigned more = --il.count != 0;
      il.ringHead = static_cast<std::uint16_t>(il.ringHead + more);
      if ((flit & kTail) != 0) {
        ol.owner = kNone;
        out.available |= static_cast<std::uint16_t>(1u << vcOf(outLane));
        il.out = kNone;
        withdraw(out, in.index, vc);
        *exposed = lane;
        exposed += more;
      } else if (more == 0 || !credit) {
        withdraw(out, in.index, vc);
      }
    }
    s_.exposed.resize(static_cast<std::size_t>(exposed - s_.exposed.data()));
    split_.vcAllocation += vcWait;
    split_.switchAllocation += switchWait;
    split_.traversal += heads;
    split_.channel += wires - 2 * heads;
  }

  /// The lane has nothing more to ask of the output for now; another of its port may.
  static void withdraw(OutputSide& out, PortIndex input, unsigned vc) {
    const auto rest = static_cast<std::uint16_t>(out.asking[input] & ~(1u << vc));
    out.asking[input] = rest;
    out.wants &= ~(std::uint64_t{rest == 0} << input);
  }

  State& s_;
  const RoutingAlgorithm& routing_;
  LatencySplit& split_;
  // The arrays never move.
  InputLane* lanes_;
  InputSide* inputs_;
  OutputSide* outputs_;
  OutputLane* outLanes_;
  Flit* rings_;
  std::uint32_t terminals_;
  std::vector<Known> known_;  ///< per router and destination; empty where not kept
};

}  // namespace

std::unique_ptr<Words> makeWords(State& state, const RoutingAlgorithm& routing,
                                 LatencySplit& split) {
  switch (state.laneShift) {
    case 0:
      return std::make_unique<WordsOf<0>>(state, routing, split);
    case 1:
      return std::make_unique<WordsOf<1>>(state, routing, split);
    case 2:
      return std::make_unique<WordsOf<2>>(state, routing, split);
    case 3:
      return std::make_unique<WordsOf<3>>(state, routing, split);
    default:
      return std::make_unique<WordsOf<4>>(state, routing, split);
  }
}

}  // namespace hopscope::wormhole

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

/// Of the granted virtual channels of one output port, the one a head accepts: the first at or
/// after its pointer in the order (port, virtual channel). The pointer stands on this port as often
/// as not: no branch.
unsigned accepted(unsigned granted, std::uint32_t turn, std::uint32_t firstLocal, unsigned shift) {
  const unsigned later = granted & (~0u << (turn & ((1u << shift) - 1)));
  const unsigned usesTurn = unsigned{turn >> shift == firstLocal >> shift} & unsigned{later != 0};
  return static_cast<unsigned>(std::countr_zero(granted & (later | (usesTurn - 1u))));
}

/// Gives the free virtual channels of one output port.
class LaneAllocation {
 public:
  LaneAllocation(State& s, Cycle now) : s_(s), now_(now), shift_(s.laneShift) {}

  /// To the only head that asks.
  void serveOne(PortId port) {
    OutputSide& out = s_.outputs[port];
    const unsigned local = out.waitingXor;
    const Lane lane = ((port - out.index) << shift_) + local;
    if (const unsigned granted = out.available & s_.lanes[lane].allowed; granted != 0)
      accept(port, out, lane, local, granted);
  }

  /// To several: each free one grants to a head, each head accepts one.
  void serveSeveral(PortId port) {
    OutputSide& out = s_.outputs[port];
    const Lane firstLane = (port - out.index) << shift_;
    const OutputLane* const outLanes = &s_.outLanes[port << shift_];
    std::array<unsigned, kMaxVcs> heads, granted;
    unsigned found = 0;
    for (unsigned open = out.available; open != 0; open &= open - 1) {
      const auto vc = static_cast<unsigned>(std::countr_zero(open));
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
      accept(port, out, firstLane + heads[i], heads[i], granted[i]);
  }

 private:
  static unsigned next(const OutputSide& out, unsigned from) {
    if (out.wantedWords == 1) return hopscope::nextBit(out.wanted[0], from % 64);
    return nextBit(out.wanted, out.wantedWords, from);
  }

  /// The local input lane to which a free output lane grants; kNone where no head may take it.
  unsigned requester(const OutputSide& out, Lane firstLane, unsigned turn, unsigned vc) const {
    const unsigned first = next(out, turn);
    unsigned local = first;
    while ((s_.lanes[firstLane + local].allowed >> vc & 1u) == 0) {
      local = next(out, local + 1);
      if (local == first) return kNone;
    }
    return local;
  }

  void accept(PortId port, OutputSide& out, Lane lane, unsigned local, unsigned granted) {
    InputLane& il = s_.lanes[lane];
    const std::uint32_t firstLocal = std::uint32_t{out.index} << shift_;
    const unsigned vc = accepted(granted, il.turn, firstLocal, shift_);
    const Lane outLane = (port << shift_) + vc;
    OutputLane& ol = s_.outLanes[outLane];
    il.turn = static_cast<std::uint16_t>(firstLocal + vc + 1);
    il.out = outLane;
    il.granted = static_cast<CycleStamp>(now_);
    ol.turn = static_cast<std::uint16_t>(local + 1);
    ol.owner = lane;
    out.available &= static_cast<std::uint16_t>(~(1u << vc));
    --out.waiting;
    out.waitingXor ^= static_cast<std::uint16_t>(local);
    out.wanted[local / 64] &= ~(std::uint64_t{1} << (local % 64));
    if (ol.credits == 0) return;
    askOutput(s_, out, port, static_cast<PortIndex>(local >> shift_),
              static_cast<std::uint16_t>(1u << (local & ((1u << shift_) - 1))));
  }

  State& s_;
  Cycle now_;
  unsigned shift_;
};

}  // namespace

void allocateSwitch(State& s) {
  InputSide* const inputs = s.inputs.data();
  OutputSide* const outputs = s.outputs.data();
  PortId* const requested = s.switching.members.data();
  std::size_t kept = 0;
  for (std::size_t i = 0; i < s.switching.count; ++i) {
    const PortId port = requested[i];
    const bool stays = outputs[port].wants != 0;
    outputs[port].requested = stays;
    requested[kept] = port;
    kept += stays;
  }
  s.switching.count = kept;

  std::size_t granted = 0;
  PortId* const accepting = s.accepting.data();
  for (std::size_t i = 0; i < kept; ++i) {
    const PortId port = requested[i];
    const OutputSide& out = outputs[port];
    const PortId input = port - out.index + hopscope::nextBit(out.wants, out.inputTurn);
    InputSide& in = inputs[input];
    accepting[granted] = input;
    granted += in.grants == 0;
    in.grants |= std::uint64_t{1} << out.index;
  }

  s.winners.resize(granted);
  Winner* const winners = s.winners.data();
  const unsigned shift = s.laneShift;
  for (std::size_t i = 0; i < granted; ++i) {
    const PortId input = accepting[i];
    InputSide& in = inputs[input];
    const unsigned output = hopscope::nextBit(in.grants, in.outputTurn);
    OutputSide& out = outputs[in.firstPort + output];
    const unsigned vc = hopscope::nextBit(out.asking[in.index], in.laneTurn);
    in.grants = 0;
    out.inputTurn = static_cast<PortIndex>(in.index + 1u == out.radix ? 0 : in.index + 1u);
    in.outputTurn = static_cast<PortIndex>(output + 1u == out.radix ? 0 : output + 1u);
    in.laneTurn = static_cast<std::uint16_t>(vc + 1u == in.vcs ? 0 : vc + 1u);
    winners[i] = {input << shift | vc, 0};
  }
}

void allocateLanes(State& s, Cycle now) {
  // Most have one head that asks: two lists, so that either loop knows what comes.
  PortId* const asked = s.allocating.members.data();
  PortId* const quiet = s.accepting.data();
  PortId* const crowded = s.crowded.data();
  std::size_t one = 0, several = 0;
  for (std::size_t i = 0; i < s.allocating.count; ++i) {
    const PortId port = asked[i];
    const OutputSide& out = s.outputs[port];
    quiet[one] = port;
    crowded[several] = port;
    one += out.waiting == 1;
    several += (out.waiting > 1) & (out.available != 0);
  }
  LaneAllocation allocation(s, now);
  for (std::size_t i = 0; i < one; ++i) allocation.serveOne(quiet[i]);
  for (std::size_t i = 0; i < several; ++i) allocation.serveSeveral(crowded[i]);
  std::size_t kept = 0;
  for (std::size_t i = 0; i < s.allocating.count; ++i) {
    const PortId port = asked[i];
    const bool stays = s.outputs[port].waiting != 0;
    s.outputs[port].asked = stays;
    asked[kept] = port;
    kept += stays;
  }
  s.allocating.count = kept;
}

}  // namespace hopscope::wormhole

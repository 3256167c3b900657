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
/// after its pointer in the order (port, virtual channel).
unsigned accepted(unsigned granted, std::uint32_t turn, std::uint32_t firstLocal, unsigned shift) {
  const bool samePort = turn >> shift == firstLocal >> shift;
  const unsigned later = granted & (~0u << (turn & ((1u << shift) - 1)));
  // The pointer stands on this port as often as not: no branch.
  const unsigned choice = samePort && later != 0 ? later : granted;
  return static_cast<unsigned>(std::countr_zero(choice));
}

class LaneAllocation {
 public:
  LaneAllocation(State& s, Cycle now, PortId port)
      : s_(s),
        now_(now),
        port_(port),
        out_(s.outputs[port]),
        firstLane_(s.laneOf(port - out_.index, 0)),
        firstLocal_(std::uint32_t{out_.index} << s.laneShift),
        words_(&s.wanted[out_.firstWord]),
        count_(((std::uint32_t{out_.radix} << s.laneShift) + 63) / 64) {}

  void run() {
    if (out_.waiting == 1)
      serveOne();
    else
      serveSeveral();
  }

 private:
  void serveOne() {
    unsigned local = 0;
    for (unsigned w = 0; w < count_; ++w)
      if (words_[w] != 0) local = w * 64 + static_cast<unsigned>(std::countr_zero(words_[w]));
    if (const unsigned granted = out_.available & s_.lanes[firstLane_ + local].allowed;
        granted != 0)
      accept(local, granted);
  }

  void serveSeveral() {
    std::array<unsigned, kMaxVcs> heads, granted;
    unsigned found = 0;
    for (unsigned open = out_.available; open != 0; open &= open - 1) {
      const auto vc = static_cast<unsigned>(std::countr_zero(open));
      const unsigned local = requester(vc);
      if (local == kNone) continue;
      unsigned i = 0;
      while (i < found && heads[i] != local) ++i;
      if (i == found) {
        heads[found] = local;
        granted[found++] = 0;
      }
      granted[i] |= 1u << vc;
    }
    for (unsigned i = 0; i < found; ++i) accept(heads[i], granted[i]);
  }

  /// The local input lane to which a free output lane grants; kNone where no head may take it.
  unsigned requester(unsigned vc) const {
    const unsigned first = nextBit(words_, count_, s_.outLanes[s_.laneOf(port_, vc)].turn);
    unsigned local = first;
    while ((s_.lanes[firstLane_ + local].allowed >> vc & 1u) == 0) {
      local = nextBit(words_, count_, local + 1);
      if (local == first) return kNone;
    }
    return local;
  }

  void accept(unsigned local, unsigned granted) {
    InputLane& il = s_.lanes[firstLane_ + local];
    const unsigned vc = accepted(granted, il.turn, firstLocal_, s_.laneShift);
    il.turn = static_cast<std::uint16_t>(firstLocal_ + vc + 1);
    s_.outLanes[s_.laneOf(port_, vc)].turn = static_cast<std::uint16_t>(local + 1);
    grantLane(s_, now_, firstLane_ + local, s_.laneOf(port_, vc));
  }

  State& s_;
  Cycle now_;
  PortId port_;
  OutputSide& out_;
  Lane firstLane_;  ///< of the router's input lanes
  std::uint32_t firstLocal_;
  const std::uint64_t* words_;
  unsigned count_;
};

}  // namespace

void allocateSwitch(State& s) {
  std::size_t granted = 0;
  PortId* const accepting = s.accepting.data();
  for (const PortId port : s.switching.members()) {
    const OutputSide& out = s.outputs[port];
    const PortId input = port - out.index + hopscope::nextBit(out.wants, out.inputTurn);
    InputSide& in = s.inputs[input];
    accepting[granted] = input;
    granted += in.grants == 0;
    in.grants |= std::uint64_t{1} << out.index;
  }
  s.winners.resize(granted);
  for (std::size_t i = 0; i < granted; ++i) {
    InputSide& in = s.inputs[accepting[i]];
    const unsigned output = hopscope::nextBit(in.grants, in.outputTurn);
    in.grants = 0;
    const Lane firstLane = s.laneOf(accepting[i], 0);
    unsigned candidates = 0;
    for (unsigned rest = in.requests; rest != 0; rest &= rest - 1) {
      const auto vc = static_cast<unsigned>(std::countr_zero(rest));
      candidates |= unsigned{s.lanes[firstLane + vc].outPort == output} << vc;
    }
    const unsigned vc = hopscope::nextBit(candidates, in.laneTurn);
    OutputSide& out = s.outputs[in.firstPort + output];
    out.inputTurn = static_cast<PortIndex>(in.index + 1u == out.radix ? 0 : in.index + 1u);
    in.outputTurn = static_cast<PortIndex>(output + 1u == out.radix ? 0 : output + 1u);
    in.laneTurn = static_cast<VcIndex>(vc + 1u == in.vcs ? 0 : vc + 1u);
    s.winners[i] = {firstLane + vc, 0};
  }
}

void allocateLanes(State& s, Cycle now) {
  for (const PortId port : s.allocating.members()) LaneAllocation(s, now, port).run();
}

}  // namespace hopscope::wormhole

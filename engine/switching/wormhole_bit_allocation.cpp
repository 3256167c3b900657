// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/switching/wormhole_bit_allocation.h"

#include <array>
#include <optional>

#include "engine/switching/known_steps.h"
#include "engine/switching/wormhole_allocations.h"
#include "engine/switching/wormhole_journey.h"
#include "engine/switching/wormhole_requests.h"

namespace hopscope::wormhole {
namespace {

/// How long flits and credits take, where all of a kind take as long and none of them leaves the
/// part: then those of a cycle stand in one row each.
struct Wires {
  Cycle toInputs = 0, toTerminals = 0;  ///< OutputSide::flight
  Cycle toRouters = 0, toSources = 0;   ///< InputSide::creditDelay
};

std::optional<Wires> wiresOf(const PartState& s) {
  Wires wires;
  bool alike = true;
  const auto meet = [&alike](Cycle& all, Cycle one) {
    alike &= all == 0 || all == one;
    all = one;
  };
  for (PortId port = s.firstPort; port < s.lastPort; ++port) {
    const OutputSide& out = s.outputs[port];
    const InputSide& in = s.inputs[port];
    alike &= out.queue < kToFirstNeighbour && in.creditQueue == kCreditsToOwn;
    meet(out.ejects() ? wires.toTerminals : wires.toInputs, out.flight);
    meet(s.isTerminal(in.upstream) ? wires.toSources : wires.toRouters, in.creditDelay);
  }
  // Nor do two kinds of credits stand in one row.
  alike &= wires.toRouters != wires.toSources;
  return alike ? std::optional(wires) : std::nullopt;
}

/// Virtual channels are numbered with shifts; a constant shift halves the instructions they cost,
/// and so do masks of a known size (VcBits).
template <unsigned kShift, unsigned kWords>
class WordsOf final : public BitAllocation {
 public:
  WordsOf(PartState& state, const RoutingAlgorithm& routing, LatencySplit& split)
      : s_(state),
        routing_(routing),
        split_(split),
        vcs_(state.inVcs.data()),
        inputs_(state.inputs.data()),
        outputs_(state.outputs.data()),
        outVcs_(state.outVcs.data()),
        mask_(state.maskWords),
        masks_(state.masks.data()),
        exposed_(state.portCount()),
        winners_(state.portCount()),
        crossings_(state.portCount()),
        crowded_(state.portCount()),
        leaving_(state.portCount()),
        returning_(state.portCount()),
        asked_(state.portCount()),
        steps_(routing, *state.topology, state.firstRouter, state.lastRouter),
        wires_(wiresOf(state)),
        paced_(state.slowOutputs.any()) {}

  void allocate(Cycle now) override {
    s_.switching.keep([this](PortId port) { return mask_.any(wants(port)); });
    s_.allocating.keep([this](PortId port) { return mask_.any(wanted(port)); });
    s_.winners.clear();
    const std::size_t flits = allocateBoth(now);
    for (std::size_t i = 0; i < flits; ++i) s_.winners.push_back({winners_[i], 0});
  }

  void receiveCredits(Cycle now) override {
    if (s_.freeBehindTail == 0) {
      for (auto* const credits : s_.returning)
        credits->drain(now, [&](VcId vcId) { creditOfEmptying(s_, vcId); });
      return;
    }
    for (auto* const credits : s_.returning)
      credits->drain(now, [&](VcId vcId) {
        if (outVcs_[vcId].credits++ == 0) firstCredit(vcId);
      });
  }

  void advanceHeads(Cycle now) override {
    for (std::size_t i = 0; i < exposedCount_; ++i) ask(now, exposed_[i]);
    enterAsked();
  }

  void receiveFlits(Cycle now) override {
    for (auto* const flights : s_.arriving)
      flights->drain(now, [&](const Arrival& arrival) {
        const VcId vcId = arrival.vcId;
        WormInputVc& ivc = vcs_[vcId];
        const unsigned before = ivc.count++;
        if (before != 0) {
          s_.rings[s_.ringAt(vcId, before - 1)] = arrival.flit;
          return;
        }
        ivc.front = arrival.flit;
        if ((arrival.flit & kHead) != 0)
          ask(now, vcId);
        else
          goOn(vcId);
      });
    enterAsked();
  }

  void allocateAndDepart(Cycle now) override {
    // Before the flits depart: what a tail gives free is not allocated before the next cycle.
    const std::size_t flits = allocateBoth(now);
    if (wires_)
      departAlike(now, flits);
    else
      departAll(now, flits);
  }

 private:
  static constexpr unsigned kVcs = 1u << kShift;

  /// Of rows that flits and credits of one cycle go to, where there is one of each kind: behind
  /// what stands in them.
  struct Ends {
    Arrival *toInputs = nullptr, *toTerminals = nullptr;
    VcId *toRouters = nullptr, *toSources = nullptr;
  };

  /// Of one cycle.
  struct Departures {
    VcId* exposed;  ///< end of `exposed_`
    /// Measured heads; cycles since their arrival, those of them until a virtual channel was there,
    /// and those to come until they arrive.
    std::uint64_t heads = 0, waited = 0, asked = 0, wires = 0;
    Ends ends = {};
    std::size_t flits = 0;  ///< in `leaving_` and `returning_`
  };
  /// A flit, or a credit, and the end of the row that it goes to.
  struct Leaving {
    Arrival** end;
    Arrival arrival;
  };
  struct Returning {
    VcId** end;
    std::uint64_t vcId;
  };

  /// A head that asks for a virtual channel.
  struct Asked {
    PortId output;
    unsigned local;  ///< its input VC, in its router
  };

  static unsigned vcOf(VcId vcId) { return vcId & (kVcs - 1); }

  /// A flit comes to the front whose packet holds an output VC. What only some flits
  /// do stands outside the loops over all, whose registers are few.
  [[gnu::noinline]] void goOn(VcId vcId) {
    if (outVcs_[s_.outOf(vcId)].credits != 0) requestSwitch(s_, vcId);
  }
  [[gnu::noinline]] void firstCredit(VcId vcId) { wormhole::firstCredit(s_, vcId); }

  /// Routes the head at the front, which will ask for a virtual channel.
  void ask(Cycle now, VcId vcId) {
    WormInputVc& ivc = vcs_[vcId];
    const InputSide& in = inputs_[vcId >> kShift];
    WormPacket& packet = s_.packets[packetOf(ivc.front)];
    const KnownStep* hop = &steps_.find(in.router, packet.destination, packet.detail);
    if (hop->port == kNoPort) hop = &step(in, packet);
    const PortId port = in.firstPort + hop->port;
    packet.detail = hop->nextDetail;
    ivc.outPort = hop->port;
    ivc.vcs = hop->vcs;
    ivc.asked = static_cast<CycleStamp>(now);
    asked_[askedCount_++] = {port, vcId - (in.firstPort << kShift)};
  }

  /// Has the heads of one phase ask. In a loop of its own: where two heads ask before one output,
  /// the processor learns not to read its set before it knows where the head before has written,
  /// and that, by packet and step, it knows late.
  void enterAsked() {
    PortList::Joining asked(s_.allocating);
    for (std::size_t i = 0; i < askedCount_; ++i) {
      mask_.set(wanted(asked_[i].output), asked_[i].local);
      asked.add(asked_[i].output);
    }
    askedCount_ = 0;
  }

  /// One that is not known yet, or not kept. Valid until the next call.
  [[gnu::noinline]] const KnownStep& step(const InputSide& in, const WormPacket& packet) {
    const RouteState state{packet.destination, packet.detail};
    const RouteChoice choice = routing_.route(in.router, in.index, state);
    const OutputSide& out = outputs_[in.firstPort + choice.port];
    newStep_ = {choice.port, static_cast<std::uint16_t>((choice.vcs & out.all) | out.always),
                choice.nextDetail};
    steps_.remember(in.router, state, newStep_);
    return newStep_;
  }

  // As State's, with a constant number of words.
  std::uint64_t* wants(PortId output) { return masks_ + std::size_t{output} * 2 * mask_.words(); }
  std::uint64_t* wanted(PortId output) { return wants(output) + mask_.words(); }

  WormOutputVc* vcIdsOf(PortId output) { return outVcs_ + (std::size_t{output} << kShift); }

  /// The switch and the virtual channels.
  std::size_t allocateBoth(Cycle now) {
    if (paced_) reopen(now);
    if (s_.allocations != nullptr) noteRequests(s_, now);
    const std::size_t flits = allocateSwitch();
    if (s_.allocations != nullptr) noteCrossings(s_, winners_.data(), flits);
    allocateVcs(now);
    if (s_.allocations != nullptr) noteChannels(s_);
    if (paced_) close(now, flits);
    return flits;
  }

  /// Slow outputs that a flit crosses to grant nothing until their channels take the next one.
  [[gnu::noinline]] void close(Cycle now, std::size_t flits) {
    SlowChannels& slow = s_.slowOutputs;
    for (std::size_t i = 0; i < flits; ++i) slow.take(crossings_[i] - s_.firstPort, now);
    s_.switching.keep([&](PortId port) { return !slow.closed(port - s_.firstPort, now + 1); });
    for (std::size_t i = 0; i < flits; ++i) {
      const PortId port = crossings_[i];
      if (!slow.closed(port - s_.firstPort, now + 1)) continue;
      s_.switching.bar(port);
      s_.reopening.push(slow.free(port - s_.firstPort), port);
    }
  }
  [[gnu::noinline]] void reopen(Cycle now) {
    s_.reopening.drain(now, [this](PortId port) {
      s_.switching.letIn(port);
      if (mask_.any(wants(port))) s_.switching.add(port);
    });
  }

  /// Lists in `winners_` the virtual channels whose first flit may cross, and returns how many
  /// these are.
  [[gnu::noinline]] std::size_t allocateSwitch() {
    std::size_t granted = 0;
    PortId* const accepting = s_.accepting.data();
    for (const PortId port : s_.switching) {
      const OutputSide& out = outputs_[port];
      const PortId input = (out.firstVc + mask_.next(wants(port), out.grantPointer)) >> kShift;
      InputSide& in = inputs_[input];
      accepting[granted] = input;
      granted += in.grants == 0;
      in.grants |= std::uint64_t{1} << out.index;
    }
    for (std::size_t i = 0; i < granted; ++i) {
      const PortId input = accepting[i];
      InputSide& in = inputs_[input];
      const unsigned output = nextBit(in.grants, in.acceptPointer);
      const PortId port = in.firstPort + output;
      const unsigned asking = mask_.slice(wants(port), unsigned{in.index} << kShift, kVcs);
      const unsigned vc = nextBit(asking, in.vcPointer);
      in.grants = 0;
      // A pointer beyond the last is as good as one to the first, and needs no comparison.
      outputs_[port].grantPointer = static_cast<std::uint16_t>((in.index + 1u) << kShift);
      in.acceptPointer = static_cast<PortIndex>(output + 1u);
      in.vcPointer = static_cast<std::uint8_t>(vc + 1u);
      winners_[i] = (input << kShift) + vc;
      crossings_[i] = port;
    }
    return granted;
  }

  /// Most outputs have one head that asks: lists, so that each loop knows what comes.
  [[gnu::noinline]] void allocateVcs(Cycle now) {
    PortId* const quiet = s_.accepting.data();
    PortId* const crowded = crowded_.data();
    std::size_t one = 0, several = 0, kept = 0;
    for (const PortId port : s_.allocating) {
      if (outputs_[port].available == 0) {
        kept = s_.allocating.put(kept, port, true);
        continue;
      }
      const bool alone = mask_.hasOne(wanted(port));
      quiet[one] = port;
      crowded[several] = port;
      one += static_cast<std::size_t>(alone);
      several += static_cast<std::size_t>(!alone);
    }
    PortList::Joining granted(s_.switching);
    for (std::size_t i = 0; i < one; ++i)
      kept = s_.allocating.put(kept, quiet[i], !serveOne(now, quiet[i], granted));
    for (std::size_t i = 0; i < several; ++i) {
      serveSeveral(now, crowded[i], granted);
      kept = s_.allocating.put(kept, crowded[i], mask_.any(wanted(crowded[i])));
    }
    s_.allocating.shrink(kept);
  }

  /// Of an output before which one head asks. False: it can have none of its virtual channels.
  bool serveOne(Cycle now, PortId port, PortList::Joining& granting) {
    OutputSide& out = outputs_[port];
    const unsigned local = mask_.first(wanted(port));
    const VcId vcId = out.firstVc + local;
    const unsigned granted = out.available & vcs_[vcId].vcs;
    if (granted == 0) return false;
    mask_.clearAll(wanted(port));
    accept(now, port, out, vcId, local, granted, granting);
    return true;
  }

  void serveSeveral(Cycle now, PortId port, PortList::Joining& granting) {
    const unsigned a = mask_.first(wanted(port));
    const unsigned b = mask_.next(wanted(port), a + 1);
    if (mask_.next(wanted(port), b + 1) == a)
      serveTwo(now, port, a, b, granting);
    else
      serveMany(now, port, granting);
  }

  /// A free output VC grants to the second of two heads where its pointer lies between
  /// them.
  void serveTwo(Cycle now, PortId port, unsigned a, unsigned b, PortList::Joining& granting) {
    OutputSide& out = outputs_[port];
    const VcId firstVc = out.firstVc;
    const WormOutputVc* const outVcs = vcIdsOf(port);
    unsigned second = 0;
    for (unsigned vc = 0; vc < kVcs; ++vc) {
      const unsigned pointer = outVcs[vc].pointer;
      second |= (static_cast<unsigned>(a < pointer) & static_cast<unsigned>(pointer <= b)) << vc;
    }
    const unsigned open = out.available, allowedA = vcs_[firstVc + a].vcs,
                   allowedB = vcs_[firstVc + b].vcs;
    const unsigned toA = open & allowedA & ~(second & allowedB);
    const unsigned toB = open & allowedB & (second | ~allowedA);
    if (toA != 0) acceptOneOfSeveral(now, port, out, a, toA, granting);
    if (toB != 0) acceptOneOfSeveral(now, port, out, b, toB, granting);
  }

  /// Each free output VC grants to a head, each head accepts one.
  void serveMany(Cycle now, PortId port, PortList::Joining& granting) {
    OutputSide& out = outputs_[port];
    const VcId firstVc = out.firstVc;
    const WormOutputVc* const outVcs = vcIdsOf(port);
    std::array<unsigned, kMaxVcs> heads, granted;
    unsigned found = 0;
    for (unsigned open = out.available; open != 0; open &= open - 1) {
      const unsigned vc = nextBit(open, 0);
      const unsigned local = requester(port, firstVc, outVcs[vc].pointer, vc);
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
      acceptOneOfSeveral(now, port, out, heads[i], granted[i], granting);
  }

  /// The local input VC to which a free output VC grants; kNone where no
  /// head may take it.
  unsigned requester(PortId port, VcId firstVc, unsigned pointer, unsigned vc) {
    const unsigned first = mask_.next(wanted(port), pointer);
    unsigned local = first;
    while ((vcs_[firstVc + local].vcs >> vc & 1u) == 0) {
      local = mask_.next(wanted(port), local + 1);
      if (local == first) return kNone;
    }
    return local;
  }

  void acceptOneOfSeveral(Cycle now, PortId port, OutputSide& out, unsigned local, unsigned granted,
                          PortList::Joining& granting) {
    mask_.clear(wanted(port), local);
    accept(now, port, out, out.firstVc + local, local, granted, granting);
  }

  /// Of the granted virtual channels of one output port, a head accepts the first at or after its
  /// pointer in the order (port, virtual channel). The pointer stands on this port as often as not:
  /// no branch.
  [[gnu::always_inline]] void accept(Cycle now, PortId port, OutputSide& out, VcId vcId,
                                     unsigned local, unsigned granted,
                                     PortList::Joining& granting) {
    WormInputVc& ivc = vcs_[vcId];
    const unsigned firstOfPort = unsigned{out.index} << kShift;
    const unsigned ahead = ivc.pointer - firstOfPort;
    const unsigned onPort = 0u - static_cast<unsigned>(ahead < kVcs);
    const unsigned vc = nextBit(granted, ahead & onPort);
    WormOutputVc& ovc = vcIdsOf(port)[vc];
    const bool credit = ovc.credits != 0;
    ivc.pointer = static_cast<std::uint16_t>(kHolds | (firstOfPort + vc + 1));
    ivc.vcs = static_cast<std::uint16_t>(vc);
    ivc.asked = static_cast<CycleStamp>(now) - ivc.asked;
    ovc.pointer = static_cast<std::uint16_t>(local + 1);
    ovc.owner = vcId;
    out.available &= static_cast<std::uint16_t>(~(1u << vc));
    if (!credit) return;
    mask_.set(wants(port), local);
    granting.add(port);
  }

  /// The first flit of a virtual channel crosses the switch to output `port`, which its virtual
  /// channel knows too, but later: both are read at the same time.
  template <bool kAlike>
  [[gnu::always_inline]] void depart(Cycle now, VcId vcId, PortId port, Departures& sent) {
    WormInputVc& ivc = vcs_[vcId];
    const InputSide& in = inputs_[vcId >> kShift];
    const Flit flit = ivc.front;
    const unsigned outVc = ivc.vcs;
    OutputSide& out = outputs_[port];
    WormOutputVc& ovc = vcIdsOf(port)[outVc];
    const Cycle arrives = now + Cycle{out.flight};

    const Arrival arrival{flit, out.downstream + outVc};
    const VcId credited = in.upstream + vcOf(vcId);
    if constexpr (kAlike) {
      // Into both, for which it will be is anybody's guess.
      const bool ejects = out.ejects(), fromSource = in.upstream >> kShift >= s_.ports;
      *sent.ends.toInputs = arrival;
      *sent.ends.toTerminals = arrival;
      sent.ends.toInputs += !ejects;
      sent.ends.toTerminals += ejects;
      *sent.ends.toRouters = credited;
      *sent.ends.toSources = credited;
      sent.ends.toRouters += !fromSource;
      sent.ends.toSources += fromSource;
    } else {
      leaving_[sent.flits] = {&s_.flights[out.queue].end(arrives), arrival};
      returning_[sent.flits++] = {&s_.credits[in.creditQueue].end(now + Cycle{in.creditDelay}),
                                  credited};
    }
    ++out.sent;
    const bool credit = --ovc.credits != 0;

    if ((flit & kHead) != 0) {
      WormPacket& packet = s_.packets[packetOf(flit)];
      if (packet.measured) {
        sent.waited += static_cast<CycleStamp>(now) - packet.arrival;
        sent.asked += ivc.asked;
        sent.wires += out.flight;
        ++sent.heads;
      }
      if (isFollowed(s_, packet)) note(now, vcId, port, packet);
      packet.arrival = static_cast<CycleStamp>(arrives);
      ++packet.hops;
    }

    const bool more = nextFlit(s_, vcId);
    const bool tail = (flit & kTail) != 0;
    if (tail || !more || !credit) mask_.clear(wants(port), vcId - (in.firstPort << kShift));
    if (!tail) return;
    ovc.owner = kNone;
    ivc.pointer &= static_cast<std::uint16_t>(~kHolds);
    out.available |= static_cast<std::uint16_t>((1u << outVc) & s_.freeBehindTail);
    if (more) *sent.exposed++ = vcId;
  }

  [[gnu::noinline]] void departAll(Cycle now, std::size_t flits) {
    Departures sent{exposed_.data()};
    for (std::size_t i = 0; i < flits; ++i) depart<false>(now, winners_[i], crossings_[i], sent);
    // For the reason that enterAsked has: most go to the row that the one before went to.
    for (std::size_t i = 0; i < flits; ++i) {
      *(*leaving_[i].end)++ = leaving_[i].arrival;
      *(*returning_[i].end)++ = static_cast<VcId>(returning_[i].vcId);
    }
    settle(now, flits, sent);
  }
  /// The same where flits and credits of a cycle stand in one row of each kind.
  [[gnu::noinline]] void departAlike(Cycle now, std::size_t flits) {
    Departures sent{exposed_.data()};
    Arrival*& toInputs = s_.flights[kToInputs].end(now + wires_->toInputs);
    Arrival*& toTerminals = s_.flights[kToTerminals].end(now + wires_->toTerminals);
    VcId*& toRouters = s_.credits[kCreditsToOwn].end(now + wires_->toRouters);
    VcId*& toSources = s_.credits[kCreditsToOwn].end(now + wires_->toSources);
    sent.ends = {toInputs, toTerminals, toRouters, toSources};
    for (std::size_t i = 0; i < flits; ++i) depart<true>(now, winners_[i], crossings_[i], sent);
    toInputs = sent.ends.toInputs;
    toTerminals = sent.ends.toTerminals;
    toRouters = sent.ends.toRouters;
    toSources = sent.ends.toSources;
    settle(now, flits, sent);
  }

  /// A hop of the packet that is followed; the same as `settle` counts of all.
  [[gnu::noinline]] void note(Cycle now, VcId vcId, PortId output, const WormPacket& packet) {
    const CycleStamp waited = static_cast<CycleStamp>(now) - packet.arrival;
    const CycleStamp asked = vcs_[vcId].asked;
    LatencySplit& spent = noteHop(s_, routing_, now, vcId >> kShift, output, packet);
    spent.vcAllocation += asked + 1u;
    spent.switchAllocation += waited - asked;
    spent.traversal += 1;
    spent.channel += outputs_[output].flight - 2u;
  }

  /// What departures leave behind.
  void settle(Cycle now, std::size_t flits, const Departures& sent) {
    exposedCount_ = static_cast<std::size_t>(sent.exposed - exposed_.data());
    if (flits == 0) return;
    s_.switching.keep([this](PortId port) { return mask_.any(wants(port)); });
    s_.lastMove = now;
    s_.flitHops += flits;
    // One cycle each in the two allocations and the crossbar is the least.
    split_.vcAllocation += sent.asked + sent.heads;
    split_.switchAllocation += sent.waited - sent.asked;
    split_.traversal += sent.heads;
    split_.channel += sent.wires - 2 * sent.heads;
  }

  PartState& s_;
  const RoutingAlgorithm& routing_;
  LatencySplit& split_;
  // The arrays never move.
  WormInputVc* vcs_;
  InputSide* inputs_;
  OutputSide* outputs_;
  WormOutputVc* outVcs_;
  VcBits<kWords> mask_;
  std::uint64_t* masks_;
  std::vector<VcId>
      exposed_;  ///< virtual channels whose next head came to the front in the last cycle
  std::size_t exposedCount_ = 0;
  std::vector<VcId>
      winners_;  ///< virtual channels whose first flit crosses the switch in this cycle
  std::vector<PortId> crossings_;  ///< the outputs they cross to
  std::vector<PortId> crowded_;    ///< outputs with several heads that ask, in one cycle
  std::vector<Leaving> leaving_;   ///< of one cycle, unless `wires_`
  std::vector<Returning> returning_;
  std::vector<Asked> asked_;  ///< of one phase
  std::size_t askedCount_ = 0;
  KnownSteps steps_;
  KnownStep newStep_;
  std::optional<Wires> wires_;
  bool paced_;  ///< some outputs are slow
};

template <unsigned kShift>
std::unique_ptr<BitAllocation> makeWordsOf(PartState& state, const RoutingAlgorithm& routing,
                                           LatencySplit& split) {
  if (state.maskWords == 1) return std::make_unique<WordsOf<kShift, 1>>(state, routing, split);
  if (state.maskWords == 2) return std::make_unique<WordsOf<kShift, 2>>(state, routing, split);
  return std::make_unique<WordsOf<kShift, 0>>(state, routing, split);
}

}  // namespace

std::unique_ptr<BitAllocation> makeBitAllocation(PartState& state, const RoutingAlgorithm& routing,
                                                 LatencySplit& split) {
  switch (state.vcShift) {
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

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/switching/vct_router.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace hopscope {
namespace {

constexpr Cycle kNever = std::numeric_limits<Cycle>::max();
/// A head that asked too early: as if it had made a request, but in vain.
constexpr Cycle kSpent = -1;

/// Every input port may meet every output port of its router; numbered from the part's first.
AllocatorShape shapeOf(const Topology& t, const Part& part) {
  AllocatorShape shape;
  for (RouterId r = part.firstRouter; r <= part.lastRouter; ++r)
    shape.firstInput.push_back(t.firstPort[r] - t.firstPort[part.firstRouter]);
  shape.firstOutput = shape.firstInput;
  shape.offset = t.firstPort[part.firstRouter];
  return shape;
}

std::unique_ptr<CongestionBoard> boardFor(const VctRouter::Surroundings& s) {
  const auto rule = s.routing.broadcast();
  return rule ? std::make_unique<CongestionBoard>(s.fabric, s.part, *rule) : nullptr;
}

/// Asks for a cache line that will be needed in a cycle or two.
template <typename T>
void prefetch(const T& item) {
  __builtin_prefetch(&item, 1);
}

}  // namespace

VctRouter::VctRouter(const Surroundings& s)
    : fabric_(s.fabric),
      calendar_(s.calendar),
      mailbox_(s.mailbox),
      partition_(s.partition),
      split_(s.split),
      firstPort_(s.fabric.topology->firstPort[s.part.firstRouter]),
      portCount_(s.fabric.topology->firstPort[s.part.lastRouter] - firstPort_),
      board_(boardFor(s)),
      view_(s.fabric, board_.get()),
      sortsArrivals_(s.routes.tables()),
      inputUnit_(s.fabric, s.calendar.queued, s.routing, s.routes),
      outputUnit_(s.fabric) {
  const AllocatorShape shape = shapeOf(*s.fabric.topology, s.part);
  std::uint64_t stream = s.seed;
  for (const SwitchSettings& settings : s.switches) {
    allocators_.push_back(makeAllocator(settings.allocator, shape, InputChoice::asAdded, stream++));
    rules_.push_back(
        {s.fabric.transferCycles[rules_.size()], allocators_.back()->wantsAllRequests(),
         settings.pointer == PointerRule::onRequest, settings.ejection == EjectionRule::consumer});
  }
  if (s.routing.decides() != Decides::never)
    for (PortId id = firstPort_; id < firstPort_ + portCount_; ++id)
      choices_.emplace_back(s.seed, id, RandomPurpose::choice);
  if (sortsArrivals_) sorted_.reserve(portCount_);
  active_.reserve(portCount_);
  contenders_.reserve(portCount_);
}

void VctRouter::receiveCredits(Cycle now) {
  const Topology& t = *fabric_.topology;
  calendar_.credits.drain(now, [&](const Credit& credit) {
    outputUnit_.receiveCredit(credit, [&](PortIndex input) {
      activate(now, t.firstPort[fabric_.inputs[credit.output].router] + input);
    });
    if (board_) board_->changed(credit.output);
  });
}

void VctRouter::receiveHeads(Cycle now) {
  if (!sortsArrivals_) {
    calendar_.arrivals.drain(now, [&](const Arrival& a) { enqueue(now, a); });
    return;
  }
  calendar_.arrivals.drain(now, [&](const Arrival& a) { sorted_.push_back(a); });
  std::sort(sorted_.begin(), sorted_.end(),
            [](const Arrival& a, const Arrival& b) { return a.input < b.input; });
  for (const Arrival& a : sorted_) enqueue(now, a);
  sorted_.clear();
}

void VctRouter::enqueue(Cycle now, const Arrival& arrival) {
  if (!inputUnit_.enqueue(now, arrival)) return;
  activate(now, arrival.input);
  lastMove_ = now;
}

void VctRouter::allocate(Cycle now) {
  if (board_) board_->update(now);
  calendar_.alarms.drain(now, [&](PortId input) {
    if (fabric_.inputs[input].wakeAt == now) activate(now, input);
  });
  for (const PortId input : active_) attempt(now, input);
  active_.clear();
  for (const auto& allocator : allocators_)
    for (const Request& winner : allocator->allocate()) move(now, winner);
  for (const PortId input : contenders_) retry(now, input);
  contenders_.clear();
  lookAhead(now);
}

void VctRouter::retry(Cycle now, PortId input) {
  const InputPort& in = fabric_.inputs[input];
  if (in.busyUntil > now) return;  // it has won
  // With one head and its output taken, nothing changes before that is free again.
  if (std::has_single_bit(in.occupied) && !inputUnit_.asks(in)) {
    const auto vc = static_cast<VcIndex>(std::countr_zero(in.occupied));
    const Cycle free = fabric_.outputs[fabric_.inputVcs[in.firstVc + vc].out].busyUntil;
    if (free > now + 1) {
      setAlarm(now, input, free);
      return;
    }
  }
  activate(now + 1, input);
}

void VctRouter::lookAhead(Cycle now) const {
  // In two steps, because the second address stands behind the first.
  calendar_.arrivals.peek(now + 2, [this](const Arrival& a) { prefetch(fabric_.inputs[a.input]); });
  calendar_.credits.peek(now + 2, [this](const Credit& c) { prefetch(fabric_.outputs[c.output]); });
  calendar_.alarms.peek(now + 2, [this](PortId input) { prefetch(fabric_.inputs[input]); });
  calendar_.arrivals.peek(now + 1, [this](const Arrival& a) {
    prefetch(fabric_.inputVcs[fabric_.inputs[a.input].firstVc + a.packet.vc]);
  });
  calendar_.credits.peek(now + 1, [this](const Credit& c) {
    const OutputPort& out = fabric_.outputs[c.output];
    prefetch(fabric_.used[out.firstVc + c.vc]);
    prefetch(fabric_.waiting[out.firstWaiting]);
  });
  calendar_.alarms.peek(
      now + 1, [this](PortId input) { prefetch(fabric_.inputVcs[fabric_.inputs[input].firstVc]); });
}

void VctRouter::setAlarm(Cycle now, PortId input, Cycle at) {
  InputPort& in = fabric_.inputs[input];
  at = std::min(at, now + calendar_.alarms.horizon());
  if (in.wakeAt > now && in.wakeAt <= at) return;
  in.wakeAt = at;
  calendar_.alarms.push(at, input);
}

void VctRouter::attempt(Cycle now, PortId input) {
  InputPort& in = fabric_.inputs[input];
  if (in.occupied == 0) return;
  if (in.busyUntil > now) {
    setAlarm(now, input, in.busyUntil);
    return;
  }
  const Rules& rules = rules_[in.settings];
  const VcMask all = (VcMask{1} << in.vcs) - 1;
  // Occupied virtual channels, the one whose turn it is first.
  VcMask turns = (in.occupied >> in.pointer | in.occupied << (in.vcs - in.pointer)) & all;
  Cycle wake = kNever;
  bool requested = false;
  for (; turns != 0; turns &= turns - 1) {
    const unsigned sum = in.pointer + static_cast<unsigned>(std::countr_zero(turns));
    const auto vc = static_cast<VcIndex>(sum >= in.vcs ? sum - in.vcs : sum);
    const Cycle outcome = attempt(now, input, in, vc);
    if (outcome > now) {
      wake = std::min(wake, outcome);
      continue;
    }
    requested = true;
    if (rules.allRequests) continue;
    if (rules.onRequest) in.pointer = static_cast<VcIndex>(vc + 1 == in.vcs ? 0 : vc + 1);
    break;
  }
  if (requested)
    contenders_.push_back(input);
  else if (wake != kNever)
    setAlarm(now, input, wake);
}

Cycle VctRouter::attempt(Cycle now, PortId input, const InputPort& in, VcIndex vc) {
  InputVc& queue = fabric_.inputVcs[in.firstVc + vc];
  const auto untilReady = static_cast<std::int32_t>(queue.ready - static_cast<CycleStamp>(now));
  if (untilReady > 0) return now + untilReady;
  const bool asks = inputUnit_.asks(in);
  if (asks) inputUnit_.ask(view_, in, queue, choices_[input - firstPort_]);

  const OutputPort& out = fabric_.outputs[queue.out];
  if (out.downstream == kNone && rules_[in.settings].consumer) {
    const Cycle free = out.lastDeparture - Cycle{out.switchLatency} + Cycle{fabric_.packetFlits};
    if (free > now) return kSpent;
  } else {
    const Cycle possible = outputUnit_.available(now, out);
    if (possible > now) return asks ? nextChance(now, in, queue) : possible;
  }
  const VcIndex outVc = outputUnit_.freeVc(out, queue.outVcs);
  if (outVc == kNoVc) {
    if (!queue.waits) {
      queue.waits = true;
      queue.roomless = static_cast<CycleStamp>(now);
    }
    if (asks) return now + 1;
    outputUnit_.waitForCredit(out, in.index);
    return kNever;
  }
  Allocator& allocator = *allocators_[in.settings];
  const Request request{input - firstPort_, queue.out - firstPort_, in.index, out.index, vc, outVc};
  if (allocator.wantsAges())
    allocator.add(request, calendar_.queued[queue.head].packet.birth);
  else
    allocator.add(request);
  return now;
}

Cycle VctRouter::nextChance(Cycle now, const InputPort& in, const InputVc& queue) {
  candidates_.clear();
  inputUnit_.candidates(in, queue, candidates_);
  Cycle earliest = kNever;
  for (const RouteChoice& choice : candidates_) {
    const PortId port = fabric_.topology->firstPort[in.router] + choice.port;
    earliest = std::min(earliest, outputUnit_.available(now + 1, fabric_.outputs[port]));
  }
  return earliest;
}

void VctRouter::move(Cycle now, const Request& winner) {
  const PortId input = winner.input + firstPort_, output = winner.output + firstPort_;
  InputPort& in = fabric_.inputs[input];
  OutputPort& out = fabric_.outputs[output];
  const InputVc& queue = fabric_.inputVcs[in.firstVc + winner.inputVc];
  const Wanted wanted{queue.nextDetail, queue.roomless, queue.waits};
  const QueuedPacket head = inputUnit_.dequeue(in, winner.inputVc);
  const Rules& rules = rules_[in.settings];
  const Cycle flits = fabric_.packetFlits;

  // Cut-through: the crossbar is held until the tail, which may still be arriving, has passed.
  const Cycle waited = static_cast<CycleStamp>(now) - head.arrival;
  const Cycle transfer = std::max<Cycle>(rules.transferCycles, flits - waited);
  in.busyUntil = now + transfer;
  if (!rules.onRequest)
    in.pointer = static_cast<VcIndex>(winner.inputVc + 1 == in.vcs ? 0 : winner.inputVc + 1);
  if (in.occupied != 0) setAlarm(now, input, in.busyUntil);

  Cycle departure = 0;
  if (out.downstream == kNone && rules.consumer) {
    departure = out.lastDeparture = now + Cycle{out.switchLatency};
  } else {
    out.busyUntil = now + transfer;
    departure = outputUnit_.depart(now, out, winner.outputVc);
  }
  if (head.packet.measured) countWait(now, in, wanted, head, departure, out);

  if (in.upstream != kNone) {
    const Credit credit{in.upstream, static_cast<std::uint16_t>(flits), winner.inputVc};
    const Cycle at = now + Cycle{in.creditLatency};
    if (in.upstream - firstPort_ < portCount_)
      calendar_.credits.push(at, credit);
    else
      mailbox_.send(partition_.partOf[fabric_.inputs[in.upstream].router],
                    Mailbox::Room{at, credit});
  }

  const Cycle arrival = departure + Cycle{out.linkLatency};
  fabric_.channelFlits[out.channel] += fabric_.packetFlits;
  flitHops_ += fabric_.packetFlits;
  lastMove_ = now;
  if (out.downstream == kNone) {
    calendar_.deliveries.push(arrival + flits, head.packet);
    return;
  }
  if (board_) board_->changed(output);
  Arrival next{head.packet, out.downstream};
  next.packet.vc = winner.outputVc;
  next.packet.detail = wanted.nextDetail;
  ++next.packet.hops;
  if (out.downstream - firstPort_ < portCount_)
    calendar_.arrivals.push(arrival, next);
  else
    mailbox_.send(partition_.partOf[fabric_.inputs[out.downstream].router],
                  Mailbox::Head{arrival, next});
}

void VctRouter::countWait(Cycle now, const InputPort& in, const Wanted& wanted,
                          const QueuedPacket& head, Cycle departure, const OutputPort& out) {
  const CycleStamp waited = static_cast<CycleStamp>(now) - head.arrival;
  const CycleStamp roomless = wanted.waits ? static_cast<CycleStamp>(now) - wanted.roomless : 0;
  // A packet may have waited behind others for longer than its lookup took.
  const CycleStamp lookup = std::min(head.lookup, waited - roomless);
  if (in.upstream == kNone) {
    split_.source += waited - lookup;
    split_.channel += head.arrival - head.packet.birth;
    split_.serialization += fabric_.packetFlits;
  } else {
    split_.vcAllocation += roomless;
    split_.switchAllocation += waited - roomless - lookup;
  }
  split_.lookup += lookup;
  split_.traversal += out.switchLatency;
  split_.switchAllocation += static_cast<std::uint64_t>(departure - now) - out.switchLatency;
  split_.channel += out.linkLatency;
}

}  // namespace hopscope

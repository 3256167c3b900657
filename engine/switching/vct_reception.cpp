// SPDX-License-Identifier: GPL-3.0-or-later
// What comes to virtual cut-through routers: room given back, senders that stop and go on, heads.
#include <algorithm>

#include "engine/switching/vct_router.h"

namespace hopscope {

template <bool kAlike>
void VctRouter::receiveCredits(Cycle now) {
  calendar_.credits.drain(now, [&](Credit credit) {
    outputUnit_.receiveCredit<kAlike>(credit, [&](PortId input) { activate(input); });
    tellQueue(credit.output());
  });
}

void VctRouter::receivePauses(Cycle now) {
  calendar_.pauses.drain(now, [&](const Pause& pause) {
    pauses_->hear(now, pause);
    if (!pause.on) outputUnit_.wakeWaiting(pause.output, [&](PortId input) { activate(input); });
  });
}

void VctRouter::pause(Cycle now, PortId input, VcIndex vc, bool on) {
  const InputPort& in = inputs_[input];
  const Pause pause{in.upstream, vc, on};
  const Cycle at = now + Cycle{in.creditLatency};
  if (in.upstream - firstPort_ < portCount_)
    calendar_.pauses.push(at, pause);
  else
    mailbox_->send(peerPart_[input - firstPort_], Mailbox::Stop{stampOf(at), pause});
}

template <bool kAlike, bool kTells>
[[gnu::always_inline]] inline void VctRouter::admit(Cycle now, const Arrival& arrival) {
  if constexpr (kTells)
    if (arrival.packet.notice && intercepts<kAlike>(now, arrival)) return;
  const bool first = inputUnit_.enqueue<kAlike>(now, arrival);
  if constexpr (kTells) tellArrival(now, arrival.input, arrival.packet);
  if (first) arouse(now, arrival);
}

[[gnu::always_inline]] inline void VctRouter::arouse(Cycle now, const Arrival& arrival) {
  lastMove_ = now;
  if (hears_.heads) tellHead(now, arrival.input, arrival.packet.vc);
  if (sortsArrivals_) {
    // Alone, it would only find that it has to wait for the table.
    InputPort& in = inputs_[arrival.input];
    const InputVc& queue = inputVcs_[in.firstVc + arrival.packet.vc];
    const std::int32_t unknown = ahead(queue.ready, stampOf(now));
    if (unknown > 0 && holdsOne(in.occupied)) {
      setAlarm(stampOf(now), arrival.input, in, unknown);
      return;
    }
  }
  activate(arrival.input);
}

template <bool kAlike, bool kTells>
void VctRouter::receiveHeads(Cycle now) {
  if (!sortsArrivals_) {
    calendar_.arrivals.drain(
        now, [&](const Arrival& a) HOPSCOPE_INLINE { admit<kAlike, kTells>(now, a); });
    if constexpr (kTells) hearNotices(now);
    return;
  }
  // What a port's own cache answers is no other port's business.
  const bool answers = !kTells && inputUnit_.cachesAlone();
  bool sorted = !answers;
  // They stay where they are until all are admitted, which makes nothing else arrive.
  calendar_.arrivals.peek(now, [&](const Arrival& a) HOPSCOPE_INLINE {
    // A terminal may send a probe and another one in the same cycle.
    if (a.packet.probe) {
      probes_.push_back(a);
      return;
    }
    if (answers) {
      const std::int32_t lookup = inputUnit_.hit(now, a);
      if (lookup >= 0) {
        if (inputUnit_.join<kAlike>(now, a, static_cast<std::uint32_t>(lookup))) arouse(now, a);
        return;
      }
      sorted = true;
    }
    const PortId port = a.input - firstPort_;
    arrived_.insert(port);
    arrivalAt_[port] = &a;
  });
  if (sorted)
    arrived_.drain([&](std::uint32_t port)
                       HOPSCOPE_INLINE { admit<kAlike, kTells>(now, *arrivalAt_[port]); });
  calendar_.arrivals.forget(now);
  if constexpr (kTells) hearNotices(now);
  if (probes_.empty()) return;
  std::sort(probes_.begin(), probes_.end(),
            [](const Arrival& a, const Arrival& b) { return a.input < b.input; });
  for (const Arrival& a : probes_) admit<kAlike, kTells>(now, a);
  probes_.clear();
}

template <bool kAlike>
void VctRouter::enqueue(Cycle now, const Arrival& arrival) {
  admit<kAlike, false>(now, arrival);
}

template void VctRouter::receiveCredits<true>(Cycle);
template void VctRouter::receiveCredits<false>(Cycle);
template void VctRouter::receiveHeads<true, true>(Cycle);
template void VctRouter::receiveHeads<true, false>(Cycle);
template void VctRouter::receiveHeads<false, true>(Cycle);
template void VctRouter::receiveHeads<false, false>(Cycle);
template void VctRouter::enqueue<true>(Cycle, const Arrival&);
template void VctRouter::enqueue<false>(Cycle, const Arrival&);

}  // namespace hopscope

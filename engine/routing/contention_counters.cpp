// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/routing/contention_counters.h"

#include <algorithm>
#include <utility>

#include "engine/routing/detour_state.h"

namespace hopscope::routings {

ContentionCounters::ContentionCounters(const MinimalOutputs& outputs, const DragonflyWiring& wiring,
                                       const MemoryPlan& network, const Plan& plan)
    : outputs_(outputs),
      wiring_(wiring),
      plan_(plan),
      delay_(std::min(network.localLatency, plan.interval)),
      firstRouter_(network.firstRouter),
      ends_(network.longestTransfer) {
  const Topology& t = network.topology;
  const std::uint32_t first = t.firstPort[network.firstRouter];
  for (RouterId r = network.firstRouter; r <= network.lastRouter; ++r)
    firstPort_.push_back(t.firstPort[r] - first);
  for (RouterId r = network.firstRouter; r < network.lastRouter; ++r)
    for (PortIndex p = 0; p < t.radix(r); ++p)
      entersHere_.push_back(t.kindOf(t.port(r, p).link) != LinkKind::local);
  waiting_.assign(entersHere_.size(), 0);
  queues_.resize(entersHere_.size() * plan.channels);
  ends_.reserve(entersHere_.size());  // an input sends one packet at a time
  if (!plan_.told) return;
  const std::size_t routers = network.lastRouter - network.firstRouter;
  ofRouter_.resize(routers * wiring_.groups());
  ofGroup_.resize(routers / wiring_.size() * wiring_.groups());
}

void ContentionCounters::headed(Cycle now, const QueueHead& head) {
  if (onDetour(head.detail)) return;
  Queue& queue = queues_[queueOf(head)];
  Wish wish;
  wish.output = firstPort_[head.router - firstRouter_] +
                outputs_.minimalOutput(head.router, head.destination, head.detail);
  const std::uint32_t group = wiring_.groupOf(wiring_.routerOf(head.destination));
  const bool enters = entersHere_[firstPort_[head.router - firstRouter_] + head.input] != 0;
  if (plan_.told && enters && group != wiring_.groupOf(head.router)) wish.group = group;
  if (queue.until != 0) {
    queue.next = wish;
    return;
  }
  queue.counted = wish;
  count(now, head.router, wish, 1);
}

void ContentionCounters::left(Cycle now, const QueueHead& head, Cycle until) {
  settleUntil(now);
  if (onDetour(head.detail)) return;
  const std::uint32_t number = queueOf(head);
  queues_[number].until = until;
  ends_.push(until, {head.router, number});
}

void ContentionCounters::settle(Cycle now, const RouterView& /*view*/) {
  settleUntil(now);
}

void ContentionCounters::settleUntil(Cycle now) {
  // Time may have been put forward, while nothing was under way.
  settled_ = std::max(settled_, now - ends_.horizon() - 1);
  while (settled_ < now)
    ends_.drain(++settled_, [&](const End& end) {
      Queue& queue = queues_[end.queue];
      count(now, end.router, queue.counted, -1);
      queue.counted = std::exchange(queue.next, {});
      queue.until = 0;
      count(now, end.router, queue.counted, 1);
    });
}

void ContentionCounters::count(Cycle now, RouterId router, const Wish& wish, int by) {
  if (wish.output == kNone) return;
  waiting_[wish.output] += static_cast<std::uint32_t>(by);
  if (wish.group == kNone) return;
  const std::size_t local = router - firstRouter_;
  change(ofRouter_[local * wiring_.groups() + wish.group], now, by);
  change(ofGroup_[local / wiring_.size() * wiring_.groups() + wish.group], now, by);
}

void ContentionCounters::change(Told& counter, Cycle now, int by) const {
  const auto end = static_cast<std::uint32_t>((now + plan_.interval - 1) / plan_.interval);
  if (end != counter.end) {
    const auto value = static_cast<std::uint16_t>(counter.value);
    counter.longBefore = end == counter.end + 1 ? counter.before : value;
    counter.before = value;
    counter.end = end;
  }
  counter.value += static_cast<std::uint32_t>(by);
}

std::uint32_t ContentionCounters::known(const Told& counter, Cycle now) const {
  if (now < delay_) return 0;
  const auto end = static_cast<std::uint32_t>((now - delay_) / plan_.interval);
  if (end >= counter.end) return counter.value;
  return end + 1 == counter.end ? counter.before : counter.longBefore;
}

std::uint32_t ContentionCounters::waitingInGroup(RouterId router, std::uint32_t group,
                                                 Cycle now) const {
  const std::size_t local = router - firstRouter_;
  const Told& own = ofRouter_[local * wiring_.groups() + group];
  const Told& all = ofGroup_[local / wiring_.size() * wiring_.groups() + group];
  return known(all, now) - known(own, now) + own.value;
}

}  // namespace hopscope::routings

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/switching/wormhole_part.h"

#include <algorithm>

namespace hopscope::wormhole {

WormholePart::WormholePart(const Surroundings& s)
    : index_(s.index),
      state_(s.state, s.partition, s.index, s.packets),
      mailboxes_{Mailbox(s.partition.parts.size()), Mailbox(s.partition.parts.size())},
      ports_(state_,
             {state_.firstTerminal, state_.lastTerminal, state_.topology->terminalCount(),
              s.traffic, s.workload, s.routing, s.seed},
             s.partition, s.routes.tables()),
      router_(state_, s.routing, s.routes, terminals().delivered().split, meanFlits(s.traffic),
              s.seed, s.reroutes) {}

void WormholePart::begin(std::uint64_t stretch, bool closed) {
  Mailbox& mailbox = mailboxes_[stretch % 2];
  mailbox.clear();
  ports_.setMailbox(mailbox);
  state_.packets.begin(closed);
}

void WormholePart::receive(const WormholePart& from, std::uint64_t stretch) {
  from.mailboxes_[stretch % 2].readLetters(index_, [this](const Mailbox::Letter& letter) {
    terminals().expect(letter.source, letter.birth, letter.text);
  });
}

void WormholePart::advance(Cycle from, Cycle until) {
  state_.prefetchRows(from, until);
  for (Cycle now = from; now < until; ++now) {
    state_.prefetchArrivals(now);
    router_.receiveCredits(now);
    router_.advanceHeads(now);
    router_.receiveFlits(now);
    ports_.deliver(now);
    ports_.generate(now);
    ports_.send(now);
    router_.allocate(now);
  }
}

void WormholePart::setMeasuring(Cycle now, bool measuring) {
  terminals().setMeasuring(now, measuring);
  if (!measuring) return;
  router_.leaveRoom();
}

void WormholePart::setRouting(Cycle now, const RoutingAlgorithm& routing, bool idle) {
  router_.setRouting(now, routing, idle);
  ports_.setRouting(routing);
}

bool WormholePart::underWay() const {
  const auto used = [](const auto& queue) { return !queue.empty(); };
  return std::any_of(state_.flights.begin(), state_.flights.end(), used) ||
         std::any_of(state_.credits.begin(), state_.credits.end(), used) ||
         used(router_.routing()) ||
         (state_.lean && state_.slowOutputs.any() && used(state_.reopening));
}

}  // namespace hopscope::wormhole

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/workload/message_set.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "engine/core/bit_matrix.h"

namespace hopscope {

class MessageSet::Source final : public TrafficSource {
 public:
  explicit Source(MessageSet& set) : set_(set) {}

  void offer(Cycle now, SourceQueues& queues) override { set_.offer(now, queues); }
  void hear(const Delivery& delivery) override {
    set_.messages_[delivery.letter - 1].arrived = delivery.at;
    set_.lastArrival_ = delivery.at;
    ++set_.arrived_;
  }
  Cycle nextOffer(Cycle now) const override { return set_.nextOffer(now); }

 private:
  MessageSet& set_;
};

MessageSet::MessageSet(std::uint32_t terminals, std::uint32_t flitsPerCycle)
    : flitsPerCycle_(flitsPerCycle),
      senders_(terminals),
      words_(wordsFor(terminals)),
      asked_(std::size_t{kAhead} * words_, 0) {
  for (std::uint32_t t = 0; t < terminals; ++t)
    senders_[t].routing = Rng(0, t, RandomPurpose::choice);
}

void MessageSet::addPhase(const std::vector<SetMessage>& messages) {
  for (const SetMessage& message : messages) {
    senders_[message.source].messages.push_back(static_cast<std::uint32_t>(messages_.size()));
    messages_.push_back(message);
    flits_ += message.flits;
  }
  std::vector<std::size_t>& ends = phaseEnds_.emplace_back();
  for (const Sender& sender : senders_) ends.push_back(sender.messages.size());
}

std::unique_ptr<TrafficSource> MessageSet::source(TerminalId /*first*/, std::uint32_t /*count*/) {
  return std::make_unique<Source>(*this);
}

void MessageSet::ask(TerminalId terminal, Cycle now) {
  const Cycle at = std::max(now, senders_[terminal].busyUntil);
  setBit(askedAt(std::min(at, now + kAhead - 1)), terminal);
}

void MessageSet::beginPhase(Cycle now) {
  begun_ = true;
  for (TerminalId terminal = 0; terminal < senders_.size(); ++terminal) {
    if (!waits(terminal)) continue;
    ++waiting_;
    ask(terminal, now);
  }
}

void MessageSet::offer(Cycle now, SourceQueues& queues) {
  if (phase_ == phaseEnds_.size()) return;
  if (!begun_) beginPhase(now);
  std::uint64_t* const asked = askedAt(now);
  for (std::uint32_t word = 0; word < words_; ++word)
    for (std::uint64_t left = std::exchange(asked[word], 0); left != 0; left &= left - 1) {
      const TerminalId terminal = 64 * word + static_cast<TerminalId>(std::countr_zero(left));
      if (senders_[terminal].busyUntil <= now) handOver(terminal, now, queues);
      if (waits(terminal))
        ask(terminal, now);
      else
        --waiting_;
    }
  if (waiting_ > 0) return;
  ++phase_;
  begun_ = false;
}

void MessageSet::handOver(TerminalId terminal, Cycle now, SourceQueues& queues) {
  Sender& sender = senders_[terminal];
  const std::uint32_t number = sender.messages[sender.next];
  SetMessage& message = messages_[number];
  const NewPacket packet{message.source,           message.destination, message.flits, false, 0,
                         std::uint64_t{number} + 1};
  if (!queues.enter(now, packet, sender.routing)) {
    sender.busyUntil = queues.notBefore(now, packet);
    return;
  }
  ++sender.next;
  message.accepted = now;
  sender.busyUntil = now + (message.flits + flitsPerCycle_ - 1) / flitsPerCycle_;
}

Cycle MessageSet::nextOffer(Cycle now) const {
  if (phase_ == phaseEnds_.size()) return kNoCycle;
  Cycle next = kNoCycle;
  for (TerminalId terminal = 0; terminal < senders_.size(); ++terminal)
    if (waits(terminal)) next = std::min(next, std::max(now, senders_[terminal].busyUntil));
  return next == kNoCycle ? now : next;
}

}  // namespace hopscope

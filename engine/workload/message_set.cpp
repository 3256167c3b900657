// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/workload/message_set.h"

#include <algorithm>

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
    : flitsPerCycle_(flitsPerCycle), senders_(terminals) {
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

/// Has messages of this phase.
bool MessageSet::waits(const Sender& sender) const {
  return sender.next < phaseEnds_[phase_][static_cast<std::size_t>(&sender - senders_.data())];
}

void MessageSet::offer(Cycle now, SourceQueues& queues) {
  if (phase_ == phaseEnds_.size()) return;
  bool behind = false;
  for (Sender& sender : senders_) {
    if (!waits(sender)) continue;
    if (now >= sender.busyUntil) {
      const std::uint32_t number = sender.messages[sender.next];
      SetMessage& message = messages_[number];
      const NewPacket packet{message.source,           message.destination, message.flits, false, 0,
                             std::uint64_t{number} + 1};
      if (queues.enter(now, packet, sender.routing)) {
        ++sender.next;
        message.accepted = now;
        sender.busyUntil = now + (message.flits + flitsPerCycle_ - 1) / flitsPerCycle_;
      }
    }
    behind = behind || waits(sender);
  }
  if (!behind) ++phase_;
}

Cycle MessageSet::nextOffer(Cycle now) const {
  if (phase_ == phaseEnds_.size()) return kNoCycle;
  Cycle next = kNoCycle;
  for (const Sender& sender : senders_)
    if (waits(sender)) next = std::min(next, std::max(now, sender.busyUntil));
  return next == kNoCycle ? now : next;
}

}  // namespace hopscope

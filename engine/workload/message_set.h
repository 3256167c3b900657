// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "engine/traffic/traffic_source.h"

namespace hopscope {

/// A message of a set, and what becomes of it.
struct SetMessage {
  TerminalId source = 0, destination = 0;
  std::uint32_t flits = 1;
  Cycle accepted = -1, arrived = -1;  ///< handed to the interface; its tail at its terminal
};

/// A set of messages, phase by phase, as the experiments of Ding 2006 have it. Terminals hand their
/// messages over in order, each as soon as its interface takes it, at a rate. Before a phase all
/// wait until the last has handed over its messages, not until they have arrived. Each message is a
/// packet. For a network that is simulated in one part.
class MessageSet final : public Workload {
 public:
  /// `flitsPerCycle`: that a terminal hands over.
  MessageSet(std::uint32_t terminals, std::uint32_t flitsPerCycle);

  /// Appends a phase; before there is a network.
  void addPhase(const std::vector<SetMessage>& messages);

  std::unique_ptr<TrafficSource> source(TerminalId first, std::uint32_t count) override;
  bool finished() const override { return arrived_ == messages_.size(); }

  const std::vector<SetMessage>& messages() const { return messages_; }
  std::uint64_t flits() const { return flits_; }
  /// The cycle in which the last one arrived.
  Cycle lastArrival() const { return lastArrival_; }

 private:
  class Source;
  struct Sender {
    std::vector<std::uint32_t> messages;
    std::size_t next = 0;
    Cycle busyUntil = 0;  ///< it hands over, or knows that there is no room
    Rng routing;
  };

  void offer(Cycle now, SourceQueues& queues);
  void handOver(TerminalId terminal, Cycle now, SourceQueues& queues);
  void beginPhase(Cycle now);
  Cycle nextOffer(Cycle now) const;
  bool waits(TerminalId terminal) const {
    return senders_[terminal].next < phaseEnds_[phase_][terminal];
  }
  void ask(TerminalId terminal, Cycle now);
  std::uint64_t* askedAt(Cycle cycle) {
    return asked_.data() + static_cast<std::size_t>(cycle % kAhead) * words_;
  }

  /// Senders are asked so far ahead; others are looked at on the way.
  static constexpr Cycle kAhead = 64;

  std::uint32_t flitsPerCycle_;
  std::vector<SetMessage> messages_;
  std::vector<Sender> senders_;
  std::vector<std::vector<std::size_t>> phaseEnds_;  ///< per phase and terminal
  std::size_t phase_ = 0;
  bool begun_ = false;                ///< that phase
  std::size_t waiting_ = 0;           ///< senders that have messages of this phase
  std::uint32_t words_;               ///< for a bit of each sender
  std::vector<std::uint64_t> asked_;  ///< cycle by cycle: those that wait cost nothing until then
  std::size_t arrived_ = 0;
  std::uint64_t flits_ = 0;
  Cycle lastArrival_ = 0;
};

}  // namespace hopscope

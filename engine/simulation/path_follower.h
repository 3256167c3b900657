// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <vector>

#include "engine/switching/journey.h"
#include "engine/workload/critical_chain.h"
#include "engine/workload/message_watch.h"

namespace hopscope {

/// How a message of a critical path went: from where it waited for others at its interface to its
/// last packet, router by router.
struct FollowedMessage {
  std::size_t piece = 0;  ///< its place in the chain
  Cycle started = 0;      ///< its first packet left the interface
  Cycle handedOver = 0;   ///< its last one did
  /// Of the last packet. Without hops where the message stayed at its terminal, or the switches do
  /// not tell them.
  Journey journey;
};

/// Follows the messages of a critical path, one after the other, in a run that repeats the one that
/// the path was found in. Nothing else in the network may be followed meanwhile.
class PathFollower final : public MessageWatch {
 public:
  PathFollower(std::vector<ChainStep> steps, JourneyLog& log);

  void sent(const Message& message, TerminalId from, TerminalId to, Cycle now) override;
  void arrived(const Message& message, Cycle now) override;

  /// All have arrived.
  bool done() const { return next_ == steps_.size(); }
  /// And every one that went through the network is the one that was followed.
  bool whole() const { return done() && !lost_; }
  /// Those that have, in order.
  const std::vector<FollowedMessage>& messages() const { return messages_; }

 private:
  void goOn();
  bool isNext(const Message& message) const;

  std::vector<ChainStep> steps_;
  JourneyLog& log_;
  std::size_t next_ = 0;               ///< the piece that is waited for
  std::uint32_t twins_ = 0;            ///< messages like it that have been sent
  bool lost_ = false;                  ///< another one than the followed was that piece
  const Message* followed_ = nullptr;  ///< only to be compared: it may have been given back
  FollowedMessage present_;
  std::vector<FollowedMessage> messages_;
};

}  // namespace hopscope

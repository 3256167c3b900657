// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/core/ids.h"
#include "engine/workload/message.h"

namespace hopscope {

/// Hears of messages as ranks exchange them. Parts of a network that run in threads call it from
/// them: who keeps something has them run in one.
class MessageWatch {
 public:
  MessageWatch() = default;
  MessageWatch(const MessageWatch&) = delete;
  MessageWatch& operator=(const MessageWatch&) = delete;
  virtual ~MessageWatch() = default;

  /// The last packet of a message has just been given to the network.
  virtual void sent(const Message& message, TerminalId from, TerminalId to, Cycle now) = 0;
  /// All of a message is there.
  virtual void arrived(const Message& message, Cycle now) = 0;
};

}  // namespace hopscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "engine/core/ids.h"

namespace hopscope {

/// What the cycles up to some moment were spent on, along the chain of ranks and messages that led
/// to it: each waited for the one before. They add up to the moment.
struct PathParts {
  Cycle start = 0;        ///< until the job began
  Cycle computation = 0;  ///< of ranks
  Cycle overhead = 0;     ///< of ranks, for messages
  Cycle interface = 0;    ///< of messages, behind others of the same terminal
  Cycle transfer = 0;     ///< of messages, as long as they take where nobody else is
  Cycle contention = 0;   ///< beyond that

  Cycle total() const { return start + computation + overhead + interface + transfer + contention; }
  bool operator==(const PathParts&) const = default;
};

/// What a message is in the protocol.
enum class MessageKind : std::uint8_t {
  eager,    ///< its data, unasked
  request,  ///< rendezvous: there is data to be sent
  clear,    ///< rendezvous: the receiver is ready
  data,     ///< rendezvous
  there,    ///< the answer to one that was to be confirmed
  predict,  ///< no message, but what the interface is told of its destination: see CircuitCommand
  flush,    ///< likewise, of all
};

class MessagePool;

/// A message between two ranks. The sender writes it until its last packet has gone; from the
/// arrival of that on it is the receiver's.
struct Message {
  MessagePool* owner = nullptr;
  Message* next = nullptr;                    ///< in the queue it stands in
  PathParts path;                             ///< up to `posted`, later up to its arrival
  Cycle posted = 0;                           ///< when it was handed to the interface
  Cycle started = 0;                          ///< when its first packet went
  std::uint32_t source = 0, destination = 0;  ///< ranks of all jobs
  std::uint32_t bytes = 0;
  std::uint32_t number = 0;         ///< among the messages of its pair that are matched
  std::uint32_t packetsToSend = 0;  ///< the sender's
  std::uint32_t packetsToCome = 0;  ///< the receiver's
  std::uint32_t sendRequest = kNone, receiveRequest = kNone;  ///< of rendezvous
  std::int32_t tag = 0;
  MessageKind kind = MessageKind::eager;
  bool ofCollective = false;
  bool confirmed = false;  ///< Operation::confirmed
};

/// The messages that the terminals of one part send. Others give them back when they have been
/// received, maybe in another thread. What there is never moves.
class MessagePool {
 public:
  Message* take() {
    if (free_ == nullptr) free_ = returned_.exchange(nullptr, std::memory_order_acquire);
    if (free_ == nullptr) addChunk();
    Message* message = free_;
    free_ = message->next;
    *message = {};
    message->owner = this;
    return message;
  }
  /// To the pool it is from; `here` is the caller's own.
  static void give(Message* message, MessagePool& here) {
    MessagePool& owner = *message->owner;
    if (&owner == &here) {
      message->next = here.free_;
      here.free_ = message;
      return;
    }
    Message* top = owner.returned_.load(std::memory_order_relaxed);
    do {
      message->next = top;
    } while (!owner.returned_.compare_exchange_weak(top, message, std::memory_order_release,
                                                    std::memory_order_relaxed));
  }
  /// Gives the memory back; none of its messages may be in use any more.
  void release() {
    free_ = nullptr;
    returned_.store(nullptr, std::memory_order_relaxed);
    chunks_ = std::vector<std::unique_ptr<Message[]>>();
  }

 private:
  static constexpr std::size_t kChunk = 256;

  void addChunk() {
    auto chunk = std::make_unique<Message[]>(kChunk);
    for (std::size_t i = 0; i < kChunk; ++i) {
      chunk[i].next = free_;
      free_ = &chunk[i];
    }
    chunks_.push_back(std::move(chunk));
  }

  std::vector<std::unique_ptr<Message[]>> chunks_;
  Message* free_ = nullptr;
  std::atomic<Message*> returned_{nullptr};
};

/// Messages one behind the other.
struct MessageQueue {
  Message *first = nullptr, *last = nullptr;

  bool empty() const { return first == nullptr; }
  void push(Message* message) {
    message->next = nullptr;
    (last == nullptr ? first : last->next) = message;
    last = message;
  }
  Message* pop() {
    Message* message = first;
    first = message->next;
    if (first == nullptr) last = nullptr;
    return message;
  }
  /// Takes out `message`, which stands behind `before`, or first where that is nullptr.
  void remove(Message* before, Message* message) {
    (before == nullptr ? first : before->next) = message->next;
    if (last == message) last = before;
  }
};

}  // namespace hopscope

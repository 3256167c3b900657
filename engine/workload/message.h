// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <type_traits>
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
  Cycle interface = 0;    ///< of messages, behind others of the same terminal that were being sent
  Cycle transfer = 0;     ///< of messages, as long as they take where nobody else is
  /// Of messages, beyond that, and while nothing of their terminal could be sent.
  Cycle contention = 0;

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
  preload,  ///< likewise, of the circuits number `bytes` of all programs
};

/// What a message keeps of the cycles up to it: the parts of its path but for the start of the job
/// and the transfer, which follow from the others.
enum class MessageTime : std::uint8_t {
  computation,
  overhead,
  interface,
  contention,
  posted,  ///< when it was handed to the interface
  /// Up to when its path leads: `posted`, from where its first packet goes that moment, and the
  /// arrival once it is there.
  reached,
};

/// A message between two ranks. The sender writes it until its first packet has gone; from its
/// arrival on it is the receiver's. It has a line of the cache to itself.
struct alignas(64) Message {
  /// No run is longer, in cycles.
  static constexpr Cycle kLongest = Cycle{1} << 35;

  Message* next = nullptr;                    ///< in the queue it stands in
  std::uint32_t source = 0, destination = 0;  ///< ranks of all jobs
  std::uint32_t bytes = 0;
  std::uint32_t number = 0;  ///< among the messages of its pair that are matched
  std::uint32_t packetsToCome = 0;
  std::uint32_t sendRequest = kNone;  ///< of rendezvous, or of one to be confirmed
  std::int32_t tag = 0;

  /// Of the answer to a request, and of the data: what receives it. They are not matched.
  std::uint32_t receiveRequest() const { return number; }
  void setReceiveRequest(std::uint32_t request) { number = request; }

  Cycle time(MessageTime which) const {
    const auto index = static_cast<unsigned>(which);
    const std::uint64_t high = rest_ >> (4 * index) & 0xf;
    // The upper of its 36 bits is the sign.
    return static_cast<Cycle>((high << 32 | low_[index]) << 28) >> 28;
  }
  void setTime(MessageTime which, Cycle cycles) {
    const auto index = static_cast<unsigned>(which);
    const auto bits = static_cast<std::uint64_t>(cycles);
    low_[index] = static_cast<std::uint32_t>(bits);
    const std::uint32_t mask = std::uint32_t{0xf} << (4 * index);
    rest_ = (rest_ & ~mask) | static_cast<std::uint32_t>(bits >> 32 & 0xf) << (4 * index);
  }
  void addTime(MessageTime which, Cycle cycles) { setTime(which, time(which) + cycles); }
  Cycle posted() const { return time(MessageTime::posted); }
  Cycle reached() const { return time(MessageTime::reached); }

  /// The path up to the moment that it has reached; `start` is that of the job.
  PathParts path(Cycle start) const {
    PathParts parts;
    parts.start = start;
    parts.computation = time(MessageTime::computation);
    parts.overhead = time(MessageTime::overhead);
    parts.interface = time(MessageTime::interface);
    parts.contention = time(MessageTime::contention);
    parts.transfer = reached() - parts.total();
    return parts;
  }
  /// Of a path up to now.
  void setPath(const PathParts& parts) {
    std::uint32_t high = 0;
    const auto set = [&](MessageTime which, Cycle cycles) {
      const auto index = static_cast<unsigned>(which);
      const auto bits = static_cast<std::uint64_t>(cycles);
      low_[index] = static_cast<std::uint32_t>(bits);
      high |= static_cast<std::uint32_t>(bits >> 32 & 0xf) << (4 * index);
    };
    set(MessageTime::computation, parts.computation);
    set(MessageTime::overhead, parts.overhead);
    set(MessageTime::interface, parts.interface);
    set(MessageTime::contention, parts.contention);
    set(MessageTime::reached, parts.total());
    // Of the bits in rest_ those of `posted` and of what a message is besides stay.
    constexpr std::uint32_t kOthers =
        0xff000000U | 0xfU << (4 * static_cast<unsigned>(MessageTime::posted));
    rest_ = (rest_ & kOthers) | high;
  }

  MessageKind kind() const { return static_cast<MessageKind>(rest_ >> 24 & 0xf); }
  void setKind(MessageKind kind) {
    rest_ = (rest_ & 0xf0ffffffU) | static_cast<std::uint32_t>(kind) << 24;
  }
  bool ofCollective() const { return (rest_ & kOfCollective) != 0; }
  void setOfCollective(bool is) { rest_ = is ? rest_ | kOfCollective : rest_ & ~kOfCollective; }
  bool confirmed() const { return (rest_ & kConfirmed) != 0; }  ///< Operation::confirmed
  void setConfirmed(bool is) { rest_ = is ? rest_ | kConfirmed : rest_ & ~kConfirmed; }

 private:
  static constexpr std::uint32_t kOfCollective = 1U << 28, kConfirmed = 1U << 29;

  std::array<std::uint32_t, 6> low_{};  ///< the lower bits of each MessageTime
  /// Four more of each, then the kind and what it is besides.
  std::uint32_t rest_ = 0;
};
static_assert(sizeof(Message) == 64);

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
    return message;
  }
  /// To the pool it is from; `here` is the caller's own.
  static void give(Message* message, MessagePool& here) {
    MessagePool& owner = ownerOf(message);
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
  /// Makes room for half as many again as there have been at a time.
  void leaveRoom() {
    for (std::size_t more = (chunks_ + 1) / 2; more > 0; --more) addChunk();
  }
  /// Gives the memory back; none of its messages may be in use any more.
  void release() {
    free_ = nullptr;
    returned_.store(nullptr, std::memory_order_relaxed);
    blocks_ = std::vector<Block>();
    begun_ = blockChunks_ = chunks_ = 0;
  }

 private:
  static constexpr std::size_t kChunkBytes = 1 << 14;
  static constexpr std::size_t kMostChunks = 16;  ///< of a block

  /// Begins at a multiple of its size, so that a message leads to it.
  struct alignas(kChunkBytes) Chunk {
    MessagePool* owner = nullptr;
    std::array<std::byte, 64 - sizeof(void*)> unused{};
    std::array<Message, kChunkBytes / sizeof(Message) - 1> messages;
  };
  static_assert(sizeof(Chunk) == kChunkBytes && std::is_trivially_destructible_v<Chunk>);

  struct FreeBlock {
    std::size_t chunks = 0;
    void operator()(Chunk* first) const { std::allocator<Chunk>().deallocate(first, chunks); }
  };
  /// Room for chunks one behind the other. Memory with such an alignment costs a chunk more than
  /// was asked for, which one by one would be as much again.
  using Block = std::unique_ptr<Chunk, FreeBlock>;

  static MessagePool& ownerOf(const Message* message) {
    const auto chunk = reinterpret_cast<std::uintptr_t>(message) & ~(kChunkBytes - 1);
    return *std::bit_cast<const Chunk*>(chunk)->owner;
  }

  /// Nothing is written to those that are not needed yet, so that they take no memory.
  void addChunk() {
    if (begun_ == blockChunks_) {
      const std::size_t chunks = std::clamp<std::size_t>(2 * blockChunks_, 1, kMostChunks);
      blocks_.push_back(Block(std::allocator<Chunk>().allocate(chunks), FreeBlock{chunks}));
      blockChunks_ = chunks;
      begun_ = 0;
    }
    Chunk* chunk = new (blocks_.back().get() + begun_++) Chunk;
    chunk->owner = this;
    ++chunks_;
    for (Message& each : chunk->messages) {
      each.next = free_;
      free_ = &each;
    }
  }

  std::vector<Block> blocks_;
  std::size_t blockChunks_ = 0, begun_ = 0;  ///< chunks of the last block, and those in use
  std::size_t chunks_ = 0;                   ///< in use, of all blocks
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

/// The same where most often there is none: the last one leads to the first.
class MessageRing {
 public:
  void push(Message* message) {
    if (last_ == nullptr) {
      message->next = message;
    } else {
      message->next = last_->next;
      last_->next = message;
    }
    last_ = message;
  }
  /// Takes out the first for which fits(message); null where there is none.
  template <typename Fits>
  Message* take(const Fits& fits) {
    if (last_ == nullptr) return nullptr;
    for (Message* before = last_;; before = before->next) {
      Message* const message = before->next;
      if (fits(*message)) {
        before->next = message->next;
        if (message == last_) last_ = before == message ? nullptr : before;
        return message;
      }
      if (message == last_) return nullptr;
    }
  }

 private:
  Message* last_ = nullptr;
};

}  // namespace hopscope

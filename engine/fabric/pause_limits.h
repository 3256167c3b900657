// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>

namespace hopscope {

/// What keeps a sender from a buffer that is full.
enum class FlowControl : std::uint8_t {
  credits,  ///< the sender counts the room there is
  pause,    ///< the receiver says stop and go, for each virtual channel (IEEE 802.1Qbb)
};

/// When a buffer has its sender stop (XOFF) and go on (XON). In flits of packets whose head has
/// arrived.
struct PauseLimits {
  std::uint32_t xoff = 0;  ///< above
  std::uint32_t xon = 0;   ///< at or below, once it has stopped
};

/// A channel as far as it decides how much still comes once its receiver says XOFF. In cycles and
/// flits; a channel carries a flit a cycle.
struct PausedChannel {
  std::uint32_t latency = 1;
  std::uint32_t queueRoom = 0;  ///< of the output queue before it, which runs empty
  std::uint32_t longest = 1;    ///< packet
};

/// The least free room at which XOFF is early enough: the packet that takes it may have been the
/// longest; the head of another may leave in any cycle of a round trip; and what the output queue
/// held then still comes.
inline std::uint32_t leastHeadroom(const PausedChannel& channel) {
  return channel.queueRoom + 2 * channel.latency + 2 * channel.longest;
}

/// What is left free without a word from the design: two round trips, a packet and the output queue
/// (Benito 2020, section 4.5.1), but never less than is needed.
inline std::uint32_t usualHeadroom(const PausedChannel& channel) {
  return std::max(leastHeadroom(channel),
                  channel.queueRoom + 4 * channel.latency + channel.longest);
}

/// What a design says of a buffer's limits, in flits.
struct PauseRule {
  std::uint32_t xoffFree = 0;  ///< XOFF with less room than that; 0: usualHeadroom
  std::uint32_t xonMore = 0;   ///< XON with so much more; 0: the longest packet

  std::uint32_t kept(const PausedChannel& channel) const {
    return xoffFree > 0 ? xoffFree : usualHeadroom(channel);
  }
  std::uint32_t more(const PausedChannel& channel) const {
    return xonMore > 0 ? xonMore : channel.longest;
  }
  /// Of a buffer that holds `room`.
  PauseLimits limits(const PausedChannel& channel, std::uint32_t room) const {
    const std::uint32_t free = kept(channel), freeAgain = free + more(channel);
    return {room - std::min(room, free), room - std::min(room, freeAgain)};
  }
  bool operator==(const PauseRule&) const = default;
};

}  // namespace hopscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "engine/core/ids.h"
#include "engine/routing/router_memory.h"

namespace hopscope::routings {

/// What each router of a part knows of the traffic that its terminals offer, by the group it goes
/// to (the extended traffic counters of Benito 2020, sections 6.2.2 and 6.2.3): packets that left
/// its source queues within a sliding window, exact at every cycle, and those that wait there.
/// A group is told by its offset, (destination - own) modulo the number of groups.
class GroupCounters {
 public:
  /// `globals` are the global links of a router, h; `window` in cycles; a packet that waits counts
  /// as `storedWeight` of one that left.
  GroupCounters(RouterId first, std::uint32_t routers, std::uint32_t groups, std::uint32_t globals,
                Cycle window, double storedWeight);

  void entered(RouterId router, std::uint32_t offset);
  void left(RouterId router, std::uint32_t offset, Cycle now);

  /// What a router knows in a cycle, with all that happened before and in it so far.
  class Reading {
   public:
    /// Packets to a group: the extended global counter (6-1).
    double towards(std::uint32_t offset) const;
    /// Packets that will need one of the local links of their intermediate group, the one of
    /// distance `links` (1..h, or -h..-1): the intermediate-local sum (6-2) around offset
    /// links * h.
    double crowding(std::int32_t links) const;

   private:
    friend class GroupCounters;
    Reading(const GroupCounters& of, std::uint32_t router) : of_(of), router_(router) {}

    const GroupCounters& of_;
    std::uint32_t router_;
  };
  Reading at(RouterId router, Cycle now) {
    expire(router - first_, now);
    return {*this, router - first_};
  }

  /// Room for as many events as have been at the most, and as many again.
  void leaveRoom();

 private:
  struct Counts {
    std::int32_t left = 0, stored = 0;
  };
  struct Event {
    Cycle time = 0;
    std::uint32_t offset = 0;
  };
  /// The departures in the window, oldest first; a ring whose size is a power of two.
  struct Departures {
    std::vector<Event> ring;
    std::size_t first = 0, count = 0;
  };
  /// An offset's part in an intermediate-local sum, in h-ths.
  struct Share {
    std::uint16_t sum = 0;
    std::uint16_t weight = 0;
  };

  void expire(std::uint32_t router, Cycle now);
  void add(std::uint32_t router, std::uint32_t offset, std::int32_t left, std::int32_t stored);
  static void grow(Departures& departures, std::size_t size);
  std::uint32_t sumOf(std::int32_t links) const {
    return links > 0 ? static_cast<std::uint32_t>(links - 1)
                     : globals_ + static_cast<std::uint32_t>(-links - 1);
  }

  RouterId first_;
  std::uint32_t groups_, globals_;
  Cycle window_;
  double storedWeight_;
  std::vector<std::array<Share, 4>> shares_;  ///< per offset; weight 0: none
  std::vector<Counts> towards_;               ///< per router and offset
  std::vector<Counts> sums_;                  ///< per router and intermediate-local sum, in h-ths
  std::vector<Departures> departures_;        ///< per router
};

}  // namespace hopscope::routings

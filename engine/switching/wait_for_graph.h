// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/core/ids.h"
#include "engine/switching/observation.h"

namespace hopscope {

/// Who waits for whom, of the buffers of a network at one instant: the largest set of buffers none
/// of whose packets can go on before another one of the set does. Each packet has alternatives and
/// goes on by any of them, each of which may need two others to move (Holt 1972: a knot where each
/// needs one). As nothing from outside helps, such a set stands for ever, whatever else the network
/// does. Memory is kept from one search to the next.
class WaitForGraph {
 public:
  /// Forgets all, for buffers numbered from 0 to `buffers` - 1, none of which waits.
  void begin(std::size_t buffers);
  /// Makes room for half as many again as wait now.
  void leaveRoom();

  /// The packet of a buffer waits, for nothing that is known yet.
  void wait(std::uint32_t buffer);
  /// The latest one that waits may go on once `holder` has let go of what it holds, and `room` has
  /// room again; kNone: nobody holds it, or there is room.
  void orFor(std::uint32_t holder, std::uint32_t room);
  /// It may go on, whatever the others do: it waits no more.
  void goesOn();

  /// Keeps those that stand for ever, and returns how many these are.
  std::size_t settle();

  /// After settle(), of a set that is not empty: buffers of it each of which needs room in the
  /// next, and the last in the first. The same graph always gives the same cycle.
  std::vector<std::uint32_t> cycle() const;

 private:
  struct Alternative {
    std::uint32_t holder, room;
  };

  bool stands(std::uint32_t buffer) const { return buffer != kNone && stands_[buffer] != 0; }
  bool mayGoOn(std::size_t waiting) const;
  std::uint32_t next(std::size_t waiting) const;

  std::vector<std::uint8_t> stands_;  ///< per buffer
  std::vector<std::uint32_t> waiting_, first_;
  std::vector<Alternative> alternatives_;
};

}  // namespace hopscope

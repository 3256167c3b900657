// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "engine/topology/topology.h"

namespace hopscope::routings {

struct Neighbours;

/// Up*/down* order of any network (Schroeder et al., Autonet, 1991): routers are ranked by their
/// distance from a root, then by id; a hop to a lower rank goes up. A legal path never goes up
/// after it went down, so that channels wait for each other in one direction only.
class UpDownOrder {
 public:
  /// The root is the router with the most links among those connected to the first terminal.
  explicit UpDownOrder(const Topology& topology);
  /// The same of a network whose links are those of `neighbours` alone. Where the first terminals
  /// have lost all their links, the first one with a link counts.
  UpDownOrder(const Topology& topology, const Neighbours& neighbours);

  RouterId root() const { return root_; }
  /// Whether the root, and with it every other reached router, can be reached from `router`.
  bool reached(RouterId router) const { return rank_[router] != kNone; }
  /// One way or the other between any two, also where neither was reached.
  bool goesUp(RouterId from, RouterId to) const {
    return rank_[to] != rank_[from] ? rank_[to] < rank_[from] : to < from;
  }

  /// Whether every router with a neighbour, but the root, has one that it goes up to: then legal
  /// paths over `neighbours` lead from each to each.
  bool carries(const Neighbours& neighbours) const;

  bool operator==(const UpDownOrder&) const = default;

 private:
  RouterId root_ = 0;
  std::vector<std::uint32_t> rank_;
};

/// Neighbours of every router, each with the ports of the parallel links that lead to it. A
/// neighbour over local and global links stands there twice.
struct Neighbours {
  struct Neighbour {
    RouterId router = kNone;
    LinkKind kind = LinkKind::local;
    std::vector<PortIndex> ports;
  };

  /// Without the links that are `absent`; none is where the list is empty.
  explicit Neighbours(const Topology& topology, const std::vector<bool>& absent = {});
  std::vector<std::vector<Neighbour>> of;
};

}  // namespace hopscope::routings

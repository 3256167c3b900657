// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/forwarding/ring_detour.h"

#include <set>

#include "engine/forwarding/node_reduction.h"

namespace hopscope {
namespace {

enum class Input { terminal, below, above };

struct Ring {
  int nodes, fault;
  Detour detour;

  int at(int node) const { return (node + nodes) % nodes; }

  /// The line of a cache: which way a packet with the tag of `direction` leaves.
  int leaves(int node, Input input, int direction) const {
    if (direction < 0 || detour == Detour::none) return direction;
    if (node == fault) return -1;
    if (detour == Detour::ownLines || input != Input::above) return direction;
    return at(fault - node) < nodes / 2 ? -1 : direction;
  }
};

enum class End { delivered, lost, livelocked };

End replay(const Ring& ring, int node, int destination, int& uTurns) {
  Input input = Input::terminal;
  std::set<std::pair<int, Input>> seen;
  while (node != destination) {
    if (!seen.insert({node, input}).second) return End::livelocked;
    const int tag = ringDirection(RingThreshold::floor, ring.nodes, node, destination);
    const int step = ring.leaves(node, input, tag);
    if (step > 0 && node == ring.fault) return End::lost;
    uTurns += input == (step > 0 ? Input::above : Input::below);
    node = ring.at(node + step);
    input = step > 0 ? Input::below : Input::above;
  }
  return End::delivered;
}

}  // namespace

DetourOutcome replayDetour(int nodes, int fault, Detour detour) {
  const Ring ring{nodes, fault, detour};
  DetourOutcome outcome;
  for (int source = 0; source < nodes; ++source)
    for (int destination = 0; destination < nodes; ++destination) {
      if (source == destination) continue;
      int uTurns = 0;
      switch (replay(ring, source, destination, uTurns)) {
        case End::delivered:
          ++outcome.delivered;
          outcome.uTurns += uTurns;
          break;
        case End::lost:
          ++outcome.lost;
          break;
        case End::livelocked:
          outcome.livelocked.emplace_back(source, destination);
          break;
      }
    }
  return outcome;
}

}  // namespace hopscope

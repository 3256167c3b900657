// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <utility>
#include <vector>

namespace hopscope {

/// Which lines of the caches of a k-ary 1-cube are rewritten where the channel from `node` upwards
/// to the next one has failed. Each line says by which port packets with a tag (up or down) leave.
enum class Detour {
  none,
  ownLines,  ///< the node's lines for "up", on all its input ports, lead downwards. This is what
             ///< Hirasawa 2022, figure 5.22, describes, and it makes packets run in circles.
  /// Those, and the lines for "up" of the nodes below, on the port that faces the fault: of as many
  /// nodes as would send a packet back up, k / 2 - 1.
  ownAndBelow
};

/// What comes of all ordered pairs of different nodes.
struct DetourOutcome {
  int delivered = 0;
  int lost = 0;                                 ///< sent into the dead channel
  std::vector<std::pair<int, int>> livelocked;  ///< come back to where they were
  int uTurns = 0;                               ///< of delivered packets
};

/// Replays every pair on a ring of `nodes` with warm caches and node reduction. `fault` is the node
/// whose channel upwards is dead; the one back is not.
DetourOutcome replayDetour(int nodes, int fault, Detour detour);

}  // namespace hopscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "engine/core/issue.h"
#include "engine/design/design.h"
#include "engine/topology/placement.h"
#include "engine/topology/topology.h"

namespace hopscope {

/// One click that mends something: settings to change, or routers of a drawing to connect.
struct Remedy {
  QString verb;  ///< on its button: "Set to 150 flits"; empty: there is none
  std::vector<std::pair<std::string, Value>> settings;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> links;  ///< ids of routers

  bool empty() const { return verb.isEmpty(); }
};

/// The design with the remedy applied.
Design remedied(Design design, const Remedy& remedy);

/// What mends an issue of validate(). It was tried out: with it, nothing is said of that place any
/// more, and nothing worse is said elsewhere. Empty where nothing is known that helps.
Remedy remedyFor(const Issue& issue, const Design& design, const Topology& topology,
                 const Placement& placement);

/// What breaks the cycles in which packets can wait for each other: the virtual channels that the
/// routing needs, or another routing. Tried out by the proof; empty where that would take long.
Remedy remedyForDeadlock(const Design& design, const std::stop_token& stop = {});

/// What may let a network accept more, best first and at most so many: routings that spread the
/// traffic, one more virtual channel, larger buffers. None of them makes the design wrong; what
/// they bring is seen by running them. Their verbs are names: "UGAL", "one more virtual channel".
std::vector<Remedy> remediesToTry(const Design& design, std::size_t most);

/// The load rounded down to what a network accepts that takes no more than `bound`; empty where the
/// design offers no more than that.
Remedy remedyForLoad(const Design& design, double bound);

}  // namespace hopscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

#include "engine/core/issue.h"
#include "engine/design/design.h"
#include "engine/simulation/setup.h"

namespace hopscope {

/// Everything wrong with a design short of compiling it: unknown or misplaced settings, ranges,
/// parameters that contradict each other, drawn networks that are not connected, overrides that
/// name nothing. Errors forbid a run, warnings do not.
Issues validate(const Design& design);
/// The same where buildTopology() made the network of this design already.
Issues validate(const Design& design, std::shared_ptr<const Topology> topology);

/// The network of a design, generated or drawn; nothing where its topology has errors (appended).
/// A drawing in progress is a network too: that its parts are connected is for validate() to ask.
std::shared_ptr<const Topology> buildTopology(const Design& design, Issues& issues);

struct Compiled {
  std::optional<Setup> setup;  ///< absent where `issues` has an error
  Issues issues;
};

/// Design to Setup. Deterministic: equal designs give equal setups. What takes long, as slots for
/// many circuits and the proof that best effort is free of deadlock, ends soon after `stop` is
/// requested: then there is no setup, and the error says that it was stopped.
Compiled compile(const Design& design, const std::stop_token& stop = {});
/// The same where buildTopology() made the network of this design already.
Compiled compile(const Design& design, std::shared_ptr<const Topology> topology,
                 const std::stop_token& stop = {});

}  // namespace hopscope

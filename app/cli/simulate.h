// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "engine/design/design.h"
#include "engine/simulation/results.h"
#include "engine/topology/topology.h"

namespace hopscope::cli {

struct FinishedRun {
  std::shared_ptr<const Topology> topology;
  Results results;  ///< `complete` is false where SIGINT stopped it
};

/// Compiles and runs a design with a progress bar. Nothing where it does not compile; said why.
std::optional<FinishedRun> simulate(const Design& design, bool quiet);

/// One line: loads, latency, verdict.
std::string summary(const Results& results);

}  // namespace hopscope::cli

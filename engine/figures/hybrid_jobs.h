// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "engine/core/rng.h"
#include "engine/core/value.h"
#include "engine/switching/hybrid_settings.h"
#include "engine/workload/message_set.h"

namespace hopscope::figures {

/// Phases of messages, and the configurations that a compiler would load for them.
struct HybridJob {
  std::vector<std::vector<SetMessage>> phases;
  std::vector<LoadedConfiguration> configurations;
  double peak = 1;  ///< flits a cycle that all senders together may reach
};

/// The workloads of Ding 2006 (section 5 of its experiments' list): "scatter", "random",
/// "all_to_all", "ordered_mesh", "random_mesh", "two_phase", "favourites", "mixed" and "phases".
/// `values` are inputs of the computation hybrid.crossbar.
HybridJob hybridJob(const Values& values, Rng& rng);

}  // namespace hopscope::figures

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "engine/design/compile.h"
#include "engine/simulation/setup.h"
#include "ui/widgets/latest_job.h"

namespace hopscope {

/// Compiles the design of a run anew, as a change of it needs: slots of circuits may be planned.
struct ChangeJob : AsideJob {
  ChangeJob(Design wanted, std::shared_ptr<const Topology> network)
      : design(std::move(wanted)), topology(std::move(network)) {}
  void work() {
    // Those that were dropped while they waited for their turn are not worked out.
    if (!stop.stop_requested()) compiled = compile(design, topology, stop.get_token());
  }

  const Design design;
  const std::shared_ptr<const Topology> topology;
  Compiled compiled;
};

/// What a network was made for: what it can be told of phases, and what not.
struct MadeFor {
  bool reroutes = false;
  VcCounts channels;
  std::vector<std::uint32_t> lengths;  ///< of packets
  /// Of circuits that are planned ahead; null: none are.
  std::shared_ptr<const PlannedCircuits> circuits;
  std::uint32_t roundSlots = 0;      ///< of their round
  std::uint32_t circuitClasses = 0;  ///< SlottedSettings::circuitClasses

  static MadeFor of(const Setup& setup);
  /// Whether the network can be told the phases of `setup`.
  bool fits(const Setup& setup) const;
};

}  // namespace hopscope

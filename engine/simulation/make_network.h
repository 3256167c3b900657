// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "engine/simulation/setup.h"
#include "engine/switching/switching.h"

namespace hopscope {

/// The switches, channels and terminals of a setup, at cycle 0, and what terminals do beside
/// sending its traffic; null: nothing. Who drives them keeps the setup's shared parts alive.
std::unique_ptr<Switching> makeNetwork(const Setup& setup,
                                       std::shared_ptr<Workload> workload = nullptr);

/// What its routers ask for a route, before the first phase.
LookupPlan lookupsOf(const Setup& setup);

/// What its terminals offer before the first phase.
TrafficPlan trafficOf(const Setup& setup);

}  // namespace hopscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "engine/core/value.h"
#include "engine/simulation/results.h"
#include "engine/simulation/setup.h"

namespace hopscope::test {

/// Only `source` sends, always to `destination`.
std::shared_ptr<const TrafficPattern> onePair(TerminalId source, TerminalId destination);

/// A generated network with its first routing, uniform traffic and roomy defaults: switch latency
/// 5, speed-up 2, all channels 1 cycle, packets of 4 flits. Tests change what they are about.
/// Parameters that are not given have the registry's default. Throws std::runtime_error where the
/// combination is refused.
Setup makeSetup(const std::string& kind, const Values& parameters = {},
                const std::string& routing = {});

/// The balanced Dragonfly of Benito 2020, table 3-1: switches of 90 cycles, local channels of 15,
/// global ones of 150, packets of 10 flits. Terminal channels of 1 cycle.
Setup thesisDragonfly(std::int64_t h);

/// Puts another routing in, for the virtual channels there are.
void setRouting(Setup& setup, const std::string& routing, const Values& parameters = {});

/// Puts another pattern in.
void setPattern(Setup& setup, const std::string& pattern, const Values& parameters = {});

/// The model of a setup's switches, and what is set of it.
enum class Model : std::uint8_t { vct, wormhole };
Model modelOf(const Setup& setup);
VctSwitches& vct(Setup& setup);
const VctSwitches& vct(const Setup& setup);
WormholeSettings& wormhole(Setup& setup);
const WormholeSettings& wormhole(const Setup& setup);
/// Its switches become wormhole routers with the settings that they have by default.
void makeWormhole(Setup& setup);

/// What has come out of it when it is done, or after ten million cycles.
Results runOf(Setup setup);

/// Sets the latency of all links of one kind.
void setLatency(Setup& setup, LinkKind kind, Cycle latency);

}  // namespace hopscope::test

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "engine/simulation/simulation.h"
#include "engine/topology/generator.h"
#include "tests/support/setups.h"

namespace hopscope::test {

/// A generated network of wormhole routers: `vcs` virtual channels of 8 flits everywhere, packets
/// of one flit, uniform traffic, all channels 1 cycle.
inline Setup wormholeSetup(const std::string& kind, const Values& parameters = {},
                           const std::string& routing = {}, unsigned vcs = 4) {
  Setup s = makeSetup(kind, parameters, routing);
  test::makeWormhole(s);
  s.virtualChannels = {vcs, vcs, vcs};
  setRouting(s, routing.empty() ? generators().find(kind)->firstRoutings.front() : routing);
  s.packetFlits = 1;
  s.load = 0.1;
  s.run = {};
  s.run.warmup = 1000;
  s.run.measure = 4000;
  s.run.maxCycles = 60'000;
  s.run.window = 500;
  return s;
}

inline Results finished(Setup setup) {
  Simulation simulation(std::move(setup));
  while (!simulation.done()) simulation.advance(10'000);
  return simulation.results();
}

}  // namespace hopscope::test

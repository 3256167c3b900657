// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/saturation_bound.h"

#include <vector>

#include "engine/routing/channel_load.h"

namespace hopscope::cli {

std::string boundOf(const Setup& setup) {
  if (setup.routing->decides() != Decides::never)
    return "This routing decides by what it sees, so no bound follows from counting channels.";
  const auto loads = channelLoads(*setup.topology, *setup.routing,
                                  [&](TerminalId source, std::vector<DestinationShare>& out) {
                                    setup.traffic->destinations(source, out);
                                  });
  return loads ? describe(*setup.topology, *loads)
               : "The network is too large to count what its channels carry.";
}

}  // namespace hopscope::cli

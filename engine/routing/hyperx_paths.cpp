// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/routing/hyperx_paths.h"

#include "engine/routing/grid_paths.h"
#include "engine/topology/structure.h"

namespace hopscope::routings {

HyperxPaths::HyperxPaths(const Topology& topology) : lag_(structureOf(topology).lag) {
  for (const std::int64_t size : gridSizes(topology)) {
    firstColumn_.push_back(columns_);
    columns_ += static_cast<std::uint32_t>(size);
    sizes_.push_back(static_cast<std::uint32_t>(size));
  }
  const RouterId routers = topology.routerCount();
  coordinates_.reserve(routers * sizes_.size());
  for (RouterId router = 0; router < routers; ++router) {
    RouterId rest = router;
    for (const std::uint32_t size : sizes_) {
      coordinates_.push_back(static_cast<std::uint16_t>(rest % size));
      rest /= size;
    }
  }
  ports_.assign(std::size_t{routers} * columns_ * lag_, kNoPort);
  for (RouterId router = 0; router < routers; ++router)
    for (PortIndex p = 0; p < topology.radix(router); ++p) {
      const LinkEnd& peer = topology.port(router, p).peer;
      if (peer.isTerminal) continue;
      std::size_t d = 0;
      while (at(router, d) == at(peer.node, d)) ++d;
      PortIndex* port =
          &ports_[(std::size_t{router} * columns_ + firstColumn_[d] + at(peer.node, d)) * lag_];
      while (*port != kNoPort) ++port;
      *port = p;
    }
  for (TerminalId t = 0; t < topology.terminalCount(); ++t)
    targets_.push_back({topology.terminals[t].router, topology.terminals[t].port,
                        static_cast<std::uint16_t>(t % lag_)});
}

bool isHyperx(const Topology& topology) {
  const auto grid = structureOf(topology).grid;
  return grid && grid->rows == RowLinks::complete;
}

}  // namespace hopscope::routings

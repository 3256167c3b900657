// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/simulation/energy_meter.h"

#include <algorithm>

namespace hopscope {

EnergyMeter::EnergyMeter(const Setup& setup)
    : topology_(setup.topology.get()),
      nanoseconds_(setup.picosecondsPerCycle / 1000),
      fixed_(setup.energy.fixed) {
  const Topology& t = *topology_;
  // Of the links themselves: a network drawn by hand has classes that no link need be of.
  bool hasGlobal = false;
  for (const Port& port : t.ports) hasGlobal = hasGlobal || t.kindOf(port.link) == LinkKind::global;
  for (RouterId r = 0; r < t.routerCount(); ++r) {
    const unsigned buffers =
        std::visit([r](const auto& switches) { return switches.buffersPassed(r); }, setup.switches);
    perFlit_.push_back(buffers * setup.energy.bufferPerByte * setup.flitBytes);
    double watts = 0;
    for (PortId id = t.firstPort[r]; id < t.firstPort[r + 1]; ++id) {
      const LinkKind kind = t.kindOf(t.ports[id].link);
      const bool electrical = kind == LinkKind::terminal || (kind == LinkKind::local && hasGlobal);
      watts += electrical ? setup.energy.electricalPort : setup.energy.opticalPort;
    }
    portWatts_.push_back(watts);
  }
}

EnergyParts EnergyMeter::of(RouterId router, std::uint64_t flits, double dynamicLookup,
                            double staticLookup, Cycle cycles) const {
  const double time = nanoseconds(cycles);  // 1 W for 1 ns is 1 nJ
  return {static_cast<double>(flits) * perFlit_[router], portWatts_[router] * time,
          dynamicLookup + staticLookup / 1000 * time, fixed_ * time};
}

std::uint64_t EnergyMeter::flitsInto(RouterId router,
                                     const std::vector<std::uint64_t>& channelFlits) const {
  std::uint64_t flits = 0;
  for (PortId id = topology_->firstPort[router]; id < topology_->firstPort[router + 1]; ++id)
    flits += channelFlits[topology_->ports[id].in];
  return flits;
}

}  // namespace hopscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/switching/wormhole_part_state.h"

#include <algorithm>

namespace hopscope::wormhole {

PartState::PartState(const State& shared, const Partition& partition, std::uint32_t index,
                     PacketStore& store)
    : State(shared),
      part(index),
      firstRouter(partition.parts[index].firstRouter),
      lastRouter(partition.parts[index].lastRouter),
      firstPort(topology->firstPort[firstRouter]),
      lastPort(topology->firstPort[lastRouter]),
      firstTerminal(partition.parts[index].firstTerminal),
      lastTerminal(partition.parts[index].lastTerminal),
      packets(store, partition.parts.size() == 1),
      neighbours_(neighboursOf(*topology, partition, index)) {
  const std::size_t count = portCount();
  const std::size_t terminals = lastTerminal - firstTerminal;
  switching = PortList(notSwitching.data(), count);
  allocating = PortList(notAllocating.data(), count);
  requesting = Bitmap(count);
  sending = Bitmap(terminals);
  accepting.resize(count);
  winners.reserve(count * settings.inputSpeedup);
  exposed.reserve(vcCount());
  askers.reserve(vcCount());

  if (!linkRates.empty()) {
    const auto ratesOf = [this](PortId first, PortId last) {
      std::vector<LinkRate> rates;
      for (PortId side = first; side < last; ++side) rates.push_back(rateOf(side));
      return SlowChannels(rates);
    };
    slowOutputs = ratesOf(firstPort, lastPort);
    slowTerminals = ratesOf(ports + firstTerminal, ports + lastTerminal);
    if (lean) reopening = CycleQueue<PortId>(slowOutputs.longest(), count);
  }

  // A channel carries one flit a cycle, so a buffer takes one in, and gives one back for each path
  // from it into the crossbar.
  // One place more, for what is written there before it is known that it goes elsewhere.
  flights.emplace_back(horizon, count + 1);
  flights.emplace_back(horizon, count + 1);
  credits.emplace_back(horizon, (count + terminals) * settings.inputSpeedup + 1);
  // The row that one writes is none that the other one reads.
  for (const std::uint32_t other : neighbours_) {
    std::size_t channels = 0;
    for (PortId id = firstPort; id < lastPort; ++id)
      channels += partBehind(*topology, partition, id) == other;
    flights.emplace_back(horizon + stretch, channels);
    credits.emplace_back(horizon + stretch, channels * settings.inputSpeedup);
  }
}

void PartState::hear(PartState& from) {
  if (&from == this) {
    arriving.push_back(&flights[kToInputs]);
    returning.push_back(&credits[kCreditsToOwn]);
    return;
  }
  const auto own = std::lower_bound(from.neighbours_.begin(), from.neighbours_.end(), part);
  if (own == from.neighbours_.end() || *own != part) return;
  const auto number = static_cast<std::size_t>(own - from.neighbours_.begin());
  arriving.push_back(&from.flights[kToFirstNeighbour + number]);
  returning.push_back(&from.credits[kCreditsToFirstNeighbour + number]);
}

}  // namespace hopscope::wormhole

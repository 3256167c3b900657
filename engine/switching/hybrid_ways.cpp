// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/switching/hybrid_ways.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace hopscope::hybrid {

TreeWays::TreeWays(std::shared_ptr<const Topology> topology, const TreeStructure& tree,
                   std::uint32_t slotCount)
    : topology_(std::move(topology)),
      tree_(tree),
      ports_(topology_->terminalCount()),
      most_(2 * (static_cast<std::uint32_t>(tree.m.size()) - 1)),
      lengths_(std::size_t{slotCount} * ports_, 0),
      channels_(lengths_.size() * most_, kNone),
      flits_(topology_->channelCount(), 0) {}

void TreeWays::set(std::uint32_t slot, std::uint32_t input, const TreeCircuit& circuit) {
  const std::size_t index = indexOf(slot, input);
  ChannelId* const channels = channels_.data() + index * most_;
  const std::uint32_t length = lengths_[index] = 2U * circuit.hops;
  // As treePath has it, but without a vector.
  RouterId up = topology_->terminals[circuit.source].router;
  RouterId below = topology_->terminals[circuit.destination].router;
  for (std::uint32_t level = 0; level < circuit.hops; ++level) {
    const auto port = static_cast<PortIndex>(tree_.m[level] + circuit.ports[level]);
    channels[level] = topology_->port(up, port).out;
    channels[length - 1 - level] = topology_->port(below, port).in;
    up = topology_->port(up, port).peer.node;
    below = topology_->port(below, port).peer.node;
  }
}

std::vector<ChannelId> TreeWays::channels(std::uint32_t slot, std::uint32_t input) const {
  const ChannelId* const first = channels_.data() + indexOf(slot, input) * most_;
  return {first, first + hops(slot, input)};
}

void TreeWays::findCollisions(const CircuitRegisters& circuits,
                              std::vector<std::string>& found) const {
  std::vector<std::uint32_t> inputs;
  for (std::uint32_t slot = 0; slot < circuits.slotCount(); ++slot) {
    inputs.clear();
    for (std::uint32_t input = 0; input < ports_; ++input)
      if (circuits.outputOf(slot, input) != kNone) inputs.push_back(input);
    findCollisions(slot, inputs, found);
  }
}

void TreeWays::findCollisions(std::uint32_t slot, const std::vector<std::uint32_t>& inputs,
                              std::vector<std::string>& found) const {
  std::vector<bool> taken(topology_->channelCount(), false);
  for (const std::uint32_t input : inputs)
    for (const ChannelId channel : channels(slot, input)) {
      if (taken[channel])
        found.push_back(fmt::format("Channel {}: two ways take it in slot {}", channel, slot));
      taken[channel] = true;
    }
}

}  // namespace hopscope::hybrid

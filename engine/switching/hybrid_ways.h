// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/scheduling/circuit_registers.h"
#include "engine/scheduling/tree_path.h"

namespace hopscope::hybrid {

/// Where circuits go that the NICs of a tree know, slot by slot, and worms in a slot behind these,
/// and what they carried: channels between switches, as those of terminals are the crossbar's.
class TreeWays {
 public:
  TreeWays(std::shared_ptr<const Topology> topology, const TreeStructure& tree,
           std::uint32_t slotCount);

  /// The way of the input's circuit in that slot, from now on.
  void set(std::uint32_t slot, std::uint32_t input, const TreeCircuit& circuit);
  /// A flit goes along it; there must be one.
  void carry(std::uint32_t slot, std::uint32_t input) {
    const std::uint32_t length = hops(slot, input);
    const ChannelId* const channels = channels_.data() + indexOf(slot, input) * most_;
    for (std::uint32_t i = 0; i < length; ++i) ++flits_[channels[i]];
    innerFlits_ += length;
  }
  /// Channels between switches on it.
  std::uint32_t hops(std::uint32_t slot, std::uint32_t input) const {
    return lengths_[indexOf(slot, input)];
  }
  /// Those channels in their order.
  std::vector<ChannelId> channels(std::uint32_t slot, std::uint32_t input) const;

  /// Flits sent: per channel, 0 for those of terminals; and over all.
  const std::vector<std::uint64_t>& flits() const { return flits_; }
  std::uint64_t innerFlits() const { return innerFlits_; }

  /// A sentence for each channel that two of these circuits have in one slot.
  void findCollisions(const CircuitRegisters& circuits, std::vector<std::string>& found) const;
  /// Likewise of the ways that these inputs have in one slot.
  void findCollisions(std::uint32_t slot, const std::vector<std::uint32_t>& inputs,
                      std::vector<std::string>& found) const;

 private:
  std::size_t indexOf(std::uint32_t slot, std::uint32_t input) const {
    return std::size_t{slot} * ports_ + input;
  }

  std::shared_ptr<const Topology> topology_;
  TreeStructure tree_;
  std::uint32_t ports_, most_;
  std::vector<std::uint32_t> lengths_;  ///< slot by slot, input by input
  std::vector<ChannelId> channels_;     ///< of each of them, `most_` apart
  std::vector<std::uint64_t> flits_;
  std::uint64_t innerFlits_ = 0;
};

}  // namespace hopscope::hybrid

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "engine/core/ids.h"

namespace hopscope {

/// A circuit in its slot.
struct PlannedCircuit {
  TerminalId source = kNone, destination = kNone;
  std::uint32_t slot = 0;  ///< in which it leaves its terminal
  /// Channels in their order, terminals' included; one slot each where slots are shifted. They lie
  /// with the circuits that this one is of (PlannedCircuits).
  std::span<const ChannelId> path;

  bool operator==(const PlannedCircuit& other) const {
    return source == other.source && destination == other.destination && slot == other.slot &&
           std::equal(path.begin(), path.end(), other.path.begin(), other.path.end());
  }
};

/// Circuits of a plan and their paths, which lie in blocks: millions of them are given back in no
/// time that a person would notice. Not copied, for circuits point to their paths.
class PlannedCircuits {
 public:
  PlannedCircuits() = default;
  PlannedCircuits(PlannedCircuits&&) = default;
  PlannedCircuits& operator=(PlannedCircuits&&) = default;

  std::size_t size() const { return circuits_.size(); }
  bool empty() const { return circuits_.empty(); }
  const PlannedCircuit& operator[](std::size_t index) const { return circuits_[index]; }
  PlannedCircuit& operator[](std::size_t index) { return circuits_[index]; }
  auto begin() const { return circuits_.begin(); }
  auto end() const { return circuits_.end(); }
  auto begin() { return circuits_.begin(); }
  auto end() { return circuits_.end(); }

  void add(TerminalId source, TerminalId destination) {
    circuits_.push_back({source, destination, 0, {}});
  }
  /// Keeps the channels for one of the circuits.
  void setPath(PlannedCircuit& circuit, std::span<const ChannelId> path) {
    if (blocks_.empty() || path.size() > blocks_.back().size - blocks_.back().used) {
      const std::size_t size = std::max(kBlock, path.size());
      blocks_.push_back({std::make_unique_for_overwrite<ChannelId[]>(size), size, 0});
    }
    Block& block = blocks_.back();
    ChannelId* const first = block.channels.get() + block.used;
    std::copy(path.begin(), path.end(), first);
    block.used += path.size();
    circuit.path = {first, path.size()};
  }
  /// So many entries of each, one after the other, which share a path; of some of them, once `stop`
  /// says so.
  template <typename Stop>
  void repeat(std::uint32_t times, Stop&& stop) {
    std::vector<PlannedCircuit> all;
    all.reserve(circuits_.size() * times);
    for (const PlannedCircuit& circuit : circuits_) {
      if (stop()) break;
      all.insert(all.end(), times, circuit);
    }
    circuits_ = std::move(all);
  }

  bool operator==(const PlannedCircuits& other) const { return circuits_ == other.circuits_; }

 private:
  static constexpr std::size_t kBlock = std::size_t{1} << 18;  ///< channels
  struct Block {
    std::unique_ptr<ChannelId[]> channels;
    std::size_t size = 0, used = 0;
  };

  std::vector<PlannedCircuit> circuits_;
  std::vector<Block> blocks_;
};

}  // namespace hopscope

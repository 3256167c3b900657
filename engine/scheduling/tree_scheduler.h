// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "engine/core/ids.h"
#include "engine/core/rng.h"
#include "engine/scheduling/channel_slots.h"
#include "engine/topology/structure.h"

namespace hopscope {

/// Most levels of switches a tree may have.
inline constexpr std::uint32_t kMostTreeLevels = 16;

struct TreeSchedulerSettings {
  /// What a switch knows when it chooses a port up. Level-wise: also whether the port down that
  /// follows from it is free. Local: only its own ports; the way down is found out at the end.
  enum class View : std::uint8_t { levelWise, local };
  enum class Ports : std::uint8_t {
    first,   ///< of the free ones
    random,  ///< of the free ones
    /// The one of the destination, d mod k, where it is free, else the first: with it shifts and
    /// many other permutations have ways (Zahavi et al. 2010, JPDC 72).
    ofDestination,
  };
  enum class Turn : std::uint8_t {
    nearest,  ///< at the lowest common ancestor
    top,      ///< always at the top, also between terminals of one switch
  };
  View view = View::levelWise;
  Ports ports = Ports::first;
  Turn turn = Turn::nearest;
  bool releaseOnFailure = false;  ///< else a failed request keeps what it took: as in hardware
  std::uint64_t seed = 1;         ///< of random ports

  bool operator==(const TreeSchedulerSettings&) const = default;
};

/// A circuit of a tree: up by `ports[0 … hops - 1]`, then down to the destination. The ports down
/// are the same ones, seen from the destination's side (theorem 4).
struct TreeCircuit {
  TerminalId source = kNone, destination = kNone;
  std::uint32_t slot = 0;
  std::uint8_t hops = 0;        ///< levels climbed above the leaf
  std::uint8_t takenUp = 0;     ///< channels up that are taken; less than `hops` after a failure
  std::uint8_t takenDown = 0;   ///< channels down that are taken, the highest ones
  bool takesTerminals = false;  ///< its terminal channels are taken
  bool granted = false;
  std::array<std::uint16_t, kMostTreeLevels> ports{};
};

/// Connection schedulers of fat trees (Ding 2006, chapter 7): level-wise and local. Channels are
/// those of the terminals and, for each level h and switch, its ports up: the channel up and the
/// one down of the same cable. Requests are served one by one; as levels share no channel, that is
/// what all of them level by level come to, but for what failures release. Allocates nothing.
class TreeScheduler {
 public:
  /// For a tree with one side (k-ary n-tree, XGFT).
  TreeScheduler(const TreeStructure& tree, std::uint32_t slotCount,
                const TreeSchedulerSettings& settings);

  std::uint32_t terminals() const { return terminals_; }
  std::uint32_t levels() const { return static_cast<std::uint32_t>(m_.size()); }

  /// Takes a way from source to destination in that slot; `granted` tells whether there was one.
  TreeCircuit schedule(std::uint32_t slot, TerminalId source, TerminalId destination);
  /// Gives back all that the circuit took, also that of a failed one.
  void release(const TreeCircuit& circuit);
  /// Calls visit(group, channel) for all that it took, by the groups of channels().
  template <typename Visit>
  void forEachTaken(const TreeCircuit& circuit, Visit&& visit) const {
    if (!circuit.takesTerminals) return;
    visit(kTerminalsUp, circuit.source);
    visit(kTerminalsDown, circuit.destination);
    // Of a local circuit the channels down are taken from the top, of a level-wise one from below;
    // where fewer are taken than up, it is a local one.
    const std::uint32_t firstDown = circuit.takenUp - circuit.takenDown;
    Place up{0, circuit.source / m_[0]}, down{0, circuit.destination / m_[0]};
    for (std::uint32_t level = 0; level < circuit.takenUp; ++level) {
      const std::uint32_t port = circuit.ports[level];
      visit(group(level, up.node(), false), port);
      if (level >= firstDown) visit(group(level, down.node(), true), port);
      climb(up, level, port);
      climb(down, level, port);
    }
  }
  void clear() { channels_.clear(); }

  /// Switches of level h the circuit passes, on the way up from the source or down to the
  /// destination: a number within the level, as Topology::position has it.
  std::uint32_t switchAt(const TreeCircuit& circuit, std::uint32_t level, bool down) const;

  const ChannelSlots& channels() const { return channels_; }
  std::uint32_t portsUp(std::uint32_t level) const { return w_[level + 1]; }
  /// Whether the channel up (or down) of that port of a switch is taken; levels below the top have
  /// ports up.
  bool isTaken(std::uint32_t slot, std::uint32_t level, std::uint32_t node, std::uint32_t port,
               bool down) const {
    return channels_.isBusy(slot, group(level, node, down), port);
  }

 private:
  static constexpr std::uint32_t kTerminalsUp = 0, kTerminalsDown = 1;  ///< groups

  /// Level h: the channels up (or down) of that switch's ports to its parents.
  std::uint32_t group(std::uint32_t level, std::uint32_t node, bool down) const {
    return firstGroup_[level] + 2 * node + (down ? 1 : 0);
  }
  /// A way up or down as two halves of a switch's number: digits below its level that the ports
  /// chose, and those above that are its terminal's.
  struct Place {
    std::uint32_t low = 0, high = 0, weight = 1;
    std::uint32_t node() const { return low + weight * high; }
  };
  void climb(Place& place, std::uint32_t level, std::uint32_t port) const {
    place.high /= m_[level + 1];
    place.low += place.weight * port;
    place.weight *= w_[level + 1];
  }
  bool chooseUp(const TreeCircuit& circuit, std::uint32_t level, const Place& up, const Place& down,
                std::uint32_t& port);

  TreeSchedulerSettings settings_;
  std::vector<std::uint32_t> m_, w_;  ///< of TreeStructure
  std::uint32_t terminals_ = 1;
  std::vector<std::uint32_t> firstGroup_;  ///< per level; the terminals are groups 0 and 1
  ChannelSlots channels_;
  Rng rng_;
};

}  // namespace hopscope

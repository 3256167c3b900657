// SPDX-License-Identifier: GPL-3.0-or-later
// Minimal routing on a Dragonfly: local, global, local, leaving out the hops that are not needed.
// Of several global links between two groups, and of parallel cables, the destination chooses one.
// Virtual channels follow the slot order L0 G0 L1: each hop takes the first slot of its kind of
// link after the one taken last, which makes every path an increasing sequence.
#include <algorithm>
#include <array>

#include "engine/routing/entries.h"

namespace hopscope::routings {
namespace {

/// The slots by what has been taken so far: nothing, L0, G0, L1.
enum Taken : std::uint32_t { kNothing, kL0, kG0, kL1 };

struct Slot {
  VcMask vcs;
  std::uint32_t taken;
};
constexpr std::array<Slot, 4> kLocalSlot{{{1, kL0}, {2, kL1}, {2, kL1}, {2, kL1}}};
constexpr std::array<Slot, 4> kGlobalSlot{{{1, kG0}, {1, kG0}, {1, kG0}, {1, kG0}}};

class Minimal final : public RoutingAlgorithm {
 public:
  explicit Minimal(const Topology& topology) {
    for (RouterId r = 0; r < topology.routerCount(); ++r) {
      const auto group = static_cast<std::uint16_t>(topology.group[r]);
      const auto position = static_cast<std::uint16_t>(topology.position[r]);
      groups_ = std::max<std::uint32_t>(groups_, group + 1u);
      size_ = std::max<std::uint32_t>(size_, position + 1u);
      places_.push_back({group, position, 0});
    }
    lag_ = static_cast<std::uint32_t>(integerAt(topology.parameters, "lag"));
    countChoices(topology);
    for (std::uint32_t group = 0; group < groups_; ++group) readGroup(topology, group);
    for (TerminalId t = 0; t < topology.terminalCount(); ++t) {
      const TerminalPlace& place = topology.terminals[t];
      const Place& router = places_[place.router];
      targets_.push_back({place.router, t % choices_, router.group, router.position, place.port,
                          static_cast<std::uint16_t>(t % lag_)});
    }
  }

  RouteChoice route(RouterId router, PortIndex /*input*/, RouteState state) const override {
    const Target& target = targets_[state.destination];
    if (router == target.router) return {target.port, 1, state.detail};
    const Place& here = places_[router];
    const Pattern& pattern = patterns_[here.pattern];
    std::uint32_t towards = target.position;
    if (here.group != target.group) {
      const std::uint32_t offset =
          target.group - here.group + (target.group < here.group ? groups_ : 0);
      const Gateway& gateway = pattern.gateways[offset * choices_ + target.choice];
      if (gateway.position == here.position) {
        const Slot& slot = kGlobalSlot[state.detail];
        return {gateway.port, slot.vcs, slot.taken};
      }
      towards = gateway.position;
    }
    const Slot& slot = kLocalSlot[state.detail];
    return {pattern.localPorts[(here.position * size_ + towards) * lag_ + target.lane], slot.vcs,
            slot.taken};
  }

  std::uint32_t routingClass(TerminalId terminal) const override {
    return terminal % choices_ * lag_ + terminal % lag_;
  }

 private:
  struct Place {
    std::uint16_t group, position;
    std::uint16_t pattern;
  };
  struct Target {
    RouterId router;
    std::uint32_t choice;  ///< among the links to its group
    std::uint16_t group, position;
    PortIndex port;
    std::uint16_t lane;  ///< among parallel local links
  };
  struct Gateway {
    std::uint16_t position = 0;
    PortIndex port = kNoPort;

    bool operator==(const Gateway&) const = default;
  };
  /// How a group is wired, relative to itself; one for all groups in a symmetric arrangement.
  struct Pattern {
    std::vector<Gateway> gateways;      ///< offset of the other group, choice
    std::vector<PortIndex> localPorts;  ///< position, other position, lane

    bool operator==(const Pattern&) const = default;
  };

  /// As many as the best connected pair of groups has links.
  void countChoices(const Topology& topology) {
    std::vector<std::uint32_t> links(groups_, 0);
    for (RouterId first = 0; first < topology.routerCount(); first += size_) {
      std::fill(links.begin(), links.end(), 0);
      for (RouterId r = first; r < first + size_; ++r)
        for (PortIndex p = 0; p < topology.radix(r); ++p) {
          const LinkEnd& peer = topology.port(r, p).peer;
          if (!peer.isTerminal && places_[peer.node].group != places_[r].group)
            choices_ = std::max(choices_, ++links[places_[peer.node].group]);
        }
    }
  }

  void readGroup(const Topology& topology, std::uint32_t group) {
    Pattern pattern;
    pattern.gateways.resize(std::size_t{groups_} * choices_);
    pattern.localPorts.assign(std::size_t{size_} * size_ * lag_, kNoPort);
    std::vector<std::uint32_t> links(groups_, 0);
    std::vector<std::uint32_t> lanes(size_);
    const RouterId first = group * size_;
    for (RouterId r = first; r < first + size_; ++r) {
      std::fill(lanes.begin(), lanes.end(), 0);
      for (PortIndex p = 0; p < topology.radix(r); ++p) {
        const LinkEnd& peer = topology.port(r, p).peer;
        if (peer.isTerminal) continue;
        const Place& other = places_[peer.node];
        if (other.group == group) {
          const std::uint32_t lane = lanes[other.position]++;
          pattern.localPorts[(places_[r].position * size_ + other.position) * lag_ + lane] = p;
        } else {
          const std::uint32_t offset = (other.group + groups_ - group) % groups_;
          pattern.gateways[offset * choices_ + links[offset]++] = {places_[r].position, p};
        }
      }
    }
    for (std::uint32_t offset = 1; offset < groups_; ++offset)
      for (std::uint32_t c = links[offset]; c < choices_; ++c)
        pattern.gateways[offset * choices_ + c] =
            pattern.gateways[offset * choices_ + c % links[offset]];
    const auto known = std::find(patterns_.begin(), patterns_.end(), pattern);
    const auto index = static_cast<std::uint16_t>(known - patterns_.begin());
    if (known == patterns_.end()) patterns_.push_back(std::move(pattern));
    for (RouterId r = first; r < first + size_; ++r) places_[r].pattern = index;
  }

  std::uint32_t groups_ = 0;
  std::uint32_t size_ = 0;  ///< routers of a group
  std::uint32_t lag_ = 1;
  std::uint32_t choices_ = 1;
  std::vector<Place> places_;
  std::vector<Pattern> patterns_;
  std::vector<Target> targets_;
};

VcCounts needed() {
  return {2, 1};
}

}  // namespace

RoutingEntry minimal() {
  RoutingEntry entry;
  entry.name = "minimal";
  entry.label = "Dragonfly minimal";
  entry.help =
      "At most one local, one global and one local hop. Best under uniform traffic; one group "
      "sending to one other saturates the single link between them.";
  entry.source = "Kim, Dally, Scott & Abts, ISCA 2008; Benito, PhD thesis, 2020, section 3";
  entry.check = [](const Topology& topology, const VcCounts& vcs, const Values&) -> Issues {
    if (topology.kind != "dragonfly")
      return {wrongNetwork("Dragonfly minimal", "a Dragonfly", topology)};
    return tooFewVirtualChannels("Minimal routing on a Dragonfly", needed(), vcs);
  };
  entry.make = [](const Topology& topology, const VcCounts&, const Values&) {
    return std::make_unique<Minimal>(topology);
  };
  entry.virtualChannels = [](const Topology&, const Values&) { return needed(); };
  return entry;
}

}  // namespace hopscope::routings

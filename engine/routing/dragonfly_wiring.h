// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "engine/routing/routing_algorithm.h"
#include "engine/topology/topology.h"

namespace hopscope::routings {

/// Division of small numbers by a number fixed at run time, by multiplication. Exact for dividends
/// below 2^24 and divisors up to 2^16.
class Divisor {
 public:
  explicit Divisor(std::uint32_t divisor = 1)
      : divisor_(divisor), inverse_((std::uint64_t{1} << 40) / divisor + 1) {}

  std::uint32_t quotient(std::uint32_t number) const {
    return static_cast<std::uint32_t>(number * inverse_ >> 40);
  }
  std::uint32_t remainder(std::uint32_t number) const {
    return number - quotient(number) * divisor_;
  }

 private:
  std::uint32_t divisor_;
  std::uint64_t inverse_;
};

/// Who reaches whom in a Dragonfly over which port, read from the topology once: any arrangement of
/// the global links, several links between two groups (trunks, numbered in the order of the near
/// router's ports) and parallel cables (links). Router = group * size + position, terminal =
/// router * terminals per router + port, as the generator numbers them.
class DragonflyWiring {
 public:
  explicit DragonflyWiring(const Topology& topology);

  /// Where a router or a terminal's router stands.
  struct Place {
    std::uint32_t group, position;
  };
  /// A link to another group: the near router's position and port, the far router's position.
  struct Gateway {
    std::uint16_t position = 0;
    PortIndex port = kNoPort;  ///< of link 0
    std::uint16_t landing = 0;

    bool operator==(const Gateway&) const = default;
  };
  /// A global link of one router.
  struct OwnLink {
    std::uint16_t offset;  ///< of the other group
    std::uint16_t trunk;

    bool operator==(const OwnLink&) const = default;
  };
  /// The next hop of a minimal path.
  struct Hop {
    PortIndex port;
    bool global;
  };

  std::uint32_t groups() const { return groups_; }
  std::uint32_t size() const { return size_; }  ///< routers of a group
  std::uint32_t routers() const { return groups_ * size_; }
  std::uint32_t mostTrunks() const { return mostTrunks_; }  ///< links between any two groups
  std::uint32_t links() const { return lag_; }
  /// With one link between any two groups and as many groups as there may be, every router has a
  /// link to as many groups as any other.
  Evenness evenness() const {
    const bool full =
        mostTrunks_ == 1 && lag_ == 1 && ownLinks_.front().size() * size_ + 1 == groups_;
    return full ? Evenness::classes : Evenness::none;
  }

  RouterId routerOf(TerminalId terminal) const { return perRouter_.quotient(terminal); }
  PortIndex portOf(TerminalId terminal) const {
    return static_cast<PortIndex>(perRouter_.remainder(terminal));
  }
  std::uint32_t linkOf(TerminalId terminal) const { return lag_ == 1 ? 0 : terminal % lag_; }
  Place placeOf(RouterId router) const {
    const std::uint32_t group = perGroup_.quotient(router);
    return {group, router - group * size_};
  }
  RouterId routerAt(std::uint32_t group, std::uint32_t position) const {
    return group * size_ + position;
  }
  std::uint32_t groupOf(RouterId router) const { return perGroup_.quotient(router); }

  /// How far `to` lies behind `from` in the ring of groups.
  std::uint32_t offset(std::uint32_t from, std::uint32_t to) const {
    return to >= from ? to - from : to + groups_ - from;
  }
  std::uint32_t groupAt(std::uint32_t from, std::uint32_t offset) const {
    const std::uint32_t group = from + offset;
    return group >= groups_ ? group - groups_ : group;
  }

  /// Links between two different groups.
  std::uint32_t trunks(std::uint32_t from, std::uint32_t to) const {
    return trunks_[std::size_t{patternOf_[from]} * groups_ + offset(from, to)];
  }
  /// Link `trunk` (any number: it counts modulo the links there are) from one group to another.
  const Gateway& gateway(std::uint32_t from, std::uint32_t to, std::uint32_t trunk) const {
    const std::size_t pair = std::size_t{patternOf_[from]} * groups_ + offset(from, to);
    return gateways_[pair * mostTrunks_ + trunk];
  }
  /// The global links of a router.
  const std::vector<OwnLink>& ownLinks(Place router) const {
    return ownLinks_[std::size_t{patternOf_[router.group]} * size_ + router.position];
  }
  PortIndex localPort(std::uint32_t group, std::uint32_t from, std::uint32_t to,
                      std::uint32_t parallel) const {
    const std::size_t row = std::size_t{patternOf_[group]} * size_ + from;
    return localPorts_[(row * size_ + to) * lag_ + parallel];
  }

  /// From a router to another group.
  Hop towardsGroup(Place here, std::uint32_t group, std::uint32_t trunk,
                   std::uint32_t parallel) const {
    const Gateway& out = gateway(here.group, group, trunk);
    if (out.position == here.position) return {static_cast<PortIndex>(out.port + parallel), true};
    return {localPort(here.group, here.position, out.position, parallel), false};
  }
  /// From a router to another one.
  Hop towards(Place here, Place target, std::uint32_t trunk, std::uint32_t parallel) const {
    if (here.group != target.group) return towardsGroup(here, target.group, trunk, parallel);
    return {localPort(here.group, here.position, target.position, parallel), false};
  }

  /// Whether all groups are wired alike, as in the palmtree arrangement of a full Dragonfly with
  /// `globals` links of a router to other groups: router i leads to offsets -(i globals + 1) to
  /// -(i globals + globals) (Benito 2020, section 3).
  bool palmtree(std::uint32_t globals) const;

  /// Channels of the minimal path between two routers.
  unsigned hops(Place from, Place to, std::uint32_t trunk) const {
    if (from.group == to.group) return from.position != to.position;
    const Gateway& out = gateway(from.group, to.group, trunk);
    return 1u + (out.position != from.position) + (out.landing != to.position);
  }

 private:
  /// How a group is wired, relative to itself; one for all groups in a symmetric arrangement.
  struct Pattern {
    std::vector<Gateway> gateways;               ///< offset of the other group, trunk
    std::vector<std::uint16_t> trunks;           ///< per offset
    std::vector<std::vector<OwnLink>> ownLinks;  ///< per position
    std::vector<PortIndex> localPorts;           ///< position, other position, link

    bool operator==(const Pattern&) const = default;
  };

  void countTrunks(const Topology& topology);
  Pattern readGroup(const Topology& topology, std::uint32_t group) const;

  std::uint32_t groups_ = 0;
  std::uint32_t size_ = 0;
  std::uint32_t lag_ = 1;
  std::uint32_t mostTrunks_ = 1;
  Divisor perRouter_, perGroup_;
  std::vector<std::uint16_t> patternOf_;  ///< per group
  // The members of all patterns, one pattern after the other.
  std::vector<Gateway> gateways_;
  std::vector<std::uint16_t> trunks_;
  std::vector<std::vector<OwnLink>> ownLinks_;
  std::vector<PortIndex> localPorts_;
};

}  // namespace hopscope::routings

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "engine/core/issue.h"
#include "engine/forwarding/address_layout.h"
#include "engine/topology/topology.h"

namespace hopscope {

/// How terminals are addressed and what switches know of them (Benito, Vallejo & Beivide 2015,
/// sections II and III).
enum class AddressScheme : std::uint8_t {
  flat,       ///< burned-in addresses; every switch knows every terminal (IEEE 802.1D)
  overlay,    ///< MAC in MAC: the first switch knows every terminal, the others every switch
  vxlan,      ///< likewise, over UDP
  perSwitch,  ///< switch | host: one rule a switch
  perGroup,   ///< group | switch | host: one rule a group, and one a switch of the own group
  /// Between switches perGroup, or perSwitch where there are no groups; burned-in addresses at the
  /// terminals (PortLand, MOOSE).
  rewrite,
};

/// How the places of a family's switches are told by fields of an address.
enum class AddressFamily : std::uint8_t {
  general,    ///< numbered
  grid,       ///< coordinates, every dimension a ring or a line
  flattened,  ///< coordinates, every row fully connected (HyperX, flattened butterfly)
  tree,       ///< digits of the path down from the roots
  dragonfly,  ///< group and position
};

/// The addresses of a network's terminals. Switches with terminals are numbered in the order of
/// their ids ("access switches").
class AddressPlan {
 public:
  /// An issue at `path` where the scheme makes no sense for this network, or the address is too
  /// short for it.
  static std::variant<AddressPlan, Issue> make(const Topology& topology, AddressScheme scheme,
                                               const std::string& path);

  AddressScheme scheme() const { return scheme_; }
  /// False where terminals keep their burned-in addresses, and so do frames between switches.
  bool hierarchical() const { return scheme_ >= AddressScheme::perSwitch; }
  AddressFamily family() const { return family_; }
  /// The form of hierarchical addresses: the fields of the group, one field for the switch, one for
  /// the host.
  const AddressLayout& layout() const { return layout_; }
  std::size_t hostField() const { return layout_.size() - 1; }
  std::size_t switchField() const { return layout_.size() - 2; }

  std::uint32_t terminalCount() const { return static_cast<std::uint32_t>(routerOf_.size()); }
  const std::vector<RouterId>& accessRouters() const { return access_; }
  /// The number of an access switch; kNone for another.
  std::uint32_t accessIndex(RouterId router) const { return accessIndex_[router]; }
  /// The terminals of a router, in the order of their ports.
  const std::vector<TerminalId>& terminalsOf(RouterId router) const { return terminals_[router]; }
  RouterId routerOf(TerminalId terminal) const { return routerOf_[terminal]; }

  /// How many of a router's fields, from the first on, its place fixes: all but the host's at an
  /// access switch, fewer above it in a tree. 0 at switches outside the numbering.
  std::size_t fixedFields(RouterId router) const { return fixed_[router]; }
  /// A router's value of one of these fields.
  std::uint32_t valueOf(RouterId router, std::size_t field) const {
    return values_[router * switchFields_ + field];
  }
  /// Groups, and access switches of the largest of them; 1 and all for perSwitch.
  std::uint64_t groupCount() const { return groups_; }
  std::uint64_t groupSize() const { return access_.size() / groups_; }
  /// Groups have consecutive access switches.
  std::uint64_t groupOf(std::uint32_t accessIndex) const { return accessIndex / groupSize(); }

  /// The hierarchical address of a terminal's place.
  MacAddress placeOf(TerminalId terminal) const;
  /// What a frame to (or from) the terminal carries as it enters the network.
  MacAddress destinationOf(TerminalId terminal) const {
    return hierarchical() ? placeOf(terminal) : factoryMac(terminal);
  }
  MacAddress sourceOf(TerminalId terminal) const {
    return hierarchical() && scheme_ != AddressScheme::rewrite ? placeOf(terminal)
                                                               : factoryMac(terminal);
  }

 private:
  struct Shape;

  void number(const Topology& topology);
  static Shape shapeOf(const Topology& topology, std::uint64_t access);
  void setValues(const Topology& topology, const Shape& shape);

  AddressScheme scheme_ = AddressScheme::flat;
  AddressFamily family_ = AddressFamily::general;
  AddressLayout layout_;
  std::size_t switchFields_ = 0;
  std::uint64_t groups_ = 1;
  std::vector<RouterId> access_;
  std::vector<std::uint32_t> accessIndex_;
  std::vector<std::vector<TerminalId>> terminals_;
  std::vector<RouterId> routerOf_;
  std::vector<std::uint16_t> hostOf_;
  std::vector<std::uint8_t> fixed_;
  std::vector<std::uint32_t> values_;  ///< router, field
};

/// The scheme's name in designs: "flat", "switch" …
const char* nameOf(AddressScheme scheme);

}  // namespace hopscope

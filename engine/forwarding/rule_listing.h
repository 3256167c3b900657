// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "engine/forwarding/rule_generator.h"

namespace hopscope {

/// The rules of one switch while they are made; see RuleGenerator.
class RuleListing {
 public:
  /// References outlive the listing.
  RuleListing(const Topology& topology, const AddressPlan& plan, const NextPort& next,
              RouterId router, const std::vector<RouterId>* only);

  /// One rule a terminal, in table 0.
  void addTerminals();
  /// Table 0: one rule a switch by the outer header. Table 1, at access switches: one a terminal.
  void addTunnels(ActionKind encapsulate);
  /// Table 0 at access switches: burned-in source addresses become places. What follows goes to
  /// table 1, and the last switch puts the burned-in destination back.
  void addRewriting();
  /// One rule a host, a switch of the group, and a group.
  void addPrefixes();
  /// The same frames with fewer rules.
  void addCompact();
  /// Of a Dragonfly, HyperX or tree; compact where the family is by nature, on a Dragonfly where
  /// asked for.
  void addConditional(const ConditionalRules& rules, bool compact);
  void addDynamicMac();
  /// `parent` is the link to each router's parent in the tree.
  void addBroadcast(const std::vector<std::uint32_t>& parent);

  std::vector<Rule> take() && { return std::move(rules_); }

 private:
  Rule& add(std::uint16_t priority);
  Rule& addConditional(std::uint16_t priority, const Ternary& destination, PortIndex port,
                       RuleClass ruleClass);
  void addConditionalGroups(bool compact);
  void addConditionalDimensions(bool lowerFirst);
  void addConditionalUplinks(unsigned others);
  void addDiversions(const ConditionalRules& rules);
  std::vector<PortIndex> uplinks() const;
  void addOutput(std::uint16_t priority, const Ternary& destination, PortIndex port);
  void addHosts(std::uint16_t priority);
  void addDown(std::uint16_t priority);
  void addFlattened();
  void addTree();
  void addNested();

  bool wanted(RouterId router) const;
  bool terminalHere(PortIndex port) const { return topology_.port(router_, port).peer.isTerminal; }
  /// The fields before `field` as at this switch, and this one with `value`.
  Ternary prefix(std::size_t field, std::uint64_t value) const;
  Ternary prefixOf(RouterId of, std::size_t fields) const;
  /// Towards another value of a field, all before it being as here.
  PortIndex towards(std::size_t field, std::uint32_t value) const;
  PortIndex towardsGroup(std::uint64_t group) const;
  PortIndex portTo(RouterId neighbour, std::uint32_t linkIndex) const;
  PortIndex gridPort(RouterId target) const;
  /// A terminal that stands for those of an access switch.
  TerminalId standFor(RouterId access, std::uint64_t spread) const;

  const Topology& topology_;
  const AddressPlan& plan_;
  const NextPort& next_;
  RouterId router_;
  bool rings_;  ///< the rows of a grid close to rings
  const std::vector<RouterId>* only_;
  std::uint8_t table_ = 0;
  std::vector<Rule> rules_;
};

}  // namespace hopscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "engine/forwarding/address_plan.h"
#include "engine/forwarding/conditional_rules.h"
#include "engine/forwarding/prefix_compaction.h"
#include "engine/forwarding/rule.h"
#include "engine/topology/topology.h"

namespace hopscope {

/// The output port of a router towards a terminal; kNoPort where there is no path. Followed from
/// router to router it must lead there.
using NextPort = std::function<PortIndex(RouterId, TerminalId)>;

struct RuleOptions {
  bool compact = false;        ///< as few ternary rules as the family allows; hierarchical only
  bool broadcastTree = false;  ///< a rule for broadcasts along a spanning tree
  bool dynamicMac = false;     ///< rules that answer requests for an address (DMP)
  /// Rules that hold only while their port is not paused; perGroup, on a Dragonfly, HyperX or tree.
  std::optional<ConditionalRules> conditional = std::nullopt;
};

/// Makes the forwarding rules of any switch of a network (Benito, Vallejo & Beivide 2015, section
/// III; Benito 2020, section 4.1). All are proactive: no frame of a known terminal is flooded.
/// Rules of equal prefix lead towards one terminal that stands for all below the prefix; on grids,
/// rules of a group resolve the highest dimension first, as its fields come first in the address.
/// Compact tables: in flattened butterflies one rule for each other coordinate, in trees prefixes
/// downwards and the source's digit upwards, elsewhere the smallest table of prefixes (ORTC).
/// Immutable; shared by threads as far as `next` may be.
class RuleGenerator {
 public:
  /// `topology` outlives the generator. `plan` is of this topology.
  RuleGenerator(const Topology& topology, AddressPlan plan, NextPort next, RuleOptions options);

  const Topology& topology() const { return topology_; }
  const AddressPlan& plan() const { return plan_; }
  const RuleOptions& options() const { return options_; }

  /// The rules of a switch, highest priority first. `only`: of rules for one terminal or one switch
  /// alone, those for the terminals of these routers (ascending).
  std::vector<Rule> rules(RouterId router, const std::vector<RouterId>* only = nullptr) const;

  /// True where each rule stands for one terminal or switch and `rules` can leave some out.
  bool exact() const;

  /// Entries of a switch that forward single destinations, without making them: the sizes of the
  /// tables of section III, with neither broadcasts nor address requests.
  std::uint64_t entries(RouterId router) const;

 private:
  const Topology& topology_;
  AddressPlan plan_;
  NextPort next_;
  RuleOptions options_;
  std::vector<std::uint32_t> treeParent_;  ///< per router: of the broadcast tree
};

}  // namespace hopscope

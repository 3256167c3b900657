// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/forwarding/rule_generator.h"

#include <algorithm>
#include <utility>

#include "engine/forwarding/rule_listing.h"
#include "engine/forwarding/spanning_tree.h"

namespace hopscope {

RuleGenerator::RuleGenerator(const Topology& topology, AddressPlan plan, NextPort next,
                             RuleOptions options)
    : topology_(topology),
      plan_(std::move(plan)),
      next_(std::move(next)),
      options_(std::move(options)) {
  if (options_.broadcastTree) treeParent_ = spanningTree(topology_);
}

bool RuleGenerator::exact() const {
  return !plan_.hierarchical() || (plan_.scheme() == AddressScheme::perSwitch && !options_.compact);
}

std::vector<Rule> RuleGenerator::rules(RouterId router, const std::vector<RouterId>* only) const {
  RuleListing listing(topology_, plan_, next_, router, only);
  switch (plan_.scheme()) {
    case AddressScheme::flat:
      listing.addTerminals();
      break;
    case AddressScheme::overlay:
      listing.addTunnels(ActionKind::encapsulate);
      break;
    case AddressScheme::vxlan:
      listing.addTunnels(ActionKind::encapsulateUdp);
      break;
    case AddressScheme::rewrite:
      listing.addRewriting();
      [[fallthrough]];
    case AddressScheme::perSwitch:
    case AddressScheme::perGroup:
      if (options_.conditional)
        listing.addConditional(*options_.conditional, options_.compact);
      else if (options_.compact)
        listing.addCompact();
      else
        listing.addPrefixes();
      break;
  }
  if (options_.dynamicMac && plan_.hierarchical()) listing.addDynamicMac();
  if (options_.broadcastTree) listing.addBroadcast(treeParent_);
  std::vector<Rule> rules = std::move(listing).take();
  std::stable_sort(rules.begin(), rules.end(), [](const Rule& a, const Rule& b) {
    return std::pair(a.table, -int{a.priority}) < std::pair(b.table, -int{b.priority});
  });
  return rules;
}

std::uint64_t RuleGenerator::entries(RouterId router) const {
  const std::uint64_t terminals = plan_.terminalCount();
  const std::uint64_t switches = plan_.accessRouters().size();
  const std::uint64_t own = plan_.terminalsOf(router).size();
  const bool access = own > 0;
  switch (plan_.scheme()) {
    case AddressScheme::flat:
      return terminals;
    case AddressScheme::overlay:
    case AddressScheme::vxlan:
      return access ? terminals + switches : switches;
    default:
      break;
  }
  if (options_.conditional || options_.compact || plan_.family() == AddressFamily::tree) {
    RuleListing listing(topology_, plan_, next_, router, nullptr);
    if (options_.conditional)
      listing.addConditional(*options_.conditional, options_.compact);
    else if (options_.compact)
      listing.addCompact();
    else
      listing.addPrefixes();
    return std::move(listing).take().size();
  }
  if (!access) return plan_.groupCount() == 1 ? switches : plan_.groupCount();
  return plan_.groupCount() - 1 + plan_.groupSize() - 1 + own;
}

}  // namespace hopscope

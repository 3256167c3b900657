// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/forwarding/rule_listing.h"

#include <algorithm>

#include "engine/topology/structure.h"

namespace hopscope {
namespace {

// What is asked for first. Compact tables of prefixes have the prefix's length instead, below 41.
constexpr std::uint16_t kDynamicMac = 60;
constexpr std::uint16_t kBroadcast = 50;
constexpr std::uint16_t kHost = 30;
constexpr std::uint16_t kSwitch = 20;
constexpr std::uint16_t kGroup = 10;  // and upwards in a tree, and dimension 0
constexpr std::uint16_t kElse = 0;

bool hasRings(const Topology& topology) {
  const Structure structure = structureOf(topology);
  return structure.grid && structure.grid->rows == RowLinks::ring;
}

}  // namespace

RuleListing::RuleListing(const Topology& topology, const AddressPlan& plan, const NextPort& next,
                         RouterId router, const std::vector<RouterId>* only)
    : topology_(topology),
      plan_(plan),
      next_(next),
      router_(router),
      rings_(hasRings(topology)),
      only_(only) {}

Rule& RuleListing::add(std::uint16_t priority) {
  Rule& rule = rules_.emplace_back();
  rule.table = table_;
  rule.priority = priority;
  return rule;
}

void RuleListing::addOutput(std::uint16_t priority, const Ternary& destination, PortIndex port) {
  if (port == kNoPort) return;
  Rule& rule = add(priority);
  rule.match.destination = destination;
  rule.actions = {{ActionKind::output, port}};
}

bool RuleListing::wanted(RouterId router) const {
  return only_ == nullptr || std::binary_search(only_->begin(), only_->end(), router);
}

Ternary RuleListing::prefixOf(RouterId of, std::size_t fields) const {
  const AddressLayout& layout = plan_.layout();
  Ternary pattern{layout.fixedValue(), layout.fixedBits()};
  for (std::size_t i = 0; i < fields; ++i) {
    pattern.mask |= layout.bitsOf(i);
    pattern.value |= layout.at(i, plan_.valueOf(of, i));
  }
  return pattern;
}

Ternary RuleListing::prefix(std::size_t field, std::uint64_t value) const {
  Ternary pattern = prefixOf(router_, field);
  pattern.mask |= plan_.layout().bitsOf(field);
  pattern.value |= plan_.layout().at(field, value);
  return pattern;
}

TerminalId RuleListing::standFor(RouterId access, std::uint64_t spread) const {
  const auto& terminals = plan_.terminalsOf(access);
  return terminals[spread % terminals.size()];
}

PortIndex RuleListing::portTo(RouterId neighbour, std::uint32_t linkIndex) const {
  std::vector<PortIndex> links;
  for (PortIndex p = 0; p < topology_.radix(router_); ++p)
    if (!terminalHere(p) && topology_.port(router_, p).peer.node == neighbour) links.push_back(p);
  return links.empty() ? kNoPort : links[linkIndex % links.size()];
}

PortIndex RuleListing::gridPort(RouterId target) const {
  const auto& fields = plan_.layout().fields();
  std::size_t field = 0;
  while (plan_.valueOf(router_, field) == plan_.valueOf(target, field)) ++field;
  RouterId stride = 1;
  for (std::size_t i = field + 1; i < plan_.hostField(); ++i)
    stride *= static_cast<RouterId>(fields[i].count);
  const auto size = static_cast<std::int64_t>(fields[field].count);
  const std::int64_t from = plan_.valueOf(router_, field);
  const std::int64_t to = plan_.valueOf(target, field);
  std::int64_t next = to;
  if (plan_.family() == AddressFamily::grid) {
    // Around a ring the shorter way; of two equal ones upwards.
    const std::int64_t up = ((to - from) % size + size) % size;
    const bool upwards = rings_ ? 2 * up <= size : to > from;
    next = ((from + (upwards ? 1 : -1)) % size + size) % size;
  }
  const auto neighbour = static_cast<RouterId>(router_ + (next - from) * stride);
  return portTo(neighbour, static_cast<std::uint32_t>(to));
}

PortIndex RuleListing::towardsGroup(std::uint64_t group) const {
  const std::uint64_t size = plan_.groupSize();
  const bool grid =
      plan_.family() == AddressFamily::grid || plan_.family() == AddressFamily::flattened;
  // On a grid the place beside this switch; elsewhere one for all switches, the places by turns.
  const std::uint64_t position = grid ? plan_.accessIndex(router_) % size
                                      : group / plan_.layout().fields().back().count % size;
  const RouterId target = plan_.accessRouters()[group * size + position];
  return grid ? gridPort(target) : next_(router_, standFor(target, group));
}

PortIndex RuleListing::towards(std::size_t field, std::uint32_t value) const {
  if (field + 1 < plan_.hostField() && plan_.family() == AddressFamily::dragonfly)
    return towardsGroup(value);
  // The switches that differ from this one in the field alone.
  std::uint64_t number = 0;
  for (std::size_t i = 0; i < plan_.hostField(); ++i) {
    const bool known = i < plan_.fixedFields(router_);
    const std::uint64_t digit = i == field ? value : known ? plan_.valueOf(router_, i) : 0;
    number = number * plan_.layout().fields()[i].count + digit;
  }
  const RouterId target = plan_.accessRouters()[number];
  const bool grid =
      plan_.family() == AddressFamily::grid || plan_.family() == AddressFamily::flattened;
  return grid ? gridPort(target) : next_(router_, standFor(target, value));
}

void RuleListing::addTerminals() {
  for (TerminalId t = 0; t < plan_.terminalCount(); ++t)
    if (wanted(plan_.routerOf(t))) addOutput(kHost, {factoryMac(t), kWholeMac}, next_(router_, t));
}

void RuleListing::addTunnels(ActionKind encapsulate) {
  const ActionKind decapsulate =
      encapsulate == ActionKind::encapsulate ? ActionKind::decapsulate : ActionKind::decapsulateUdp;
  for (const RouterId access : plan_.accessRouters()) {
    if (!wanted(access)) continue;
    const PortIndex port =
        access == router_ ? PortIndex{0} : next_(router_, plan_.terminalsOf(access).front());
    if (port == kNoPort) continue;
    Rule& rule = add(kSwitch);
    rule.match.tunnel = plan_.accessIndex(access) + 1;
    if (access == router_)
      rule.actions = {{decapsulate, 0}, {ActionKind::goTo, 1}};
    else
      rule.actions = {{ActionKind::output, port}};
  }
  if (plan_.terminalsOf(router_).empty()) return;
  add(kElse).actions = {{ActionKind::goTo, 1}};
  table_ = 1;
  for (TerminalId t = 0; t < plan_.terminalCount(); ++t) {
    const RouterId home = plan_.routerOf(t);
    if (!wanted(home)) continue;
    Rule& rule = add(kHost);
    rule.match.destination = {factoryMac(t), kWholeMac};
    if (home == router_)
      rule.actions = {{ActionKind::output, topology_.terminals[t].port}};
    else
      rule.actions = {{encapsulate, plan_.accessIndex(home) + 1}, {ActionKind::goTo, 0}};
  }
}

void RuleListing::addRewriting() {
  for (const TerminalId t : plan_.terminalsOf(router_)) {
    Rule& rule = add(kHost);
    rule.match.inPort = topology_.terminals[t].port;
    rule.match.source = {factoryMac(t), kWholeMac};
    rule.actions = {{ActionKind::setSource, plan_.placeOf(t)}, {ActionKind::goTo, 1}};
  }
  add(kElse).actions = {{ActionKind::goTo, 1}};
  table_ = 1;
}

void RuleListing::addHosts(std::uint16_t priority) {
  const bool restores = plan_.scheme() == AddressScheme::rewrite;
  for (const TerminalId t : plan_.terminalsOf(router_)) {
    Rule& rule = add(priority);
    rule.match.destination = {plan_.placeOf(t), kWholeMac};
    if (restores) rule.actions.push_back({ActionKind::setDestination, factoryMac(t)});
    rule.actions.push_back({ActionKind::output, topology_.terminals[t].port});
  }
}

void RuleListing::addDown(std::uint16_t priority) {
  const std::size_t field = plan_.fixedFields(router_);
  for (std::uint32_t v = 0; v < plan_.layout().fields()[field].count; ++v)
    addOutput(priority, prefix(field, v), towards(field, v));
}

void RuleListing::addPrefixes() {
  const std::size_t fixed = plan_.fixedFields(router_);
  const std::size_t hosts = plan_.hostField();
  const bool tree = plan_.family() == AddressFamily::tree;
  const bool access = plan_.accessIndex(router_) != kNone;
  addHosts(kHost);
  if (tree && !access) {
    addDown(kSwitch);
  } else {
    for (std::uint32_t i = 0; i < plan_.accessRouters().size(); ++i) {
      const RouterId other = plan_.accessRouters()[i];
      const bool near = !access || plan_.groupOf(i) == plan_.groupOf(plan_.accessIndex(router_));
      if (other == router_ || !near || !wanted(other)) continue;
      addOutput(kSwitch, prefixOf(other, hosts),
                plan_.groupCount() > 1 && plan_.family() != AddressFamily::general
                    ? towards(plan_.switchField(), plan_.valueOf(other, plan_.switchField()))
                    : next_(router_, standFor(other, i)));
    }
  }
  if (plan_.groupCount() == 1) return;
  for (std::uint64_t group = 0; group < plan_.groupCount(); ++group) {
    const RouterId first = plan_.accessRouters()[group * plan_.groupSize()];
    const std::size_t shared = std::min(fixed, hosts - 1);
    bool below = true;  // the group, or its rule is one of those downwards
    for (std::size_t i = 0; i < shared; ++i)
      below = below && plan_.valueOf(first, i) == plan_.valueOf(router_, i);
    if (below) continue;
    addOutput(kGroup, prefixOf(first, hosts - 1), towardsGroup(group));
  }
}

void RuleListing::addCompact() {
  switch (plan_.family()) {
    case AddressFamily::flattened:
      addFlattened();
      break;
    case AddressFamily::tree:
      addTree();
      break;
    case AddressFamily::general:
    case AddressFamily::grid:
    case AddressFamily::dragonfly:
      addNested();
      break;
  }
}

void RuleListing::addFlattened() {
  const AddressLayout& layout = plan_.layout();
  addHosts(kHost);
  // The highest dimension decides; below it, don't-care.
  for (std::size_t field = 0; field < plan_.hostField(); ++field) {
    const auto priority = static_cast<std::uint16_t>(kGroup + plan_.hostField() - 1 - field);
    for (std::uint32_t v = 0; v < layout.fields()[field].count; ++v)
      if (v != plan_.valueOf(router_, field))
        addOutput(
            priority,
            {layout.fixedValue() | layout.at(field, v), layout.fixedBits() | layout.bitsOf(field)},
            towards(field, v));
  }
}

std::vector<PortIndex> RuleListing::uplinks() const {
  std::vector<PortIndex> up;
  for (PortIndex p = 0; p < topology_.radix(router_); ++p)
    if (!terminalHere(p) && topology_.port(router_, p).peer.node > router_) up.push_back(p);
  return up;
}

void RuleListing::addTree() {
  const AddressLayout& layout = plan_.layout();
  const std::size_t fixed = plan_.fixedFields(router_);
  addHosts(kHost);
  if (plan_.accessIndex(router_) == kNone) addDown(kHost);
  const std::vector<PortIndex> up = uplinks();
  if (up.empty()) return;
  // Upwards every port is right: the source's digit of this level shares them out.
  for (std::uint32_t v = 0; v < layout.fields()[fixed].count; ++v) {
    Rule& rule = add(kGroup);
    rule.match.destination = {layout.fixedValue(), layout.fixedBits()};
    rule.match.source = {layout.fixedValue() | layout.at(fixed, v),
                         layout.fixedBits() | layout.bitsOf(fixed)};
    rule.actions = {{ActionKind::output, up[v % up.size()]}};
  }
}

void RuleListing::addNested() {
  const AddressLayout& layout = plan_.layout();
  const std::size_t fixed = plan_.fixedFields(router_);
  PrefixCompactor compactor;
  unsigned before = 0;  // bits of the fields above
  for (std::size_t field = 0; field < plan_.hostField(); ++field) {
    if (field > 0 && fixed == 0) break;
    const AddressField& each = layout.fields()[field];
    // Frames for the own value find a rule with a longer prefix.
    std::vector<std::uint32_t> ports(each.count, kUnusedCode);
    for (std::uint32_t v = 0; v < each.count; ++v) {
      if (fixed > 0 && v == plan_.valueOf(router_, field)) continue;
      const PortIndex port = plan_.family() == AddressFamily::general
                                 ? next_(router_, standFor(plan_.accessRouters()[v], v))
                                 : towards(field, v);
      if (port != kNoPort) ports[v] = port;
    }
    for (const PrefixEntry& entry : compactor.compact(ports, each.bits)) {
      Ternary pattern = prefixOf(router_, field);
      const std::uint64_t mask = ((1u << entry.length) - 1) << (each.bits - entry.length);
      pattern.mask |= layout.at(field, mask);
      pattern.value |= layout.at(field, entry.value);
      addOutput(static_cast<std::uint16_t>(before + entry.length), pattern,
                static_cast<PortIndex>(entry.target));
    }
    before += each.bits;
  }
  addHosts(static_cast<std::uint16_t>(before + layout.fields().back().bits));
}

void RuleListing::addDynamicMac() {
  table_ = 0;
  for (const TerminalId t : plan_.terminalsOf(router_)) {
    Rule& rule = add(kDynamicMac);
    rule.match.inPort = topology_.terminals[t].port;
    rule.match.etherType = kDynamicMacType;
    rule.actions = {{ActionKind::setSource, plan_.placeOf(t)}, {ActionKind::outputToInPort, 0}};
  }
}

void RuleListing::addBroadcast(const std::vector<std::uint32_t>& parent) {
  // Where addresses are rewritten, those of broadcasts are too.
  table_ = plan_.scheme() == AddressScheme::rewrite ? 1 : 0;
  Rule& rule = add(kBroadcast);
  rule.match.destination = {kBroadcastMac, kWholeMac};
  for (PortIndex p = 0; p < topology_.radix(router_); ++p) {
    const Port& port = topology_.port(router_, p);
    if (port.peer.isTerminal || parent[router_] == port.link || parent[port.peer.node] == port.link)
      rule.actions.push_back({ActionKind::output, p});
  }
}

}  // namespace hopscope

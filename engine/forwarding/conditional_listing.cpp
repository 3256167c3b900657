// SPDX-License-Identifier: GPL-3.0-or-later
// Rules that hold only while their port is not paused, and what takes their place.
#include <algorithm>

#include "engine/forwarding/rule_listing.h"

namespace hopscope {
namespace {

// Priorities: hosts, switches of the own group, the minimal way elsewhere, what takes its place.
constexpr std::uint16_t kOwnHost = 48;
constexpr std::uint16_t kOwnGroup = 47;
constexpr std::uint16_t kMinimal = 46;
constexpr std::uint16_t kDiversion = 1;

/// A table of prefixes of which no two overlap: a rule that does not hold lets no frame through to
/// a shorter prefix, which would be another group's. Codes from targets.size() on, and those with
/// kUnusedCode, are carried by no frame that gets here.
void addDisjoint(const std::vector<std::uint32_t>& targets, unsigned bits, std::uint32_t value,
                 unsigned length, std::vector<PrefixEntry>& out) {
  const std::uint64_t first = value, last = first + (std::uint64_t{1} << (bits - length));
  std::uint32_t common = kUnusedCode;
  bool alike = true;
  for (std::uint64_t code = first; code < last && code < targets.size() && alike; ++code) {
    if (targets[code] == kUnusedCode) continue;
    alike = common == kUnusedCode || common == targets[code];
    common = targets[code];
  }
  if (alike) {
    if (common != kUnusedCode) out.push_back({value, length, common});
    return;
  }
  addDisjoint(targets, bits, value, length + 1, out);
  addDisjoint(targets, bits, value | 1u << (bits - length - 1), length + 1, out);
}

}  // namespace

void RuleListing::addConditional(const ConditionalRules& rules, bool compact) {
  switch (plan_.family()) {
    case AddressFamily::flattened:
      addConditionalDimensions(rules.lowerDimensions);
      break;
    case AddressFamily::tree:
      addConditionalUplinks(rules.otherUplinks);
      break;
    case AddressFamily::general:
    case AddressFamily::grid:
    case AddressFamily::dragonfly:
      addConditionalGroups(compact);
      break;
  }
  addDiversions(rules);
}

Rule& RuleListing::addConditional(std::uint16_t priority, const Ternary& destination,
                                  PortIndex port, RuleClass ruleClass) {
  Rule& rule = add(priority);
  rule.match.destination = destination;
  rule.actions = {{ActionKind::output, port}};
  rule.ruleClass = ruleClass;
  rule.unlessPaused = true;
  return rule;
}

void RuleListing::addConditionalGroups(bool compact) {
  addHosts(kOwnHost);
  const std::size_t field = plan_.switchField();
  for (std::uint32_t v = 0; v < plan_.layout().fields()[field].count; ++v)
    if (v != plan_.valueOf(router_, field))
      addOutput(kOwnGroup, prefix(field, v), towards(field, v));
  const AddressField& groups = plan_.layout().fields().front();
  std::vector<std::uint32_t> ports(groups.count, kUnusedCode);
  for (std::uint32_t group = 0; group < groups.count; ++group)
    if (group != plan_.valueOf(router_, 0)) ports[group] = towardsGroup(group);
  std::vector<PrefixEntry> entries;
  if (compact) {
    addDisjoint(ports, groups.bits, 0, 0, entries);
  } else {
    for (std::uint32_t group = 0; group < groups.count; ++group)
      if (ports[group] != kUnusedCode) entries.push_back({group, groups.bits, ports[group]});
  }
  const AddressLayout& layout = plan_.layout();
  for (const PrefixEntry& entry : entries) {
    const std::uint64_t mask = ((1u << entry.length) - 1) << (groups.bits - entry.length);
    addConditional(
        kMinimal,
        {layout.fixedValue() | layout.at(0, entry.value), layout.fixedBits() | layout.at(0, mask)},
        static_cast<PortIndex>(entry.target), RuleClass::standard);
  }
}

void RuleListing::addConditionalDimensions(bool lowerFirst) {
  const AddressLayout& layout = plan_.layout();
  addHosts(kOwnHost);
  for (std::size_t field = 0; field < plan_.hostField(); ++field) {
    const auto priority = static_cast<std::uint16_t>(kMinimal - field);
    const bool lowest = field == plan_.switchField();
    for (std::uint32_t v = 0; v < layout.fields()[field].count; ++v) {
      if (v == plan_.valueOf(router_, field)) continue;
      // Where a lower dimension goes first, higher fields are don't-care.
      const Ternary wild{layout.fixedValue() | layout.at(field, v),
                         layout.fixedBits() | layout.bitsOf(field)};
      const Ternary pattern = lowerFirst ? wild : prefix(field, v);
      if (lowest)
        addOutput(priority, pattern, towards(field, v));
      else
        addConditional(priority, pattern, towards(field, v), RuleClass::standard);
    }
  }
}

void RuleListing::addConditionalUplinks(unsigned others) {
  const AddressLayout& layout = plan_.layout();
  const std::size_t field = plan_.fixedFields(router_);
  addHosts(kOwnHost);
  if (plan_.accessIndex(router_) == kNone) addDown(kOwnHost);
  const std::vector<PortIndex> up = uplinks();
  if (up.empty()) return;
  const unsigned choices = std::min(1 + others, static_cast<unsigned>(up.size()));
  for (std::uint32_t v = 0; v < layout.fields()[field].count; ++v)
    for (unsigned i = 0; i < choices; ++i) {
      Rule& rule = addConditional(
          static_cast<std::uint16_t>(kMinimal - i), {layout.fixedValue(), layout.fixedBits()},
          up[(v + i) % up.size()], i == 0 ? RuleClass::standard : RuleClass::alternative);
      rule.match.source = {layout.fixedValue() | layout.at(field, v),
                           layout.fixedBits() | layout.bitsOf(field)};
      if (choices == 1) {
        rule.ruleClass = RuleClass::ordinary;
        rule.unlessPaused = false;
      }
    }
}

void RuleListing::addDiversions(const ConditionalRules& rules) {
  if (!rules.diversion) return;
  for (const TerminalId terminal : plan_.terminalsOf(router_)) {
    const PortIndex host = topology_.terminals[terminal].port;
    const PortIndex port = rules.diversion(router_, host);
    if (port == kNoPort) continue;
    // Frames within the group have found an unconditional rule.
    Rule& rule = add(kDiversion);
    rule.match.inPort = host;
    rule.match.destination = {plan_.layout().fixedValue(), plan_.layout().fixedBits()};
    rule.actions = {{ActionKind::output, port}};
    rule.ruleClass = RuleClass::alternative;
  }
}

}  // namespace hopscope

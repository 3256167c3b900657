// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/forwarding/rule_table.h"

#include <algorithm>
#include <utility>

namespace hopscope {
namespace {

/// Frames that still go round after so many tables are dropped.
constexpr unsigned kMostLookups = 16;

std::uint64_t mixed(std::uint64_t hash, std::uint64_t word) {
  hash = (hash ^ word) * 0x9e37'79b9'7f4a'7c15u;
  return hash ^ hash >> 29;
}

}  // namespace

RuleTable::Shape RuleTable::shapeOf(const Rule& rule) {
  const RuleMatch& match = rule.match;
  return {rule.table,        rule.priority,           match.destination.mask,
          match.source.mask, match.inPort != kNoPort, match.etherType != 0,
          match.tunnel != 0};
}

std::uint64_t RuleTable::hashOf(const Shape& shape, const FrameHeader& frame) {
  std::uint64_t hash = mixed(1, frame.destination & shape.destinationMask);
  if (shape.sourceMask != 0) hash = mixed(hash, frame.source & shape.sourceMask);
  if (shape.inPort) hash = mixed(hash, frame.inPort);
  if (shape.etherType) hash = mixed(hash, frame.etherType);
  if (shape.tunnel) hash = mixed(hash, frame.tunnel);
  return hash;
}

std::variant<RuleTable, Issues> RuleTable::make(std::vector<Rule> rules, PortIndex radix) {
  Issues issues = checkRules(rules, radix);
  if (hasErrors(issues)) return issues;
  return RuleTable(std::move(rules));
}

RuleTable::RuleTable(std::vector<Rule> rules) : rules_(std::move(rules)) {
  for (std::uint32_t i = 0; i < rules_.size(); ++i) {
    const Shape shape = shapeOf(rules_[i]);
    // Neighbours mostly share their shape.
    auto tuple = std::find_if(tuples_.rbegin(), tuples_.rend(),
                              [&](const Tuple& known) { return known.shape == shape; });
    if (tuple == tuples_.rend()) {
      tuples_.push_back({shape, {}});
      tuple = tuples_.rbegin();
    }
    const RuleMatch& match = rules_[i].match;
    const FrameHeader like{match.inPort, match.destination.value, match.source.value,
                           match.etherType, match.tunnel};
    tuple->rules[hashOf(shape, like)].push_back(i);
  }
  std::stable_sort(tuples_.begin(), tuples_.end(), [](const Tuple& a, const Tuple& b) {
    return std::pair(a.shape.table, -int{a.shape.priority}) <
           std::pair(b.shape.table, -int{b.shape.priority});
  });
}

std::uint32_t RuleTable::find(std::uint8_t table, const FrameHeader& frame) const {
  std::uint32_t best = kNone;
  for (const Tuple& tuple : tuples_) {
    if (tuple.shape.table != table) continue;
    if (best != kNone && rules_[best].priority != tuple.shape.priority) break;
    const auto found = tuple.rules.find(hashOf(tuple.shape, frame));
    if (found == tuple.rules.end()) continue;
    for (const std::uint32_t i : found->second)
      if (i < best && rules_[i].match.matches(frame)) best = i;
  }
  return best;
}

bool RuleTable::holds(const Rule& rule, const PausedPort& paused) {
  if (!rule.unlessPaused) return true;
  for (const RuleAction& action : rule.actions)
    if (action.kind == ActionKind::output && paused(static_cast<PortIndex>(action.value)))
      return false;
  return true;
}

std::uint32_t RuleTable::find(std::uint8_t table, const FrameHeader& frame,
                              const PausedPort& paused) const {
  std::uint32_t best = kNone, idle = kNone;  // of those that hold, and of all
  for (const Tuple& tuple : tuples_) {
    if (tuple.shape.table != table) continue;
    if (best != kNone && rules_[best].priority != tuple.shape.priority) break;
    const auto found = tuple.rules.find(hashOf(tuple.shape, frame));
    if (found == tuple.rules.end()) continue;
    for (const std::uint32_t i : found->second) {
      if (!rules_[i].match.matches(frame)) continue;
      if (i < best && holds(rules_[i], paused)) best = i;
      if (idle == kNone || (rules_[i].priority == rules_[idle].priority && i < idle)) idle = i;
    }
  }
  return best == kNone ? idle : best;
}

SwitchOutcome applyRules(const RuleTable& table, const FrameHeader& frame,
                         std::vector<std::uint32_t>* found) {
  SwitchOutcome outcome{{}, frame};
  std::uint8_t next = 0;
  for (unsigned lookups = 0; lookups < kMostLookups; ++lookups) {
    const std::uint32_t index = table.find(next, outcome.frame);
    if (index == kNone) return outcome;
    if (found != nullptr) found->push_back(index);
    bool more = false;
    for (const RuleAction& action : table.rules()[index].actions) {
      switch (action.kind) {
        case ActionKind::output:
          // A frame never leaves by the port it came in by, unless told so.
          if (action.value != frame.inPort)
            outcome.ports.push_back(static_cast<PortIndex>(action.value));
          break;
        case ActionKind::outputToInPort:
          outcome.ports.push_back(frame.inPort);
          break;
        case ActionKind::setSource:
          outcome.frame.source = action.value;
          break;
        case ActionKind::setDestination:
          outcome.frame.destination = action.value;
          break;
        case ActionKind::encapsulate:
        case ActionKind::encapsulateUdp:
          outcome.frame.tunnel = static_cast<std::uint32_t>(action.value);
          break;
        case ActionKind::decapsulate:
        case ActionKind::decapsulateUdp:
          outcome.frame.tunnel = 0;
          break;
        case ActionKind::goTo:
          next = static_cast<std::uint8_t>(action.value);
          more = true;
          break;
      }
    }
    if (!more) return outcome;
  }
  outcome.ports.clear();
  return outcome;
}

}  // namespace hopscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/forwarding/rule.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <unordered_map>

namespace hopscope {
namespace {

constexpr std::size_t kMostReadingIssues = 20;

/// Collects issues until there are enough of them.
class Complaints {
 public:
  void add(std::size_t rule, const char* part, Sentence text, Sentence remedy) {
    if (issues_.size() < kMostReadingIssues)
      issues_.push_back({Severity::error, fmt::format("rules[{}]{}", rule, part), std::move(text),
                         std::move(remedy)});
  }
  bool full() const { return issues_.size() >= kMostReadingIssues; }
  Issues take() { return std::move(issues_); }

 private:
  Issues issues_;
};

void checkTernary(const Ternary& pattern, std::size_t rule, const char* part, Complaints& out) {
  if ((pattern.mask & ~kWholeMac) != 0)
    out.add(rule, part, sentence("The mask {:#x} is wider than a MAC address.", pattern.mask),
            sentence("A MAC address has 48 bits."));
  else if ((pattern.value & ~pattern.mask) != 0)
    out.add(rule, part,
            sentence("The value {} has bits where the mask {} compares none.",
                     macText(pattern.value), macText(pattern.mask)),
            sentence("Such a rule never matches: clear these bits, or compare them."));
}

void checkActions(const Rule& rule, std::size_t index, PortIndex radix, Complaints& out) {
  for (const RuleAction& action : rule.actions) {
    if (action.kind == ActionKind::output && action.value >= radix)
      out.add(index, ".actions", sentence("There is no port {}.", action.value),
              sentence("The switch has the ports 0 to {}.", radix - 1));
    const bool address =
        action.kind == ActionKind::setSource || action.kind == ActionKind::setDestination;
    if (address && (action.value & ~kWholeMac) != 0)
      out.add(index, ".actions", sentence("{:#x} is no MAC address.", action.value),
              sentence("A MAC address has 48 bits."));
    const bool outer =
        action.kind == ActionKind::encapsulate || action.kind == ActionKind::encapsulateUdp;
    if (outer && (action.value == 0 || action.value >= kNone))
      out.add(index, ".actions", sentence("The outer header names no switch."),
              sentence("Switches count from 1."));
    // Only a frame in another header may be looked up in the same table again.
    const bool wraps = rule.actions.front().kind == ActionKind::encapsulate ||
                       rule.actions.front().kind == ActionKind::encapsulateUdp;
    if (action.kind == ActionKind::goTo &&
        (action.value > kMostTables || (action.value <= rule.table && !wraps)))
      out.add(index, ".actions",
              sentence("Table {} leads to table {}.", int{rule.table}, action.value),
              sentence("Later tables, up to {}, can follow.", int{kMostTables}));
  }
}

bool agree(std::uint64_t a, std::uint64_t b, std::uint64_t nothing) {
  return a == nothing || b == nothing || a == b;
}

bool overlap(const RuleMatch& a, const RuleMatch& b) {
  const auto meet = [](const Ternary& x, const Ternary& y) {
    return ((x.value ^ y.value) & x.mask & y.mask) == 0;
  };
  return meet(a.destination, b.destination) && meet(a.source, b.source) &&
         agree(a.inPort, b.inPort, kNoPort) && agree(a.etherType, b.etherType, 0) &&
         agree(a.tunnel, b.tunnel, 0);
}

/// Finds rules of one table and priority that overlap. Each two kinds of mask are compared over the
/// bits they share, by hashing, so that large tables of few masks take linear time.
void checkOverlaps(const std::vector<Rule>& rules, Complaints& out) {
  using Masks = std::tuple<std::uint64_t, std::uint64_t>;
  std::map<std::pair<std::uint8_t, std::uint16_t>, std::map<Masks, std::vector<std::size_t>>> kinds;
  for (std::size_t i = 0; i < rules.size(); ++i)
    kinds[{rules[i].table, rules[i].priority}]
         [{rules[i].match.destination.mask, rules[i].match.source.mask}]
             .push_back(i);
  for (const auto& [place, byMasks] : kinds)
    for (auto one = byMasks.begin(); one != byMasks.end(); ++one)
      for (auto other = one; other != byMasks.end(); ++other) {
        const std::uint64_t shared = std::get<0>(one->first) & std::get<0>(other->first);
        std::unordered_map<std::uint64_t, std::vector<std::size_t>> seen;
        for (const std::size_t i : one->second)
          seen[rules[i].match.destination.value & shared].push_back(i);
        for (const std::size_t j : other->second)
          for (const std::size_t i : seen[rules[j].match.destination.value & shared]) {
            const bool once = one != other || i < j;
            if (!once || rules[i].actions == rules[j].actions ||
                !overlap(rules[i].match, rules[j].match))
              continue;
            out.add(std::max(i, j), "",
                    sentence("Rules {} and {} have priority {} and match the same frames, but "
                             "do different things.",
                             std::min(i, j), std::max(i, j), place.second),
                    sentence("Give one of them another priority."));
            if (out.full()) return;
          }
      }
}

}  // namespace

Issues checkRules(const std::vector<Rule>& rules, PortIndex radix) {
  Complaints complaints;
  for (std::size_t i = 0; i < rules.size() && !complaints.full(); ++i) {
    const Rule& rule = rules[i];
    checkTernary(rule.match.destination, i, ".destination", complaints);
    checkTernary(rule.match.source, i, ".source", complaints);
    if (rule.match.inPort != kNoPort && rule.match.inPort >= radix)
      complaints.add(i, ".in_port", sentence("There is no port {}.", rule.match.inPort),
                     sentence("The switch has the ports 0 to {}.", radix - 1));
    checkActions(rule, i, radix, complaints);
  }
  if (!complaints.full()) checkOverlaps(rules, complaints);
  return complaints.take();
}

}  // namespace hopscope

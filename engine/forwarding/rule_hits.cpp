// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/forwarding/rule_hits.h"

#include <algorithm>
#include <utility>

namespace hopscope {

namespace {

/// A switch with terminals other than these two; kNone where there is none.
RouterId anotherSwitch(const AddressPlan& plan, RouterId first, RouterId second) {
  for (const RouterId router : plan.accessRouters())
    if (router != first && router != second) return router;
  return kNone;
}

}  // namespace

RuleHits::RuleHits(const RuleGenerator& generator, RouterId router)
    : table_(generator.rules(router)) {
  const AddressPlan& plan = generator.plan();
  const Topology& t = generator.topology();
  for (PortIndex p = 0; p < t.radix(router); ++p) {
    const LinkEnd& peer = t.port(router, p).peer;
    sourceAt_.push_back(peer.isTerminal ? plan.sourceOf(peer.node) : MacAddress{0});
  }
  for (std::uint32_t rule = 0; rule < table_.rules().size(); ++rule) {
    const RuleMatch& match = table_.rules()[rule].match;
    if (match.source.mask != 0 && match.inPort == kNoPort) bySource_.push_back(rule);
  }
  // What the first switch makes of a frame depends on where it goes, and on its source only in the
  // source's own address: any switch stands for all.
  std::unordered_map<RouterId, RuleTable> first;
  for (TerminalId destination = 0; destination < plan.terminalCount(); ++destination) {
    FrameHeader frame;
    frame.destination = plan.destinationOf(destination);
    entering_.push_back(frame);
    const RouterId from = anotherSwitch(plan, router, plan.routerOf(destination));
    if (from == kNone) {
      arriving_.push_back(frame);
      continue;
    }
    auto known = first.find(from);
    if (known == first.end()) known = first.emplace(from, RuleTable(generator.rules(from))).first;
    const TerminalId source = plan.terminalsOf(from).front();
    frame.source = plan.sourceOf(source);
    frame.inPort = t.terminals[source].port;
    frame = applyRules(known->second, frame).frame;
    frame.source = 0;
    arriving_.push_back(frame);
  }
}

const RuleHits::Answer& RuleHits::answerFor(PortIndex input, TerminalId destination) const {
  const std::uint64_t key = std::uint64_t{input} << 32 | destination;
  const auto [known, isNew] = answers_.try_emplace(key);
  Answer& answer = known->second;
  if (!isNew) return answer;
  const bool own = sourceAt_[input] != 0;
  FrameHeader frame = own ? entering_[destination] : arriving_[destination];
  frame.inPort = input;
  frame.source = sourceAt_[input];
  applyRules(table_, frame, &answer.rules);
  if (own) return answer;
  const auto& rules = table_.rules();
  for (const std::uint32_t candidate : bySource_) {
    const Rule& rule = rules[candidate];
    RuleMatch match = rule.match;
    match.source = {};
    // What applies whatever the source is comes first where it is of higher priority.
    const bool covered =
        std::any_of(answer.rules.begin(), answer.rules.end(), [&](std::uint32_t found) {
          return rules[found].table == rule.table && rules[found].priority > rule.priority;
        });
    if (!covered && match.matches(frame)) answer.open.push_back(candidate);
  }
  if (answer.open.empty()) return answer;
  // What was found in tables before those stays found.
  std::uint8_t first = kMostTables;
  for (const std::uint32_t rule : answer.open) first = std::min(first, rules[rule].table);
  std::erase_if(answer.rules, [&](std::uint32_t found) { return rules[found].table >= first; });
  return answer;
}

RuleHits::Counts RuleHits::count(const std::vector<LookupTally>& lookups) const {
  Counts counts;
  counts.hits.assign(table_.rules().size(), 0);
  std::vector<bool> open(counts.hits.size(), false);
  for (const LookupTally& lookup : lookups) {
    const Answer& answer = answerFor(lookup.input, lookup.destination);
    for (const std::uint32_t rule : answer.rules) *counts.hits[rule] += lookup.count;
    for (const std::uint32_t rule : answer.open) open[rule] = true;
    if (!answer.open.empty()) counts.bySource += lookup.count;
  }
  for (std::size_t rule = 0; rule < open.size(); ++rule)
    if (open[rule]) counts.hits[rule].reset();
  return counts;
}

}  // namespace hopscope

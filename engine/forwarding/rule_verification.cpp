// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/forwarding/rule_verification.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "engine/core/rng.h"
#include "engine/forwarding/rule_table.h"

namespace hopscope {
namespace {

constexpr std::size_t kMostVerificationIssues = 5;
constexpr std::size_t kBatch = 64;  // destination switches whose exact rules stand at once
constexpr std::size_t kKeptRules = 2'000'000;  // of all tables made so far
/// A frame that has seen so many switches goes round in circles.
constexpr unsigned kMostHops = 4'096;

/// Tables of the switches a frame visits, made at the first visit.
class Tables {
 public:
  Tables(const RuleGenerator& generator, Verification& result)
      : generator_(generator), result_(result) {}

  /// Keeps to the rules for these routers where tables are exact; others don't depend on it.
  void setDestinations(std::vector<RouterId> routers) {
    only_ = std::move(routers);
    if (generator_.exact()) tables_.clear();
  }

  const RuleTable& at(RouterId router) {
    if (const auto known = tables_.find(router); known != tables_.end()) return known->second;
    if (rules_ > kKeptRules) {
      tables_.clear();
      rules_ = 0;
    }
    std::vector<Rule> rules = generator_.rules(router, generator_.exact() ? &only_ : nullptr);
    for (const Issue& issue : checkRules(rules, generator_.topology().radix(router)))
      if (result_.issues.size() < kMostVerificationIssues)
        result_.issues.push_back({issue.severity, fmt::format("router {}: {}", router, issue.path),
                                  issue.text, issue.remedy});
    rules_ += rules.size();
    return tables_.emplace(router, RuleTable(std::move(rules))).first->second;
  }

 private:
  const RuleGenerator& generator_;
  Verification& result_;
  std::vector<RouterId> only_;
  std::unordered_map<RouterId, RuleTable> tables_;
  std::size_t rules_ = 0;
};

class Walker {
 public:
  Walker(const RuleGenerator& generator, Verification& result)
      : plan_(generator.plan()),
        topology_(generator.topology()),
        result_(result),
        tables_(generator, result) {}

  Tables& tables() { return tables_; }

  void walk(TerminalId source, TerminalId destination) {
    ++result_.pairs;
    if (const auto problem = follow(source, destination)) {
      if (result_.issues.size() < kMostVerificationIssues)
        result_.issues.push_back(
            {Severity::error, fmt::format("terminal {} to {}", source, destination), *problem});
    } else {
      ++result_.delivered;
    }
  }

 private:
  std::optional<Sentence> follow(TerminalId source, TerminalId destination) {
    FrameHeader frame;
    frame.destination = plan_.hierarchical() ? plan_.placeOf(destination) : factoryMac(destination);
    frame.source = plan_.sourceOf(source);
    RouterId router = topology_.terminals[source].router;
    frame.inPort = topology_.terminals[source].port;
    for (unsigned hops = 1; hops <= kMostHops; ++hops) {
      const SwitchOutcome outcome = applyRules(tables_.at(router), frame);
      if (outcome.ports.empty()) return sentence("Router {} drops the frame.", router);
      if (outcome.ports.size() > 1)
        return sentence("Router {} sends {} copies.", router, outcome.ports.size());
      const Port& port = topology_.port(router, outcome.ports.front());
      frame = outcome.frame;
      if (port.peer.isTerminal) {
        result_.mostHops = std::max(result_.mostHops, hops);
        return arrived(frame, source, destination, port.peer.node);
      }
      router = port.peer.node;
      frame.inPort = port.peer.port;
    }
    return sentence("The frame goes round in circles.");
  }

  std::optional<Sentence> arrived(const FrameHeader& frame, TerminalId source,
                                  TerminalId destination, TerminalId terminal) const {
    if (terminal != destination) return sentence("It arrives at terminal {}.", terminal);
    if (frame.tunnel != 0) return sentence("It arrives with an outer header.");
    const bool restored = plan_.scheme() == AddressScheme::rewrite;
    const MacAddress wanted = restored ? factoryMac(destination) : plan_.destinationOf(destination);
    if (frame.destination != wanted)
      return sentence("It arrives with the destination {}.", macText(frame.destination));
    const MacAddress from = restored ? plan_.placeOf(source) : plan_.sourceOf(source);
    if (frame.source != from)
      return sentence("It arrives with the source {}.", macText(frame.source));
    return std::nullopt;
  }

  const AddressPlan& plan_;
  const Topology& topology_;
  Verification& result_;
  Tables tables_;
};

void walkAll(const RuleGenerator& generator, Walker& walker) {
  const AddressPlan& plan = generator.plan();
  const auto& access = plan.accessRouters();
  for (std::size_t first = 0; first < access.size(); first += kBatch) {
    const std::size_t end = std::min(first + kBatch, access.size());
    const std::vector<RouterId> batch(access.begin() + static_cast<std::ptrdiff_t>(first),
                                      access.begin() + static_cast<std::ptrdiff_t>(end));
    walker.tables().setDestinations(batch);
    for (const RouterId router : batch)
      for (const TerminalId destination : plan.terminalsOf(router))
        for (TerminalId source = 0; source < plan.terminalCount(); ++source)
          if (source != destination) walker.walk(source, destination);
  }
}

void walkSome(const RuleGenerator& generator, const VerificationLimits& limits, Walker& walker) {
  const AddressPlan& plan = generator.plan();
  Rng rng(limits.seed, 0, RandomPurpose::destination);
  std::vector<TerminalId> destinations;
  for (std::size_t i = 0; i < kBatch; ++i) destinations.push_back(rng.below(plan.terminalCount()));
  std::vector<RouterId> routers;
  for (const TerminalId destination : destinations) routers.push_back(plan.routerOf(destination));
  std::sort(routers.begin(), routers.end());
  walker.tables().setDestinations(std::move(routers));
  for (std::uint32_t i = 0; i < limits.samples; ++i) {
    const TerminalId destination = destinations[i % destinations.size()];
    const TerminalId source = rng.below(plan.terminalCount());
    if (source != destination) walker.walk(source, destination);
  }
}

}  // namespace

Verification verifyRules(const RuleGenerator& generator, const VerificationLimits& limits) {
  Verification result;
  const std::uint64_t terminals = generator.plan().terminalCount();
  result.sampled = terminals * (terminals - 1) > limits.exhaustivePairs;
  Walker walker(generator, result);
  if (result.sampled)
    walkSome(generator, limits, walker);
  else
    walkAll(generator, walker);
  return result;
}

}  // namespace hopscope

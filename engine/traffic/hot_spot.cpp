// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <limits>

#include "engine/traffic/entries.h"

namespace hopscope::patterns {
namespace {

class HotSpot final : public TrafficPattern {
 public:
  HotSpot(std::uint32_t terminals, double share, std::vector<TerminalId> targets, bool includeSelf)
      : terminals_(terminals),
        share_(share),
        targets_(std::move(targets)),
        includeSelf_(includeSelf) {}

  TerminalId destination(TerminalId source, Rng& rng) const override {
    if (rng.unit() < share_) {
      const auto count = static_cast<std::uint32_t>(targets_.size());
      const std::uint32_t drawn = rng.below(count);
      if (targets_[drawn] != source || includeSelf_) return targets_[drawn];
      // A target sends its share to the other targets.
      if (count > 1) return targets_[(drawn + 1 + rng.below(count - 1)) % count];
    }
    return anyTerminal(terminals_, source, includeSelf_, rng);
  }

  void destinations(TerminalId source, std::vector<DestinationShare>& out) const override {
    const auto count = static_cast<double>(targets_.size());
    double uniform = 1;
    const bool among =
        !includeSelf_ && std::find(targets_.begin(), targets_.end(), source) != targets_.end();
    if (!among || count > 1) {
      for (const TerminalId target : targets_)
        if (!among || target != source)
          out.push_back({target, share_ / (among ? count - 1 : count)});
      uniform -= share_;
    }
    if (terminals_ > 1 || includeSelf_)
      anyTerminalShares(terminals_, source, includeSelf_, uniform, out);
  }

 private:
  std::uint32_t terminals_;
  double share_;
  std::vector<TerminalId> targets_;
  bool includeSelf_;
};

Issues checkHotSpot(const Topology& topology, const Values& values) {
  const auto& targets = integersAt(values, "targets");
  if (targets.empty())
    return {{Severity::error, "traffic.targets", sentence("The hot spot has no target."),
             sentence("Name one terminal or more.")}};
  Issues issues;
  for (auto target = targets.begin(); target != targets.end(); ++target) {
    if (terminalWithId(topology, *target) == kNone)
      issues.push_back({Severity::error, "traffic.targets",
                        sentence("There is no terminal {}.", *target),
                        sentence("This network has {} terminals.", topology.terminalCount())});
    if (std::find(targets.begin(), target, *target) != target)
      issues.push_back({Severity::error, "traffic.targets",
                        sentence("Terminal {} stands there twice.", *target),
                        sentence("Name each target once.")});
  }
  return issues;
}

}  // namespace

TrafficEntry hotSpot() {
  TrafficEntry entry;
  entry.name = "hot_spot";
  entry.label = "Hot spot";
  entry.help =
      "A share of all packets goes to the targets, each as likely; the rest is uniform. A target "
      "sends its own share to the other targets, or uniformly if it is the only one.";
  entry.source = "Pfister & Norton, IEEE Transactions on Computers 34 (1985)";
  Parameter share;
  share.name = "share";
  share.label = "Share of the hot spot";
  share.type = ParameterType::real;
  share.fallback = 0.1;
  share.minimum = 0;
  share.maximum = 1;
  share.help = "The part of all packets that goes to the targets.";
  Parameter targets;
  targets.name = "targets";
  targets.label = "Targets";
  targets.type = ParameterType::integers;
  targets.fallback = std::vector<std::int64_t>{0};
  targets.minimum = 0;
  targets.maximum = std::numeric_limits<std::uint32_t>::max();
  targets.help = "Terminals by id.";
  entry.parameters = {share, targets};
  entry.check = checkHotSpot;
  entry.make = [](const Topology& topology, const Values& values, std::uint64_t) {
    std::vector<TerminalId> indices;
    for (const std::int64_t target : integersAt(values, "targets"))
      indices.push_back(terminalWithId(topology, target));
    return std::make_unique<HotSpot>(topology.terminalCount(), realAt(values, "share"),
                                     std::move(indices), includesSelf(values));
  };
  return entry;
}

}  // namespace hopscope::patterns

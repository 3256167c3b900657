// SPDX-License-Identifier: GPL-3.0-or-later
// Patterns that send all traffic of a Dragonfly group, or router, over few links (Benito 2020,
// section 3.4): ADV+i, ADVC and ADVL.
#include <algorithm>

#include "engine/topology/structure.h"
#include "engine/traffic/entries.h"

namespace hopscope::patterns {
namespace {

constexpr const char* kSource = "Kim et al., ISCA 2008; Benito, PhD thesis, 2020, section 3.4";

bool isDragonfly(const Topology& topology) {
  return structureOf(topology).dragonfly.has_value();
}

std::uint32_t groupsOf(const Topology& topology) {
  return static_cast<std::uint32_t>(
      *std::max_element(topology.group.begin(), topology.group.end()) + 1);
}

std::uint32_t groupOf(const Topology& topology, TerminalId terminal) {
  return static_cast<std::uint32_t>(topology.group[topology.terminals[terminal].router]);
}

Issue needsDragonfly(const Sentence& label) {
  return wrongNetwork(sentence("{} needs the groups of a Dragonfly.", label),
                      sentence("Choose another pattern, or a Dragonfly."));
}

/// Terminals in sets that follow each other in a circle: a source in set s sends to one of the sets
/// s + first … s + first + count - 1, each terminal there as likely.
class ToFollowingSets final : public TrafficPattern {
 public:
  struct Set {
    std::uint32_t first = 0, size = 0;  ///< of members
  };

  /// `setOf` gives the set of each terminal; `circle` sets in a row make one circle.
  ToFollowingSets(std::vector<std::uint32_t> setOf, std::uint32_t sets, std::uint32_t circle,
                  std::uint32_t first, std::uint32_t count)
      : setOf_(std::move(setOf)), sets_(sets), circle_(circle), first_(first), count_(count) {
    for (const std::uint32_t set : setOf_) ++sets_[set].size;
    for (std::uint32_t s = 1; s < sets; ++s)
      sets_[s].first = sets_[s - 1].first + sets_[s - 1].size;
    members_.resize(setOf_.size());
    std::vector<std::uint32_t> filled(sets, 0);
    for (TerminalId t = 0; t < setOf_.size(); ++t)
      members_[sets_[setOf_[t]].first + filled[setOf_[t]]++] = t;
  }

  TerminalId destination(TerminalId source, Rng& rng) const override {
    const std::uint32_t own = setOf_[source];
    const std::uint32_t step = first_ + (count_ > 1 ? rng.below(count_) : 0);
    const std::uint32_t place = own % circle_;
    const Set& set = sets_[own - place + (place + step) % circle_];
    return members_[set.first + rng.below(set.size)];
  }

  void destinations(TerminalId source, std::vector<DestinationShare>& out) const override {
    const std::uint32_t own = setOf_[source];
    const std::uint32_t place = own % circle_;
    for (std::uint32_t step = first_; step < first_ + count_; ++step) {
      const Set& set = sets_[own - place + (place + step) % circle_];
      for (std::uint32_t i = 0; i < set.size; ++i)
        out.push_back({members_[set.first + i], 1.0 / count_ / set.size});
    }
  }

 private:
  std::vector<std::uint32_t> setOf_;
  std::vector<Set> sets_;
  std::uint32_t circle_, first_, count_;
  std::vector<TerminalId> members_;
};

std::unique_ptr<TrafficPattern> toGroups(const Topology& topology, std::int64_t offset,
                                         std::uint32_t count) {
  const std::uint32_t groups = groupsOf(topology);
  std::vector<std::uint32_t> setOf(topology.terminalCount());
  for (TerminalId t = 0; t < setOf.size(); ++t) setOf[t] = groupOf(topology, t);
  const auto first = static_cast<std::uint32_t>(offset < 0 ? offset + groups : offset);
  return std::make_unique<ToFollowingSets>(std::move(setOf), groups, groups, first, count);
}

}  // namespace

TrafficEntry adversarial() {
  TrafficEntry entry;
  entry.name = "adversarial";
  entry.label = "Adversarial (ADV+i)";
  entry.help =
      "Each group of a Dragonfly sends to the group i further on. Minimal routing has one global "
      "link for all of it.";
  entry.source = kSource;
  Parameter offset;
  offset.name = "offset";
  offset.label = "Offset of the group";
  offset.fallback = std::int64_t{1};
  offset.minimum = -100'000;
  offset.maximum = 100'000;
  offset.help = "Group g sends to group g + offset; negative ones count backwards.";
  entry.parameters = {offset};
  entry.check = [](const Topology& topology, const Values& values) -> Issues {
    if (!isDragonfly(topology)) return {needsDragonfly(sentence("Adversarial traffic"))};
    const auto groups = static_cast<std::int64_t>(groupsOf(topology));
    const std::int64_t chosen = integerAt(values, "offset");
    if (chosen != 0 && chosen > -groups && chosen < groups) return {};
    return {{Severity::error, "traffic.offset",
             sentence("With an offset of {} a group has no other group to send to; there are "
                      "{} groups.",
                      chosen, groups),
             sentence("Choose 1 to {0}, or -1 to -{0}.", groups - 1)}};
  };
  entry.make = [](const Topology& topology, const Values& values, std::uint64_t) {
    return toGroups(topology, integerAt(values, "offset"), 1);
  };
  return entry;
}

TrafficEntry adversarialConsecutive() {
  TrafficEntry entry;
  entry.name = "adversarial_consecutive";
  entry.label = "Adversarial consecutive (ADVC)";
  entry.help =
      "Each group of a Dragonfly sends to the h groups that follow it, whose links all belong to "
      "one "
      "router.";
  entry.source = kSource;
  entry.check = [](const Topology& topology, const Values&) -> Issues {
    if (!isDragonfly(topology))
      return {needsDragonfly(sentence("Adversarial consecutive traffic"))};
    const std::int64_t wanted = structureOf(topology).dragonfly->globals;
    const std::int64_t others = groupsOf(topology) - std::int64_t{1};
    if (wanted <= others) return {};
    return {wrongNetwork(
        sentence("Adversarial consecutive traffic goes to the next {} groups (h); there are only "
                 "{} others.",
                 wanted, others),
        sentence("Use more groups, or a smaller h."))};
  };
  entry.make = [](const Topology& topology, const Values&, std::uint64_t) {
    return toGroups(topology, 1, structureOf(topology).dragonfly.value().globals);
  };
  return entry;
}

TrafficEntry adversarialLocal() {
  TrafficEntry entry;
  entry.name = "adversarial_local";
  entry.label = "Adversarial local (ADVL)";
  entry.help =
      "Each router of a Dragonfly sends to the next router of its group, over the one link between "
      "them.";
  entry.source = kSource;
  entry.check = [](const Topology& topology, const Values&) -> Issues {
    if (!isDragonfly(topology)) return {needsDragonfly(sentence("Adversarial local traffic"))};
    if (structureOf(topology).dragonfly->perGroup > 1) return {};
    return {wrongNetwork(sentence("Adversarial local traffic needs two routers in each group."),
                         sentence("Use more routers per group."))};
  };
  entry.make = [](const Topology& topology, const Values&, std::uint64_t) {
    const std::uint32_t size = structureOf(topology).dragonfly.value().perGroup;
    std::vector<std::uint32_t> setOf(topology.terminalCount());
    for (TerminalId t = 0; t < setOf.size(); ++t) {
      const RouterId router = topology.terminals[t].router;
      setOf[t] =
          groupOf(topology, t) * size + static_cast<std::uint32_t>(topology.position[router]);
    }
    return std::make_unique<ToFollowingSets>(std::move(setOf), topology.routerCount(), size, 1, 1);
  };
  return entry;
}

}  // namespace hopscope::patterns

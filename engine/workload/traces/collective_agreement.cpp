// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/workload/traces/collective_agreement.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "engine/core/sentence.h"
#include "engine/workload/collective.h"

namespace hopscope {
namespace {

Sentence callWords(const CollectiveAgreement::Call& call) {
  if (call.root != kNone)
    return sentence("{} of {} bytes with root {}", call.name, call.bytes, call.root);
  if (call.bytes > 0) return sentence("{} of {} bytes", call.name, call.bytes);
  return sentence("{}", call.name);
}

}  // namespace

void CollectiveAgreement::note(std::uint32_t rank, const Call& call, std::uint64_t place) {
  if (rank >= reached_.size()) {
    reached_.resize(rank + 1);
    differs_.resize(rank + 1);
  }
  if (differs_[rank]) return;
  const std::size_t number = reached_[rank];
  if (number == first_.size()) first_.push_back({call, place, rank});
  if (first_[number].call == call) {
    ++reached_[rank];
    return;
  }
  differs_[rank] = true;
  different_.push_back({number, {call, place, rank}});
}

Issues CollectiveAgreement::check(const std::vector<std::uint32_t>& members,
                                  std::string (*pathOf)(std::uint32_t rank,
                                                        std::uint64_t place)) const {
  const auto reachedBy = [this](std::uint32_t rank) {
    return rank < reached_.size() ? reached_[rank] : 0;
  };
  std::size_t number = first_.size();
  for (const std::uint32_t rank : members) number = std::min(number, reachedBy(rank));
  if (number == first_.size()) return {};
  const Sentence remedy = sentence(
      "All ranks take part in each collective, in the same order, with the same size and root.");
  const Said& usual = first_[number];
  const auto other =
      std::find_if(different_.begin(), different_.end(),
                   [number](const Different& each) { return each.number == number; });
  if (other != different_.end()) {
    // Of two that differ, that is told of which fewer ranks do the same.
    const auto alike = std::count_if(members.begin(), members.end(),
                                     [&](std::uint32_t rank) { return reachedBy(rank) > number; });
    const auto otherwise =
        std::count_if(different_.begin(), different_.end(), [&](const Different& each) {
          return each.number == number && each.said.call == other->said.call;
        });
    const Said& odd = otherwise > alike ? usual : other->said;
    const Said& even = otherwise > alike ? other->said : usual;
    return {{Severity::error, pathOf(odd.rank, odd.place),
             sentence("Collective number {} of rank {} is {}, that of rank {} is {}.", number + 1,
                      odd.rank, callWords(odd.call), even.rank, callWords(even.call)),
             remedy}};
  }
  const auto missing = std::find_if(members.begin(), members.end(),
                                    [&](std::uint32_t rank) { return reachedBy(rank) == number; });
  return {{Severity::error, pathOf(usual.rank, usual.place),
           sentence("Rank {} leaves out collective number {}, in which rank {} takes part: {}.",
                    *missing, number + 1, usual.rank, callWords(usual.call)),
           remedy}};
}

Issues checkCollectives(const std::vector<Operations>& ranks) {
  struct OfGroup {
    Group group;
    CollectiveAgreement agreement;
  };
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, OfGroup> groups;
  std::map<const Collective*, std::string_view> names;
  for (const CollectiveEntry& entry : collectives())
    names.emplace(entry.collective.get(), entry.name);
  for (std::uint32_t rank = 0; rank < ranks.size(); ++rank)
    for (const Operation& each : ranks[rank]) {
      if (each.kind != OperationKind::collective) continue;
      OfGroup& all = groups[{each.group.first, each.group.count, each.group.stride}];
      all.group = each.group;
      all.agreement.note(rank, {names[each.collective], each.bytes, each.peer}, 0);
    }
  Issues issues;
  for (const auto& [key, all] : groups) {
    std::vector<std::uint32_t> members(all.group.count);
    for (std::uint32_t i = 0; i < all.group.count; ++i) members[i] = all.group.rank(i);
    for (Issue& issue : all.agreement.check(members, [](std::uint32_t rank, std::uint64_t) {
           return fmt::format("rank {}", rank);
         }))
      issues.push_back(std::move(issue));
  }
  return issues;
}

}  // namespace hopscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/explore/pareto.h"

#include <algorithm>

namespace hopscope {
namespace {

/// Of one candidate, each the smaller the better.
struct Standing {
  std::size_t candidate = 0;
  std::vector<double> objectives;

  bool beats(const Standing& other) const {
    bool better = false;
    for (std::size_t i = 0; i < objectives.size(); ++i) {
      if (objectives[i] > other.objectives[i]) return false;
      better = better || objectives[i] < other.objectives[i];
    }
    return better;
  }
};

}  // namespace

std::vector<std::size_t> paretoFront(const std::vector<Candidate>& candidates,
                                     const std::vector<const CandidateColumn*>& objectives) {
  std::vector<Standing> all;
  all.reserve(candidates.size());
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    Standing standing{i, {}};
    for (const CandidateColumn* column : objectives)
      if (const auto value = column->value(candidates[i]))
        standing.objectives.push_back(column->wanted == Wanted::more ? -*value : *value);
    if (standing.objectives.size() == objectives.size()) all.push_back(std::move(standing));
  }
  // Nobody is beaten by one that comes later in this order.
  std::stable_sort(all.begin(), all.end(), [](const Standing& a, const Standing& b) {
    return a.objectives < b.objectives;
  });
  std::vector<const Standing*> front;
  for (const Standing& each : all)
    if (std::none_of(front.begin(), front.end(),
                     [&](const Standing* other) { return other->beats(each); }))
      front.push_back(&each);
  std::vector<std::size_t> found;
  found.reserve(front.size());
  for (const Standing* each : front) found.push_back(each->candidate);
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace hopscope

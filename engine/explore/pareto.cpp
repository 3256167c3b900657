// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/explore/pareto.h"

#include <algorithm>
#include <cmath>

#include "engine/core/not_a_number.h"

namespace hopscope {
namespace {

bool beats(const std::vector<double>& one, const std::vector<double>& other) {
  bool better = false;
  for (std::size_t i = 0; i < one.size(); ++i) {
    if (one[i] > other[i]) return false;
    better = better || one[i] < other[i];
  }
  return better;
}

}  // namespace

std::vector<std::size_t> undominated(const std::vector<std::vector<double>>& rows) {
  std::vector<std::size_t> all;
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (std::none_of(rows[i].begin(), rows[i].end(), [](double each) { return std::isnan(each); }))
      all.push_back(i);
  // Nobody is beaten by one that comes later in this order.
  std::stable_sort(all.begin(), all.end(),
                   [&](std::size_t a, std::size_t b) { return rows[a] < rows[b]; });
  std::vector<std::size_t> front;
  for (const std::size_t each : all)
    if (std::none_of(front.begin(), front.end(),
                     [&](std::size_t other) { return beats(rows[other], rows[each]); }))
      front.push_back(each);
  std::sort(front.begin(), front.end());
  return front;
}

std::vector<std::size_t> paretoFront(const std::vector<Candidate>& candidates,
                                     const std::vector<const CandidateColumn*>& objectives) {
  std::vector<std::vector<double>> rows;
  rows.reserve(candidates.size());
  for (const Candidate& candidate : candidates) {
    std::vector<double>& row = rows.emplace_back();
    for (const CandidateColumn* column : objectives) {
      const double value = column->value(candidate).value_or(kNan);
      row.push_back(column->wanted == Wanted::more ? -value : value);
    }
  }
  return undominated(rows);
}

}  // namespace hopscope

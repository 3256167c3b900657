// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/explore/explore.h"

#include <utility>

#include "engine/topology/generators/fitting.h"

namespace hopscope {
namespace {

bool doesTheJob(const Candidate& candidate, const ExploreRequest& request) {
  return candidate.throughput >= request.throughput &&
         candidate.worstThroughput.value_or(1) >= request.worstThroughput;
}

Issue tooMany(const Generator& family) {
  return {Severity::error, "terminals",
          sentence("More than {} networks fit, up to those of {}.", families::kMostFitting,
                   family.name),
          sentence("Narrow the request: fewer numbers of terminals, fewer families, routers for "
                   "sale or a smaller radix.")};
}

}  // namespace

std::vector<Candidate> explore(const ExploreRequest& request, const std::stop_token& stop,
                               Issues* issues, const std::function<void(double)>& progress) {
  std::vector<Candidate> all;
  std::size_t looked = 0, begun = 0;
  for (const Generator* family : request.families) {
    if (progress)
      progress(static_cast<double>(begun++) / static_cast<double>(request.families.size()));
    if (!family->fitting || !family->prospect || stop.stop_requested()) continue;
    std::vector<Values> fitting;
    try {
      fitting = family->fitting(*family, request.size);
    } catch (const families::TooManyFit&) {
      if (issues != nullptr) issues->push_back(tooMany(*family));
      return {};
    }
    for (const Values& parameters : fitting) {
      if (stop.stop_requested()) return all;
      if (++looked > families::kMostFitting) {
        if (issues != nullptr) issues->push_back(tooMany(*family));
        return {};
      }
      auto candidate = evaluate(*family, parameters, request.settings);
      if (candidate && doesTheJob(*candidate, request)) all.push_back(std::move(*candidate));
    }
  }
  return all;
}

}  // namespace hopscope

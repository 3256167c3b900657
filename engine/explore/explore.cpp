// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/explore/explore.h"

namespace hopscope {
namespace {

bool doesTheJob(const Candidate& candidate, const ExploreRequest& request) {
  return candidate.throughput >= request.throughput &&
         candidate.worstThroughput.value_or(1) >= request.worstThroughput;
}

}  // namespace

std::vector<Candidate> explore(const ExploreRequest& request, const std::stop_token& stop) {
  std::vector<Candidate> all;
  for (const Generator* family : request.families) {
    if (!family->fitting || !family->prospect) continue;
    for (const Values& parameters : family->fitting(*family, request.size)) {
      if (stop.stop_requested()) return all;
      auto candidate = evaluate(*family, parameters, request.settings);
      if (candidate && doesTheJob(*candidate, request)) all.push_back(std::move(*candidate));
    }
  }
  return all;
}

}  // namespace hopscope

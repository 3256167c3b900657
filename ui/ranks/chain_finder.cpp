// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/ranks/chain_finder.h"

#include <new>
#include <utility>

namespace hopscope {
namespace {
constexpr int kMostWaitMilliseconds = 10;
}

void ChainJob::work() {
  const std::stop_token asked = stop.get_token();
  try {
    RankRows rows;
    for (bool all = rows.take(seen, RankRows::kAtOnce); !all;
         all = rows.takeMore(RankRows::kAtOnce))
      if (asked.stop_requested()) return;
    chain = criticalChain(rows, job, CriticalChain::kMostSteps, asked);
  } catch (const std::bad_alloc&) {
    chain = {};  // as where nothing is known
  }
}

void ChainFinder::find(std::shared_ptr<const RankObservation> seen, std::uint32_t job,
                       QObject* context, std::function<void(const CriticalChain&)> found) {
  latest_.begin(
      std::make_shared<ChainJob>(std::move(seen), job), context,
      [found = std::move(found)](ChainJob& over) { found(over.chain); }, kMostWaitMilliseconds);
}

}  // namespace hopscope

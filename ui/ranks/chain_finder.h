// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "engine/workload/critical_chain.h"
#include "engine/workload/rank_observation.h"
#include "ui/widgets/latest_job.h"

namespace hopscope {

/// What a ChainFinder does beside the window.
struct ChainJob : AsideJob {
  ChainJob(std::shared_ptr<const RankObservation> of, std::uint32_t wanted)
      : seen(std::move(of)), job(wanted) {}
  void work();

  const std::shared_ptr<const RankObservation> seen;
  const std::uint32_t job;
  CriticalChain chain;
};

/// Looks for critical paths away from the window's thread, as millions of messages take a while.
/// One at a time; destroying it cancels.
class ChainFinder {
 public:
  /// Looks for the path of a job in what was seen. `found` is called on the thread of `context`,
  /// before this returns where that takes no more than a moment; not after cancel() or another
  /// find().
  void find(std::shared_ptr<const RankObservation> seen, std::uint32_t job, QObject* context,
            std::function<void(const CriticalChain&)> found);
  void cancel() { latest_.cancel(); }
  bool running() const { return latest_.job() != nullptr; }

 private:
  LatestJob<ChainJob> latest_{1};
};

}  // namespace hopscope

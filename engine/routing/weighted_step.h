// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/core/rng.h"
#include "engine/routing/routing_algorithm.h"

namespace hopscope::routings {

/// "threshold", in flits, as UGAL's.
Parameter derouteThreshold();

/// Finds the next step whose queue times the hops that remain with it is least, those that bring
/// the packet no nearer counting by a threshold more; among equals one with the fewest hops; among
/// those any, with equal chances (McDonald et al., SC 2019).
class WeightedStep {
 public:
  WeightedStep(double threshold, std::uint32_t distance, Rng& rng)
      : threshold_(threshold), distance_(distance), rng_(rng) {}

  /// `queue`: flits that wait for the step's output; `hops`: channels to the destination, its own
  /// included.
  void offer(const RouteChoice& step, double queue, std::uint32_t hops) {
    const double weight = queue * hops + (hops > distance_ ? threshold_ : 0);
    const bool better =
        best_.port == kNoPort || weight < weight_ || (weight == weight_ && hops < hops_);
    if (!better && (weight != weight_ || hops != hops_)) return;
    equals_ = better ? 1 : equals_ + 1;
    if (!better && rng_.below(equals_) != 0) return;
    best_ = step;
    weight_ = weight;
    hops_ = hops;
  }

  const RouteChoice& best() const { return best_; }

 private:
  double threshold_;  ///< flits
  std::uint32_t distance_;
  Rng& rng_;
  RouteChoice best_;
  double weight_ = 0;
  std::uint32_t hops_ = 0, equals_ = 0;
};

}  // namespace hopscope::routings

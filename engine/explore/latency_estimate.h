// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <stop_token>
#include <vector>

#include "engine/core/sentence.h"
#include "engine/simulation/setup.h"

namespace hopscope {

/// Latency without a simulation: every channel is a queue with one server and packets of one length
/// (M/D/1) that knows nothing of the others, loaded as the routing shares packets out. Packets that
/// come by the same input do not meet (Karol, Hluchyj & Morgan, IEEE Transactions on Communications
/// 35, 1987).
struct LatencyEstimate {
  struct Point {
    double load = 0;     ///< flits per terminal and cycle
    double latency = 0;  ///< mean, cycles
  };

  /// Why there is no curve, or what it leaves out; empty: within a tenth of a simulation up to 60 %
  /// of the bound.
  Sentence doubt;
  double saturation = 0;      ///< the bound; 0 where it was not counted
  double zeroLoad = 0;        ///< cycles
  std::vector<Point> points;  ///< up to 95 % of the bound; empty where nothing can be said
};

/// Of the routing, that are counted for an estimate at most.
inline constexpr std::uint64_t kMostEstimateDecisions = 20'000'000;

/// About 0.1 s for a million decisions of the routing; nothing is said where it takes more. Once it
/// is to stop, it ends soon, and says nothing either.
LatencyEstimate estimateLatency(const Setup& setup,
                                std::uint64_t mostDecisions = kMostEstimateDecisions,
                                const std::stop_token& stop = {});

/// The same at one load below the bound, of counted channels.
class LatencyModel {
 public:
  /// `perChannel` and `sent` are ChannelLoads'.
  LatencyModel(const Setup& setup, const std::vector<double>& perChannel, double sent);

  double zeroLoad() const { return zeroLoad_; }
  double latencyAt(double load) const;

 private:
  /// Queues with equal loads and inputs.
  struct Queue {
    double load = 0;    ///< flits per cycle at load 1
    double passed = 0;  ///< by a packet, in the mean
    double meets = 1;   ///< share of the others that it may meet there
    bool isSource = false;
  };

  std::vector<Queue> queues_;
  double zeroLoad_ = 0, flits_ = 1;
};

}  // namespace hopscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/simulation/setup.h"

namespace hopscope {

/// What the terminals of a router could send up to some moment, and did.
struct RouterSending {
  double cycles = 0;  ///< of terminals that could send: two in one cycle are two, one that may send
                      ///< half of the load is half of one
  double offered = 0;       ///< the same, each times the load in force
  std::uint64_t flits = 0;  ///< sent by those terminals in those cycles
  Cycle any = 0;            ///< cycles in which any of them could
};

/// The same of all routers, beside what was asked of terminals that could always send.
struct SendingTotals {
  std::vector<RouterSending> routers;
  Cycle cycles = 0;         ///< without those in which all had to be silent
  double offered = 0;       ///< the same, each times the load in force
  double load = 0;          ///< the last in force, flits per terminal and cycle
  std::uint64_t loads = 0;  ///< how often it was another one than before
};

/// What a router's terminals sent while they could, in flits per terminal and cycle. Where the load
/// changed meanwhile, cycles count by the load in force: a router that worked at a low load only
/// has accepted no less than others. NaN where nobody could send for a tenth of the time.
double acceptedWhileSending(const SendingTotals& start, const SendingTotals& end, RouterId router);

/// Which terminals have anything to send, and for how long: those that a pattern keeps silent, or
/// whose router has failed, are no senders for so long. What such terminals send still had been
/// waiting before, and is counted nowhere.
///
/// `flits` are those that each channel has carried since cycle 0, at the cycle given.
class SendingTime {
 public:
  explicit SendingTime(const Setup& setup);

  /// Another pattern or load is in force from this cycle on.
  void change(const std::shared_ptr<const TrafficPattern>& pattern, double load, Cycle now,
              const std::vector<std::uint64_t>& flits);
  /// All terminals have to be silent from this cycle on, and may send again.
  void pause(Cycle now, const std::vector<std::uint64_t>& flits);
  void resume(Cycle now, const std::vector<std::uint64_t>& flits);

  /// All up to now. Allocates nothing where `totals` has had as many routers before.
  void take(SendingTotals& totals, Cycle now, const std::vector<std::uint64_t>& flits) const;

 private:
  void count();
  /// Adds the stretch under way.
  void add(SendingTotals& totals, Cycle now, const std::vector<std::uint64_t>& flits) const;
  void beginStretch(Cycle now, const std::vector<std::uint64_t>& flits);

  const Topology* topology_;
  bool all_;  ///< what else sends decides by itself who does
  bool paused_ = false;
  std::shared_ptr<const TrafficPattern> pattern_;
  double load_;
  std::vector<bool> sends_;      ///< per terminal, under `pattern_`
  std::vector<double> senders_;  ///< per router, how many of them, each by its share of the load
  std::vector<std::uint64_t> from_;  ///< per router, flits that those had sent at `since_`
  SendingTotals before_;             ///< up to `since_`
  Cycle since_ = 0;
};

}  // namespace hopscope

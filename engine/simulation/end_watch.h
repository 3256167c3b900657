// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "engine/core/sentence.h"
#include "engine/simulation/results.h"
#include "engine/switching/observed_network.h"

namespace hopscope {

/// Looks for what ends a run before it is over: source queues that have outgrown their memory, and
/// packets that wait for ever. While nothing moves, that is asked at once. While others still move
/// all buffers are walked over for those that never will again, so seldom that it is a small part
/// of the work, and as the run ends; when, follows from the run alone.
class EndWatch {
 public:
  /// Between two cycles in which a run may end. `walks`: no phase to come routes heads anew that
  /// wait by then, nor has one just done so. While nothing moves at all, that is not waited for.
  void look(const ObservedNetwork& network, bool walks);
  /// Over all buffers, also as the run ends.
  void walk(const ObservedNetwork& network);

  bool stuck() const { return standing_.buffers > 0 || !inVain_.empty(); }
  bool overflowed() const { return overflowed_; }
  /// Verdict, cycle and warnings of a run that it has ended.
  void tell(const ObservedNetwork& network, Results& results) const;

 private:
  StandingBuffers standing_;      ///< what will never move again
  std::vector<Sentence> inVain_;  ///< what waited for ever, and for what
  bool still_ = false;            ///< nothing moved any more
  bool overflowed_ = false;
  Cycle walkedAt_ = 0;  ///< when it was looked for last, while packets moved
  std::uint64_t hopsThen_ = 0;
};

}  // namespace hopscope

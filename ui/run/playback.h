// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "engine/simulation/recording.h"
#include "ui/drawing/network_painter.h"

namespace hopscope {

/// Where in its time a run is looked at: at its newest moment, or at a recorded span of its past.
/// The run, which may still be going on, knows nothing of it.
class Playback {
 public:
  /// Follows a live run (null: it is not recorded) at its newest moment, unless it was that one
  /// already.
  void follow(std::shared_ptr<const Recorder> recorder);
  /// Follows a kept run of a network of that size. A recording of another network is none.
  void follow(std::shared_ptr<const Recording> recording, const Topology& topology);

  bool recorded() const;  ///< there is a past to look at
  /// Where the first and the last recorded span end; 0 where nothing is recorded.
  std::pair<Cycle, Cycle> recordedEnds() const;
  bool inPast() const { return past_.has_value(); }
  /// The span looked at; only in the past.
  RecordedSpan span() const { return *past_; }
  /// What the canvas shows of it.
  const NetworkHeat& heat() const { return heat_; }

  /// Goes to the span that ends nearest to that cycle. False where nothing is recorded.
  bool seek(Cycle cycle);
  /// Goes so many spans on, or back; past the last one the newest moment comes.
  bool step(int spans);
  void leavePast() { past_.reset(); }

  /// Utilisation of one channel over the recorded time: (end of a span, 0..1).
  std::vector<std::pair<double, double>> history(ChannelId channel) const;

 private:
  template <typename Look>
  auto look(Look&& look) const {
    return recorder_ ? recorder_->read(look) : look(recording_ ? *recording_ : Recording{});
  }
  void show(const Recording& recording, std::size_t span);

  std::shared_ptr<const Recorder> recorder_;
  std::shared_ptr<const Recording> recording_;
  std::optional<RecordedSpan> past_;
  NetworkHeat heat_;
};

}  // namespace hopscope

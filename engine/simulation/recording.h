// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "engine/core/ids.h"
#include "engine/fabric/link_rate.h"
#include "engine/switching/route_stage.h"

namespace hopscope {

/// A stretch of a run: cycles [begin, end).
struct RecordedSpan {
  Cycle begin = 0, end = 0;

  bool operator==(const RecordedSpan&) const = default;
};

/// What the channels and caches of a run did, span by span: per span one byte for the utilisation
/// of each channel and one for the hit rate of each router's caches. Spans follow each other
/// without a gap. A value.
struct Recording {
  /// A byte that stands for "no value".
  static constexpr std::uint8_t kNothing = 255;

  std::uint32_t channels = 0, routers = 0;
  std::vector<RecordedSpan> spans;
  std::vector<std::uint8_t> bytes;  ///< per span: all channels, then all routers

  bool operator==(const Recording&) const = default;

  bool empty() const { return spans.empty(); }
  std::size_t spanBytes() const { return std::size_t{channels} + routers; }
  /// The span whose end is nearest to `cycle`; there must be one.
  std::size_t nearest(Cycle cycle) const;
  /// Per channel, 0..1.
  void utilization(std::size_t span, std::vector<float>& out) const;
  float utilization(std::size_t span, ChannelId channel) const;
  /// Per router, 0..1; NaN without lookups.
  void hitRate(std::size_t span, std::vector<float>& out) const;
  float hitRate(std::size_t span, RouterId router) const;
  /// The busiest channel's utilisation.
  float hottest(std::size_t span) const;

  /// Makes one span of each two neighbours: means, weighted by their length.
  void halve();
  /// As it is, or halved until it takes at most so many bytes.
  Recording within(std::size_t mostBytes) const;
};

/// Where a run writes its Recording, window by window, and anyone reads it meanwhile. Memory is
/// bounded: when it is full the recording is halved, and from then on twice as many windows make a
/// span, so that it covers the whole run evenly. A window allocates nothing.
class Recorder {
 public:
  /// Of a run of at most `windows` windows; `rates` per link, empty: all are full.
  Recorder(std::size_t channels, std::size_t routers, std::size_t mostBytes, std::size_t windows,
           std::vector<LinkRate> rates = {});

  /// At the end of a window: flits sent per channel and lookups per router, since cycle 0.
  void add(Cycle now, const std::vector<std::uint64_t>& flits,
           const std::vector<RouterLookups>& lookups);

  /// Calls `look(const Recording&)`; the run waits meanwhile if it wants to write.
  template <typename Look>
  auto read(Look&& look) const {
    const std::lock_guard lock(mutex_);
    return look(recording_);
  }

 private:
  /// The span under way, from the counters at its begin.
  void write(const std::vector<std::uint64_t>& flits, const std::vector<RouterLookups>& lookups);

  mutable std::mutex mutex_;
  Recording recording_;
  std::size_t capacity_;                 ///< spans
  std::size_t stride_ = 1, inSpan_ = 0;  ///< windows
  std::vector<std::uint64_t> flits_;     ///< at the begin of the span under way
  std::vector<RouterLookups> lookups_;
  std::vector<LinkRate> rates_;
};

}  // namespace hopscope

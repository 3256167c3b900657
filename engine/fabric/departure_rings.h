// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "engine/core/ids.h"
#include "engine/fabric/cycle_stamp.h"
#include "engine/fabric/touch.h"

namespace hopscope {

/// Packets of one length that leave an output back to back. The last one says it all.
struct DepartureRun {
  CycleStamp last;     ///< when its head leaves
  std::uint32_t sent;  ///< the low bits of OutputPort::sent with it
};

/// For each output a ring of runs: those that have not left, and one before them. Where all packets
/// are alike rings are short, and each lies in one piece. Else each packet may be a run of its own,
/// so that there is room for many more than are used: a ring takes no more of it than it needs, and
/// the first runs of all outputs lie next to each other.
class DepartureRings {
 public:
  DepartureRings() = default;
  /// So many runs each. `alike`: flits of every packet, 0: of several lengths.
  DepartureRings(PortId ports, std::uint32_t each, std::uint32_t alike)
      : ports_(ports), each_(each), alike_(alike) {
    const std::size_t all = std::size_t{ports} * each;
    if (alike != 0) {
      runs_ = std::make_unique<DepartureRun[]>(all);
      return;
    }
    // What is not used is not written to, and takes no memory.
    runs_ = std::make_unique_for_overwrite<DepartureRun[]>(all);
    lengths_ = std::make_unique_for_overwrite<std::uint32_t[]>(all);
    std::fill_n(runs_.get(), ports, DepartureRun{CycleStamp{0} - 1, 0});
    std::fill_n(lengths_.get(), ports, 1);
    ends_.resize(ports, 0);
  }

  std::uint32_t each() const { return each_; }
  /// In place `at` of the ring of an output.
  DepartureRun& run(PortId output, std::uint32_t at) { return runs_[place(output, at)]; }
  const DepartureRun& run(PortId output, std::uint32_t at) const {
    return runs_[place(output, at)];
  }
  /// Flits of each packet of a run.
  std::uint32_t length(PortId output, std::uint32_t at) const {
    return alike_ != 0 ? alike_ : lengths_[place(output, at)];
  }
  /// Puts a run of packets of so many flits there. `kAlike`: whether all packets are alike.
  template <bool kAlike>
  void put(PortId output, std::uint32_t at, const DepartureRun& run, std::uint32_t flits) {
    const std::size_t place = placeAs<kAlike>(output, at);
    runs_[place] = run;
    if constexpr (!kAlike) lengths_[place] = flits;
  }
  /// The place before.
  std::uint32_t before(PortId output, std::uint32_t at) const {
    return at > 0 ? at - 1 : alike_ != 0 ? each_ - 1 : ends_[output];
  }

  /// Where all packets are alike: the place behind `at`.
  std::uint32_t next(std::uint32_t at) const { return at + 1 == each_ ? 0 : at + 1; }
  /// Of several lengths, where all have left: begins anew, behind one with so many flits sent.
  /// Returns the place of the next run.
  std::uint32_t begin(PortId output, CycleStamp now, std::uint32_t sent) {
    runs_[placeAs<false>(output, 0)] = {now - 1, sent};
    return ends_[output] = 1;
  }
  /// Of several lengths: a place for the run behind that in `at`.
  std::uint32_t next(PortId output, std::uint32_t at, CycleStamp now) {
    std::uint32_t& end = ends_[output];
    if (at == end) {
      // The first place is free where what is behind it has left.
      if (at + 1 == each_ || hasLeft(output, 1, now)) return 0;
      return ++end;
    }
    if (hasLeft(output, at + 1 == end ? 0 : at + 2, now)) return at + 1;
    rotate(output, at + 1, end);
    return ++end;
  }

  /// Brings stamps of outputs [first, last) nearer to `now` by near(stamp).
  template <typename Near>
  void refresh(PortId first, PortId last, const Near& near) {
    for (PortId output = first; output < last; ++output) {
      const std::uint32_t end = alike_ != 0 ? each_ - 1 : ends_[output];
      for (std::uint32_t at = 0; at <= end; ++at) near(run(output, at).last);
    }
  }
  /// Brings those of outputs [first, last) into the cache, as far as they are used most often.
  void touch(PortId first, PortId last) const {
    if (alike_ != 0) {
      touchRuns(std::size_t{first} * each_, std::size_t{last} * each_);
      return;
    }
    constexpr std::uint32_t kOften = 6;
    for (std::uint32_t at = 0; at < std::min(kOften, each_); ++at) {
      touchRuns(place(first, at), place(last, at));
      hopscope::touch(lengths_.get(), place(first, at), place(last, at));
    }
  }

 private:
  template <bool kAlike>
  std::size_t placeAs(PortId output, std::uint32_t at) const {
    return kAlike ? std::size_t{output} * each_ + at : std::size_t{at} * ports_ + output;
  }
  std::size_t place(PortId output, std::uint32_t at) const {
    return alike_ != 0 ? placeAs<true>(output, at) : placeAs<false>(output, at);
  }
  bool hasLeft(PortId output, std::uint32_t at, CycleStamp now) const {
    return ahead(run(output, at).last, now) < 0;
  }
  void touchRuns(std::size_t first, std::size_t last) const {
    hopscope::touch(runs_.get(), first, last);
  }
  void reverse(PortId output, std::uint32_t first, std::uint32_t end) {
    for (; first < end; ++first, --end) {
      std::swap(run(output, first), run(output, end));
      std::swap(lengths_[place(output, first)], lengths_[place(output, end)]);
    }
  }
  /// The ring is too short: has it begin with the run in `at`, so that it ends with its latest.
  void rotate(PortId output, std::uint32_t at, std::uint32_t end) {
    reverse(output, 0, at - 1);
    reverse(output, at, end);
    reverse(output, 0, end);
  }

  PortId ports_ = 0;
  std::uint32_t each_ = 1, alike_ = 0;
  std::unique_ptr<DepartureRun[]> runs_;
  std::unique_ptr<std::uint32_t[]> lengths_;  ///< of the packets of each
  std::vector<std::uint32_t> ends_;           ///< the last place of each ring
};

}  // namespace hopscope

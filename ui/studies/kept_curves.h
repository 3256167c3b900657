// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/study/curve.h"
#include "projects/run_list.h"

namespace hopscope {

/// The seeds of each point of a curve: `first` and those that follow it.
struct CurveSeeds {
  std::int64_t first = 1, count = 1;
  bool operator==(const CurveSeeds&) const = default;
};
CurveSeeds curveSeedsOf(const Design& design);

/// A curve, and what repeats it beside its design and loads.
struct KeptCurve {
  std::vector<CurvePoint> points;
  std::optional<CurveSeeds> seeds;  ///< absent where points have other seeds than others
};

/// Do these differ in nothing but name, places on the canvas, load and seeds, so that runs of both
/// are points of one latency curve?
bool onOneCurve(const Design& a, const Design& b);

/// The kept curve of a design that tells most: of most points, for one may have been stopped early;
/// the newest of those. Null where none was measured.
const StoredCurve* measuredCurve(const Design& design, const std::vector<StoredCurve>& curves);

/// The latency curve that a kept run belongs to: the measured one of its design, or else what
/// the kept runs of that design at other loads (of very many the newest) make together, the run
/// itself included.
KeptCurve keptCurve(const StoredRun& run, const std::vector<StoredCurve>& curves,
                    const RunList& runs);

}  // namespace hopscope

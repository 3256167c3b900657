// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "engine/study/curve.h"
#include "projects/run_list.h"

namespace hopscope {

/// Do these differ in nothing but name, places on the canvas, load and seeds, so that runs of both
/// are points of one latency curve?
bool onOneCurve(const Design& a, const Design& b);

/// The kept curve of a design that tells most: of most points, for one may have been stopped early;
/// the newest of those. Null where none was measured.
const StoredCurve* measuredCurve(const Design& design, const std::vector<StoredCurve>& curves);

/// The latency curve that a kept run belongs to: the measured one of its design, or else what
/// the kept runs of that design at other loads (of very many the newest) make together, the run
/// itself included.
std::vector<CurvePoint> keptCurve(const StoredRun& run, const std::vector<StoredCurve>& curves,
                                  const RunList& runs);

}  // namespace hopscope

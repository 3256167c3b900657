// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace hopscope {

/// Evenly spaced loads, both ends included; the values that a new latency curve has unless its
/// saturation bound says better.
struct LoadRange {
  double from = 0.05, to = 0.95, step = 0.05;
};

/// About ten round loads up to a little above a saturation bound, so that the curve shows where it
/// rises and ends. `bound` 0: not known.
LoadRange loadsUpTo(double bound);

}  // namespace hopscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/simulation/results.h"

namespace hopscope {

/// How evenly the routers' terminals are served: Jain's index, (sum x)² / (n · sum x²), 1 where all
/// accepted loads are equal and 1 / n where one router has it all (Jain, Chiu & Hawe 1984), with
/// the smallest and largest load, and their mean. NaN without terminals; the index also where
/// nothing is accepted.
struct Fairness {
  double jain = 0, minimum = 0, maximum = 0, mean = 0;
  RouterId least = kNone, most = kNone;
};

Fairness fairnessOf(const Results& results);

}  // namespace hopscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/simulation/fairness.h"

#include <cmath>

#include "engine/core/not_a_number.h"

namespace hopscope {

Fairness fairnessOf(const Results& results) {
  Fairness fairness{kNan, kNan, kNan, kNan, kNone, kNone};
  double sum = 0, squares = 0, routers = 0;
  for (RouterId r = 0; r < results.routers.size(); ++r) {
    const double load = results.routers[r].acceptedLoad;
    if (!std::isfinite(load)) continue;
    sum += load;
    squares += load * load;
    ++routers;
    if (fairness.least == kNone || load < fairness.minimum) {
      fairness.minimum = load;
      fairness.least = r;
    }
    if (fairness.most == kNone || load > fairness.maximum) {
      fairness.maximum = load;
      fairness.most = r;
    }
  }
  if (routers > 0) fairness.mean = sum / routers;
  if (squares > 0) fairness.jain = sum * sum / (routers * squares);
  return fairness;
}

}  // namespace hopscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/routing/weighted_step.h"

namespace hopscope::routings {

Parameter derouteThreshold() {
  Parameter parameter;
  parameter.name = "threshold";
  parameter.label = "Threshold T";
  parameter.type = ParameterType::real;
  parameter.fallback = std::int64_t{0};
  parameter.minimum = -1e6;
  parameter.maximum = 1e6;
  parameter.unit = "flits";
  parameter.help =
      "Minimal where queue times hops is at most that of any other path plus T. Flits count until "
      "their credit is back, so some do in an idle network.";
  return parameter;
}

}  // namespace hopscope::routings

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <rapidcheck.h>

#include <string>

#include "engine/design/design.h"

namespace hopscope::test {

/// Uniform in [low, high). RapidCheck's own inRange begins with the lowest values only, so that a
/// loop over it might never end.
template <typename T>
T anyOf(T low, T high) {
  return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange(low, high));
}

/// A random design as a user could have made it: any family or a drawing, any of its settings with
/// values in their ranges, overrides, places. Not necessarily one that can run.
/// Call inside rc::check.
Design randomDesign();

}  // namespace hopscope::test

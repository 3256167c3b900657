// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/switching/switching.h"

#include <algorithm>

namespace hopscope {
namespace {

/// Whether a network with a workload rests is looked at so often.
constexpr Cycle kGlanceEvery = 64;

}  // namespace

void Switching::advance(Cycle until) {
  if (!hasWorkload()) {
    run(until);
    return;
  }
  while (now() < until) {
    const Cycle wakes = std::min(until, restsUntil());
    if (wakes > now())
      rest(wakes);
    else
      run(std::min(until, (now() / kGlanceEvery + 1) * kGlanceEvery));
  }
}

Cycle Switching::restsUntil() const {
  return idle() && !underWay() ? nextOffer() : now();
}

}  // namespace hopscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/simulation/run_workload.h"

#include <algorithm>

namespace hopscope {
namespace {

constexpr Cycle kLookEvery = 64;

}  // namespace

Cycle nextLook(const Switching& network) {
  const Cycle wakes = network.restsUntil();
  return wakes == kNoCycle ? kNoCycle : (wakes / kLookEvery + 1) * kLookEvery;
}

void runToEnd(Switching& network, const Workload& workload, Cycle most) {
  while (network.now() < most && !(workload.finished() && network.idle())) {
    const Cycle look = nextLook(network);
    if (look == kNoCycle) return;
    network.advance(std::min(most, look));
  }
}

}  // namespace hopscope

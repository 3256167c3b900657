// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/design/design.h"

namespace hopscope::test {

/// A small, fast network: 16 terminals on one input-queued switch without speed-up, which head-of-
/// line blocking holds to about 0.6 (Karol et al. 1987: 0.586 for many ports).
inline Design crossbarDesign() {
  Design design;
  design.settings = {{"topology.kind", std::string("crossbar")},
                     {"topology.terminals", std::int64_t{16}},
                     {"switch.speedup", std::int64_t{1}},
                     {"switch.buffers.output", std::int64_t{0}},
                     {"traffic.load", 0.3},
                     {"run.warmup", std::int64_t{2000}},
                     {"run.measure", std::int64_t{10'000}},
                     {"run.seed", std::int64_t{7}}};
  return design;
}

}  // namespace hopscope::test

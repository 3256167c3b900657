// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "engine/design/design.h"

namespace hopscope::test {

/// A Dragonfly of 72 terminals whose minimal paths are too few for its traffic.
inline Design adversarialDragonfly() {
  Design design;
  design.name = "Dragonfly";
  design.settings = {{"topology.kind", std::string("dragonfly")},
                     {"topology.h", std::int64_t{2}},
                     {"routing.algorithm", std::string("minimal")},
                     {"traffic.pattern", std::string("adversarial")},
                     {"traffic.load", 0.3},
                     {"run.warmup", std::int64_t{2000}},
                     {"run.measure", std::int64_t{4000}}};
  return design;
}

}  // namespace hopscope::test

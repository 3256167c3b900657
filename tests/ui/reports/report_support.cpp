// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/reports/report_support.h"

#include "engine/design/compile.h"
#include "engine/simulation/simulation.h"
#include "projects/stored_run.h"

namespace hopscope::test {

Design smallDragonfly(double load) {
  Design design;
  design.name = "Dragonfly <h = 2>, report";
  design.settings = {{"topology.kind", std::string("dragonfly")},
                     {"topology.p", std::int64_t{2}},
                     {"topology.a", std::int64_t{4}},
                     {"topology.h", std::int64_t{2}},
                     {"traffic.load", load},
                     {"run.warmup", std::int64_t{1500}},
                     {"run.measure", std::int64_t{3000}},
                     {"run.seed", std::int64_t{7}}};
  return design;
}

StoredRun keptRun(RowId id, const Design& design) {
  const Compiled compiled = compile(design);
  Simulation simulation(*compiled.setup);
  while (!simulation.done()) simulation.advance(1000);
  StoredRun run = makeRun(design, simulation.results(), 1);
  run.id = id;
  run.started = "2026-11-21T21:05:00Z";
  return run;
}

}  // namespace hopscope::test

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/simulate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/cli/console.h"
#include "app/cli/interrupt.h"
#include "engine/design/compile.h"
#include "engine/simulation/simulation.h"
#include "engine/study/batch.h"

namespace hopscope::cli {

std::optional<FinishedRun> simulate(const Design& design, bool quiet) {
  Compiled compiled = compile(design);
  if (!compiled.setup) {
    sayIssues(compiled.issues);
    return {};
  }
  FinishedRun run{compiled.setup->topology, {}};
  Simulation simulation(std::move(*compiled.setup));
  const Interrupt interrupt;
  {
    ProgressBar bar("cycles", quiet);
    const auto planned = static_cast<double>(std::max<Cycle>(simulation.planned(), 1));
    runInSlices(simulation, [&] {
      const auto now = static_cast<double>(simulation.now());
      bar.update(std::min(now / planned, 0.99), now);
      return !interrupt.requested();
    });
  }
  run.results = simulation.results();
  if (!run.results.complete)
    say(fmt::format("Stopped at cycle {} of {}; what was simulated so far is kept.",
                    simulation.now(), simulation.planned()));
  return run;
}

std::string summary(const Results& results) {
  std::string text = fmt::format("offered {:.3f}, accepted {:.3f} flits per terminal and cycle",
                                 results.offeredLoad, results.acceptedLoad);
  if (std::isfinite(results.latency.mean))
    text += fmt::format("; latency {:.1f}", results.latency.mean);
  if (std::isfinite(results.latency.ci95)) text += fmt::format(" ± {:.1f}", results.latency.ci95);
  if (std::isfinite(results.latency.mean))
    text += fmt::format(" cycles, 99th percentile {:.0f}", results.latency.p99);
  switch (results.verdict) {
    case Verdict::stable:
      return text + "; stable";
    case Verdict::saturated:
      return text + "; saturated: queues grow without end";
    case Verdict::deadlocked:
      break;
  }
  return text + fmt::format("; deadlocked at cycle {}", results.cycles);
}

}  // namespace hopscope::cli

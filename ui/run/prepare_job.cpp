// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/prepare_job.h"

#include <exception>

#include "engine/core/thread_team.h"
#include "engine/design/compile.h"
#include "engine/study/replications.h"

namespace hopscope {

namespace {

/// How much the recorded past of a live run may take.
constexpr std::size_t kRecordBytes = std::size_t{64} << 20U;
/// Stretches of ranks, and messages, that are kept: up to 240 MB of each, as they come.
constexpr std::size_t kTimelineItems = 12'000'000;

}  // namespace

Execution watchedExecution() {
  Execution execution;
  execution.threads = coresHere();
  execution.recordBytes = kRecordBytes;
  execution.timelineItems = kTimelineItems;
  return execution;
}

void PrepareJob::work() {
  const std::stop_token asked = stop.get_token();
  Compiled compiled = compile(design, asked);
  issues = std::move(compiled.issues);
  if (!compiled.setup || hasErrors(issues) || asked.stop_requested()) return;
  stage = PrepareStage::building;
  otherDesigns = replicationsOf(design);
  otherDesigns.erase(otherDesigns.begin());
  Setup& setup = *compiled.setup;
  topology = setup.topology;
  phases = setup.phases;
  routing = setup.routing;
  madeFor = MadeFor::of(setup);
  setup.execution = watchedExecution();
  try {
    runner = std::make_unique<SimulationRunner>(std::move(setup));
  } catch (const std::exception&) {
    fits = false;
    issues.push_back({Severity::error, "topology",
                      sentence("This network does not fit into the memory of this machine."),
                      sentence("Choose smaller buffers or a smaller network.")});
  }
  if (asked.stop_requested()) runner.reset();
}

}  // namespace hopscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/applications.h"

#include "engine/simulation/make_network.h"
#include "engine/simulation/run_workload.h"
#include "engine/simulation/zero_load_times.h"
#include "engine/workload/application_workload.h"
#include "engine/workload/listed_program.h"

namespace hopscope::test {

std::shared_ptr<ApplicationPlan> planFor(const Setup& setup, std::vector<Operations> ranks) {
  auto plan = std::make_shared<ApplicationPlan>();
  Job job;
  job.name = "test";
  for (std::uint32_t r = 0; r < ranks.size(); ++r) job.places.push_back(r);
  job.program = std::make_shared<ListedProgram>(std::move(ranks));
  plan->jobs.push_back(std::move(job));
  plan->packets = {setup.packetFlits, setup.flitBytes, 0};
  plan->headTimes = zeroLoadTimes(setup);
  return plan;
}

Played play(Setup setup, const std::shared_ptr<const ApplicationPlan>& plan) {
  setup.applications = plan;
  const auto workload = std::make_shared<ApplicationWorkload>(plan);
  const auto network = makeNetwork(setup, workload);
  runToEnd(*network, *workload, Cycle{1} << 40);
  DeliveryTally tally(setup.topology->terminalCount());
  network->tally(tally);
  return {workload->outcomes().front(), workload->matrix(), tally.flits, network->now(),
          workload->stalled()};
}

}  // namespace hopscope::test

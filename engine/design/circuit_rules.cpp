// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/design/circuit_rules.h"

#include <algorithm>

#include "engine/design/application_sections.h"

namespace hopscope {

void refuseBesideCircuits(const Setup& setup, const SettingsReader& read) {
  if (std::any_of(setup.lookups.begin(), setup.lookups.end(),
                  [](const LookupSettings& each) { return each.kind != LookupKind::algorithm; }))
    read.refuse("forwarding.lookup",
                sentence("Where circuits have time slots, packets are not looked up in tables."),
                sentence("Leave the lookup to the algorithm."));
  if (setup.reroutes)
    read.refuse("phases",
                sentence("Where circuits have time slots, neither routes nor parts change during a "
                         "run."),
                sentence("Let phases change the traffic only."));
}

Issues unheardCommands(const ApplicationPlan& plan, const std::string& model) {
  Issues issues;
  for (std::size_t job = 0; job < plan.jobs.size(); ++job)
    if (plan.jobs[job].program->tellsOfCircuits())
      issues.push_back(
          {Severity::warning, applicationPath(job, "text"),
           sentence("The commands \"flush\", \"predict\" and \"preload\" are of circuits that "
                    "programs may change; switches of the model {} pass over them.",
                    model),
           sentence("Choose the model \"hybrid\", or leave them out.")});
  return issues;
}

}  // namespace hopscope

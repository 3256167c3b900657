// SPDX-License-Identifier: GPL-3.0-or-later
#include <CLI/CLI.hpp>
#include <memory>

#include "app/cli/command.h"
#include "app/cli/console.h"
#include "app/cli/design_input.h"
#include "app/cli/interrupt.h"
#include "engine/design/compile.h"
#include "engine/simulation/circuit_plan.h"

namespace hopscope::cli {

namespace {

int showCircuits(const DesignInput& input, bool json) {
  const auto design = readDesign(input);
  if (!design) return kWrongInput;
  const Interrupt interrupt;
  const Compiled compiled = compile(*design, interrupt.token());
  if (!compiled.setup) {
    if (saidStopped(interrupt)) return kFailed;
    sayIssues(compiled.issues);
    return kWrongInput;
  }
  const auto planned = planCircuits(*compiled.setup, interrupt.token());
  if (const auto* issues = std::get_if<Issues>(&planned)) {
    if (saidStopped(interrupt)) return kFailed;
    sayIssues(*issues);
    return kWrongInput;
  }
  const auto& plan = std::get<CircuitPlan>(planned);
  const Topology& topology = *compiled.setup->topology;
  return writeOutput("-", json ? writeCircuits(topology, plan) : describe(topology, plan))
             ? kFine
             : kFailed;
}

}  // namespace

void addCircuits(CLI::App& app, Action& chosen) {
  CLI::App* command = app.add_subcommand(
      "circuits", "Slots in which all pairs of a design's traffic have circuits, and how few do");
  const auto input = std::make_shared<DesignInput>();
  const auto json = std::make_shared<bool>(false);
  input->addTo(*command, true);
  command->add_flag("--json", *json, "Write JSON");
  command->callback(
      [&chosen, input, json] { chosen = [input, json] { return showCircuits(*input, *json); }; });
}

}  // namespace hopscope::cli

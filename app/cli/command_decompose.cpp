// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "app/cli/command.h"
#include "app/cli/console.h"
#include "engine/models/model.h"
#include "engine/scheduling/circuit_schedule.h"

namespace hopscope::cli {

namespace {

struct DecomposeOptions {
  std::string file, scheduler = "birkhoff_von_neumann";
  std::vector<std::string> settings;
  bool json = false;
};

int unknownScheduler(const std::string& name) {
  std::vector<std::string> names;
  for (const CircuitSchedulerEntry& each : circuitSchedulers()) names.push_back(each.name);
  const std::string nearest = nearestName(name, names);
  say(fmt::format("There is no scheduler \"{}\". {}", name,
                  nearest.empty() ? fmt::format("Known: {}.", fmt::join(names, ", "))
                                  : fmt::format("Did you mean \"{}\"?", nearest)));
  return kWrongInput;
}

int refuse(const Issues& issues) {
  sayIssues(issues);
  return kWrongInput;
}

int decompose(const DecomposeOptions& options) {
  const CircuitSchedulerEntry* scheduler = circuitSchedulers().find(options.scheduler);
  if (scheduler == nullptr) return unknownScheduler(options.scheduler);
  std::vector<TypedValue> typed;
  for (const std::string& text : options.settings) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0) {
      say(fmt::format("\"{}\" is no setting. Write name=value, such as reconfiguration=20.", text));
      return kWrongInput;
    }
    typed.emplace_back(text.substr(0, equals), text.substr(equals + 1));
  }
  Issues issues;
  const Values values = readTyped(scheduler->parameters, typed, "", issues);
  if (hasErrors(issues)) return refuse(issues);
  const auto text = readInput(options.file, issues, sentence("a table of a demand (CSV)"));
  if (!text) return refuse(issues);
  const auto read = readDemand(*text, options.file == "-" ? "standard input" : options.file);
  if (const auto* issue = std::get_if<Issue>(&read)) return refuse({*issue});
  const auto& demand = std::get<Demand>(read);
  if (scheduler->check) issues = scheduler->check(demand, values);
  if (hasErrors(issues)) return refuse(issues);
  const CircuitSchedule schedule = scheduler->schedule(demand, values);
  return writeOutput("-", options.json ? writeSchedule(*scheduler, values, demand, schedule)
                                       : describe(*scheduler, demand, schedule))
             ? kFine
             : kFailed;
}

}  // namespace

void addDecompose(CLI::App& app, Action& chosen) {
  CLI::App* command = app.add_subcommand(
      "decompose",
      "Configurations of a crossbar that carry a demand; \"describe schedulers\" tells "
      "how");
  const auto options = std::make_shared<DecomposeOptions>();
  command->add_option("file", options->file, "A square table: what each port has for each port")
      ->type_name("FILE")
      ->required();
  command->add_option("--scheduler", options->scheduler, "How the schedule is made")
      ->type_name("NAME");
  command->add_option("--set", options->settings, "Its settings: name=value …; others by default")
      ->type_name("NAME=VALUE");
  command->add_flag("--json", options->json, "Write JSON with every configuration");
  command->callback([&chosen, options] { chosen = [options] { return decompose(*options); }; });
}

}  // namespace hopscope::cli

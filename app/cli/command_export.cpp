// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "app/cli/command.h"
#include "app/cli/console.h"
#include "app/cli/design_input.h"
#include "engine/design/application_text.h"
#include "engine/design/compile.h"
#include "engine/design/design_placement.h"
#include "engine/design/network_exchange.h"
#include "engine/workload/application_plan.h"
#include "engine/workload/traces/trace_format.h"

namespace hopscope::cli {

namespace {

constexpr const char* kCommands = "commands";

struct ExportOptions {
  DesignInput input;
  std::string format;
  std::size_t application = 0;
  std::string out = "-";
};

/// The text of the design's own file of commands.
int exportCommands(const ExportOptions& options) {
  const auto design = readDesign(options.input);
  if (!design || !canWriteTo(options.out, options.input.file)) return kWrongInput;
  const auto text = applicationTextOf(*design, kCommands);
  if (!text) {
    say("The design has no application of commands. Add one with import FILE --onto DESIGN.");
    return kWrongInput;
  }
  return writeOutput(options.out, *text) ? kFine : kFailed;
}

/// What the ranks of an application do.
int exportTrace(const ExportOptions& options, const TraceFormat& format) {
  const auto design = readDesign(options.input);
  if (!design || !canWriteTo(options.out, options.input.file)) return kWrongInput;
  const Compiled compiled = compile(*design);
  if (!compiled.setup) {
    sayIssues(compiled.issues);
    return kWrongInput;
  }
  const auto plan = compiled.setup->applications;
  const std::size_t count = plan == nullptr ? 0 : plan->jobs.size();
  if (options.application >= count) {
    say(count == 0 ? "The design has no application. Add one with import FILE --onto DESIGN."
                   : fmt::format("There is no application {}: they go from 0 to {}.",
                                 options.application, count - 1));
    return kWrongInput;
  }
  const Job& job = plan->jobs[options.application];
  const WrittenTrace written =
      format.write({*job.program, plan->picosecondsPerCycle, job.cyclesPerOperation});
  sayIssues(written.issues);
  // Commands need no receives, traces do, and have other bounds: what could not be read again is
  // not written.
  Issues found = format.read(written.text).issues;
  for (Issue& issue : found) {
    if (issue.text.english().find(", which receives ") != std::string::npos)
      issue.remedy = sentence("Let the application receive each message that it sends.");
    issue.path =
        fmt::format("applications.{} as {}, {}", options.application, format.name, issue.path);
  }
  if (hasErrors(found)) {
    sayIssues(found);
    return kWrongInput;
  }
  return writeOutput(options.out, written.text) ? kFine : kFailed;
}

int exportToFile(const ExportOptions& options) {
  if (options.format == kCommands) return exportCommands(options);
  if (const TraceFormat* trace = traceFormats().find(options.format))
    return exportTrace(options, *trace);
  const NetworkFormatEntry* format =
      options.format.empty() ? networkFormatOfFile(options.out) : findNetworkFormat(options.format);
  if (format == nullptr) {
    say("The format of the output is not clear. Name it with --format graphml, dot, anynet, "
        "commands, tit or goal.");
    return kWrongInput;
  }
  const auto design = readDesign(options.input);
  if (!design || !canWriteTo(options.out, options.input.file)) return kWrongInput;
  Issues issues;
  const auto topology = buildTopology(*design, issues);
  if (!topology) {
    sayIssues(issues);
    return kWrongInput;
  }
  const auto placement = placementOf(*topology, design->layout);
  const WrittenNetwork written =
      writeNetwork(exportedNetwork(*design, *topology, placement), format->format);
  sayIssues(written.issues);
  if (hasErrors(written.issues)) return kWrongInput;
  return writeOutput(options.out, written.text) ? kFine : kFailed;
}

}  // namespace

void addExport(CLI::App& app, Action& chosen) {
  CLI::App* command = app.add_subcommand(
      "export",
      "Write a design's network as GraphML, DOT or BookSim anynet, or what its application does as "
      "commands, SimGrid's trace or GOAL");
  const auto options = std::make_shared<ExportOptions>();
  options->input.addTo(*command, false);
  std::vector<std::string> names;
  for (const NetworkFormatEntry& entry : networkFormats()) names.push_back(entry.name);
  names.emplace_back(kCommands);
  for (const TraceFormat& entry : traceFormats()) names.push_back(entry.name);
  command->add_option("--format", options->format, "By default what --out ends in")
      ->check(CLI::IsMember(names))
      ->type_name("NAME");
  command
      ->add_option("--application", options->application,
                   "Which one is written as a trace (tit, goal); 0 is the first")
      ->type_name("INT");
  command->add_option("--out", options->out, "File for the network; - is standard output")
      ->type_name("FILE");
  command->callback([&chosen, options] { chosen = [options] { return exportToFile(*options); }; });
}

}  // namespace hopscope::cli

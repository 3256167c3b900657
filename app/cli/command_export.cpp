// SPDX-License-Identifier: GPL-3.0-or-later
#include <CLI/CLI.hpp>
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

namespace hopscope::cli {

namespace {

constexpr const char* kCommands = "commands";

struct ExportOptions {
  DesignInput input;
  std::string format;
  std::string out = "-";
};

/// The text of the design's own file of commands.
int exportCommands(const ExportOptions& options) {
  const auto design = readDesign(options.input);
  if (!design || !canWriteTo(options.out, options.input.file)) return kWrongInput;
  const auto text = commandsOf(*design);
  if (!text) {
    say("The design has no application of commands. Add one with import FILE --onto DESIGN.");
    return kWrongInput;
  }
  return writeOutput(options.out, *text) ? kFine : kFailed;
}

int exportToFile(const ExportOptions& options) {
  if (options.format == kCommands) return exportCommands(options);
  const NetworkFormatEntry* format =
      options.format.empty() ? networkFormatOfFile(options.out) : findNetworkFormat(options.format);
  if (format == nullptr) {
    say("The format of the output is not clear. Name it with --format graphml, dot, anynet or "
        "commands.");
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
      "export", "Write a design's network as GraphML, DOT or BookSim anynet, or its commands");
  const auto options = std::make_shared<ExportOptions>();
  options->input.addTo(*command, false);
  std::vector<std::string> names;
  for (const NetworkFormatEntry& entry : networkFormats()) names.push_back(entry.name);
  names.emplace_back(kCommands);
  command->add_option("--format", options->format, "By default what --out ends in")
      ->check(CLI::IsMember(names))
      ->type_name("NAME");
  command->add_option("--out", options->out, "File for the network; - is standard output")
      ->type_name("FILE");
  command->callback([&chosen, options] { chosen = [options] { return exportToFile(*options); }; });
}

}  // namespace hopscope::cli

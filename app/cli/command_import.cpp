// SPDX-License-Identifier: GPL-3.0-or-later
#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "app/cli/command.h"
#include "app/cli/console.h"
#include "engine/design/application_text.h"
#include "engine/design/compile.h"
#include "engine/design/design_json.h"
#include "engine/design/network_exchange.h"

namespace hopscope::cli {

namespace {

struct ImportOptions {
  std::string file, format;
  std::string onto;  ///< a design that commands are added to
  std::string out = "-";
};

/// The format asked for, else what the text looks like, else what the file's name ends in.
const NetworkFormatEntry* formatOf(const ImportOptions& options, const std::string& text) {
  if (!options.format.empty()) return findNetworkFormat(options.format);
  if (const NetworkFormatEntry* format = guessNetworkFormat(text)) return format;
  return networkFormatOfFile(options.file);
}

/// What "check" has against a design. That its routing, up*/down*, cannot deadlock needs no proof.
Issues problemsOf(const std::string& design) {
  ParsedDesign parsed = parseDesign(design);
  return hasErrors(parsed.issues) ? parsed.issues : compile(parsed.design).issues;
}

/// The design with the commands of the file as one more application.
int importCommands(const ImportOptions& options) {
  Issues issues;
  const auto text = readInput(options.file, issues);
  const auto document = readInput(options.onto, issues);
  if (!text || !document) {
    sayIssues(issues);
    return kWrongInput;
  }
  ParsedDesign parsed = parseDesign(*document);
  for (Issue& issue : parsed.issues)
    issue.path = options.onto + (issue.path.empty() ? "" : ", " + issue.path);
  issues = std::move(parsed.issues);
  if (!hasErrors(issues)) issues = addCommands(parsed.design, *text);
  if (!hasErrors(issues)) issues = compile(parsed.design).issues;
  sayIssues(issues);
  if (hasErrors(issues) || !canWriteTo(options.out, options.file)) return kWrongInput;
  return writeOutput(options.out, writeDesign(parsed.design)) ? kFine : kFailed;
}

int importNetwork(const ImportOptions& options) {
  if (!options.onto.empty()) return importCommands(options);
  Issues issues;
  const auto text = readInput(options.file, issues);
  const std::string shown = options.file == "-" ? "standard input" : options.file;
  const NetworkFormatEntry* format = text ? formatOf(options, *text) : nullptr;
  if (text && format == nullptr)
    issues.push_back({Severity::error, shown,
                      sentence("This is neither GraphML nor DOT nor a network file of BookSim."),
                      sentence("Name its format with --format.")});
  if (hasErrors(issues) || format == nullptr) {
    sayIssues(issues);
    return kWrongInput;
  }
  ReadNetwork read = readNetwork(*text, format->format);
  for (Issue& issue : read.issues)
    issue.path = shown + (issue.path.empty() ? "" : ", " + issue.path);
  if (hasErrors(read.issues)) {
    sayIssues(read.issues);
    return kWrongInput;
  }
  if (read.network.name.empty() && options.file != "-")
    read.network.name = std::filesystem::path(options.file).stem().string();
  const std::string design = writeDesign(importedDesign(read.network, read.issues));
  sayIssues(read.issues);
  issues = problemsOf(design);
  for (Issue& issue : issues)
    issue.path = shown + (issue.path.empty() ? "" : ", as a design, " + issue.path);
  sayIssues(issues);
  if (hasErrors(issues) || !canWriteTo(options.out, options.file)) return kWrongInput;
  return writeOutput(options.out, design) ? kFine : kFailed;
}

}  // namespace

void addImport(CLI::App& app, Action& chosen) {
  CLI::App* command = app.add_subcommand(
      "import",
      "Turn a GraphML, DOT or BookSim anynet file into a design (JSON), or add a file of commands "
      "to one");
  command->footer("A network that \"check\" would refuse is refused, and nothing is written.");
  const auto options = std::make_shared<ImportOptions>();
  command
      ->add_option("file", options->file, "File of a network, or of commands; - is standard input")
      ->required()
      ->type_name("FILE");
  std::vector<std::string> names;
  for (const NetworkFormatEntry& entry : networkFormats()) names.push_back(entry.name);
  command->add_option("--format", options->format, "Its format; found out where absent")
      ->check(CLI::IsMember(names))
      ->type_name("NAME");
  command
      ->add_option("--onto", options->onto,
                   "A design that the file's commands are added to, as an application")
      ->type_name("FILE");
  command->add_option("--out", options->out, "File for the design; - is standard output")
      ->type_name("FILE");
  command->callback([&chosen, options] { chosen = [options] { return importNetwork(*options); }; });
}

}  // namespace hopscope::cli

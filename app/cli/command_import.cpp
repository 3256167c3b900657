// SPDX-License-Identifier: GPL-3.0-or-later
#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "app/cli/command.h"
#include "app/cli/console.h"
#include "app/cli/design_input.h"
#include "engine/core/quoted_text.h"
#include "engine/design/application_text.h"
#include "engine/design/compile.h"
#include "engine/design/design_json.h"
#include "engine/design/network_exchange.h"
#include "engine/workload/command_file.h"
#include "engine/workload/traces/trace_files.h"

namespace hopscope::cli {

namespace {

std::optional<std::string> readImported(const std::string& file, Issues& issues) {
  return readInput(file, issues, sentence("a file to import"));
}

struct ImportOptions {
  std::vector<std::string> files;  ///< more than one only of a trace
  std::string format;
  std::string onto;  ///< a design that commands or a trace are added to
  bool application = false;
  std::string out = "-";

  const std::string& file() const { return files.front(); }
};

/// The format asked for, else what the text looks like, else what the file's name ends in.
const NetworkFormatEntry* formatOf(const ImportOptions& options, const std::string& text) {
  if (!options.format.empty()) return findNetworkFormat(options.format);
  if (const NetworkFormatEntry* format = guessNetworkFormat(text)) return format;
  return networkFormatOfFile(options.file());
}

/// What "check" has against a design. That its routing, up*/down*, cannot deadlock needs no proof.
Issues problemsOf(const std::string& design) {
  ParsedDesign parsed = parseDesign(design);
  return hasErrors(parsed.issues) ? parsed.issues : compile(parsed.design).issues;
}

/// Also what is only a note: what the format left open is news only now.
void sayAll(Issues issues) {
  for (Issue& issue : issues) issue.severity = std::max(issue.severity, Severity::warning);
  sayIssues(issues);
}

/// Adds what the files say to the design: commands, or a trace.
Issues addWhatFilesSay(Design& design, const ImportOptions& options) {
  Issues issues;
  auto text = readImported(options.file(), issues);
  if (!text) return issues;
  if (options.files.size() == 1 && options.format.empty() && looksLikeCommands(*text))
    return ofFile(options.file(), addCommands(design, *text, folderOf(options.file())));
  const auto input =
      readTrace(options.files, options.format, readImported, issues, std::move(text));
  sayAll(issues);
  if (!input) return {{Severity::error, options.onto, sentence("Nothing was added to it."), {}}};
  return addTrace(design, *input->format, input->trace, input->text);
}

/// The design with what the files say as one more application.
int importOnto(const ImportOptions& options) {
  Issues issues;
  const auto document = readInput(options.onto, issues, sentence("a design document (JSON)"));
  if (!document) {
    sayIssues(issues);
    return kWrongInput;
  }
  ParsedDesign parsed = parseDesign(*document);
  for (Issue& issue : parsed.issues)
    issue.path = options.onto + (issue.path.empty() ? "" : ", " + issue.path);
  issues = std::move(parsed.issues);
  if (!hasErrors(issues)) issues = addWhatFilesSay(parsed.design, options);
  if (!hasErrors(issues))
    issues = ofCommands(options.file(), parsed.design, compile(parsed.design).issues);
  sayIssues(issues);
  if (hasErrors(issues) || !canWriteTo(options.out, options.file(), "the file to import"))
    return kWrongInput;
  return writeOutput(options.out, writeDesign(parsed.design)) ? kFine : kFailed;
}

/// A trace as an item of a design's applications.
int importApplication(const ImportOptions& options) {
  Issues issues;
  auto text = readImported(options.file(), issues);
  if (text && options.format.empty() && looksLikeCommands(*text)) {
    sayIssues(
        {{Severity::error, options.file(), sentence("This is a file of commands, and no trace."),
          sentence("It runs as it is, with run DESIGN --commands FILE; --onto DESIGN adds it "
                   "to a design.")}});
    return kWrongInput;
  }
  auto input = text
                   ? readTrace(options.files, options.format, readImported, issues, std::move(text))
                   : std::nullopt;
  sayAll(issues);
  if (!input || !canWriteTo(options.out, options.file(), "the file to import")) return kWrongInput;
  const nlohmann::ordered_json item{{"kind", input->format->name},
                                    {"ranks", input->trace.ranks.size()}};
  input->trace = {};
  std::string document = item.dump(2);
  document.resize(document.size() - std::string_view("\n}").size());
  document += ",\n  \"text\": ";
  appendQuoted(document, input->text);
  document += "\n}\n";
  return writeOutput(options.out, document) ? kFine : kFailed;
}

int importNetwork(const ImportOptions& options) {
  Issues issues;
  const auto text = readImported(options.file(), issues);
  const std::string shown = options.file() == "-" ? "standard input" : options.file();
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
  if (read.network.name.empty() && options.file() != "-")
    read.network.name = std::filesystem::path(options.file()).stem().string();
  const std::string design = writeDesign(importedDesign(read.network, read.issues));
  sayIssues(read.issues);
  issues = problemsOf(design);
  for (Issue& issue : issues)
    issue.path = shown + (issue.path.empty() ? "" : ", as a design, " + issue.path);
  sayIssues(issues);
  if (hasErrors(issues) || !canWriteTo(options.out, options.file(), "the file to import"))
    return kWrongInput;
  return writeOutput(options.out, design) ? kFine : kFailed;
}

int import(const ImportOptions& options) {
  if (options.application) return importApplication(options);
  if (!options.onto.empty()) return importOnto(options);
  const bool ofTraces = traceFormats().find(options.format) != nullptr;
  if (options.files.size() == 1 && !ofTraces) return importNetwork(options);
  say(ofTraces
          ? "Say with --onto DESIGN which design gets the trace, or with --application that it "
            "shall stand alone."
          : "Only traces come in several files: give --onto DESIGN or --application.");
  return kWrongInput;
}

}  // namespace

void addImport(CLI::App& app, Action& chosen) {
  CLI::App* command = app.add_subcommand(
      "import",
      "Turn a GraphML, DOT or BookSim anynet file into a design (JSON), or add a file of commands "
      "or a trace to one");
  command->footer("A network that \"check\" would refuse is refused, and nothing is written.");
  const auto options = std::make_shared<ImportOptions>();
  command
      ->add_option("file", options->files,
                   "File of a network, of commands or of a trace, which may have several; - is "
                   "standard input")
      ->required()
      ->type_name("FILE");
  std::vector<std::string> names;
  for (const NetworkFormatEntry& entry : networkFormats()) names.push_back(entry.name);
  for (const TraceFormat& entry : traceFormats()) names.push_back(entry.name);
  command->add_option("--format", options->format, "Its format; found out where absent")
      ->check(CLI::IsMember(names))
      ->type_name("NAME");
  command
      ->add_option("--onto", options->onto,
                   "A design that the commands or the trace are added to, as an application")
      ->type_name("FILE");
  command->add_flag("--application", options->application,
                    "The trace alone, for run --application FILE");
  command->add_option("--out", options->out, "File for the design; - is standard output")
      ->type_name("FILE");
  command->callback([&chosen, options] { chosen = [options] { return import(*options); }; });
}

}  // namespace hopscope::cli

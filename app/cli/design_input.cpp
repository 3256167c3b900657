// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/design_input.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <optional>
#include <system_error>
#include <variant>
#include <vector>

#include "app/cli/console.h"
#include "engine/core/text.h"
#include "engine/design/application_sections.h"
#include "engine/design/application_text.h"
#include "engine/design/compile.h"
#include "engine/design/design_json.h"
#include "engine/workload/application.h"
#include "engine/workload/mapping.h"

namespace hopscope::cli {

namespace {

void append(Issues& issues, Issues more) {
  issues.insert(issues.end(), std::make_move_iterator(more.begin()),
                std::make_move_iterator(more.end()));
}

constexpr const char* kStandardInput = "standard input";

SettingTexts textsOf(const std::vector<std::string>& settings, Issues& issues) {
  SettingTexts texts;
  for (const std::string& setting : settings) {
    const std::size_t equals = setting.find('=');
    if (equals == std::string::npos || equals == 0)
      issues.push_back({Severity::error, "--set " + setting,
                        sentence("There is no setting and \"=\" in it."),
                        sentence("Write it as --set traffic.load=0.3.")});
    else
      texts.emplace_back(setting.substr(0, equals), setting.substr(equals + 1));
  }
  return texts;
}

/// What is no mapping's name is a file that lists places.
bool isMappingFile(const DesignInput& input) {
  return !input.mapping.empty() && mappings().find(input.mapping) == nullptr;
}

/// What is no application's name may be a file with one, whatever its own name ends in.
bool isApplicationFile(const std::string& text) {
  if (text.ends_with(".json")) return true;
  std::error_code none;
  return applications().find(text) == nullptr && std::filesystem::is_regular_file(text, none);
}

Issue noMapping(const std::string& name) {
  std::vector<std::string> names;
  for (const MappingEntry& each : mappings()) names.push_back(each.name);
  const std::string near = nearestName(name, names);
  return {Severity::error, "--mapping " + name,
          sentence("There is no mapping and no file of this name."),
          near.empty() ? sentence("Name a file with the terminal of each rank, or one of {}.",
                                  fmt::join(names, ", "))
                       : sentence("Did you mean \"{}\"?", near)};
}

/// As the file and all of the command line say, unchecked.
Design readChanged(const DesignInput& input, std::vector<RefusedSetting>& refused, Issues& issues) {
  const auto text = readInput(input.file, issues, sentence("a design document (JSON)"));
  if (!text) return {};
  ParsedDesign parsed = parseDesign(*text);
  append(issues, ofFile(input.file, std::move(parsed.issues)));
  if (hasErrors(issues)) return {};
  std::string mapping = input.mapping;
  std::optional<std::vector<std::int64_t>> places;
  std::error_code none;
  if (isMappingFile(input) && !std::filesystem::exists(mapping, none)) {
    issues.push_back(noMapping(mapping));
    return std::move(parsed.design);
  }
  if (isMappingFile(input)) {
    const auto list = readInput(mapping, issues, sentence("a list of terminals"));
    if (!list) return {};
    auto read = readPlaces(*list);
    if (auto* wrong = std::get_if<Issues>(&read)) {
      append(issues, ofFile(mapping, std::move(*wrong)));
      return std::move(parsed.design);
    }
    places = std::get<std::vector<std::int64_t>>(std::move(read));
    mapping = kListedMapping;
  }
  for (const std::string& application : input.applications) {
    const std::size_t index = applicationCount(parsed.design);
    if (!isApplicationFile(application)) {
      append(issues, addApplication(parsed.design, application, mapping));
      if (places) parsed.design.settings[applicationPath(index, "places")] = *places;
      continue;
    }
    const auto document =
        readInput(application, issues, sentence("a file of import --application"));
    if (!document) return {};
    Issues found = addApplicationDocument(parsed.design, *document, mapping);
    if (places) parsed.design.settings[applicationPath(index, "places")] = *places;
    for (Issue& issue : found) issue.path = application + ", " + issue.path;
    append(issues, std::move(found));
  }
  if (!input.mapping.empty() && input.applications.empty())
    issues.push_back({Severity::error, "--mapping",
                      sentence("It is of the applications that --application gives."),
                      sentence("Give one, or set applications.N.mapping of the design's own.")});
  if (!input.commands.empty()) {
    const auto commands = readInput(input.commands, issues, sentence("a file of commands"));
    if (!commands) return {};
    append(issues,
           ofFile(input.commands, addCommands(parsed.design, *commands, folderOf(input.commands))));
  }
  refused = setWhatCanBe(parsed.design, textsOf(input.settings, issues));
  if (input.seed) {
    Issues found = setFromText(parsed.design, "run.seed", *input.seed);
    for (Issue& issue : found) issue.path = "--seed, " + issue.path;
    append(issues, std::move(found));
  }
  return std::move(parsed.design);
}

Design readChecked(const DesignInput& input, Issues& issues, bool withPhases = true) {
  std::vector<RefusedSetting> refused;
  Design design = readChanged(input, refused, issues);
  for (RefusedSetting& each : refused) append(issues, std::move(each.issues));
  if (hasErrors(issues)) return design;
  Issues found = validate(design);
  if (!withPhases)
    for (Issue& issue : found)
      if (issue.path.starts_with("phases[")) issue.severity = Severity::warning;
  if (isMappingFile(input))
    for (Issue& issue : found)
      if (issue.path.ends_with(".places")) issue.path = input.mapping + ", " + issue.path;
  if (!input.commands.empty()) found = ofCommands(input.commands, design, std::move(found));
  append(issues, ofInput(input, std::move(found)));
  return design;
}

}  // namespace

bool runsProgramsAlone(const Design& design) {
  if (applicationCount(design) == 0) return false;
  const auto load = design.settings.find("traffic.load");
  return load == design.settings.end() || load->second == Value(0.0) ||
         load->second == Value(std::int64_t{0});
}

/// A place within a text says little where several files are about: the name goes before it.
Issues ofFile(const std::string& file, Issues issues) {
  const std::string shown = file == "-" ? kStandardInput : file;
  for (Issue& issue : issues) issue.path = shown + (issue.path.empty() ? "" : ", ") + issue.path;
  return issues;
}

Issues ofInput(const DesignInput& input, Issues issues) {
  // What the command line changed may be what is wrong.
  const bool asInFile =
      input.settings.empty() && input.applications.empty() && input.commands.empty() && !input.seed;
  return asInFile ? ofFile(input.file, std::move(issues)) : issues;
}

Issues ofCommands(const std::string& file, const Design& design, Issues issues) {
  const std::string text = applicationPath(applicationCount(design) - 1, "text");
  for (Issue& issue : issues)
    if (issue.path.starts_with(text))
      issue.path.replace(0, text.size(), file == "-" ? kStandardInput : file);
  return issues;
}

std::filesystem::path folderOf(const std::string& file) {
  return std::filesystem::path(file).parent_path();
}

void DesignInput::addTo(CLI::App& command, bool runs) {
  command.add_option("design", file, "Design document (JSON); - is standard input")
      ->required()
      ->type_name("FILE");
  if (!runs) return;
  command.add_option("--set", settings, "Change a setting, e.g. traffic.load=0.3; may be repeated")
      ->type_name("NAME=VALUE")
      ->expected(1)
      ->take_all()
      ->allow_extra_args(false);
  command
      .add_option("--application", applications,
                  "An application to run, e.g. \"ping_pong(ranks=2 bytes=8)\", or the file that "
                  "import --application wrote; may be repeated")
      ->type_name("NAME(SETTINGS)")
      ->expected(1)
      ->take_all()
      ->allow_extra_args(false);
  command
      .add_option("--commands", commands,
                  "A file of commands, one processing element a terminal, as an application")
      ->type_name("FILE");
  command
      .add_option("--mapping", mapping,
                  "Which terminals their ranks are at: a mapping, or a file with the terminal of "
                  "each rank")
      ->type_name("NAME|FILE");
  command.add_option("--seed", seed, "Seed that fixes every random choice (run.seed)")
      ->type_name("INT");
}

namespace {

std::optional<Design> sound(Design design, const Issues& issues) {
  sayIssues(issues);
  if (hasErrors(issues)) return {};
  return design;
}

}  // namespace

std::optional<Design> readDesign(const DesignInput& input) {
  Issues issues;
  Design design = readChecked(input, issues);
  return sound(std::move(design), issues);
}

std::optional<Design> readBase(const DesignInput& input, std::vector<RefusedSetting>& refused) {
  Issues issues;
  Design design = readChanged(input, refused, issues);
  return sound(std::move(design), issues);
}

std::optional<Design> readBeforePhases(const DesignInput& input) {
  Issues issues;
  Design design = readChecked(input, issues, false);
  return sound(std::move(design), issues);
}

}  // namespace hopscope::cli

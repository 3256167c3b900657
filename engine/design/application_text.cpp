// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/design/application_text.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "engine/core/text.h"
#include "engine/design/application_sections.h"
#include "engine/design/compile.h"
#include "engine/design/design_json.h"
#include "engine/design/json_values.h"
#include "engine/workload/applications/entries.h"
#include "engine/workload/command_file.h"
#include "engine/workload/preload_files.h"
#include "engine/workload/text_lines.h"

namespace hopscope {
namespace {

constexpr std::string_view kBlanks = " \t,";
constexpr auto kMostListed = static_cast<std::size_t>(application::kMostRanks);

std::string_view withoutBlanks(std::string_view text) {
  const std::size_t first = std::min(text.find_first_not_of(kBlanks), text.size());
  text.remove_prefix(first);
  const std::size_t last = text.find_last_not_of(kBlanks);
  return text.substr(0, last == std::string_view::npos ? 0 : last + 1);
}

/// Takes a setting from the front of `text`; blanks within brackets belong to it.
std::string_view takeSetting(std::string_view& text) {
  std::size_t at = 0;
  int depth = 0;
  for (; at < text.size(); ++at) {
    if (depth == 0 && kBlanks.find(text[at]) != std::string_view::npos) break;
    depth += text[at] == '[' ? 1 : text[at] == ']' ? -1 : 0;
  }
  const std::string_view setting = text.substr(0, at);
  text = withoutBlanks(text.substr(at));
  return setting;
}

}  // namespace

Issues addApplication(Design& design, std::string_view text, std::string_view mapping) {
  const auto wrong = [&](Sentence what) {
    return Issues{{Severity::error, "--application " + clipped(text), std::move(what),
                   sentence("Write it as \"ping_pong(ranks=2 bytes=8)\".")}};
  };
  const std::size_t index = applicationCount(design);
  if (index == kMostApplications)
    return wrong(sentence("{} applications are the most.", kMostApplications));
  text = withoutBlanks(text);
  const std::size_t bracket = text.find('(');
  Issues issues =
      setFromText(design, applicationPath(index), withoutBlanks(text.substr(0, bracket)));
  if (hasErrors(issues)) return issues;
  if (bracket != std::string_view::npos) {
    if (text.back() != ')') return wrong(sentence("The bracket is not closed."));
    std::string_view settings = withoutBlanks(text.substr(bracket + 1));
    settings = withoutBlanks(settings.substr(0, settings.size() - 1));
    while (!settings.empty()) {
      const std::string_view setting = takeSetting(settings);
      const std::size_t equals = setting.find('=');
      if (equals == std::string_view::npos)
        return wrong(sentence("There is no \"=\" in \"{}\".", clipped(setting)));
      Issues found =
          setFromText(design, applicationPath(index, std::string(setting.substr(0, equals))),
                      setting.substr(equals + 1));
      std::move(found.begin(), found.end(), std::back_inserter(issues));
    }
  }
  if (!mapping.empty()) {
    Issues found = setFromText(design, applicationPath(index, "mapping"), mapping);
    std::move(found.begin(), found.end(), std::back_inserter(issues));
  }
  return issues;
}

Issues addApplicationDocument(Design& design, const std::string& json, std::string_view mapping) {
  const Json item = Json::parse(json, nullptr, false);
  const auto kind = item.is_object() ? item.find("kind") : item.end();
  if (kind == item.end() || !kind->is_string())
    return {{Severity::error, "kind", sentence("This is no application."),
             sentence("It is an object with a \"kind\", as import --application writes it.")}};
  const std::size_t index = applicationCount(design);
  Issues issues = addApplication(design, kind->get<std::string>(), mapping);
  if (hasErrors(issues)) return issues;
  std::string path = applicationPath(index, "");
  path.pop_back();  // its dot
  std::vector<RawSetting> settings;
  flatten(item, path, settings);
  // Which other settings there are depends on the mapping.
  std::stable_partition(settings.begin(), settings.end(), [](const RawSetting& setting) {
    return isApplicationChoice(setting.first);
  });
  for (const auto& [place, value] : settings) {
    const bool decided = place == applicationPath(index) ||
                         (!mapping.empty() && place == applicationPath(index, "mapping"));
    if (decided) continue;
    const auto parameter = findParameter(design, place);
    if (!parameter) {
      refuse(issues, place, sentence("{} has no such setting.", kind->get<std::string>()));
      continue;
    }
    if (auto known = toValue(*value, *parameter, place, issues))
      design.settings[place] = std::move(*known);
  }
  return issues;
}

std::variant<std::vector<std::int64_t>, Issues> readPlaces(std::string_view text) {
  std::vector<std::int64_t> places;
  Issues issues;
  const auto refuse = [&issues](std::size_t line, Sentence what) {
    issues.push_back({Severity::error, "line " + std::to_string(line), std::move(what),
                      sentence("Write the terminal of each rank, rank 0 first: \"0 1 2 3\".")});
  };
  std::vector<std::string_view> words;
  for (std::size_t number = 1; !text.empty() && issues.size() < kMostLineIssues; ++number) {
    std::string line(takeLine(text));
    line.resize(std::min(line.find('#'), line.size()));
    std::replace(line.begin(), line.end(), ',', ' ');
    wordsIn(line, words);
    for (const std::string_view word : words) {
      const auto place = numberIn<std::uint32_t>(word);
      if (!place) {
        refuse(number, sentence("\"{}\" is no number of a terminal.", clipped(word)));
        break;
      }
      if (places.size() == kMostListed) {
        refuse(number, sentence("There are more than {} ranks.", kMostListed));
        return issues;
      }
      places.push_back(*place);
    }
  }
  if (places.empty() && issues.empty()) refuse(1, sentence("There is no terminal."));
  if (!issues.empty()) return issues;
  return places;
}

Issues addCommands(Design& design, std::string text, const std::filesystem::path& folder) {
  const std::size_t index = applicationCount(design);
  Issues issues = putPreloadsIn(text, folder);
  if (hasErrors(issues)) return issues;
  const auto topology = buildTopology(design, issues);
  if (!topology) return issues;
  // Said here, so that places are lines of the file; the design has none.
  Issues found = parseCommands(text, topology->terminalCount()).issues;
  if (hasErrors(found)) return found;
  issues = setFromText(design, applicationPath(index), "commands");
  if (hasErrors(issues)) return issues;
  design.settings[applicationPath(index, "ranks")] = std::int64_t{topology->terminalCount()};
  design.settings[applicationPath(index, "text")] = std::move(text);
  return issues;
}

Issues addTrace(Design& design, const TraceFormat& format, const ReadTrace& trace,
                const std::string& text) {
  const std::size_t index = applicationCount(design);
  Issues issues = setFromText(design, applicationPath(index), format.name);
  if (hasErrors(issues)) return issues;
  design.settings[applicationPath(index, "ranks")] = static_cast<std::int64_t>(trace.ranks.size());
  design.settings[applicationPath(index, "text")] = text;
  return issues;
}

std::optional<std::string> applicationTextOf(const Design& design, std::string_view kind) {
  for (std::size_t i = 0; i < applicationCount(design); ++i) {
    const auto own = design.settings.find(applicationPath(i));
    const auto text = design.settings.find(applicationPath(i, "text"));
    if (own != design.settings.end() && own->second == Value(std::string(kind)) &&
        text != design.settings.end())
      if (const auto* found = std::get_if<std::string>(&text->second)) return *found;
  }
  return std::nullopt;
}

}  // namespace hopscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <iterator>
#include <utility>
#include <variant>

#include "engine/design/application_sections.h"
#include "engine/design/design_json.h"
#include "engine/design/sections.h"
#include "engine/design/setting_issues.h"

namespace hopscope {
namespace {

/// Removes the settings that belonged to another choice: `before` knows them, `after` doesn't.
void dropForeign(Values& settings, const std::vector<Section>& before,
                 const std::vector<Section>& after) {
  for (auto it = settings.begin(); it != settings.end();) {
    const bool gone = find(before, it->first) != nullptr && find(after, it->first) == nullptr;
    it = gone ? settings.erase(it) : std::next(it);
  }
}

/// Whether it decides which other settings there are; the kind of a network does before all others.
bool isChoice(const std::string& path) {
  return path == kTopologyKind || path == kSwitchModel || path == kRoutingAlgorithm ||
         path == kTrafficPattern || isApplicationChoice(path);
}

}  // namespace

Issues setFromText(Design& design, std::string_view path, std::string_view text) {
  if (path == "name") {
    design.name = std::string(text);
    return {};
  }
  const std::vector<Section> before = sections(design);
  const std::string canonical = canonicalPath(before, std::string(path));
  const Parameter* parameter = find(before, canonical);
  if (parameter == nullptr) return {unknownSetting(design, before, std::string(path))};
  auto value = parseValue(*parameter, text, canonical);
  if (auto* issue = std::get_if<Issue>(&value)) {
    nameOtherModel(design, canonical, std::string(text), *issue);
    return {std::move(*issue)};
  }
  const std::string kind = networkKind(design);
  design.settings[canonical] = std::get<Value>(std::move(value));
  if (networkKind(design) != kind) {  // what is said of parts by their ids is void
    design.drawn = {};
    design.layout = {};
  }
  if (isChoice(canonical)) dropForeign(design.settings, before, sections(design));
  return {};
}

Issues setFromTexts(Design& design, SettingTexts settings) {
  const auto first = [&settings](const auto& decides) {
    std::stable_partition(settings.begin(), settings.end(),
                          [&decides](const auto& setting) { return decides(setting.first); });
  };
  first([](const std::string& path) { return isChoice(path) || path == "forwarding.lookup"; });
  first([](const std::string& path) { return path == kTopologyKind; });
  Issues issues;
  for (const auto& [path, text] : settings)
    for (Issue& issue : setFromText(design, path, text)) issues.push_back(std::move(issue));
  return issues;
}

}  // namespace hopscope

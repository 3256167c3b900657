// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <charconv>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
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

/// Which application's program it chooses ("applications.2", also ".kind"); nothing for others.
std::optional<std::uint32_t> applicationChosen(std::string_view path) {
  const std::string_view prefix = "applications.", kind = ".kind";
  if (path.rfind(prefix, 0) != 0) return {};
  path.remove_prefix(prefix.size());
  if (path.ends_with(kind)) path.remove_suffix(kind.size());
  std::uint32_t index = 0;
  const auto [end, error] = std::from_chars(path.data(), path.data() + path.size(), index);
  if (error != std::errc() || end != path.data() + path.size()) return {};
  return index;
}

SettingPlace placeAmong(const std::vector<Section>& all, const std::string& path) {
  const std::string canonical = canonicalPath(all, path);
  if (canonical == kTopologyKind) return {0, 0};
  if (const auto index = applicationChosen(canonical)) return {1, *index};
  return {isChoice(canonical) || canonical == "forwarding.lookup" ? 2 : 3, 0};
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

SettingPlace settingPlace(const Design& design, const std::string& path) {
  return placeAmong(sections(design), path);
}

std::vector<RefusedSetting> setWhatCanBe(Design& design, SettingTexts settings) {
  const std::vector<Section> before = sections(design);
  std::vector<std::pair<SettingPlace, std::size_t>> order;
  for (std::size_t i = 0; i < settings.size(); ++i)
    order.emplace_back(placeAmong(before, settings[i].first), i);
  std::sort(order.begin(), order.end());
  std::vector<RefusedSetting> refused;
  for (const auto& [place, i] : order) {
    auto& [path, text] = settings[i];
    if (Issues issues = setFromText(design, path, text); !issues.empty())
      refused.push_back({std::move(path), std::move(text), std::move(issues)});
  }
  return refused;
}

Issues setFromTexts(Design& design, SettingTexts settings) {
  Issues issues;
  for (RefusedSetting& each : setWhatCanBe(design, std::move(settings)))
    for (Issue& issue : each.issues) issues.push_back(std::move(issue));
  return issues;
}

}  // namespace hopscope

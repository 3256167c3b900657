// SPDX-License-Identifier: GPL-3.0-or-later
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
  if (canonical == kTopologyKind || canonical == kSwitchModel || canonical == kRoutingAlgorithm ||
      canonical == kTrafficPattern || isApplicationChoice(canonical))
    dropForeign(design.settings, before, sections(design));
  return {};
}

}  // namespace hopscope

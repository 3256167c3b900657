// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/design/setting_issues.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

#include "engine/core/registry.h"
#include "engine/core/text.h"
#include "engine/design/application_sections.h"
#include "engine/design/compile.h"
#include "engine/design/network_traits.h"
#include "engine/design/switch_models.h"

namespace hopscope {
namespace {

std::string lastPart(const std::string& path) {
  return path.substr(path.rfind('.') + 1);
}

/// The known path most like the unknown one: by its whole, or by its last part alone.
std::string nearestPath(const std::vector<std::string>& known, const std::string& path) {
  std::string near = nearestName(path, known);
  if (!near.empty()) return near;
  for (const std::string& name : known)
    if (lastPart(name) == lastPart(path)) return name;
  return {};
}

}  // namespace

bool isIdleSetting(const std::string& path) {
  static const std::vector<Parameter> endpoints = endpointParameters();
  static const std::set<std::string> ofLinks = {
      "channels.terminal.latency",   "channels.local.latency",   "channels.global.latency",
      "channels.terminal.bandwidth", "channels.local.bandwidth", "channels.global.bandwidth"};
  return ofLinks.count(path) != 0 ||
         std::any_of(endpoints.begin(), endpoints.end(),
                     [&](const Parameter& each) { return each.name == path; });
}

Issue unknownSetting(const std::vector<Section>& all, const std::string& path) {
  Issue issue{Severity::error, clipped(path, 80),
              sentence("There is no setting \"{}\" here.", clipped(path, 80))};
  const std::string sectionName = path.substr(0, path.find('.'));
  std::vector<std::string> sectionNames, here, everywhere;
  for (const Section& section : all) {
    sectionNames.push_back(section.name);
    for (const Parameter& parameter : section.parameters) {
      everywhere.push_back(parameter.name);
      if (section.name == sectionName) here.push_back(parameter.name);
    }
  }
  const bool isSection =
      std::find(sectionNames.begin(), sectionNames.end(), path) != sectionNames.end();
  if (isSection) {
    issue.text = sentence("\"{}\" is a section, not a setting.", path);
    issue.remedy = sentence("Write an object with the section's settings.");
    return issue;
  }
  const bool isPart =
      std::any_of(everywhere.begin(), everywhere.end(),
                  [&](const std::string& name) { return name.rfind(path + '.', 0) == 0; });
  if (isPart) {
    std::erase_if(here, [&](const std::string& name) { return name.rfind(path + '.', 0) != 0; });
    issue.text = sentence("\"{}\" is a section, not a setting.", path);
    issue.remedy = sentence("Write an object with its settings: {}.", fmt::join(here, ", "));
    return issue;
  }
  std::string near = nearestPath(here.empty() ? everywhere : here, path);
  if (near.empty() && path.find('.') == std::string::npos) near = nearestName(path, sectionNames);
  if (!near.empty()) {
    issue.remedy = sentence("Did you mean \"{}\"?", near);
    return issue;
  }
  issue.remedy = sentence("Known here: {}.", fmt::join(here.empty() ? sectionNames : here, ", "));
  return issue;
}

/// Whether switches of that model could be in this network.
bool suits(const SwitchModel& model, const Design& design) {
  if (model.checkNetwork == nullptr) return true;
  Issues issues;
  const auto topology = buildTopology(design, issues);
  return topology != nullptr && !model.checkNetwork(*topology);
}

Issue unknownSetting(const Design& design, const std::vector<Section>& all,
                     const std::string& path) {
  std::optional<Issue> elsewhere;
  for (const SwitchModel& model : switchModels()) {
    if (model.name == switchModelOf(design).name) continue;
    Design other;
    other.settings[kSwitchModel] = model.name;
    const std::vector<Section> theirs = sections(other, traitsOf(other));
    if (find(theirs, path) == nullptr) continue;
    const Sentence what = sentence("\"{}\" is no setting of these switches.", path);
    if (suits(model, design))
      return {
          Severity::error, path, what,
          sentence("Leave it out, or choose the switch.model \"{}\", which has it.", model.name)};
    elsewhere = Issue{Severity::error, path, what,
                      sentence("Leave it out: the switch.model \"{}\", which has it, suits other "
                               "networks.",
                               model.name)};
  }
  return elsewhere ? *elsewhere : unknownSetting(all, path);
}

void nameOtherModel(const Design& design, const std::string& path, const Value& value,
                    Issue& issue) {
  if (path == kSwitchModel || path.rfind("switch.", 0) != 0) return;
  for (const SwitchModel& model : switchModels()) {
    if (model.name == switchModelOf(design).name || !suits(model, design)) continue;
    Design other;
    other.settings[kSwitchModel] = model.name;
    const std::vector<Section> theirs = sections(other, traitsOf(other));
    const Parameter* parameter = find(theirs, path);
    if (parameter == nullptr || check(*parameter, value, path)) continue;
    issue.remedy =
        sentence("{} Or choose the switch.model \"{}\", which has it.", issue.remedy, model.name);
    return;
  }
}

bool isOfAbsentLinks(const std::vector<Section>& all, const std::string& path) {
  if (!path.starts_with("switch.virtual_channels.") && !path.starts_with("switch.buffers."))
    return false;
  const std::string name = lastPart(path);
  return (name == "local" || name == "global") &&
         find(all, "channels." + name + ".latency") == nullptr;
}

bool isOfUndrawnLinks(const Design& design, const std::string& path) {
  const std::string name = lastPart(path);
  if ((name != "local" && name != "global") || networkKind(design) != kDrawnKind) return false;
  return std::none_of(design.drawn.links.begin(), design.drawn.links.end(),
                      [&name](const DrawnLink& link) { return link.linkClass == name; });
}

namespace {

/// Whether what the parameter needs is chosen for the design, for some of its routers, or later.
bool mayHaveEffect(const Design& design, const std::vector<Section>& all,
                   const Parameter& parameter) {
  if (!parameter.onlyWhere) return true;
  const std::string& needed = parameter.onlyWhere->path;
  const auto chosen = [&](const Values& values) {
    return values.count(needed) != 0 && hasEffect(values, parameter);
  };
  const Parameter* const choice = find(all, needed);
  if (choice == nullptr || hasEffect({{needed, effective(design, *choice)}}, parameter))
    return true;
  return std::any_of(design.overrides.begin(), design.overrides.end(),
                     [&](const Override& each) { return chosen(each.values); }) ||
         std::any_of(design.phases.begin(), design.phases.end(),
                     [&](const Phase& each) { return chosen(each.set); });
}

/// Of a value that is not the default, as programs write designs in full.
std::optional<Issue> withoutEffect(const Design& design, const std::vector<Section>& all,
                                   const Parameter& parameter, const Value& value) {
  const std::string& path = parameter.name;
  if (toText(value) == toText(parameter.fallback)) return {};
  if (isOfAbsentLinks(all, path))
    return Issue{
        Severity::warning, path,
        sentence("This network has no channels of that class, so the value has no effect.")};
  if (mayHaveEffect(design, all, parameter)) return {};
  const auto& [needed, choices] = *parameter.onlyWhere;
  return Issue{Severity::warning, path,
               sentence("It counts only where {} is {}, so the value has no effect.", needed,
                        fmt::join(choices, " or ")),
               sentence("Leave it out.")};
}

}  // namespace

Issues checkSettings(const Design& design, const std::vector<Section>& all) {
  Issues issues;
  for (const auto& [path, value] : design.settings) {
    const Parameter* parameter = find(all, path);
    if (parameter != nullptr) {
      if (auto issue = check(*parameter, value, path)) {
        nameOtherModel(design, path, value, *issue);
        issues.push_back(std::move(*issue));
      } else if (auto idle = withoutEffect(design, all, *parameter, value)) {
        issues.push_back(std::move(*idle));
      }
    } else if (isIdleSetting(path)) {
      issues.push_back(
          {Severity::warning, path,
           path.starts_with("channels.")
               ? sentence("This network has no channels of that class, so the value has no effect.")
               : sentence("The design has no application, so the value has no effect.")});
    } else {
      issues.push_back(unknownSetting(design, all, path));
    }
  }
  return issues;
}

void addOnce(Issues& issues, Issue issue) {
  if (std::find(issues.begin(), issues.end(), issue) == issues.end())
    issues.push_back(std::move(issue));
}

}  // namespace hopscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "app/cli/command.h"
#include "app/cli/console.h"
#include "app/cli/pictures.h"
#include "engine/core/registry.h"
#include "engine/core/value.h"
#include "engine/design/catalogue.h"
#include "engine/design/design_schema.h"
#include "engine/topology/generator.h"
#include "engine/topology/generators/family.h"

namespace hopscope::cli {

namespace {

struct DescribeOptions {
  std::string group, item;
  bool schema = false, words = false;
};

std::string parameterLines(const Parameter& parameter) {
  std::string text = fmt::format("    {:<26} {} (default {}", parameter.name, allowed(parameter),
                                 toText(parameter.fallback));
  text += parameter.perRouter ? "; may differ per router)\n" : ")\n";
  if (!parameter.help.empty()) text += fmt::format("    {:<26} {}\n", "", parameter.help);
  return text;
}

std::string itemText(const CatalogueGroup::Item& item) {
  std::string text = fmt::format("{}  {}\n", item.name, item.label);
  if (!item.help.empty()) text += fmt::format("  {}\n", item.help);
  if (!item.source.empty()) text += fmt::format("  Source: {}\n", item.source);
  for (const Parameter& parameter : item.parameters) text += parameterLines(parameter);
  return text + '\n';
}

/// What no range of one parameter tells: the largest network.
std::string limitsText() {
  return fmt::format(
      "A network has at most {} routers, {} terminals, {} ports at a router and {} links,\n"
      "terminals' included; parameters that are each within their range may ask for more "
      "together.\n",
      kMaxRouters, kMaxTerminals, families::kMaxRadix, families::kMaxLinks);
}

std::string groupText(const CatalogueGroup& group) {
  std::string text;
  for (const CatalogueGroup::Item& item : group.items) text += itemText(item);
  return group.name == "topology" ? text + limitsText() : text;
}

/// False, and said what there is, where the group has no item of that name.
bool describeItem(const CatalogueGroup& group, const std::string& name, std::string& text) {
  std::vector<std::string> names;
  for (const CatalogueGroup::Item& item : group.items) {
    names.push_back(item.name);
    if (item.name == name) text = itemText(item);
  }
  if (!text.empty()) {
    if (group.name == "topology") text += limitsText();
    return true;
  }
  const std::string nearest = nearestName(name, names);
  say(fmt::format("There is no \"{}\" in the group \"{}\". {}", name, group.name,
                  nearest.empty()
                      ? fmt::format("\"hopscope-cli describe {}\" describes all.", group.name)
                      : fmt::format("Did you mean \"{}\"?", nearest)));
  return false;
}

std::string groupList(const std::vector<CatalogueGroup>& groups) {
  std::string text;
  for (const CatalogueGroup& group : groups) {
    text += fmt::format("{:<12} {}: ", group.name, group.label);
    for (std::size_t item = 0; item < group.items.size(); ++item)
      text += (item == 0 ? "" : ", ") + group.items[item].name;
    text += '\n';
  }
  return text;
}

int describeGroup(const DescribeOptions& options) {
  if (options.schema) return writeOutput("-", designSchema()) ? kFine : kFailed;
  if (options.words) return writeTranslationSource();
  const std::vector<CatalogueGroup> groups = catalogue();
  if (options.group.empty()) return writeOutput("-", groupList(groups)) ? kFine : kFailed;
  std::vector<std::string> names;
  for (const CatalogueGroup& group : groups) {
    if (group.name == options.group) {
      std::string text;
      if (options.item.empty())
        text = groupText(group);
      else if (!describeItem(group, options.item, text))
        return kWrongInput;
      return writeOutput("-", text) ? kFine : kFailed;
    }
    names.push_back(group.name);
  }
  const std::string nearest = nearestName(options.group, names);
  say(fmt::format("There is no group \"{}\". {}", options.group,
                  nearest.empty() ? "\"hopscope-cli describe\" lists them."
                                  : fmt::format("Did you mean \"{}\"?", nearest)));
  return kWrongInput;
}

}  // namespace

void addDescribe(CLI::App& app, Action& chosen) {
  CLI::App* command =
      app.add_subcommand("describe", "What is registered: names, parameters, ranges, defaults");
  const auto options = std::make_shared<DescribeOptions>();
  command->add_option("group", options->group, "topology, routing, traffic, switch, …")
      ->type_name("GROUP");
  command->add_option("name", options->item, "One of them alone: dragonfly, uniform, …")
      ->type_name("NAME");
  command->add_flag("--schema", options->schema, "The design document as JSON Schema");
  command->add_flag("--ts", options->words,
                    "The words of labels, helps and units, as a source for translators (.ts)");
  command->callback([&chosen, options] { chosen = [options] { return describeGroup(*options); }; });
}

}  // namespace hopscope::cli

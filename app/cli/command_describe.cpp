// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <QByteArray>
#include <QXmlStreamWriter>
#include <memory>

#include "app/cli/command.h"
#include "app/cli/console.h"
#include "engine/core/registry.h"
#include "engine/core/value.h"
#include "engine/design/catalogue.h"
#include "engine/design/catalogue_words.h"
#include "engine/design/design_schema.h"
#include "ui/document/engine_text.h"

namespace hopscope::cli {

namespace {

struct DescribeOptions {
  std::string group;
  bool schema = false, words = false;
};

std::string parameterLines(const Parameter& parameter) {
  std::string text = fmt::format("    {:<26} {} (default {}", parameter.name, allowed(parameter),
                                 toText(parameter.fallback));
  text += parameter.perRouter ? "; may differ per router)\n" : ")\n";
  if (!parameter.help.empty()) text += fmt::format("    {:<26} {}\n", "", parameter.help);
  return text;
}

std::string groupText(const CatalogueGroup& group) {
  std::string text;
  for (const CatalogueGroup::Item& item : group.items) {
    text += fmt::format("{}  {}\n", item.name, item.label);
    if (!item.help.empty()) text += fmt::format("  {}\n", item.help);
    if (!item.source.empty()) text += fmt::format("  Source: {}\n", item.source);
    for (const Parameter& parameter : item.parameters) text += parameterLines(parameter);
    text += '\n';
  }
  return text;
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

/// What is registered, as a source for Qt's Linguist.
std::string translationSource() {
  QByteArray text;
  QXmlStreamWriter xml(&text);
  xml.setAutoFormatting(true);
  xml.writeStartDocument();
  xml.writeDTD(QStringLiteral("<!DOCTYPE TS>"));
  xml.writeStartElement(QStringLiteral("TS"));
  xml.writeAttribute(QStringLiteral("version"), QStringLiteral("2.1"));
  xml.writeAttribute(QStringLiteral("sourcelanguage"), QStringLiteral("en"));
  xml.writeStartElement(QStringLiteral("context"));
  xml.writeTextElement(QStringLiteral("name"), QLatin1String(kEngineContext));
  for (const std::string& words : catalogueWords()) {
    xml.writeStartElement(QStringLiteral("message"));
    xml.writeTextElement(QStringLiteral("source"), QString::fromStdString(words));
    xml.writeStartElement(QStringLiteral("translation"));
    xml.writeAttribute(QStringLiteral("type"), QStringLiteral("unfinished"));
    xml.writeEndElement();
    xml.writeEndElement();
  }
  xml.writeEndDocument();
  return text.toStdString();
}

int describeGroup(const DescribeOptions& options) {
  if (options.schema) return writeOutput("-", designSchema()) ? kFine : kFailed;
  if (options.words) return writeOutput("-", translationSource()) ? kFine : kFailed;
  const std::vector<CatalogueGroup> groups = catalogue();
  if (options.group.empty()) return writeOutput("-", groupList(groups)) ? kFine : kFailed;
  std::vector<std::string> names;
  for (const CatalogueGroup& group : groups) {
    if (group.name == options.group) return writeOutput("-", groupText(group)) ? kFine : kFailed;
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
  command->add_flag("--schema", options->schema, "The design document as JSON Schema");
  command->add_flag("--ts", options->words,
                    "The words of labels, helps and units, as a source for translators (.ts)");
  command->callback([&chosen, options] { chosen = [options] { return describeGroup(*options); }; });
}

}  // namespace hopscope::cli

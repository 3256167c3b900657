// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/design/design_schema.h"

#include <nlohmann/json.hpp>
#include <string_view>
#include <vector>

#include "engine/design/application_sections.h"
#include "engine/design/catalogue.h"
#include "engine/design/json_values.h"
#include "engine/design/network_traits.h"
#include "engine/design/part_name_rules.h"
#include "engine/design/sections.h"
#include "engine/topology/formats/network_file.h"
#include "engine/workload/mapping.h"

namespace hopscope {
namespace {

Json quantity(const Parameter& parameter) {
  return {{"anyOf",
           {{{"type", "number"}, {"minimum", parameter.minimum}, {"maximum", parameter.maximum}},
            {{"type", "string"}, {"pattern", "^[0-9.]+ ?[A-Za-z/]+$"}}}}};
}

Json integerRange(const Parameter& parameter) {
  return {{"type", "integer"},
          {"minimum", static_cast<std::int64_t>(parameter.minimum)},
          {"maximum", static_cast<std::int64_t>(parameter.maximum)}};
}

Json closedObject() {
  return {{"type", "object"}, {"properties", Json::object()}, {"additionalProperties", false}};
}

/// The classes of a mix: a line of text, or a list.
Json classesSchema() {
  Json names = Json::array();
  for (const TrafficEntry& entry : trafficPatterns())
    if (entry.mixes) names.push_back(entry.name);
  const Json name = {{"enum", std::move(names)}};
  Json item = closedObject();
  item["properties"] = {
      {"name", {{"type", "string"}}},
      {"share", {{"type", "number"}, {"exclusiveMinimum", 0}}},
      {"pattern",
       {{"anyOf",
         {name, {{"type", "object"}, {"properties", {{"kind", name}}}, {"required", {"kind"}}}}}}},
      {"flits", {{"type", "integer"}, {"minimum", 1}}}};
  const Json list = {
      {"type", "array"}, {"items", std::move(item)}, {"minItems", 1}, {"maxItems", kMostClasses}};
  return {{"anyOf", {{{"type", "string"}}, list}}};
}

Json typeOf(const Parameter& parameter) {
  switch (parameter.type) {
    case ParameterType::boolean:
      return {{"type", "boolean"}};
    case ParameterType::integer:
      return integerRange(parameter);
    case ParameterType::real:
      return {{"type", "number"}, {"minimum", parameter.minimum}, {"maximum", parameter.maximum}};
    case ParameterType::integers:
      return {{"type", "array"}, {"items", integerRange(parameter)}};
    case ParameterType::choice: {
      Json names = Json::array();
      for (const ParameterChoice& choice : parameter.choices) names.push_back(choice.name);
      return {{"enum", std::move(names)}};
    }
    case ParameterType::text:
      return {{"type", {"string", "array"}}, {"items", {{"type", "string"}}}};
    case ParameterType::classes:
      return classesSchema();
    case ParameterType::cycles:
    case ParameterType::flits:
      break;
  }
  return quantity(parameter);
}

/// A number may give way to a name.
Json typeOrKeyword(const Parameter& parameter) {
  if (parameter.keywords.empty()) return typeOf(parameter);
  Json names = Json::array();
  for (const ParameterChoice& keyword : parameter.keywords) names.push_back(keyword.name);
  return {{"anyOf", {typeOf(parameter), {{"enum", std::move(names)}}}}};
}

Json schemaOf(const Parameter& parameter) {
  Json schema = typeOrKeyword(parameter);
  schema["title"] = parameter.label;
  schema["description"] = parameter.help;
  schema["default"] = std::visit([](const auto& value) { return Json(value); }, parameter.fallback);
  return schema;
}

/// Puts "buffers.local" into object.properties.buffers.properties.local. A choice whose name ends
/// in "kind" may stand as the name alone too.
void addParameter(Json& object, std::string_view name, const Parameter& parameter) {
  const std::size_t dot = name.find('.');
  Json& properties = object["properties"];
  if (dot == std::string_view::npos) {
    properties[std::string(name)] = schemaOf(parameter);
    return;
  }
  const std::string first(name.substr(0, dot));
  const std::string_view rest = name.substr(dot + 1);
  if (!properties.contains(first)) properties[first] = closedObject();
  Json& inner =
      properties[first].contains("anyOf") ? properties[first]["anyOf"][1] : properties[first];
  addParameter(inner, rest, parameter);
  if (rest == "kind" && !properties[first].contains("anyOf")) {
    Json either = {{"anyOf", {schemaOf(parameter), properties[first]}}};
    properties[first] = std::move(either);
  }
}

/// One section as an object with the parameters of all its items.
Json sectionSchema(const CatalogueGroup& group) {
  Json schema = closedObject();
  schema["title"] = group.label;
  for (const CatalogueGroup::Item& item : group.items)
    for (const Parameter& parameter : item.parameters)
      addParameter(schema, parameter.name, parameter);
  return schema;
}

/// A section whose `choice` ("algorithm") names one of its items, or is an object with that name
/// as its "kind".
Json choosingSchema(const CatalogueGroup& group, const char* choice) {
  Json schema = sectionSchema(group);
  Json names = Json::array();
  for (const CatalogueGroup::Item& item : group.items)
    if (item.name != "any") names.push_back(item.name);  // settings that all patterns share
  const Json name = {{"enum", std::move(names)}};
  const Json object = {
      {"type", "object"}, {"properties", {{"kind", name}}}, {"required", {"kind"}}};
  schema["properties"][choice] = {{"anyOf", {name, object}}};
  return schema;
}

Json idSchema() {
  return {{"type", "integer"}, {"minimum", 0}, {"maximum", 0xfffffffeU}};
}

Json listOf(Json properties, const std::vector<std::string>& required) {
  Json item = closedObject();
  item["properties"] = std::move(properties);
  item["required"] = required;
  return {{"type", "array"}, {"items", std::move(item)}};
}

/// The parts of a drawn network.
void addDrawnParts(Json& schema) {
  Json& properties = schema["properties"];
  const Json label = {{"type", "string"}, {"maxLength", kLongestGivenName}};
  properties["routers"] = listOf({{"id", idSchema()}, {"label", label}}, {"id"});
  properties["terminals"] =
      listOf({{"id", idSchema()}, {"router", idSchema()}, {"label", label}}, {"id", "router"});
  properties["channels"] = listOf({{"id", idSchema()},
                                   {"from", idSchema()},
                                   {"to", idSchema()},
                                   {"class", {{"enum", {"local", "global"}}}},
                                   {"latency", {{"type", {"number", "string"}}}},
                                   {"bandwidth", {{"type", "number"}}}},
                                  {"id", "from", "to"});
}

/// A network as another program's file.
Json importSchema() {
  Json formats = Json::array();
  for (const NetworkFormatEntry& entry : networkFormats()) formats.push_back(entry.name);
  Json schema = closedObject();
  schema["title"] = "Imported";
  schema["description"] = "The text of a file; becomes a drawn network.";
  schema["properties"] = {{"kind", {{"const", kImportedKind}}},
                          {"format", {{"enum", std::move(formats)}}},
                          {"text", {{"type", "string"}}}};
  schema["required"] = {"kind", "text"};
  return schema;
}

/// Each family with its own parameters.
Json topologySchema(const CatalogueGroup& group) {
  Json families = Json::array();
  for (const CatalogueGroup::Item& item : group.items) {
    Json family = closedObject();
    family["title"] = item.label;
    family["description"] = item.help;
    family["properties"]["kind"] = {{"const", item.name}};
    for (const Parameter& parameter : item.parameters)
      addParameter(family, parameter.name, parameter);
    family["required"] = {"kind"};
    if (item.name == kDrawnKind) addDrawnParts(family);
    families.push_back(std::move(family));
  }
  families.push_back(importSchema());
  return {{"title", group.label}, {"oneOf", std::move(families)}};
}

/// The classes differ from family to family, their parameters do not.
Json channelsSchema(const CatalogueGroup& group) {
  Json schema = sectionSchema(group);
  Json any = schema["properties"].front();
  schema["additionalProperties"] = std::move(any);
  return schema;
}

/// `keys`: what a phase may have.
Json phasesSchema(const CatalogueGroup& keys) {
  const Json ids = {{"type", "array"}, {"items", idSchema()}};
  Json parts = closedObject();
  parts["properties"] = {{"channels", ids}, {"routers", ids}};
  Json phase = closedObject();
  for (const CatalogueGroup::Item& key : keys.items) {
    Json& schema = phase["properties"][key.name];
    if (!key.parameters.empty())
      schema = schemaOf(key.parameters.front());
    else if (key.name == "set")
      schema = {{"type", "object"}};
    else if (key.name == "reprogram")
      schema = {{"type", "boolean"}};
    else
      schema = parts;
    if (key.parameters.empty()) schema["description"] = key.help;
  }
  phase["required"] = {"at"};
  return {{"type", "array"}, {"items", std::move(phase)}};
}

Json overridesSchema(const Json& sections) {
  const Json ids = {{"type", "array"}, {"items", idSchema()}, {"minItems", 1}};
  Json routers = closedObject();
  routers["properties"] = {{"routers", ids},
                           {"switch", sections.at("switch")},
                           {"forwarding", sections.at("forwarding")}};
  routers["required"] = {"routers"};
  Json channels = closedObject();
  channels["properties"] = {{"channels", ids},
                            {"latency", {{"type", {"number", "string"}}}},
                            {"bandwidth", {{"type", "number"}}}};
  channels["required"] = {"channels"};
  channels["minProperties"] = 2;
  return {{"type", "array"}, {"items", {{"oneOf", {std::move(routers), std::move(channels)}}}}};
}

/// Each model with its own parameters; an override need not name its model.
Json switchSchema(const CatalogueGroup& group) {
  Json models = Json::array();
  for (const CatalogueGroup::Item& item : group.items) {
    Json model = closedObject();
    model["title"] = item.label;
    for (const Parameter& parameter : item.parameters)
      addParameter(model, parameter.name, parameter);
    model["properties"]["model"] = {{"const", item.name}};
    models.push_back(std::move(model));
  }
  return {{"title", group.label}, {"anyOf", std::move(models)}};
}

/// A list of applications, each with its own parameters and those of its mapping.
Json applicationsSchema(const CatalogueGroup& group) {
  Json kinds = Json::array();
  for (const CatalogueGroup::Item& item : group.items) {
    if (item.name == "any") continue;
    Json kind = closedObject();
    kind["title"] = item.label;
    kind["description"] = item.help;
    kind["properties"]["kind"] = {{"const", item.name}};
    const auto add = [&kind](const std::vector<Parameter>& parameters) {
      for (const Parameter& parameter : parameters) addParameter(kind, parameter.name, parameter);
    };
    add(item.parameters);
    add(group.items.back().parameters);
    for (const MappingEntry& mapping : mappings()) add(mapping.parameters);
    kind["required"] = {"kind"};
    kinds.push_back(std::move(kind));
  }
  return {{"title", group.label},
          {"type", "array"},
          {"maxItems", kMostApplications},
          {"items", {{"oneOf", std::move(kinds)}}}};
}

Json schemaOf(const CatalogueGroup& group) {
  if (group.name == kApplications) return applicationsSchema(group);
  if (group.name == "topology") return topologySchema(group);
  if (group.name == "routing") return choosingSchema(group, "algorithm");
  if (group.name == "traffic") return choosingSchema(group, "pattern");
  if (group.name == "channels") return channelsSchema(group);
  if (group.name == "switch") return switchSchema(group);
  return sectionSchema(group);
}

}  // namespace

std::string designSchema() {
  Json schema = {{"$schema", "https://json-schema.org/draft/2020-12/schema"},
                 {"title", "Hopscope design"}};
  schema.update(closedObject());
  Json& properties = schema["properties"];
  properties["schema"] = {{"const", "hopscope.design/1"}};
  properties["name"] = {{"type", "string"}};
  for (const CatalogueGroup& group : catalogue())
    if (group.name == kPhaseKeys)
      properties[kPhaseKeys] = phasesSchema(group);
    else if (group.inDesigns)
      properties[group.name] = schemaOf(group);
  properties["overrides"] = overridesSchema(properties);
  properties["layout"] = {{"type", "object"}};
  schema["required"] = {"schema", "topology"};
  return schema.dump(2) + "\n";
}

}  // namespace hopscope

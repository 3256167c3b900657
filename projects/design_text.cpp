// SPDX-License-Identifier: GPL-3.0-or-later
#include "projects/design_text.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "engine/core/issue.h"
#include "engine/design/design_json.h"
#include "engine/design/json_screen.h"
#include "projects/failure.h"

namespace hopscope {

namespace {

using Json = nlohmann::json;

Json toJson(const Values& values) {
  Json json = Json::object();
  for (const auto& [path, value] : values)
    json[path] = std::visit([](const auto& plain) { return Json(plain); }, value);
  return json;
}

Json toJson(const std::map<std::uint32_t, Point>& places) {
  Json json = Json::array();
  for (const auto& [id, place] : places) json.push_back({id, place.x, place.y});
  return json;
}

Json toJson(const DrawnNetwork& drawn) {
  Json json = {{"routers", Json::array()}, {"terminals", Json::array()}, {"links", Json::array()}};
  for (const DrawnRouter& router : drawn.routers)
    json["routers"].push_back({router.id, router.label});
  for (const DrawnTerminal& terminal : drawn.terminals)
    json["terminals"].push_back({terminal.id, terminal.router, terminal.label});
  for (const DrawnLink& link : drawn.links)
    json["links"].push_back({link.id, link.from, link.to, link.linkClass,
                             link.latency ? Json(*link.latency) : Json(nullptr)});
  return json;
}

std::string writeDraft(const Design& design) {
  Json json = {{"name", design.name},
               {"settings", toJson(design.settings)},
               {"drawn", toJson(design.drawn)},
               {"overrides", Json::array()},
               {"routers_at", toJson(design.layout.routers)},
               {"terminals_at", toJson(design.layout.terminals)}};
  for (const Override& entry : design.overrides)
    json["overrides"].push_back({entry.routers, entry.channels, toJson(entry.values)});
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Value valueOf(const Json& json) {
  if (json.is_boolean()) return json.get<bool>();
  if (json.is_number_integer()) return json.get<std::int64_t>();
  if (json.is_number_float()) return json.get<double>();
  if (json.is_string()) return json.get<std::string>();
  return json.get<std::vector<std::int64_t>>();
}

Values valuesOf(const Json& json) {
  Values values;
  for (const auto& [path, value] : json.items()) values.emplace(path, valueOf(value));
  return values;
}

std::map<std::uint32_t, Point> placesOf(const Json& json) {
  std::map<std::uint32_t, Point> places;
  for (const Json& place : json)
    places.emplace(place.at(0).get<std::uint32_t>(),
                   Point{place.at(1).get<double>(), place.at(2).get<double>()});
  return places;
}

DrawnNetwork drawnOf(const Json& json) {
  DrawnNetwork drawn;
  for (const Json& router : json.at("routers"))
    drawn.routers.push_back({router.at(0).get<std::uint32_t>(), router.at(1).get<std::string>()});
  for (const Json& terminal : json.at("terminals"))
    drawn.terminals.push_back({terminal.at(0).get<std::uint32_t>(),
                               terminal.at(1).get<std::uint32_t>(),
                               // Drafts of older versions have none.
                               terminal.size() > 2 ? terminal.at(2).get<std::string>() : ""});
  for (const Json& link : json.at("links")) {
    DrawnLink read{link.at(0).get<std::uint32_t>(),
                   link.at(1).get<std::uint32_t>(),
                   link.at(2).get<std::uint32_t>(),
                   link.at(3).get<std::string>(),
                   {}};
    if (!link.at(4).is_null()) read.latency = link.at(4).get<std::int64_t>();
    drawn.links.push_back(std::move(read));
  }
  return drawn;
}

Design readDraft(const std::string& text) {
  if (hasErrors(screenJson(text)))
    throw Failure("", sentence("a draft of a design cannot be read"));
  try {
    const Json json = Json::parse(text);
    Design design;
    design.name = json.at("name").get<std::string>();
    design.settings = valuesOf(json.at("settings"));
    design.drawn = drawnOf(json.at("drawn"));
    for (const Json& entry : json.at("overrides"))
      design.overrides.push_back({entry.at(0).get<std::vector<std::uint32_t>>(),
                                  entry.at(1).get<std::vector<std::uint32_t>>(),
                                  valuesOf(entry.at(2))});
    design.layout.routers = placesOf(json.at("routers_at"));
    design.layout.terminals = placesOf(json.at("terminals_at"));
    return design;
  } catch (const Json::exception&) {
    throw Failure("", sentence("a draft of a design cannot be read"));
  }
}

/// The text that describe() has.
Sentence reasonOf(const Issue& issue) {
  const Sentence what =
      issue.remedy.empty() ? issue.text : sentence("{} {}", issue.text, issue.remedy);
  return issue.path.empty() ? what : sentence("{}: {}", issue.path, what);
}

}  // namespace

DesignText toText(const Design& design) {
  DesignText text{writeDesign(design), {}};
  const ParsedDesign parsed = parseDesign(text.document);
  if (hasErrors(parsed.issues) || parsed.design != design) text.draft = writeDraft(design);
  return text;
}

Design fromText(const DesignText& text) {
  if (text.draft) return readDraft(*text.draft);
  ParsedDesign parsed = parseDesign(text.document);
  for (const Issue& issue : parsed.issues)
    if (issue.severity == Severity::error) throw Failure("", reasonOf(issue));
  return std::move(parsed.design);
}

}  // namespace hopscope

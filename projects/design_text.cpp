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

Json toJson(const PartIds& parts) {
  return {parts.channels, parts.routers};
}

Json toJson(const std::vector<Phase>& phases) {
  Json json = Json::array();
  for (const Phase& phase : phases)
    json.push_back({std::visit([](const auto& plain) { return Json(plain); }, phase.at),
                    toJson(phase.set), phase.reprogram, toJson(phase.fail), toJson(phase.restore)});
  return json;
}

/// What of the canvas is no place of a router or terminal.
Json canvasJson(const DesignLayout& layout) {
  Json json = {{"bends", Json::array()}, {"notes", Json::array()}, {"collapsed", layout.collapsed}};
  for (const auto& [link, points] : layout.bends) {
    Json bend = Json::array({link});
    for (const Point& point : points) bend.push_back({point.x, point.y});
    json["bends"].push_back(std::move(bend));
  }
  for (const CanvasNote& note : layout.notes)
    json["notes"].push_back({note.place.x, note.place.y, note.text});
  return json;
}

std::string writeDraft(const Design& design) {
  Json json = {{"name", design.name},
               {"settings", toJson(design.settings)},
               {"drawn", toJson(design.drawn)},
               {"overrides", Json::array()},
               {"routers_at", toJson(design.layout.routers)},
               {"terminals_at", toJson(design.layout.terminals)},
               {"phases", toJson(design.phases)},
               {"canvas", canvasJson(design.layout)}};
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

PartIds partsOf(const Json& json) {
  return {json.at(0).get<std::vector<std::uint32_t>>(),
          json.at(1).get<std::vector<std::uint32_t>>()};
}

std::vector<Phase> phasesOf(const Json& json) {
  std::vector<Phase> phases;
  for (const Json& phase : json)
    phases.push_back({valueOf(phase.at(0)), valuesOf(phase.at(1)), phase.at(2).get<bool>(),
                      partsOf(phase.at(3)), partsOf(phase.at(4))});
  return phases;
}

void addCanvas(const Json& json, DesignLayout& layout) {
  for (const Json& bend : json.at("bends")) {
    std::vector<Point>& points = layout.bends[bend.at(0).get<std::uint32_t>()];
    for (std::size_t i = 1; i < bend.size(); ++i)
      points.push_back({bend[i].at(0).get<double>(), bend[i].at(1).get<double>()});
  }
  for (const Json& note : json.at("notes"))
    layout.notes.push_back(
        {{note.at(0).get<double>(), note.at(1).get<double>()}, note.at(2).get<std::string>()});
  layout.collapsed = json.at("collapsed").get<std::set<std::int32_t>>();
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
    // Drafts of older versions have neither.
    if (json.contains("phases")) design.phases = phasesOf(json["phases"]);
    if (json.contains("canvas")) addCanvas(json["canvas"], design.layout);
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

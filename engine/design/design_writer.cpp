// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <iterator>
#include <nlohmann/json.hpp>

#include "engine/core/fingerprint.h"
#include "engine/design/application_sections.h"
#include "engine/design/design_json.h"
#include "engine/design/json_values.h"
#include "engine/design/mix_json.h"
#include "engine/design/schema_name.h"
#include "engine/design/sections.h"

namespace hopscope {
namespace {

/// Beyond, a document has one line: nobody reads it, and it would become three times as large.
constexpr std::size_t kReadableParts = 100'000;

Json drawnRouters(const DrawnNetwork& drawn) {
  Json list = Json::array();
  for (const DrawnRouter& router : drawn.routers)
    if (router.label.empty())
      list.push_back(router.id);
    else
      list.push_back({{"id", router.id}, {"label", router.label}});
  return list;
}

Json drawnTerminals(const DrawnNetwork& drawn) {
  Json list = Json::array();
  for (const DrawnTerminal& terminal : drawn.terminals) {
    list.push_back({{"id", terminal.id}, {"router", terminal.router}});
    if (!terminal.label.empty()) list.back()["label"] = terminal.label;
  }
  return list;
}

Json drawnChannels(const DrawnNetwork& drawn) {
  Json list = Json::array();
  for (const DrawnLink& link : drawn.links) {
    Json entry = {{"id", link.id}, {"from", link.from}, {"to", link.to}, {"class", link.linkClass}};
    if (link.latency) entry["latency"] = *link.latency;
    if (link.bandwidth) entry["bandwidth"] = *link.bandwidth;
    list.push_back(std::move(entry));
  }
  return list;
}

Json overridesOf(const Design& design) {
  Json list = Json::array();
  for (const Override& entry : design.overrides) {
    Json json = Json::object();
    if (!entry.routers.empty()) json["routers"] = entry.routers;
    if (!entry.channels.empty()) json["channels"] = entry.channels;
    for (const auto& [path, value] : entry.values) put(json, path, toJson(value));
    list.push_back(std::move(json));
  }
  return list;
}

Json settingJson(const std::string& path, const Value& value) {
  const auto* text = std::get_if<std::string>(&value);
  return path == kTrafficParts && text != nullptr ? mixJson(*text) : toJson(value);
}

Json partsOf(const PartIds& parts) {
  Json json = Json::object();
  if (!parts.channels.empty()) json["channels"] = parts.channels;
  if (!parts.routers.empty()) json["routers"] = parts.routers;
  return json;
}

Json phasesOf(const Design& design) {
  Json list = Json::array();
  for (const Phase& phase : design.phases) {
    Json set = Json::object();
    for (const auto& [path, value] : phase.set) set[path] = settingJson(path, value);
    list.push_back({{"at", toJson(phase.at)}, {"set", std::move(set)}});
    if (phase.reprogram) list.back()["reprogram"] = true;
    if (!phase.fail.empty()) list.back()["fail"] = partsOf(phase.fail);
    if (!phase.restore.empty()) list.back()["restore"] = partsOf(phase.restore);
  }
  return list;
}

Json placesOf(const std::map<std::uint32_t, Point>& places) {
  Json json = Json::object();
  for (const auto& [id, point] : places) json[std::to_string(id)] = {point.x, point.y};
  return json;
}

Json bendsOf(const std::map<std::uint32_t, std::vector<Point>>& bends) {
  Json json = Json::object();
  for (const auto& [id, places] : bends)
    for (const Point& place : places) json[std::to_string(id)].push_back({place.x, place.y});
  return json;
}

Json notesOf(const std::vector<CanvasNote>& notes) {
  Json json = Json::array();
  for (const CanvasNote& note : notes)
    json.push_back({{"at", {note.place.x, note.place.y}}, {"text", note.text}});
  return json;
}

/// The place for one more application is no setting of its own.
bool isNoApplication(const Design& design, const Parameter& parameter) {
  return isApplicationChoice(parameter.name) &&
         effective(design, parameter) == Value{std::string(kNoApplication)};
}

/// The members "0", "1", … of an object as a list.
Json membersAsList(Json members) {
  Json list = Json::array();
  for (auto& [key, member] : members.items()) list.push_back(std::move(member));
  return list;
}

/// Declared settings in document order, then those that nobody declares: nothing is lost.
void putSettings(Json& document, const Design& design, const std::vector<Section>& all,
                 bool everything) {
  document["topology"] = Json::object();
  for (const Section& section : all)
    for (const Parameter& parameter : section.parameters) {
      const bool isExplicit = design.settings.count(parameter.name) != 0;
      if (isNoApplication(design, parameter) && (everything || !isExplicit)) continue;
      if (isExplicit || everything)
        put(document, parameter.name, settingJson(parameter.name, effective(design, parameter)));
    }
  for (const auto& [path, value] : design.settings)
    if (find(all, path) == nullptr) put(document, path, settingJson(path, value));
  if (const auto found = document.find(kApplications); found != document.end())
    *found = membersAsList(std::move(*found));
  if (networkKind(design) != kDrawnKind) return;
  Json& topology = document["topology"];
  if (!topology.is_object()) return;
  topology["routers"] = drawnRouters(design.drawn);
  topology["terminals"] = drawnTerminals(design.drawn);
  topology["channels"] = drawnChannels(design.drawn);
}

std::string dump(const Json& json, int indent) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

/// What dump() makes of the parts of a drawing without names. Their text alone takes a tenth of the
/// time that it takes to make values of them first.
std::string namelessParts(const DrawnNetwork& drawn) {
  fmt::memory_buffer text;
  const auto write = [&text](auto format, const auto&... values) {
    fmt::format_to(std::back_inserter(text), format, values...);
  };
  const auto list = [&](const char* name, const auto& parts, const auto& one) {
    write(FMT_STRING("\"{}\":["), name);
    for (const auto& part : parts) {
      if (&part != &parts.front()) text.push_back(',');
      one(part);
    }
    text.push_back(']');
  };
  list("routers", drawn.routers,
       [&](const DrawnRouter& router) { write(FMT_STRING("{}"), router.id); });
  text.push_back(',');
  list("terminals", drawn.terminals, [&](const DrawnTerminal& terminal) {
    write(FMT_STRING("{{\"id\":{},\"router\":{}}}"), terminal.id, terminal.router);
  });
  text.push_back(',');
  list("channels", drawn.links, [&](const DrawnLink& link) {
    write(FMT_STRING("{{\"id\":{},\"from\":{},\"to\":{},\"class\":{}"), link.id, link.from, link.to,
          link.linkClass == "local" ? "\"local\"" : dump(link.linkClass, -1));
    if (link.latency) write(FMT_STRING(",\"latency\":{}"), *link.latency);
    if (link.bandwidth) write(FMT_STRING(",\"bandwidth\":{}"), *link.bandwidth);
    text.push_back('}');
  });
  return fmt::to_string(text);
}

}  // namespace

std::string writeDesign(const Design& design, bool effective) {
  Json document = {{"schema", kSchemaName}, {"name", design.name}};
  putSettings(document, design, sections(design), effective);
  if (!design.overrides.empty()) document["overrides"] = overridesOf(design);
  if (!design.phases.empty()) document["phases"] = phasesOf(design);
  Json layout = Json::object();
  if (!design.layout.routers.empty()) layout["positions"] = placesOf(design.layout.routers);
  if (!design.layout.terminals.empty()) layout["terminals"] = placesOf(design.layout.terminals);
  if (!design.layout.bends.empty()) layout["bends"] = bendsOf(design.layout.bends);
  if (!design.layout.notes.empty()) layout["notes"] = notesOf(design.layout.notes);
  if (!design.layout.collapsed.empty()) layout["collapsed"] = design.layout.collapsed;
  if (!layout.empty()) document["layout"] = std::move(layout);
  const bool large = design.drawn.terminals.size() + design.drawn.links.size() > kReadableParts;
  return dump(document, large ? -1 : 2) + "\n";
}

std::string designHash(const Design& design) {
  const std::vector<Section> all = sections(design);
  Design canonical;
  canonical.settings = design.settings;
  for (const Section& section : all)
    for (const Parameter& parameter : section.parameters)
      if (parameter.type == ParameterType::real) {
        // 1 and 1.0 are the same setting.
        Value value = effective(design, parameter);
        if (const auto* integer = std::get_if<std::int64_t>(&value))
          canonical.settings[parameter.name] = static_cast<double>(*integer);
      }
  Json document = Json::object();
  putSettings(document, canonical, all, true);
  document["overrides"] = overridesOf(design);
  if (!design.phases.empty()) document["phases"] = phasesOf(design);
  std::string text = dump(document, -1);
  // Names are for people: a run is of the same design under others.
  static const std::string kNoParts = namelessParts({});
  if (networkKind(design) == kDrawnKind)
    if (const auto at = text.find(kNoParts); at != std::string::npos)
      text.replace(at, kNoParts.size(), namelessParts(design.drawn));
  return fingerprint(text);
}

}  // namespace hopscope

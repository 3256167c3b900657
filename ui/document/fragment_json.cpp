// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <nlohmann/json.hpp>

#include "engine/design/link_bandwidths.h"
#include "engine/design/part_name_rules.h"
#include "ui/document/network_fragment.h"

namespace hopscope {

namespace {

using Json = nlohmann::json;
using Node = NetworkFragment::Node;

constexpr const char* kSchema = "hopscope.parts/1";

Json jsonOf(const Value& value) {
  return std::visit([](const auto& content) { return Json(content); }, value);
}

std::optional<Value> valueOf(const Json& json) {
  if (json.is_boolean()) return Value(json.get<bool>());
  if (json.is_number_integer()) return Value(json.get<std::int64_t>());
  if (json.is_number()) return Value(json.get<double>());
  if (json.is_string()) return Value(json.get<std::string>());
  if (!json.is_array()) return {};
  std::vector<std::int64_t> items;
  for (const Json& item : json) {
    if (!item.is_number_integer()) return {};
    items.push_back(item.get<std::int64_t>());
  }
  return Value(std::move(items));
}

Json jsonOf(const Node& node) {
  Json json{{"id", node.id}, {"x", node.place.x}, {"y", node.place.y}};
  if (!node.label.empty()) json["label"] = node.label;
  for (const auto& [path, value] : node.overrides) json["overrides"][path] = jsonOf(value);
  return json;
}

std::optional<std::uint32_t> idAt(const Json& json, const char* key) {
  const auto it = json.find(key);
  if (it == json.end() || !it->is_number_unsigned()) return {};
  const auto id = it->get<std::uint64_t>();
  if (id >= kNone) return {};
  return static_cast<std::uint32_t>(id);
}

std::optional<Node> nodeOf(const Json& json) {
  if (!json.is_object()) return {};
  const auto id = idAt(json, "id");
  const auto x = json.find("x");
  const auto y = json.find("y");
  if (!id || x == json.end() || y == json.end() || !x->is_number() || !y->is_number()) return {};
  Node node;
  node.id = *id;
  node.place = {x->get<double>(), y->get<double>()};
  if (!std::isfinite(node.place.x) || !std::isfinite(node.place.y)) return {};
  if (const auto label = json.find("label"); label != json.end() && label->is_string())
    node.label = asGivenName(label->get<std::string>());
  if (const auto values = json.find("overrides"); values != json.end() && values->is_object())
    for (const auto& [path, content] : values->items())
      if (auto value = valueOf(content)) node.overrides.emplace(path, std::move(*value));
  return node;
}

std::optional<Point> placeOf(const Json& json) {
  if (!json.is_array() || json.size() != 2 || !json[0].is_number() || !json[1].is_number())
    return {};
  const Point place{json[0].get<double>(), json[1].get<double>()};
  if (!std::isfinite(place.x) || !std::isfinite(place.y)) return {};
  return place;
}

std::vector<Point> bendsOf(const Json& link) {
  std::vector<Point> places;
  if (const auto bends = link.find("bends"); bends != link.end() && bends->is_array())
    for (const Json& each : *bends)
      if (const auto place = placeOf(each)) places.push_back(*place);
  return places;
}

std::optional<DrawnLink> linkOf(const Json& json) {
  if (!json.is_object()) return {};
  const auto from = idAt(json, "from");
  const auto to = idAt(json, "to");
  if (!from || !to || *from == *to) return {};
  DrawnLink link;
  link.from = *from;
  link.to = *to;
  if (const auto name = json.find("class"); name != json.end() && *name == "global")
    link.linkClass = "global";
  if (const auto latency = json.find("latency");
      latency != json.end() && latency->is_number_integer() && *latency > 0)
    link.latency = latency->get<std::int64_t>();
  if (const auto bandwidth = json.find("bandwidth");
      bandwidth != json.end() && bandwidth->is_number() &&
      !check(bandwidthParameter(), bandwidth->get<double>(), {}))
    link.bandwidth = bandwidth->get<double>();
  return link;
}

}  // namespace

QByteArray toJson(const NetworkFragment& fragment) {
  Json json{{"schema", kSchema},
            {"routers", Json::array()},
            {"terminals", Json::array()},
            {"links", Json::array()}};
  for (const Node& router : fragment.routers) json["routers"].push_back(jsonOf(router));
  for (const Node& terminal : fragment.terminals) {
    json["terminals"].push_back(jsonOf(terminal));
    json["terminals"].back()["router"] = terminal.router;
  }
  for (const DrawnLink& link : fragment.links) {
    json["links"].push_back({{"from", link.from}, {"to", link.to}, {"class", link.linkClass}});
    if (link.latency) json["links"].back()["latency"] = *link.latency;
    if (link.bandwidth) json["links"].back()["bandwidth"] = *link.bandwidth;
    if (const auto bends = fragment.bends.find(link.id); bends != fragment.bends.end())
      for (const Point& place : bends->second)
        json["links"].back()["bends"].push_back({place.x, place.y});
  }
  for (const CanvasNote& note : fragment.notes)
    json["notes"].push_back({{"at", {note.place.x, note.place.y}}, {"text", note.text}});
  return QByteArray::fromStdString(json.dump(-1, ' ', false, Json::error_handler_t::replace));
}

std::optional<NetworkFragment> fragmentFromJson(const QByteArray& text) {
  const Json json = Json::parse(text.constData(), text.constData() + text.size(), nullptr, false);
  if (!json.is_object()) return {};
  const auto schema = json.find("schema");
  if (schema == json.end() || *schema != kSchema) return {};

  const auto items = [&json](const char* key) {
    const auto it = json.find(key);
    return it != json.end() && it->is_array() ? *it : Json::array();
  };
  NetworkFragment fragment;
  std::set<std::uint32_t> routers;
  for (const Json& item : items("routers"))
    if (auto router = nodeOf(item); router && routers.insert(router->id).second)
      fragment.routers.push_back(std::move(*router));
  for (const Json& item : items("terminals")) {
    auto terminal = nodeOf(item);
    const auto router = terminal ? idAt(item, "router") : std::nullopt;
    if (!router) continue;
    terminal->router = *router;
    fragment.terminals.push_back(std::move(*terminal));
  }
  for (const Json& item : items("links"))
    if (auto link = linkOf(item);
        link && routers.count(link->from) != 0 && routers.count(link->to) != 0) {
      link->id = static_cast<std::uint32_t>(fragment.links.size());
      if (auto bends = bendsOf(item); !bends.empty())
        fragment.bends.emplace(link->id, std::move(bends));
      fragment.links.push_back(std::move(*link));
    }
  for (const Json& item : items("notes")) {
    const auto place = item.is_object() && item.contains("at") ? placeOf(item["at"]) : std::nullopt;
    if (place && item.contains("text") && item["text"].is_string())
      fragment.notes.push_back({*place, item["text"].get<std::string>()});
  }
  return fragment;
}

}  // namespace hopscope

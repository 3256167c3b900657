// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/design/mix_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "engine/core/text.h"
#include "engine/design/json_values.h"
#include "engine/traffic/traffic_mix.h"

namespace hopscope {
namespace {

/// A word of the text that stands for the list.
std::string wordAt(const Json& json, const std::string& path, Issues& issues) {
  std::string word = toText(json, path, issues).value_or("");
  if (json.is_string() && !isClassName(word))
    refuse(issues, path, sentence("This cannot be called \"{}\".", clipped(word)), classNameRule());
  return word;
}

/// A pattern's name, or an object with its "kind" and its settings.
void readPattern(const Json& json, const std::string& path, MixPart& part, Issues& issues) {
  if (!json.is_object()) {
    part.pattern = wordAt(json, path, issues);
    return;
  }
  const auto kind = json.find("kind");
  if (kind == json.end())
    return refuse(issues, path, sentence("The \"kind\" is missing."),
                  sentence("Give the pattern's name."));
  part.pattern = wordAt(*kind, path + ".kind", issues);
  const TrafficEntry* entry = trafficPatterns().find(part.pattern);
  if (entry == nullptr) return;  // as the check of the text says
  std::vector<std::string> known{"kind"};
  for (const Parameter& parameter : entry->parameters) known.push_back(parameter.name);
  if (!checkKeys(json, path, known, issues)) return;
  for (const Parameter& parameter : entry->parameters)
    if (const auto found = json.find(parameter.name); found != json.end())
      if (auto value = toValue(*found, parameter, path + "." + parameter.name, issues))
        part.values[parameter.name] = std::move(*value);
}

MixPart readPart(const Json& json, const std::string& path, std::size_t index, Issues& issues) {
  MixPart part;
  part.name = usualClassName(index);
  if (!checkKeys(json, path, {"name", "share", "pattern", "flits"}, issues)) return part;
  if (const auto name = json.find("name"); name != json.end())
    part.name = wordAt(*name, path + ".name", issues);
  if (const auto pattern = json.find("pattern"); pattern != json.end())
    readPattern(*pattern, path + ".pattern", part, issues);
  if (const auto share = json.find("share"); share != json.end()) {
    if (share->is_number())
      part.share = share->get<double>();
    else
      refuse(issues, path + ".share",
             sentence("A number is needed here, not {}.", kindInWords(*share)), {});
  }
  if (const auto flits = json.find("flits"); flits != json.end()) {
    if (flits->is_number_unsigned() && *flits > 0u &&
        *flits <= std::numeric_limits<std::uint32_t>::max())
      part.flits = flits->get<std::uint32_t>();
    else
      refuse(issues, path + ".flits",
             sentence("A packet size is a whole number of flits, 1 or more."), {});
  }
  return part;
}

}  // namespace

std::optional<std::string> mixTextOf(const Json& list, const std::string& path, Issues& issues) {
  const std::size_t before = issues.size();
  std::vector<MixPart> parts;
  parts.reserve(list.size());
  for (std::size_t i = 0; i < list.size(); ++i)
    parts.push_back(readPart(list[i], fmt::format("{}[{}]", path, i), i, issues));
  if (issues.size() > before) return std::nullopt;
  return mixText(parts);
}

Json mixJson(const std::string& text) {
  const ReadMix mix = parseMix(text);
  if (hasErrors(mix.issues) || mixText(mix.parts) != text) return text;
  Json list = Json::array();
  for (const MixPart& part : mix.parts) {
    Json& json = list.emplace_back();
    json = {{"name", part.name}, {"share", part.share}, {"pattern", part.pattern}};
    if (!part.values.empty()) {
      json["pattern"] = {{"kind", part.pattern}};
      for (const auto& [name, value] : part.values) json["pattern"][name] = toJson(value);
    }
    if (part.flits != 0) json["flits"] = part.flits;
  }
  return list;
}

}  // namespace hopscope

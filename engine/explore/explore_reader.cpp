// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "engine/core/text.h"
#include "engine/design/json_screen.h"
#include "engine/design/json_values.h"
#include "engine/explore/explore.h"
#include "engine/explore/explore_parameters.h"

namespace hopscope {
namespace {

constexpr std::size_t kLongestRequestName = 1000;
/// Beyond what is wanted at least, where a request names a single number of terminals.
constexpr double kUsualSpare = 0.2;

class ExploreReader {
 public:
  ParsedExplore read(std::string_view text) {
    issues_ = screenJson(text);
    if (hasErrors(issues_)) return finish();
    document_ = Json::parse(text);
    if (!readHead()) return finish();
    readList();
    readFamilies();
    readSettings();
    if (hasErrors(issues_)) return finish();
    for (Issue& issue : checkTogether(request_.values)) issues_.push_back(std::move(issue));
    return finish();
  }

 private:
  void refuse(const std::string& path, Sentence text, Sentence remedy = {}) {
    hopscope::refuse(issues_, path, std::move(text), std::move(remedy));
  }

  ParsedExplore finish() {
    if (hasErrors(issues_)) return {{}, std::move(issues_)};
    ExploreRequest whole = requestOf(request_.values);
    whole.name = std::move(request_.name);
    whole.families = std::move(request_.families);
    return {std::move(whole), std::move(issues_)};
  }

  bool readHead() {
    const std::string remedy = fmt::format("\"schema\": \"{}\"", kExploreSchema);
    if (!document_.is_object() || !document_.contains("schema")) {
      refuse("schema", sentence("This is no request for networks: it does not say so."),
             sentence("A request begins with {}.", remedy));
      return false;
    }
    if (document_["schema"] != kExploreSchema) {
      refuse("schema",
             sentence("The document's schema is {}.", clipped(document_["schema"].dump())),
             sentence("This version reads {}.", remedy));
      return false;
    }
    if (const auto name = document_.find("name"); name != document_.end())
      if (const auto words = toText(*name, "name", issues_))
        request_.name =
            words->size() <= kLongestRequestName ? *words : clipped(*words, kLongestRequestName);
    return true;
  }

  /// Which prices hold that are not given.
  void readList() {
    const PriceList* list = &priceLists().entries().front();
    if (const auto prices = document_.find("prices");
        prices != document_.end() && prices->is_object())
      if (const auto name = prices->find("list"); name != prices->end() && name->is_string())
        if (const PriceList* named = priceLists().find(name->get<std::string>())) list = named;
    request_.values = exploreDefaults(*list);
  }

  void readFamilies() {
    const auto list = document_.find("families");
    if (list == document_.end()) {
      for (const Generator& family : generators()) request_.families.push_back(&family);
      return;
    }
    if (!list->is_array() || list->empty())
      return refuse("families", sentence("A list of topologies is wanted."),
                    sentence("Leave it out for all of them."));
    std::vector<std::string> known;
    for (const Generator& family : generators()) known.push_back(family.name);
    for (std::size_t i = 0; i < list->size(); ++i) {
      const std::string path = fmt::format("families[{}]", i);
      const auto name = toText((*list)[i], path, issues_);
      if (!name) continue;
      const Generator* family = generators().find(*name);
      if (family == nullptr) {
        refuse(path, sentence("There is no topology \"{}\".", clipped(*name)),
               suggestion(*name, known));
      } else if (std::find(request_.families.begin(), request_.families.end(), family) !=
                 request_.families.end()) {
        refuse(path, sentence("The topology {} stands there twice.", *name));
      } else {
        request_.families.push_back(family);
      }
    }
  }

  void readSettings() {
    Json rest = document_;
    for (const char* key : {"schema", "name", "families"}) rest.erase(key);
    if (const auto terminals = rest.find("terminals");
        terminals != rest.end() && terminals->is_number()) {
      readTerminals(*terminals);
      rest.erase("terminals");
    }
    std::vector<RawSetting> found;
    for (const auto& [key, json] : rest.items()) flatten(json, key, found);
    std::vector<std::string> known{"name", "families", "terminals"};
    for (const Parameter& parameter : exploreParameters()) known.push_back(parameter.name);
    for (const auto& [path, json] : found) {
      const auto parameter =
          std::find_if(exploreParameters().begin(), exploreParameters().end(),
                       [&path = path](const Parameter& each) { return each.name == path; });
      if (parameter == exploreParameters().end()) {
        if (json->is_object() && json->empty() && isSection(path)) continue;
        if (path == "terminals") {
          refuse(path, sentence("Terminals are a number, or all from a least to a most one."),
                 sentence("Write 1000, or {{\"least\": 900, \"most\": 1100}}."));
          continue;
        }
        refuse(clipped(path), sentence("A request has no \"{}\".", clipped(path)),
               suggestion(path, known));
        continue;
      }
      if (auto value = toValue(*json, *parameter, path, issues_))
        request_.values[path] = std::move(*value);
    }
  }

  static bool isSection(const std::string& path) {
    return std::any_of(exploreParameters().begin(), exploreParameters().end(),
                       [&](const Parameter& each) { return each.name.rfind(path + '.', 0) == 0; });
  }

  void readTerminals(const Json& json) {
    const auto declared =
        std::find_if(exploreParameters().begin(), exploreParameters().end(),
                     [](const Parameter& each) { return each.name == "terminals.least"; });
    const auto least = toValue(json, *declared, "terminals", issues_);
    if (!least) return;
    const auto wanted = std::get<std::int64_t>(*least);
    request_.values["terminals.least"] = wanted;
    const auto spare = static_cast<std::int64_t>(static_cast<double>(wanted) * kUsualSpare);
    request_.values["terminals.most"] =
        std::min(static_cast<std::int64_t>(kMaxTerminals), wanted + spare);
  }

  Json document_;
  ExploreRequest request_;
  Issues issues_;
};

}  // namespace

ParsedExplore parseExplore(std::string_view json) {
  return ExploreReader().read(json);
}

Issues checkTogether(const Values& values) {
  Issues issues;
  const std::int64_t least = integerAt(values, "terminals.least");
  const std::int64_t most = integerAt(values, "terminals.most");
  if (most < least)
    refuse(issues, "terminals.most",
           sentence("At most {} terminals are fewer than at least {}.", most, least),
           sentence("Give the smaller number as terminals.least."));
  auto sizes = integersAt(values, "router_ports");
  std::sort(sizes.begin(), sizes.end());
  if (std::adjacent_find(sizes.begin(), sizes.end()) != sizes.end())
    refuse(issues, "router_ports", sentence("A number of ports stands there twice."));
  return issues;
}

ExploreRequest requestOf(const Values& values) {
  const auto count = [&](const char* path) {
    return static_cast<std::uint64_t>(integerAt(values, path));
  };
  ExploreRequest request;
  request.size = {count("terminals.least"), count("terminals.most"), count("radix")};
  request.throughput = realAt(values, "throughput");
  request.worstThroughput = realAt(values, "worst_throughput");
  request.settings = settingsOf(values);
  request.values = values;
  return request;
}

ExploreSettings settingsOf(const Values& values) {
  const auto count = [&](const char* path) {
    return static_cast<std::uint64_t>(integerAt(values, path));
  };
  ExploreSettings settings;
  settings.linkGbps = realAt(values, "link_gbps");
  for (const std::int64_t ports : integersAt(values, "router_ports"))
    settings.routerPorts.push_back(static_cast<std::uint64_t>(ports));
  std::sort(settings.routerPorts.begin(), settings.routerPorts.end());
  settings.floor = {count("floor.rack_terminals"),           count("floor.rack_routers"),
                    realAt(values, "floor.rack_width"),      realAt(values, "floor.row_depth"),
                    realAt(values, "floor.in_rack"),         realAt(values, "floor.overhead"),
                    realAt(values, "floor.electrical_up_to")};
  settings.prices = {realAt(values, "prices.router_fixed"),
                     realAt(values, "prices.router_per_port"),
                     realAt(values, "prices.electrical_fixed"),
                     realAt(values, "prices.electrical_per_m"),
                     realAt(values, "prices.optical_fixed"),
                     realAt(values, "prices.optical_per_m"),
                     std::get<bool>(values.at("prices.terminal_cables"))};
  PowerParts& power = settings.power;
  power.opticalPortW = realAt(values, "power.optical_port");
  power.electricalPortW = realAt(values, "power.electrical_port");
  power.fixedW = realAt(values, "power.fixed");
  power.bufferNj = realAt(values, "power.buffer_energy");
  power.bufferPasses = static_cast<unsigned>(count("power.buffer_passes"));
  power.wireBytes = realAt(values, "power.wire_bytes");
  power.tcamMwPerEntry = realAt(values, "power.table_entry");
  return settings;
}

}  // namespace hopscope

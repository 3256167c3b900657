// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/design/design_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>

#include "engine/core/text.h"
#include "engine/design/application_sections.h"
#include "engine/design/compile.h"
#include "engine/design/drawn_topology.h"
#include "engine/design/json_screen.h"
#include "engine/design/json_values.h"
#include "engine/design/layout_json.h"
#include "engine/design/mix_json.h"
#include "engine/design/network_exchange.h"
#include "engine/design/override_resolution.h"
#include "engine/design/phases.h"
#include "engine/design/schema_name.h"
#include "engine/design/sections.h"
#include "engine/design/setting_issues.h"
#include "engine/workload/application.h"

namespace hopscope {
namespace {

constexpr std::size_t kLongestName = 1000;
constexpr std::size_t kMostPhases = 1000;

/// Reads one document, which has been screened: no member throws.
class DesignReader {
 public:
  explicit DesignReader(const Json& document) : document_(document) {}

  ParsedDesign read() && {
    if (!document_.is_object()) {
      refuse("", sentence("A design is an object, not {}.", kindInWords(document_)), {});
    } else if (readSchema()) {
      readTopLevel();
    }
    return {std::move(design_), std::move(issues_)};
  }

 private:
  void refuse(const std::string& path, Sentence text, Sentence remedy) {
    issues_.push_back({Severity::error, path, std::move(text), std::move(remedy)});
  }

  bool readSchema() {
    const auto found = document_.find("schema");
    const Sentence remedy = sentence("A design begins with \"schema\": \"{}\".", kSchemaName);
    if (found == document_.end()) {
      refuse("schema", sentence("The document does not say what it is."), remedy);
      return false;
    }
    const std::string name = found->is_string() ? found->get<std::string>() : "";
    if (name == kSchemaName) return true;
    const std::string_view family = kSchemaFamily;
    unsigned version = 0;
    const bool ours = name.rfind(family, 0) == 0;
    const char* digits = name.data() + std::min(family.size(), name.size());
    const auto number = std::from_chars(digits, name.data() + name.size(), version);
    if (ours && number.ec == std::errc{} && version > 1)
      refuse("schema",
             sentence("The design was written by a newer Hopscope (\"{}\").", clipped(name)),
             sentence("This version reads \"{}\".", kSchemaName));
    else
      refuse("schema",
             sentence("The document's schema is {}.",
                      found->is_string() ? sentence("\"{}\"", clipped(name)) : kindInWords(*found)),
             remedy);
    return false;
  }

  void readTopLevel() {
    std::vector<RawSetting> raw;
    std::vector<std::string> known = {"schema", "name", "overrides", "layout", "phases"};
    for (const Section& section : sections(design_, {})) known.push_back(section.name);
    for (const auto& [key, member] : document_.items()) {
      if (key == "schema" || key == "overrides" || key == "layout" || key == "phases") continue;
      if (key == "name") {
        readName(member);
      } else if (std::find(known.begin(), known.end(), key) == known.end()) {
        refuse(clipped(key), sentence("A design has no \"{}\".", clipped(key)),
               suggestion(key, known));
      } else if (key == "topology") {
        readTopology(member, raw);
      } else if (key == kApplications) {
        readApplications(member, raw);
      } else if (member.is_object()) {
        if (!member.empty()) flatten(member, key, raw);
      } else {
        issues_.push_back(unknownSetting(sections(design_, {}), key));
      }
    }
    if (!document_.contains("topology"))
      refuse("topology", sentence("The design has no topology."),
             sentence("Name one, such as \"topology\": {{\"kind\": \"mesh\"}}."));
    if (hasErrors(issues_)) return;
    readSettings(raw);
    if (const auto layout = document_.find("layout"); layout != document_.end())
      readLayout(*layout, design_.layout, issues_);
    completeFromImport();
  }

  void readName(const Json& json) {
    const auto name = toText(json, "name", issues_);
    if (!name) return;
    if (name->size() > kLongestName)
      refuse("name", sentence("The name is too long."),
             sentence("At most {} bytes.", kLongestName));
    design_.name = *name;
  }

  // ---- topology

  void readTopology(const Json& json, std::vector<RawSetting>& raw) {
    if (!json.is_object()) {
      refuse("topology", sentence("The topology cannot be {}.", kindInWords(json)),
             sentence("Write an object such as {{\"kind\": \"mesh\", \"dimensions\": [8, 8]}}."));
      return;
    }
    const auto kind = json.find("kind");
    const bool drawn = kind == json.end() || (kind->is_string() && *kind == kDrawnKind);
    if (kind == json.end() && !json.contains("routers")) {
      refuse("topology.kind", sentence("The topology does not say what kind it is."),
             sentence("Name a family, such as \"kind\": \"mesh\", or list \"routers\"."));
      return;
    }
    if (kind != json.end() && kind->is_string() && *kind == kImportedKind) return readImport(json);
    for (const auto& [key, member] : json.items()) {
      if (drawn && key == "routers")
        readList(member, "routers",
                 [this](const Json& j, const std::string& p) { readRouter(j, p); });
      else if (drawn && key == "terminals")
        readList(member, "terminals",
                 [this](const Json& j, const std::string& p) { readTerminal(j, p); });
      else if (drawn && key == "channels")
        readList(member, "channels",
                 [this](const Json& j, const std::string& p) { readLink(j, p); });
      else
        flatten(member, "topology." + key, raw);
    }
    if (!drawn || hasErrors(issues_)) return;
    buildDrawn(design_.drawn, issues_);
  }

  /// A network in the words of another format: becomes a drawn one.
  void readImport(const Json& json) {
    if (!checkKeys(json, "topology", {"kind", "format", "text"})) return;
    const auto textAt = [&](const char* key) {
      const auto found = json.find(key);
      const std::string path = fmt::format("topology.{}", key);
      return found == json.end() ? std::optional<std::string>{} : toText(*found, path, issues_);
    };
    const auto text = textAt("text");
    const auto name = textAt("format");
    if (hasErrors(issues_)) return;
    if (!text)
      return refuse("topology", sentence("The \"text\" is missing."),
                    sentence("Give the file's text."));
    const NetworkFormatEntry* format = name ? findNetworkFormat(*name) : guessNetworkFormat(*text);
    if (format == nullptr) {
      std::vector<std::string> names;
      for (const NetworkFormatEntry& entry : networkFormats()) names.push_back(entry.name);
      return refuse("topology.format",
                    name ? sentence("There is no format \"{}\".", clipped(*name))
                         : sentence("The text is in none of the formats that can be read."),
                    suggestion(name.value_or(""), names));
    }
    ReadNetwork read = readNetwork(*text, format->format);
    const bool fine = !hasErrors(read.issues);
    if (fine) imported_ = importedDesign(read.network, read.issues);
    for (Issue& issue : read.issues) {
      if (issue.path.empty() || issue.path.rfind("line ", 0) == 0)
        issue.path = "topology.text" + (issue.path.empty() ? "" : ", " + issue.path);
      issues_.push_back(std::move(issue));
    }
    if (!fine) return;
    design_.drawn = imported_.drawn;
    buildDrawn(design_.drawn, issues_);
  }

  /// What the design itself says wins over what an imported network brings along.
  void completeFromImport() {
    design_.settings.merge(imported_.settings);
    design_.layout.routers.merge(imported_.layout.routers);
    design_.layout.terminals.merge(imported_.layout.terminals);
  }

  /// A list of objects, each with the settings of one application.
  void readApplications(const Json& json, std::vector<RawSetting>& raw) {
    if (!json.is_array() || json.size() > kMostApplications) {
      refuse(kApplications,
             json.is_array() ? sentence("There are {} applications; {} are the most.", json.size(),
                                        kMostApplications)
                             : sentence("A list is needed here, not {}.", kindInWords(json)),
             sentence("Write [{{\"kind\": \"ping_pong\", \"bytes\": 8}}]."));
      return;
    }
    for (std::size_t i = 0; i < json.size(); ++i) {
      const std::string path = fmt::format("{}.{}", kApplications, i);
      if (!checkObject(json[i], path)) continue;
      if (!json[i].contains("kind"))
        refuse(path, sentence("The application does not say what kind it is."),
               sentence("Name one, such as \"kind\": \"ping_pong\"."));
      for (const auto& [key, member] : json[i].items())
        flatten(member, fmt::format("{}.{}", path, key), raw);
    }
  }

  template <typename Read>
  void readList(const Json& json, const char* key, const Read& read) {
    const std::string path = fmt::format("topology.{}", key);
    if (!json.is_array()) {
      refuse(path, sentence("A list is needed here, not {}.", kindInWords(json)), {});
      return;
    }
    for (std::size_t i = 0; i < json.size(); ++i) read(json[i], fmt::format("{}[{}]", path, i));
  }

  /// False, and an issue, for what isn't an object with known keys.
  bool checkKeys(const Json& json, const std::string& path, const std::vector<std::string>& known) {
    return hopscope::checkKeys(json, path, known, issues_);
  }

  /// The id under `key`; without one, `fallback` if there is one.
  std::uint32_t idAt(const Json& json, const std::string& path, const char* key,
                     std::optional<std::size_t> fallback = {}) {
    const auto found = json.find(key);
    if (found != json.end()) return toId(*found, path + "." + key, issues_).value_or(0);
    if (fallback) return static_cast<std::uint32_t>(*fallback);
    refuse(path, sentence("The \"{}\" is missing.", key), sentence("Give the id of a router."));
    return 0;
  }

  std::string labelAt(const Json& json, const std::string& path) {
    const auto label = json.find("label");
    if (label == json.end()) return {};
    return toText(*label, path + ".label", issues_).value_or("");
  }

  void readRouter(const Json& json, const std::string& path) {
    DrawnRouter router;
    if (json.is_number()) {
      router.id = toId(json, path, issues_).value_or(0);
    } else {
      if (!checkKeys(json, path, {"id", "label"})) return;
      router.id = idAt(json, path, "id", design_.drawn.routers.size());
      router.label = labelAt(json, path);
    }
    design_.drawn.routers.push_back(std::move(router));
  }

  void readTerminal(const Json& json, const std::string& path) {
    if (!checkKeys(json, path, {"id", "router", "label"})) return;
    const std::uint32_t id = idAt(json, path, "id", design_.drawn.terminals.size());
    design_.drawn.terminals.push_back({id, idAt(json, path, "router"), labelAt(json, path)});
  }

  void readLink(const Json& json, const std::string& path) {
    if (!checkKeys(json, path, {"id", "from", "to", "class", "latency", "bandwidth"})) return;
    DrawnLink link;
    link.id = idAt(json, path, "id", design_.drawn.links.size());
    link.from = idAt(json, path, "from");
    link.to = idAt(json, path, "to");
    if (const auto name = json.find("class"); name != json.end())
      link.linkClass = toText(*name, path + ".class", issues_).value_or("local");
    if (const auto latency = json.find("latency"); latency != json.end()) {
      const Parameter* declared = find(drawnSections(), "channels.local.latency");
      const auto value = toValue(*latency, *declared, path + ".latency", issues_);
      if (value && std::holds_alternative<std::int64_t>(*value))
        link.latency = std::get<std::int64_t>(*value);
      else if (value)
        refuse(path + ".latency", sentence("The latency of one channel is a number of cycles."),
               sentence("Use channels.local.latency for a time with a unit."));
    }
    if (const auto bandwidth = json.find("bandwidth"); bandwidth != json.end()) {
      const Parameter* declared = find(drawnSections(), "channels.local.bandwidth");
      const auto value = toValue(*bandwidth, *declared, path + ".bandwidth", issues_);
      if (value) link.bandwidth = realAt({{"bandwidth", *value}}, "bandwidth");
    }
    design_.drawn.links.push_back(std::move(link));
  }

  /// Of a drawn network with an application, which has all that others may lack.
  static const std::vector<Section>& drawnSections() {
    static const std::vector<Section> all = [] {
      Design design;
      design.settings[applicationPath(0)] = applications().entries().front().name;
      return sections(design, NetworkTraits{drawnLinkClasses(), {}});
    }();
    return all;
  }

  // ---- settings

  /// What other settings depend on is read first.
  void readSettings(std::vector<RawSetting> raw) {
    const auto under = [](const std::string& prefix) {
      return [prefix](const std::string& path) { return path.rfind(prefix, 0) == 0; };
    };
    const auto take = [&](const auto& wanted) {
      const std::vector<Section> all = sections(design_, traits_);
      std::vector<RawSetting> rest;
      for (const RawSetting& setting : raw)
        if (wanted(setting.first))
          design_.settings.merge(readSetting(setting, all, ""));
        else
          rest.push_back(setting);
      raw = std::move(rest);
    };
    take(under(kTopologyKind));
    if (hasErrors(issues_)) return;
    take(under("topology."));
    if (hasErrors(issues_)) return;
    traits_ = traitsOf(design_);
    take(under(kSwitchModel));
    take(under(kRoutingAlgorithm));
    take([](const std::string& path) {
      return path == kTrafficPattern || path == std::string(kTrafficPattern) + ".kind";
    });
    for (std::size_t i = 0; i < kMostApplications; ++i) take(under(applicationPath(i)));
    take(isApplicationChoice);
    take([](const std::string&) { return true; });
    readOverrides();
    readPhases();
  }

  /// Packets of several sizes, [{"flits": 1, "share": 0.5}, …], as the text that stands for them.
  Values readSizes(const Json& json, const std::string& at) {
    constexpr const char* kSizes = "traffic.packet_sizes";
    std::string text;
    for (const Json& size : json) {
      const bool whole = size.is_object() && size.size() == 2 && size.contains("flits") &&
                         size.contains("share") && size["flits"].is_number_integer() &&
                         size["share"].is_number();
      if (!whole) {
        refuse(at, sentence("A packet size is an object with flits and share."),
               sentence(
                   "Write [{{\"flits\": 1, \"share\": 0.5}}, {{\"flits\": 5, \"share\": 0.5}}]."));
        return {};
      }
      text += fmt::format("{}{}:{}", text.empty() ? "" : ", ", size["flits"].get<std::int64_t>(),
                          size["share"].get<double>());
    }
    return {{kSizes, text}};
  }

  /// Only asked where a class of links is unknown: building a large network takes its time.
  bool isBuildable() {
    Issues network;
    if (!buildable_) buildable_ = buildTopology(design_, network) != nullptr;
    return *buildable_;
  }

  /// The setting under its canonical path; nothing where it is unknown or of a wrong type.
  Values readSetting(const RawSetting& setting, const std::vector<Section>& all,
                     const std::string& place) {
    const auto& [path, json] = setting;
    const std::string at = place + clipped(path, 120);
    if (path == "traffic.packet_flits" && json->is_array()) return readSizes(*json, at);
    const std::string canonical = canonicalPath(all, path);
    const Parameter* parameter = find(all, canonical);
    if (parameter == nullptr) {
      const std::string prefix = path + ".";
      for (const Section& section : all)
        for (const Parameter& other : section.parameters)
          if (json->is_object() && other.name.rfind(prefix, 0) == 0) return {};
      if (isIdleSetting(path)) return readIdle(*json, path);
      // The classes of a network that cannot be built are unknown; validate() says why it cannot.
      if (path.rfind("channels.", 0) == 0 && !isBuildable()) return {};
      Issue unknown = unknownSetting(design_, all, path);
      unknown.path = at;
      issues_.push_back(std::move(unknown));
      return {};
    }
    std::optional<Value> value;
    if (canonical == kTrafficParts && json->is_array())
      value = mixTextOf(*json, at, issues_);
    else
      value = readValue(*json, *parameter, at);
    if (!value) return {};
    if (place.empty() && design_.settings.count(canonical) != 0) {
      refuse(at, sentence("{} is given twice.", canonical), sentence("Keep one of the two."));
      return {};
    }
    return {{canonical, std::move(*value)}};
  }

  std::optional<Value> readValue(const Json& json, const Parameter& parameter,
                                 const std::string& at) {
    const std::size_t before = issues_.size();
    auto value = toValue(json, parameter, at, issues_);
    if (value && issues_.size() > before)
      nameOtherModel(design_, parameter.name, *value, issues_.back());
    return value;
  }

  Values readIdle(const Json& json, const std::string& path) {
    auto value = toValue(json, *find(drawnSections(), path), path, issues_);
    return value ? Values{{path, std::move(*value)}} : Values{};
  }

  // ---- overrides and layout

  void readOverrides() {
    const auto found = document_.find("overrides");
    if (found == document_.end()) return;
    if (!found->is_array()) {
      refuse("overrides", sentence("A list is needed here, not {}.", kindInWords(*found)), {});
      return;
    }
    const std::vector<Section> all = sections(design_, traits_);
    for (std::size_t i = 0; i < found->size(); ++i)
      readOverride((*found)[i], fmt::format("overrides[{}]", i), all);
  }

  void readOverride(const Json& json, const std::string& place, const std::vector<Section>& all) {
    if (!checkKeys(json, place,
                   {"routers", "channels", "switch", "forwarding", "latency", "bandwidth"}))
      return;
    Override entry;
    std::vector<RawSetting> raw;
    Issues before;
    std::swap(before, issues_);
    for (const auto& [key, member] : json.items()) {
      if (key == "routers")
        entry.routers = toIds(member, place + ".routers", issues_);
      else if (key == "channels")
        entry.channels = toIds(member, place + ".channels", issues_);
      else if (key == "latency" || key == "bandwidth")
        readOfLinks(key, member, place, entry);
      else if (!member.is_object())
        refuse(fmt::format("{}.{}", place, key),
               sentence("An object is needed here, not {}.", kindInWords(member)), {});
      else if (!member.empty())
        flatten(member, key, raw);
    }
    for (const RawSetting& setting : raw)
      entry.values.merge(readSetting(setting, all, place + "."));
    if (!hasErrors(issues_)) checkOverride(entry, place, all, issues_);
    design_.overrides.push_back(std::move(entry));
    issues_.insert(issues_.begin(), before.begin(), before.end());
  }

  void readOfLinks(const std::string& key, const Json& json, const std::string& place,
                   Override& entry) {
    // The terminal class allows the widest range; the network decides about the rest.
    const Parameter* declared = find(drawnSections(), "channels.terminal." + key);
    if (auto value = toValue(json, *declared, fmt::format("{}.{}", place, key), issues_))
      entry.values[key] = std::move(*value);
  }

  // ---- phases

  void readPhases() {
    const auto found = document_.find("phases");
    if (found == document_.end()) return;
    if (!found->is_array()) {
      refuse("phases", sentence("A list is needed here, not {}.", kindInWords(*found)), {});
      return;
    }
    if (found->size() > kMostPhases)
      refuse("phases", sentence("There are more than {} phases.", kMostPhases), {});
    for (std::size_t i = 0; i < std::min(found->size(), kMostPhases); ++i)
      readPhase((*found)[i], fmt::format("phases[{}]", i));
  }

  void readPhase(const Json& json, const std::string& place) {
    if (!checkKeys(json, place, {"at", "set", "reprogram", "fail", "restore"})) return;
    Phase phase;
    readParts(json, place, "fail", phase.fail);
    readParts(json, place, "restore", phase.restore);
    if (!json.contains("at"))
      refuse(place + ".at", sentence("The phase does not say when it begins."),
             sentence("Write \"at\": 60000."));
    else if (auto at = toValue(json["at"], phaseBegin(), place + ".at", issues_))
      phase.at = std::move(*at);
    if (const auto reprogram = json.find("reprogram"); reprogram != json.end()) {
      if (reprogram->is_boolean())
        phase.reprogram = reprogram->get<bool>();
      else
        refuse(place + ".reprogram",
               sentence("true or false is needed here, not {}.", kindInWords(*reprogram)), {});
    }
    std::vector<RawSetting> raw;
    if (const auto set = json.find("set"); set != json.end() && checkObject(*set, place + ".set"))
      for (const auto& [key, member] : set->items()) flatten(member, key, raw);
    // Pattern and routing decide which other settings there are.
    design_.phases.push_back(std::move(phase));
    const auto take = [&](bool choices) {
      const std::vector<Section> all =
          sections(designInPhase(design_, design_.phases.size() - 1), traits_);
      for (const RawSetting& setting : raw)
        if (const std::string path = canonicalPath(all, setting.first);
            (path == kTrafficPattern || path == kRoutingAlgorithm) == choices)
          design_.phases.back().set.merge(readSetting(setting, all, place + ".set."));
    };
    take(true);
    take(false);
  }

  void readParts(const Json& phase, const std::string& place, const char* key, PartIds& parts) {
    const auto found = phase.find(key);
    if (found == phase.end()) return;
    const std::string at = fmt::format("{}.{}", place, key);
    if (!checkObject(*found, at) || !checkKeys(*found, at, {"channels", "routers"})) return;
    if (const auto ids = found->find("channels"); ids != found->end())
      parts.channels = toIds(*ids, at + ".channels", issues_);
    if (const auto ids = found->find("routers"); ids != found->end())
      parts.routers = toIds(*ids, at + ".routers", issues_);
  }

  bool checkObject(const Json& json, const std::string& path) {
    return hopscope::checkObject(json, path, issues_);
  }

  const Json& document_;
  Design design_;
  Issues issues_;
  std::optional<bool> buildable_;  ///< once it was asked
  NetworkTraits traits_{drawnLinkClasses(), {}};
  Design imported_;
};

}  // namespace

ParsedDesign parseDesign(std::string_view json) {
  if (Issues issues = screenJson(json); hasErrors(issues)) return {{}, std::move(issues)};
  return DesignReader(Json::parse(json)).read();
}

}  // namespace hopscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/findings/remedy.h"

#include <algorithm>
#include <optional>
#include <variant>

#include "engine/design/catalogue.h"
#include "engine/design/change_settings.h"
#include "engine/design/compile.h"
#include "engine/routing/dependency_graph.h"

namespace hopscope {

namespace {

const char* const kChannelSettings = "switch.virtual_channels";
const char* const kCacheEntries = "forwarding.cache.entries";
const char* const kCacheWays = "forwarding.cache.ways";
const char* const kEagerBytes = "endpoints.eager";

/// Decisions of a routing that is tried: some tenths of a second.
constexpr double kMostTriedSteps = 2e7;

/// A value as it stands in a sentence: a choice by its label, a number with its unit.
Sentence valueInWords(const Parameter& parameter, const Value& value) {
  if (const auto* text = std::get_if<std::string>(&value)) {
    for (const auto* names : {&parameter.choices, &parameter.keywords})
      for (const ParameterChoice& choice : *names)
        if (choice.name == *text) return registryWords(choice.label);
    return sentence("{}", *text);
  }
  const Sentence plain = sentence("{}", toText(value));
  if (parameter.unit.empty()) return plain;
  std::string unit = parameter.unit;
  const auto* whole = std::get_if<std::int64_t>(&value);
  if (whole != nullptr && *whole == 1 && (unit == "cycles" || unit == "flits")) unit.pop_back();
  return joined({plain, registryWords(unit)}, " ");
}

/// What a setting becomes, as a name: a choice's own, or the setting with its number.
Sentence shortWords(const Parameter& parameter, const Value& value) {
  if (const auto* text = std::get_if<std::string>(&value))
    for (const ParameterChoice& choice : parameter.choices)
      if (choice.name == *text) return registryWords(choice.label);
  return sentence("\"{}\" = {}", registryWords(parameter.label), toText(value));
}

enum class Proof { sound, unsound, tooLong };

Proof prove(const Setup& setup, const std::stop_token& stop) {
  const Topology& topology = *setup.topology;
  if (proofSteps(topology, *setup.routing) > kMostTriedSteps) return Proof::tooLong;
  const DependencyReport report =
      examineDependencies(topology, *setup.routing, reuseOf(setup), stop);
  return report.deadlockFree() && report.undeliveredPairs == 0 ? Proof::sound : Proof::unsound;
}

}  // namespace

Design remedied(Design design, const Remedy& remedy) {
  for (const auto& [path, value] : remedy.settings) {
    changeSettings(design,
                   [&path = path, &value = value](Values& settings) { settings[path] = value; });
  }
  for (const auto& [a, b] : remedy.links) {
    DrawnLink link;
    for (const DrawnLink& each : design.drawn.links)
      if (each.id >= link.id) link.id = each.id + 1;
    link.from = a;
    link.to = b;
    design.drawn.links.push_back(std::move(link));
  }
  return design;
}

std::string asOptions(const Remedy& remedy) {
  std::string text;
  for (const auto& [path, value] : remedy.settings)
    text += (text.empty() ? "--set " : " --set ") + path + '=' + toText(value);
  return text;
}

Remedy settingRemedy(const Design& design, const std::string& path, const Value& value) {
  const std::optional<Parameter> parameter = findParameter(design, path);
  if (!parameter || check(*parameter, value, path)) return {};
  return {sentence("Set to {}", valueInWords(*parameter, value)), {{path, value}}, {}};
}

Remedy settingTo(const Design& design, const std::string& path, const Value& value,
                 const Sentence& verb) {
  Remedy remedy = settingRemedy(design, path, value);
  if (remedy.empty() || effectiveValue(design, path) == value) return {};
  remedy.verb = verb;
  return remedy;
}

Remedy asOneToTry(const Design& design, Remedy remedy) {
  if (remedy.settings.empty()) return remedy;
  const auto& [path, value] = remedy.settings.front();
  const bool ofChannels =
      std::all_of(remedy.settings.begin(), remedy.settings.end(),
                  [](const auto& set) { return set.first.rfind(kChannelSettings, 0) == 0; });
  const bool alike = std::all_of(remedy.settings.begin(), remedy.settings.end(),
                                 [&value = value](const auto& set) { return set.second == value; });
  const auto* count = std::get_if<std::int64_t>(&value);
  if (ofChannels && alike && count != nullptr && *count > 1)
    remedy.verb = sentence("{} virtual channels", *count);
  else if (ofChannels)
    remedy.verb = sentence("the virtual channels it needs");
  else if (path == kCacheEntries && count != nullptr)
    remedy.verb = sentence("caches of {} entries", *count);
  else if (path == kCacheWays && count != nullptr)
    remedy.verb = sentence("caches of {} ways", *count);
  else if (path == kEagerBytes && count != nullptr)
    remedy.verb = sentence("eager up to {} bytes", *count);
  else if (const std::optional<Parameter> parameter = findParameter(design, path);
           parameter && remedy.settings.size() == 1)
    remedy.verb = shortWords(*parameter, value);
  return remedy;
}

bool mayRun(const Design& design, const std::stop_token& stop) {
  const Compiled compiled = compile(design, stop);
  if (!compiled.setup || hasErrors(compiled.issues)) return false;
  const Values& settings = design.settings;
  const auto allowed = settings.find("routing.allow_cycles");
  if (allowed != settings.end() && allowed->second == Value(true)) return true;
  return prove(*compiled.setup, stop) != Proof::unsound;
}

bool provesSound(const Design& design, const std::stop_token& stop) {
  const Compiled compiled = compile(design, stop);
  if (!compiled.setup || hasErrors(compiled.issues)) return false;
  return prove(*compiled.setup, stop) == Proof::sound;
}

}  // namespace hopscope

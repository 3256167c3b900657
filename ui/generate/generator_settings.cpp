// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/generate/generator_settings.h"

#include <QStringList>
#include <algorithm>
#include <optional>
#include <set>
#include <utility>
#include <variant>

#include "engine/design/catalogue.h"
#include "engine/design/compile.h"
#include "engine/traffic/traffic_pattern.h"
#include "ui/words/engine_text.h"

namespace hopscope {

namespace {

constexpr std::string_view kTopology = "topology.";
constexpr const char* kPattern = "traffic.pattern";

void erasePrefixed(Values& values, std::string_view prefix) {
  for (auto it = values.begin(); it != values.end();)
    it = it->first.starts_with(prefix) ? values.erase(it) : std::next(it);
}

/// The pattern's own parameters and the common ones, under their short names.
Values trafficValues(const Design& design) {
  Values values;
  for (const auto& [path, value] : effectiveSettings(design))
    if (path.starts_with("traffic.")) values[path.substr(std::string("traffic.").size())] = value;
  return values;
}

/// Uniform traffic instead of a pattern the network cannot have.
void fitTraffic(Design& design) {
  Issues issues;
  const std::shared_ptr<const Topology> topology = buildTopology(design, issues);
  const Value pattern = effectiveValue(design, kPattern);
  const TrafficEntry* entry = trafficPatterns().find(std::get<std::string>(pattern));
  if (!topology || entry == nullptr) return;
  if (hasErrors(entry->check(*topology, trafficValues(design)))) design.settings.erase(kPattern);
}

/// Leaves only settings that apply, and of `own` only those that differ from their default.
void keepApplicable(Design& design, const Values& own) {
  std::map<std::string, Value> defaults;
  for (const Section& section : sections(design))
    for (const Parameter& parameter : section.parameters)
      defaults[parameter.name] = parameter.fallback;
  Values kept;
  for (const auto& [path, value] : design.settings) {
    const auto it = defaults.find(path);
    if (it == defaults.end()) continue;
    if (own.count(path) != 0 && it->second == value) continue;
    kept.emplace(path, value);
  }
  design.settings = std::move(kept);
}

/// Settings that say nothing of a network's family, links or routing.
Values withoutNetwork(Values settings) {
  for (const std::string_view prefix :
       {std::string_view("topology."), std::string_view("channels."), std::string_view("routing."),
        std::string_view("switch.virtual_channels.")})
    erasePrefixed(settings, prefix);
  return settings;
}

}  // namespace

Values parametersOf(const Generator& generator, const Values& settings) {
  Values parameters;
  for (const Parameter& parameter : generator.parameters) {
    const auto it = settings.find(std::string(kTopology) + parameter.name);
    const bool usable = it != settings.end() && !check(parameter, it->second, parameter.name);
    parameters[parameter.name] = usable ? it->second : parameter.fallback;
  }
  return parameters;
}

Issues checkParameters(const Generator& generator, const Values& parameters) {
  Issues issues;
  for (const Parameter& parameter : generator.parameters)
    if (auto issue = check(parameter, parameters.at(parameter.name), parameter.name))
      issues.push_back(std::move(*issue));
  if (hasErrors(issues)) return issues;
  return generator.check(parameters);
}

std::vector<Relative> relativesOf(const Generator& generator, const Values& parameters,
                                  std::size_t most) {
  const TopologyFacts own = generator.facts(parameters);
  if (own.terminals < 2 || own.radix == 0) return {};
  const auto away = [&own](const TopologyFacts& facts) {
    return facts.terminals > own.terminals ? facts.terminals - own.terminals
                                           : own.terminals - facts.terminals;
  };
  const auto better = [&away](const TopologyFacts& a, const TopologyFacts& b) {
    return std::pair(away(a), a.links) < std::pair(away(b), b.links);
  };
  // What is further off is no network of the same size.
  const std::uint64_t slack = own.terminals / 8;
  const SizeRequest request{own.terminals - slack, own.terminals + slack, own.radix};
  std::vector<Relative> relatives;
  for (const Generator& other : generators()) {
    if (other.name == generator.name || !other.fitting) continue;
    std::optional<Relative> best;
    for (const Values& fitting : other.fitting(other, request)) {
      TopologyFacts facts = other.facts(fitting);
      if (!best || better(facts, best->facts)) best = Relative{&other, fitting, std::move(facts)};
    }
    if (best) relatives.push_back(std::move(*best));
  }
  std::stable_sort(
      relatives.begin(), relatives.end(),
      [&better](const Relative& a, const Relative& b) { return better(a.facts, b.facts); });
  if (relatives.size() > most)
    relatives.erase(relatives.begin() + static_cast<std::ptrdiff_t>(most), relatives.end());
  return relatives;
}

QString networkName(const Generator& generator, const Values& parameters) {
  QStringList lists, numbers;
  for (const Parameter& parameter : generator.parameters) {
    const Value& value = parameters.at(parameter.name);
    if (const auto* items = std::get_if<std::vector<std::int64_t>>(&value)) {
      QStringList texts;
      for (const std::int64_t item : *items) texts << QString::number(item);
      lists << texts.join(QStringLiteral(" × "));
    } else if (const auto* number = std::get_if<std::int64_t>(&value)) {
      const bool usualOne = parameter.fallback == value && *number <= 1;
      if (!usualOne)
        numbers << QStringLiteral("%1=%2").arg(QString::fromStdString(parameter.name)).arg(*number);
    }
  }
  const QStringList& shown = lists.isEmpty() ? numbers : lists;
  return (engineText(generator.label) + QLatin1Char(' ') + shown.join(QStringLiteral(", ")))
      .trimmed();
}

Design generatedDesign(const Design& present, const Generator& generator, const Values& parameters,
                       const Values& extra) {
  Design design;
  design.name = networkName(generator, parameters).toStdString();
  design.settings = withoutNetwork(present.settings);
  design.settings["topology.kind"] = generator.name;
  Values own = extra;
  for (const auto& [name, value] : parameters) own[std::string(kTopology) + name] = value;
  for (const auto& [path, value] : own) design.settings[path] = value;
  keepApplicable(design, extra);
  fitTraffic(design);
  keepApplicable(design, extra);
  return design;
}

Design reshapedDesign(const Design& present, const Generator& generator, const Values& parameters) {
  // What another family would not keep.
  Values extra;
  const Values common = withoutNetwork(present.settings);
  for (const auto& [path, value] : present.settings)
    if (!path.starts_with(kTopology) && common.count(path) == 0) extra[path] = value;
  return generatedDesign(present, generator, parameters, extra);
}

Design importedInto(const Design& present, const Design& imported) {
  Design design = imported;
  design.settings.merge(withoutNetwork(present.settings));
  keepApplicable(design, {});
  fitTraffic(design);
  keepApplicable(design, {});
  return design;
}

}  // namespace hopscope

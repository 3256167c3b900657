// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/findings/remedies.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <variant>

#include "engine/design/application_sections.h"
#include "engine/design/catalogue.h"
#include "engine/design/compile.h"
#include "engine/design/phases.h"
#include "engine/design/senders.h"
#include "engine/simulation/saturation_bound.h"
#include "engine/workload/mapping.h"

namespace hopscope {

namespace {

const char* const kRouting = "routing.algorithm";
const char* const kLoadPath = "traffic.load";
const char* const kWormSlot = "switch.worm_slot";
const std::string kVcPrefix = "switch.virtual_channels", kBufferPrefix = "switch.buffer";
/// Where packets for circuits wait.
const std::vector<std::string> kCircuitBuffers{"switch.nic_flits", "switch.relay_flits"};

/// Mappings that differ in kind from each other and from the first one.
const std::vector<std::string> kMappings{"random", "round_robin", "linear"};
/// They leave the shortest paths, or share out among several.
const std::vector<std::string> kSpreading{"ugal", "valiant", "o1turn"};

/// Paths are those of circuits, which no routing spreads.
bool hasSlots(const Design& design) {
  return findParameter(design, "switch.slots").has_value();
}

/// A memory that packets wait in.
bool isBuffer(const Design& design, const std::string& path) {
  if (std::find(kCircuitBuffers.begin(), kCircuitBuffers.end(), path) != kCircuitBuffers.end())
    return true;
  const bool withoutWorms =
      findParameter(design, kWormSlot) && effectiveValue(design, kWormSlot) == Value(false);
  return path.rfind(kBufferPrefix, 0) == 0 && !withoutWorms;
}

bool phaseSets(const Design& design, const std::string& path) {
  return std::any_of(design.phases.begin(), design.phases.end(),
                     [&path](const Phase& phase) { return phase.set.count(path) != 0; });
}

std::optional<double> roundedLoad(const Design& design, double bound) {
  // Two figures that count, down to thousandths: half of a small load is not thrown away.
  const double steps = bound < 0.1 ? 1000 : 100;
  const double load = std::floor(bound * steps + 1e-9) / steps;
  if (!(load > 0) || load >= offeredLoad(design)) return {};
  return load;
}

/// Choices of a setting, in the order of `names`, but the present one.
void addChoices(const Design& design, const std::string& path,
                const std::vector<std::string>& names, std::vector<Remedy>& to) {
  const std::optional<Parameter> parameter = findParameter(design, path);
  if (!parameter) return;
  const Value present = effectiveValue(design, path);
  for (const std::string& name : names)
    for (const ParameterChoice& choice : parameter->choices)
      if (choice.name == name && Value(name) != present)
        to.push_back({registryWords(choice.label), {{path, name}}, {}});
}

/// Every setting that has an effect, `counts` it, and may have `more` of it.
template <typename Counts, typename More>
void addEach(const Design& design, const Counts& counts, const More& more, Remedy& to) {
  const Values settings = effectiveSettings(design);
  for (const Section& section : sections(design))
    for (const Parameter& parameter : section.parameters) {
      if (!hasEffect(settings, parameter) || !counts(parameter.name)) continue;
      const Value value = effectiveValue(design, parameter.name);
      const auto* count = std::get_if<std::int64_t>(&value);
      if (count == nullptr || *count <= 0) continue;
      const Value larger = more(*count);
      if (!check(parameter, larger, parameter.name))
        to.settings.emplace_back(parameter.name, larger);
    }
}

Remedy oneMoreChannel(const Design& design) {
  Remedy remedy;
  remedy.verb = sentence("one more virtual channel");
  addEach(
      design, [](const std::string& path) { return path.rfind(kVcPrefix, 0) == 0; },
      [](std::int64_t count) { return count + 1; }, remedy);
  return remedy;
}

Remedy largerBuffers(const Design& design) {
  Remedy remedy;
  remedy.verb = sentence("buffers twice as large");
  addEach(
      design, [&](const std::string& path) { return isBuffer(design, path); },
      [](std::int64_t count) { return 2 * count; }, remedy);
  return remedy;
}

void addRoom(const Design& design, std::vector<Remedy>& to) {
  for (const auto& more : {oneMoreChannel, largerBuffers})
    if (Remedy each = more(design); !each.settings.empty()) to.push_back(std::move(each));
}

/// Whether it runs, or does with a few more virtual channels, which the remedy has then, too: other
/// routings need more of them.
bool canBeMadeToRun(const Design& design, Remedy& remedy, const std::stop_token& stop) {
  constexpr int kMostMore = 2;
  Design tried = remedied(design, remedy);
  if (mayRun(tried, stop)) return true;
  if (remedy.settings.front().first != kRouting) return false;
  for (int more = 0; more < kMostMore && !stop.stop_requested(); ++more) {
    const Remedy room = oneMoreChannel(tried);
    if (room.settings.empty()) return false;
    tried = remedied(tried, room);
    if (!mayRun(tried, stop)) continue;
    for (const auto& [path, value] : room.settings) remedy.settings.emplace_back(path, value);
    return true;
  }
  return false;
}

/// What a design cannot accept more than, where all that its packets do is known in advance.
std::optional<double> knownBound(const Design& design, const std::stop_token& stop) {
  constexpr std::uint64_t kMostDecisions = 4'000'000;
  const Compiled compiled = compile(design, stop);
  if (!compiled.setup || !hasSaturationBound(*compiled.setup)) return {};
  const SaturationBound bound = saturationBound(*compiled.setup, kMostDecisions);
  if (bound.counted != Counted::everything) return {};
  return bound.load;
}

/// Two legs through anywhere take twice the channels where the traffic is spread already. Of phases
/// with other traffic nothing is known that easily.
bool acceptsLess(const Design& design, const Remedy& remedy, const std::stop_token& stop) {
  const bool changes = std::any_of(design.phases.begin(), design.phases.end(),
                                   [](const Phase& phase) { return setsAnyOf(phase, "traffic."); });
  if (changes || remedy.settings.front().first != kRouting) return false;
  // What programs send is not what the pattern tells.
  if (applicationCount(design) > 0 || !(offeredLoad(design) > 0)) return false;
  const std::optional<double> present = knownBound(design, stop);
  if (!present) return false;
  const std::optional<double> with = knownBound(remedied(design, remedy), stop);
  return with && *with <= *present;
}

/// Each for all applications that have another one.
void addMappings(const Design& design, std::vector<Remedy>& to) {
  for (const std::string& name : kMappings) {
    const MappingEntry* mapping = mappings().find(name);
    if (mapping == nullptr) continue;
    Remedy remedy;
    remedy.verb = sentence("mapping \"{}\"", registryWords(mapping->label));
    for (std::size_t index = 0; index < applicationCount(design); ++index) {
      const std::string path = applicationPath(index, "mapping");
      if (findParameter(design, path) && effectiveValue(design, path) != Value(name))
        remedy.settings.emplace_back(path, name);
    }
    if (!remedy.settings.empty()) to.push_back(std::move(remedy));
  }
}

}  // namespace

std::vector<Remedy> remediesToTry(const Design& design, const std::vector<Wanted>& wanted,
                                  const std::stop_token& stop) {
  std::vector<Remedy> tries;
  for (const Wanted each : wanted) {
    if (each == Wanted::spread && !hasSlots(design))
      addChoices(design, kRouting, kSpreading, tries);
    if (each == Wanted::room) addRoom(design, tries);
    if (each == Wanted::mappings) addMappings(design, tries);
  }
  std::vector<Remedy> usable;
  for (Remedy& each : tries) {
    const bool left = std::any_of(each.settings.begin(), each.settings.end(),
                                  [&](const auto& set) { return phaseSets(design, set.first); });
    if (!left && !stop.stop_requested() && canBeMadeToRun(design, each, stop) &&
        !acceptsLess(design, each, stop))
      usable.push_back(std::move(each));
  }
  return usable;
}

Remedy remedyForLoad(const Design& design, double bound) {
  const std::optional<double> load = roundedLoad(design, bound);
  if (!load) return {};
  Remedy remedy = settingRemedy(design, kLoadPath, *load);
  if (!remedy.empty()) remedy.verb = sentence("Lower the load to {:.3g}", *load);
  return remedy;
}

Remedy lowerLoadToTry(const Design& design, double bound) {
  const std::optional<double> load = roundedLoad(design, bound);
  // What is accepted on the mean of several patterns tells of none of them.
  const bool changes = std::any_of(design.phases.begin(), design.phases.end(),
                                   [](const Phase& each) { return setsAnyOf(each, "traffic."); });
  if (!load || changes) return {};
  Remedy remedy = settingRemedy(design, kLoadPath, *load);
  if (!remedy.empty()) remedy.verb = sentence("load {:.3g}", *load);
  return remedy;
}

}  // namespace hopscope

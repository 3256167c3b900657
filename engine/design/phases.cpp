// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/design/phases.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/core/declare.h"
#include "engine/design/catalogue.h"
#include "engine/design/faults.h"
#include "engine/design/lookup_resolution.h"
#include "engine/design/setting_issues.h"
#include "engine/design/settings_reader.h"
#include "engine/routing/routing_algorithm.h"
#include "engine/traffic/traffic_pattern.h"

namespace hopscope {
namespace {

const std::string kTraffic = "traffic.", kRouting = "routing.";

/// Everything that could be said of one phase, checked against the sections in force then.
class PhaseReader {
 public:
  PhaseReader(const Design& design, std::size_t index, const NetworkTraits& traits,
              const Clock& clock, Issues& issues)
      : phase_(design.phases[index]),
        place_(fmt::format("phases[{}].", index)),
        inForce_(designInPhase(design, index)),
        sections_(sections(inForce_, traits)),
        clock_(clock),
        issues_(issues) {}

  ResolvedPhase read(const Topology& topology) {
    ResolvedPhase resolved;
    const std::size_t before = issues_.size();
    if (auto issue = check(phaseBegin(), phase_.at, place_ + "at"))
      issues_.push_back(std::move(*issue));
    else
      resolved.at = toCycles(phase_.at, clock_, place_ + "at", issues_);
    for (const auto& [path, value] : phase_.set) checkSetting(path, value);
    if (issues_.size() > before && hasErrors(issues_)) return resolved;

    const Values settings = effective(inForce_, sections_);
    if (phase_.set.empty() && !phase_.reprogram && phase_.fail.empty() && phase_.restore.empty())
      issues_.push_back({Severity::warning, place_ + "set", sentence("This phase changes nothing."),
                         sentence("Take it out, or let it set something.")});
    resolved.setsRouting = setsAnyOf(phase_, kRouting);
    resolved.setsLookups = setsAnyOf(phase_, "forwarding.");
    if (resolved.setsRouting && !(phase_.fail.empty() && phase_.restore.empty()))
      issues_.push_back(
          {Severity::error, place_ + "set",
           sentence("The routing changes once the network has run empty; parts fail or work "
                    "again at once."),
           sentence("Make two phases of it.")});
    resolved.reprogram = rewritesTables(phase_);
    resolved.load = realAt(settings, "traffic.load");
    resolved.pattern = trafficPatterns().find(textAt(settings, kTrafficPattern));
    if (resolved.pattern == nullptr) return resolved;  // the design's own pattern is refused
    resolved.values = ownValues(settings, kTraffic, resolved.pattern->parameters);
    resolved.values["include_self"] = settings.at("traffic.include_self");
    for (Issue& issue : resolved.pattern->check(topology, resolved.values)) {
      const bool ofClass = issue.path.rfind(kTrafficParts, 0) == 0;
      const bool own = ofClass || find(sections_, issue.path) != nullptr;
      issue.path = placeOf(own ? issue.path : kTrafficPattern);
      addOnce(issues_, std::move(issue));
    }
    return resolved;
  }

 private:
  std::string placeOf(const std::string& path) const { return place_ + "set." + path; }

  void checkSetting(const std::string& path, const Value& value) {
    const Parameter* parameter = find(sections_, path);
    if (parameter == nullptr) {
      Issue unknown = unknownSetting(sections_, path);
      unknown.path = placeOf(path);
      issues_.push_back(std::move(unknown));
    } else if (!isPhaseSetting(path)) {
      issues_.push_back(
          {Severity::error, placeOf(path),
           sentence("{} cannot change during a run.", registryWords(parameter->label)),
           sentence("A phase sets the traffic's pattern, with what belongs to it, and load, "
                    "the routing, or entries, ways, replacement and hash of the caches.")});
    } else if (auto issue = check(*parameter, value, placeOf(path))) {
      issues_.push_back(std::move(*issue));
    }
  }

  const Phase& phase_;
  std::string place_;
  Design inForce_;
  std::vector<Section> sections_;
  const Clock& clock_;
  Issues& issues_;
};

}  // namespace

const Parameter& phaseBegin() {
  constexpr double kLongestRun = 1'000'000'000;
  static const Parameter begin =
      declare::number(ParameterType::cycles, "at", "The beginning of a phase", std::int64_t{1000},
                      1, kLongestRun, "cycles", "From this cycle on its changes are in force.");
  return begin;
}

bool setsAnyOf(const Phase& phase, const std::string& prefix) {
  return std::any_of(phase.set.begin(), phase.set.end(),
                     [&](const auto& setting) { return setting.first.rfind(prefix, 0) == 0; });
}

bool rewritesTables(const Phase& phase) {
  return phase.reprogram || setsAnyOf(phase, kRouting) ||
         !(phase.fail.empty() && phase.restore.empty());
}

bool isPhaseSetting(const std::string& path) {
  for (const char* cache : {"entries", "ways", "replacement", "hash"})
    if (path == std::string("forwarding.cache.") + cache) return true;
  if (path.rfind(kRouting, 0) == 0) return true;
  // Sources are made once, for the whole run; pattern and load are asked for every packet.
  for (const char* ofSources : {"packet_flits", "packet_sizes", "process", "source_queue"})
    if (path == kTraffic + ofSources) return false;
  return path.rfind(kTraffic, 0) == 0;
}

namespace {

std::string nameIn(const Design& design, const char* path) {
  const Value name = effectiveValue(design, path);
  const auto* text = std::get_if<std::string>(&name);
  return text == nullptr ? std::string() : *text;
}

template <typename Entry>
void giveUp(Design& design, const Entry* entry, const std::string& prefix) {
  if (entry == nullptr) return;
  for (const Parameter& own : entry->parameters) design.settings.erase(prefix + own.name);
}

}  // namespace

Design designInPhase(const Design& design, std::size_t index) {
  Design inForce = design;
  for (std::size_t i = 0; i <= index && i < design.phases.size(); ++i) {
    const Values& set = design.phases[i].set;
    // What the pattern or routing given up declared, and the new one does not, goes.
    if (set.count(kTrafficPattern) != 0)
      giveUp(inForce, trafficPatterns().find(nameIn(inForce, kTrafficPattern)), kTraffic);
    if (set.count(kRoutingAlgorithm) != 0)
      giveUp(inForce, routingAlgorithms().find(nameIn(inForce, kRoutingAlgorithm)), kRouting);
    for (const auto& [path, value] : set) inForce.settings[path] = value;
  }
  return inForce;
}

namespace {

/// "Channel 9", "Routers 3, 4 and 7"
std::string partsInWords(const char* one, const std::vector<std::uint32_t>& ids) {
  std::string text = fmt::format("{}{} ", one, ids.size() == 1 ? "" : "s");
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if (i > 0) text += i + 1 == ids.size() ? " and " : ", ";
    text += std::to_string(ids[i]);
  }
  return text;
}

}  // namespace

std::optional<Value> cachesOffFor(const Design& design, std::size_t index) {
  if (!rewritesTables(design.phases[index])) return {};
  const Design inForce = designInPhase(design, index);
  if (!usesCaches(inForce)) return {};
  return effectiveValue(inForce, "forwarding.reprogram");
}

std::string phaseInWords(const Design& design, std::size_t index) {
  const Phase& phase = design.phases[index];
  std::string text;
  const auto say = [&text](const std::string& sentence) {
    text += (text.empty() ? "" : " ") + sentence + ".";
  };
  const auto sayParts = [&](const PartIds& parts, const char* one, const char* several) {
    if (!parts.channels.empty())
      say(partsInWords("Channel", parts.channels) + (parts.channels.size() == 1 ? one : several));
    if (!parts.routers.empty())
      say(partsInWords("Router", parts.routers) + (parts.routers.size() == 1 ? one : several));
  };
  sayParts(phase.fail, " fails", " fail");
  sayParts(phase.restore, " works again", " work again");
  const Design inForce = designInPhase(design, index);
  const std::vector<Section> all = sections(inForce);
  for (const auto& [path, value] : phase.set) {
    const Parameter* parameter = find(all, path);
    say(fmt::format("{} becomes {}", parameter != nullptr ? parameter->label : path,
                    toText(value)));
  }
  if (setsAnyOf(phase, kRouting)) say("Routing changes once the network has run empty");
  if (const std::optional<Value> off = cachesOffFor(design, index))
    say(fmt::format("Tables are written anew, and the caches are off for {}{}", toText(*off),
                    std::holds_alternative<std::int64_t>(*off) ? " cycles" : ""));
  else if (phase.reprogram)
    say("Tables are written anew");
  return text;
}

std::vector<Cycle> cyclesOf(const Design& design, const std::vector<Value>& times) {
  std::vector<Cycle> cycles;
  if (times.empty()) return cycles;
  Clock clock;
  clock.frequencyGhz = realAt(effectiveSettings(design), "clock.frequency_ghz");
  for (const Value& time : times) {
    Issues ignored;  // the design's own check says what is wrong
    cycles.push_back(toCycles(time, clock, "at", ignored));
  }
  return cycles;
}

std::vector<Cycle> phaseBegins(const Design& design) {
  std::vector<Value> times;
  times.reserve(design.phases.size());
  for (const Phase& phase : design.phases) times.push_back(phase.at);
  return cyclesOf(design, times);
}

std::vector<ResolvedPhase> resolvePhases(const Design& design, const Topology& topology,
                                         const NetworkTraits& traits, const Clock& clock,
                                         const RunSettings& run, Issues& issues) {
  std::vector<ResolvedPhase> phases;
  const std::vector<NetworkFaults> faults = resolveFaults(design, topology, issues);
  Cycle last = 0;
  for (std::size_t i = 0; i < design.phases.size(); ++i) {
    Issues found;
    phases.push_back(PhaseReader(design, i, traits, clock, found).read(topology));
    if (!faults.empty()) phases.back().faults = faults[i];
    const Cycle at = phases.back().at;
    const std::string place = fmt::format("phases[{}].at", i);
    if (!hasErrors(found) && at <= last)
      found.push_back({Severity::error, place,
                       sentence("This phase begins at cycle {}, the one before at {}.", at, last),
                       sentence("Phases stand in the order of time, the first after cycle 0.")});
    const bool endKnown = !run.findWarmup && run.untilCi <= 0;
    if (!hasErrors(found) && endKnown && at >= run.warmup + run.measure)
      found.push_back({Severity::warning, place,
                       sentence("This phase begins after the measured interval, which ends at "
                                "cycle {}.",
                                run.warmup + run.measure),
                       sentence("Measure longer, or begin it earlier.")});
    last = std::max(last, at);
    issues.insert(issues.end(), found.begin(), found.end());
  }
  return phases;
}

}  // namespace hopscope

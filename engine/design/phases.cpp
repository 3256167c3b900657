// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/design/phases.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/core/declare.h"
#include "engine/design/setting_issues.h"
#include "engine/design/settings_reader.h"
#include "engine/traffic/traffic_pattern.h"

namespace hopscope {
namespace {

const std::string kTraffic = "traffic.";

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
    resolved.reprogram = phase_.reprogram;
    resolved.load = realAt(settings, "traffic.load");
    resolved.pattern = trafficPatterns().find(textAt(settings, kTrafficPattern));
    if (resolved.pattern == nullptr) return resolved;  // the design's own pattern is refused
    resolved.values = ownValues(settings, kTraffic, resolved.pattern->parameters);
    resolved.values["include_self"] = settings.at("traffic.include_self");
    for (Issue& issue : resolved.pattern->check(topology, resolved.values)) {
      const std::string own = kTraffic + issue.path;
      issue.path = placeOf(find(sections_, own) != nullptr ? own : kTrafficPattern);
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
      issues_.push_back({Severity::error, placeOf(path),
                         fmt::format("{} cannot change during a run.", parameter->label),
                         "A phase sets the traffic's pattern, with what belongs to it, and load."});
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
                      1, kLongestRun, "cycles", "From this cycle on the traffic is another one.");
  return begin;
}

bool isPhaseSetting(const std::string& path) {
  return path.rfind(kTraffic, 0) == 0 && path != "traffic.packet_flits" &&
         path != "traffic.process" && path != "traffic.source_queue";
}

Design designInPhase(const Design& design, std::size_t index) {
  Design inForce = design;
  for (std::size_t i = 0; i <= index && i < design.phases.size(); ++i) {
    const Values& set = design.phases[i].set;
    if (const auto pattern = set.find(kTrafficPattern); pattern != set.end()) {
      // What the pattern given up declared, and the new one does not, goes.
      const auto ownOf = [](const Design& of) {
        const Value name = effectiveValue(of, kTrafficPattern);
        const auto* text = std::get_if<std::string>(&name);
        const TrafficEntry* entry = text == nullptr ? nullptr : trafficPatterns().find(*text);
        return entry == nullptr ? std::vector<Parameter>{} : entry->parameters;
      };
      for (const Parameter& own : ownOf(inForce)) inForce.settings.erase(kTraffic + own.name);
    }
    for (const auto& [path, value] : set) inForce.settings[path] = value;
  }
  return inForce;
}

std::vector<ResolvedPhase> resolvePhases(const Design& design, const Topology& topology,
                                         const NetworkTraits& traits, const Clock& clock,
                                         const RunSettings& run, Issues& issues) {
  std::vector<ResolvedPhase> phases;
  Cycle last = 0;
  for (std::size_t i = 0; i < design.phases.size(); ++i) {
    Issues found;
    phases.push_back(PhaseReader(design, i, traits, clock, found).read(topology));
    const Cycle at = phases.back().at;
    const std::string place = fmt::format("phases[{}].at", i);
    if (!hasErrors(found) && at <= last)
      found.push_back(
          {Severity::error, place,
           fmt::format("This phase begins at cycle {}, the one before at {}.", at, last),
           "Phases stand in the order of time, the first after cycle 0."});
    const bool endKnown = !run.findWarmup && run.untilCi <= 0;
    if (!hasErrors(found) && endKnown && at >= run.warmup + run.measure)
      found.push_back({Severity::warning, place,
                       fmt::format("This phase begins after the measured interval, which ends at "
                                   "cycle {}.",
                                   run.warmup + run.measure),
                       "Measure longer, or begin it earlier."});
    last = std::max(last, at);
    issues.insert(issues.end(), found.begin(), found.end());
  }
  return phases;
}

}  // namespace hopscope
